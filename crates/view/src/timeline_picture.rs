//! The picture of one client's timeline, as SVG.
//!
//! No `style` attribute is used, which a strict content policy would refuse: what
//! the style sheet may change has a class and a presentation attribute, and without
//! any style sheet the picture is whole, in the colour of the text around it.
//!
//! Classes: `timeline`; `outage`; `axis`; `label`; `wait`, `interval`, `edge`,
//! `draw`; `mark` with `wasted`, `rejected` or `served`, and `gave-up`; `current`,
//! `later`; `here`.

use retry_herd_core::{Outcome, SimDuration, SimTime, Step, WHOLE};

use crate::markup::Attributes;
use crate::math::TERM;
use crate::svg::{Bar, Svg, px, width_of};
use crate::text;
use crate::timeline::{Timeline, Wait};

/// Height of the picture, in CSS pixels.
const HEIGHT: f64 = 140.0;
/// Room at both sides for half a mark and for labels.
const MARGIN: f64 = 14.0;
/// The line of the attempts.
const LINE: f64 = 44.0;
/// The interval that the current wait was drawn from: its top and its height.
const BAND: f64 = 74.0;
const BAND_HEIGHT: f64 = 10.0;
/// The line of the axis.
const AXIS: f64 = 116.0;
/// Marks of the same kind that would stand closer than this are drawn as one.
const APART: f64 = 4.0;

impl Timeline {
    /// The timeline as an `svg` element, `width` CSS pixels wide, at `step`.
    ///
    /// The attempts after the step are there, with the class `later`. The wait is
    /// that of [`Timeline::wait`]; its parts carry the `data-term`s of the
    /// [formula](crate::formula::Formula). What an attempt came to is told by its
    /// shape, the same as in the raster: a cross in the outage, a hollow square for
    /// rejected, a disc for served, and a triangle where the client gave up. However
    /// many attempts there are,
    /// the picture holds at most one mark for every four pixels.
    pub fn svg(&self, step: usize, width: f64) -> String {
        let mut picture = Picture {
            timeline: self,
            current: self.clipped(step),
            width: width.max(120.0),
            out: Svg::default(),
        };
        picture.draw(step);
        picture.out.markup.finish()
    }
}

struct Picture<'a> {
    timeline: &'a Timeline,
    /// The current attempt, if there is any.
    current: Option<usize>,
    width: f64,
    out: Svg,
}

