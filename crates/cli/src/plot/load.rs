//! The load chart, as shapes.

use plotters::prelude::{IntoDrawingArea, SVGBackend};
use retry_herd_view::load_chart::{Load, LoadChart};
use retry_herd_view::plot_area::PlotArea;
use retry_herd_view::raster::Future;

use super::picture::{Page, Picture};
use crate::error::Failure;

/// As SVG.
pub(super) fn svg(picture: &Picture, page: Page) -> Result<String, Failure> {
    let size = page.pixels();
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        chart(picture, page).draw(&root).map_err(Failure::drawing)?;
    }
    text.push('\n');
    Ok(text)
}

fn chart(picture: &Picture, page: Page) -> LoadChart<'_> {
    let (width, height) = page.pixels();
    let scale = f64::from(page.scale);
    let load = Load {
        windows: &picture.windows,
        window: picture.scenario.observe.window,
        peak: Some(picture.report.peak_after_recovery),
    };
    LoadChart {
        area: PlotArea::of_load(width, height, scale),
        axis: picture.axis,
        y_max: load.y_max(&picture.scenario),
        scale,
        palette: page.palette,
        load,
        previous: None,
        moved: 1.0,
        capacity: picture.scenario.server.capacity,
        outage: Some(picture.outage()),
        until: None,
        future: Future::Faint,
    }
}
