//! The shapes that tell the fates apart where there is room for shapes.

use crate::dots::Fate;
use crate::frame::{Frame, Ink, Rect};
use crate::palette::Rgb;

/// The shapes at one size, as distances from their outlines.
///
/// A cross: nobody was there. A hollow square: a door that was shut. A disc:
/// served. A triangle that points down: gave up. A bar: stopped by a circuit breaker.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glyphs {
    /// The diameter in device pixels that `distances` was made for.
    size: f32,
    /// From the middle pixel to the last one with a part of the halo.
    reach: i32,
    /// Shape by shape, row by row, in device pixels; negative inside.
    distances: Vec<f32>,
}

/// One shape to be painted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stamp {
    /// The pixel in its middle.
    pub(crate) x: i32,
    /// The pixel in its middle.
    pub(crate) y: i32,
    pub(crate) fate: Fate,
    pub(crate) colour: Rgb,
    pub(crate) opacity: f32,
}

/// The width of a halo around a shape, as a share of its size.
const HALO: f32 = 0.25;

impl Glyphs {
    /// Makes the shapes `size` device pixels wide, if they are not already.
    pub(crate) fn prepare(&mut self, size: f32) {
        if self.size.to_bits() == size.to_bits() {
            return;
        }
        self.size = size;
        self.reach = (size * (0.5 + HALO) + 0.5).ceil() as i32;
        self.distances.clear();
        for fate in Fate::ALL {
            for y in -self.reach..=self.reach {
                let row = (-self.reach..=self.reach).map(|x| distance(fate, x, y, size));
                self.distances.extend(row);
            }
        }
    }

    /// Paints a shape.
    pub(crate) fn paint(&self, frame: &mut Frame<'_>, clip: Rect, stamp: Stamp) {
        self.paint_grown(frame, clip, stamp, 0.0);
    }

    /// Paints a shape, filled and grown by its halo: what lifts it off the others.
    pub(crate) fn paint_halo(&self, frame: &mut Frame<'_>, clip: Rect, stamp: Stamp) {
        let fate = match stamp.fate {
            Fate::GaveUp => Fate::GaveUp,
            _ => Fate::Served,
        };
        self.paint_grown(frame, clip, Stamp { fate, ..stamp }, self.size * HALO);
    }

    /// Pixels on the outline are covered in part.
    fn paint_grown(&self, frame: &mut Frame<'_>, clip: Rect, stamp: Stamp, grown: f32) {
        let side = (2 * self.reach + 1) as usize;
        let shape = &self.distances[stamp.fate as usize * side * side..][..side * side];
        let mut shape = shape.iter();
        for y in stamp.y - self.reach..=stamp.y + self.reach {
            for x in stamp.x - self.reach..=stamp.x + self.reach {
                let distance = shape.next().copied().unwrap_or(1.0);
                let covered = (0.5 - distance + grown).clamp(0.0, 1.0);
                if covered > 0.0 && clip.contains(x, y) {
                    frame.paint_pixel(x, y, Ink::new(stamp.colour, covered * stamp.opacity));
                }
            }
        }
    }
}

/// How far the middle of a pixel is outside of the shape of `fate`.
fn distance(fate: Fate, x: i32, y: i32, size: f32) -> f32 {
    let (x, y) = (x as f32, y as f32);
    let (radius, stroke) = (size / 2.0, size * 0.11);
    match fate {
        Fate::Wasted => cross(x, y, radius, stroke),
        Fate::Rejected => hollow_square(x, y, radius * 0.9, stroke),
        Fate::Served => x.hypot(y) - radius,
        Fate::GaveUp => triangle(x, y, radius * 1.1),
        Fate::ShortCircuited => (x.abs() - radius).max(y.abs() - stroke),
    }
}

/// Two bars across each other, `2 × stroke` thick.
fn cross(x: f32, y: f32, radius: f32, stroke: f32) -> f32 {
    let (along, across) = ((x + y).abs() / 2f32.sqrt(), (x - y).abs() / 2f32.sqrt());
    let (long, short) = (along.max(across), along.min(across));
    (long - radius).max(short - stroke)
}

/// A frame whose outer edge is `radius` from the middle, `2 × stroke` thick.
fn hollow_square(x: f32, y: f32, radius: f32, stroke: f32) -> f32 {
    (x.abs().max(y.abs()) - radius + stroke).abs() - stroke
}

/// An equilateral triangle in a circle of `radius`, its tip downwards.
fn triangle(x: f32, y: f32, radius: f32) -> f32 {
    let sides = x.abs() * 0.866 + y * 0.5;
    sides.max(-y) - radius / 2.0
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact by construction")]
mod tests {
    use super::*;

    const INK: Rgb = Rgb(255, 255, 255);

    fn painted(fate: Fate, size: f32) -> Vec<u8> {
        let mut bytes = vec![0; 21 * 21 * 4];
        let mut frame = Frame::new(&mut bytes, 21, 21).unwrap();
        let mut glyphs = Glyphs::default();
        glyphs.prepare(size);
        let stamp = Stamp {
            x: 10,
            y: 10,
            fate,
            colour: INK,
            opacity: 1.0,
        };
        let clip = frame.bounds();
        glyphs.paint(&mut frame, clip, stamp);
        bytes.iter().step_by(4).copied().collect()
    }

    #[test]
    fn shapes_differ_by_more_than_a_third_of_what_they_cover() {
        for size in [7.0, 9.0, 12.0, 16.0] {
            for (i, a) in Fate::ALL.into_iter().enumerate() {
                for b in Fate::ALL.into_iter().skip(i + 1) {
                    let (a, b) = (painted(a, size), painted(b, size));
                    let sum = |f: &dyn Fn(u8, u8) -> u8| -> f64 {
                        a.iter().zip(&b).map(|(&a, &b)| f64::from(f(a, b))).sum()
                    };
                    let differing = sum(&u8::abs_diff);
                    assert!(differing > sum(&u8::max) / 3.0, "at {size}");
                }
            }
        }
    }

    #[test]
    fn only_the_square_is_hollow() {
        for fate in Fate::ALL {
            let middle = painted(fate, 9.0)[10 * 21 + 10];
            assert_eq!(middle == 0, fate == Fate::Rejected, "{fate:?}");
        }
    }

    #[test]
    fn a_shape_is_as_wide_as_asked_for() {
        for size in [7.0_f32, 9.0, 13.0] {
            let disc = painted(Fate::Served, size);
            let across = (0..21).filter(|x| disc[10 * 21 + x] > 0).count();
            assert_eq!(across as f32, size);
        }
    }
}
