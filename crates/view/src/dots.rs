//! Every attempt of a run as a dot: sorted by client to be painted, pointed at and
//! moved.

use retry_herd_core::Outcome;

pub use crate::recorder::{DOT_LIMIT, DotRecorder};
pub use crate::track::{Track, TrackDot};

/// What became of an attempt, and of its client with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// It came during the outage.
    Wasted,
    /// It met a full server.
    Rejected,
    /// It was served.
    Served,
    /// It failed, and its client had no other.
    GaveUp,
    /// An open circuit breaker kept it from the server.
    ShortCircuited,
}

/// The recorded dots of a run, sorted by client and time.
///
/// A *slot* is a recorded client: slot `s` is client `s × stride`. Its *rank* is
/// its place among the rows of the raster: see [`RowOrder`].
#[derive(Clone, Debug)]
pub struct Dots {
    record: Record,
    row_order: RowOrder,
    /// The rank of each slot.
    ranks: Vec<u32>,
    /// The slot of each rank.
    order: Vec<u32>,
}

/// What a recorder has kept, sorted by client and time.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) clients: u32,
    pub(crate) stride: u32,
    pub(crate) cut: bool,
    /// Where each slot's dots begin, and the end of the last one's.
    pub(crate) starts: Vec<u32>,
    pub(crate) at: Vec<f32>,
    pub(crate) fates: Vec<Fate>,
}

/// What the rows of the raster are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOrder {
    /// The client's number: rows stay where they are from run to run, and jitter
    /// is seen to scatter them.
    Client,
    /// First who was served, the earliest first, then who gave up, then who still
    /// waits: a wave is as tall as the crowd that was waiting, the served part of
    /// it stands together, and the last dots of the rows are the curve of
    /// completion.
    Ending,
}

/// One dot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DotRef {
    /// Whose attempt it is, from 0.
    pub client: u32,
    /// Which of the client's attempts it is, from 1.
    pub attempt: u32,
    /// When it reached the server, in seconds.
    pub at: f32,
    /// What became of it.
    pub fate: Fate,
}

/// What the rows are sorted by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ending {
    /// Served, given up, waiting.
    kind: u8,
    at_bits: u32,
}

impl Fate {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Wasted,
        Self::Rejected,
        Self::Served,
        Self::GaveUp,
        Self::ShortCircuited,
    ];

    /// Of an attempt with this outcome, on which its client gave up or not.
    pub fn new(outcome: Outcome, gave_up: bool) -> Self {
        match outcome {
            _ if gave_up => Self::GaveUp,
            Outcome::Wasted => Self::Wasted,
            Outcome::Rejected => Self::Rejected,
            Outcome::Served => Self::Served,
            Outcome::ShortCircuited => Self::ShortCircuited,
        }
    }

    /// Whether the client is done with it.
    pub fn is_ending(self) -> bool {
        matches!(self, Self::Served | Self::GaveUp)
    }
}

impl Dots {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            row_order: RowOrder::Client,
            ranks: Vec::new(),
            order: Vec::new(),
        }
        .by_client()
    }

    /// One in so many clients is drawn; 1 is all of them.
    pub fn stride(&self) -> u32 {
        self.record.stride
    }

    /// How many clients the fleet has, recorded or not: the rows of the raster.
    pub fn clients(&self) -> u32 {
        self.record.clients
    }

    /// Whether a single client made more attempts than the limit allows, so that
    /// its later ones are missing.
    pub fn is_cut(&self) -> bool {
        self.record.cut
    }

    /// How many dots there are.
    pub fn len(&self) -> usize {
        self.record.at.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.record.at.is_empty()
    }

    /// How many clients are recorded, whether they made an attempt or not.
    pub fn slots(&self) -> usize {
        self.record.starts.len().saturating_sub(1)
    }

    /// The times (seconds) of a slot's attempts, ascending.
    pub fn times(&self, slot: usize) -> &[f32] {
        &self.record.at[self.range(slot)]
    }

    /// The fates of a slot's attempts.
    pub fn fates(&self, slot: usize) -> &[Fate] {
        &self.record.fates[self.range(slot)]
    }

    /// The dot of an attempt (from 0) of a slot, if there is one.
    pub fn get(&self, slot: usize, index: usize) -> Option<DotRef> {
        let at = *self.times(slot).get(index)?;
        Some(DotRef {
            client: slot as u32 * self.stride(),
            attempt: index as u32 + 1,
            at,
            fate: self.fates(slot)[index],
        })
    }

    /// The slot of `client` (from 0), if it is recorded.
    pub fn slot_of(&self, client: u32) -> Option<usize> {
        let slot = (client / self.stride()) as usize;
        (client.is_multiple_of(self.stride()) && slot < self.slots()).then_some(slot)
    }

    /// All dots of `client` (from 0), if it is recorded.
    pub fn track(&self, client: u32) -> Option<Track> {
        let slot = self.slot_of(client)?;
        let pairs = self.times(slot).iter().zip(self.fates(slot));
        Some(Track {
            client,
            dots: pairs.map(|(&at, &fate)| TrackDot { at, fate }).collect(),
        })
    }

    /// The time of the last dot, in seconds; 0 if there is none.
    pub fn last(&self) -> f32 {
        self.record.at.iter().fold(0.0, |last, &at| last.max(at))
    }

    /// The rank of a slot.
    pub fn rank(&self, slot: usize) -> usize {
        self.ranks[slot] as usize
    }

    /// The slot of a rank.
    pub fn at_rank(&self, rank: usize) -> usize {
        self.order[rank] as usize
    }

    /// The rank of a client that need not be recorded: the nearest one's whose
    /// number, or whose ending, comes after its own.
    pub fn rank_of_track(&self, track: &Track) -> usize {
        if let Some(slot) = self.slot_of(track.client) {
            return self.rank(slot);
        }
        let ending = Ending::of(track.dots.last().map(|dot| (dot.at, dot.fate)));
        let rank = self.order.partition_point(|&slot| match self.row_order {
            RowOrder::Client => slot * self.stride() < track.client,
            RowOrder::Ending => self.ending(slot as usize) < ending,
        });
        rank.min(self.slots().saturating_sub(1))
    }

    fn ending(&self, slot: usize) -> Ending {
        let (times, fates) = (self.times(slot), self.fates(slot));
        let last = times.last().zip(fates.last());
        Ending::of(last.map(|(&at, &fate)| (at, fate)))
    }

    /// The same dots with their rows in this order.
    pub fn sorted(self, row_order: RowOrder) -> Self {
        match row_order {
            RowOrder::Client => self.by_client(),
            RowOrder::Ending => self.by_ending(),
        }
    }

    /// The order of recording. Apart from the other one, so that who needs only
    /// this does not download a sort.
    fn by_client(mut self) -> Self {
        let slots = self.slots() as u32;
        self.row_order = RowOrder::Client;
        self.order = (0..slots).collect();
        self.ranks.clone_from(&self.order);
        self
    }

    fn by_ending(self) -> Self {
        let mut dots = self.by_client();
        let endings: Vec<_> = (0..dots.slots()).map(|slot| dots.ending(slot)).collect();
        dots.row_order = RowOrder::Ending;
        dots.order.sort_by_key(|&slot| endings[slot as usize]);
        for (rank, &slot) in dots.order.iter().enumerate() {
            dots.ranks[slot as usize] = rank as u32;
        }
        dots
    }

    fn range(&self, slot: usize) -> std::ops::Range<usize> {
        self.record.starts[slot] as usize..self.record.starts[slot + 1] as usize
    }
}

