//! What the reader does with the controls.

use retry_herd_core::{Preset, read_decimal};
use retry_herd_view::text;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement, PointerEvent};

use crate::clock::Pace;
use crate::options::View;
use crate::parts::attribute;
use crate::scale::Scale;
use crate::stage::Stage;
use crate::todo::Todo;

impl Stage {
    /// Something is being moved or typed.
    pub(crate) fn on_input(&mut self, target: &Element) {
        let Some(input) = target.dyn_ref::<HtmlInputElement>() else {
            return;
        };
        match target.id().as_str() {
            "clients" => self.slid("clients", input, |stage| &stage.scales.clients),
            "cap" => self.slid("cap", input, |stage| &stage.scales.cap),
            "outage" => self.slid("outage", input, |stage| &stage.scales.outage),
            "time" => {
                let share = input.value_as_number() / 1_000.0;
                self.clock.pause();
                self.seek(if share >= 1.0 {
                    self.clock.end()
                } else {
                    share * self.clock.end()
                });
            }
            _ if input.type_() == "text" => attribute(input, "data-typing", ""),
            _ => {}
        }
    }

    /// The slider of `field` has moved.
    fn slid(&mut self, field: &str, slider: &HtmlInputElement, scale: fn(&Self) -> &Scale) {
        let position = slider.value_as_number() as usize;
        let text = scale(self).stop(position).text.clone();
        self.edit(field, &text, slider, false);
    }

    /// The reader has set `field` to `text` with `control`.
    pub(crate) fn edit(&mut self, field: &str, text: &str, control: &HtmlElement, moves: bool) {
        match self.settings.edit(field, text) {
            Ok(()) => {
                self.uncomplain(control);
                self.changed(moves);
            }
            Err(error) => self.complain(control, error.to_string()),
        }
    }

    /// Something has been chosen, or typed to the end.
    pub(crate) fn on_change(&mut self, target: &Element) {
        let _ = target.remove_attribute("data-typing");
        if let Some(select) = target.dyn_ref::<HtmlSelectElement>() {
            self.selected(select);
        } else if let Some(input) = target.dyn_ref::<HtmlInputElement>() {
            self.entered(input);
        }
    }

    fn selected(&mut self, select: &HtmlSelectElement) {
        let value = select.value();
        match select.id().as_str() {
            "preset" => self.choose(&value),
            "speed" => self.clock.set_pace(match read_decimal(&value) {
                Some(length) if length > 0.0 => Pace::Whole(length),
                _ => Pace::RealTime,
            }),
            field => self.edit(field, &value, select, true),
        }
    }

    fn choose(&mut self, name: &str) {
        let Some(preset) = Preset::named(name) else {
            return;
        };
        self.settings.choose(preset);
        self.client = 0;
        self.chosen = false;
        self.clock.pause();
        self.clock.seek(f64::INFINITY);
        self.uncomplain_all();
        self.changed(false);
    }

    fn entered(&mut self, input: &HtmlInputElement) {
        let value = input.value();
        match (input.name().as_str(), input.id().as_str()) {
            ("jitter", _) => self.edit("jitter", &value, input, true),
            ("view", _) => self.show(View::named(&value).unwrap_or_default()),
            (_, "client") => self.enter_client(input),
            (_, "seed") => self.edit("seed", &value, input, true),
            (_, "clients-number") => self.edit("clients", &value, input, false),
            (_, "cap-number") => self.edit("cap", &value, input, false),
            (_, "outage-number") => self.edit("outage", &value, input, false),
            (_, id) if input.type_() == "text" => self.edit(id, &value, input, true),
            _ => {}
        }
        // What was typed is shown as it was understood, also if nothing changed.
        self.todo.add(Todo::CONTROLS);
    }

    fn enter_client(&mut self, input: &HtmlInputElement) {
        let clients = self.settings.scenario().fleet.clients;
        let value = input.value();
        let number: Option<u32> = value.replace([',', ' '], "").parse().ok();
        match number {
            Some(number) if (1..=clients).contains(&number) => {
                self.uncomplain(input);
                self.follow(number - 1);
            }
            _ => {
                let most = text::count(u64::from(clients));
                let complaint =
                    format!("client: \"{value}\" is none of them; allowed: 1 to {most}");
                self.complain(input, complaint);
            }
        }
    }

    /// A control loses the focus.
    pub(crate) fn on_leave(&mut self, target: &Element) {
        if target.has_attribute("data-typing") {
            let _ = target.remove_attribute("data-typing");
            self.todo.add(Todo::CONTROLS);
        }
    }

    /// Something was clicked.
    pub(crate) fn on_click(&mut self, target: &Element, event: &PointerEvent) {
        if target.id() == "raster" {
            self.choose_dot(event);
        }
        let Ok(Some(button)) = target.closest("button") else {
            return;
        };
        match button.id().as_str() {
            "play" if self.clock.is_running() => self.pause(),
            "play" => self.play(),
            "first" => self.step_to(0),
            "previous" => self.step(-1),
            "next" => self.step(1),
            "last" => self.step_to(usize::MAX),
            "follow" => self.show(View::Client),
            "again" => self.draw_again(),
            "reset" => self.reset(),
            "copy" => self.copy_link(),
            "whole" => self.tell("whole", ""),
            _ => {}
        }
    }

    fn draw_again(&mut self) {
        if self.settings.draw_again().is_ok() {
            self.changed(true);
        }
    }

    /// Steps the client that is followed by so many attempts.
    pub(crate) fn step(&mut self, attempts: i32) {
        let now = self.one.at(self.clock.at());
        let next = now.saturating_add_signed(attempts as isize);
        self.step_to(next);
    }

    /// Sets the clock to an attempt (from 0) of the client that is followed, the
    /// last one if it has fewer.
    fn step_to(&mut self, attempt: usize) {
        self.clock.pause();
        if let Some(at) = self.one.time_of(attempt) {
            self.seek(at);
        }
        if let Some(place) = self.one.place(self.clock.at()) {
            self.say(place);
        }
    }
}
