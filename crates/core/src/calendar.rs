//! Pending attempts, kept by tick.
//!
//! Every waiting client has exactly one pending attempt, which carries the
//! client's whole state, so that handling an attempt touches no other memory.
//! A tick's attempts stand in a chain of small chunks: appending is O(1), reading
//! is sequential, and chunks are used again. No heap, no comparison.

use crate::time::{SimDuration, SimTime};

/// A client's next attempt, and all that there is to know about the client.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pending {
    /// When it is due.
    pub(crate) at: SimTime,
    /// The delay before it; decorrelated jitter grows from it.
    pub(crate) previous: SimDuration,
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

/// So that a chunk takes four cache lines.
const PER_CHUNK: usize = 10;

/// The end of a chain.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Chunk {
    entries: [Pending; PER_CHUNK],
    len: u32,
    /// The chunk that was filled before this one, or the next free one.
    next: u32,
}

/// Pending attempts by tick.
#[derive(Clone, Debug)]
pub(crate) struct Calendar {
    /// The chunk being filled, by tick.
    heads: Vec<u32>,
    chunks: Vec<Chunk>,
    free: u32,
    next_tick: usize,
}

impl Calendar {
    /// For `ticks` ticks, and `clients` attempts pending at once.
    pub(crate) fn new(ticks: usize, clients: usize) -> Self {
        Self {
            heads: vec![NONE; ticks],
            chunks: Vec::with_capacity(clients.div_ceil(PER_CHUNK)),
            free: NONE,
            next_tick: 0,
        }
    }

    /// How many ticks there are.
    pub(crate) fn ticks(&self) -> usize {
        self.heads.len()
    }

    /// Puts an attempt into a tick that has not been taken yet.
    #[inline]
    pub(crate) fn insert(&mut self, tick: usize, pending: Pending) {
        debug_assert!(tick >= self.next_tick, "a tick that is over");
        let mut head = self.heads[tick];
        if head == NONE || self.chunks[head as usize].len as usize == PER_CHUNK {
            head = self.chunk_before(head);
            self.heads[tick] = head;
        }
        let chunk = &mut self.chunks[head as usize];
        chunk.entries[chunk.len as usize] = pending;
        chunk.len += 1;
    }

    /// Moves the attempts of the next tick that has any to `into`, and gives that
    /// tick's number; `None` when nothing is pending any more.
    pub(crate) fn take_next(&mut self, into: &mut Vec<Pending>) -> Option<usize> {
        into.clear();
        let ahead = self.heads[self.next_tick..]
            .iter()
            .position(|&head| head != NONE);
        let Some(ahead) = ahead else {
            self.next_tick = self.heads.len();
            return None;
        };
        let tick = self.next_tick + ahead;
        self.next_tick = tick + 1;
        self.drain(self.heads[tick], into);
        Some(tick)
    }

    fn drain(&mut self, mut index: u32, into: &mut Vec<Pending>) {
        while index != NONE {
            let chunk = &mut self.chunks[index as usize];
            into.extend_from_slice(&chunk.entries[..chunk.len as usize]);
            let before = std::mem::replace(&mut chunk.next, self.free);
            self.free = index;
            index = before;
        }
    }

    /// An empty chunk, chained in front of `next`.
    fn chunk_before(&mut self, next: u32) -> u32 {
        if self.free == NONE {
            self.chunks.push(Chunk {
                entries: [Pending::default(); PER_CHUNK],
                len: 0,
                next,
            });
            return self.chunks.len() as u32 - 1;
        }
        let index = self.free;
        let chunk = &mut self.chunks[index as usize];
        self.free = std::mem::replace(&mut chunk.next, next);
        chunk.len = 0;
        index
    }
}
