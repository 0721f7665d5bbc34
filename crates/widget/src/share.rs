//! The state in a link.
//!
//! A link's fragment is `#NAME?preset=…&field=…`, where the name is the
//! element's `id`, or says which of the page's elements it is.

use retry_herd_core::{PRESETS, read_decimal, write_decimal};
use wasm_bindgen::prelude::*;

use crate::link::Link;
use crate::options::View;
use crate::parts::write;
use crate::stage::Stage;

impl Stage {
    /// The state as text: of the reader's settings, and of what is looked at.
    pub(crate) fn state(&self) -> Link {
        let mut link = Link::default();
        self.settings.write(&mut link);
        self.write_sight(&mut link);
        link
    }

    /// What is looked at.
    fn write_sight(&self, link: &mut Link) {
        if self.view != View::Herd {
            link.push("view", self.view.name());
        }
        if self.followed() > 0 {
            link.push("client", &(self.followed() + 1).to_string());
        }
        if let Some(until) = self.clock.until() {
            link.push("t", &write_decimal(until));
        }
    }

    /// What has to survive while the element is out of the page; nothing if all
    /// is as the attributes say.
    pub(crate) fn saved(&self) -> Option<String> {
        let is_moved = self.view != self.options.view
            || self.client != self.options.client
            || self.clock.until().is_some();
        (is_moved || self.settings.is_touched()).then(|| {
            let mut link = Link::default();
            self.settings.save(&mut link);
            self.write_sight(&mut link);
            if self.clock.is_running() {
                link.push("play", "");
            }
            link.encode()
        })
    }

    /// Takes over a state.
    pub(crate) fn restore(&mut self, link: &Link) {
        let junk = self.settings.read(link);
        self.warn(junk);
        for (name, value) in link.pairs() {
            match name {
                "view" => self.view = View::named(value).unwrap_or(self.view),
                "client" => {
                    let number: Option<u32> = value.parse().ok();
                    self.client = number.and_then(|n| n.checked_sub(1)).unwrap_or(0);
                }
                "t" => self
                    .clock
                    .seek(read_decimal(value).unwrap_or(f64::INFINITY)),
                "play" => self.play(),
                _ => {}
            }
        }
        self.changed(false);
        self.todo = crate::todo::Todo::ALL;
    }

    /// Takes over the state in the page's address, if it is for this element.
    pub(crate) fn open_link(&mut self) {
        let Ok(hash) = self.window.location().hash() else {
            return;
        };
        let Some((name, state)) = hash.trim_start_matches('#').split_once('?') else {
            return;
        };
        if name == self.name() {
            let mut link = Link::decode(state);
            if link.value("preset").is_none() {
                // A link is the same on every page, whatever attributes it finds.
                link.push("preset", PRESETS[0].name);
            }
            self.restore(&link);
        }
    }

    /// The element's `id`, or which one of the page's it is.
    fn name(&self) -> String {
        let id = self.host.id();
        if !id.is_empty() {
            return id;
        }
        let place = self.place_on_page().unwrap_or(0);
        match place {
            0 => "retry-herd".to_owned(),
            place => format!("retry-herd-{}", place + 1),
        }
    }

    fn place_on_page(&self) -> Option<u32> {
        let document = self.window.document()?;
        let all = document.query_selector_all("retry-herd").ok()?;
        let host: &web_sys::Node = &self.host;
        (0..all.length()).find(|&at| {
            all.item(at)
                .is_some_and(|node| node.is_same_node(Some(host)))
        })
    }

    /// Puts the state into the page's address, and that on the clipboard.
    pub(crate) fn copy_link(&mut self) {
        let fragment = format!("#{}?{}", self.name(), self.state().encode());
        let is_set = self.window.history().and_then(|history| {
            history.replace_state_with_url(&JsValue::NULL, "", Some(&fragment))
        });
        if is_set.is_err() {
            // A document without an address of its own, such as a sandboxed frame.
            self.note("This page has no address that a link could be made of.");
            return;
        }
        let Ok(address) = self.window.location().href() else {
            return;
        };
        self.put_on_clipboard(&address);
    }

    fn put_on_clipboard(&mut self, address: &str) {
        let clipboard = js_sys::Reflect::get(&self.window.navigator(), &"clipboard".into());
        // Without a secure connection there is none.
        let clipboard = clipboard.ok().filter(JsValue::is_object);
        let Some(clipboard) = clipboard else {
            self.note("The link is in the address bar now.");
            return;
        };
        let clipboard: web_sys::Clipboard = clipboard.unchecked_into();
        let [copied, refused] = self.wiring.when_copied();
        let _ = clipboard.write_text(address).then2(copied, refused);
    }

    /// Says something to eyes and ears.
    pub(crate) fn note(&mut self, text: &str) {
        write(&self.parts.note, text);
        self.say(text.to_owned());
    }
}
