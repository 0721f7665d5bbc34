//! The one clock of both views: where in the scenario's time the reader stands.
//!
//! It is moved by frames that say what the browser's time is; it never asks.

/// A clock from 0 to the end of the run, in seconds of the scenario.
#[derive(Clone, Debug)]
pub struct Clock {
    at: f64,
    end: f64,
    pace: Pace,
    running: Option<Running>,
}

/// A clock that runs.
#[derive(Clone, Copy, Debug)]
struct Running {
    /// When the last frame was (milliseconds of the browser), if there was one
    /// since it was started.
    last: Option<f64>,
}

/// How fast the clock runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// As fast as the clock on the wall.
    RealTime,
    /// The whole run in so many seconds.
    Whole(f64),
}

/// The longest step of one frame, in milliseconds: frames stop in a hidden tab,
/// and the first one after it must not leap.
const LONGEST_FRAME: f64 = 100.0;

impl Default for Clock {
    fn default() -> Self {
        Self {
            at: f64::INFINITY,
            end: 0.0,
            pace: Pace::Whole(8.0),
            running: None,
        }
    }
}

impl Clock {
    /// Where it stands, in seconds of the scenario.
    pub fn at(&self) -> f64 {
        self.at.min(self.end)
    }

    /// Where it ends.
    pub fn end(&self) -> f64 {
        self.end
    }

    /// Whether all is over.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.end
    }

    /// Whether it runs.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// The time to be shown: `None` when all is over.
    pub fn until(&self) -> Option<f64> {
        (!self.is_at_end()).then_some(self.at)
    }

    /// How much of the run is over, in `[0, 1]`.
    pub fn share(&self) -> f64 {
        if self.end > 0.0 {
            self.at() / self.end
        } else {
            1.0
        }
    }

    /// A new run is shown, which ends at `end` (seconds). A clock that stood at
    /// the end stands at the new one.
    pub fn set_end(&mut self, end: f64) {
        self.end = end;
    }

    /// Sets how fast it runs.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// Starts it; from 0 if it stands at the end.
    pub fn play(&mut self) {
        if self.is_at_end() {
            self.at = 0.0;
        }
        self.running = Some(Running { last: None });
    }

    /// Starts it from 0, also before there is a run.
    pub fn play_from_start(&mut self) {
        self.at = 0.0;
        self.running = Some(Running { last: None });
    }

    /// Stops it where it stands.
    pub fn pause(&mut self) {
        self.running = None;
    }

    /// Sets it to `at` (seconds), running or not. The end is kept as "the end",
    /// wherever the next run's may be.
    pub fn seek(&mut self, at: f64) {
        let is_run = self.end > 0.0;
        self.at = if is_run && at >= self.end {
            f64::INFINITY
        } else {
            at.max(0.0)
        };
    }

    /// A frame at `now` (milliseconds of the browser). Stops at the end.
    pub fn frame(&mut self, now: f64) {
        let Some(Running { last }) = self.running else {
            return;
        };
        if self.end <= 0.0 {
            return;
        }
        let step = last.map_or(0.0, |last| (now - last).clamp(0.0, LONGEST_FRAME));
        let seconds = match self.pace {
            Pace::RealTime => step / 1_000.0,
            Pace::Whole(length) => step / 1_000.0 / length * self.end,
        };
        self.running = Some(Running { last: Some(now) });
        self.seek(self.at + seconds);
        if self.is_at_end() {
            self.running = None;
        }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these numbers are exact")]
mod tests {
    use super::*;

    fn clock(end: f64) -> Clock {
        let mut clock = Clock::default();
        clock.set_end(end);
        clock
    }

    #[test]
    fn a_first_run_is_already_played() {
        let clock = clock(80.0);
        assert!(clock.is_at_end());
        assert_eq!(clock.at(), 80.0);
        assert_eq!(clock.until(), None);
    }

    #[test]
    fn at_the_end_it_follows_the_end_and_elsewhere_it_stays() {
        let mut clock = clock(80.0);
        clock.set_end(500.0);
        assert_eq!(clock.at(), 500.0);
        clock.seek(30.0);
        clock.set_end(80.0);
        assert_eq!(clock.at(), 30.0);
        clock.set_end(20.0);
        assert_eq!(clock.at(), 20.0);
    }

    #[test]
    fn it_can_be_set_before_there_is_a_run() {
        let mut clock = Clock::default();
        clock.seek(12.5);
        clock.set_end(80.0);
        assert_eq!(clock.at(), 12.5);
    }

    #[test]
    fn the_whole_run_takes_the_length_of_its_pace() {
        let mut clock = clock(80.0);
        clock.set_pace(Pace::Whole(4.0));
        clock.play();
        for frame in 0..=100 {
            clock.frame(f64::from(frame) * 20.0);
        }
        assert!((clock.at() - 40.0).abs() < 1e-9);
    }

    #[test]
    fn in_real_time_a_second_takes_a_second() {
        let mut clock = clock(80.0);
        clock.set_pace(Pace::RealTime);
        clock.play();
        for frame in 0..=50 {
            clock.frame(f64::from(frame) * 20.0);
        }
        assert!((clock.at() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_hidden_tab_makes_no_leap() {
        let mut clock = clock(80.0);
        clock.play();
        clock.frame(0.0);
        clock.frame(3_600_000.0);
        assert!(clock.at() <= 1.0);
    }

    #[test]
    fn it_stops_at_the_end_and_plays_again_from_the_start() {
        let mut clock = clock(1.0);
        clock.set_pace(Pace::RealTime);
        clock.play();
        for frame in 0..30 {
            clock.frame(f64::from(frame) * 50.0);
        }
        assert!(clock.is_at_end() && !clock.is_running());
        clock.play();
        assert_eq!(clock.at(), 0.0);
    }
}
