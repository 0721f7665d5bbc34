//! From one run to another: every dot moves from its old time to its new one.

use crate::axis::TimeAxis;
use crate::dots::Dots;

/// One end of a [`Morph`]: a run's dots on their own time axis.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The dots.
    pub dots: &'a Dots,
    /// The axis that fits them.
    pub axis: TimeAxis,
}

/// The way from one run's dots to another's. Nothing is stored: any moment of it
/// can be asked for, in any order.
///
/// The longer of the two axes is in sight while dots move, so that none flies out
/// of the picture: a longer axis is zoomed out to before the dots move, a shorter
/// one is zoomed in on after.
#[derive(Clone, Copy, Debug)]
pub struct Morph<'a> {
    /// Where it starts.
    pub from: Scene<'a>,
    /// Where it ends.
    pub to: Scene<'a>,
}

/// A moment of a [`Morph`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The axis.
    pub axis: TimeAxis,
    /// How far the dots are on their way, in `[0, 1]`, eased.
    pub moved: f64,
}

/// The share of the time that zooming takes, if the axes differ.
const ZOOM: f64 = 0.35;

impl Morph<'_> {
    /// The moment at `progress` in `[0, 1]`.
    pub fn moment(&self, progress: f64) -> Moment {
        let (from, to) = (self.from.axis, self.to.axis);
        let progress = progress.clamp(0.0, 1.0);
        let (moving, zooming) = if from == to {
            (progress, progress)
        } else if to.length() < from.length() {
            (
                part(progress, 0.0, 1.0 - ZOOM),
                part(progress, 1.0 - ZOOM, 1.0),
            )
        } else {
            (part(progress, ZOOM, 1.0), part(progress, 0.0, ZOOM))
        };
        Moment {
            axis: from.towards(&to, ease(zooming)),
            moved: ease(moving),
        }
    }
}

/// How far `progress` is between `start` and `end`, in `[0, 1]`.
fn part(progress: f64, start: f64, end: f64) -> f64 {
    ((progress - start) / (end - start)).clamp(0.0, 1.0)
}

/// Starts and ends at rest: a cubic in each half.
fn ease(share: f64) -> f64 {
    if share < 0.5 {
        return 4.0 * share * share * share;
    }
    let back = 2.0 - 2.0 * share;
    1.0 - back * back * back / 2.0
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact by construction")]
mod tests {
    use super::*;
    use crate::dots::DotRecorder;
    use proptest::prelude::*;

    fn moments(from: f64, to: f64) -> Vec<Moment> {
        let dots = DotRecorder::new(0).dots();
        let scene = |end| Scene {
            dots: &dots,
            axis: TimeAxis::new(0.0, end),
        };
        let morph = Morph {
            from: scene(from),
            to: scene(to),
        };
        (0..=100)
            .map(|p| morph.moment(f64::from(p) / 100.0))
            .collect()
    }

    #[test]
    fn on_the_way_to_a_shorter_axis_dots_move_before_it_zooms() {
        for moment in moments(500.0, 90.0) {
            assert!(
                moment.axis.end == 500.0 || moment.moved == 1.0,
                "{moment:?}"
            );
        }
    }

    #[test]
    fn on_the_way_to_a_longer_axis_dots_move_after_it_has_zoomed() {
        for moment in moments(90.0, 500.0) {
            let zoomed = (moment.axis.end - 500.0).abs() < 1e-9;
            assert!(zoomed || moment.moved == 0.0, "{moment:?}");
        }
    }

    proptest! {
        #[test]
        fn a_morph_begins_at_one_end_goes_one_way_and_ends_at_the_other(
            from in 1.0_f64..1e4,
            to in 1.0_f64..1e4,
        ) {
            let moments = moments(from, to);
            let (first, last) = (moments[0], moments[100]);
            prop_assert_eq!(first.moved, 0.0);
            prop_assert_eq!(last.moved, 1.0);
            prop_assert!((first.axis.end - from).abs() < 1e-6);
            prop_assert!((last.axis.end - to).abs() < 1e-6);
            for pair in moments.windows(2) {
                prop_assert!(pair[1].moved >= pair[0].moved);
                let (a, b) = (pair[0].axis.end, pair[1].axis.end);
                prop_assert!((b - a) * (to - from) >= -1e-9);
            }
        }
    }
}
