//! The textbook's report.

use std::cmp::Reverse;

use retry_herd_core::{Completion, Draws, Peak, Report, SimDuration};

use super::Herd;

impl<D: Draws> Herd<'_, D> {
    pub(super) fn report(mut self) -> Report {
        let clients = u64::from(self.scenario.fleet.clients);
        self.served_at.sort_unstable();
        let served = self.served_at.len() as u64;
        Report {
            clients,
            served,
            gave_up: self.gave_up,
            left: (self.scenario.fleet.leaving > 0.0).then_some(self.left),
            unfinished: clients - served - self.gave_up,
            requests: self.requests,
            peak_after_recovery: self.peak(&self.met_server, self.window_of_recovery()),
            peak_retries: self.peak(&self.retries, 0),
            completion_s: Completion {
                p50: self.served_by(50),
                p90: self.served_by(90),
                p99: self.served_by(99),
                last: self.served_at.last().map(|&at| at as f64 / 1e9),
            },
        }
    }

    fn window_of_recovery(&self) -> u64 {
        let outage = &self.scenario.server.outage;
        let length = outage.length.map_or(u64::MAX, SimDuration::as_nanos);
        let end = outage.start.as_nanos().saturating_add(length);
        end / self.scenario.observe.window.as_nanos()
    }

    /// The earliest of the largest windows, from window `from` on.
    fn peak(&self, windows: &[u64], from: u64) -> Peak {
        let candidates = (0..).zip(windows).filter(|&(window, _)| window >= from);
        let largest = candidates.max_by_key(|&(window, &count)| (count, Reverse(window)));
        let largest = largest.filter(|&(_, &count)| count > 0);
        let count = largest.map_or(0, |(_, &count)| count);
        let width = self.scenario.observe.window.as_nanos();
        let per_second = count as f64 / (width as f64 / 1e9);
        Peak {
            count,
            per_second,
            over_capacity: self.scenario.server.capacity.map(|rate| per_second / rate),
            at_s: largest.map(|(window, _)| (window * width) as f64 / 1e9),
        }
    }

    /// When `percent` of the whole fleet had been served.
    fn served_by(&self, percent: u64) -> Option<f64> {
        let clients = u64::from(self.scenario.fleet.clients);
        let rank = (clients * percent).div_ceil(100);
        let index = rank as usize - 1;
        self.served_at.get(index).map(|&at| at as f64 / 1e9)
    }
}
