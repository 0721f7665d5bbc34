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

use retry_herd_core::{SimDuration, SimTime, joined};

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
        [first @ .., last] => format!("{}, and {last}", joined(first, ", ")),
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
mod tests;
