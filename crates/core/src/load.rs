//! Arrivals counted in windows: what the load chart draws and the peaks are read from.

use crate::calendar::Pending;
use crate::event::Outcome;
use crate::report::{Peak, Requests};
use crate::time::{SimDuration, SimTime};

/// The attempts of one window `[k × width, (k + 1) × width)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// Attempts that came during the outage.
    pub wasted: u32,
    /// Attempts that met a full server.
    pub rejected: u32,
    /// Attempts that were served.
    pub served: u32,
    /// How many of all these were retries.
    pub retries: u32,
}

impl Window {
    /// All attempts.
    pub fn arrivals(&self) -> u32 {
        self.wasted + self.rejected + self.served
    }

    /// The attempts that met a working server.
    pub fn met_server(&self) -> u32 {
        self.rejected + self.served
    }

    fn count(&mut self, outcome: Outcome, attempts: u32, retries: u32) {
        match outcome {
            Outcome::Wasted => self.wasted += attempts,
            Outcome::Rejected => self.rejected += attempts,
            Outcome::Served => self.served += attempts,
            // No window counts what never came.
            Outcome::ShortCircuited => return,
        }
        self.retries += retries;
    }
}

/// All windows up to the last one with an attempt in it.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    width: u64,
    windows: Vec<Window>,
    /// The window that the whole tick falls into, if it does.
    of_tick: Option<usize>,
    whole_ticks: bool,
}

impl Load {
    pub(crate) fn new(width: SimDuration, tick: SimDuration) -> Self {
        let width = width.as_nanos();
        Self {
            width,
            windows: Vec::new(),
            of_tick: None,
            whole_ticks: width.is_multiple_of(tick.as_nanos()),
        }
    }

    pub(crate) fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// A tick begins at `start`: one division for all of its attempts, where the
    /// windows are made of whole ticks.
    pub(crate) fn begin_tick(&mut self, start: SimTime) {
        self.of_tick = self.whole_ticks.then(|| self.index(start));
    }

    /// Counts attempts of this tick that fared alike.
    pub(crate) fn count(&mut self, attempts: &[Pending], outcome: Outcome) {
        let is_retry = |pending: &Pending| pending.attempt > 1;
        if let Some(index) = self.of_tick {
            let retries = attempts.iter().filter(|&pending| is_retry(pending)).count();
            self.window(index)
                .count(outcome, attempts.len() as u32, retries as u32);
            return;
        }
        for pending in attempts {
            let index = self.index(pending.at);
            self.window(index)
                .count(outcome, 1, u32::from(is_retry(pending)));
        }
    }

    /// Counts an attempt of this tick or an earlier one.
    pub(crate) fn count_late(&mut self, pending: &Pending, outcome: Outcome) {
        let index = self.index(pending.at);
        self.window(index)
            .count(outcome, 1, u32::from(pending.attempt > 1));
    }

    /// What was counted in all windows.
    pub(crate) fn requests(&self) -> Requests {
        let sum =
            |count: fn(&Window) -> u32| self.windows.iter().map(|w| u64::from(count(w))).sum();
        Requests {
            total: sum(Window::arrivals),
            wasted: sum(|window| window.wasted),
            after_recovery: sum(Window::met_server),
            rejected: sum(|window| window.rejected),
            short_circuited: None,
        }
    }

    /// The largest window counting what met the server from `recovery` on.
    pub(crate) fn peak_after(&self, recovery: SimTime, capacity: Option<f64>) -> Peak {
        let first = self.index(recovery);
        self.peak(capacity, |index, window| {
            if index >= first {
                window.met_server()
            } else {
                0
            }
        })
    }

    /// The largest window counting retries.
    pub(crate) fn peak_retries(&self, capacity: Option<f64>) -> Peak {
        self.peak(capacity, |_, window| window.retries)
    }

    /// The first window of those with the largest count.
    fn peak(&self, capacity: Option<f64>, count: impl Fn(usize, &Window) -> u32) -> Peak {
        let mut largest = (0, 0);
        for (index, window) in self.windows.iter().enumerate() {
            let count = count(index, window);
            if count > largest.1 {
                largest = (index, count);
            }
        }
        let (index, count) = largest;
        let start = SimTime::from_nanos(index as u64 * self.width);
        let width = SimDuration::from_nanos(self.width).as_secs_f64();
        let per_second = f64::from(count) / width;
        Peak {
            count: u64::from(count),
            per_second,
            over_capacity: capacity.map(|capacity| per_second / capacity),
            at_s: (count > 0).then(|| start.as_secs_f64()),
        }
    }

    fn window(&mut self, index: usize) -> &mut Window {
        if index >= self.windows.len() {
            self.windows.resize(index + 1, Window::default());
        }
        &mut self.windows[index]
    }

    #[inline]
    fn index(&self, at: SimTime) -> usize {
        (at.as_nanos() / self.width) as usize
    }
}
