use proptest::prelude::*;
use retry_herd_core::Jitter;
use retry_herd_view::dots::{DotRef, RowOrder};
use retry_herd_view::raster::{Future, RasterView};

use crate::herd::{Herd, Size};

const SIZE: Size = Size {
    width: 300,
    height: 120,
};

/// Every dot's distance from a point, the slow way; the nearest within `radius`.
fn nearest(
    herd: &Herd,
    view: &RasterView<'_>,
    x: f64,
    y: f64,
    radius: f64,
) -> Option<(f64, DotRef)> {
    let mut best: Option<(f64, DotRef)> = None;
    for slot in 0..herd.dots.slots() {
        for index in 0..herd.dots.times(slot).len() {
            let dot = herd.dots.get(slot, index)?;
            let off = (view.x_of(dot.at) - x).hypot(view.y_of(&herd.dots, slot) - y);
            if off < radius && best.is_none_or(|(least, _)| off < least) {
                best = Some((off, dot));
            }
        }
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn the_nearest_dot_is_hit(
        x in -20.0_f64..320.0,
        y in -20.0_f64..140.0,
        radius in 0.5_f64..40.0,
        clients in prop::sample::select(vec![1_u32, 7, 24, 400]),
        by_ending in any::<bool>(),
    ) {
        let mut herd = Herd::new(Jitter::Full, clients);
        if by_ending {
            herd.dots = herd.dots.sorted(RowOrder::Ending);
        }
        let view = herd.view(SIZE, 1.0);
        let slow = nearest(&herd, &view, x, y, radius);
        let quick = view.hit(&herd.dots, x, y, radius);
        prop_assert_eq!(slow.is_some(), quick.is_some());
        if let (Some((off, _)), Some(dot)) = (slow, quick) {
            let slot = herd.dots.slot_of(dot.client).expect("a recorded client");
            let found = (view.x_of(dot.at) - x).hypot(view.y_of(&herd.dots, slot) - y);
            prop_assert!((found - off).abs() < 1e-3, "{} and {}", found, off);
        }
    }
}

#[test]
fn what_the_future_hides_cannot_be_hit() {
    let herd = Herd::new(Jitter::Full, 24);
    let served = herd
        .dots
        .get(0, herd.dots.times(0).len() - 1)
        .expect("a last dot");
    let view = RasterView {
        until: Some(f64::from(served.at) - 1.0),
        future: Future::Hidden,
        ..herd.view(SIZE, 1.0)
    };
    let (x, y) = (view.x_of(served.at), view.y_of(&herd.dots, 0));
    assert_eq!(view.hit(&herd.dots, x, y, 1.0), None);
    let seen = RasterView {
        future: Future::Faint,
        ..view
    };
    assert_eq!(seen.hit(&herd.dots, x, y, 1.0), Some(served));
}
