//! What the browser tells about size, density and visibility.

use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{
    Element, IntersectionObserver, IntersectionObserverEntry, ResizeObserver,
    ResizeObserverBoxOptions, ResizeObserverEntry, ResizeObserverOptions, ResizeObserverSize,
    Window,
};

use crate::canvas::Density;
use crate::panic;

/// Watches the sizes of elements, in device pixels.
pub(crate) struct Sizes {
    observer: ResizeObserver,
    in_device_pixels: bool,
    _closure: Closure<dyn FnMut(Array)>,
}

impl Sizes {
    /// Calls `resized` with each element whose size or density has changed,
    /// the first time when it is observed.
    pub(crate) fn observe(
        window: &Window,
        elements: &[&Element],
        mut resized: impl FnMut(&Element, Density) + 'static,
    ) -> Result<Self, JsValue> {
        let window = window.clone();
        let closure = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            if panic::happened() {
                return;
            }
            for entry in entries.iter() {
                let entry: ResizeObserverEntry = entry.unchecked_into();
                resized(&entry.target(), density(&window, &entry));
            }
        });
        let observer = ResizeObserver::new(closure.as_ref().unchecked_ref())?;
        let mut in_device_pixels = true;
        for element in elements {
            in_device_pixels &= observe_device_pixels(&observer, element);
        }
        Ok(Self {
            observer,
            in_device_pixels,
            _closure: closure,
        })
    }

    /// Whether a change of the ratio of device to CSS pixels is told too.
    pub(crate) fn are_in_device_pixels(&self) -> bool {
        self.in_device_pixels
    }

    /// Tells the sizes of `elements` once more.
    pub(crate) fn tell_again(&self, elements: &[&Element]) {
        for element in elements {
            self.observer.unobserve(element);
            observe_device_pixels(&self.observer, element);
        }
    }
}

impl Drop for Sizes {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Whether that could be done: Safari knows the content box only.
fn observe_device_pixels(observer: &ResizeObserver, element: &Element) -> bool {
    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(extends = ResizeObserver)]
        type AnyObserver;
        #[wasm_bindgen(method, catch)]
        fn observe(
            this: &AnyObserver,
            element: &Element,
            options: &ResizeObserverOptions,
        ) -> Result<(), JsValue>;
    }
    let options = ResizeObserverOptions::new();
    options.set_box(ResizeObserverBoxOptions::DevicePixelContentBox);
    let any: &AnyObserver = observer.unchecked_ref();
    let done = any.observe(element, &options).is_ok();
    if !done {
        observer.observe(element);
    }
    done
}

/// What is told in device pixels differs from the size times the ratio by rounding.
const NEAR_PX: f64 = 2.0;

fn density(window: &Window, entry: &ResizeObserverEntry) -> Density {
    let css = entry.content_rect();
    if css.width() < 1.0 || css.height() < 1.0 {
        return Density::NONE;
    }
    let ratio = window.device_pixel_ratio();
    let (width, height) = (css.width() * ratio, css.height() * ratio);
    let is_near =
        |told: &(f64, f64)| (told.0 - width).abs() < NEAR_PX && (told.1 - height).abs() < NEAR_PX;
    // A screen that is only emulated has a ratio, but no device pixels.
    let told = device_box(entry).filter(is_near);
    let (width, height) = told.unwrap_or((width, height));
    Density {
        width_px: width.round() as u32,
        height_px: height.round() as u32,
        scale: width / css.width(),
    }
}

fn device_box(entry: &ResizeObserverEntry) -> Option<(f64, f64)> {
    let boxes = Reflect::get(entry, &"devicePixelContentBoxSize".into()).ok()?;
    if !Array::is_array(&boxes) {
        return None;
    }
    let first: ResizeObserverSize = boxes.unchecked_ref::<Array>().get(0).unchecked_into();
    Some((first.inline_size(), first.block_size()))
}

/// Watches whether an element is on the screen.
pub(crate) struct Sight {
    observer: IntersectionObserver,
    _closure: Closure<dyn FnMut(Array)>,
}

impl Sight {
    /// Calls `seen` with whether `element` is in sight, whenever that changes.
    pub(crate) fn observe(
        element: &Element,
        mut seen: impl FnMut(bool) + 'static,
    ) -> Result<Self, JsValue> {
        let closure = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            let last: IntersectionObserverEntry = entries
                .get(entries.length().saturating_sub(1))
                .unchecked_into();
            if !panic::happened() {
                seen(last.is_intersecting());
            }
        });
        let observer = IntersectionObserver::new(closure.as_ref().unchecked_ref())?;
        observer.observe(element);
        Ok(Self {
            observer,
            _closure: closure,
        })
    }
}

impl Drop for Sight {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
