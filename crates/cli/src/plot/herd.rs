//! The herd, painted pixel by pixel.

use base64::prelude::{BASE64_STANDARD, Engine};
use retry_herd_view::axis::TimeAxis;
use retry_herd_view::frame::Frame;
use retry_herd_view::plot_area::PlotArea;
use retry_herd_view::raster::{Future, Raster, RasterView};

use super::page::Page;
use super::picture::Picture;
use super::pixels::Pixels;
use crate::error::Failure;

/// As a file of pixels.
pub(super) fn png(picture: &Picture, page: Page) -> Result<Vec<u8>, Failure> {
    painted(picture, page, picture.axis)?.png()
}

/// The same pixels, in a picture that has a size of its own.
pub(super) fn svg(picture: &Picture, page: Page) -> Result<String, Failure> {
    let Page { width, height, .. } = page;
    let image = image(&painted(picture, page, picture.axis)?, page, 0, 0)?;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n{image}</svg>\n"
    ))
}

/// Pixels as a part of an SVG, as large as `page` before scaling, at (x, y).
pub(super) fn image(pixels: &Pixels, page: Page, x: i32, y: i32) -> Result<String, Failure> {
    let Page { width, height, .. } = page;
    let image = BASE64_STANDARD.encode(pixels.png()?);
    Ok(format!(
        "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
         href=\"data:image/png;base64,{image}\"/>\n"
    ))
}

/// The herd's pixels, over this stretch of time.
pub(super) fn painted(picture: &Picture, page: Page, axis: TimeAxis) -> Result<Pixels, Failure> {
    let (width, height) = page.pixels();
    let scale = f64::from(page.scale);
    let mut bytes = vec![0; width as usize * height as usize * 4];
    let size = |_| Failure::drawing("no picture of that size");
    let mut frame = Frame::new(&mut bytes, width, height).map_err(size)?;
    let view = RasterView {
        area: PlotArea::of_raster(width, height, scale),
        axis,
        scale,
        palette: page.palette,
        outage: Some(picture.outage()),
        until: None,
        future: Future::Faint,
        selected: None,
        pointed: None,
    };
    Raster::new().paint(&mut frame, &picture.dots, &view);
    Ok(Pixels {
        width,
        height,
        bytes,
    })
}
