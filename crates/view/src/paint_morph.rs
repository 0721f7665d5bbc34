//! A moment between two runs, painted.

use crate::brush::{Band, Brush};
use crate::dot_look::DotLook;
use crate::dots::{Dots, Fate};
use crate::frame::{Frame, Ink};
use crate::morph::Morph;
use crate::palette::{Palette, Rgb};
use crate::raster::{Raster, RasterView, role_of};

impl Raster {
    /// Paints the moment of `morph` at `progress` in `[0, 1]`; the axis of the
    /// view is not looked at.
    ///
    /// A dot moves from its attempt's old time to its new one, and its colour
    /// with it. Attempts that only one of the runs has leave from, or join, the
    /// last attempt of the client that both have, fading.
    pub fn paint_morph(
        &mut self,
        frame: &mut Frame<'_>,
        morph: &Morph<'_>,
        progress: f64,
        view: &RasterView<'_>,
    ) {
        let moment = morph.moment(progress);
        let view = RasterView {
            axis: moment.axis,
            ..*view
        };
        let moved = moment.moved as f32;
        let (from, to) = (morph.from.dots, morph.to.dots);
        let scale = view.scale as f32;
        let old = DotLook::new(from, &view.area, scale);
        let look = old.towards(&DotLook::new(to, &view.area, scale), moved);
        self.begin(frame, &view, &look);
        let mut herd = Moving {
            brush: Brush::new(frame, self.shapes(), &view, look),
            view: &view,
            map: view.time_map(),
            moved,
            blends: Blends::new(view.palette, moved),
        };
        herd.paint(from, to);
        self.finish(frame, &view, |track| {
            let old = view.y_of_track(from, track);
            old + (view.y_of_track(to, track) - old) * moment.moved
        });
    }
}

/// The herd on its way.
struct Moving<'f, 'p, 'v> {
    brush: Brush<'f, 'p>,
    view: &'v RasterView<'v>,
    map: (f32, f32),
    moved: f32,
    blends: Blends,
}

/// One client's dots in one of the runs.
#[derive(Clone, Copy)]
struct Row<'a> {
    y: f32,
    times: &'a [f32],
    fates: &'a [Fate],
}

impl Row<'_> {
    /// The times of its first and its last attempt.
    fn lane(&self) -> Option<[f32; 2]> {
        Some([*self.times.first()?, *self.times.last()?])
    }
}

/// Where and what one dot is at the moment.
#[derive(Clone, Copy)]
struct Spot {
    at: f32,
    y: f32,
    band: Band,
    from: Fate,
    to: Fate,
    /// 1 for dots of both runs.
    presence: f32,
}

/// The colour between each fate and each other.
struct Blends([[Rgb; Fate::ALL.len()]; Fate::ALL.len()]);

impl Blends {
    fn new(palette: &Palette, moved: f32) -> Self {
        let colour = |fate| palette.of(role_of(fate));
        Self(Fate::ALL.map(|from| Fate::ALL.map(|to| colour(from).towards(colour(to), moved))))
    }

    fn of(&self, spot: &Spot) -> Rgb {
        self.0[spot.from as usize][spot.to as usize]
    }
}

impl Moving<'_, '_, '_> {
    fn paint(&mut self, from: &Dots, to: &Dots) {
        let clients = from.clients().max(to.clients());
        let stride = from.stride().min(to.stride());
        for client in (0..clients).step_by(stride as usize) {
            match (self.row_of(from, client), self.row_of(to, client)) {
                (Some(old), Some(new)) => self.both(old, new),
                (Some(row), None) => self.one(row, 1.0 - self.moved),
                (None, Some(row)) => self.one(row, self.moved),
                (None, None) => {}
            }
        }
    }

    fn row_of<'a>(&self, dots: &'a Dots, client: u32) -> Option<Row<'a>> {
        let slot = dots.slot_of(client)?;
        Some(Row {
            y: self.view.y_of(dots, slot) as f32,
            times: dots.times(slot),
            fates: dots.fates(slot),
        })
    }

    /// A client that both runs have recorded.
    fn both(&mut self, old: Row<'_>, new: Row<'_>) {
        let moved = self.moved;
        let mix = |a: f32, b: f32| a + (b - a) * moved;
        let y = mix(old.y, new.y);
        let band = self.brush.band(y);
        if let (Some(old), Some(new)) = (old.lane(), new.lane()) {
            let (first, last) = (mix(old[0], new[0]), mix(old[1], new[1]));
            self.brush.lane(first, last, y, self.view);
        }
        let common = old.times.len().min(new.times.len());
        for index in 0..common {
            self.spot(Spot {
                at: mix(old.times[index], new.times[index]),
                y,
                band,
                from: old.fates[index],
                to: new.fates[index],
                presence: 1.0,
            });
        }
        for index in common..old.times.len() {
            let join = last_before(new.times, common).unwrap_or(old.times[index]);
            let at = mix(old.times[index], join);
            self.single(at, y, old.fates[index], 1.0 - moved);
        }
        for index in common..new.times.len() {
            let leave = last_before(old.times, common).unwrap_or(new.times[index]);
            let at = mix(leave, new.times[index]);
            self.single(at, y, new.fates[index], moved);
        }
    }

    /// A client that only one of the runs has recorded.
    fn one(&mut self, row: Row<'_>, presence: f32) {
        if let Some([first, last]) = row.lane().filter(|_| presence > 0.5) {
            self.brush.lane(first, last, row.y, self.view);
        }
        for (&at, &fate) in row.times.iter().zip(row.fates) {
            self.single(at, row.y, fate, presence);
        }
    }

    fn single(&mut self, at: f32, y: f32, fate: Fate, presence: f32) {
        self.spot(Spot {
            at,
            y,
            band: self.brush.band(y),
            from: fate,
            to: fate,
            presence,
        });
    }

    #[inline]
    fn spot(&mut self, spot: Spot) {
        let opacity = spot.presence * self.view.opacity_at(spot.at);
        if opacity < 1.0 / 256.0 {
            return;
        }
        let x = spot.at * self.map.0 + self.map.1;
        let colour = self.blends.of(&spot);
        if self.brush.look.shapes {
            let fate = if self.moved < 0.5 { spot.from } else { spot.to };
            self.brush.shape(x, spot.y, fate, colour, opacity);
            return;
        }
        let ink = Ink::new(colour, self.brush.look.opacity * opacity);
        self.brush.block(x, spot.band, ink);
    }
}

fn last_before(times: &[f32], index: usize) -> Option<f32> {
    times.get(index.checked_sub(1)?).copied()
}
