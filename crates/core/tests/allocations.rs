//! Nothing is allocated per attempt, and a million clients fit into 200 MB.

#![cfg(not(target_family = "wasm"))]

#[path = "support/app_recovery.rs"]
mod app_recovery;

use allocation_counter::{AllocationInfo, measure};
use app_recovery::{JITTERS, scaled};
use retry_herd_core::{Jitter, Run, Scenario, SimDuration};

/// What a whole run allocates, and how many attempts it makes.
fn measured(scenario: &Scenario) -> (AllocationInfo, u64) {
    let mut attempts = 0;
    let info = measure(|| attempts = Run::new(scenario).finish().report().requests.total);
    (info, attempts)
}

/// The same clients, who try for longer and longer.
fn during(outage_s: u64, jitter: Jitter) -> (AllocationInfo, u64) {
    let mut scenario = scaled(2_000, jitter);
    scenario.server.outage.length = Some(SimDuration::from_secs(outage_s));
    scenario.policy.cap = Some(SimDuration::from_secs(1));
    measured(&scenario)
}

/// Growing tables double: ten times the windows and ticks are four allocations more
/// for each, and ten times the attempts are none.
#[test]
fn allocations_do_not_grow_with_attempts() {
    for jitter in JITTERS {
        let (short, few) = during(100, jitter);
        let (long, many) = during(1_000, jitter);
        assert!(many > 8 * few, "{jitter:?}: {few}, {many} attempts");
        let more = long.count_total - short.count_total;
        assert!(more <= 12, "{jitter:?}: {short:?}, {long:?}");
        assert!(long.count_total < 100, "{jitter:?}: {long:?}");
    }
}

#[test]
fn once_a_run_is_going_a_slice_allocates_nothing() {
    let mut scenario = scaled(2_000, Jitter::Full);
    scenario.server.outage.length = None;
    scenario.policy.cap = Some(SimDuration::from_secs(1));
    scenario.observe.window = SimDuration::from_secs(3_600);
    let mut run = Run::new(&scenario);
    run.advance(100_000);
    let info = measure(|| {
        for _ in 0..100 {
            run.advance(1_000);
        }
    });
    // The list of ticks in use doubles at most once in this time.
    assert!(info.count_total <= 2, "{info:?}");
}

#[test]
fn a_million_clients_take_less_than_200_mb() {
    for jitter in JITTERS {
        let (info, _) = measured(&scaled(1_000_000, jitter));
        assert!(info.bytes_max < 200_000_000, "{jitter:?}: {info:?}");
    }
}

#[test]
fn nothing_is_kept_after_a_run() {
    let (info, _) = measured(&scaled(2_000, Jitter::Full));
    assert_eq!((info.count_current, info.bytes_current), (0, 0));
}
