//! The few statistics that the distributions are tested with.

/// The mean of a sample, and how far chance takes it from the true one
/// (its standard error).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mean {
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

impl Mean {
    pub(crate) fn of(sample: &[f64]) -> Self {
        let count = sample.len() as f64;
        let mean = sample.iter().sum::<f64>() / count;
        let squares: f64 = sample.iter().map(|x| (x - mean) * (x - mean)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        Self { mean, error }
    }

    /// Fails if `expected` is further away than chance would take it in one of
    /// 16,000 cases.
    #[track_caller]
    pub(crate) fn assert_is(self, expected: f64) {
        let allowed = 4.0 * self.error + 1e-12;
        let off = (self.mean - expected).abs();
        assert!(off <= allowed, "{self:?}, expected {expected}");
    }
}
