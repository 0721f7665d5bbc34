//! What the element's JavaScript calls.

use js_sys::{Function, Promise};
use retry_herd_core::{FIELDS, FieldError, WHOLE};
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, ShadowRoot};

use crate::clock::Pace;
use crate::colours;
use crate::link::Link;
use crate::objects::{object_of, value_of};
use crate::options::{Controls, Options, View};
use crate::parts::{Parts, write};
use crate::settings::Settings;
use crate::stage::Stage;
use crate::todo::Todo;
use crate::wiring::{Handle, Home, Wiring};

/// One element's inner life, from being connected to being let go. It holds the
/// element, so it has to be freed when that is taken out of the page.
#[wasm_bindgen]
pub struct Widget {
    home: Home,
}

#[wasm_bindgen]
impl Widget {
    /// Fills `root` and begins. Events are sent by calling `emit` with their
    /// name, warnings with `warning` and a text; with `whole` it asks to be replaced by
    /// one of the whole model. `saved` is what [`Widget::saved`] gave when the element was last in
    /// a page.
    ///
    /// # Errors
    ///
    /// If the browser lacks something that cannot be done without.
    #[wasm_bindgen(constructor)]
    pub fn new(
        host: HtmlElement,
        root: ShadowRoot,
        emit: Function,
        saved: Option<String>,
    ) -> Result<Self, JsValue> {
        let home = Home::default();
        let handle = Handle::new(&home);
        let document = host.owner_document().ok_or(JsValue::NULL)?;
        let window = document.default_view().ok_or(JsValue::NULL)?;
        let parts = Parts::render(&root)?;
        colours::prepare(&parts.probe)?;
        let wiring = Wiring::new(&handle, &window, &host, &root, &parts)?;
        let mut stage = Stage::new(window, host, root, emit, parts, wiring)?;
        stage.prepare_controls()?;
        stage.read_attributes();
        stage.begin(saved);
        stage.write_controls();
        *home.borrow_mut() = Some(stage);
        handle.with(|_| {});
        Ok(Self { home })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Stage) -> T) -> Option<T> {
        let mut result = None;
        Handle::new(&self.home).with(|stage| result = Some(act(stage)));
        result
    }

    /// What is to be kept while the element is out of the page.
    pub fn saved(&self) -> Option<String> {
        self.with(|stage| stage.saved()).flatten()
    }

    /// An attribute of the element was set, changed or removed.
    pub fn attribute_changed(&self, name: &str) {
        self.with(|stage| stage.attribute_changed(name));
    }

    /// The scenario, as an object like a scenario file.
    pub fn scenario(&self) -> JsValue {
        let value = self.with(|stage| stage.settings.scenario().to_value());
        value.map_or(JsValue::UNDEFINED, |value| object_of(&value))
    }

    /// Shows another scenario; false if the whole model has to be asked.
    ///
    /// # Errors
    ///
    /// If it is none, or not a valid one.
    pub fn set_scenario(&self, scenario: &JsValue) -> Result<bool, JsError> {
        let value = value_of(scenario);
        let given: Option<Result<(), FieldError>> = self.with(|stage| {
            stage.settings.give(&value)?;
            stage.changed(false);
            Ok(())
        });
        match given {
            Some(Err(error)) if error.is_for_whole() => Ok(false),
            Some(Err(error)) => Err(JsError::new(&error.to_string())),
            Some(Ok(())) | None => Ok(true),
        }
    }

    /// Says something to eyes and ears about the whole model; to eyes only while it
    /// is not there.
    pub fn tell(&self, text: &str) {
        self.with(|stage| {
            if !WHOLE {
                write(&stage.parts.growing, text);
            }
            stage.say(text.to_owned());
        });
    }

    /// What the last finished run reports.
    pub fn summary(&self) -> JsValue {
        let value = self.with(|stage| Some(stage.shown.as_ref()?.report.to_value()));
        let value = value.flatten();
        value.map_or(JsValue::UNDEFINED, |value| object_of(&value))
    }

    /// See the element's method of that name, here and below.
    pub fn play(&self) {
        self.with(Stage::play);
    }

    /// Stops playing.
    pub fn pause(&self) {
        self.with(Stage::pause);
    }

    /// Sets the clock, in seconds.
    pub fn seek(&self, seconds: f64) {
        self.with(|stage| stage.seek(seconds));
    }

    /// Steps the client that is followed.
    pub fn step(&self, attempts: i32) {
        self.with(|stage| stage.step(attempts));
    }

    /// Takes back what the reader has set.
    pub fn reset(&self) {
        self.with(Stage::reset);
    }

    /// Fulfilled when all is computed and painted.
    pub fn settled(&self) -> Promise {
        self.with(Stage::settled)
            .unwrap_or_else(|| Promise::resolve(&JsValue::UNDEFINED))
    }
}

