//! One client's attempts, laid along a time axis and stepped through.
//!
//! What happened in words is in `story`, the picture in `timeline_picture`.

use std::ops::Range;

use retry_herd_core::{Policy, Scenario, SimTime, Step, Terms, Trace};

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
    /// When that was.
    pub from: SimTime,
    /// The earliest moment that could be drawn.
    pub low: SimTime,
    /// The latest moment that could be drawn.
    pub high: SimTime,
    /// Where the draw fell; a hard clamp may cut it.
    pub drawn: SimTime,
    /// When the next attempt comes, which may be past the horizon.
    pub due: SimTime,
    /// The formula's terms.
    pub terms: Terms,
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
            policy: scenario.policy.clone(),
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
        let of = self.policy.max_attempts.unwrap_or(self.len() as u32);
        format!(
            "attempt {} of {}, t = {}",
            text::count(u64::from(current.attempt)),
            text::count(u64::from(of)),
            text::time(current.at)
        )
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
        let terms = failed.terms?;
        Some(Wait {
            step,
            from: failed.at,
            low: failed.at + terms.interval.low,
            high: failed.at + terms.interval.high,
            drawn: failed.at + terms.drawn,
            due: failed.due?,
            terms,
        })
    }

    pub(crate) fn step(&self, step: usize) -> Option<&Step> {
        self.trace.attempts.get(self.clipped(step)?)
    }
}

/// An axis for all attempts and for what might have been drawn, but not so long that
/// what did happen takes less than half of it.
fn fit(trace: &Trace, horizon: SimTime, up: SimTime) -> TimeAxis {
    let happened = |step: &Step| step.due.filter(|&due| due < horizon).unwrap_or(step.at);
    let last = trace.attempts.iter().map(happened).max();
    let last = last.unwrap_or(SimTime::ZERO);
    let limit = last + last.since_start();
    let highest = |step: &Step| step.terms.map(|terms| step.at + terms.interval.high);
    let reach = trace.attempts.iter().filter_map(highest).max();
    let wanted = reach.unwrap_or(last).min(limit).max(last);
    let wanted = if up <= limit { wanted.max(up) } else { wanted };
    TimeAxis::fit(wanted.as_secs_f64())
}
