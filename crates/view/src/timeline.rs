//! One client's attempts, laid along a time axis and stepped through.
//!
//! What happened in words is in `story`, the picture in `timeline_picture`.

use std::ops::Range;

use retry_herd_core::{
    Interval, Policy, Reply, RetryAfterRule, Scenario, SimDuration, SimTime, Step, Trace, WHOLE,
};

use crate::axis::TimeAxis;
use crate::text;

/// One client's attempts, ready to be shown step by step.
///
/// A step is an index into the attempts; one that is too large means the last.
#[derive(Clone, Debug)]
pub struct Timeline {
    pub(crate) trace: Trace,
    pub(crate) axis: TimeAxis,
    pub(crate) outage: Range<SimTime>,
    pub(crate) policy: Policy,
    pub(crate) horizon: SimTime,
    pub(crate) clients: u32,
}

/// The wait after a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The attempt that failed, as an index.
    pub step: usize,
    /// When the client was told so, which in a queue is later.
    pub from: SimTime,
    /// The earliest moment that could be drawn.
    pub low: SimTime,
    /// The latest moment that could be drawn.
    pub high: SimTime,
    /// Where the draw fell; limits may have changed it since.
    pub drawn: SimTime,
    /// When the next attempt comes, which may be past the horizon.
    pub due: SimTime,
    /// What was drawn from.
    pub interval: Interval,
    /// How long the wait is, all told.
    pub delay: SimDuration,
}

impl Timeline {
    /// The timeline of `trace`, which is of `scenario`, on an axis that holds all of
    /// it and, within reason, all that might have been drawn.
    pub fn new(scenario: &Scenario, trace: Trace) -> Self {
        let horizon = SimTime::ZERO + scenario.horizon;
        let outage = scenario.server.outage.span();
        Self {
            axis: fit(&trace, horizon, outage.end),
            trace,
            outage,
            policy: scenario.policy,
            horizon,
            clients: scenario.fleet.clients,
        }
    }

    /// The same on another axis, such as the herd's.
    pub fn on(mut self, axis: TimeAxis) -> Self {
        self.axis = axis;
        self
    }

    /// The attempts behind it.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The axis, which starts at 0 s if it was not given.
    pub fn axis(&self) -> TimeAxis {
        self.axis
    }

    /// How many steps there are: the client's attempts, which may be none.
    pub fn len(&self) -> usize {
        self.trace.attempts.len()
    }

    /// Whether the client made no attempt before the simulation stopped.
    pub fn is_empty(&self) -> bool {
        self.trace.attempts.is_empty()
    }

    /// Where `at` is on the axis: 0 at its left end, 1 at its right end.
    pub fn position(&self, at: SimTime) -> f64 {
        (at.as_secs_f64() - self.axis.start) / self.axis.length()
    }

    /// Whether the client gave up on this attempt.
    pub fn gave_up(&self, step: usize) -> bool {
        let last = self.trace.ending.filter(|ending| !ending.served);
        let attempt = self.trace.attempts.get(step).map(|step| step.attempt);
        last.is_some_and(|ending| Some(ending.attempt) == attempt)
    }

    /// "attempt 5 of 7, t = 7.87 s": of those that the policy allows or, if it
    /// allows any number, of those that were made.
    pub fn heading(&self, step: usize) -> String {
        let Some(current) = self.step(step) else {
            return format!("no attempt before {}", text::time(self.horizon));
        };
        let of = match self.policy.all_attempts() {
            Some(allowed) => text::count(u64::from(allowed)),
            None => self.made(),
        };
        format!(
            "attempt {} of {of}, t = {}",
            text::count(u64::from(current.attempt)),
            text::time(current.at)
        )
    }

    /// How many attempts the client made, as far as is known.
    pub(crate) fn made(&self) -> String {
        let kept = text::count(self.len() as u64);
        match self.trace.ending {
            Some(ending) => text::count(u64::from(ending.attempt)),
            None if self.is_cut() => format!("over {kept}"),
            None => kept,
        }
    }

    /// Whether the client made more attempts than the trace keeps.
    pub(crate) fn is_cut(&self) -> bool {
        self.len() >= Trace::LIMIT && self.next_is_before_horizon()
    }

