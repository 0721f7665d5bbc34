//! Circuit breakers: what keeps requests away from a server that fails.

use std::ops::Range;

use crate::WHOLE;
use crate::calendar::Pending;
use crate::scenario::{Breaker, Scenario, Scope};
use crate::time::{SimDuration, SimTime};

/// The breaker of all clients, or that of each.
///
/// Closed, it counts failures in a row, and opens at the threshold. Open, it lets
/// nothing through for a time. Then it is half-open: it lets so many probes through,
/// closes when as many attempts in a row have been served, and opens again at the first
/// that failed (the states of Michael Nygard's *Release It!*, 2007; several probes as
/// in sony/gobreaker, `MaxRequests`). An answer that comes while it is open changes
/// nothing; one to an attempt from before counts like any other.
///
/// In an outage, a breaker that opens at 5 failures for 30 s lets 5 attempts through, and
/// then one every 30 s, or later if nobody tries.
#[derive(Clone, Debug)]
pub(crate) struct Breakers {
    scope: Scope,
    threshold: u32,
    open_for: SimDuration,
    probes: u32,
    /// One of all clients, or one of each.
    states: Vec<State>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Closed {
        /// In a row.
        failures: u32,
    },
    Open {
        until: SimTime,
    },
    HalfOpen {
        /// Let through.
        probes: u32,
        /// In a row.
        served: u32,
    },
}

const CLOSED: State = State::Closed { failures: 0 };

impl Breakers {
    /// `None` if there is none.
    pub(crate) fn new(scenario: &Scenario) -> Option<Self> {
        let Breaker {
            scope,
            threshold,
            open_for,
            probes,
        } = scenario.policy.breaker;
        let breakers = scope.count(scenario.fleet.clients)?;
        WHOLE.then(|| Self {
            scope,
            threshold,
            open_for,
            probes,
            states: vec![CLOSED; breakers],
        })
    }

    /// Whether it will let `attempt` through, as far as can be known by now.
    pub(crate) fn is_open_to(&self, attempt: &Pending) -> bool {
        match self.states[self.scope.index(attempt.client)] {
            State::Open { until } => attempt.at < until,
            State::Closed { .. } | State::HalfOpen { .. } => false,
        }
    }

    /// Whether the answer to one of so many attempts that come in the tick of `span` may
    /// decide whether another is let through. `has_edge` if the outage begins or ends in
    /// it, so that failures may come before successes.
    ///
    /// Of a client's own breaker never: it makes one attempt at a time. Otherwise not if it
    /// stays open all the time, and not if it stays closed even though all of them fail.
    pub(crate) fn need_order(
        &self,
        attempts: usize,
        span: &Range<SimTime>,
        has_edge: bool,
    ) -> bool {
        self.scope == Scope::Fleet
            && match self.states[0] {
                State::Open { until } => until < span.end,
                State::Closed { failures } => {
                    has_edge || attempts as u64 >= u64::from(self.threshold - failures)
                }
                State::HalfOpen { .. } => true,
            }
    }

    /// Whether it lets `attempt` through, now that it is due.
    pub(crate) fn lets_through(&mut self, attempt: &Pending) -> bool {
        let state = &mut self.states[self.scope.index(attempt.client)];
        if let State::Open { until } = *state
            && attempt.at >= until
        {
            *state = State::HalfOpen {
                probes: 0,
                served: 0,
            };
        }
        match state {
            State::Closed { .. } => true,
            State::Open { .. } => false,
            State::HalfOpen { probes, .. } => {
                let lets = *probes < self.probes;
                *probes += u32::from(lets);
                lets
            }
        }
    }

    /// Attempts that were let through have been answered, in this order, at the times that
    /// they have.
    pub(crate) fn answered(&mut self, attempts: &[Pending], served: bool) {
        for &Pending { client, at, .. } in attempts {
            self.answer(client, at, served);
        }
    }

