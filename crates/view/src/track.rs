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
