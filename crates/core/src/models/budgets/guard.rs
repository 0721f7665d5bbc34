//! What one client's guard remembers.

use super::{Budgets, Guard};

/// One client's guard. Every attempt's outcome passes by it.
pub(super) struct Watch<'s> {
    settings: &'s Budgets,
    tokens: f64,
    calls: u64,
    failures: u64,
}

impl<'s> Watch<'s> {
    pub(super) fn new(settings: &'s Budgets) -> Self {
        Self {
            settings,
            tokens: settings.bucket_size,
            calls: 0,
            failures: 0,
        }
    }

    pub(super) fn call_starts(&mut self) {
        self.calls += 1;
        let filled = self.tokens + self.settings.bucket_deposit;
        self.tokens = filled.min(self.settings.bucket_size);
    }

    pub(super) fn attempt_fails(&mut self) {
        self.failures += 1;
    }

    /// Whether a retry may be made; with a bucket, it is paid for then.
    pub(super) fn lets_retry(&mut self) -> bool {
        match self.settings.guard {
            Guard::Plain => true,
            Guard::Bucket => self.take(),
            Guard::Breaker => {
                self.failures as f64 / self.calls as f64 <= self.settings.breaker_threshold
            }
        }
    }

    /// More than one has to be there, as in the published code: the last one is
    /// never taken.
    fn take(&mut self) -> bool {
        let enough = self.tokens > 1.0;
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }
}
