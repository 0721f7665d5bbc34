//! Collapse that does not heal: the simulation of a server that slows down with
//! its load (Marc Brooker, 2024: "simple collapse"), and the database example of
//! "Metastable Failures in Distributed Systems" (Bronson and others, 2021).

mod arrivals;
mod fields;
mod report;
mod run;
mod server;

pub use report::{AtTheEnd, CollapseInterval, CollapseReport};

use super::model::{Model, at_once, validate_policy};
use super::table::conflict;
use crate::error::FieldError;
use crate::field::Field;
use crate::figures::Figure;
use crate::scenario::{Growth, Jitter, Outage, Policy};
use crate::time::SimDuration;

/// Callers that lose patience, and a server that goes on working for those who
/// have left. A short overload makes it slower than their patience; from then on
/// it may work for nobody, long after the overload has gone.
///
/// Calls come in a Poisson stream whose rate follows the [`Load`]. An attempt
/// takes a hop, the server's time, and a hop back; hops are exponential. If the
/// answer has not come within the timeout, the client tries again as the policy
/// says, and ignores what comes of earlier attempts; the server does not know,
/// and serves them all the same. At the same nanosecond an answer comes before a
/// timeout, the end of a service before a beginning, an earlier call before a
/// later one.
///
/// With the same settings one seed may end in collapse and another one recover:
/// the mean of both is no run at all. So the report says how the run ended, and
/// several seeds are to be counted, not averaged.
///
/// A server that needs 1 s, whatever its load, answers all in time:
///
/// ```
/// use retry_herd_core::SimDuration;
/// use retry_herd_core::models::{Collapse, Model};
///
/// let mut steady = Collapse::default();
/// steady.server.per_request = SimDuration::ZERO;
/// let report = steady.run();
/// assert_eq!(report.gave_up, 0);
/// assert_eq!(report.at_the_end.collapsed, Some(false));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Collapse {
    /// What it is called.
    pub name: String,
    /// What every draw is derived from; at most 2⁵³ − 1.
    pub seed: u64,
    /// Where the simulation stops, 1 ms to 24 h; 80 s.
    pub horizon: SimDuration,
    /// How many calls come.
    pub load: Load,
    /// The mean of one way through the network, 0 to 24 h; 100 ms.
    pub hop_mean: SimDuration,
    /// What answers them.
    pub server: SlowServer,
    /// How long a client waits for the answer to an attempt, 1 ms to 24 h; 3 s.
    pub timeout: SimDuration,
    /// When a client tries again after that; at once, three attempts in all.
    pub policy: Policy,
    /// The width of the intervals that the report counts in, 1 ms to 1 h; 1 s.
    pub window: SimDuration,
    /// How long before the horizon the end of the run begins, by which it is
    /// judged, 1 ms to 24 h; 10 s.
    pub tail: SimDuration,
}

/// How many calls come, in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Its shape.
    pub shape: LoadShape,
    /// The calls in a second at first, 0 to 100,000; 40.
    pub rate: f64,
    /// And at its peak, 0 to 100,000; 80.
    pub peak: f64,
    /// When the peak begins, 0 to 24 h; 20 s.
    pub peak_at: SimDuration,
    /// How long it lasts, 0 to 24 h; 5 s.
    pub peak_length: SimDuration,
}

/// How the load comes to its peak and leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadShape {
    /// It jumps, there and back.
    Spike,
    /// It rises evenly from the start, and falls as steeply until nothing is left.
    Ramp,
}

/// The server. What arrives during its outage waits for the end of it.
#[derive(Clone, Debug, PartialEq)]
pub struct SlowServer {
    /// How it is slow.
    pub kind: ServerKind,
    /// Slowing: the time it needs for one request alone, 0 to 24 h; 1 s.
    pub service: SimDuration,
    /// Slowing: the time that each request adds that is in flight when one
    /// arrives, that one included, 0 to 24 h; 10 ms.
    pub per_request: SimDuration,
    /// Queue: the requests it answers in a second, 0.01 to 1,000,000; 300.
    pub capacity: f64,
    /// When it answers nothing; never.
    pub outage: Outage,
}

/// How a server is slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerKind {
    /// It works on all requests at once, and each makes the later ones slower.
    Slowing,
    /// It works on one after the other, the first to come first, each as long as
    /// the others, however many wait.
    Queue,
}

/// More calls than this no run carries in memory.
const MOST_CALLS: f64 = 5e6;

