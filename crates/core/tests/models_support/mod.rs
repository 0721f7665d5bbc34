//! What "agrees" means for the models: within three standard errors.

use retry_herd_core::Spread;

/// Several runs' values of one figure.
pub(crate) struct Sample {
    pub(crate) mean: f64,
    /// Of the mean.
    pub(crate) error: f64,
}

impl Sample {
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<Option<f64>> = values.into_iter().map(Some).collect();
        let spread = Spread::of(&values);
        Self {
            mean: spread.mean.unwrap(),
            error: spread.sd.unwrap() / (values.len() as f64).sqrt(),
        }
    }

    /// Asserts that a published mean is within three standard errors of the
    /// difference, `error` being its own, and `rounding` what it was rounded by.
    pub(crate) fn agrees(&self, what: &str, published: f64, error: f64, rounding: f64) {
        let allowed = 3.0 * self.error.hypot(error) + rounding;
        assert!(
            (self.mean - published).abs() <= allowed,
            "{what}: ours {:.3}, published {published}, allowed {allowed:.3}",
            self.mean
        );
    }
}
