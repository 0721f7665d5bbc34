//! One client's attempts in words.

use std::fmt::Write;

use retry_herd_core::{
    Ending, GaveUp, Outcome, Reply, RetryAfterRule, SimDuration, SimTime, Step, Terms, WHOLE,
};

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
            (Some(_), ending) if self.is_cut() => {
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
            told.push_str(&self.of_giving_up());
        }
        if let Some(wait) = self.own_wait(step) {
            of_waiting(current, &wait, &mut told);
            told.push_str(&self.of_what_follows(&wait));
        }
        told
    }

    /// The trace ends before the client did.
    fn of_cut(&self, ending: Option<Ending>) -> String {
        let end = match ending {
            Some(ending) if ending.served => "was served after",
            Some(_) => "gave up after",
            None => "made",
        };
        format!(
            "{end} {} attempts, of which the first {} are shown",
            self.made(),
            text::count(self.len() as u64)
        )
    }

    fn of_giving_up(&self) -> String {
        let why = match (self.trace.gave_up, self.policy.deadline) {
            (Some(GaveUp::Deadline), Some(deadline)) => format!(
                "The next one would have come after the deadline of {}",
                text::duration(deadline)
            ),
            _ if !WHOLE => "It was the last one allowed".to_owned(),
            (Some(GaveUp::Fatal), _) => "That is not worth a retry".to_owned(),
            (Some(GaveUp::RetryAfter), _) => "It is told to wait too long".to_owned(),
            (Some(GaveUp::Budget), _) => "The retry budget has no token for another".to_owned(),
            (Some(GaveUp::Left), _) => "Its patience ends before the next one".to_owned(),
            _ => "It was the last one allowed".to_owned(),
        };
        format!(" {why}: the client gave up.")
    }

    /// Where the next attempt does not come right after the delay, or is not shown.
    fn of_what_follows(&self, wait: &Wait) -> String {
        let mut told = String::new();
        if wait.due != wait.from + wait.delay {
            let due = text::time(wait.due);
            let _ = write!(told, " The server's tick moves the next attempt to {due}.");
        }
        if wait.due >= self.horizon {
            let stop = text::time(self.horizon);
            let _ = write!(told, " The simulation stops before that, at {stop}.");
        } else if wait.step + 1 == self.len() {
            told.push_str(if !WHOLE || self.is_cut() {
                " Later attempts are not shown."
            } else {
                " The next one still waited in the queue when the simulation stopped."
            });
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
        Outcome::ShortCircuited if WHOLE => "met the open circuit breaker and was not sent",
        Outcome::Served | Outcome::ShortCircuited => "was served",
    };
    let queued = match step.answered - step.at {
        _ if !WHOLE => String::new(),
        SimDuration::ZERO => String::new(),
        time => format!("waited {} in the queue and ", text::duration(time)),
    };
    format!(
        "Attempt {} at {} {queued}{what}.",
        text::count(u64::from(step.attempt)),
        text::time(step.at)
    )
}

/// Appends the own delay, the Retry-After and the offset, whichever count.
fn of_waiting(step: &Step, wait: &Wait, told: &mut String) {
    if let Some(terms) = step.terms {
        of_own_delay(&terms, told);
    }
    if !WHOLE {
        return;
    }
    if let Some(reply) = step.reply {
        of_reply(reply, told);
    }
    let own = step.terms.map(|terms| terms.delay);
    if own == Some(wait.delay) {
        return;
    }
    if step.offset > SimDuration::ZERO {
        let offset = text::duration(step.offset);
        let _ = write!(told, " It adds an offset of its own, {offset}.");
    }
    let delay = text::duration(wait.delay);
    let _ = write!(told, " It waits {delay}.");
}

/// " The server said Retry-After: 30 (30 s). The client obeys."
fn of_reply(reply: Reply, told: &mut String) {
    let Reply { header, after, .. } = reply;
    let after = text::duration(after);
    let does = match reply.rule {
        RetryAfterRule::Ignore => "ignores it",
        RetryAfterRule::Obey => "obeys",
        RetryAfterRule::Floor => "takes it as the least",
        RetryAfterRule::Add => "adds it to its delay",
        RetryAfterRule::Stretch => "waits once to twice as long",
        RetryAfterRule::Scatter => "waits up to as long",
        RetryAfterRule::Near => "stays within 5 s of its delay",
    };
    let _ = write!(
        told,
        " The server said Retry-After: {header} ({after}). The client {does}."
    );
}

