//! The time of a scenario as HTTP writes dates.

use std::fmt;

use crate::time::SimTime;

const SECOND: u64 = 1_000_000_000;
const DAY: u64 = 24 * 3_600;

/// A moment in whole seconds, as RFC 9110 5.6.7 writes it, the start of the scenario
/// being the start of 1970.
///
/// 41 s after the start is `Thu, 01 Jan 1970 00:00:41 GMT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HttpDate {
    seconds: u64,
}

impl HttpDate {
    /// The last whole second up to `at`: whoever formats a date drops the rest.
    pub(crate) fn up_to(at: SimTime) -> Self {
        Self {
            seconds: at.as_nanos() / SECOND,
        }
    }

    /// The moment that it says.
    pub fn at(self) -> SimTime {
        SimTime::from_nanos(self.seconds * SECOND)
    }
}

/// No scenario is longer than the January and the February of 1970.
impl fmt::Display for HttpDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WEEK: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
        let (day, rest) = (self.seconds / DAY, self.seconds % DAY);
        let weekday = WEEK[(day % 7) as usize];
        let (day, month) = match day {
            0..31 => (day + 1, "Jan"),
            _ => (day - 30, "Feb"),
        };
        let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
        write!(
            f,
            "{weekday}, {day:02} {month} 1970 {hour:02}:{minute:02}:{second:02} GMT"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_standard() {
        let date = |seconds: u64| {
            let at = SimTime::from_nanos(seconds * SECOND + SECOND - 1);
            HttpDate::up_to(at).to_string()
        };
        assert_eq!(date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
        assert_eq!(date(41), "Thu, 01 Jan 1970 00:00:41 GMT");
        assert_eq!(date(9 * DAY + 3_661), "Sat, 10 Jan 1970 01:01:01 GMT");
        assert_eq!(date(31 * DAY - 1), "Sat, 31 Jan 1970 23:59:59 GMT");
        assert_eq!(date(31 * DAY), "Sun, 01 Feb 1970 00:00:00 GMT");
    }
}
