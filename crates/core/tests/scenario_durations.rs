//! Durations as a scenario has them: a decimal number and its unit, exactly.

#![cfg(not(target_family = "wasm"))]

use proptest::prelude::*;
use retry_herd_core::{Problem, Scenario, SimDuration};

fn read(text: &str) -> Result<SimDuration, Problem> {
    let mut scenario = Scenario::default();
    let set = scenario.set("policy.base", text);
    set.map(|()| scenario.policy.base)
        .map_err(|error| error.problem)
}

fn nanos(text: &str) -> u64 {
    read(text)
        .unwrap_or_else(|e| panic!("{text}: {e:?}"))
        .as_nanos()
}

#[test]
fn every_unit_is_known() {
    assert_eq!(nanos("7ns"), 7);
    assert_eq!(nanos("7us"), 7_000);
    assert_eq!(nanos("7µs"), 7_000);
    assert_eq!(nanos("7ms"), 7_000_000);
    assert_eq!(nanos("7s"), 7_000_000_000);
    assert_eq!(nanos("7m"), 420_000_000_000);
    assert_eq!(nanos("7min"), 420_000_000_000);
    assert_eq!(nanos("7h"), 25_200_000_000_000);
    assert_eq!(nanos("0s"), 0);
}

#[test]
fn decimals_and_sums_of_units_are_exact() {
    assert_eq!(nanos("1.5s"), 1_500_000_000);
    assert_eq!(nanos("0.1ms"), 100_000);
    assert_eq!(nanos("1.10000000000000000000000000s"), 1_100_000_000);
    assert_eq!(nanos("1m30s"), 90_000_000_000);
    assert_eq!(nanos("1h 2min 3.5s"), 3_723_500_000_000);
}

#[test]
fn what_our_own_texts_print_reads_back() {
    assert_eq!(nanos("461 ms"), 461_000_000);
    assert_eq!(nanos("1 min 15 s"), 75_000_000_000);
    assert_eq!(nanos(" 2.23 s "), 2_230_000_000);
}

#[test]
fn a_bare_number_has_no_unit() {
    for text in ["0", "30", "1.5"] {
        assert_eq!(read(text), Err(Problem::NoUnit), "{text}");
    }
}

#[test]
fn what_is_no_duration_is_refused() {
    let texts = [
        "",
        " ",
        "s",
        "10 parsecs",
        "-5s",
        "+5s",
        "1.s",
        ".5s",
        "1..5s",
        "1.2.3s",
        "1e3s",
        "1_0s",
        "30s1m",
        "1s1s",
        "1m30",
        "30 s 5",
        "s30",
        "1,5s",
        "1 s.",
        "5d",
        "30S",
        "½s",
        "٣s",
    ];
    for text in texts {
        assert_eq!(read(text), Err(Problem::NotA("a duration")), "{text}");
    }
}

#[test]
fn parts_of_a_nanosecond_are_refused_not_rounded() {
    for text in [
        "0.5ns",
        "1.0000000001s",
        "0.0000000000000000000000000000001h",
    ] {
        assert_eq!(read(text), Err(Problem::TooFine), "{text}");
    }
}

#[test]
fn the_far_too_long_is_out_of_range() {
    for text in [
        "25h",
        "999999999999999999h",
        "99999999999999999999999999999999999999999s",
    ] {
        assert_eq!(read(text), Err(Problem::OutOfRange), "{text}");
    }
}

proptest! {
    #[test]
    fn every_duration_reads_back_as_it_is_shown(nanos in nasty_nanos()) {
        let duration = SimDuration::from_nanos(nanos);
        prop_assert_eq!(read(&duration.to_string()), Ok(duration));
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[0-9.a-zµ \\-]{0,40}") {
        let _ = read(&text);
    }
}

/// Up to a day, round ones as often as odd ones.
fn nasty_nanos() -> impl Strategy<Value = u64> {
    let day = 86_400_000_000_000u64;
    let unit = prop::sample::select(vec![1, 1_000, 1_000_000, 1_000_000_000, 60_000_000_000]);
    prop_oneof![
        0..=day,
        (unit, any::<u64>()).prop_map(move |(unit, n)| n % (day / unit) * unit)
    ]
}
