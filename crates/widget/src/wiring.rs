//! What ties the element to the browser: who calls it back, and when.
//!
//! Every callback borrows the stage, acts on it, and lets it ask for what it
//! needs next. A callback that comes while the stage is borrowed is passed over:
//! it could only be the echo of what the stage itself is doing.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use retry_herd_core::Value;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, Event, HtmlElement, PointerEvent, ShadowRoot, Window};

use crate::listeners::{Frames, Listener, Tasks, Timer};
use crate::parts::Parts;
use crate::pointer::grab;
use crate::sight::{Media, Sight, Sizes};
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
    stillness: Media,
    handle: Handle,
    copied: Answer,
    refused: Answer,
    sizes: Sizes,
    /// Where sizes are not told in device pixels, the ratio is watched.
    ratio: Option<Media>,
    _darkness: Media,
    _sight: Sight,
    _listeners: Vec<Listener>,
}

impl Handle {
    /// On the stage of `home`.
    pub(crate) fn new(home: &Home) -> Self {
        Self(Rc::downgrade(home))
    }

    /// Acts on the stage, if it is still there.
    pub(crate) fn with(&self, act: impl FnOnce(&mut Stage)) {
        let Some(home) = self.0.upgrade() else { return };
        let Ok(mut stage) = home.try_borrow_mut() else {
            return;
        };
        if let Some(stage) = &mut *stage {
            act(stage);
            stage.schedule();
        }
    }

    /// Listens to `kind` events at `target`.
    fn on(
        &self,
        target: &web_sys::EventTarget,
        kind: &'static str,
        act: fn(&mut Stage, &Event),
    ) -> Result<Listener, JsValue> {
        let handle = self.clone();
        let heard = move |event: Event| handle.with(|stage| act(stage, &event));
        Listener::new(target, kind, Box::new(heard))
    }

    /// Listens to pointer events at `target`.
    fn on_pointer(
        &self,
        target: &web_sys::EventTarget,
        kind: &'static str,
        act: fn(&mut Stage, &PointerEvent),
    ) -> Result<Listener, JsValue> {
        let handle = self.clone();
        let heard = move |event: Event| handle.with(|stage| act(stage, event.unchecked_ref()));
        Listener::new(target, kind, Box::new(heard))
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
        let (frame, task, speak) = (handle.clone(), handle.clone(), handle.clone());
        let (still, dark, sized, seen) = (
            handle.clone(),
            handle.clone(),
            handle.clone(),
            handle.clone(),
        );
        let sizes = Sizes::observe(window, &parts.sized(), move |element, size| {
            sized.with(|stage| stage.resized(element, size));
        })?;
        let ratio = if sizes.are_in_device_pixels() {
            None
        } else {
            Some(watch_ratio(handle, window)?)
        };
        Ok(Self {
            frames: Frames::new(window, move |now| frame.with(|stage| stage.frame(now))),
            tasks: Tasks::new(move || task.with(Stage::task))?,
            speech: Timer::new(window, move || speak.with(Stage::speak)),
            in_sight: None,
            stillness: Media::new(window, "(prefers-reduced-motion: reduce)", move || {
                still.with(Stage::stillness_changed);
            })?,
            _darkness: Media::new(window, "(prefers-color-scheme: dark)", move || {
                dark.with(Stage::recolour);
            })?,
            _sight: Sight::observe(host, move |is_seen| {
                seen.with(|stage| stage.seen(is_seen));
            })?,
            _listeners: listen(handle, window, &document, root, parts)?,
            copied: noting(handle, "The link is copied."),
            refused: noting(handle, "The link is in the address bar now."),
            handle: handle.clone(),
            document,
            sizes,
            ratio,
        })
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

    /// The ratio of device to CSS pixels has changed: sizes are told again.
    fn measure_again(&mut self, window: &Window, parts: &Parts) {
        self.sizes.tell_again(&parts.sized());
        self.ratio = watch_ratio(&self.handle, window).ok();
    }
}

fn noting(handle: &Handle, text: &'static str) -> Answer {
    let handle = handle.clone();
    Closure::new(move |_| handle.with(|stage| stage.note(text)))
}

/// Listens for the ratio being another than it is now.
fn watch_ratio(handle: &Handle, window: &Window) -> Result<Media, JsValue> {
    let ratio = Value::Number(window.device_pixel_ratio());
    let query = format!("(resolution: {ratio}dppx)");
    let handle = handle.clone();
    Media::new(window, &query, move || {
        handle.with(|stage| stage.wiring.measure_again(&stage.window, &stage.parts));
    })
}

fn listen(
    handle: &Handle,
    window: &Window,
    document: &Document,
    root: &ShadowRoot,
    parts: &Parts,
) -> Result<Vec<Listener>, JsValue> {
    let mut listeners = vec![
        handle.on(root, "input", |stage, event| {
            with_target(event, |target| stage.on_input(target));
        })?,
        handle.on(root, "change", |stage, event| {
            with_target(event, |target| stage.on_change(target));
        })?,
        handle.on(root, "focusout", |stage, event| {
            with_target(event, |target| stage.on_leave(target));
        })?,
        handle.on(root, "click", |stage, event| {
            with_target(event, |target| stage.on_click(target));
        })?,
        handle.on(root, "transitionend", |stage, _| stage.recolour())?,
        handle.on(&parts.numbers, "toggle", |stage, _| stage.write_tables())?,
        handle.on(document, "visibilitychange", |_, _| {})?,
        handle.on(window, "hashchange", |stage, _| stage.open_link())?,
    ];
    listeners.extend(listen_to_pointer(handle, parts)?);
    Ok(listeners)
}

fn listen_to_pointer(handle: &Handle, parts: &Parts) -> Result<Vec<Listener>, JsValue> {
    let mut listeners = vec![
        handle.on_pointer(&parts.raster, "pointermove", Stage::point)?,
        handle.on_pointer(&parts.raster, "pointerleave", |stage, _| {
            stage.point_nowhere();
        })?,
        handle.on_pointer(&parts.raster, "click", Stage::choose_dot)?,
        handle.on_pointer(&parts.one, "pointerover", |stage, event| {
            with_target(event, |target| stage.light(target));
        })?,
        handle.on_pointer(&parts.one, "pointerleave", |stage, _| stage.light_nothing())?,
    ];
    for part in [&parts.edge, &parts.level] {
        listeners.push(handle.on_pointer(part, "pointerdown", |_, event| grab(event))?);
        listeners.push(handle.on_pointer(part, "pointermove", Stage::drag)?);
    }
    Ok(listeners)
}

fn with_target(event: &Event, act: impl FnOnce(&Element)) {
    if let Some(target) = event.target().and_then(|target| target.dyn_into().ok()) {
        act(&target);
    }
}
