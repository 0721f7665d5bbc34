//! What ties the element to the browser: who calls it back, and when.
//!
//! Every callback borrows the stage, acts on it, and lets it ask for what it
//! needs next. A callback that comes while the stage is borrowed is passed over:
//! it could only be the echo of what the stage itself is doing.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use retry_herd_core::write_decimal;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, Event, HtmlElement, MediaQueryList, ShadowRoot, Window};

use crate::listeners::{Ears, Frames, Tasks, Timer};
use crate::parts::Parts;
use crate::pointer::grab;
use crate::sight::{Sight, Sizes};
use crate::stage::Stage;

/// Where a stage lives, until the element lets it go.
pub(crate) type Home = Rc<RefCell<Option<Stage>>>;

/// What a promise calls.
pub(crate) type Answer = Closure<dyn FnMut(JsValue)>;

/// A hold on the stage for callbacks, which does not keep it alive.
#[derive(Clone)]
pub(crate) struct Handle(Weak<RefCell<Option<Stage>>>);

/// The owners of all callbacks of one element.
pub(crate) struct Wiring {
    pub(crate) frames: Frames,
    pub(crate) tasks: Tasks,
    pub(crate) speech: Timer,
    /// `None` until the browser has said.
    pub(crate) in_sight: Option<bool>,
    document: Document,
    stillness: MediaQueryList,
    copied: Answer,
    refused: Answer,
    sizes: Sizes,
    ears: Ears,
    _sight: Sight,
}

impl Handle {
    /// On the stage of `home`.
    pub(crate) fn new(home: &Home) -> Self {
        Self(Rc::downgrade(home))
    }

    /// Acts on the stage, if it is still there.
    pub(crate) fn with(&self, act: impl FnOnce(&mut Stage)) {
        let mut act = Some(act);
        self.borrow(&mut |stage| {
            if let Some(act) = act.take() {
                act(stage);
            }
        });
    }

    /// The part of [`Handle::with`] that is the same for all.
    fn borrow(&self, act: &mut dyn FnMut(&mut Stage)) {
        let Some(home) = self.0.upgrade() else { return };
        let Ok(mut stage) = home.try_borrow_mut() else {
            return;
        };
        if let Some(stage) = &mut *stage {
            act(stage);
            stage.schedule();
        }
    }

    /// A function of the stage, for a promise.
    fn noting(&self, text: &'static str) -> Answer {
        let handle = self.clone();
        Closure::new(move |_| handle.with(|stage| stage.note(text)))
    }
}

impl Wiring {
    /// Ties the stage of `handle` to its element.
    pub(crate) fn new(
        handle: &Handle,
        window: &Window,
        host: &HtmlElement,
        root: &ShadowRoot,
        parts: &Parts,
    ) -> Result<Self, JsValue> {
        let document = window.document().ok_or(JsValue::NULL)?;
        let hold = || handle.clone();
        let (frame, task, speak, sized, seen, heard) =
            (hold(), hold(), hold(), hold(), hold(), hold());
        let sizes = Sizes::observe(window, &parts.sized(), move |element, size| {
            sized.with(|stage| stage.resized(element, size));
        })?;
        let stillness = media(window, "(prefers-reduced-motion: reduce)")?;
        let mut ears = Ears::new(move |event| heard.with(|stage| stage.hear(event)));
        ears.listen(root, &REACHING_ROOT);
        ears.listen(&parts.numbers, &["toggle"]);
        ears.listen(&document, &["visibilitychange"]);
        ears.listen(window, &["hashchange"]);
        ears.listen(&stillness, &["change"]);
        let darkness = media(window, "(prefers-color-scheme: dark)")?;
        ears.listen(&darkness, &["change"]);
        let mut wiring = Self {
            frames: Frames::new(window, move |now| frame.with(|stage| stage.frame(now))),
            tasks: Tasks::new(move || task.with(Stage::task))?,
            speech: Timer::new(window, move || speak.with(Stage::speak)),
            in_sight: None,
            stillness,
            copied: handle.noting("The link is copied."),
            refused: handle.noting("The link is in the address bar now."),
            document,
            ears,
            sizes,
            _sight: Sight::observe(host, move |is_seen| {
                seen.with(|stage| stage.seen(is_seen));
            })?,
        };
        wiring.watch_ratio(window);
        Ok(wiring)
    }

    /// What is to be called when the clipboard has taken the link, or has refused.
    pub(crate) fn when_copied(&self) -> [&Answer; 2] {
        [&self.copied, &self.refused]
    }

    /// Whether the element is on the screen.
    pub(crate) fn is_in_sight(&self) -> bool {
        self.in_sight == Some(true)
    }

    /// Whether the tab is hidden.
    pub(crate) fn is_hidden(&self) -> bool {
        self.document.hidden()
    }

    /// Whether the reader has asked for less motion.
    pub(crate) fn prefers_stillness(&self) -> bool {
        self.stillness.matches()
    }

    /// The ratio of device to CSS pixels may have changed: sizes are told again.
    pub(crate) fn measure_again(&mut self, window: &Window, parts: &Parts) {
        if !self.sizes.are_in_device_pixels() {
            self.sizes.tell_again(&parts.sized());
            self.watch_ratio(window);
        }
    }

    /// Listens for the ratio being another than it is now, where sizes are not
    /// told in device pixels.
    fn watch_ratio(&mut self, window: &Window) {
        if self.sizes.are_in_device_pixels() {
            return;
        }
        let ratio = write_decimal(window.device_pixel_ratio());
        if let Ok(list) = media(window, &format!("(resolution: {ratio}dppx)")) {
            self.ears.listen(&list, &["change"]);
        }
    }
}

fn media(window: &Window, query: &str) -> Result<MediaQueryList, JsValue> {
    window.match_media(query)?.ok_or(JsValue::NULL)
}

/// Events inside the element that are listened to at its root.
const REACHING_ROOT: [&str; 9] = [
    "input",
    "change",
    "focusout",
    "click",
    "transitionend",
    "pointermove",
    "pointerout",
    "pointerover",
    "pointerdown",
];

impl Stage {
    /// Something has happened somewhere.
    fn hear(&mut self, event: &Event) {
        let Some(target) = event.target() else { return };
        let kind = event.type_();
        let Some(target) = target.dyn_ref::<Element>() else {
            match kind.as_str() {
                "hashchange" => self.open_link(),
                "change" => self.media_changed(),
                // A hidden tab schedules nothing, one that is seen again does.
                _ => {}
            }
            return;
        };
        match kind.as_str() {
            "input" => self.on_input(target),
            "change" => self.on_change(target),
            "focusout" => self.on_leave(target),
            "click" => self.on_click(target, event.unchecked_ref()),
            "transitionend" => self.recolour(),
            "toggle" => self.write_tables(),
            "pointermove" => self.on_move(target, event.unchecked_ref()),
            "pointerover" => self.light(target),
            "pointerout" => self.point_nowhere(),
            "pointerdown" => grab(target, event.unchecked_ref()),
            _ => {}
        }
    }
}
