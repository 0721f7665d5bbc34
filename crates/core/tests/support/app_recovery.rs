//! `app-recovery` for fleets of any size: what benchmarks and memory are
//! measured on.

use retry_herd_core::{Jitter, Scenario};

/// Every jitter kind.
pub(crate) const JITTERS: [Jitter; 5] = [
    Jitter::None,
    Jitter::Full,
    Jitter::Equal,
    Jitter::Decorrelated,
    Jitter::Proportional,
];

/// The preset with `clients` clients, and capacity in proportion to them: the
/// 120/s of 2,000 clients become the 60,000/s of a million.
pub(crate) fn scaled(clients: u32, jitter: Jitter) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.fleet.clients = clients;
    scenario.server.capacity = Some(120.0 * f64::from(clients) / 2_000.0);
    scenario.policy.jitter = jitter;
    scenario
}
