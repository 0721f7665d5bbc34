//! Durations as a person writes them.

use std::time::Duration;

/// `0.4 s`, `12 s`, `3 min 5 s`.
pub(crate) fn human(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 9.95 {
        return format!("{seconds:.1} s");
    }
    let whole = seconds.round() as u64;
    if whole < 60 {
        return format!("{whole} s");
    }
    format!("{} min {} s", whole / 60, whole % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_range_has_its_unit_and_its_rounding() {
        let of = |millis| human(Duration::from_millis(millis));
        assert_eq!(of(0), "0.0 s");
        assert_eq!(of(440), "0.4 s");
        assert_eq!(of(9_949), "9.9 s");
        assert_eq!(of(9_950), "10 s");
        assert_eq!(of(59_499), "59 s");
        assert_eq!(of(59_500), "1 min 0 s");
        assert_eq!(of(185_000), "3 min 5 s");
    }
}
