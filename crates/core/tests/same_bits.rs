//! The same scenario gives the same bits natively and in wasm.
//!
//! Both compute the digests of the same random scenarios and compare them with the
//! same file. After a change that is meant to change results, write it anew:
//! `BLESS=1 cargo test -p retry-herd-core --test same_bits`.

#[path = "support/digest.rs"]
mod digest;
#[path = "support/random_scenario.rs"]
mod random_scenario;

use digest::digest;
use random_scenario::RandomScenarios;
use retry_herd_core::{PRESETS, Preset, Scenario};

const GOLDEN: &str = include_str!("golden/digests.txt");

/// The presets, then 300 random scenarios.
fn scenarios() -> impl Iterator<Item = Scenario> {
    let presets = PRESETS.iter().map(Preset::scenario);
    presets.chain(RandomScenarios::seeded(1).take(300))
}

/// A line a scenario.
fn digests() -> String {
    let line = |scenario: Scenario| format!("{:016x} {}\n", digest(&scenario), scenario.name);
    scenarios().map(line).collect()
}

fn assert_golden(digests: &str) {
    assert_eq!(digests.lines().count(), GOLDEN.lines().count());
    for (number, (ours, golden)) in (1..).zip(digests.lines().zip(GOLDEN.lines())) {
        assert_eq!(ours, golden, "line {number} of golden/digests.txt");
    }
}

#[cfg(target_family = "wasm")]
#[wasm_bindgen_test::wasm_bindgen_test]
fn wasm_computes_the_golden_bits() {
    assert_golden(&digests());
}

#[cfg(not(target_family = "wasm"))]
#[test]
fn native_code_computes_the_golden_bits() {
    let digests = digests();
    if std::env::var_os("BLESS").is_some() {
        let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/digests.txt");
        std::fs::write(golden, digests).expect("the golden file can be written");
    } else {
        assert_golden(&digests);
    }
}
