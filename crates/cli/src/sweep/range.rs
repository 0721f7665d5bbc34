//! Ranges of values: `1000..100000:log:5` is five of them, evenly apart by factors.

use retry_herd_core::SimDuration;

/// How the values of a range lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spacing {
    Linear,
    Logarithmic,
}

/// A number, and whether it counts seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct End {
    value: f64,
    time: bool,
}

/// What is allowed, for an error line.
pub(super) const ALLOWED: &str = "FROM..TO:lin:COUNT or FROM..TO:log:COUNT, with 2 to 10000 \
                                  values and both ends of one kind, such as 1000..100000:log:5";

/// The values of `text`, each as a setting; `None` if it is not a range, an error if
/// it is a wrong one.
pub(super) fn values(text: &str) -> Option<Result<Vec<String>, ()>> {
    let (from, rest) = text.split_once("..")?;
    Some(parsed(from, rest).ok_or(()))
}

fn parsed(from: &str, rest: &str) -> Option<Vec<String>> {
    let mut parts = rest.split(':');
    let (to, spacing, count) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let (from, to) = (end(from)?, end(to)?);
    let spacing = spacing_named(spacing.trim())?;
    let count: u32 = count.trim().parse().ok()?;
    let positive = from.value > 0.0 && to.value > 0.0;
    let sound = from.time == to.time && (2..=10_000).contains(&count);
    if !sound || (spacing == Spacing::Logarithmic && !positive) {
        return None;
    }
    let at = |place: u32| {
        let share = f64::from(place) / f64::from(count - 1);
        let value = match place {
            0 => from.value,
            _ if place == count - 1 => to.value,
            _ => rounded(between(from.value, to.value, share, spacing)),
        };
        written(value, from.time)
    };
    Some((0..count).map(at).collect())
}

fn spacing_named(name: &str) -> Option<Spacing> {
    match name {
        "lin" => Some(Spacing::Linear),
        "log" => Some(Spacing::Logarithmic),
        _ => None,
    }
}

fn between(from: f64, to: f64, share: f64, spacing: Spacing) -> f64 {
    match spacing {
        Spacing::Linear => from + (to - from) * share,
        Spacing::Logarithmic => from * (to / from).powf(share),
    }
}

/// To six significant digits: nobody asked for more, and these read well.
fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

fn end(text: &str) -> Option<End> {
    let text = text.trim();
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let value: f64 = digits
        .parse()
        .ok()
        .filter(|value: &f64| value.is_finite())?;
    let unit = match &text[digits.len()..] {
        "" => return Some(End { value, time: false }),
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3_600.0,
        _ => return None,
    };
    Some(End {
        value: value * unit,
        time: true,
    })
}

/// Times in whole microseconds: a scenario file has no smaller unit.
fn written(value: f64, time: bool) -> String {
    if !time {
        return value.to_string();
    }
    let micros = (value * 1e6).round().max(0.0) as u64;
    SimDuration::from_nanos(micros * 1_000).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(text: &str) -> Vec<String> {
        values(text).expect("a range").expect("a good one")
    }

    #[test]
    fn a_range_has_its_ends_and_even_steps_or_even_factors_between() {
        assert_eq!(good("1000..100000:log:3"), ["1000", "10000", "100000"]);
        assert_eq!(good("0..1:lin:5"), ["0", "0.25", "0.5", "0.75", "1"]);
        assert_eq!(good("100ms..10s:log:3"), ["100ms", "1s", "10s"]);
        assert_eq!(good("10s..0s:lin:3"), ["10s", "5s", "0s"]);
        assert_eq!(good("1..3:log:3"), ["1", "1.73205", "3"]);
    }

    #[test]
    fn what_is_no_range_is_none_and_a_wrong_one_is_an_error() {
        assert_eq!(values("10s"), None);
        for wrong in [
            "1..",
            "1..2",
            "1..2:lin",
            "1..2:lin:1",
            "1..2:cubic:3",
            "0..2:log:3",
            "1s..2:lin:3",
            "a..b:lin:3",
            "1..2:lin:3:4",
            "1..2:lin:99999",
            "1..inf:lin:3",
            "-1..1:log:3",
        ] {
            assert_eq!(values(wrong), Some(Err(())), "{wrong}");
        }
    }
}