/// " Retry 3 waits between 0 and 8 s: 4.75 s."
fn of_own_delay(terms: &Terms, told: &mut String) {
    let retry = text::count(u64::from(terms.retry));
    let drawn = text::duration(terms.drawn);
    let (low, high) = (terms.interval.low, terms.interval.high);
    let _ = if low == high {
        write!(told, " Retry {retry} waits {drawn}")
    } else {
        let low = match low.as_nanos() {
            0 => "0".to_owned(),
            _ => text::duration(low),
        };
        let high = text::duration(high);
        write!(
            told,
            " Retry {retry} waits between {low} and {high}: {drawn}"
        )
    };
    if terms.delay != terms.drawn {
        let changed = text::duration(terms.delay);
        let how = if !WHOLE || terms.delay < terms.drawn {
            "cut"
        } else {
            "raised"
        };
        let _ = write!(told, ", {how} to {changed}");
    }
    told.push('.');
}

#[cfg(test)]
mod tests {
    use super::*;
    use retry_herd_core::{Clock, Growth, Jitter, Preset, Scenario, Trace};

    fn glossary() -> Scenario {
        Preset::named("glossary").expect("a preset").scenario()
    }

    fn timeline(scenario: &Scenario) -> Timeline {
        Timeline::new(scenario, Trace::in_herd(scenario, 0))
    }

    fn last_told(scenario: &Scenario) -> String {
        let timeline = timeline(scenario);
        timeline.told(timeline.len() - 1)
    }

    #[test]
    fn the_glossary_client_has_its_story() {
        let timeline = timeline(&glossary());
        assert_eq!(
            timeline.story(4).attempts,
            [
                "Attempt 1 at 0 s came during the outage and failed. \
                 Retry 0 waits between 0 and 1 s: 461 ms.",
                "Attempt 2 at 461 ms came during the outage and failed. \
                 Retry 1 waits between 0 and 2 s: 419 ms.",
                "Attempt 3 at 880 ms came during the outage and failed. \
                 Retry 2 waits between 0 and 4 s: 2.23 s.",
                "Attempt 4 at 3.11 s came during the outage and failed. \
                 Retry 3 waits between 0 and 8 s: 4.75 s.",
                "Attempt 5 at 7.87 s was served.",
            ]
        );
        assert_eq!(
            timeline.summary(),
            "Client 1 of 24 was served on attempt 5, at 7.87 s."
        );
    }

    #[test]
    fn only_what_happened_so_far_is_told() {
        assert_eq!(timeline(&glossary()).story(1).attempts.len(), 2);
    }

    #[test]
    fn giving_up_has_a_reason() {
        let mut scenario = glossary();
        scenario.policy.max_attempts = Some(4);
        assert_eq!(
            last_told(&scenario),
            "Attempt 4 at 3.11 s came during the outage and failed. \
             It was the last one allowed: the client gave up."
        );
        scenario.policy.max_attempts = Some(7);
        scenario.policy.deadline = Some(SimDuration::from_secs(5));
        assert_eq!(
            last_told(&scenario),
            "Attempt 4 at 3.11 s came during the outage and failed. \
             The next one would have come after the deadline of 5 s: the client gave up."
        );
        assert_eq!(
            timeline(&scenario).summary(),
            "Client 1 of 24 gave up after 4 attempts, at 3.11 s."
        );
    }

    #[test]
    fn a_wait_may_outlast_the_simulation() {
        let mut scenario = glossary();
        scenario.horizon = SimDuration::from_secs(5);
        assert_eq!(
            last_told(&scenario),
            "Attempt 4 at 3.11 s came during the outage and failed. \
             Retry 3 waits between 0 and 8 s: 4.75 s. \
             The simulation stops before that, at 5 s."
        );
        assert_eq!(
            timeline(&scenario).summary(),
            "Client 1 of 24 still waited when the simulation stopped at 5 s, after 4 attempts."
        );
    }

    #[test]
    fn a_ticking_clock_is_told() {
        let mut scenario = glossary();
        scenario.clock = Clock::Ticked;
        scenario.server.tick = SimDuration::from_millis(100);
        assert_eq!(
            timeline(&scenario).told(0),
            "Attempt 1 at 0 s came during the outage and failed. \
             Retry 0 waits between 0 and 1 s: 461 ms. \
             The server's tick moves the next attempt to 500 ms."
        );
    }

    #[test]
    fn the_hard_clamp_is_told() {
        let mut scenario = glossary();
        scenario.policy.jitter = Jitter::Decorrelated;
        scenario.policy.cap = Some(SimDuration::from_secs(2));
        scenario.draws = vec![0.75];
        assert_eq!(
            timeline(&scenario).told(0),
            "Attempt 1 at 0 s came during the outage and failed. \
             Retry 0 waits between 1 s and 3 s: 2.5 s, cut to 2 s."
        );
    }

