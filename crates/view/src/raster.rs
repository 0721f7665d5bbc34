//! The raster: time to the right, clients downwards, every attempt a dot.

use crate::axis::{TimeAxis, TimeSpan};
use crate::dots::{DotRef, Dots, Track};
use crate::frame::Frame;
use crate::morph::Morph;
use crate::palette::Palette;
use crate::plot_area::PlotArea;

/// What the raster shows besides its dots, and how.
#[derive(Clone, Copy, Debug)]
pub struct RasterView<'a> {
    /// Where the dots are, in device pixels.
    pub area: PlotArea,
    /// What the width of the area means. A morph brings its own.
    pub axis: TimeAxis,
    /// Device pixels in a CSS pixel.
    pub scale: f64,
    /// The colours.
    pub palette: &'a Palette,
    /// When the server was down.
    pub outage: Option<TimeSpan>,
    /// The current time (seconds), marked by a line; `None` when all is over.
    pub until: Option<f64>,
    /// What is seen of the time after it.
    pub future: Future,
    /// The client of the timeline.
    pub selected: Option<&'a Track>,
    /// The client that is pointed at.
    pub pointed: Option<&'a Track>,
}

/// What is seen of the attempts after the current time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Future {
    /// Nothing: it is not to be told yet.
    Hidden,
    /// A trace, so that one knows where to scrub to.
    Faint,
}

/// Paints rasters; keeps the shapes of the dots from frame to frame.
#[derive(Debug, Default)]
pub struct Raster {}

impl Raster {
    /// Paints `dots` over the whole of `frame`.
    pub fn paint(&mut self, frame: &mut Frame<'_>, dots: &Dots, view: &RasterView<'_>) {
        let _ = (frame, dots, view);
    }

    /// Paints the moment of `morph` at `progress` in `[0, 1]`.
    pub fn paint_morph(
        &mut self,
        frame: &mut Frame<'_>,
        morph: &Morph<'_>,
        progress: f64,
        view: &RasterView<'_>,
    ) {
        let _ = (frame, morph, progress, view);
    }
}

impl RasterView<'_> {
    /// The dot nearest to (`x`, `y`), within `radius`; all in device pixels.
    pub fn hit(&self, dots: &Dots, x: f64, y: f64, radius: f64) -> Option<DotRef> {
        let _ = (dots, x, y, radius);
        None
    }
}
