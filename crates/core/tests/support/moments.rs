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
}