    /// Whether the client made an attempt after the last one that the trace has: one
    /// too many to be kept or, in a server's queue, one that was never answered.
    pub(crate) fn next_is_before_horizon(&self) -> bool {
        let last = self.trace.attempts.last();
        last.is_some_and(|last| last.due.is_some_and(|due| due < self.horizon))
    }

    /// The wait to show at a step: the one that follows it or, if none does, the one
    /// that led to it.
    pub fn wait(&self, step: usize) -> Option<Wait> {
        let step = self.clipped(step)?;
        self.own_wait(step)
            .or_else(|| self.own_wait(step.checked_sub(1)?))
    }

    /// `step`, or the last one; `None` if there is none.
    pub(crate) fn clipped(&self, step: usize) -> Option<usize> {
        Some(step.min(self.len().checked_sub(1)?))
    }

    pub(crate) fn own_wait(&self, step: usize) -> Option<Wait> {
        let failed = self.trace.attempts.get(step)?;
        let delay = failed.wait?;
        let from = failed.answered;
        let (interval, drawn) = drawn_from(failed, delay);
        Some(Wait {
            step,
            from,
            low: from + interval.low,
            high: from + interval.high,
            drawn: from + drawn,
            due: failed.due?,
            interval,
            delay,
        })
    }

    pub(crate) fn step(&self, step: usize) -> Option<&Step> {
        self.trace.attempts.get(self.clipped(step)?)
    }
}

/// What the wait after `failed` was drawn from, and where the draw fell: for the own
/// delay, on top of what a Retry-After adds to it, or for the Retry-After alone.
fn drawn_from(failed: &Step, delay: SimDuration) -> (Interval, SimDuration) {
    if !WHOLE {
        let exactly = Interval {
            low: delay,
            high: delay,
        };
        return failed
            .terms
            .map_or((exactly, delay), |terms| (terms.interval, terms.drawn));
    }
    let rule = failed.reply.map(|reply| reply.rule);
    let after = failed.reply.map_or(SimDuration::ZERO, |reply| reply.after);
    let Some(terms) = failed.terms else {
        let drawn = delay - failed.offset;
        let (low, high) = match rule {
            Some(RetryAfterRule::Stretch) => (after, after.times(2)),
            Some(RetryAfterRule::Scatter) => (SimDuration::ZERO, after),
            _ => (drawn, drawn),
        };
        return (Interval { low, high }, drawn);
    };
    let moved = |own: SimDuration| match rule {
        Some(RetryAfterRule::Floor) => own.max(after),
        Some(RetryAfterRule::Add) => own + after,
        Some(RetryAfterRule::Near) => own.max(after).min(own + Reply::NEAR),
        _ => own,
    };
    let interval = Interval {
        low: moved(terms.interval.low),
        high: moved(terms.interval.high),
    };
    (interval, moved(terms.drawn))
}

