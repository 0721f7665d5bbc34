//! The clients that wait for their next attempt, and when it comes.

use std::ops::Range;

use crate::WHOLE;
use crate::budget::Budgets;
use crate::calendar::{Calendar, Pending};
use crate::draws::Draws;
use crate::event::Outcome;
use crate::failures::Room;
use crate::retry::{GaveUp, RetryRule};
use crate::scenario::Scenario;
use crate::schedule::Schedule;
use crate::time::SimTime;

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
    /// Whether the small model has all that makes clients try again.
    usual: bool,
    room: Room,
}

impl<D: Draws> Waiting<D> {
    pub(crate) fn new(scenario: &Scenario, draws: D) -> Self {
        let mut rule = RetryRule::new(scenario);
        rule.work_out(scenario.fleet.clients);
        let budgets = Budgets::new(scenario);
        Self {
            left: 0,
            calendar: Calendar::new(scenario.fleet.clients as usize),
            usual: budgets.is_none() && rule.is_usual(),
            room: Room::default(),
            draws,
            rule,
            budgets,
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
        let first = Pending {
            at: self.rule.arrive(&mut self.draws, client),
            memory: self.rule.wait().first_memory(),
            client,
            attempt: 1,
        };
        self.calendar.file(self.rule.schedule(), first);
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

    /// Whether [`Waiting::try_again_as_usual`] says all.
    pub(crate) fn is_usual(&self) -> bool {
        !WHOLE || self.usual
    }

    /// Lets clients try again that failed, each told at the time that it has here, in the
    /// tick that ends at `tick_end`, by rules that are usual; says of each why it does not.
    #[inline]
    pub(crate) fn try_again_as_usual(
        &mut self,
        failed: &[Pending],
        tick_end: SimTime,
        mut say: impl FnMut(&Pending, Option<GaveUp>),
    ) {
        for failed in failed {
            match self.rule.usual(&mut self.draws, failed, tick_end) {
                Ok(next) => {
                    self.calendar.file(self.rule.schedule(), next);
                    say(failed, None);
                }
                Err(reason) => say(failed, Some(reason)),
            }
        }
    }

    /// Lets clients try again that failed alike, each told at the time that it has here,
    /// in the tick that ends at `tick_end`. Gives, in the same order, why they do not.
    pub(crate) fn try_again(
        &mut self,
        failed: &[Pending],
        outcome: Outcome,
        tick_end: SimTime,
    ) -> &[Option<GaveUp>] {
        let mut failures = self.room.begin(failed);
        self.rule
            .next(&mut self.draws, outcome, tick_end, &mut failures);
        if let Some(budgets) = &mut self.budgets {
            budgets.take(&mut failures);
        }
        if self.rule.leaving() {
            let left = |reason: &&Option<GaveUp>| **reason == Some(GaveUp::Left);
            self.left += failures.gave_up.iter().filter(left).count() as u64;
        }
        for next in failures.next() {
            self.calendar.file(self.rule.schedule(), next);
        }
        self.room.reasons()
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
}

impl Calendar {
    /// Puts an attempt into its tick, unless that is past the horizon.
    #[inline]
    fn file(&mut self, schedule: &Schedule, pending: Pending) {
        if pending.at < schedule.horizon() {
            let tick = schedule.tick_of(pending.at);
            self.insert(tick as usize, pending);
        }
    }
}
