//! Numbers in words.

/// Seconds with three significant digits at least, in a unit that suits: "25 ms",
/// "3.5 s", "15 min", "20.4 h".
pub(crate) fn seconds(seconds: f64) -> String {
    let (value, unit) = match seconds {
        0.0 => return "0 s".to_owned(),
        s if s < 1.0 => (s * 1e3, "ms"),
        s if s < 120.0 => (s, "s"),
        s if s < 7_200.0 => (s / 60.0, "min"),
        s => (s / 3_600.0, "h"),
    };
    format!("{} {unit}", significant(value))
}

/// At most three significant digits, and all digits before the point.
pub(crate) fn significant(value: f64) -> String {
    let before = value.abs().max(1e-300).log10().floor() as i32;
    let digits = (2 - before).clamp(0, 9) as usize;
    let text = format!("{value:.digits$}");
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_the_unit_that_suits_them() {
        let written = [0.0, 0.025, 0.4615, 3.5, 87.5, 900.0, 73_440.0].map(seconds);
        assert_eq!(
            written,
            [
                "0 s", "25 ms", "462 ms", "3.5 s", "87.5 s", "15 min", "20.4 h"
            ]
        );
    }
}