impl Picture<'_> {
    fn draw(&mut self, step: usize) {
        let (width, height) = (px(self.width), px(HEIGHT));
        let view = format!("0 0 {width} {height}");
        self.out.markup.open(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg"),
                ("class", "timeline"),
                ("role", "img"),
                ("viewBox", &view),
                ("width", &width),
                ("height", &height),
                ("font-size", "12"),
            ],
        );
        self.out.markup.leaf("title", &[], &self.timeline.summary());
        self.out.markup.leaf("desc", &[], &self.timeline.told(step));
        self.outage();
        self.axis();
        let marks = self.marks();
        for &mark in &marks {
            self.wait(mark);
        }
        if let Some(wait) = self.timeline.wait(step) {
            self.interval(&wait);
        }
        for &mark in &marks {
            self.mark(mark);
        }
        self.out.markup.close("svg");
    }

    /// The x of a time, never beyond the axis.
    fn x(&self, at: SimTime) -> f64 {
        let share = self.timeline.position(at).clamp(0.0, 1.0);
        MARGIN + share * (self.width - 2.0 * MARGIN)
    }

    fn is_on_axis(&self, at: SimTime) -> bool {
        (0.0..=1.0).contains(&self.timeline.position(at))
    }

    fn outage(&mut self) {
        let outage = self.timeline.outage.clone();
        let (left, right) = (self.x(outage.start), self.x(outage.end));
        if outage.is_empty() || right <= left {
            return;
        }
        self.out.markup.empty(
            "rect",
            &[
                ("class", "outage"),
                ("x", &px(left)),
                ("y", "0"),
                ("width", &px(right - left)),
                ("height", &px(AXIS)),
                ("fill", "currentColor"),
                ("fill-opacity", "0.1"),
            ],
        );
        if right - left > width_of("outage") + 12.0 {
            self.label("outage", f64::midpoint(left, right), 14.0);
        }
    }

    fn axis(&mut self) {
        let (left, right) = (MARGIN, self.width - MARGIN);
        self.out.line("axis", None, (left, AXIS), (right, AXIS));
        self.out.line("axis", None, (left, LINE), (right, LINE));
        for tick in self.timeline.axis.ticks(right - left) {
            let at = SimTime::ZERO + SimDuration::from_secs_f64(tick.at);
            let x = self.x(at);
            self.out.line("axis", None, (x, AXIS), (x, AXIS + 4.0));
            self.label(&tick.label, x, AXIS + 18.0);
        }
    }

    /// The attempts that get a mark: not those that would hide another of the same
    /// kind, unless they are the first, the last or the current one.
    fn marks(&self) -> Vec<usize> {
        let attempts = &self.timeline.trace.attempts;
        let mut marks: Vec<usize> = Vec::new();
        for (index, attempt) in attempts.iter().enumerate() {
            let chosen = index + 1 == attempts.len() || Some(index) == self.current;
            let hidden = marks.last().is_some_and(|&last| {
                let last = &attempts[last];
                last.outcome == attempt.outcome && self.x(attempt.at) - self.x(last.at) < APART
            });
            if self.is_on_axis(attempt.at) && (chosen || !hidden) {
                marks.push(index);
            }
        }
        marks
    }

    /// The wait after an attempt, as a bar along the line.
    fn wait(&mut self, index: usize) {
        let Some(wait) = self.timeline.own_wait(index) else {
            return;
        };
        let is_current = self.shown_wait() == Some(index);
        let (left, right) = (self.x(wait.from), self.x(wait.due));
        if right - left < 1.0 && !is_current {
            return;
        }
        let class = if is_current {
            "wait current"
        } else if self.current.is_some_and(|current| index >= current) {
            "wait later"
        } else {
            "wait"
        };
        let bar = Bar {
            class,
            term: is_current.then_some("delay"),
            ends: (left, right),
            middle: LINE,
            thickness: if is_current { 6.0 } else { 3.0 },
            opacity: if class == "wait later" {
                "0.15"
            } else {
                "0.45"
            },
        };
        self.out.bar(&bar);
    }

    fn shown_wait(&self) -> Option<usize> {
        Some(self.timeline.wait(self.current?)?.step)
    }

    fn is_later(&self, index: usize) -> bool {
        self.current.is_some_and(|current| index > current)
    }

    /// What the current delay was drawn from, with the place where the draw fell.
    fn interval(&mut self, wait: &Wait) {
        let delay = text::duration(wait.delay);
        if wait.low == wait.high {
            let middle = f64::midpoint(self.x(wait.from), self.x(wait.due));
            self.term_label("delay", &delay, middle, LINE + 24.0);
            return;
        }
        let (low, high, drawn) = (self.x(wait.low), self.x(wait.high), self.x(wait.drawn));
        self.out.bar(&Bar {
            class: "interval",
            term: None,
            ends: (low, high),
            middle: BAND + BAND_HEIGHT / 2.0,
            thickness: BAND_HEIGHT,
            opacity: "0.45",
        });
        let edge = |x: f64| ((x, BAND - 4.0), (x, BAND + BAND_HEIGHT + 4.0));
        let (from, to) = edge(low);
        self.out.line("edge", Some("low"), from, to);
        if self.is_on_axis(wait.high) {
            let (from, to) = edge(high);
            self.out.line("edge", Some("ceiling high"), from, to);
        }
        self.out.line(
            "draw",
            Some("draw"),
            (drawn, LINE),
            (drawn, BAND + BAND_HEIGHT),
        );
        self.drop(drawn);
        self.draw_label(&delay, drawn);
        self.interval_labels(wait, low, high);
    }

    /// A triangle that points at the draw.
    fn drop(&mut self, x: f64) {
        let (top, bottom) = (px(BAND - 9.0), px(BAND));
        let path = format!("M{} {top}H{}L{} {bottom}Z", px(x - 5.0), px(x + 5.0), px(x));
        let attributes = [
            ("class", "draw"),
            ("d", path.as_str()),
            (TERM, "draw"),
            ("fill", "currentColor"),
        ];
        self.out.markup.empty("path", &attributes);
    }

    /// The delay beside the place where the draw fell, on the side with more room.
    fn draw_label(&mut self, delay: &str, x: f64) {
        let half = width_of(delay) / 2.0;
        let beside = 8.0 + half;
        let x = if x + beside + half < self.width {
            x + beside
        } else {
            x - beside
        };
        self.term_label("draw delay", delay, x, BAND - 6.0);
    }

    /// The ends of the interval; in one label where there is no room for two.
    fn interval_labels(&mut self, wait: &Wait, low: f64, high: f64) {
        let y = BAND + BAND_HEIGHT + 16.0;
        let interval = wait.interval;
        let from = match interval.low.as_nanos() {
            0 => "0".to_owned(),
            _ => text::duration(interval.low),
        };
        let mut to = text::duration(interval.high);
        if !self.is_on_axis(wait.high) {
            to.push_str(" →");
        }
        let needed = width_of(&from) + width_of(&to) + 14.0;
        if high - low > needed {
            self.term_label("low", &from, low, y);
            self.term_label("ceiling high", &to, high, y);
        } else {
            let both = format!("{from} to {to}");
            self.term_label("low ceiling high", &both, f64::midpoint(low, high), y);
        }
    }

    fn mark(&mut self, index: usize) {
        let timeline = self.timeline;
        let step = &timeline.trace.attempts[index];
        let (x, gave_up) = (self.x(step.at), timeline.gave_up(index));
        let place = format!("translate({} {})", px(x), px(LINE));
        let class = self.mark_class(index, step, gave_up);
        let opacity = if self.is_later(index) { "0.35" } else { "1" };
        self.out.markup.open(
            "g",
            &[
                ("class", &class),
                ("transform", &place),
                ("opacity", opacity),
                ("fill", "none"),
                ("stroke", "currentColor"),
                ("stroke-width", "2.5"),
            ],
        );
        self.out
            .markup
            .leaf("title", &[], &mark_title(step, gave_up));
        if self.current == Some(index) {
            self.out.circle("here", "11", "1");
        }
        let filled = ("fill", "currentColor");
        match step.outcome {
            _ if gave_up => self.shape("path", &[("d", "M-7-6H7L0 7Z"), filled]),
            Outcome::Wasted => self.shape("path", &[("d", "M-5-5 5 5M-5 5 5-5")]),
            Outcome::Rejected => self.shape("path", &[("d", "M-5-5H5V5H-5Z")]),
            Outcome::Served => self.shape("circle", &[("r", "6"), filled]),
            Outcome::ShortCircuited => self.shape("path", &[("d", "M-6 0H6")]),
        }
        self.out.markup.close("g");
    }

    fn shape(&mut self, tag: &str, attributes: &Attributes) {
        self.out.markup.empty(tag, attributes);
    }

    fn mark_class(&self, index: usize, step: &Step, gave_up: bool) -> String {
        let mut class = format!("mark {}", fate(step.outcome));
        if gave_up {
            class.push_str(" gave-up");
        }
        if self.current == Some(index) {
            class.push_str(" current");
        }
        if self.is_later(index) {
            class.push_str(" later");
        }
        class
    }

    /// A label of an axis or of the outage.
    fn label(&mut self, label: &str, x: f64, y: f64) {
        self.text(None, label, x, y);
    }

    fn term_label(&mut self, term: &'static str, label: &str, x: f64, y: f64) {
        self.text(Some(term), label, x, y);
    }

    /// A label around `x`, moved so that it stays inside the picture.
    fn text(&mut self, term: Option<&'static str>, label: &str, x: f64, y: f64) {
        let half = width_of(label) / 2.0;
        let x = x.min(self.width - half).max(half);
        self.out.text(term, label, (x, y));
    }
}

fn fate(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Wasted => "wasted",
        Outcome::Rejected => "rejected",
        Outcome::ShortCircuited if WHOLE => "short-circuited",
        Outcome::Served | Outcome::ShortCircuited => "served",
    }
}

/// "Attempt 4, 3.11 s: wasted".
fn mark_title(step: &Step, gave_up: bool) -> String {
    let more = if gave_up { ", gave up" } else { "" };
    format!(
        "Attempt {}, {}: {}{more}",
        text::count(u64::from(step.attempt)),
        text::time(step.at),
        fate(step.outcome)
    )
}

#[cfg(test)]
mod tests;
