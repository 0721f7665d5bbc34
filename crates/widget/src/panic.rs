//! After a panic nothing runs any more: the state of the module is not to be
//! trusted. The element's shell is told, and shows the page's own content again.

use std::cell::{Cell, RefCell};
use std::panic::PanicHookInfo;

use js_sys::Function;
use wasm_bindgen::prelude::*;

thread_local! {
    static HAPPENED: Cell<bool> = const { Cell::new(false) };
    static LISTENER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Calls `listener` with the message of the first panic, if there ever is one.
#[wasm_bindgen]
pub fn on_panic(listener: Function) {
    let is_first = LISTENER.with(|slot| slot.replace(Some(listener)).is_none());
    if is_first {
        std::panic::set_hook(Box::new(tell));
    }
}

/// Whether there has been a panic.
pub(crate) fn happened() -> bool {
    HAPPENED.get()
}

fn tell(info: &PanicHookInfo<'_>) {
    HAPPENED.set(true);
    let message = JsValue::from_str(&info.to_string());
    LISTENER.with(|slot| {
        if let Some(listener) = &*slot.borrow() {
            let _ = listener.call1(&JsValue::UNDEFINED, &message);
        }
    });
}
