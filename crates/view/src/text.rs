//! Numbers as a person writes them: 461 ms, 2.23 s, 1 min 15 s, 1,000,000, 9.9×.
//!
//! A number and its unit are parted by a plain space, not a no-break one, so that
//! what is read, searched, copied and tested is the text that one would type;
//! where a break between the two would hurt, the style sheet forbids it
//! (`white-space: nowrap`).
//!
//! Everything is computed in whole numbers, nanoseconds or billionths: rounding is
//! the same on every machine, and the formatting of floats, which is large, stays
//! out of the download.

use retry_herd_core::{SimDuration, SimTime};

const BILLION: u64 = 1_000_000_000;
const MINUTE: u64 = 60 * BILLION;

/// A duration: `0 s`, `350 µs`, `461 ms`, `2.23 s`, `1 min 15 s`, `2 h 5 min`,
/// `1 day 3 h`.
///
/// Below a minute three digits count and trailing zeros are dropped; above, the
/// two largest units, the smaller one dropped when it is zero. A half is rounded
/// up, and rounding up to a full unit shows the larger unit: never `1000 ms`,
/// `60 s` or `1 min 60 s`. [`SimDuration::MAX`], which stands for everything that
/// no longer fits, reads `over 584 years`.
pub fn duration(duration: SimDuration) -> String {
    let nanos = duration.as_nanos();
    if duration == SimDuration::MAX {
        return "over 584 years".to_owned();
    }
    let rounded = significant(nanos, 3);
    if rounded < MINUTE {
        return below_a_minute(rounded);
    }
    let seconds = divide(nanos, BILLION);
    if seconds < 3_600 {
        return two_units(seconds, 60, "min", "s");
    }
    let minutes = divide(nanos, MINUTE);
    if minutes < 24 * 60 {
        return two_units(minutes, 60, "h", "min");
    }
    let hours = divide(nanos, 60 * MINUTE);
    two_units(hours, 24, if hours < 48 { "day" } else { "days" }, "h")
}

/// A moment, as the time since the start: see [`duration`].
pub fn time(at: SimTime) -> String {
    duration(at.since_start())
}

/// A duration given in seconds, to the nanosecond: see [`duration`]. Negative
/// values and NaN read `0 s`.
pub fn seconds(seconds: f64) -> String {
    duration(SimDuration::from_secs_f64(seconds))
}

/// A whole number with its thousands parted: `1,000,000`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things with their name: `1 client`, `2,000 clients`. The plural is
/// the singular with an `s`.
pub fn counted(number: u64, singular: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {singular}{plural}", count(number))
}

/// The name that people know a client by: they count from 1, the code from 0.
pub fn client(client: u32) -> String {
    format!("client {}", count(u64::from(client) + 1))
}

/// A rate per second: `1,190/s`, `12.5/s`, `0.25/s`. From 100 on a whole number,
/// below it three digits count. Negative values and NaN read `0/s`.
pub fn rate(per_second: f64) -> String {
    format!("{}/s", rounded(per_second, 3))
}

/// A multiple: `9.9×`, `0.85×`, `1,000×`. From 10 on a whole number, below it two
/// digits count. Negative values and NaN read `0×`.
pub fn multiple(factor: f64) -> String {
    format!("{}×", rounded(factor, 2))
}

/// How much `part` is of `whole`: `40 %`, `2.5 %`, in tenths of a percent.
///
/// `0 %` and `100 %` are said of nothing and of everything only; what is that
/// close to either reads `under 0.1 %` or `over 99.9 %`. Of an empty whole it is
/// `0 %`.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "0 %".to_owned();
    }
    let (exact, whole) = (u128::from(part) * 1_000, u128::from(whole));
    let tenths = ((exact + whole / 2) / whole) as u64;
    if tenths == 0 && part > 0 {
        return "under 0.1 %".to_owned();
    }
    if tenths == 1_000 && exact < 1_000 * whole {
        return "over 99.9 %".to_owned();
    }
    format!("{} %", decimal(tenths, 10))
}

/// A plain number as it was set, to nine decimals: `2`, `1.5`, `0.1`. Negative
/// values and NaN read `0`, and what exceeds 18 billion reads as that.
pub fn number(value: f64) -> String {
    decimal(billionths(value), BILLION)
}

/// Clauses told one after the other: `it rose, it shone, and it set`.
pub fn clauses(clauses: &[String]) -> String {
    match clauses {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
    }
}

/// A power in superscript digits: `³`, `¹²`.
pub fn superscript(power: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = |byte: u8| DIGITS[usize::from(byte - b'0')];
    power.to_string().bytes().map(digit).collect()
}

/// `rounded` nanoseconds in the largest unit that they fill.
fn below_a_minute(rounded: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(BILLION, "s"), (1_000_000, "ms"), (1_000, "µs")];
    if rounded == 0 {
        return "0 s".to_owned();
    }
    for (size, unit) in UNITS {
        if rounded >= size {
            return format!("{} {unit}", decimal(rounded, size));
        }
    }
    format!("{rounded} ns")
}

/// `amount` of the small unit, told in two units: `1 min 15 s`, `2 h`.
fn two_units(amount: u64, ratio: u64, large: &str, small: &str) -> String {
    let whole = count(amount / ratio);
    match amount % ratio {
        0 => format!("{whole} {large}"),
        rest => format!("{whole} {large} {rest} {small}"),
    }
}

/// A number to `digits` digits, but always to the unit at least.
fn rounded(value: f64, digits: u32) -> String {
    let billionths = billionths(value);
    if billionths < 10_u64.pow(digits - 1) * BILLION {
        return decimal(significant(billionths, digits), BILLION);
    }
    // Rounded by `as`, which cuts off, saturates, and is exact from 2⁵² on.
    count((value + 0.5) as u64)
}

/// `value × 10⁹`, rounded and saturating; negative values and NaN give 0.
fn billionths(value: f64) -> u64 {
    SimDuration::from_secs_f64(value).as_nanos()
}

/// `number` with all but its first `digits` digits rounded to zero, a half up.
fn significant(number: u64, digits: u32) -> u64 {
    let surplus = (number.max(1).ilog10() + 1).saturating_sub(digits);
    let step = 10_u64.pow(surplus);
    divide(number, step).saturating_mul(step)
}

/// `number / by`, rounded to the nearest, a half up.
fn divide(number: u64, by: u64) -> u64 {
    number / by + u64::from(number % by >= by - by / 2)
}

/// `number / unit` in decimals, `unit` a power of ten; trailing zeros dropped.
fn decimal(number: u64, unit: u64) -> String {
    let mut text = count(number / unit);
    let mut rest = number % unit;
    if rest > 0 {
        text.push('.');
    }
    let mut place = unit;
    while rest > 0 {
        place /= 10;
        text.push(char::from(b'0' + (rest / place) as u8));
        rest %= place;
    }
    text
}

#[cfg(test)]
mod tests {
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
}
