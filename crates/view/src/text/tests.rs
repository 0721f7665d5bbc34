use super::*;
use proptest::prelude::*;

fn nanos(nanos: u64) -> String {
    duration(SimDuration::from_nanos(nanos))
}

#[test]
fn durations_read_as_a_person_writes_them() {
    for (given, text) in [
        (0.0, "0 s"),
        (0.000_000_007, "7 ns"),
        (0.000_35, "350 µs"),
        (0.001, "1 ms"),
        (0.0125, "12.5 ms"),
        (0.461, "461 ms"),
        (0.419, "419 ms"),
        (1.0, "1 s"),
        (2.23, "2.23 s"),
        (4.75, "4.75 s"),
        (7.8675, "7.87 s"),
        (8.0, "8 s"),
        (14.3, "14.3 s"),
        (59.9, "59.9 s"),
        (60.0, "1 min"),
        (75.0, "1 min 15 s"),
        (509.2, "8 min 29 s"),
        (3_600.0, "1 h"),
        (7_500.0, "2 h 5 min"),
        (86_400.0, "1 day"),
        (97_200.0, "1 day 3 h"),
        (190_800.0, "2 days 5 h"),
        (1e8, "1,157 days 10 h"),
    ] {
        assert_eq!(seconds(given), text, "{given} s");
    }
}

#[test]
fn rounding_up_to_a_full_unit_shows_the_larger_unit() {
    assert_eq!(nanos(999), "999 ns");
    assert_eq!(nanos(999_499), "999 µs");
    assert_eq!(nanos(999_500), "1 ms");
    assert_eq!(nanos(999_499_999), "999 ms");
    assert_eq!(nanos(999_500_000), "1 s");
    assert_eq!(nanos(59_949_999_999), "59.9 s");
    assert_eq!(nanos(59_950_000_000), "1 min");
    assert_eq!(seconds(60.49), "1 min");
    assert_eq!(seconds(60.5), "1 min 1 s");
    assert_eq!(seconds(119.49), "1 min 59 s");
    assert_eq!(seconds(119.5), "2 min");
    assert_eq!(seconds(3_599.49), "59 min 59 s");
    assert_eq!(seconds(3_599.5), "1 h");
    assert_eq!(seconds(7_169.9), "1 h 59 min");
    assert_eq!(seconds(7_170.0), "2 h");
    assert_eq!(seconds(86_369.0), "23 h 59 min");
    assert_eq!(seconds(86_370.0), "1 day");
    assert_eq!(seconds(172_799.0), "2 days");
}

#[test]
fn durations_that_are_none_or_too_long_have_words_too() {
    assert_eq!(seconds(-3.0), "0 s");
    assert_eq!(seconds(f64::NAN), "0 s");
    assert_eq!(seconds(f64::INFINITY), "over 584 years");
    assert_eq!(nanos(u64::MAX - 1), "213,504 days");
}

#[test]
fn moments_read_as_the_time_since_the_start() {
    assert_eq!(time(SimTime::from_nanos(7_867_500_000)), "7.87 s");
}

#[test]
fn counts_have_their_thousands_parted() {
    for (number, text) in [
        (0, "0"),
        (999, "999"),
        (1_000, "1,000"),
        (12_345, "12,345"),
        (123_456, "123,456"),
        (1_000_000, "1,000,000"),
        (u64::MAX, "18,446,744,073,709,551,615"),
    ] {
        assert_eq!(count(number), text);
    }
}

#[test]
fn one_thing_is_singular() {
    assert_eq!(counted(0, "client"), "0 clients");
    assert_eq!(counted(1, "client"), "1 client");
    assert_eq!(counted(2_000, "client"), "2,000 clients");
}

#[test]
fn people_count_clients_from_one() {
    assert_eq!(client(0), "client 1");
    assert_eq!(client(999_999), "client 1,000,000");
    assert_eq!(client(u32::MAX), "client 4,294,967,296");
}

#[test]
fn rates_are_whole_numbers_from_a_hundred_on() {
    for (per_second, text) in [
        (1_190.0, "1,190/s"),
        (157_433.4, "157,433/s"),
        (152.6, "153/s"),
        (99.96, "100/s"),
        (12.5, "12.5/s"),
        (0.25, "0.25/s"),
        (0.0, "0/s"),
        (1e15, "1,000,000,000,000,000/s"),
        (-1.0, "0/s"),
        (f64::NAN, "0/s"),
    ] {
        assert_eq!(rate(per_second), text);
    }
}

#[test]
fn multiples_have_two_digits_below_ten() {
    for (factor, text) in [
        (9.9166, "9.9×"),
        (9.96, "10×"),
        (1.2666, "1.3×"),
        (1.0, "1×"),
        (0.847, "0.85×"),
        (98.3, "98×"),
        (1_000.0, "1,000×"),
        (0.0, "0×"),
    ] {
        assert_eq!(multiple(factor), text);
    }
}

