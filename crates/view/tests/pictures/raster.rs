use retry_herd_core::Jitter;
use retry_herd_view::dots::RowOrder;
use retry_herd_view::morph::Morph;
use retry_herd_view::palette::{Palette, Role};
use retry_herd_view::raster::{Future, RasterView};

use crate::herd::{Herd, Picture, Size};

const SIZE: Size = Size {
    width: 400,
    height: 150,
};

/// How much of each column of the plot after the outage is not background.
fn covered_columns(herd: &Herd, picture: &Picture) -> Vec<f64> {
    let view = herd.view(SIZE, 1.0);
    let ground = Palette::LIGHT.of(Role::Background);
    let ground = [ground.0, ground.1, ground.2];
    let first = view.x_of(30.5) as i32 + 1;
    (first..view.area.right)
        .map(|x| {
            let covered = (0..SIZE.height as i32).filter(|&y| picture.at(x, y) != ground);
            covered.count() as f64 / f64::from(SIZE.height)
        })
        .collect()
}

#[test]
fn without_jitter_dots_stand_in_stripes_and_with_it_the_stripes_dissolve() {
    let none = Herd::new(Jitter::None, 2_000);
    let stripes = covered_columns(&none, &none.picture(SIZE, &none.view(SIZE, 1.0)));
    let empty = stripes.iter().filter(|&&share| share == 0.0).count();
    assert!(stripes.iter().any(|&share| share > 0.95));
    assert!(empty as f64 > 0.8 * stripes.len() as f64);

    let full = Herd::new(Jitter::Full, 2_000);
    let cloud = covered_columns(&full, &full.picture(SIZE, &full.view(SIZE, 1.0)));
    let empty = cloud.iter().filter(|&&share| share == 0.0).count();
    assert!(cloud.iter().all(|&share| share < 0.7));
    assert!((empty as f64) < 0.2 * cloud.len() as f64);
}

#[test]
fn a_hidden_future_is_not_told() {
    let herd = Herd::new(Jitter::None, 2_000);
    let view = RasterView {
        until: Some(100.0),
        future: Future::Hidden,
        ..herd.view(SIZE, 1.0)
    };
    let picture = herd.picture(SIZE, &view);
    let ground = Palette::LIGHT.of(Role::Background);
    let after = view.x_of(105.0) as i32;
    for x in after..view.area.right {
        for y in 0..SIZE.height as i32 {
            assert_eq!(picture.at(x, y), [ground.0, ground.1, ground.2], "{x}, {y}");
        }
    }
}

#[test]
fn the_past_looks_the_same_whatever_the_future() {
    let herd = Herd::new(Jitter::Full, 2_000);
    let over = herd.picture(SIZE, &herd.view(SIZE, 1.0));
    let view = RasterView {
        until: Some(60.0),
        ..herd.view(SIZE, 1.0)
    };
    let now = herd.picture(SIZE, &view);
    for x in 0..view.x_of(59.0) as i32 {
        for y in 0..SIZE.height as i32 {
            assert_eq!(over.at(x, y), now.at(x, y), "{x}, {y}");
        }
    }
}

#[test]
fn a_morph_starts_as_one_picture_and_ends_as_the_other() {
    for (old, new) in [(2_000, 2_000), (8, 8), (8, 6), (2_000, 500), (8, 2_000)] {
        let (from, to) = (Herd::new(Jitter::None, old), Herd::new(Jitter::Full, new));
        let morph = Morph {
            from: from.scene(),
            to: to.scene(),
        };
        let view = from.view(SIZE, 2.0);
        let start = Picture::of_morph(SIZE, &morph, 0.0, &view);
        let end = Picture::of_morph(SIZE, &morph, 1.0, &view);
        assert!(
            start.bytes == from.picture(SIZE, &view).bytes,
            "start of {old} to {new}"
        );
        let settled = to.picture(SIZE, &to.view(SIZE, 2.0));
        assert!(end.bytes == settled.bytes, "end of {old} to {new}");
    }
}

#[test]
fn a_picture_too_small_for_its_margins_is_painted_without_harm() {
    let herd = Herd::new(Jitter::Full, 24);
    for width in [1, 2, 43, 59, 60, 61] {
        for height in [1, 2, 30] {
            let size = Size { width, height };
            let track = herd.dots.track(3);
            let view = RasterView {
                until: Some(20.0),
                selected: track.as_ref(),
                ..herd.view(size, 1.0)
            };
            herd.picture(size, &view);
        }
    }
}

#[test]
fn sorted_rows_end_in_the_curve_of_completion() {
    let herd = Herd::new(Jitter::Full, 2_000);
    let view = herd.view(SIZE, 1.0);
    let sorted = herd.dots.clone().sorted(RowOrder::Ending);
    let mut last = 0.0;
    for rank in 0..sorted.slots() {
        let times = sorted.times(sorted.at_rank(rank));
        let end = f64::from(times[times.len() - 1]);
        assert!(end >= last, "row {rank}");
        last = end;
    }
    assert_eq!(sorted.len(), herd.dots.len());
    assert!(view.y_of(&sorted, sorted.at_rank(0)) < 1.0);
}
