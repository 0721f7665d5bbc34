//! The time axis that the raster and the load chart share.

use retry_herd_core::{SimDuration, SimTime, Window};

use crate::plot_area::PlotArea;
use crate::text;

/// A stretch of simulated time laid over the width of a plot, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeAxis {
    /// The time at the left edge.
    pub start: f64,
    /// The time at the right edge; always after `start`.
    pub end: f64,
}

/// A stretch of time that is shaded, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeSpan {
    /// Its beginning.
    pub start: f64,
    /// Its end; infinite for an outage that lasts forever.
    pub end: f64,
}

/// A labelled place on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Where, in the unit of the axis: seconds, or requests per second.
    pub at: f64,
    /// What is written there.
    pub label: String,
}

/// Steps between ticks that people count in, in seconds: 1, 2 and 5 below ten
/// seconds, then the divisions of minutes, hours and days.
const STEPS: [f64; 25] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0,
    120.0, 300.0, 600.0, 900.0, 1_800.0, 3_600.0, 7_200.0, 21_600.0, 86_400.0,
];

/// Room for one label of the time axis, in CSS pixels: "10 min" and a gap …
const LABEL_CSS: f64 = 56.0;
/// … and for one of two units, as "1 min 30 s".
const LONG_LABEL_CSS: f64 = 84.0;

impl TimeAxis {
    /// An axis of at least a millisecond, so that it can be divided by.
    pub fn new(start: f64, end: f64) -> Self {
        Self {
            start,
            end: end.max(start + 0.001),
        }
    }

    /// From 0 to a round end after `last`, the time of the last attempt, in
    /// seconds. Everything is on it, be the tail ever so thin.
    pub fn fit(last: f64) -> Self {
        let last = last.max(0.1) * 1.015;
        let step = step_of_at_least(last / 30.0);
        Self::new(0.0, (last / step).ceil() * step)
    }

    /// As [`TimeAxis::fit`], for a run known by its windows of width `window`.
    pub fn fit_windows(windows: &[Window], window: SimDuration) -> Self {
        let used = windows.iter().rposition(|w| w.arrivals() > 0);
        let count = used.map_or(0, |last| last + 1);
        Self::fit(count as f64 * window.as_secs_f64())
    }

    /// Its length in seconds.
    pub fn length(&self) -> f64 {
        self.end - self.start
    }

    /// The x of the time `at` (seconds) in device pixels; beyond the plot for
    /// times beyond the axis.
    pub fn x_of(&self, at: f64, area: &PlotArea) -> f64 {
        f64::from(area.left) + (at - self.start) / self.length() * f64::from(area.width())
    }

    /// The time (seconds) at `x`, in device pixels: the inverse of
    /// [`TimeAxis::x_of`]. In an empty plot it is the start.
    pub fn time_of(&self, x: f64, area: &PlotArea) -> f64 {
        let width = f64::from(area.width().max(1));
        self.start + (x - f64::from(area.left)) / width * self.length()
    }

    /// The axis `share` of the way to `other`, zooming evenly: the length grows
    /// by the same factor in the same time.
    pub fn towards(&self, other: &Self, share: f64) -> Self {
        let start = self.start + (other.start - self.start) * share;
        let ratio = other.length() / self.length();
        Self::new(start, start + self.length() * ratio.powf(share))
    }

    /// Round times whose labels fit beside each other in a plot `width_css` CSS
    /// pixels wide.
    pub fn ticks(&self, width_css: f64) -> Vec<Tick> {
        let step_for =
            |label: f64| step_of_at_least(self.length() / (width_css / label).max(1.0));
        let mut step = step_for(LABEL_CSS);
        if has_two_units(step, self.end) {
            step = step_for(LONG_LABEL_CSS);
        }
        let first = (self.start / step).ceil() as i64;
        let last = (self.end / step + 1e-9).floor() as i64;
        (first..=last)
            .map(|index| Tick::of_time(index as f64 * step))
            .collect()
    }
}

impl TimeSpan {
    /// From `start` to `end`.
    pub fn new(start: SimTime, end: SimTime) -> Self {
        Self {
            start: start.as_secs_f64(),
            end: end.as_secs_f64(),
        }
    }
}

impl Tick {
    fn of_time(at: f64) -> Self {
        Self {
            at,
            label: text::seconds(at),
        }
    }
}

/// Whether labels of this step up to `end` have two units, as in "1 min 30 s".
fn has_two_units(step: f64, end: f64) -> bool {
    let larger = if step < 60.0 { 60.0 } else { 3_600.0 };
    end > larger && step % larger != 0.0
}

/// The least step that is at least `length` seconds; whole days beyond a day.
pub(crate) fn step_of_at_least(length: f64) -> f64 {
    let fits = |step: &&f64| **step >= length * 0.999_999;
    let day = STEPS[STEPS.len() - 1];
    let days = (length / day).ceil() * day;
    STEPS.iter().find(fits).copied().unwrap_or(days)
}
