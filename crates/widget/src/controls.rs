//! The controls in sight: from the scenario to their values.

use retry_herd_core::{Field, PRESETS, Scenario, SimDuration, WHOLE};
use retry_herd_view::text;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlInputElement};

use crate::options::{Controls, View};
use crate::parts::{add, attribute, write};
use crate::scale::Scale;
use crate::stage::Stage;

impl Stage {
    /// Makes what the template leaves open.
    pub(crate) fn prepare_controls(&self) -> Result<(), JsValue> {
        for preset in PRESETS {
            let option = add(&self.parts.preset, "option", preset.title)?;
            attribute(&option, "value", preset.name);
        }
        let sliders = [
            (&self.parts.clients, &self.scales.clients),
            (&self.parts.cap, &self.scales.cap),
            (&self.parts.outage, &self.scales.outage),
        ];
        for (slider, scale) in sliders {
            slider.set_max(&scale.last().to_string());
        }
        self.prepare_fields()
    }

    /// Brings all controls in line with the settings.
    pub(crate) fn write_controls(&self) {
        let scenario = self.settings.scenario();
        self.write_what_is_there();
        self.write_scenario();
        self.write_jitter(scenario);
        self.write_sliders(scenario);
        self.write_fields(scenario);
        let number = text::count(u64::from(self.followed()) + 1);
        write_field(&self.parts.client, &number);
        let of = format!("of {}", text::count(u64::from(scenario.fleet.clients)));
        write(&self.parts.of, &of);
        write_field(&self.parts.seed, &scenario.seed.to_string());
    }

    /// Which parts there are, by the element's own attributes.
    fn write_what_is_there(&self) {
        let Self { parts, options, .. } = self;
        let has_basic = options.controls != Controls::None;
        let has_all = options.controls == Controls::Full;
        let has_views = has_basic && options.views.len() > 1;
        let is_herd = self.view == View::Herd;
        parts.views.set_hidden(!has_views);
        parts.pick.set_hidden(!has_all);
        parts.controls.set_hidden(!has_basic);
        parts.transport.set_hidden(!has_basic);
        parts.steps.set_hidden(!has_basic);
        parts.foot.set_hidden(!has_basic);
        parts.more.set_hidden(!has_all);
        parts.share.set_hidden(!has_all);
        parts.follow.set_hidden(!is_herd || !has_views);
        parts.herd.set_hidden(!is_herd);
        parts.one.set_hidden(is_herd);
        check(&parts.views, self.view.name());
    }

    fn write_scenario(&self) {
        let name = &self.settings.scenario().name;
        // A scenario of somebody's own is none of the list: nothing is selected.
        self.parts.preset.set_value(name);
        let teaches = self.settings.preset().map_or(&**name, |p| p.teaches);
        write(&self.parts.teaches, teaches);
    }

    fn write_jitter(&self, scenario: &Scenario) {
        let jitter = Field::named("jitter").map(|field| field.get(scenario).plain());
        check(&self.parts.jitter, jitter.as_deref().unwrap_or_default());
        let width = text::number(scenario.policy.width * 100.0);
        write(
            &self.parts.jitter_width,
            &format!("Proportional ±{width} %"),
        );
    }

    fn write_sliders(&self, scenario: &Scenario) {
        let Self { parts, scales, .. } = self;
        let clients = scenario.fleet.clients;
        let count = text::count(u64::from(clients));
        let counted = text::counted(u64::from(clients), "client");
        slide(
            &parts.clients,
            &scales.clients,
            f64::from(clients),
            &counted,
        );
        write_field(&parts.clients_number, &count);

        let cap = scenario.policy.cap;
        let words = cap.map_or_else(|| "none".to_owned(), readable);
        slide(&parts.cap, &scales.cap, seconds(cap), &words);
        write_field(&parts.cap_number, &words);

        let outage = scenario.server.outage.length;
        let words = outage.map_or_else(|| "forever".to_owned(), readable);
        slide(&parts.outage, &scales.outage, seconds(outage), &words);
        write_field(&parts.outage_number, &words);
    }
}

/// Checks the radio button of that value, or none.
fn check(group: &Element, value: &str) {
    let check = |selector: &str, is_checked| match group.query_selector(selector) {
        Ok(Some(radio)) => {
            let radio: &HtmlInputElement = radio.unchecked_ref();
            radio.set_checked(is_checked);
            true
        }
        _ => false,
    };
    if !check(&format!("input[value={value}]"), true) && WHOLE {
        // A kind that has no button.
        check("input:checked", false);
    }
}

/// Writes into a field, unless the reader is typing there, or has typed what is
/// yet to be corrected.
pub(crate) fn write_field(field: &HtmlInputElement, text: &str) {
    let is_readers = field.has_attribute("data-typing") || field.has_attribute("aria-invalid");
    if !is_readers && field.value() != text {
        field.set_value(text);
    }
}

fn slide(slider: &HtmlInputElement, scale: &Scale, value: f64, words: &str) {
    let position = scale.nearest(value);
    slider.set_value(&position.to_string());
    attribute(slider, "aria-valuetext", words);
}

fn seconds(duration: Option<SimDuration>) -> f64 {
    duration.map_or(f64::INFINITY, SimDuration::as_secs_f64)
}

/// A duration as a person writes it, if nothing is lost by that.
pub(crate) fn readable(duration: SimDuration) -> String {
    let text = text::duration(duration);
    let mut scratch = Scenario::default();
    let same = scratch.set("horizon", &text).is_ok() && scratch.horizon == duration;
    if same || duration == SimDuration::ZERO {
        text
    } else {
        duration.to_string()
    }
}
