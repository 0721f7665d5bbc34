//! One client's attempts in words.

use std::fmt::Write;

use retry_herd_core::{Ending, Outcome, SimTime, Step, Trace};

use crate::text;
use crate::timeline::{Timeline, Wait};

/// What happened up to a step, as an ordered list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// How many attempts are left out at the front of the list.
    pub omitted: u32,
    /// What to say about those; empty if there are none.
    pub note: String,
    /// What happened at each attempt; the first one is attempt `omitted + 1`.
    pub attempts: Vec<String>,
}

impl Story {
    /// The longest list that is told.
    pub const LIMIT: usize = 100;
}

impl Timeline {
    /// How the client's story ends: "Client 1 of 24 was served on attempt 5, at
    /// 7.87 s."
    pub fn summary(&self) -> String {
        let client = format!(
            "Client {} of {}",
            text::count(u64::from(self.trace.client) + 1),
            text::count(u64::from(self.clients))
        );
        let stop = text::time(self.horizon);
        match (self.trace.attempts.last(), self.trace.ending) {
            (None, _) => {
                format!("{client} made no attempt before the simulation stopped at {stop}.")
            }
            (Some(last), Some(ending)) if ending.attempt != last.attempt => {
                format!("{client} {}.", self.of_cut(ending))
            }
            (Some(last), Some(ending)) => format!("{client} {}.", of_ending(ending, last.at)),
            (Some(last), None) => format!(
                "{client} still waited when the simulation stopped at {stop}, after {}.",
                text::counted(u64::from(last.attempt), "attempt")
            ),
        }
    }

    /// The ordered list of what happened up to `step`, in words; of a long one the
    /// latest [`Story::LIMIT`] attempts.
    pub fn story(&self, step: usize) -> Story {
        let told = self.clipped(step).map_or(0, |step| step + 1);
        let omitted = told.saturating_sub(Story::LIMIT);
        Story {
            omitted: omitted as u32,
            note: match omitted {
                0 => String::new(),
                1 => "The first attempt is left out.".to_owned(),
                many => format!(
                    "The first {} attempts are left out.",
                    text::count(many as u64)
                ),
            },
            attempts: (omitted..told).map(|step| self.told(step)).collect(),
        }
    }

    /// One step in words: "Attempt 4 at 3.11 s came during the outage and failed.
    /// Retry 3 waits between 0 and 8 s: 4.75 s."
    pub fn told(&self, step: usize) -> String {
        let Some(current) = self.step(step) else {
            return self.summary();
        };
        let mut told = of_attempt(current);
        if self.gave_up(step) {
            told.push_str(&self.of_giving_up(current));
        }
        if let Some(wait) = self.own_wait(step) {
            told.push_str(&of_waiting(&wait));
            told.push_str(&self.of_what_follows(&wait));
        }
        told
    }

    /// The trace ends before the client did.
    fn of_cut(&self, ending: Ending) -> String {
        let end = if ending.served {
            "was served on"
        } else {
            "gave up after"
        };
        format!(
            "{end} attempt {}, of which only the first {} are shown",
            text::count(u64::from(ending.attempt)),
            text::count(self.len() as u64)
        )
    }

    fn of_giving_up(&self, last: &Step) -> String {
        let deadline = self.policy.deadline.map(text::duration);
        match deadline {
            Some(deadline) if self.policy.max_attempts != Some(last.attempt) => format!(
                " The next one would have come after the deadline of {deadline}: the client gave up."
            ),
            _ => " It was the last one allowed: the client gave up.".to_owned(),
        }
    }

    /// Where the next attempt does not come right after the delay, or is not shown.
    fn of_what_follows(&self, wait: &Wait) -> String {
        let mut told = String::new();
        if wait.due != wait.from + wait.terms.delay {
            let due = text::time(wait.due);
            let _ = write!(told, " The server's tick moves the next attempt to {due}.");
        }
        if wait.due >= self.horizon {
            let stop = text::time(self.horizon);
            let _ = write!(told, " The simulation stops before that, at {stop}.");
        } else if wait.step + 1 == Trace::LIMIT {
            told.push_str(" Later attempts are not shown.");
        }
        told
    }
}

fn of_ending(ending: Ending, at: SimTime) -> String {
    let at = text::time(at);
    if ending.served {
        let attempt = text::count(u64::from(ending.attempt));
        return format!("was served on attempt {attempt}, at {at}");
    }
    let attempts = text::counted(u64::from(ending.attempt), "attempt");
    format!("gave up after {attempts}, at {at}")
}

/// "Attempt 4 at 3.11 s came during the outage and failed."
fn of_attempt(step: &Step) -> String {
    let what = match step.outcome {
        Outcome::Wasted => "came during the outage and failed",
        Outcome::Rejected => "found the server full and was rejected",
        Outcome::Served => "was served",
    };
    format!(
        "Attempt {} at {} {what}.",
        text::count(u64::from(step.attempt)),
        text::time(step.at)
    )
}

/// " Retry 3 waits between 0 and 8 s: 4.75 s."
fn of_waiting(wait: &Wait) -> String {
    let terms = &wait.terms;
    let retry = text::count(u64::from(terms.retry));
    let drawn = text::duration(terms.drawn);
    let (low, high) = (terms.interval.low, terms.interval.high);
    let mut told = if low == high {
        format!(" Retry {retry} waits {drawn}")
    } else {
        let low = match low.as_nanos() {
            0 => "0".to_owned(),
            _ => text::duration(low),
        };
        let high = text::duration(high);
        format!(" Retry {retry} waits between {low} and {high}: {drawn}")
    };
    if terms.delay < terms.drawn {
        let cut = text::duration(terms.delay);
        let _ = write!(told, ", which the cap cuts to {cut}");
    }
    told.push('.');
    told
}
