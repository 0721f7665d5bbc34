//! The clients that wait for their next attempt, and when it comes.

use std::ops::Range;

use crate::WHOLE;
use crate::budget::Budgets;
use crate::calendar::{Calendar, Pending};
use crate::draws::Draws;
use crate::event::Outcome;
use crate::retry::{GaveUp, RetryRule};
use crate::scenario::Scenario;
use crate::schedule::Schedule;
use crate::time::SimTime;
use crate::wait::Failure;

/// All waiting clients. It is apart from the rest of a run, so that the hot loop
/// can read one tick's attempts while it files the next ones.
#[derive(Clone, Debug)]
pub(crate) struct Waiting<D: Draws> {
    draws: D,
    rule: RetryRule,
    budgets: Option<Budgets>,
    /// How many clients left.
    left: u64,
    calendar: Calendar,
}

impl<D: Draws> Waiting<D> {
    pub(crate) fn new(scenario: &Scenario, draws: D) -> Self {
        let mut rule = RetryRule::new(scenario);
        rule.work_out(scenario.fleet.clients);
        Self {
            draws,
            rule,
            budgets: Budgets::new(scenario),
            left: 0,
            calendar: Calendar::new(scenario.fleet.clients as usize),
        }
    }

    pub(crate) fn schedule(&self) -> &Schedule {
        self.rule.schedule()
    }

    /// How many clients left; `None` if none can.
    pub(crate) fn left(&self) -> Option<u64> {
        self.rule.leaving().then_some(self.left)
    }

    /// Files the first attempt of `client`.
    pub(crate) fn arrive(&mut self, client: u32) {
        let at = self.rule.arrival(&mut self.draws, client);
        self.rule.arrive(at);
        let first = Pending {
            at,
            memory: self.rule.wait().first_memory(),
            client,
            attempt: 1,
        };
        self.file(first);
    }

    /// Whether the small model has all that makes clients try again.
    pub(crate) fn is_usual(&self) -> bool {
        self.budgets.is_none() && self.rule.is_usual()
    }

    /// Whether one of so many attempts that come in the tick of `span` may decide what
    /// becomes of another.
    pub(crate) fn needs_order(&self, attempts: usize, span: &Range<SimTime>) -> bool {
        let budgets = self.budgets.as_ref();
        budgets.is_some_and(|budgets| budgets.need_order(attempts, span))
    }

    /// Tells of attempts that come.
    pub(crate) fn come(&mut self, attempts: &[Pending]) {
        if WHOLE && let Some(budgets) = &mut self.budgets {
            budgets.come(attempts);
        }
    }

    /// Lets a client try again that was told of its failure at `answered`, in the
    /// tick that ends at `tick_end`; false if it gives up instead. `ALL` is that of the
    /// whole model; without it, for clients that are usual.
    #[inline]
    pub(crate) fn try_again<const ALL: bool>(
        &mut self,
        failed: Pending,
        outcome: Outcome,
        answered: SimTime,
        tick_end: SimTime,
    ) -> bool {
        let failure = Failure {
            client: failed.client,
            attempt: failed.attempt,
            outcome,
            answered,
            memory: failed.memory,
        };
        match self
            .rule
            .next::<ALL, D>(&mut self.draws, &failure, tick_end)
        {
            Ok(retry) => {
                if ALL
                    && let Some(budgets) = &mut self.budgets
                    && !budgets.take(failed.client, answered)
                {
                    return false;
                }
                self.file(Pending {
                    at: retry.at,
                    memory: retry.memory,
                    client: failed.client,
                    attempt: failed.attempt + 1,
                });
                true
            }
            Err(why) => {
                self.left += u64::from(why == GaveUp::Left);
                false
            }
        }
    }

    /// Moves the attempts of the next tick that has any to `into`, and gives that
    /// tick's number; `None` when nobody waits any more.
    pub(crate) fn take_next(&mut self, into: &mut Vec<Pending>) -> Option<u64> {
        self.calendar.take_next(into).map(|tick| tick as u64)
    }

    /// As [`Waiting::take_next`], of the very next tick, whether or not it has any;
    /// `None` when the horizon is reached.
    pub(crate) fn take_following(&mut self, into: &mut Vec<Pending>) -> Option<u64> {
        let tick = self.calendar.take_following(into) as u64;
        let schedule = self.schedule();
        (schedule.span_of(tick).start < schedule.horizon()).then_some(tick)
    }

    /// Puts an attempt into its tick, unless that is past the horizon.
    #[inline]
    fn file(&mut self, pending: Pending) {
        let schedule = self.rule.schedule();
        if pending.at < schedule.horizon() {
            let tick = schedule.tick_of(pending.at);
            self.calendar.insert(tick as usize, pending);
        }
    }
}
