//! Shapes as pixels, with a font that is the same on every machine.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::page::Page;
use crate::error::Failure;

/// Inter, its Latin letters; see OFL.txt beside them.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../../fonts/Inter-Regular.ttf"),
    include_bytes!("../../fonts/Inter-Bold.ttf"),
];

/// An opaque picture.
pub(super) struct Pixels {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Red, green, blue and 255 for each.
    pub(super) bytes: Vec<u8>,
}

/// The pixels of an SVG that has a background, at the page's scale.
pub(super) fn of(svg: &str, page: Page) -> Result<Pixels, Failure> {
    let mut fonts = fontdb::Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family("Inter");
    let options = Options {
        fontdb: Arc::new(fonts),
        font_family: "Inter".to_owned(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(Failure::drawing)?;
    let (width, height) = page.pixels();
    let none = || Failure::drawing("no picture of that size");
    let mut pixmap = Pixmap::new(width, height).ok_or_else(none)?;
    let scale = page.scale as f32;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    Ok(Pixels {
        width,
        height,
        bytes: pixmap.take(),
    })
}

impl Pixels {
    /// Lays another opaque picture over this one, its left upper corner at (x, y); what
    /// does not fit is left out.
    pub(super) fn lay(&mut self, over: &Self, x: i32, y: i32) {
        let (x, y) = (x.max(0) as usize, y.max(0) as usize);
        let (width, height) = (self.width as usize, self.height as usize);
        let columns = (over.width as usize).min(width.saturating_sub(x));
        let rows = (over.height as usize).min(height.saturating_sub(y));
        for row in 0..rows {
            let from = row * over.width as usize * 4;
            let to = ((y + row) * width + x) * 4;
            let line = &over.bytes[from..from + columns * 4];
            self.bytes[to..to + columns * 4].copy_from_slice(line);
        }
    }

    /// As a file.
    pub(super) fn png(&self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().map_err(Failure::drawing)?;
        writer
            .write_image_data(&self.bytes)
            .map_err(Failure::drawing)?;
        writer.finish().map_err(Failure::drawing)?;
        Ok(bytes)
    }
}
