//! What "agrees" means, by how a figure was published.

use super::sample::{Interval, Sample};

/// How a figure was published.
pub(super) enum Published {
    /// Chance has no part in it, or it was published with its stream of draws.
    Exact(f64),
    /// It never happens.
    Never,
    /// A median over seeds with its 95 % interval.
    Median { median: f64, low: f64, high: f64 },
    /// The mean of five runs of a simulator whose clock steps.
    FiveRuns(f64),
    /// As [`Published::FiveRuns`]: more than without degradation, in per cent.
    FiveRunsMore(f64),
    /// A mean of so many runs, rounded by at most `rounding`; `sd` is one run's, if
    /// it was published, else ours stands for it.
    Mean {
        mean: f64,
        runs: u32,
        sd: Option<f64>,
        rounding: f64,
    },
    /// So many runs of so many; ours are 0 or 1 a run.
    Share { count: u32, of: u32 },
    /// Told in words, which our median has to fit.
    Words {
        text: &'static str,
        low: f64,
        high: f64,
    },
    /// An order of several figures; ours is 1 where it holds.
    Order(&'static str),
}

/// Ours, in words.
pub(super) struct Shown {
    pub(super) ours: String,
    pub(super) interval: String,
}

impl Published {
    /// Whether ours agrees.
    pub(super) fn agrees(&self, ours: &Sample) -> bool {
        let within = |published: f64, allowed: f64| (ours.mean() - published).abs() <= allowed;
        match *self {
            Self::Exact(value) => ours.all(Some(value)),
            Self::Never => ours.all(None),
            Self::Median { low, high, .. } => {
                let published = Interval { low, high };
                published.holds(ours.median()) || published.meets(ours.median_interval())
            }
            Self::FiveRuns(mean) => within(mean, five_runs(ours) + 0.01 * mean),
            Self::FiveRunsMore(percent) => within(percent, five_runs(ours) + 1.0),
            Self::Mean {
                mean,
                runs,
                sd,
                rounding,
            } => {
                let theirs = sd.unwrap_or_else(|| ours.sd()) / f64::from(runs).sqrt();
                within(mean, 3.0 * theirs.hypot(ours.error()) + rounding)
            }
            Self::Share { count, of } => share_agrees(count, of, ours),
            Self::Words { low, high, .. } => Interval { low, high }.holds(ours.median()),
            Self::Order(_) => ours.all(Some(1.0)),
        }
    }

    /// What that means, in words. A published interval is of a sample as ours is:
    /// where our median is outside, it may still be the same one.
    pub(super) fn agreement(&self, ours: &Sample) -> &'static str {
        match *self {
            Self::Exact(_) | Self::Never => "exact",
            Self::Median { low, high, .. } if (Interval { low, high }).holds(ours.median()) => {
                "inside the published interval"
            }
            Self::Median { .. } => "the two 95 % intervals of the medians meet",
            Self::FiveRuns(_) => "three standard errors of a mean of five runs, plus 1 %",
            Self::FiveRunsMore(_) => "three standard errors of a mean of five runs, plus 1 point",
            Self::Mean { .. } => "three standard errors, plus the published rounding",
            Self::Share { .. } => "three standard errors of the difference of two shares",
            Self::Words { .. } => "median inside what the words say",
            Self::Order(_) => "the order of the means holds",
        }
    }

    /// The published value, in words.
    pub(super) fn text(&self) -> String {
        match *self {
            Self::Exact(value) | Self::FiveRuns(value) => number(value),
            Self::Never => "never".to_owned(),
            Self::Median { median, low, high } => {
                format!("{} [{}, {}]", number(median), number(low), number(high))
            }
            Self::FiveRunsMore(percent) => format!("+{}", number(percent)),
            Self::Mean { mean, .. } => number(mean),
            Self::Share { count, of } => format!("{count} of {of}"),
            Self::Words { text, .. } | Self::Order(text) => text.to_owned(),
        }
    }

    /// Ours, in words.
    pub(super) fn shown(&self, ours: &Sample) -> Shown {
        match self {
            Self::Order(_) => Shown {
                ours: if self.agrees(ours) {
                    "holds"
                } else {
                    "does not hold"
                }
                .to_owned(),
                interval: String::new(),
            },
            Self::Share { .. } => share_shown(ours),
            // The median of what is all the same has no rounding error; never is endless.
            _ if ours.is_sure() => Shown {
                ours: number(ours.median()),
                interval: String::new(),
            },
            _ if self.is_of_medians() => shown(ours.median(), ours.median_interval()),
            _ => shown(ours.mean(), ours.mean_interval()),
        }
    }

