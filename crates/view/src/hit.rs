//! Which dot is pointed at.

use std::ops::Range;

use crate::dots::{DotRef, Dots};
use crate::raster::RasterView;

impl RasterView<'_> {
    /// The dot nearest to (`x`, `y`), within `radius`; all in device pixels. Of
    /// equally near ones the uppermost. Only the rows within
    /// the radius are looked at, and in them only the times.
    ///
    /// Dots that the future hides are not there to be hit.
    pub fn hit(&self, dots: &Dots, x: f64, y: f64, radius: f64) -> Option<DotRef> {
        let mut nearest = None;
        let mut least = radius * radius;
        for rank in self.ranks_between(dots, y - radius, y + radius) {
            let slot = dots.at_rank(rank);
            let row = self.y_of(dots, slot) - y;
            let times = dots.times(slot);
            let first = self.axis.time_of(x - radius, &self.area) as f32;
            let start = times.partition_point(|&at| at < first);
            for (index, &at) in times.iter().enumerate().skip(start) {
                let off = self.x_of(at) - x;
                if off > radius || self.opacity_at(at) == 0.0 {
                    break;
                }
                let distance = off * off + row * row;
                if distance < least {
                    least = distance;
                    nearest = Some((slot, index));
                }
            }
        }
        let (slot, index) = nearest?;
        dots.get(slot, index)
    }

    fn ranks_between(&self, dots: &Dots, top: f64, bottom: f64) -> Range<usize> {
        let rows = dots.slots() as f64 / f64::from(self.area.height().max(1));
        let rank = |y: f64| (y - f64::from(self.area.top)) * rows;
        // A float becomes 0 below the range of the integer, so no row is missed.
        let first = (rank(top) - 1.0) as usize;
        let last = (rank(bottom) + 1.0) as usize;
        first.min(dots.slots())..last.min(dots.slots())
    }
}
