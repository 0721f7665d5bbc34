//! Canvases in device pixels: their sizes, and pixels from Rust.

use js_sys::{Object, Reflect, Uint8ClampedArray};
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// A size in device pixels, and how many of them make a CSS pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Density {
    pub(crate) width_px: u32,
    pub(crate) height_px: u32,
    pub(crate) scale: f64,
}

impl Density {
    /// Of a box that is not on the screen.
    pub(crate) const NONE: Self = Self {
        width_px: 0,
        height_px: 0,
        scale: 1.0,
    };

    /// Whether there is nothing to paint on.
    pub(crate) fn is_empty(&self) -> bool {
        self.width_px == 0 || self.height_px == 0
    }
}

/// Gives `canvas` that many device pixels; that clears it, if it had others.
pub(crate) fn fit(canvas: &HtmlCanvasElement, size: Density) {
    if canvas.width() != size.width_px {
        canvas.set_width(size.width_px);
    }
    if canvas.height() != size.height_px {
        canvas.set_height(size.height_px);
    }
}

#[wasm_bindgen]
extern "C" {
    /// The image's own bytes, where web-sys gives a copy of them.
    #[wasm_bindgen(extends = ImageData)]
    type OwnImage;
    #[wasm_bindgen(method, getter, js_name = data)]
    fn own_data(this: &OwnImage) -> Uint8ClampedArray;
}

/// A picture that Rust paints: its pixels, and the browser's copy of them, which
/// is kept. A view of wasm's memory would die whenever that grows.
#[derive(Default)]
pub(crate) struct Pixels {
    bytes: Vec<u8>,
    image: Option<(ImageData, Uint8ClampedArray)>,
    width: u32,
    height: u32,
}

impl Pixels {
    /// The bytes of a picture of this size; as they were if the size is the same.
    pub(crate) fn sized(&mut self, size: Density) -> &mut [u8] {
        if (self.width, self.height) != (size.width_px, size.height_px) {
            (self.width, self.height) = (size.width_px, size.height_px);
            self.image = None;
            let length = 4 * size.width_px as usize * size.height_px as usize;
            self.bytes.clear();
            self.bytes.resize(length, 0);
        }
        &mut self.bytes
    }

    /// Puts them on `canvas`, which must be as large.
    pub(crate) fn put(&mut self, canvas: &HtmlCanvasElement) -> Result<(), JsValue> {
        if self.image.is_none() {
            let image = ImageData::new_with_sw(self.width, self.height)?;
            let data = image.unchecked_ref::<OwnImage>().own_data();
            self.image = Some((image, data));
        }
        if let Some((image, data)) = &self.image {
            data.copy_from(&self.bytes);
            context(canvas)?.put_image_data(image, 0.0, 0.0)?;
        }
        Ok(())
    }
}

/// The 2d context of `canvas`, which is kept where pixels from Rust reach it soonest.
pub(crate) fn context(canvas: &HtmlCanvasElement) -> Result<CanvasRenderingContext2d, JsValue> {
    let options = Object::new();
    Reflect::set(&options, &"willReadFrequently".into(), &JsValue::TRUE)?;
    let context = canvas.get_context_with_context_options("2d", &options)?;
    context
        .map(JsCast::unchecked_into)
        .ok_or_else(|| JsValue::from_str("no 2d canvas"))
}
