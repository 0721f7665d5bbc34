//! The colours of the page, read back for the canvases.
//!
//! Every colour is a custom property that the page may set to anything that
//! style sheets allow. The browser works out what it comes to.

use retry_herd_view::palette::{Palette, Rgb, Role};
use wasm_bindgen::prelude::*;
use web_sys::{HtmlCanvasElement, HtmlElement, Window};

use crate::canvas;
use crate::parts::add;

/// Makes one element for each colour in `probe`, each in its colour.
pub(crate) fn prepare(probe: &HtmlElement) -> Result<(), JsValue> {
    for role in Role::ALL {
        let swatch = add(probe, "i", "")?;
        swatch.set_class_name(&format!("role-{}", role.name()));
    }
    Ok(())
}

/// The colours as they are now; those that cannot be read are the light page's.
pub(crate) fn read(window: &Window, probe: &HtmlElement) -> Palette {
    let swatches = probe.children();
    let mut palette = Palette::LIGHT;
    for (at, role) in Role::ALL.into_iter().enumerate() {
        let swatch = swatches.item(at as u32);
        let colour = swatch
            .and_then(|swatch| window.get_computed_style(&swatch).ok()?)
            .and_then(|style| style.get_property_value("color").ok())
            .and_then(|css| Rgb::parse(&css).or_else(|| painted(window, &css).ok()));
        if let Some(colour) = colour {
            palette = palette.with(role, colour);
        }
    }
    palette
}

/// What a colour comes to that is not written as red, green and blue.
fn painted(window: &Window, css: &str) -> Result<Rgb, JsValue> {
    let document = window.document().ok_or(JsValue::NULL)?;
    let pixel: HtmlCanvasElement = document.create_element("canvas")?.unchecked_into();
    pixel.set_width(1);
    pixel.set_height(1);
    let context = canvas::context(&pixel)?;
    context.set_fill_style_str(css);
    context.fill_rect(0.0, 0.0, 1.0, 1.0);
    let data = context.get_image_data(0.0, 0.0, 1.0, 1.0)?.data();
    Ok(Rgb(data[0], data[1], data[2]))
}