impl Ending {
    fn of(last: Option<(f32, Fate)>) -> Self {
        let (kind, at) = match last {
            Some((at, Fate::Served)) => (0, at),
            Some((at, Fate::GaveUp)) => (1, at),
            _ => (2, 0.0),
        };
        // The bits of floats that are not negative are in the order of the floats.
        Self {
            kind,
            at_bits: at.to_bits(),
        }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact by construction")]
mod tests {
    use super::*;
    use retry_herd_core::{Event, Observer, SimTime};

    /// Clients 0, 1, …, with the end of each: seconds, and how.
    fn ended(endings: &[(u64, Fate)]) -> DotRecorder {
        let mut recorder = DotRecorder::new(endings.len() as u32);
        for (client, &(second, fate)) in endings.iter().enumerate() {
            recorder.attempt(Event {
                client: client as u32,
                attempt: 1,
                at: SimTime::from_nanos(second * 1_000_000_000),
                answered: SimTime::from_nanos(second * 1_000_000_000),
                outcome: match fate {
                    Fate::Served => Outcome::Served,
                    _ => Outcome::Rejected,
                },
                gave_up: fate == Fate::GaveUp,
            });
        }
        recorder
    }

    const MIXED: [(u64, Fate); 5] = [
        (3, Fate::Rejected),
        (9, Fate::Served),
        (1, Fate::GaveUp),
        (2, Fate::Served),
        (8, Fate::GaveUp),
    ];

    #[test]
    fn rows_are_in_order_of_clients_unless_asked() {
        let dots = ended(&MIXED).dots();
        let ranks: Vec<usize> = (0..5).map(|slot| dots.rank(slot)).collect();
        assert_eq!(ranks, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn sorted_rows_are_first_served_then_given_up_then_waiting() {
        let dots = ended(&MIXED).dots().sorted(RowOrder::Ending);
        let slots: Vec<usize> = (0..5).map(|rank| dots.at_rank(rank)).collect();
        assert_eq!(slots, [3, 1, 2, 4, 0]);
        assert!((0..5).all(|slot| dots.at_rank(dots.rank(slot)) == slot));
    }

    #[test]
    fn a_client_that_is_not_recorded_has_its_row_among_its_likes() {
        let dots = ended(&MIXED).dots();
        let track = |client, at, fate| Track {
            client,
            dots: vec![TrackDot { at, fate }],
        };
        assert_eq!(dots.rank_of_track(&track(1, 9.0, Fate::Served)), 1);
        let sorted = dots.sorted(RowOrder::Ending);
        assert_eq!(sorted.rank_of_track(&track(99, 5.0, Fate::Served)), 1);
        assert_eq!(sorted.rank_of_track(&track(99, 5.0, Fate::GaveUp)), 3);
        assert_eq!(sorted.rank_of_track(&track(99, 5.0, Fate::Wasted)), 4);
    }

    #[test]
    fn a_dot_is_found_by_client_and_attempt() {
        let dots = ended(&MIXED).dots();
        let slot = dots.slot_of(3).unwrap();
        let dot = dots.get(slot, 0).unwrap();
        assert_eq!((dot.client, dot.attempt, dot.at), (3, 1, 2.0));
        assert_eq!(dots.get(slot, 1), None);
        assert_eq!(dots.slot_of(5), None);
        assert_eq!(dots.last(), 9.0);
    }
}
