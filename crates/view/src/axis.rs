//! The time axis that the raster and the load chart share.

use retry_herd_core::{SimDuration, SimTime, Window, power};

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
const STEPS: [f64; 27] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0,
    120.0, 300.0, 600.0, 900.0, 1_800.0, 3_600.0, 7_200.0, 10_800.0, 21_600.0, 43_200.0, 86_400.0,
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
        Self::new(start, start + self.length() * power(ratio, share))
    }

    /// Round times whose labels fit beside each other in a plot `width_css` CSS
    /// pixels wide.
    pub fn ticks(&self, width_css: f64) -> Vec<Tick> {
        let step_for = |label: f64| step_of_at_least(self.length() / (width_css / label).max(1.0));
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
    let larger = match step {
        _ if step < 60.0 => 60.0,
        _ if step < 3_600.0 => 3_600.0,
        _ => 86_400.0,
    };
    end > larger && (step / larger).fract() != 0.0
}

/// The least step that is at least `length` seconds; whole days beyond a day.
pub(crate) fn step_of_at_least(length: f64) -> f64 {
    let fits = |step: &&f64| **step >= length * 0.999_999;
    let day = STEPS[STEPS.len() - 1];
    let days = (length / day).ceil() * day;
    STEPS.iter().find(fits).copied().unwrap_or(days)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact by construction")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const AREA: PlotArea = PlotArea {
        left: 44,
        right: 844,
        top: 0,
        bottom: 300,
    };

    fn labels(end: f64, width_css: f64) -> Vec<String> {
        let ticks = TimeAxis::new(0.0, end).ticks(width_css);
        ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_at_times_that_people_count_in() {
        assert_eq!(
            labels(5.0, 400.0),
            ["0 s", "1 s", "2 s", "3 s", "4 s", "5 s"]
        );
        assert_eq!(labels(0.3, 200.0), ["0 s", "100 ms", "200 ms", "300 ms"]);
        assert_eq!(
            labels(90.0, 600.0),
            [
                "0 s",
                "15 s",
                "30 s",
                "45 s",
                "1 min",
                "1 min 15 s",
                "1 min 30 s"
            ]
        );
        assert_eq!(labels(600.0, 200.0), ["0 s", "5 min", "10 min"]);
        assert_eq!(
            labels(7_200.0, 400.0),
            ["0 s", "30 min", "1 h", "1 h 30 min", "2 h"]
        );
        assert_eq!(
            labels(1e6, 400.0),
            ["0 s", "2 days", "4 days", "6 days", "8 days", "10 days"]
        );
    }

    #[test]
    fn an_axis_fits_to_a_round_end_soon_after_the_last_attempt() {
        for (last, end) in [
            (509.2, 520.0),
            (605.0, 630.0),
            (84.0, 90.0),
            (7.8675, 8.0),
            (0.0, 0.105),
        ] {
            let fitted = TimeAxis::fit(last);
            assert_eq!(fitted.start, 0.0);
            assert!((fitted.end - end).abs() / end < 0.06, "{last}: {fitted:?}");
        }
    }

    #[test]
    fn windows_without_arrivals_do_not_stretch_the_axis() {
        let mut windows = vec![Window::default(); 600];
        windows[99].served = 1;
        let axis = TimeAxis::fit_windows(&windows, SimDuration::from_millis(100));
        assert_eq!(axis, TimeAxis::fit(10.0));
    }

    proptest! {
        #[test]
        fn nothing_is_beyond_the_fitted_axis_and_little_room_is_wasted(last in 0.11_f64..1e6) {
            let axis = TimeAxis::fit(last);
            prop_assert!(axis.end > last);
            prop_assert!(axis.end <= last * 1.12, "{last} in {axis:?}");
        }

        #[test]
        fn time_to_x_and_back_is_the_same_time(end in 0.01_f64..1e6, share in -0.5_f64..1.5) {
            let axis = TimeAxis::new(0.0, end);
            let at = end * share;
            let back = axis.time_of(axis.x_of(at, &AREA), &AREA);
            prop_assert!((back - at).abs() <= 1e-9 * end);
        }

        #[test]
        fn ticks_are_on_the_axis_with_room_for_their_labels(
            end in 0.01_f64..1e6,
            width in 100.0_f64..2_000.0,
        ) {
            let axis = TimeAxis::new(0.0, end);
            let ticks = axis.ticks(width);
            prop_assert!(!ticks.is_empty());
            for pair in ticks.windows(2) {
                let apart = (pair[1].at - pair[0].at) / end * width;
                // 6 CSS pixels a letter are plenty at this size of type.
                let letters = pair[0].label.chars().count() + pair[1].label.chars().count();
                prop_assert!(apart >= letters as f64 / 2.0 * 6.0, "{pair:?} in {width}");
            }
            prop_assert!(ticks.iter().all(|tick| tick.at <= end * 1.000_001));
        }

        #[test]
        fn the_way_to_another_axis_starts_here_and_ends_there(
            a in 0.01_f64..1e5,
            b in 0.01_f64..1e5,
        ) {
            let (from, to) = (TimeAxis::new(0.0, a), TimeAxis::new(0.0, b));
            prop_assert!((from.towards(&to, 0.0).end - a).abs() <= 1e-9 * a);
            prop_assert!((from.towards(&to, 1.0).end - b).abs() <= 1e-9 * b);
            let half = from.towards(&to, 0.5).end;
            prop_assert!((half - (a * b).sqrt()).abs() <= 1e-6 * half);
        }
    }
}
