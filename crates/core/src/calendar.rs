//! Pending attempts, kept by tick.
//!
//! Every waiting client has exactly one pending attempt, which carries all that its
//! delay depends on, so that handling an attempt of the small model touches no other
//! memory. What else the whole model remembers of clients stands in tables.
//! A tick's attempts stand in a chain of small chunks: appending is O(1), reading
//! is sequential, and chunks are used again. No heap, no comparison.

use crate::time::{SimDuration, SimTime};

/// A client's next attempt, and what its delay depends on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pending {
    /// When it is due.
    pub(crate) at: SimTime,
    /// What the next delay grows from.
    pub(crate) memory: SimDuration,
    /// Who, from 0.
    pub(crate) client: u32,
    /// Which attempt, from 1.
    pub(crate) attempt: u32,
}

impl Pending {
    /// The order in which a tick's capacity is given out.
    #[inline]
    pub(crate) fn order(&self) -> (SimTime, u32) {
        (self.at, self.client)
    }
}

/// Attempts in a chunk: a power of two. More would stream better, and waste more
/// where ticks are sparse, for every tick in use holds at least one chunk.
const PER_CHUNK: usize = 16;

/// No slot, no chunk. As a slot it is the last of its chunk, like any full one.
const NONE: u32 = u32::MAX;

/// Pending attempts by tick.
#[derive(Clone, Debug)]
pub(crate) struct Calendar {
    /// The slot that was filled last, by tick, up to the last tick that was used.
    last: Vec<u32>,
    /// The slots, chunk after chunk.
    slots: Vec<Pending>,
    /// By chunk: the chunk that the same tick filled before it, or the next free
    /// one. Apart from the slots, so that following a chain waits for no slot.
    before: Vec<u32>,
    free: u32,
    next_tick: usize,
}

impl Calendar {
    /// For `clients` attempts pending at once.
    pub(crate) fn new(clients: usize) -> Self {
        // A small herd is spread over up to a minute of ticks, with a chunk for each. To grow
        // on the way is dear: what is given back then comes anew with the next run.
        let slots = clients + clients / 8 + PER_CHUNK * clients.min(600);
        Self {
            last: Vec::new(),
            slots: Vec::with_capacity(slots),
            before: Vec::with_capacity(slots / PER_CHUNK),
            free: NONE,
            next_tick: 0,
        }
    }

    /// Puts an attempt into a tick that has not been taken yet.
    #[inline]
    pub(crate) fn insert(&mut self, tick: usize, pending: Pending) {
        debug_assert!(tick >= self.next_tick, "a tick that is over");
        let last = self.last.get(tick).copied().unwrap_or(NONE);
        let slot = if is_last_of_chunk(last) {
            self.first_slot_after(last, tick)
        } else {
            last + 1
        };
        self.slots[slot as usize] = pending;
        self.last[tick] = slot;
    }

    /// Moves the attempts of the next tick that has any to `into`, and gives that
    /// tick's number; `None` when nothing is pending any more.
    pub(crate) fn take_next(&mut self, into: &mut Vec<Pending>) -> Option<usize> {
        into.clear();
        let ahead = self.last.get(self.next_tick..)?;
        let Some(ahead) = ahead.iter().position(|&last| last != NONE) else {
            self.next_tick = self.last.len();
            return None;
        };
        let tick = self.next_tick + ahead;
        self.next_tick = tick + 1;
        self.drain(self.last[tick] as usize, into);
        Some(tick)
    }

    /// As [`Calendar::take_next`], of the very next tick, whether or not it has any.
    pub(crate) fn take_following(&mut self, into: &mut Vec<Pending>) -> usize {
        into.clear();
        let tick = self.next_tick;
        self.next_tick += 1;
        if let Some(&last) = self.last.get(tick).filter(|&&last| last != NONE) {
            self.drain(last as usize, into);
        }
        tick
    }

    /// Empties the chain that ends in slot `last`, newest chunk first.
    fn drain(&mut self, mut last: usize, into: &mut Vec<Pending>) {
        loop {
            let chunk = last / PER_CHUNK;
            into.extend_from_slice(&self.slots[chunk * PER_CHUNK..=last]);
            let before = std::mem::replace(&mut self.before[chunk], self.free);
            self.free = chunk as u32;
            if before == NONE {
                return;
            }
            last = before as usize * PER_CHUNK + PER_CHUNK - 1;
        }
    }

    /// The first slot of an empty chunk of `tick`, chained to the one that `last`
    /// filled up.
    #[cold]
    fn first_slot_after(&mut self, last: u32, tick: usize) -> u32 {
        if tick >= self.last.len() {
            self.last.resize(tick + 1, NONE);
        }
        let full = if last == NONE {
            NONE
        } else {
            last / PER_CHUNK as u32
        };
        let mut chunk = self.free;
        if chunk == NONE {
            chunk = self.before.len() as u32;
            self.before.push(full);
            let slots = self.slots.len() + PER_CHUNK;
            self.slots.resize(slots, Pending::default());
        } else {
            self.free = std::mem::replace(&mut self.before[chunk as usize], full);
        }
        chunk * PER_CHUNK as u32
    }
}

#[inline]
fn is_last_of_chunk(slot: u32) -> bool {
    slot % PER_CHUNK as u32 == PER_CHUNK as u32 - 1
}
