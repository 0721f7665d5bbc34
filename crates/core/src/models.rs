//! The models beside the outage herd: other questions about retries, each with
//! settings, a run and a report of its own.
//!
//! | kind | what fails | what it shows |
//! |---|---|---|
//! | [`Contention`] | a write that came too late | jitter saves work where clients are in each other's way |
//! | [`Budgets`] | every attempt, with a probability | what a limit on retries costs, and what it spares |
//! | [`Collapse`] | what was answered too late | an overload that goes, and a collapse that stays |
//!
//! They share the outage herd's policies, the names, words and ranges of its
//! fields, and its rule that a draw belongs to its place and not to the order of
//! events. [`AnyScenario`] is a scenario file of whatever kind.

mod agenda;
mod any;
mod budgets;
mod caller;
mod collapse;
mod contention;
mod luck;
mod model;
mod presets;
mod table;

pub use any::{AnyReport, AnyScenario, FieldInfo};
pub use budgets::{Budgets, BudgetsReport, Callers, Guard, Strategy};
pub use collapse::{
    AtTheEnd, Collapse, CollapseInterval, CollapseReport, Load, LoadShape, ServerKind, SlowServer,
};
pub use contention::{Backoff, Contention, ContentionReport, NormalHop};
pub use model::Model;
pub use presets::{MODEL_PRESETS, ModelPreset};
