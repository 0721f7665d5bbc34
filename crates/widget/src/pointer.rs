//! What the reader does in the picture: points at dots, and drags its handles.

use retry_herd_core::{SimDuration, WHOLE};
use retry_herd_view::dots::{DotRef, Fate};
use retry_herd_view::text;
use web_sys::{Element, PointerEvent};

use crate::parts::write;
use crate::stage::Stage;
use crate::todo::Todo;

impl Stage {
    /// The pointer moves.
    pub(crate) fn on_move(&mut self, target: &Element, event: &PointerEvent) {
        match target.id().as_str() {
            "raster" => self.point(event),
            "edge" | "level" | "reach" if target.has_pointer_capture(event.pointer_id()) => {
                self.drag(target, event);
            }
            _ => {}
        }
    }

    /// The pointer is over the raster: the client under it lights up.
    fn point(&mut self, event: &PointerEvent) {
        let dot = self.dot_at(f64::from(event.offset_x()), f64::from(event.offset_y()));
        let Some((dot, shown)) = dot.zip(self.shown.as_ref()) else {
            self.point_nowhere();
            return;
        };
        let track = shown.dots.track(dot.client);
        let attempts = track.as_ref().map_or(0, |track| track.dots.len());
        write(&self.parts.pointed, &describe(dot, attempts));
        if self.herd.pointed != track {
            self.herd.pointed = track;
            self.todo.add(Todo::PICTURE);
        }
    }

    /// The pointer is over no dot, and over no term.
    pub(crate) fn point_nowhere(&mut self) {
        self.light_nothing();
        if self.herd.pointed.take().is_some() {
            self.todo.add(Todo::PICTURE);
            self.write_pointed();
        }
    }

    /// A dot was clicked: its client is followed.
    pub(crate) fn choose_dot(&mut self, event: &PointerEvent) {
        let dot = self.dot_at(f64::from(event.offset_x()), f64::from(event.offset_y()));
        if let Some(dot) = dot {
            self.uncomplain(&self.parts.client.clone());
            self.follow(dot.client);
            let name = text::client(dot.client);
            self.say(format!("Now following {name}."));
        }
    }

    /// A handle is dragged: the outage's end, the capacity, or the cap.
    fn drag(&mut self, handle: &Element, event: &PointerEvent) {
        let picture = self.parts.picture.get_bounding_client_rect();
        let x = f64::from(event.client_x()) - picture.left();
        let y = f64::from(event.client_y()) - picture.top();
        match handle.id().as_str() {
            "edge" => self.drag_edge(x),
            "reach" => self.drag_reach(x),
            _ => self.drag_level(y),
        }
    }

    fn drag_edge(&mut self, x: f64) {
        let Some(at) = self.time_at(x) else { return };
        let start = self.settings.scenario().server.outage.start.as_secs_f64();
        let length = SimDuration::from_secs_f64(two_digits(at - start));
        self.edit(
            "outage",
            &length.to_string(),
            &self.parts.outage.clone(),
            false,
        );
    }

    /// Who failed just before the server was back sleeps until the cap has passed.
    fn drag_reach(&mut self, x: f64) {
        let Some(at) = self.time_at(x) else { return };
        let recovery = self.settings.scenario().server.outage.span().end;
        let cap = two_digits(at - recovery.as_secs_f64()).max(SHORTEST_CAP);
        let cap = SimDuration::from_secs_f64(cap).to_string();
        self.edit("cap", &cap, &self.parts.cap.clone(), false);
    }

    fn drag_level(&mut self, y: f64) {
        let Some(rate) = self.rate_at(y) else { return };
        let rate = text::number(two_digits(rate.max(1.0))).replace(',', "");
        let twin = self.parts.picture.clone();
        self.edit("capacity", &rate, &twin, false);
    }
}

/// The shortest cap that can be dragged to, as on its slider, in seconds.
const SHORTEST_CAP: f64 = 0.1;

/// A handle may be taken hold of.
pub(crate) fn grab(target: &Element, event: &PointerEvent) {
    if matches!(target.id().as_str(), "edge" | "level" | "reach") {
        event.prevent_default();
        // Fails only if the pointer is gone already.
        let _ = target.set_pointer_capture(event.pointer_id());
    }
}

/// A number rounded to two digits, or three if it begins with a one: steps that
/// a hand can find again.
fn two_digits(value: f64) -> f64 {
    if value.is_nan() || value <= 0.0 {
        return 0.0;
    }
    let mut step = 1e-3;
    while step * 100.0 < value {
        step *= 10.0;
    }
    (value / step).round() * step
}

/// "client 17: attempt 3 of 9, at 31.2 s, was rejected by the full server."
fn describe(dot: DotRef, attempts: usize) -> String {
    let fate = match dot.fate {
        Fate::Wasted => "was wasted in the outage",
        Fate::Rejected => "was rejected by the full server",
        Fate::GaveUp => "failed, and the client gave up",
        Fate::ShortCircuited if WHOLE => "met the open breaker and was not sent",
        Fate::Served | Fate::ShortCircuited => "was served",
    };
    format!(
        "{}: attempt {} of {}, at {}, {fate}. Click to follow it.",
        capitalised(&text::client(dot.client)),
        dot.attempt,
        attempts,
        text::seconds(f64::from(dot.at))
    )
}

fn capitalised(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
