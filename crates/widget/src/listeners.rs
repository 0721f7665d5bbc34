//! Owners of what the browser calls back: listeners, frames, tasks and timers.
//! Each undoes itself when it is dropped, so that nothing outlives the element.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::{Event, EventTarget, MessageChannel, MessagePort, Window};

use crate::panic;

/// One function that hears every event, wherever it is asked to listen.
pub(crate) struct Ears {
    closure: Closure<dyn FnMut(Event)>,
    places: Vec<(EventTarget, &'static str)>,
}

impl Ears {
    /// Calls `heard` at each event.
    pub(crate) fn new(mut heard: impl FnMut(&Event) + 'static) -> Self {
        let closure = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            if !panic::happened() {
                heard(&event);
            }
        });
        Self {
            closure,
            places: Vec::new(),
        }
    }

    /// Listens to `kinds` of events that reach `target`.
    pub(crate) fn listen(&mut self, target: &EventTarget, kinds: &[&'static str]) {
        for kind in kinds {
            // Fails for nothing that events can reach.
            let _ = target.add_event_listener_with_callback(kind, self.function());
            self.places.push((target.clone(), kind));
        }
    }

    fn function(&self) -> &Function {
        self.closure.as_ref().unchecked_ref()
    }
}

impl Drop for Ears {
    fn drop(&mut self) {
        for (target, kind) in &self.places {
            let _ = target.remove_event_listener_with_callback(kind, self.function());
        }
    }
}

/// Animation frames, one at a time and only when asked for.
pub(crate) struct Frames {
    window: Window,
    waiting: Rc<Cell<Option<i32>>>,
    closure: Closure<dyn FnMut(f64)>,
}

impl Frames {
    /// Calls `frame` with the browser's time in milliseconds.
    pub(crate) fn new(window: &Window, mut frame: impl FnMut(f64) + 'static) -> Self {
        let waiting = Rc::new(Cell::new(None));
        let asked = waiting.clone();
        let closure = Closure::<dyn FnMut(f64)>::new(move |now| {
            asked.set(None);
            if !panic::happened() {
                frame(now);
            }
        });
        Self {
            window: window.clone(),
            waiting,
            closure,
        }
    }

    /// Asks for the next frame, if it is not asked for already.
    pub(crate) fn request(&self) {
        if self.waiting.get().is_none() {
            let callback = self.closure.as_ref().unchecked_ref();
            self.waiting
                .set(self.window.request_animation_frame(callback).ok());
        }
    }

    /// Takes the asking back.
    pub(crate) fn cancel(&self) {
        if let Some(id) = self.waiting.take() {
            let _ = self.window.cancel_animation_frame(id);
        }
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Tasks that come as soon as the browser has nothing more urgent to do: messages,
/// which unlike timers are not held back.
pub(crate) struct Tasks {
    from: MessagePort,
    to: MessagePort,
    waiting: Rc<Cell<bool>>,
    _closure: Closure<dyn FnMut(Event)>,
}

impl Tasks {
    /// Calls `task` once for each time that it was requested.
    pub(crate) fn new(mut task: impl FnMut() + 'static) -> Result<Self, JsValue> {
        let channel = MessageChannel::new()?;
        let waiting = Rc::new(Cell::new(false));
        let asked = waiting.clone();
        let closure = Closure::<dyn FnMut(Event)>::new(move |_| {
            // Not asked for any more if it was cancelled since.
            if asked.take() && !panic::happened() {
                task();
            }
        });
        let to = channel.port2();
        to.set_onmessage(Some(closure.as_ref().unchecked_ref()));
        Ok(Self {
            from: channel.port1(),
            to,
            waiting,
            _closure: closure,
        })
    }

    /// Asks for the next task, if it is not asked for already.
    pub(crate) fn request(&self) {
        if !self.waiting.replace(true) {
            let _ = self.from.post_message(&JsValue::NULL);
        }
    }

    /// Takes the asking back.
    pub(crate) fn cancel(&self) {
        self.waiting.set(false);
    }
}

impl Drop for Tasks {
    fn drop(&mut self) {
        self.to.set_onmessage(None);
        self.from.close();
        self.to.close();
    }
}

/// A timer that goes off once, however often it is set.
pub(crate) struct Timer {
    window: Window,
    waiting: Rc<Cell<Option<i32>>>,
    closure: Closure<dyn FnMut()>,
}

impl Timer {
    /// Calls `ring` when the time is up.
    pub(crate) fn new(window: &Window, mut ring: impl FnMut() + 'static) -> Self {
        let waiting = Rc::new(Cell::new(None));
        let set = waiting.clone();
        let closure = Closure::<dyn FnMut()>::new(move || {
            set.set(None);
            if !panic::happened() {
                ring();
            }
        });
        Self {
            window: window.clone(),
            waiting,
            closure,
        }
    }

    /// Sets it to `millis` from now; a time that was set before is forgotten.
    pub(crate) fn set(&self, millis: i32) {
        self.cancel();
        let callback = self.closure.as_ref().unchecked_ref();
        self.waiting.set(
            self.window
                .set_timeout_with_callback_and_timeout_and_arguments_0(callback, millis)
                .ok(),
        );
    }

    /// Forgets the time that was set.
    pub(crate) fn cancel(&self) {
        if let Some(id) = self.waiting.take() {
            self.window.clear_timeout_with_handle(id);
        }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.cancel();
    }
}
