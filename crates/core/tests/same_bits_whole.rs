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
use whole_scenario::whole_scenarios;

const GOLDEN: &str = include_str!("golden/digests-whole.txt");

/// Enough that every pair of settings meets.
const SCENARIOS: usize = 300;

/// One of every scenario.
fn digests() -> Vec<String> {
    let digests = whole_scenarios(SCENARIOS).map(|scenario| digest(&scenario));
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
