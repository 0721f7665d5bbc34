//! The load chart, as shapes.

use retry_herd_view::load_chart::{Load, LoadChart};
use retry_herd_view::plot_area::PlotArea;
use retry_herd_view::raster::Future;
use retry_herd_view::sentence::sentence;

use super::page::Page;
use super::picture::Picture;
use super::shapes;
use crate::error::Failure;

/// As SVG.
pub(super) fn svg(picture: &Picture, page: Page) -> Result<String, Failure> {
    let words = sentence(&picture.scenario, &picture.report);
    shapes::svg(page, &words, |root| chart(picture, page).draw(root))
}

fn chart(picture: &Picture, page: Page) -> LoadChart<'_> {
    let load = picture.load();
    LoadChart {
        area: PlotArea::of_load(page.width, page.height, 1.0),
        axis: picture.axis,
        y_max: load.y_max(&picture.scenario),
        scale: 1.0,
        palette: page.palette,
        load: Load {
            peak: Some(picture.report.peak_after_recovery),
            ..load
        },
        previous: None,
        moved: 1.0,
        capacity: picture.scenario.server.capacity,
        outage: Some(picture.outage()),
        until: None,
        future: Future::Faint,
    }
}
