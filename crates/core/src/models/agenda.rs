//! What is still to happen, soonest first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::time::SimTime;

/// A queue of events. Of two at the same time, the one that is less in the
/// event's own order comes first; no two events of a model are equal, so that
/// the order of pushing never shows.
pub(crate) struct Agenda<E> {
    heap: BinaryHeap<Reverse<(SimTime, E)>>,
}

impl<E: Ord> Agenda<E> {
    pub(crate) fn new() -> Self {
        Self {
            heap: BinaryHeap::new(),
        }
    }

    pub(crate) fn push(&mut self, at: SimTime, event: E) {
        self.heap.push(Reverse((at, event)));
    }

    pub(crate) fn pop(&mut self) -> Option<(SimTime, E)> {
        self.heap.pop().map(|Reverse(next)| next)
    }
}
