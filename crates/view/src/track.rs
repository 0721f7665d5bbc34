//! One client's way through the herd.

use retry_herd_core::{SimTime, Trace};

use crate::dots::Fate;

/// One client's dots: to be lit up in the raster, whether the client is recorded
/// or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Which client, from 0.
    pub client: u32,
    /// Its attempts in order: seconds, and what became of them.
    pub dots: Vec<TrackDot>,
}

/// One attempt of a [`Track`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackDot {
    /// When it reached the server, in seconds.
    pub at: f32,
    /// What became of it.
    pub fate: Fate,
}

impl Track {
    /// The dots of a client that the herd's run need not have recorded. Attempts
    /// after `now`, which have not happened yet, are left out.
    pub fn of_trace(trace: &Trace, now: SimTime) -> Self {
        let gave_up_on = trace.ending.filter(|e| !e.served).map(|e| e.attempt);
        let happened = trace.attempts.iter().filter(|step| step.at <= now);
        Self {
            client: trace.client,
            dots: happened
                .map(|step| TrackDot {
                    at: step.at.as_secs_f64() as f32,
                    fate: Fate::new(step.outcome, gave_up_on == Some(step.attempt)),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dots::DotRecorder;
    use retry_herd_core::{Preset, Run};

    #[test]
    fn a_trace_gives_the_dots_that_the_herd_recorded() {
        for name in ["app-recovery", "deploy-blip", "glossary"] {
            let mut scenario = Preset::named(name).unwrap().scenario();
            scenario.fleet.clients = scenario.fleet.clients.min(60);
            scenario.policy.max_attempts = Some(6);
            let run = Run::watched(&scenario, DotRecorder::new(60)).finish();
            let dots = run.observer().dots();
            for client in 0..scenario.fleet.clients {
                let trace = Trace::in_herd(&scenario, client);
                let track = Track::of_trace(&trace, SimTime::MAX);
                assert_eq!(Some(track), dots.track(client), "{name}, {client}");
            }
        }
    }

    #[test]
    fn attempts_that_have_not_happened_yet_are_left_out() {
        let scenario = Preset::named("glossary").unwrap().scenario();
        let trace = Trace::in_herd(&scenario, 0);
        let now = trace.attempts[2].at;
        assert_eq!(Track::of_trace(&trace, now).dots.len(), 3);
    }
}
