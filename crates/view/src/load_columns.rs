//! Windows gathered into columns of pixels, so that a chart has as many steps as
//! can be seen.

use retry_herd_core::Window;

use crate::axis::TimeAxis;
use crate::load_chart::Load;
use crate::plot_area::PlotArea;

/// Requests per second in a column, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Column {
    pub(crate) served: f64,
    pub(crate) rejected: f64,
    pub(crate) wasted: f64,
}

impl Column {
    fn new(window: &Window, per_second: f64) -> Self {
        Self {
            served: f64::from(window.served) * per_second,
            rejected: f64::from(window.rejected) * per_second,
            wasted: f64::from(window.wasted) * per_second,
        }
    }

    /// All requests.
    pub(crate) fn total(&self) -> f64 {
        self.served + self.rejected + self.wasted
    }

    /// The column `share` of the way to `other`.
    pub(crate) fn towards(&self, other: &Self, share: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * share;
        Self {
            served: mix(self.served, other.served),
            rejected: mix(self.rejected, other.rejected),
            wasted: mix(self.wasted, other.wasted),
        }
    }
}

/// One column for every `width` pixels of `area`.
///
/// Where several windows share a column, the fullest stands for all of them: the
/// picture shows how high the load went, and its highest column is the highest
/// window, not a mean that hides it.
pub(crate) fn columns(
    load: &Load<'_>,
    axis: &TimeAxis,
    area: &PlotArea,
    width: i32,
) -> Vec<Column> {
    let count = (area.width() / width).max(0) as usize + 1;
    let seconds = load.window.as_secs_f64();
    let windows_per_column = f64::from(width) / f64::from(area.width().max(1)) * axis.length()
        / seconds.max(f64::MIN_POSITIVE);
    let first = axis.start / seconds.max(f64::MIN_POSITIVE);
    let column_of = |index: f64| first + index * windows_per_column;
    (0..count)
        .map(|index| {
            let index = index as f64;
            let from = column_of(index).ceil() as usize;
            let to = column_of(index + 1.0).ceil() as usize;
            let fullest = if from < to {
                fullest(load.windows, from, to)
            } else {
                load.windows.get(column_of(index + 0.5) as usize)
            };
            fullest.map_or(Column::default(), |w| Column::new(w, 1.0 / seconds))
        })
        .collect()
}

/// The fullest of the windows `from..to`, as far as there are any; the first of
/// equals.
fn fullest(windows: &[Window], from: usize, to: usize) -> Option<&Window> {
    let to = to.min(windows.len());
    let some = windows.get(from..to)?;
    let mut best = some.first()?;
    for window in some {
        if window.arrivals() > best.arrivals() {
            best = window;
        }
    }
    Some(best)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact by construction")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use retry_herd_core::SimDuration;

    const AREA: PlotArea = PlotArea {
        left: 44,
        right: 344,
        top: 0,
        bottom: 100,
    };

    fn of_windows(windows: &[Window], end: f64, width: i32) -> Vec<Column> {
        let load = Load {
            windows,
            window: SimDuration::from_millis(100),
            peak: None,
        };
        columns(&load, &TimeAxis::new(0.0, end), &AREA, width)
    }

    fn highest(columns: &[Column]) -> f64 {
        columns.iter().map(Column::total).fold(0.0, f64::max)
    }

    proptest! {
        #[test]
        fn the_highest_column_is_the_highest_window(
            loads in prop::collection::vec((0_u32..50, 0_u32..50, 0_u32..50), 1..2_000),
            width in 1_i32..6,
            slack in 1.0_f64..3.0,
        ) {
            let windows: Vec<Window> = loads
                .iter()
                .map(|&(wasted, rejected, served)| Window {
                    wasted,
                    rejected,
                    served,
                    ..Window::default()
                })
                .collect();
            let end = windows.len() as f64 * 0.1 * slack;
            // Windows much narrower than a column, and much wider ones.
            let columns = of_windows(&windows, end, width);
            let most = windows.iter().map(Window::arrivals).max().unwrap_or(0);
            prop_assert!((highest(&columns) - f64::from(most) * 10.0).abs() < 1e-6);
        }
    }

    #[test]
    fn a_column_is_a_window_not_a_mixture_of_maxima() {
        let windows = [
            Window {
                served: 12,
                ..Window::default()
            },
            Window {
                rejected: 20,
                ..Window::default()
            },
        ];
        let columns = of_windows(&windows, 300.0, 1);
        assert_eq!(columns[0].rejected, 200.0);
        assert_eq!(columns[0].served, 0.0);
    }

    #[test]
    fn a_wide_window_fills_all_of_its_columns() {
        let windows = [
            Window::default(),
            Window {
                served: 1,
                ..Window::default()
            },
        ];
        let columns = of_windows(&windows, 0.3, 1);
        let filled = columns.iter().filter(|c| c.total() > 0.0).count();
        assert_eq!(filled, 100);
        assert!(columns[..100].iter().all(|c| c.total() == 0.0));
    }

    #[test]
    fn the_way_between_columns_keeps_their_parts_apart() {
        let (a, b) = (
            Column {
                served: 10.0,
                ..Column::default()
            },
            Column {
                wasted: 20.0,
                ..Column::default()
            },
        );
        let half = a.towards(&b, 0.5);
        assert_eq!((half.served, half.wasted), (5.0, 10.0));
    }
}
