//! What the element says: to the reader of what changed and what was typed
//! wrongly, and to the author of what means nothing.

use retry_herd_core::{Report, Scenario};
use retry_herd_view::change::{Told, change, is_change};
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use crate::junk::Junk;
use crate::parts::{attribute, write};
use crate::stage::{SPEAK_AFTER, Stage};

impl Stage {
    /// Speaks `text` when things have settled.
    pub(crate) fn say(&mut self, text: String) {
        self.speech = Some(text);
        self.wiring.speech.set(SPEAK_AFTER);
    }

    pub(crate) fn tellable(&self) -> Option<(Scenario, Report)> {
        let shown = self.shown.as_ref()?;
        Some((shown.scenario.clone(), shown.report.clone()))
    }

    /// Things have settled: what has changed is spoken.
    pub(crate) fn speak(&mut self) {
        if self.is_working() {
            self.wiring.speech.set(SPEAK_AFTER);
            return;
        }
        let now = self.tellable();
        let told = std::mem::replace(&mut self.told, now);
        let changed = match (&told, &self.told) {
            (Some((a, before)), Some((b, after))) if is_change(a, b) => {
                let told = |scenario, report| Told { scenario, report };
                Some(change(told(a, before), told(b, after)))
            }
            _ => None,
        };
        if let Some(text) = self.speech.take().or(changed) {
            write(&self.parts.live, &text);
        }
    }

    /// Warns the author, by way of the element, which says nothing twice. What the
    /// whole model may know is asked of that.
    pub(crate) fn warn(&self, junk: Vec<Junk>) {
        for junk in junk {
            if junk.is_for_whole {
                self.tell("whole", "");
            } else {
                self.tell("warning", &junk.to_string());
            }
        }
    }

    /// Complains of what was typed into `field`, and leaves it there. The line stands beside
    /// a field among many, which may be far from the place above the picture.
    pub(crate) fn complain(&mut self, field: &HtmlElement, text: String) {
        attribute(field, "aria-invalid", "true");
        attribute(field, "aria-describedby", "complaint");
        let is_of_many = field.has_attribute("data-field");
        let place = if is_of_many {
            field
        } else {
            &self.parts.growing
        };
        let _ = place.insert_adjacent_element("afterend", &self.parts.complaint);
        write(&self.parts.complaint, &text);
        self.parts.complaint.set_hidden(false);
        self.complaint = Some(field.id());
        self.say(text);
    }

    /// What was typed into `field` is well now.
    pub(crate) fn uncomplain(&mut self, field: &HtmlElement) {
        let _ = field.remove_attribute("aria-invalid");
        if self.complaint.as_deref() == Some(&field.id()) {
            let _ = field.remove_attribute("aria-describedby");
            self.parts.complaint.set_hidden(true);
            self.complaint = None;
        }
    }

    pub(crate) fn uncomplain_all(&mut self) {
        let Ok(fields) = self.root.query_selector_all("[aria-invalid]") else {
            return;
        };
        for at in 0..fields.length() {
            if let Some(field) = fields.item(at) {
                self.uncomplain(field.unchecked_ref());
            }
        }
    }
}