    fn answer(&mut self, client: u32, at: SimTime, is_served: bool) {
        let state = &mut self.states[self.scope.index(client)];
        let opens = match state {
            State::Open { .. } => false,
            State::Closed { failures } if is_served => {
                *failures = 0;
                false
            }
            State::Closed { failures } => {
                *failures += 1;
                *failures >= self.threshold
            }
            State::HalfOpen { served, .. } if is_served => {
                *served += 1;
                if *served >= self.probes {
                    *state = CLOSED;
                }
                false
            }
            State::HalfOpen { .. } => true,
        };
        if opens {
            *state = State::Open {
                until: at + self.open_for,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breakers(threshold: u32, probes: u32) -> Breakers {
        let mut scenario = Scenario::default();
        scenario.policy.breaker = Breaker {
            scope: Scope::Fleet,
            threshold,
            open_for: SimDuration::from_secs(10),
            probes,
        };
        Breakers::new(&scenario).expect("a breaker")
    }

    fn at(second: u64) -> SimTime {
        SimTime::ZERO + SimDuration::from_secs(second)
    }

    fn lets_through(breakers: &mut Breakers, second: u64) -> bool {
        breakers.lets_through(&Pending {
            at: at(second),
            ..Pending::default()
        })
    }

    /// Ten attempts of one second, the first `served` of them served: who is let through,
    /// and whether it is closed, open or half-open then.
    fn handled(mut breakers: Breakers, served: usize, one_by_one: bool) -> (Vec<bool>, State) {
        let attempts: Vec<Pending> = (0..10)
            .map(|nanos| Pending {
                at: at(5) + SimDuration::from_nanos(nanos),
                ..Pending::default()
            })
            .collect();
        let mut passed = Vec::new();
        if one_by_one {
            for (index, attempt) in attempts.iter().enumerate() {
                let passes = breakers.lets_through(attempt);
                passed.push(passes);
                if passes {
                    breakers.answered(&[*attempt], index < served);
                }
            }
        } else {
            passed.extend(
                attempts
                    .iter()
                    .map(|attempt| breakers.lets_through(attempt)),
            );
            if passed[0] {
                breakers.answered(&attempts[..served], true);
                breakers.answered(&attempts[served..], false);
            }
        }
        (passed, breakers.states[0])
    }

    #[test]
    fn where_no_order_is_needed_a_tick_can_be_handled_at_once() {
        let states = [
            CLOSED,
            State::Closed { failures: 3 },
            State::Open { until: at(5) },
            State::Open { until: at(6) },
            State::Open { until: at(7) },
            State::HalfOpen {
                probes: 1,
                served: 0,
            },
        ];
        let mut at_once = 0;
        for threshold in 4..20 {
            for (state, served) in states
                .iter()
                .flat_map(|&state| [0, 4, 10].map(|s| (state, s)))
            {
                let mut breakers = breakers(threshold, 2);
                breakers.states[0] = state;
                if !breakers.need_order(10, &(at(5)..at(6)), false) {
                    at_once += 1;
                    let one_by_one = handled(breakers.clone(), served, true);
                    assert_eq!(handled(breakers, served, false), one_by_one, "{state:?}");
                }
            }
        }
        assert!(at_once > 100, "{at_once}");
    }

    #[test]
    fn a_success_between_failures_keeps_it_closed() {
        let mut breakers = breakers(2, 1);
        for served in [false, true, false, true, false] {
            breakers.answer(0, at(1), served);
            assert!(lets_through(&mut breakers, 1));
        }
        breakers.answer(0, at(1), false);
        assert!(!lets_through(&mut breakers, 1));
        assert!(!lets_through(&mut breakers, 10));
        assert!(lets_through(&mut breakers, 11));
    }

    #[test]
    fn a_failed_probe_opens_it_again_and_all_served_close_it() {
        let mut breakers = breakers(1, 2);
        breakers.answer(0, at(0), false);
        assert!(lets_through(&mut breakers, 10));
        breakers.answer(0, at(10), true);
        assert!(lets_through(&mut breakers, 10));
        breakers.answer(0, at(10), false);
        assert!(!lets_through(&mut breakers, 19));
        for _ in 0..2 {
            assert!(lets_through(&mut breakers, 20));
            breakers.answer(0, at(20), true);
        }
        assert!((0..9).all(|_| lets_through(&mut breakers, 20)), "closed");
    }

    #[test]
    fn no_more_than_the_probes_pass_while_none_of_them_is_answered() {
        let mut breakers = breakers(1, 3);
        breakers.answer(0, at(0), false);
        let passed = (0..9).filter(|_| lets_through(&mut breakers, 10));
        assert_eq!(passed.count(), 3);
    }

    #[test]
    fn an_answer_that_comes_while_it_is_open_changes_nothing() {
        let mut breakers = breakers(1, 1);
        breakers.answer(0, at(0), false);
        breakers.answer(0, at(9), false);
        breakers.answer(0, at(9), true);
        assert!(!lets_through(&mut breakers, 9));
        assert!(lets_through(&mut breakers, 10));
    }
}
