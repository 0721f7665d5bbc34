//! Durations from text.

use crate::error::Problem;
use crate::time::SimDuration;

/// Units from long to short; `min` and `µs` are what our own texts print.
const UNITS: [(&str, u128); 8] = [
    ("h", 3_600_000_000_000),
    ("min", 60_000_000_000),
    ("m", 60_000_000_000),
    ("s", 1_000_000_000),
    ("ms", 1_000_000),
    ("us", 1_000),
    ("µs", 1_000),
    ("ns", 1),
];

/// More digits than this no duration needs, and sums of so many fit 128 bits.
const MOST_DIGITS: usize = 18;

const NOT_A_DURATION: Problem = Problem::NotA("a duration");

/// Reads `600ms`, `1.5s`, `2m`, `1m30s`, `1 min 15 s`: decimal numbers, each with
/// its unit, from the longest unit to the shortest. Exact, or an error.
pub(crate) fn read(text: &str) -> Result<SimDuration, Problem> {
    let mut rest = text.trim();
    let mut total: u128 = 0;
    let mut last_unit = u128::MAX;
    while !rest.is_empty() {
        let (number, after) = split_while(rest, |c| c.is_ascii_digit() || c == '.');
        let (unit, after) = split_while(after.trim_start(), is_of_unit);
        let unit = match (unit, after) {
            ("", "") if last_unit == u128::MAX && is_decimal(number) => {
                return Err(Problem::NoUnit);
            }
            _ => unit_nanos(unit).ok_or(NOT_A_DURATION)?,
        };
        if unit >= last_unit {
            return Err(NOT_A_DURATION);
        }
        total += scaled(number, unit)?;
        (last_unit, rest) = (unit, after.trim_start());
    }
    if last_unit == u128::MAX {
        return Err(NOT_A_DURATION);
    }
    u64::try_from(total)
        .map(SimDuration::from_nanos)
        .map_err(|_| Problem::OutOfRange)
}

/// Not every letter that there is: the table of those is a kilobyte of download.
fn is_of_unit(character: char) -> bool {
    character.is_ascii_alphabetic() || character == 'µ'
}

/// `number × unit` in nanoseconds.
fn scaled(number: &str, unit: u128) -> Result<u128, Problem> {
    if !is_decimal(number) {
        return Err(NOT_A_DURATION);
    }
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let fraction = fraction.trim_end_matches('0');
    if whole.len() > MOST_DIGITS {
        return Err(Problem::OutOfRange);
    }
    if fraction.len() > MOST_DIGITS {
        return Err(Problem::TooFine);
    }
    let denominator = 10u128.pow(fraction.len() as u32);
    let parts = digits(fraction) * unit;
    if !parts.is_multiple_of(denominator) {
        return Err(Problem::TooFine);
    }
    Ok(digits(whole) * unit + parts / denominator)
}

fn digits(text: &str) -> u128 {
    text.bytes()
        .fold(0, |sum, digit| sum * 10 + u128::from(digit - b'0'))
}

/// Digits with at most one point among them, a digit before it.
fn is_decimal(number: &str) -> bool {
    number.starts_with(|c: char| c.is_ascii_digit())
        && !number.ends_with('.')
        && number.bytes().filter(|&c| c == b'.').count() <= 1
}

fn unit_nanos(unit: &str) -> Option<u128> {
    let known = UNITS.iter().find(|(name, _)| *name == unit);
    known.map(|(_, nanos)| *nanos)
}

fn split_while(text: &str, inside: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|c| !inside(c)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}
