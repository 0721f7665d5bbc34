//! The picture of one client's timeline, as SVG.
//!
//! No `style` attribute is used, which a strict content policy would refuse: what
//! the style sheet may change has a class and a presentation attribute, and without
//! any style sheet the picture is whole, in the colour of the text around it.
//!
//! Classes: `timeline`; `outage`; `axis`; `label`; `wait`, `interval`, `edge`,
//! `draw`; `mark` with `wasted`, `rejected` or `served`, and `gave-up`; `current`,
//! `later`; `here`.

use retry_herd_core::{Outcome, SimTime, Step};

use crate::markup::Markup;
use crate::math::TERM;
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
/// How wide a character of a label is, roughly.
const CHARACTER: f64 = 6.6;
/// Marks of the same kind that would stand closer than this are drawn as one.
const APART: f64 = 3.0;

impl Timeline {
    /// The timeline as an `svg` element, `width` CSS pixels wide, at `step`.
    ///
    /// The attempts after the step are there, with the class `later`. The wait is
    /// that of [`Timeline::wait`]; its parts carry the `data-term`s of the
    /// [formula](crate::formula::Formula). What an attempt came to is told by its
    /// shape: a cross in the outage, a ring for rejected, a disc for served, and a
    /// square around it where the client gave up. However many attempts there are,
    /// the picture holds at most one mark for every three pixels.
    pub fn svg(&self, step: usize, width: f64) -> String {
        let mut picture = Picture {
            timeline: self,
            current: self.clipped(step),
            width: width.max(120.0),
            out: Markup::default(),
        };
        picture.draw(step);
        picture.out.finish()
    }
}

struct Picture<'a> {
    timeline: &'a Timeline,
    /// The current attempt, if there is any.
    current: Option<usize>,
    width: f64,
    out: Markup,
}

