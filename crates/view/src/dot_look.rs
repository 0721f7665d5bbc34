//! How large and how opaque dots are, given how many share the picture.

use crate::dots::Dots;
use crate::plot_area::PlotArea;

/// The look of the dots in one picture; lengths are device pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DotLook {
    /// How wide a dot is.
    pub(crate) width: f32,
    /// How tall a dot is.
    pub(crate) height: f32,
    /// How much of what is under it a dot covers, in `(0, 1]`.
    pub(crate) opacity: f32,
    /// Whether the fates have shapes.
    pub(crate) shapes: bool,
}

/// The height of a client's row from which on there is room for shapes, in CSS pixels.
const ROW_FOR_SHAPES_CSS: f32 = 6.0;
/// The largest shape, in CSS pixels.
const SHAPE_CSS: f32 = 11.0;
/// The narrowest dot: a column of them is seen at a ratio of 1. In CSS pixels.
const WIDTH_CSS: f32 = 2.25;
/// The lowest dot, in CSS pixels.
const HEIGHT_CSS: f32 = 1.5;
/// If dots would cover less than this share of the picture, they are larger …
const SPARSE: f32 = 0.12;
/// … up to so many times.
const LARGEST: f32 = 1.7;
/// If they would cover more than this share of it, they are smaller …
const CROWDED: f32 = 0.5;
/// … down to this.
const SMALLEST: f32 = 0.75;
/// Of dots whose rows overlap: where several meet it must become darker …
const OPACITY_MOST: f32 = 0.8;
/// … and one that is alone must be seen, however crowded the rest is.
const OPACITY_LEAST: f32 = 0.4;

impl DotLook {
    /// The look of `dots` in `area`.
    pub(crate) fn new(dots: &Dots, area: &PlotArea, scale: f32) -> Self {
        let row = area.height() as f32 / scale / dots.slots().max(1) as f32;
        if row >= ROW_FOR_SHAPES_CSS && has_room_for_shapes(dots, area, scale, row) {
            return Self::of_shapes(row, scale);
        }
        let room = area.width() as f32 * area.height() as f32 / (scale * scale);
        let times = dots.len() as f32 * WIDTH_CSS * HEIGHT_CSS / room.max(1.0);
        let growth = growth(times);
        // Not `clamp`, whose panic would bring the formatting of floats along.
        let width = (row * 0.75).max(WIDTH_CSS * growth).min(4.0);
        let height = (row * 0.75).max(HEIGHT_CSS * growth).min(4.0);
        let opacity = if row >= height {
            1.0
        } else {
            crowded_opacity(times)
        };
        Self {
            width: width * scale,
            height: height * scale,
            opacity,
            shapes: false,
        }
    }

    fn of_shapes(row: f32, scale: f32) -> Self {
        let size = shape_size(row) * scale;
        Self {
            width: size,
            height: size,
            opacity: 1.0,
            shapes: true,
        }
    }

    /// The look `share` of the way to `other`; shapes as soon as there is room.
    pub(crate) fn towards(&self, other: &Self, share: f32) -> Self {
        let mix = |a: f32, b: f32| a + (b - a) * share;
        Self {
            width: mix(self.width, other.width),
            height: mix(self.height, other.height),
            opacity: mix(self.opacity, other.opacity),
            shapes: if share < 0.5 {
                self.shapes
            } else {
                other.shapes
            },
        }
    }
}

/// How much larger than usual dots are that would cover the picture `times` times.
fn growth(times: f32) -> f32 {
    if times < SPARSE {
        (SPARSE / times).sqrt().min(LARGEST)
    } else {
        (CROWDED / times).sqrt().clamp(SMALLEST, 1.0)
    }
}

/// The opacity of dots that would cover the picture `times` times.
fn crowded_opacity(times: f32) -> f32 {
    (OPACITY_MOST / (1.0 + times)).max(OPACITY_LEAST)
}

/// The diameter of shapes in rows of `row`, both in CSS pixels.
fn shape_size(row: f32) -> f32 {
    (row * 0.8).min(SHAPE_CSS)
}

/// Whether the shapes of one client would fit beside each other, were they
/// spread evenly.
fn has_room_for_shapes(dots: &Dots, area: &PlotArea, scale: f32, row: f32) -> bool {
    let attempts = dots.len() as f32 / dots.slots().max(1) as f32;
    attempts * shape_size(row) <= area.width() as f32 / scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn dots_are_seen_however_many_there_are(times in 0.0_f32..1e4) {
            prop_assert!(growth(times) * WIDTH_CSS >= 1.5);
            prop_assert!(growth(times) * HEIGHT_CSS >= 1.0);
            prop_assert!((OPACITY_LEAST..=OPACITY_MOST).contains(&crowded_opacity(times)));
        }

        #[test]
        fn the_more_dots_the_smaller_and_the_more_transparent(a in 0.0_f32..20.0, b in 0.0_f32..20.0) {
            let (few, many) = (a.min(b), a.max(b));
            prop_assert!(growth(few) >= growth(many));
            prop_assert!(crowded_opacity(few) >= crowded_opacity(many));
        }
    }
}
