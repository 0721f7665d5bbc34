//! The simulation behind Retry Herd: a fleet of clients that retry against a
//! server that was down.
//!
//! A [`Scenario`] is run by a [`Run`], which advances in slices and can be looked
//! at between them. It ends in a [`Report`]. One client's timeline, with the delay
//! formula evaluated, is a [`Trace`].
//!
//! The crate knows no clock, no browser, no file and no global randomness: the
//! same scenario gives the same bits on every machine.

/// Whether all that can be set is compiled in. Otherwise only what almost every page
/// needs can be: [`FIELDS`] and the names of choices are shorter, and what is behind
/// the others is left to the optimiser to drop.
pub const WHOLE: bool = cfg!(feature = "whole");

mod breaker;
mod budget;
mod calendar;
mod capacity;
mod completion;
mod decimal;
mod delay;
mod divisor;
mod draws;
mod duration;
mod error;
mod event;
mod failures;
mod fatal;
mod field;
mod fields;
mod figures;
mod fit;
mod growth;
mod http_date;
mod identity;
mod in_order;
mod jitter;
mod joined;
mod kind;
mod layers;
mod limits;
mod load;
mod median_first;
#[cfg(feature = "models")]
pub mod models;
mod nearest;
mod patience;
mod policies;
mod power;
mod presets;
mod queue;
#[cfg(any(feature = "toml", feature = "json"))]
mod read;
mod reply;
mod report;
mod retry;
mod rule;
mod run;
mod scenario;
mod schedule;
mod select;
mod settings;
mod shown;
mod slot;
mod stats;
mod stay;
mod tick;
mod time;
mod total_wait;
mod trace;
mod value;
mod wait;
mod waiting;

pub use decimal::{read_decimal, write_decimal};
pub use delay::{Delay, DelayRule, Interval, Terms};
pub use draws::{Draws, KeyedDraws};
pub use error::{FieldError, Problem};
pub use event::{Event, Observer, Outcome};
pub use field::Field;
pub use fields::FIELDS;
pub use figures::{FIGURES, Figure};
pub use fit::{CapFit, Measure, attempts_within, cap_within};
pub use http_date::HttpDate;
pub use joined::joined;
pub use kind::Kind;
pub use load::Window;
pub use policies::{LibraryPolicy, PolicyRow, Source};
pub use power::power;
pub use presets::{PRESETS, Preset};
#[cfg(any(feature = "toml", feature = "json"))]
pub use read::FileError;
pub use reply::{Header, Reply};
pub use report::{Completion, Peak, Report, Requests};
pub use retry::GaveUp;
pub use run::{Progress, Run};
pub use scenario::{
    Beyond, Breaker, Budget, CapOn, Clamp, Clock, Degradation, First, Fleet, Growth, Jitter,
    Observe, Outage, Policy, Queue, RetryAfter, RetryAfterForm, RetryAfterRule, Scenario, Scope,
    Seeding, Server, Shed, SlowStart, SpreadGrowth,
};
pub use stats::{Spread, Summary};
pub use time::{SimDuration, SimTime};
pub use total_wait::TotalWait;
pub use trace::{Ending, Endings, Step, Trace};
pub use value::Value;
