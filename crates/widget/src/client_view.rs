//! One client's timeline, its steps, and the formula of the current one.

use retry_herd_core::{Scenario, Trace, joined};
use retry_herd_view::formula::{Formula, rule_of};
use retry_herd_view::timeline::Timeline;
use wasm_bindgen::prelude::*;
use web_sys::Element;

use crate::parts::{Parts, add, attribute, write};
use crate::stage::Stage;

/// The client that is followed.
#[derive(Default)]
pub(crate) struct ClientView {
    timeline: Option<Timeline>,
    /// Width of the timeline's picture, in CSS pixels.
    width_css: f64,
    /// The attempt (from 0) that is written.
    written: Option<usize>,
}

impl ClientView {
    /// Follows another client, or the same one in another run.
    pub(crate) fn follow(&mut self, scenario: &Scenario, trace: Trace) {
        self.timeline = Some(Timeline::new(scenario, trace));
        self.written = None;
    }

    /// Gives the picture another width.
    pub(crate) fn resize(&mut self, width_css: f64) {
        self.width_css = width_css;
        self.written = None;
    }

    /// Whether there is no room for the picture.
    pub(crate) fn is_unsized(&self) -> bool {
        self.width_css < 1.0
    }

    /// The attempt (from 0) that is the latest at `clock` seconds; before the
    /// first one it is the first one.
    pub(crate) fn at(&self, clock: f64) -> usize {
        let Some(timeline) = &self.timeline else {
            return 0;
        };
        let attempts = &timeline.trace().attempts;
        let made = attempts.partition_point(|step| step.at.as_secs_f64() <= clock);
        made.saturating_sub(1)
    }

    /// When attempt `attempt` (from 0) was, in seconds, or the last one if there
    /// are fewer; `None` if there is none at all.
    pub(crate) fn time_of(&self, attempt: usize) -> Option<f64> {
        let attempts = &self.timeline.as_ref()?.trace().attempts;
        let step = attempts.get(attempt).or(attempts.last())?;
        Some(step.at.as_secs_f64())
    }

    /// Where the client stands at `clock` seconds, in words.
    pub(crate) fn place(&self, clock: f64) -> Option<String> {
        Some(self.timeline.as_ref()?.heading(self.at(clock)))
    }

    /// How its story ends, in words.
    pub(crate) fn summary(&self) -> Option<String> {
        Some(self.timeline.as_ref()?.summary())
    }

    /// The attempts behind it.
    pub(crate) fn trace(&self) -> Option<&Trace> {
        Some(self.timeline.as_ref()?.trace())
    }
}

/// The formula of the wait that is shown at `attempt`, or else the rule alone.
fn formula(timeline: &Timeline, scenario: &Scenario, attempt: usize) -> String {
    let policy = &scenario.policy;
    let formula = timeline
        .wait(attempt)
        .and_then(|wait| timeline.trace().attempts.get(wait.step))
        .and_then(|step| Formula::of(policy, step));
    match formula {
        Some(formula) => {
            let lines = formula.lines().map(|line| line.markup.as_str());
            format!("{}<p>{}</p>", joined(lines, ""), formula.fires)
        }
        None => rule_of(policy).markup,
    }
}

impl Stage {
    /// Writes the view of the one client.
    pub(crate) fn write_client(&mut self) {
        let attempt = self.one.at(self.clock.at());
        if self.one.written == Some(attempt) || self.one.is_unsized() {
            return;
        }
        self.one.written = Some(attempt);
        let (Some(shown), Some(timeline)) = (&self.shown, &self.one.timeline) else {
            return;
        };
        let parts = &self.parts;
        write(&parts.place, &timeline.heading(attempt));
        let picture = timeline.svg(attempt, self.one.width_css);
        parts.timeline.set_inner_html(&picture);
        parts
            .formula
            .set_inner_html(&formula(timeline, &shown.scenario, attempt));
        // Fails only where elements cannot be made at all.
        let _ = self.write_events(timeline, attempt);
        self.write_steps(timeline, attempt);
    }

    fn write_events(&self, timeline: &Timeline, attempt: usize) -> Result<(), JsValue> {
        let story = timeline.story(attempt);
        let list = &self.parts.events;
        list.set_text_content(None);
        attribute(list, "start", &(story.omitted + 1).to_string());
        write(&self.parts.omitted, &story.note);
        for told in &story.attempts {
            add(list, "li", told)?;
        }
        list.set_scroll_top(list.scroll_height());
        Ok(())
    }

    /// A button that would lead nowhere is disabled; if it has the focus, that
    /// goes to its opposite and is not lost.
    fn write_steps(&self, timeline: &Timeline, attempt: usize) {
        let Parts { previous, next, .. } = &self.parts;
        let (is_first, is_last) = (attempt == 0, attempt + 1 >= timeline.len());
        let active = self.root.active_element();
        let has_focus = |button: &Element| button.is_same_node(active.as_deref());
        let (backwards, forwards) = (has_focus(previous), has_focus(next));
        previous.set_disabled(is_first);
        next.set_disabled(is_last);
        // Focusing fails for nothing that is on the page.
        if is_first && backwards {
            let _ = next.focus();
        } else if is_last && forwards {
            let _ = previous.focus();
        }
    }

    /// Something is pointed at: all that belongs to the same term lights up.
    pub(crate) fn light(&self, target: &Element) {
        self.light_nothing();
        let Ok(Some(pointed)) = target.closest("[data-term]") else {
            return;
        };
        let terms = pointed.get_attribute("data-term").unwrap_or_default();
        for term in terms.split(' ').filter(|term| !term.is_empty()) {
            self.each(&format!("[data-term~={term}]"), |element| {
                let _ = element.class_list().add_1("lit");
            });
        }
    }

    /// Nothing is pointed at.
    pub(crate) fn light_nothing(&self) {
        self.each(".lit", |element| {
            let _ = element.class_list().remove_1("lit");
        });
    }

    fn each(&self, selector: &str, act: impl Fn(&Element)) {
        let Ok(found) = self.parts.one.query_selector_all(selector) else {
            return;
        };
        for at in 0..found.length() {
            if let Some(element) = found.item(at) {
                act(element.unchecked_ref());
            }
        }
    }
}
