//! The whole model gives the same bits natively and in wasm, as `same_bits` has it for
//! what the small build has too.
//!
//! `BLESS=1 cargo test -p retry-herd-core --test same_bits_whole` writes them anew.

#![cfg(feature = "whole")]

#[path = "support/digest.rs"]
mod digest;
#[path = "support/random_scenario.rs"]
mod random_scenario;
#[path = "support/whole_scenario.rs"]
mod whole_scenario;

use digest::digest;
use whole_scenario::{guarded_scenarios, whole_scenarios};

const GOLDEN: &str = include_str!("golden/digests-whole.txt");

/// Enough that every pair of settings meets.
const SCENARIOS: usize = 300;

/// The same for those with budgets and breakers.
const GUARDED: usize = 300;

/// One of every scenario.
fn digests() -> Vec<String> {
    let scenarios = whole_scenarios(SCENARIOS).chain(guarded_scenarios(GUARDED));
    let digests = scenarios.map(|scenario| digest(&scenario));
    digests.map(|digest| format!("{digest:016x}")).collect()
}

fn assert_golden(digests: &[String]) {
    assert_eq!(digests.len(), GOLDEN.lines().count());
    for (number, (ours, golden)) in (1..).zip(digests.iter().zip(GOLDEN.lines())) {
        assert_eq!(ours, golden, "line {number} of golden/digests-whole.txt");
    }
}

#[cfg(target_family = "wasm")]
#[wasm_bindgen_test::wasm_bindgen_test]
fn wasm_computes_the_golden_bits_of_the_whole_model() {
    assert_golden(&digests());
}

#[cfg(not(target_family = "wasm"))]
#[test]
fn native_code_computes_the_golden_bits_of_the_whole_model() {
    let digests = digests();
    if std::env::var_os("BLESS").is_some() {
        let golden = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/golden/digests-whole.txt"
        );
        std::fs::write(golden, digests.join("\n") + "\n").expect("the golden file can be written");
    } else {
        assert_golden(&digests);
    }
}

/// Proves that the digests are of guards that act: without them, many a run would
/// be another.
#[cfg(not(target_family = "wasm"))]
#[test]
fn budgets_and_breakers_of_each_scope_decide_many_a_run() {
    use retry_herd_core::{Run, Scenario, Scope};
    type Of = fn(&mut Scenario) -> &mut Scope;
    let guards: [(&str, Of); 2] = [
        ("budget", |scenario| &mut scenario.policy.budget.scope),
        ("breaker", |scenario| &mut scenario.policy.breaker.scope),
    ];
    for (guard, of) in guards {
        for scope in [Scope::Client, Scope::Fleet] {
            let decides = |mut scenario: Scenario| {
                if *of(&mut scenario) != scope {
                    return false;
                }
                let with = Run::new(&scenario).finish();
                *of(&mut scenario) = Scope::None;
                Run::new(&scenario).finish().windows() != with.windows()
            };
            let runs = guarded_scenarios(GUARDED);
            let count = runs.map(decides).filter(|&decides| decides).count();
            assert!(count >= 30, "{guard} {scope:?}: only {count} of {GUARDED}");
        }
    }
}
