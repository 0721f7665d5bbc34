//! Where requests wait that were let in and found the capacity used up.

use std::collections::VecDeque;

use crate::WHOLE;
use crate::calendar::Pending;
use crate::scenario::{Queue, Shed};

/// First in, first out, of limited room.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    rules: Queue,
    line: VecDeque<Pending>,
}

/// What becomes of a request that asks to wait.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Joined {
    /// It waits.
    Waits,
    /// It is shed.
    Shed,
    /// It waits, and this one is shed in its place.
    InPlaceOf(Pending),
}

impl Line {
    pub(crate) fn new(rules: Queue) -> Self {
        Self {
            rules,
            line: VecDeque::new(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        !WHOLE || self.line.is_empty()
    }

    /// How many newcomers it makes a difference to in which order they ask.
    pub(crate) fn in_order(&self) -> usize {
        match self.rules.shed {
            _ if !WHOLE || self.rules.room == 0 => 0,
            Shed::Newest => self.rules.room as usize - self.line.len(),
            Shed::Oldest => usize::MAX,
        }
    }

    /// Who has waited longest.
    pub(crate) fn next(&mut self) -> Option<Pending> {
        self.line.pop_front()
    }

    pub(crate) fn join(&mut self, pending: Pending) -> Joined {
        if self.line.len() < self.rules.room as usize {
            self.line.push_back(pending);
            return Joined::Waits;
        }
        if self.rules.shed == Shed::Newest {
            return Joined::Shed;
        }
        let Some(oldest) = self.line.pop_front() else {
            return Joined::Shed;
        };
        self.line.push_back(pending);
        Joined::InPlaceOf(oldest)
    }
}
