//! How long clients go on.

use crate::WHOLE;
use crate::patience::Patience;
use crate::retry::GaveUp;
use crate::scenario::Scenario;
use crate::time::{SimDuration, SimTime};

/// The moment after which a client makes no attempt any more: its deadline, or when it
/// runs out of patience, both counted from its first attempt.
#[derive(Clone, Debug)]
pub(crate) struct Stay {
    /// Whether clients go on for ever.
    is_endless: bool,
    deadline: Option<SimDuration>,
    patience: Option<Patience>,
    /// Before when nobody's stay is over, of the first clients, worked out as they arrive:
    /// to draw the arrival again, and a logarithm, takes longer than all else that there is
    /// to do for a failure.
    not_before: Vec<SimTime>,
}

impl Stay {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let deadline = scenario.policy.deadline;
        let patience = Patience::new(scenario);
        Self {
            is_endless: deadline.is_none() && patience.is_none(),
            deadline,
            patience,
            not_before: Vec::new(),
        }
    }

    /// Whether any client can leave.
    pub(crate) fn leaving(&self) -> bool {
        WHOLE && self.patience.is_some()
    }

    /// Whether clients go on for ever.
    pub(crate) fn is_endless(&self) -> bool {
        self.is_endless
    }

    /// Makes room to remember `clients` clients.
    pub(crate) fn reserve(&mut self, clients: u32) {
        if WHOLE && !self.is_endless() {
            self.not_before.reserve(clients as usize);
        }
    }

    /// The next client arrives, from the first one on.
    #[inline]
    pub(crate) fn arrive(&mut self, at: SimTime) {
        if WHOLE && !self.is_endless() {
            let client = self.not_before.len() as u32;
            let patience = self.patience.as_ref();
            let patience = patience.map(|patience| at + patience.at_least(client));
            let deadline = self.deadline(at);
            self.not_before
                .push(patience.map_or(deadline, |end| end.min(deadline)));
        }
    }

    /// Why `client` makes no attempt at `at`, if it does not; `arrival` is asked for only
    /// where that is not plain.
    #[inline]
    pub(crate) fn is_over(
        &self,
        client: u32,
        at: SimTime,
        arrival: impl FnOnce() -> SimTime,
    ) -> Option<GaveUp> {
        match self.not_before.get(client as usize) {
            Some(&end) if at <= end => None,
            _ => self.look(client, at, arrival()),
        }
    }

    #[cold]
    fn look(&self, client: u32, at: SimTime, arrival: SimTime) -> Option<GaveUp> {
        if at > self.deadline(arrival) {
            return Some(GaveUp::Deadline);
        }
        let patience = self.patience.as_ref().filter(|_| WHOLE)?;
        let left = at > arrival + patience.of(client);
        left.then_some(GaveUp::Left)
    }

    fn deadline(&self, arrival: SimTime) -> SimTime {
        let deadline = self.deadline.map(|deadline| arrival + deadline);
        deadline.unwrap_or(SimTime::MAX)
    }
}