    /// Attempt 1 fails in the outage, and the server says 30 s.
    fn with_retry_after(rule: RetryAfterRule) -> Scenario {
        let mut scenario = glossary();
        scenario.server.retry_after = Some(SimDuration::from_secs(30));
        scenario.policy.retry_after.outage = rule;
        scenario
    }

    #[test]
    fn a_retry_after_is_told_with_what_the_client_does() {
        let told = |rule| timeline(&with_retry_after(rule)).told(0);
        let failed = "Attempt 1 at 0 s came during the outage and failed.";
        let said = "The server said Retry-After: 30 (30 s).";
        let own = "Retry 0 waits between 0 and 1 s: 461 ms.";
        assert_eq!(
            told(RetryAfterRule::Obey),
            format!("{failed} {said} The client obeys. It waits 30 s.")
        );
        assert_eq!(
            told(RetryAfterRule::Floor),
            format!("{failed} {own} {said} The client takes it as the least. It waits 30 s.")
        );
        assert_eq!(
            told(RetryAfterRule::Add),
            format!("{failed} {own} {said} The client adds it to its delay. It waits 30.5 s.")
        );
        assert_eq!(
            told(RetryAfterRule::Scatter),
            format!("{failed} {said} The client waits up to as long. It waits 13.8 s.")
        );
        assert_eq!(told(RetryAfterRule::Ignore), format!("{failed} {own}"));
    }

    #[test]
    fn an_offset_is_told() {
        let mut scenario = glossary();
        scenario.policy.offset = SimDuration::from_secs(1);
        let told = timeline(&scenario).told(0);
        assert!(
            told.contains("461 ms. It adds an offset of its own, "),
            "{told}"
        );
    }

    #[test]
    fn a_wait_in_the_queue_is_told_and_whether_it_came_to_an_end() {
        let mut scenario = glossary();
        scenario.policy.jitter = Jitter::None;
        scenario.server.outage.length = Some(SimDuration::ZERO);
        scenario.server.tick = SimDuration::from_secs(1);
        scenario.server.capacity = Some(1.0);
        scenario.server.queue.room = 10;
        let told = |scenario: &Scenario, client| {
            Timeline::new(scenario, Trace::in_herd(scenario, client)).told(0)
        };
        assert_eq!(
            told(&scenario, 4),
            "Attempt 1 at 0 s waited 4 s in the queue and was served."
        );
        scenario.fleet.clients = 12;
        let timeline = Timeline::new(&scenario, Trace::in_herd(&scenario, 11));
        assert!(timeline.summary().contains("was served on attempt"));
        scenario.horizon = SimDuration::from_millis(2_500);
        let still = Timeline::new(&scenario, Trace::in_herd(&scenario, 11));
        let last = still.told(still.len() - 1);
        assert!(
            last.ends_with("The next one still waited in the queue when the simulation stopped."),
            "{last}"
        );
        assert!(
            still.summary().contains("still waited when"),
            "{}",
            still.summary()
        );
    }

    #[test]
    fn without_jitter_there_is_no_interval() {
        let mut scenario = glossary();
        scenario.policy.jitter = Jitter::None;
        let told = timeline(&scenario).told(2);
        assert!(told.ends_with("failed. Retry 2 waits 4 s."), "{told}");
    }

    #[test]
    fn a_full_server_rejects() {
        let mut scenario = glossary();
        scenario.policy.jitter = Jitter::None;
        scenario.server.capacity = Some(100.0);
        let rejected = Trace::in_herd(&scenario, 23);
        let timeline = Timeline::new(&scenario, rejected);
        let told = timeline.told(3);
        assert!(
            told.starts_with("Attempt 4 at 7 s found the server full and was rejected. "),
            "{told}"
        );
    }

    #[test]
    fn a_long_story_is_cut_and_says_so() {
        let mut scenario = glossary();
        scenario.policy.growth = Growth::Fixed;
        scenario.policy.jitter = Jitter::None;
        scenario.policy.base = SimDuration::from_millis(20);
        scenario.policy.max_attempts = None;
        scenario.server.outage.length = None;
        let timeline = timeline(&scenario);
        assert_eq!(timeline.len(), Trace::LIMIT);
        let story = timeline.story(9_999);
        assert_eq!(story.attempts.len(), Story::LIMIT);
        assert_eq!(story.note, "The first 9,900 attempts are left out.");
        assert!(story.attempts[0].starts_with("Attempt 9,901 at 3 min 18 s"));
        assert!(story.attempts[99].ends_with("Later attempts are not shown."));
        assert_eq!(
            timeline.summary(),
            "Client 1 of 24 made over 10,000 attempts, of which the first 10,000 are shown."
        );
        assert_eq!(timeline.heading(0), "attempt 1 of over 10,000, t = 0 s");
    }
}