/// An axis for all attempts and for what might have been drawn, but not so long that
/// what did happen takes less than half of it.
fn fit(trace: &Trace, horizon: SimTime, up: SimTime) -> TimeAxis {
    let happened = |step: &Step| step.due.filter(|&due| due < horizon).unwrap_or(step.at);
    let last = trace.attempts.iter().map(happened).max();
    let last = last.unwrap_or(SimTime::ZERO);
    let limit = last + last.since_start();
    let highest = |step: &Step| {
        let (interval, _) = drawn_from(step, step.wait?);
        Some(step.answered + interval.high)
    };
    let reach = trace.attempts.iter().filter_map(highest).max();
    let wanted = reach.unwrap_or(last).min(limit).max(last);
    let wanted = if up <= limit { wanted.max(up) } else { wanted };
    TimeAxis::fit(wanted.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use retry_herd_core::{Jitter, Preset, SimDuration};

    fn glossary() -> Timeline {
        of_preset("glossary", 0)
    }

    fn of_preset(name: &str, client: u32) -> Timeline {
        let scenario = Preset::named(name).expect("a preset").scenario();
        let trace = Trace::in_herd(&scenario, client);
        Timeline::new(&scenario, trace)
    }

    #[test]
    fn the_heading_counts_up_to_what_is_allowed() {
        let timeline = glossary();
        assert_eq!(timeline.len(), 5);
        assert_eq!(timeline.heading(0), "attempt 1 of 7, t = 0 s");
        assert_eq!(timeline.heading(3), "attempt 4 of 7, t = 3.11 s");
        assert_eq!(timeline.heading(4), "attempt 5 of 7, t = 7.87 s");
        assert_eq!(timeline.heading(99), timeline.heading(4));
    }

    #[test]
    fn with_any_number_allowed_the_heading_counts_up_to_what_was_made() {
        let timeline = of_preset("app-recovery", 0);
        let last = timeline.len() - 1;
        let heading = timeline.heading(last);
        assert!(heading.starts_with(&format!("attempt {0} of {0}, t = ", last + 1)));
    }

    #[test]
    fn a_client_that_comes_too_late_has_no_steps() {
        let mut scenario = Preset::named("app-recovery").unwrap().scenario();
        scenario.fleet.arrivals = SimDuration::from_secs(3_600);
        scenario.horizon = SimDuration::from_millis(100);
        let late = (0..50)
            .map(|client| Trace::in_herd(&scenario, client))
            .find(|trace| trace.attempts.is_empty())
            .expect("somebody is late");
        let timeline = Timeline::new(&scenario, late);
        assert!(timeline.is_empty());
        assert_eq!(timeline.heading(0), "no attempt before 100 ms");
        assert_eq!(timeline.wait(0), None);
        assert_eq!(timeline.story(0).attempts.len(), 0);
        assert!(
            timeline
                .told(0)
                .contains("made no attempt before the simulation stopped")
        );
    }

    #[test]
    fn the_last_step_shows_the_wait_that_led_to_it() {
        let timeline = glossary();
        assert_eq!(timeline.wait(2).unwrap().step, 2);
        assert_eq!(timeline.wait(3).unwrap().step, 3);
        assert_eq!(timeline.wait(4).unwrap().step, 3);
    }

    #[test]
    fn a_long_possible_wait_does_not_squeeze_what_happened() {
        let mut scenario = Preset::named("glossary").unwrap().scenario();
        scenario.policy.cap = None;
        scenario.policy.base = SimDuration::from_secs(1_000);
        scenario.draws = vec![0.001; 7];
        let timeline = Timeline::new(&scenario, Trace::in_herd(&scenario, 0));
        let last = timeline.trace().attempts.last().unwrap().at;
        assert!(timeline.position(last) > 0.4, "{:?}", timeline.axis());
    }

    fn any_timeline() -> impl Strategy<Value = Timeline> {
        let jitters = prop::sample::select(Jitter::ALL);
        let rules = prop::sample::select(RetryAfterRule::ALL);
        let offsets = prop::sample::select(vec![0_u64, 0, 5]);
        (
            (jitters, rules, offsets),
            any::<u16>(),
            1_u64..100_000,
            0_u32..24,
        )
            .prop_map(|((jitter, rule, offset), seed, outage, client)| {
                let mut scenario = Preset::named("glossary").unwrap().scenario();
                scenario.seed = u64::from(seed);
                scenario.policy.jitter = jitter;
                scenario.policy.retry_after.outage = rule;
                scenario.policy.offset = SimDuration::from_secs(offset);
                scenario.server.retry_after = Some(SimDuration::from_secs(20));
                scenario.server.outage.length = Some(SimDuration::from_millis(outage));
                let trace = Trace::in_herd(&scenario, client);
                Timeline::new(&scenario, trace)
            })
    }

    proptest! {
        #[test]
        fn everything_that_happened_is_on_the_axis_in_order(timeline in any_timeline()) {
            let at = |step: &Step| timeline.position(step.at);
            let places: Vec<f64> = timeline.trace().attempts.iter().map(at).collect();
            prop_assert!(places.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(places.iter().all(|place| (0.0..=1.0).contains(place)));
        }

        #[test]
        fn every_wait_lies_in_its_interval_and_ends_at_the_next_attempt(timeline in any_timeline()) {
            for step in 0..timeline.len() {
                let wait = timeline.wait(step).unwrap();
                prop_assert!(wait.low <= wait.drawn && wait.drawn <= wait.high);
                if let Some(next) = timeline.trace().attempts.get(wait.step + 1) {
                    prop_assert_eq!(next.at, wait.due);
                }
            }
        }
    }
}
