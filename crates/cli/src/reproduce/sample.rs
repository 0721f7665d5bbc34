//! Several runs' values of one figure.

/// One value a run; `None` where the report has null.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    values: Vec<Option<f64>>,
}

/// An interval in which a figure lies with 95 % confidence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    pub(super) low: f64,
    pub(super) high: f64,
}

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_964;

impl Sample {
    pub(super) fn of(values: Vec<Option<f64>>) -> Self {
        Self { values }
    }

    pub(super) fn one(value: f64) -> Self {
        Self::of(vec![Some(value)])
    }

    pub(super) fn runs(&self) -> usize {
        self.values.len()
    }

    /// Whether every run has exactly this.
    pub(super) fn all(&self, wanted: Option<f64>) -> bool {
        self.values.iter().all(|&value| value == wanted)
    }

    /// Whether every run has the same.
    pub(super) fn is_sure(&self) -> bool {
        self.all(self.values.first().copied().flatten())
    }

    /// What is known, in ascending order; null counts as later than everything.
    pub(super) fn sorted(&self) -> Vec<f64> {
        let known = self
            .values
            .iter()
            .map(|value| value.unwrap_or(f64::INFINITY));
        let mut known: Vec<f64> = known.collect();
        known.sort_unstable_by(f64::total_cmp);
        known
    }

    /// The mean; infinite if a run has null.
    pub(super) fn mean(&self) -> f64 {
        self.sorted().iter().sum::<f64>() / self.runs() as f64
    }

    /// One run's standard deviation, from n − 1.
    pub(super) fn sd(&self) -> f64 {
        let mean = self.mean();
        let squares = self
            .sorted()
            .iter()
            .map(|value| (value - mean).powi(2))
            .sum::<f64>();
        (squares / (self.runs() as f64 - 1.0).max(1.0)).sqrt()
    }

    /// The standard error of the mean.
    pub(super) fn error(&self) -> f64 {
        self.sd() / (self.runs() as f64).sqrt()
    }

    pub(super) fn mean_interval(&self) -> Interval {
        let (mean, half) = (self.mean(), Z * self.error());
        Interval {
            low: mean - half,
            high: mean + half,
        }
    }

    pub(super) fn median(&self) -> f64 {
        let sorted = self.sorted();
        let middle = sorted.len() / 2;
        if sorted.len() % 2 == 1 {
            sorted[middle]
        } else {
            f64::midpoint(sorted[middle - 1], sorted[middle])
        }
    }

    /// By the ranks between which the median lies with 95 % confidence, whatever
    /// the distribution.
    pub(super) fn median_interval(&self) -> Interval {
        let sorted = self.sorted();
        let count = sorted.len() as f64;
        let below = ((count - Z * count.sqrt()) / 2.0).floor().max(0.0) as usize;
        Interval {
            low: sorted[below],
            high: sorted[sorted.len() - 1 - below],
        }
    }
}

impl Interval {
    pub(super) fn meets(self, other: Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    pub(super) fn holds(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}