/// Lets go of the page at once, whoever else still holds on.
impl Drop for Widget {
    fn drop(&mut self) {
        if let Ok(mut stage) = self.home.try_borrow_mut() {
            stage.take();
        }
    }
}

impl Stage {
    /// Begins with what was saved, or with a link, or as the attributes say.
    fn begin(&mut self, saved: Option<String>) {
        self.view = self.options.view;
        self.client = self.options.client;
        if self.options.controls == Controls::None {
            // Nothing moves for more than five seconds without a button to stop it.
            self.clock.set_pace(Pace::Whole(4.5));
        }
        if self.options.autoplay && saved.is_none() && !self.wiring.prefers_stillness() {
            self.clock.play_from_start();
        }
        match saved {
            Some(saved) => self.restore(&Link::decode(&saved)),
            None => self.open_link(),
        }
        self.recolour();
    }

    /// Reads all attributes anew.
    fn read_attributes(&mut self) {
        let host = self.host.clone();
        let attribute = |name: &str| host.get_attribute(name);
        let names = ["preset", "outage", "attempts"];
        let fields = FIELDS.iter().map(retry_herd_core::Field::short_name);
        let mut pairs = Vec::new();
        for name in names
            .into_iter()
            .chain(fields.filter(|name| *name != "name"))
        {
            if let Some(text) = attribute(name) {
                pairs.push((name, fresh(name, text)));
            }
        }
        let pairs = pairs.iter().map(|(name, text)| (*name, text.as_str()));
        let (settings, junk) = Settings::of_attributes(pairs);
        self.settings = settings;
        self.warn(junk);
        self.read_options();
    }

    fn read_options(&mut self) {
        let (options, junk) = Options::read(|name| self.host.get_attribute(name));
        self.options = options;
        self.warn(junk);
    }

    /// An attribute was set, changed or removed.
    fn attribute_changed(&mut self, name: &str) {
        let text = self.host.get_attribute(name);
        match name {
            "view" | "views" | "controls" | "theme" | "client" => {
                self.read_options();
                match name {
                    "view" => self.view = self.options.view,
                    "client" => self.follow(self.options.client),
                    "theme" => self.recolour(),
                    _ => {}
                }
                self.todo.add(Todo::ALL);
            }
            _ => {
                let text = text.map(|text| fresh(name, text));
                if let Err(junk) = self.settings.set_attribute(name, text.as_deref()) {
                    self.warn(vec![junk]);
                }
                self.changed(name == "jitter" || name == "seed");
            }
        }
        if !self.options.views.contains(&self.view) && self.options.views.len() == 1 {
            self.view = self.options.views.first().copied().unwrap_or(View::Herd);
        }
    }
}

/// `seed="random"` asks for another luck at each visit.
fn fresh(name: &str, text: String) -> String {
    if name != "seed" || text != "random" {
        return text;
    }
    // Without a source of luck it is always the same.
    let luck = getrandom::u32().unwrap_or(1);
    luck.to_string()
}
