//! Arrivals counted in windows: what the load chart draws and the peaks are read from.

use crate::event::Outcome;

/// The attempts of one window `[k·width, (k+1)·width)`.
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

    pub(crate) fn count(&mut self, outcome: Outcome, retry: bool) {
        match outcome {
            Outcome::Wasted => self.wasted += 1,
            Outcome::Rejected => self.rejected += 1,
            Outcome::Served => self.served += 1,
        }
        self.retries += u32::from(retry);
    }
}
