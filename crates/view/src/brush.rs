//! Puts dots into a frame.

use crate::dot_look::DotLook;
use crate::dots::{Dots, Fate};
use crate::frame::{Frame, Ink, Rect};
use crate::glyph::{Glyphs, Stamp};
use crate::palette::{Palette, Rgb, Role};
use crate::raster::{FAINT, Future, RasterView, role_of};

/// One frame being painted.
pub(crate) struct Brush<'f, 'p> {
    frame: &'f mut Frame<'p>,
    shapes: &'f Glyphs,
    pub(crate) clip: Rect,
    pub(crate) look: DotLook,
    palette: &'f Palette,
    /// Of dots that have happened and of those that have not, by fate.
    inks: [[Ink; Fate::ALL.len()]; 2],
    /// The width of a dot in whole pixels.
    width: i32,
}

/// The rows of pixels, from `top` to before `bottom`, that the dots of one client
/// cover.
#[derive(Clone, Copy)]
pub(crate) struct Band {
    top: i32,
    bottom: i32,
}

impl<'f, 'p> Brush<'f, 'p> {
    pub(crate) fn new(
        frame: &'f mut Frame<'p>,
        shapes: &'f Glyphs,
        view: &RasterView<'f>,
        look: DotLook,
    ) -> Self {
        let ink = |opacity: f32| {
            let ink = |fate| Ink::new(view.palette.of(role_of(fate)), look.opacity * opacity);
            Fate::ALL.map(ink)
        };
        let faint = match view.future {
            Future::Hidden => 0.0,
            Future::Faint => FAINT,
        };
        Self {
            clip: view.clip(frame),
            frame,
            shapes,
            look,
            palette: view.palette,
            inks: [ink(1.0), ink(faint)],
            width: whole(look.width),
        }
    }

    /// The row of a single client, from the time `first` to the time `last`, where
    /// there is room to see it.
    pub(crate) fn lane(&mut self, first: f32, last: f32, y: f32, view: &RasterView<'_>) {
        if !self.look.shapes {
            return;
        }
        let top = y as i32;
        let lane = Rect {
            left: view.x_of(first) as i32,
            top,
            right: view.x_of(last) as i32,
            bottom: top + view.scale.round().max(1.0) as i32,
        };
        let ink = Ink::opaque(self.palette.of(Role::Grid));
        self.frame.paint(lane.within(self.clip), ink);
    }

    /// All dots, client by client.
    pub(crate) fn dots(&mut self, dots: &Dots, view: &RasterView<'_>) {
        for slot in 0..dots.slots() {
            let y = view.y_of(dots, slot) as f32;
            let times = dots.times(slot);
            if let (Some(first), Some(last)) = (times.first(), times.last()) {
                self.lane(*first, *last, y, view);
            }
            self.row(times, dots.fates(slot), y, view);
        }
    }

    /// The dots of one client, in order of time.
    fn row(&mut self, times: &[f32], fates: &[Fate], y: f32, view: &RasterView<'_>) {
        let (factor, shift) = view.time_map();
        let until = view.until.unwrap_or(f64::INFINITY) as f32;
        let band = self.band(y);
        for (&at, &fate) in times.iter().zip(fates) {
            let later = at > until;
            if later && view.future == Future::Hidden {
                break;
            }
            let x = at * factor + shift;
            if self.look.shapes {
                let opacity = if later { FAINT } else { 1.0 };
                self.shape(x, y, fate, self.palette.of(role_of(fate)), opacity);
            } else {
                self.block(x, band, self.inks[usize::from(later)][fate as usize]);
            }
        }
    }

    /// The rows of pixels that dots around `y` cover.
    pub(crate) fn band(&self, y: f32) -> Band {
        let top = whole(y - self.look.height / 2.0);
        let bottom = top + whole(self.look.height);
        Band {
            top: top.max(self.clip.top),
            bottom: bottom.min(self.clip.bottom),
        }
    }

    /// A rectangle with its middle at `x`.
    #[inline]
    pub(crate) fn block(&mut self, x: f32, band: Band, ink: Ink) {
        let left = whole(x - self.look.width / 2.0);
        let rect = Rect {
            left: left.max(self.clip.left),
            top: band.top,
            right: (left + self.width).min(self.clip.right),
            bottom: band.bottom,
        };
        self.frame.paint(rect, ink);
    }

    /// The shape of `fate` with its middle at (`x`, `y`).
    pub(crate) fn shape(&mut self, x: f32, y: f32, fate: Fate, colour: Rgb, opacity: f32) {
        let stamp = Stamp {
            x: x.floor() as i32,
            y: y.floor() as i32,
            fate,
            colour,
            opacity,
        };
        self.shapes.paint(self.frame, self.clip, stamp);
    }
}

/// The nearest whole number. A cast cuts towards zero, so it is kept above that;
/// `floor` would be a function call on processors of the basic x86-64 kind.
#[inline]
fn whole(pixels: f32) -> i32 {
    const ABOVE: f32 = 32_768.0;
    (pixels + (ABOVE + 0.5)) as i32 - ABOVE as i32
}
