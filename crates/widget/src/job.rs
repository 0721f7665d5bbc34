//! A run in the making, and what is kept of it when it is done.

use retry_herd_core::{Endings, KeyedDraws, Progress, Report, Run, Scenario, Trace, WHOLE, Window};
use retry_herd_view::axis::{TimeAxis, TimeSpan};
use retry_herd_view::dots::{DotRecorder, Dots};
use retry_herd_view::load_chart::Load;

/// Attempts between two looks at the time: well under a millisecond's work.
const CHUNK: u64 = 5_000;

/// A run that is advanced in slices.
pub struct Job {
    scenario: Scenario,
    run: Run<KeyedDraws, (DotRecorder, Endings)>,
    done: bool,
}

/// A run that has come to its end, as the views show it.
pub struct Shown {
    /// What was run.
    pub scenario: Scenario,
    /// What came of it.
    pub report: Report,
    /// Its attempts.
    pub dots: Dots,
    /// Its load, up to the last window with an attempt.
    pub windows: Vec<Window>,
    /// How each client ended.
    pub endings: Endings,
    /// The time that the pictures show.
    pub axis: TimeAxis,
    /// The upper edge of the load chart, in requests per second.
    pub y_max: f64,
}

impl Job {
    /// A run of `scenario`, which must be valid.
    pub fn new(scenario: &Scenario) -> Self {
        let clients = scenario.fleet.clients;
        let observers = (DotRecorder::new(clients), Endings::new(clients));
        Self {
            scenario: scenario.clone(),
            run: Run::watched(scenario, observers),
            done: false,
        }
    }

    /// Goes on while `time_is_left` and the run is not done.
    pub fn advance(&mut self, time_is_left: impl Fn() -> bool) {
        while !self.done && time_is_left() {
            self.done = self.run.advance(CHUNK) == Progress::Done;
        }
    }

    /// Whether the run is done.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// How many clients have been served or gave up, as a share of all.
    pub fn settled(&self) -> f64 {
        self.run.settled() as f64 / f64::from(self.scenario.fleet.clients)
    }

    /// What is kept of a run that is done.
    pub fn finish(self) -> Shown {
        let report = self.run.report();
        let window = self.scenario.observe.window;
        let used = self.run.windows().iter().rposition(|w| w.arrivals() > 0);
        let windows = self.run.windows()[..used.map_or(0, |last| last + 1)].to_vec();
        let (recorder, endings) = self.run.into_observer();
        let mut shown = Shown {
            axis: TimeAxis::fit_windows(&windows, window),
            scenario: self.scenario,
            report,
            dots: recorder.dots(),
            windows,
            endings,
            y_max: 1.0,
        };
        shown.y_max = shown.load().y_max(&shown.scenario);
        shown
    }
}

impl Shown {
    /// When the last thing happened, in seconds.
    pub fn end(&self) -> f64 {
        self.windows.len() as f64 * self.scenario.observe.window.as_secs_f64()
    }

    /// The load, its peak after recovery labelled; the peak of retries where the
    /// server never recovers.
    pub fn load(&self) -> Load<'_> {
        let peak = match self.scenario.server.outage.length {
            Some(_) => self.report.peak_after_recovery,
            None => self.report.peak_retries,
        };
        Load {
            windows: &self.windows,
            window: self.scenario.observe.window,
            peak: Some(peak),
        }
    }

    /// When the server was down; `None` if it never was.
    pub fn outage(&self) -> Option<TimeSpan> {
        let outage = &self.scenario.server.outage;
        let start = outage.start.as_secs_f64();
        let end = outage
            .length
            .map_or(f64::INFINITY, |length| start + length.as_secs_f64());
        (end > start).then_some(TimeSpan { start, end })
    }

    /// The timeline of `client` (from 0).
    pub fn trace(&self, client: u32) -> Trace {
        if WHOLE && Trace::needs_herd(&self.scenario) {
            return Trace::in_herd(&self.scenario, client);
        }
        Trace::new(&self.scenario, client, self.endings.of(client))
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these numbers are exact")]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn finished(scenario: &Scenario) -> Shown {
        let mut job = Job::new(scenario);
        job.advance(|| true);
        assert!(job.is_done());
        job.finish()
    }

    #[test]
    fn slices_of_any_length_show_the_same_run() {
        let scenario = Scenario::default();
        let whole = finished(&scenario);
        let mut job = Job::new(&scenario);
        let looks = Cell::new(0);
        let first_of_two = || {
            looks.set(looks.get() + 1);
            looks.get() % 2 == 1
        };
        while !job.is_done() {
            job.advance(first_of_two);
        }
        let sliced = job.finish();
        assert_eq!(sliced.report, whole.report);
        assert_eq!(sliced.windows, whole.windows);
        assert_eq!(sliced.dots.len(), whole.dots.len());
    }

    #[test]
    fn nothing_is_computed_without_time() {
        let mut job = Job::new(&Scenario::default());
        job.advance(|| false);
        assert!(!job.is_done());
        assert_eq!(job.settled(), 0.0);
    }

    #[test]
    fn the_end_is_the_last_attempt_and_is_on_the_axis() {
        let shown = finished(&Scenario::default());
        let last = shown.report.completion_s.last.unwrap();
        assert!((shown.end() - last).abs() < 0.2, "{} {last}", shown.end());
        assert!(shown.axis.end >= shown.end());
    }

    #[test]
    fn every_trace_ends_as_its_client_did_in_the_herd() {
        let shown = finished(&Scenario::default());
        for client in [0, 17, 1_999] {
            let last = shown.trace(client).attempts.last().unwrap().attempt;
            let dots = shown.dots.track(client).unwrap().dots.len();
            assert_eq!(last as usize, dots, "client {client}");
        }
    }
}