    fn is_of_medians(&self) -> bool {
        matches!(self, Self::Median { .. } | Self::Words { .. })
    }
}

fn five_runs(ours: &Sample) -> f64 {
    3.0 * ours.sd() / 5.0_f64.sqrt()
}

/// With the error of a difference of two shares, as if they were the same.
fn share_agrees(count: u32, of: u32, ours: &Sample) -> bool {
    let (count, of, runs) = (f64::from(count), f64::from(of), ours.runs() as f64);
    let pooled = (count + ours.mean() * runs) / (of + runs);
    let error = (pooled * (1.0 - pooled) * (1.0 / of + 1.0 / runs)).sqrt();
    (ours.mean() - count / of).abs() <= 3.0 * error
}

/// With the interval of Wilson (1927), which is right also for none and for all.
fn share_shown(ours: &Sample) -> Shown {
    let (share, runs) = (ours.mean(), ours.runs() as f64);
    let squared = 1.959_964_f64.powi(2) / runs;
    let middle = (share + squared / 2.0) / (1.0 + squared);
    let variance = share * (1.0 - share) * squared + squared * squared / 4.0;
    let half = variance.sqrt() / (1.0 + squared);
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let low = percent((middle - half).max(0.0));
    Shown {
        ours: format!("{:.0} of {runs} ({})", share * runs, percent(share)),
        interval: format!("[{low}, {}]", percent((middle + half).min(1.0))),
    }
}

fn shown(value: f64, interval: Interval) -> Shown {
    Shown {
        ours: number(value),
        interval: format!("[{}, {}]", number(interval.low), number(interval.high)),
    }
}

/// Whole numbers whole; others with four significant digits.
fn number(value: f64) -> String {
    if value.is_infinite() {
        return "never".to_owned();
    }
    if value.fract() == 0.0 || value.abs() >= 1_000.0 {
        return format!("{value:.0}");
    }
    let before = value.abs().max(1e-9).log10().floor() as i32;
    let digits = (3 - before).clamp(0, 6) as usize;
    let text = format!("{value:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: &[f64]) -> Sample {
        Sample::of(values.iter().copied().map(Some).collect())
    }

    #[test]
    fn a_published_mean_agrees_up_to_three_standard_errors_and_no_further() {
        // Mean 10, sd 2, four runs: an error of 1 each.
        let ours = sample(&[8.0, 8.0, 12.0, 12.0]);
        let sd = ours.sd();
        let published = |mean| Published::Mean {
            mean,
            runs: 4,
            sd: None,
            rounding: 0.5,
        };
        let allowed = 3.0 * sd / 2.0 * 2.0_f64.sqrt() + 0.5;
        assert!(published(10.0 + allowed - 1e-9).agrees(&ours));
        assert!(!published(10.0 + allowed + 1e-9).agrees(&ours));
        assert!(!published(10.0 - allowed - 1e-9).agrees(&ours));
    }

    #[test]
    fn exactly_is_exactly_and_in_every_run() {
        assert!(Published::Exact(5.0).agrees(&sample(&[5.0, 5.0])));
        assert!(!Published::Exact(5.0).agrees(&sample(&[5.0, 5.1])));
        assert!(!Published::Never.agrees(&sample(&[5.0])));
        assert!(Published::Never.agrees(&Sample::of(vec![None, None])));
        assert!(!Published::Never.agrees(&Sample::of(vec![None, Some(1.0)])));
    }

    #[test]
    fn a_median_agrees_inside_the_interval_or_where_both_intervals_meet() {
        let published = Published::Median {
            median: 10.0,
            low: 9.0,
            high: 11.0,
        };
        assert!(published.agrees(&sample(&[10.5; 9])));
        assert!(!published.agrees(&sample(&[11.5; 9])));
    }

    #[test]
    fn twelve_of_24_fit_a_share_of_three_quarters_and_six_do_not() {
        let ours: Vec<f64> = (0..240)
            .map(|run| f64::from(u8::from(run % 4 > 0)))
            .collect();
        let ours = sample(&ours);
        assert!(Published::Share { count: 12, of: 24 }.agrees(&ours));
        assert!(!Published::Share { count: 6, of: 24 }.agrees(&ours));
    }

    #[test]
    fn a_run_that_never_ends_agrees_with_no_number() {
        let ours = Sample::of(vec![Some(5.0), None]);
        assert!(!Published::FiveRuns(5.0).agrees(&ours));
    }
}
