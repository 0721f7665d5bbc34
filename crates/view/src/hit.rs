//! Which dot is pointed at.

use crate::dots::{DotRef, Dots};
use crate::raster::RasterView;

impl RasterView<'_> {
    /// The dot nearest to (`x`, `y`), within `radius`; all in device pixels. Of
    /// equally near ones the one of the lowest client. Only the rows within
    /// the radius are looked at, and in them only the times.
    ///
    /// Dots that the future hides are not there to be hit.
    pub fn hit(&self, dots: &Dots, x: f64, y: f64, radius: f64) -> Option<DotRef> {
        let mut nearest = None;
        let mut least = radius * radius;
        for slot in self.slots_between(dots, y - radius, y + radius) {
            let row = self.y_of(slot as u32 * dots.stride(), dots.clients()) - y;
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

    /// The client (from 0) whose row is at `y` device pixels, in a fleet of
    /// `clients`; `None` beyond the rows.
    pub fn client_at(&self, y: f64, clients: u32) -> Option<u32> {
        let share = (y - f64::from(self.area.top)) / f64::from(self.area.height().max(1));
        let client = (share * f64::from(clients)).floor();
        (0.0..f64::from(clients))
            .contains(&client)
            .then_some(client as u32)
    }

    fn slots_between(&self, dots: &Dots, top: f64, bottom: f64) -> std::ops::Range<usize> {
        let height = f64::from(self.area.height().max(1));
        let slot = |y: f64| {
            let share = (y - f64::from(self.area.top)) / height;
            share * f64::from(dots.clients()) / f64::from(dots.stride())
        };
        // A float becomes 0 below the range of the integer, so no row is missed.
        let first = (slot(top) - 1.0) as usize;
        let last = (slot(bottom) + 1.0) as usize;
        first.min(dots.slots())..last.min(dots.slots())
    }
}