impl Picture<'_> {
    fn draw(&mut self, step: usize) {
        let (width, height) = (px(self.width), px(HEIGHT));
        let view = format!("0 0 {width} {height}");
        self.out.open(
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
        self.out.leaf("title", &[], &self.timeline.summary());
        self.out.leaf("desc", &[], &self.timeline.told(step));
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
        self.out.close("svg");
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
        self.out.empty(
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
        if right - left > 8.0 * CHARACTER {
            self.label("label", "outage", (left + right) / 2.0, 14.0);
        }
    }

    fn axis(&mut self) {
        let (left, right) = (MARGIN, self.width - MARGIN);
        self.line("axis", None, (left, AXIS), (right, AXIS));
        self.line("axis", None, (left, LINE), (right, LINE));
        for tick in self.timeline.axis.ticks(right - left) {
            let at = SimTime::ZERO + retry_herd_core::SimDuration::from_secs_f64(tick.at);
            let x = self.x(at);
            self.line("axis", None, (x, AXIS), (x, AXIS + 4.0));
            self.label("label", &tick.label, x, AXIS + 18.0);
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
        let class = match is_current {
            true => "wait current",
            false if self.is_later(index) => "wait later",
            false => "wait",
        };
        let thickness = if is_current { 6.0 } else { 3.0 };
        self.bar(
            class,
            is_current.then_some("delay"),
            left,
            right,
            (LINE, thickness),
        );
    }

    fn shown_wait(&self) -> Option<usize> {
        Some(self.timeline.wait(self.current?)?.step)
    }

    fn is_later(&self, index: usize) -> bool {
        self.current.is_some_and(|current| index > current)
    }

    /// What the current delay was drawn from, with the place where the draw fell.
    fn interval(&mut self, wait: &Wait) {
        if wait.low == wait.high {
            return;
        }
        let (low, high, drawn) = (self.x(wait.low), self.x(wait.high), self.x(wait.drawn));
        let middle = BAND + BAND_HEIGHT / 2.0;
        self.bar("interval", None, low, high, (middle, BAND_HEIGHT));
        let edge = |x: f64| ((x, BAND - 4.0), (x, BAND + BAND_HEIGHT + 4.0));
        let (from, to) = edge(low);
        self.line("edge", Some("low"), from, to);
        if self.is_on_axis(wait.high) {
            let (from, to) = edge(high);
            self.line("edge", Some("ceiling high"), from, to);
        }
        self.line(
            "draw",
            Some("draw"),
            (drawn, LINE),
            (drawn, BAND + BAND_HEIGHT),
        );
        self.drop(drawn);
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
        self.out.empty("path", &attributes);
    }

    /// The ends of the interval; in one label where there is no room for two.
    fn interval_labels(&mut self, wait: &Wait, low: f64, high: f64) {
        let y = BAND + BAND_HEIGHT + 16.0;
        let interval = wait.terms.interval;
        let from = match interval.low.as_nanos() {
            0 => "0".to_owned(),
            _ => text::duration(interval.low),
        };
        let mut to = text::duration(interval.high);
        if !self.is_on_axis(wait.high) {
            to.push_str(" →");
        }
        let needed = (from.chars().count() + to.chars().count() + 2) as f64 * CHARACTER;
        if high - low > needed {
            self.term_label("low", &from, low, y);
            self.term_label("ceiling high", &to, high, y);
        } else {
            let both = format!("{from} to {to}");
            self.term_label("low ceiling high", &both, (low + high) / 2.0, y);
        }
    }

    fn mark(&mut self, index: usize) {
        let timeline = self.timeline;
        let step = &timeline.trace.attempts[index];
        let (x, gave_up) = (self.x(step.at), timeline.gave_up(index));
        let place = format!("translate({} {})", px(x), px(LINE));
        let class = self.mark_class(index, step, gave_up);
        let opacity = if self.is_later(index) { "0.35" } else { "1" };
        self.out.open(
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
        self.out.leaf("title", &[], &mark_title(step, gave_up));
        if self.current == Some(index) {
            self.circle("here", "11", "1");
        }
        match step.outcome {
            Outcome::Wasted => self.out.empty("path", &[("d", "M-5-5 5 5M-5 5 5-5")]),
            Outcome::Rejected => self.circle("ring", "5", "2.5"),
            Outcome::Served => self
                .out
                .empty("circle", &[("r", "6"), ("fill", "currentColor")]),
        }
        if gave_up {
            let square = [("x", "-9"), ("y", "-9"), ("width", "18"), ("height", "18")];
            self.out.empty("rect", &square);
        }
        self.out.close("g");
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

    fn circle(&mut self, class: &str, radius: &str, stroke: &str) {
        let attributes = [("class", class), ("r", radius), ("stroke-width", stroke)];
        self.out.empty("circle", &attributes);
    }

    /// A horizontal bar around a line: `(y of its middle, thickness)`.
    fn bar(
        &mut self,
        class: &str,
        term: Option<&str>,
        left: f64,
        right: f64,
        (middle, thickness): (f64, f64),
    ) {
        let (x, y) = (px(left), px(middle - thickness / 2.0));
        let (width, height) = (px(right - left), px(thickness));
        let mut attributes = vec![
            ("class", class),
            ("x", x.as_str()),
            ("y", y.as_str()),
            ("width", width.as_str()),
            ("height", height.as_str()),
            ("fill", "currentColor"),
            ("fill-opacity", "0.45"),
        ];
        attributes.extend(term.map(|term| (TERM, term)));
        self.out.empty("rect", &attributes);
    }

    fn line(&mut self, class: &str, term: Option<&str>, from: (f64, f64), to: (f64, f64)) {
        let ends = [from.0, from.1, to.0, to.1].map(px);
        let mut attributes = vec![
            ("class", class),
            ("x1", ends[0].as_str()),
            ("y1", ends[1].as_str()),
            ("x2", ends[2].as_str()),
            ("y2", ends[3].as_str()),
            ("stroke", "currentColor"),
        ];
        attributes.extend(term.map(|term| (TERM, term)));
        self.out.empty("line", &attributes);
    }

    fn label(&mut self, class: &str, label: &str, x: f64, y: f64) {
        self.text(class, None, label, x, y);
    }

    fn term_label(&mut self, term: &str, label: &str, x: f64, y: f64) {
        self.text("label", Some(term), label, x, y);
    }

    /// A label around `x`, moved so that it stays inside the picture.
    fn text(&mut self, class: &str, term: Option<&str>, label: &str, x: f64, y: f64) {
        let half = label.chars().count() as f64 * CHARACTER / 2.0;
        let x = x.min(self.width - half).max(half);
        let (x, y) = (px(x), px(y));
        let mut attributes = vec![
            ("class", class),
            ("x", x.as_str()),
            ("y", y.as_str()),
            ("text-anchor", "middle"),
            ("fill", "currentColor"),
        ];
        attributes.extend(term.map(|term| (TERM, term)));
        self.out.leaf("text", &attributes, label);
    }
}

fn fate(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Wasted => "wasted",
        Outcome::Rejected => "rejected",
        Outcome::Served => "served",
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

/// A length in CSS pixels, to a tenth: `12`, `12.5`.
fn px(length: f64) -> String {
    let tenths = (length * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
    match tenth {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{tenth}"),
    }
}
