//! A run may be advanced in slices of any size, and looked at between them.

#![cfg(not(target_family = "wasm"))]

#[path = "support/behaviours.rs"]
mod behaviours;
#[path = "support/recorder.rs"]
mod recorder;
#[path = "support/scenarios.rs"]
mod scenarios;

use behaviours::all_scenarios;
use proptest::prelude::*;
use recorder::{Recorder, events};
use retry_herd_core::{KeyedDraws, Progress, Run, Scenario};
use scenarios::scenarios;

type Watched = Run<KeyedDraws, Recorder>;

fn watched(scenario: &Scenario) -> Watched {
    Run::watched(scenario, Recorder::default())
}

/// The run, advanced by each of `slices` in turn, over and over.
fn in_slices(scenario: &Scenario, slices: &[u64], mut between: impl FnMut(&Watched)) -> Watched {
    let mut run = watched(scenario);
    for &slice in slices.iter().cycle() {
        let progress = run.advance(slice);
        between(&run);
        if progress == Progress::Done {
            break;
        }
    }
    run
}

fn same(one: &Watched, other: &Watched) -> Result<(), TestCaseError> {
    prop_assert_eq!(one.report(), other.report());
    prop_assert_eq!(one.windows(), other.windows());
    prop_assert_eq!(one.observer(), other.observer());
    prop_assert_eq!(one.now(), other.now());
    prop_assert_eq!(one.settled(), other.settled());
    Ok(())
}

proptest! {
    #[test]
    fn slices_of_one_attempt_give_the_same_run(scenario in all_scenarios()) {
        same(&in_slices(&scenario, &[1], |_| ()), &watched(&scenario).finish())?;
    }

    #[test]
    fn slices_of_any_sizes_give_the_same_run(
        scenario in all_scenarios(),
        slices in prop::collection::vec(1..200_u64, 1..8),
    ) {
        same(&in_slices(&scenario, &slices, |_| ()), &watched(&scenario).finish())?;
    }

    /// But for those that waited in a queue, which are answered when their tick begins.
    #[test]
    fn a_slice_handles_no_more_attempts_than_it_was_given(scenario in scenarios(), slice in 1..50_u64) {
        let mut before = 0;
        in_slices(&scenario, &[slice], |run| {
            let now = run.report().requests.total;
            assert!(now - before <= slice, "{now} - {before} > {slice}");
            before = now;
        });
    }

    #[test]
    fn what_is_seen_between_slices_only_grows(scenario in all_scenarios(), slice in 1..50_u64) {
        let mut last = (watched(&scenario).now(), 0, 0);
        in_slices(&scenario, &[slice], |run| {
            let seen = (run.now(), run.settled(), run.observer().events.len());
            assert!(last.0 <= seen.0 && last.1 <= seen.1 && last.2 <= seen.2);
            last = seen;
        });
    }

    #[test]
    fn everything_before_now_has_happened_and_nothing_after_the_tick(
        scenario in all_scenarios(),
        slice in 1..50_u64,
    ) {
        let all = events(&scenario);
        in_slices(&scenario, &[slice], |run| {
            let now = run.now();
            let seen = &run.observer().events;
            let due = all.iter().filter(|event| event.answered < now).count();
            assert_eq!(seen.iter().filter(|event| event.answered < now).count(), due);
            assert!(seen.iter().all(|event| event.answered < now + scenario.server.tick));
        });
    }

    #[test]
    fn asking_for_more_after_the_end_changes_nothing(scenario in all_scenarios()) {
        let mut run = watched(&scenario).finish();
        let before = run.clone();
        prop_assert_eq!(run.advance(1), Progress::Done);
        same(&run, &before)?;
    }
}

#[test]
fn a_budget_of_nothing_does_nothing() {
    let mut run = watched(&Scenario::default());
    assert_eq!(run.advance(0), Progress::Running);
    assert_eq!(run.report().requests.total, 0);
}
