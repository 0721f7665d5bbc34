//! Simulated time: whole nanoseconds, so that every machine computes the same.

use std::fmt;
use std::ops::{Add, Sub};

const NANOS_PER_SECOND: u64 = 1_000_000_000;

/// A length of simulated time in whole nanoseconds, up to about 584 years.
///
/// Sums saturate: a delay that no longer fits is never reached by any horizon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimDuration(u64);

/// A moment of simulated time, counted from the start of the scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimTime(u64);

impl SimDuration {
    /// No time at all.
    pub const ZERO: Self = Self(0);
    /// The longest duration that can be told.
    pub const MAX: Self = Self(u64::MAX);

    /// `nanos` nanoseconds.
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// `millis` milliseconds, saturating.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis.saturating_mul(1_000_000))
    }

    /// `seconds` whole seconds, saturating.
    pub const fn from_secs(seconds: u64) -> Self {
        Self(seconds.saturating_mul(NANOS_PER_SECOND))
    }

    /// `seconds`, rounded to the nearest nanosecond; negative and NaN give zero,
    /// what is too large gives [`SimDuration::MAX`].
    pub fn from_secs_f64(seconds: f64) -> Self {
        Self::from_nanos_f64(seconds * NANOS_PER_SECOND as f64)
    }

    /// `nanos`, rounded to the nearest nanosecond, saturating at both ends.
    pub(crate) fn from_nanos_f64(nanos: f64) -> Self {
        // `as` saturates, and takes NaN to 0.
        Self((nanos + 0.5) as u64)
    }

    /// In nanoseconds.
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// In seconds, to the precision of an `f64`.
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / NANOS_PER_SECOND as f64
    }

    /// `factor` times as long, saturating.
    pub const fn times(self, factor: u64) -> Self {
        Self(self.0.saturating_mul(factor))
    }
}

impl SimTime {
    /// The start of the scenario.
    pub const ZERO: Self = Self(0);
    /// After everything.
    pub const MAX: Self = Self(u64::MAX);

    /// `nanos` nanoseconds after the start.
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// In nanoseconds since the start.
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// In seconds since the start, to the precision of an `f64`.
    pub fn as_secs_f64(self) -> f64 {
        SimDuration(self.0).as_secs_f64()
    }

    /// The time since the start, as a duration.
    pub const fn since_start(self) -> SimDuration {
        SimDuration(self.0)
    }
}

impl Add<SimDuration> for SimTime {
    type Output = Self;

    fn add(self, delay: SimDuration) -> Self {
        Self(self.0.saturating_add(delay.0))
    }
}

impl Sub for SimTime {
    type Output = SimDuration;

    /// The time from `earlier` to `self`; zero if that is negative.
    fn sub(self, earlier: Self) -> SimDuration {
        SimDuration(self.0.saturating_sub(earlier.0))
    }
}

impl Add for SimDuration {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for SimDuration {
    type Output = Self;

    /// The difference; zero if that is negative.
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// The largest unit that divides the duration, so that reading it back gives
/// the same duration: `600ms`, `1500ms`, `30s`, `2m`, `2h`.
impl fmt::Display for SimDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(u64, &str); 5] = [
            (3_600 * NANOS_PER_SECOND, "h"),
            (60 * NANOS_PER_SECOND, "m"),
            (NANOS_PER_SECOND, "s"),
            (1_000_000, "ms"),
            (1_000, "us"),
        ];
        if self.0 == 0 {
            return f.write_str("0s");
        }
        for (size, unit) in UNITS {
            if self.0.is_multiple_of(size) {
                return write!(f, "{}{unit}", self.0 / size);
            }
        }
        write!(f, "{}ns", self.0)
    }
}
