//! The herd, painted pixel by pixel.

use base64::prelude::{BASE64_STANDARD, Engine};
use retry_herd_view::frame::Frame;
use retry_herd_view::plot_area::PlotArea;
use retry_herd_view::raster::{Future, Raster, RasterView};

use super::picture::{Page, Picture};
use crate::error::Failure;

/// As a file of pixels.
pub(super) fn png(picture: &Picture, page: Page) -> Result<Vec<u8>, Failure> {
    let (width, height) = page.pixels();
    let pixels = painted(picture, page)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().map_err(Failure::drawing)?;
    writer.write_image_data(&pixels).map_err(Failure::drawing)?;
    writer.finish().map_err(Failure::drawing)?;
    Ok(bytes)
}

/// The same pixels, in a picture that has a size of its own.
pub(super) fn svg(picture: &Picture, page: Page) -> Result<String, Failure> {
    let Page { width, height, .. } = page;
    let image = BASE64_STANDARD.encode(png(picture, page)?);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<image width=\"{width}\" height=\"{height}\" \
         href=\"data:image/png;base64,{image}\"/>\n</svg>\n"
    ))
}

fn painted(picture: &Picture, page: Page) -> Result<Vec<u8>, Failure> {
    let (width, height) = page.pixels();
    let scale = f64::from(page.scale);
    let mut bytes = vec![0; width as usize * height as usize * 4];
    let size = |_| Failure::drawing("no picture of that size");
    let mut frame = Frame::new(&mut bytes, width, height).map_err(size)?;
    let view = RasterView {
        area: PlotArea::of_raster(width, height, scale),
        axis: picture.axis,
        scale,
        palette: page.palette,
        outage: Some(picture.outage()),
        until: None,
        future: Future::Faint,
        selected: None,
        pointed: None,
    };
    Raster::new().paint(&mut frame, &picture.dots, &view);
    Ok(bytes)
}
