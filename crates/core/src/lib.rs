//! The simulation behind Retry Herd: a fleet of clients that retry against a
//! server that was down.
//!
//! A [`Scenario`] is run by a [`Run`], which advances in slices and can be looked
//! at between them. It ends in a [`Report`]. One client's timeline, with the delay
//! formula evaluated, is a [`Trace`].
//!
//! The crate knows no clock, no browser, no file and no global randomness: the
//! same scenario gives the same bits on every machine.

mod calendar;
mod completion;
mod delay;
mod draws;
mod event;
mod load;
mod report;
mod run;
mod scenario;
mod schedule;
mod time;
mod trace;

pub use delay::{DelayRule, Interval, Terms};
pub use draws::{Draws, KeyedDraws};
pub use event::{Event, Observer, Outcome};
pub use load::Window;
pub use report::{Completion, Peak, Report, Requests};
pub use run::{Progress, Run};
pub use scenario::{
    Clamp, Clock, Fleet, Growth, Jitter, Observe, Outage, Policy, Scenario, Seeding, Server,
};
pub use time::{SimDuration, SimTime};
pub use trace::{Ending, Endings, Step, Trace};
