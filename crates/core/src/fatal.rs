//! Failures that are not worth a retry.

use crate::WHOLE;
use crate::draws::Stream;
use crate::event::Outcome;
use crate::failures::Failures;
use crate::retry::GaveUp;
use crate::scenario::Scenario;

/// Which failures are fatal: a share of the server's, drawn for each attempt.
///
/// With a share of 0.1, a client that would try three times in vain gives up early
/// with a probability of `1 − 0.9² = 0.19`: on its first or its second failure.
#[derive(Clone, Debug)]
pub(crate) struct Fatal {
    stream: Stream,
    /// The share, in units of 2⁻³².
    share: u64,
}

impl Fatal {
    /// `None` if no failure is fatal.
    pub(crate) fn new(scenario: &Scenario) -> Option<Self> {
        const PURPOSE: u64 = 1;
        let share = (scenario.policy.fatal * (1_u64 << 32) as f64 + 0.5) as u64;
        (WHOLE && share > 0).then(|| Self {
            stream: Stream::of(scenario.seed, PURPOSE),
            share,
        })
    }

    /// Lets clients give up whose failures are; those of a circuit breaker are not.
    pub(crate) fn strike(&self, outcome: Outcome, failures: &mut Failures<'_>) {
        if outcome == Outcome::ShortCircuited {
            return;
        }
        failures.give_up(GaveUp::Fatal, |failed| {
            self.stream.bits(failed.client, failed.attempt) >> 32 < self.share
        });
    }
}
