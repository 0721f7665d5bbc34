//! Requests after recovery, by whether the server has turned the client away before.

use retry_herd_core::{Event, Observer, Outcome, Run, Scenario, SimTime};

/// The most requests in one window after recovery, per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Peaks {
    /// Of clients that come for the first time since recovery: they were on their way.
    pub(crate) first: f64,
    /// Of clients that have been turned away since recovery.
    pub(crate) again: f64,
}

/// Counts them.
struct Repeats {
    recovery: SimTime,
    window_ns: u64,
    turned_away: Vec<bool>,
    first: Vec<u32>,
    again: Vec<u32>,
}

impl Observer for Repeats {
    fn attempt(&mut self, event: Event) {
        if event.at < self.recovery {
            return;
        }
        let client = event.client as usize;
        let counts = if self.turned_away[client] {
            &mut self.again
        } else {
            &mut self.first
        };
        let window = (event.at.as_nanos() / self.window_ns) as usize;
        if counts.len() <= window {
            counts.resize(window + 1, 0);
        }
        counts[window] += 1;
        self.turned_away[client] |= event.outcome == Outcome::Rejected;
    }
}

/// Runs `scenario` to its end.
pub(crate) fn peaks(scenario: &Scenario) -> Peaks {
    let repeats = Repeats {
        recovery: scenario.server.outage.span().end,
        window_ns: scenario.observe.window.as_nanos(),
        turned_away: vec![false; scenario.fleet.clients as usize],
        first: Vec::new(),
        again: Vec::new(),
    };
    let counted = Run::watched(scenario, repeats).finish().into_observer();
    let per_second = 1.0 / scenario.observe.window.as_secs_f64();
    let peak = |counts: &[u32]| {
        let most = counts.iter().max().copied().unwrap_or_default();
        f64::from(most) * per_second
    };
    Peaks {
        first: peak(&counted.first),
        again: peak(&counted.again),
    }
}