#[test]
fn all_and_none_are_said_of_all_and_none_only() {
    for (part, whole, text) in [
        (80, 200, "40 %"),
        (1, 40, "2.5 %"),
        (2, 3, "66.7 %"),
        (0, 200, "0 %"),
        (200, 200, "100 %"),
        (1, 1_000_000, "under 0.1 %"),
        (999_999, 1_000_000, "over 99.9 %"),
        (0, 0, "0 %"),
        (3, 2, "150 %"),
        (u64::MAX, u64::MAX, "100 %"),
    ] {
        assert_eq!(percent(part, whole), text);
    }
}

#[test]
fn plain_numbers_read_as_they_were_set() {
    for (value, text) in [
        (2.0, "2"),
        (1.5, "1.5"),
        (0.1, "0.1"),
        (1.1, "1.1"),
        (2.345_678_901, "2.345678901"),
        (0.0, "0"),
    ] {
        assert_eq!(number(value), text);
    }
}

#[test]
fn the_last_clause_follows_an_and() {
    let told = ["it rose", "it shone", "it set"].map(str::to_owned);
    assert_eq!(clauses(&told), "it rose, it shone, and it set");
    assert_eq!(clauses(&told[..2]), "it rose, and it shone");
    assert_eq!(clauses(&told[..1]), "it rose");
    assert_eq!(clauses(&[]), "");
}

#[test]
fn powers_are_superscript() {
    assert_eq!(superscript(3), "³");
    assert_eq!(superscript(1_024), "¹⁰²⁴");
}

/// What a printed duration says: its value, and half a unit of its last digit,
/// both in nanoseconds.
struct Printed {
    nanos: f64,
    half_unit: f64,
}

fn read_back(text: &str) -> Printed {
    let mut printed = Printed {
        nanos: 0.0,
        half_unit: 0.0,
    };
    let words: Vec<&str> = text.split(' ').collect();
    for pair in words.chunks(2) {
        let unit = match pair[1] {
            "ns" => 1.0,
            "µs" => 1e3,
            "ms" => 1e6,
            "s" => 1e9,
            "min" => 6e10,
            "h" => 3.6e12,
            "day" | "days" => 8.64e13,
            other => panic!("unit {other}"),
        };
        let number = pair[0].replace(',', "");
        printed.nanos += number.parse::<f64>().unwrap() * unit;
    }
    // Trailing zeros are dropped, so the last digit is known from the size.
    let step = match printed.nanos {
        n if n < 1e3 => 1.0,
        n if n < 6e10 => 10_f64.powi((n * 1.000_000_1).log10() as i32 - 2),
        n if n < 3.6e12 => 1e9,
        n if n < 8.64e13 => 6e10,
        _ => 3.6e12,
    };
    printed.half_unit = step / 2.0;
    printed
}

/// Every size alike, not mostly the largest ones, and the borders of units.
fn any_nanos() -> impl Strategy<Value = u64> {
    let borders = [
        1_000,
        1_000_000,
        BILLION,
        MINUTE,
        60 * MINUTE,
        24 * 60 * MINUTE,
    ];
    let near = (proptest::sample::select(borders.to_vec()), 0_u64..2_000)
        .prop_map(|(border, off)| border - border / 1_000_000 * off - off.min(1));
    prop_oneof![
        (0_u32..64, any::<u64>()).prop_map(|(shift, bits)| (bits | 1) >> shift),
        near,
    ]
}

proptest! {
    #[test]
    fn what_is_printed_is_within_half_a_unit_of_its_last_digit(n in any_nanos()) {
        prop_assume!(n < u64::MAX);
        let printed = read_back(&nanos(n));
        let off = (printed.nanos - n as f64).abs();
        prop_assert!(off <= printed.half_unit * 1.000_001, "{n} reads {}", nanos(n));
    }

    #[test]
    fn a_longer_duration_never_reads_shorter(a in any_nanos(), b in any_nanos()) {
        prop_assume!(a.max(b) < u64::MAX);
        let (short, long) = (read_back(&nanos(a.min(b))), read_back(&nanos(a.max(b))));
        prop_assert!(short.nanos <= long.nanos * (1.0 + 1e-12));
    }

    #[test]
    fn no_unit_is_ever_full(n in any_nanos()) {
        for text in [nanos(n), nanos(n.saturating_mul(60))] {
            for full in ["1,000 ", "1000 ", " 60 s", " 60 min", " 24 h"] {
                prop_assert!(!text.contains(full) || text.contains("days"), "{text}");
            }
            prop_assert!(!["60 s", "60 min", "24 h"].contains(&text.as_str()), "{text}");
        }
    }

    #[test]
    fn a_count_without_its_commas_is_the_number(n in any_nanos()) {
        prop_assert_eq!(count(n).replace(',', ""), n.to_string());
    }

    #[test]
    fn a_rate_is_off_by_half_a_percent_at_most(value in 1e-6_f64..1e12) {
        let text = rate(value).replace(',', "");
        let read: f64 = text.trim_end_matches("/s").parse().unwrap();
        prop_assert!((read - value).abs() <= value * 0.005 + 1e-9, "{value} reads {text}");
    }
}