impl Collapse {
    /// As published, with the backoff compared there: full jitter, from 0 to 20 s
    /// before the second attempt, to 40 s before the third.
    pub fn backing_off() -> Self {
        let mut settings = Self::default();
        settings.policy.growth = Growth::Exponential;
        settings.policy.base = SimDuration::from_secs(20);
        settings.policy.factor = 2.0;
        settings.policy.jitter = Jitter::Full;
        settings
    }

    /// The long overload compared there: from 40 calls a second evenly to 80 at
    /// 25 s, and as evenly to none at 75 s.
    pub fn long_overload(self) -> Self {
        Self {
            load: Load {
                shape: LoadShape::Ramp,
                peak_at: SimDuration::from_secs(25),
                peak_length: SimDuration::ZERO,
                ..self.load
            },
            ..self
        }
    }

    /// The database: good for 300 requests a second, asked for 280, one retry
    /// after 1 s, and gone for 10 s. Where it stands on the network is not told:
    /// here a hop takes 1 ms in the mean.
    pub fn database() -> Self {
        let settings = Self::default();
        Self {
            name: "database".to_owned(),
            load: Load {
                rate: 280.0,
                peak: 280.0,
                ..settings.load
            },
            hop_mean: SimDuration::from_millis(1),
            server: SlowServer {
                kind: ServerKind::Queue,
                outage: Outage {
                    start: SimDuration::from_secs(20),
                    length: Some(SimDuration::from_secs(10)),
                },
                ..settings.server
            },
            timeout: SimDuration::from_secs(1),
            policy: Policy {
                max_attempts: Some(2),
                ..settings.policy
            },
            ..settings
        }
    }

    fn validate_ramp(&self) -> Result<(), FieldError> {
        let rises = self.load.rate < self.load.peak && SimDuration::ZERO < self.load.peak_at;
        if rises || self.load.shape == LoadShape::Spike {
            return Ok(());
        }
        Err(self.conflict(
            "load.shape",
            "has nowhere to rise to, or no time to",
            "spike, or a load.peak above load.rate and a load.peak_at above 0s",
        ))
    }

    fn conflict(&self, path: &str, how: &str, allowed: &str) -> FieldError {
        let fields = Self::fields();
        conflict(fields, self, path, how.to_owned(), allowed.to_owned())
    }
}

/// As published, trying again at once.
impl Default for Collapse {
    fn default() -> Self {
        Self {
            name: "collapse".to_owned(),
            seed: 1,
            horizon: SimDuration::from_secs(80),
            load: Load {
                shape: LoadShape::Spike,
                rate: 40.0,
                peak: 80.0,
                peak_at: SimDuration::from_secs(20),
                peak_length: SimDuration::from_secs(5),
            },
            hop_mean: SimDuration::from_millis(100),
            server: SlowServer {
                kind: ServerKind::Slowing,
                service: SimDuration::from_secs(1),
                per_request: SimDuration::from_millis(10),
                capacity: 300.0,
                outage: Outage {
                    start: SimDuration::ZERO,
                    length: Some(SimDuration::ZERO),
                },
            },
            timeout: SimDuration::from_secs(3),
            policy: Policy {
                max_attempts: Some(3),
                ..at_once()
            },
            window: SimDuration::from_secs(1),
            tail: SimDuration::from_secs(10),
        }
    }
}

impl Model for Collapse {
    type Report = CollapseReport;

    const KIND: &'static str = "collapse";

    fn fields() -> &'static [Field<Self>] {
        fields::FIELDS
    }

    fn figures() -> &'static [Figure<CollapseReport>] {
        report::FIGURES
    }

    fn validate(&self) -> Result<(), FieldError> {
        validate_policy(&self.policy)?;
        self.validate_ramp()?;
        let calls = self.load.rate.max(self.load.peak) * self.horizon.as_secs_f64();
        if calls > MOST_CALLS {
            return Err(self.conflict(
                "horizon",
                "has time for more than 5 million calls",
                "a shorter one, or a lower load.rate and load.peak",
            ));
        }
        if self.horizon.as_nanos() / self.window.as_nanos().max(1) > MOST_CALLS as u64 {
            return Err(self.conflict(
                "observe.window",
                "is too short for that horizon",
                "at most 5 million of them in the horizon",
            ));
        }
        if self.tail > self.horizon {
            return Err(self.conflict(
                "observe.tail",
                "is beyond the horizon",
                "up to the horizon",
            ));
        }
        Ok(())
    }

    fn run(&self) -> CollapseReport {
        run::run(self)
    }
}
