//! Every text that the fuzzer found worth keeping, read again: see tests/fuzz.

#![cfg(not(target_family = "wasm"))]

use std::time::{Duration, Instant};

use retry_herd_core::models::AnyScenario;

#[path = "../../../tests/fuzz/checks/corpus.rs"]
mod corpus;
#[path = "../../../tests/fuzz/checks/scenario.rs"]
mod scenario;

#[test]
fn whatever_the_fuzzer_found_reads_as_promised() {
    corpus::check_all("scenario", scenario::check);
}

/// Text that is deep, wide or long in one place. The time is thirty times what it
/// takes; a name that is compared with every field's took more, until it was too long.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "that it takes no time is what is tested"
)]
fn a_megabyte_of_anything_is_refused_in_a_moment() {
    const MEGABYTE: usize = 1 << 20;
    let times = |part: &str| part.repeat(MEGABYTE / part.len());
    let texts = [
        times("["),
        times("{\"a\":"),
        times("a."),
        times("a=["),
        times("a={b="),
        times("x"),
        times("seed=1\n"),
        format!("{} = 1", times("k")),
        format!("{{\"{}\": 1}}", times("k")),
        format!("seed = {}", times("9")),
        format!("{{\"seed\": {}}}", times("9")),
        format!("horizon = '{}'", times("1m")),
        format!("draws = [{}0]", times("0.5,")),
        format!("{{\"draws\": [{}0]}}", times("0.5,")),
        format!("name = '{}'", times("é")),
    ];
    for text in texts {
        let begun = Instant::now();
        let toml = AnyScenario::from_toml(&text).unwrap_err().to_string();
        let json = AnyScenario::from_json(&text).unwrap_err().to_string();
        let mut scenario = AnyScenario::of_kind("outage").unwrap();
        let value = scenario.set("horizon", &text).unwrap_err().to_string();
        let name = scenario.set(&text, "1s").unwrap_err().to_string();
        for line in [toml, json, value, name] {
            assert!(line.chars().count() < 2_500, "{line}");
        }
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(1), "{took:?}: {text:.40}");
    }
}
