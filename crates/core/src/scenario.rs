//! What is simulated: the scenario, field by field as the scenario file has it.
//!
//! The names, kinds and ranges of the fields stand in [`crate::fields`].

mod policy;
mod server;

pub use policy::{
    Beyond, Breaker, Budget, CapOn, Clamp, First, Growth, Jitter, Policy, RetryAfter,
    RetryAfterRule, Scope, SpreadGrowth,
};
pub use server::{Degradation, Outage, Queue, RetryAfterForm, Server, Shed, SlowStart};

use crate::time::SimDuration;

/// One scenario: a fleet, its server, its retry policy, and how it is watched.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// A preset's name, or the author's.
    pub name: String,
    /// What every draw is derived from; at most 2⁵³ − 1, so that it survives JavaScript.
    pub seed: u64,
    /// The first draws of the first client, as fractions in `[0, 1)`, in place
    /// of the seed's: for a page whose text prints one client's numbers.
    pub draws: Vec<f64>,
    /// Where the simulation stops.
    pub horizon: SimDuration,
    /// Whether attempts fall at any time or on ticks only.
    pub clock: Clock,
    /// The clients.
    pub fleet: Fleet,
    /// What they call.
    pub server: Server,
    /// When they call again.
    pub policy: Policy,
    /// How the run is measured.
    pub observe: Observe,
}

/// Whether attempts fall at any time or on ticks only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// An attempt comes exactly when it is due.
    Continuous,
    /// Due times are rounded up to a tick's boundary, and delays counted from there.
    Ticked,
}

/// The clients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fleet {
    /// How many there are.
    pub clients: u32,
    /// First attempts are spread evenly over this time; zero means all at once.
    pub arrivals: SimDuration,
    /// Whether each client has luck of its own.
    pub seeding: Seeding,
    /// How many of those who still wait lose patience in a second, as a share: each
    /// client's patience is exponential with this rate. Zero is nobody.
    pub leaving: f64,
}

/// Whether each client has luck of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeding {
    /// Every client draws from a stream of its own.
    Independent,
    /// Every client draws the same sequence of delays, as with a fixed seed in
    /// the code. Arrivals stay independent: they are the users', not the code's.
    Identical,
}

/// How the run is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observe {
    /// The width of the windows that attempts are counted in.
    pub window: SimDuration,
}
