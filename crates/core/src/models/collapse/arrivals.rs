//! When calls begin: a Poisson stream whose rate changes.
//!
//! A stream of rate 1 is drawn once, and its times are read as numbers of calls
//! expected; the call comes when so many were expected. So a load that is lower
//! thins the same luck instead of drawing another.

use super::{Load, LoadShape};
use crate::models::luck::{Luck, Place, Purpose};
use crate::time::{SimDuration, SimTime};

/// The times of the calls, one after the other.
pub(super) struct Arrivals {
    pieces: Vec<Piece>,
    expected: f64,
    next: u32,
}

/// A piece of the load whose rate changes evenly, in seconds.
#[derive(Clone, Copy)]
struct Piece {
    start: f64,
    length: f64,
    from: f64,
    to: f64,
}

impl Arrivals {
    pub(super) fn new(load: &Load) -> Self {
        Self {
            pieces: match load.shape {
                LoadShape::Spike => spike(load),
                LoadShape::Ramp => ramp(load),
            },
            expected: 0.0,
            next: 0,
        }
    }

    /// The next call's number and time; `None` if none comes any more.
    pub(super) fn next(&mut self, luck: &Luck) -> Option<(u32, SimTime)> {
        let call = self.next;
        let place = Place {
            client: call,
            call: 0,
            attempt: 1,
        };
        self.expected += luck.unit_exponential(Purpose::Start, place);
        self.next += 1;
        Some((call, self.at(self.expected)?))
    }

    /// When `expected` calls were expected.
    fn at(&self, expected: f64) -> Option<SimTime> {
        let mut rest = expected;
        for piece in &self.pieces {
            let whole = piece.calls();
            if rest < whole {
                let seconds = piece.start + piece.time_of(rest);
                return Some(SimTime::ZERO + SimDuration::from_secs_f64(seconds));
            }
            rest -= whole;
        }
        None
    }
}

impl Piece {
    /// The calls expected in it.
    fn calls(self) -> f64 {
        if self.from == 0.0 && self.to == 0.0 {
            return 0.0;
        }
        self.length * (self.from + self.to) / 2.0
    }

    /// How long it takes until `calls` were expected.
    ///
    /// That solves `from × t + slope × t²/2 = calls`, in the form that does not
    /// lose digits when the slope is small.
    fn time_of(self, calls: f64) -> f64 {
        let slope = (self.to - self.from) / self.length;
        let root = (self.from * self.from + 2.0 * slope * calls)
            .max(0.0)
            .sqrt();
        2.0 * calls / (self.from + root)
    }
}

fn spike(load: &Load) -> Vec<Piece> {
    let even = |start: f64, length: f64, rate: f64| Piece {
        start,
        length,
        from: rate,
        to: rate,
    };
    let (peak, length) = peak_of(load);
    vec![
        even(0.0, peak, load.rate),
        even(peak, length, load.peak),
        even(peak + length, f64::INFINITY, load.rate),
    ]
}

fn ramp(load: &Load) -> Vec<Piece> {
    let (peak, length) = peak_of(load);
    let fall = peak * load.peak / (load.peak - load.rate);
    vec![
        Piece {
            start: 0.0,
            length: peak,
            from: load.rate,
            to: load.peak,
        },
        Piece {
            start: peak,
            length,
            from: load.peak,
            to: load.peak,
        },
        Piece {
            start: peak + length,
            length: fall,
            from: load.peak,
            to: 0.0,
        },
    ]
}

fn peak_of(load: &Load) -> (f64, f64) {
    (load.peak_at.as_secs_f64(), load.peak_length.as_secs_f64())
}
