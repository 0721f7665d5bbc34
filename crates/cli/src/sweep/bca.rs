//! Bias-corrected accelerated bootstrap intervals (Efron, 1987).

use rand_mt::Mt64;
use statrs::distribution::{ContinuousCDF, Normal};

/// What is estimated from a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Statistic {
    Mean,
    Median,
}

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// How often the sample is drawn again from itself.
const RESAMPLES: usize = 2_000;

/// The tails outside the interval.
const TAIL: f64 = 0.025;

impl Statistic {
    /// Of `sample`, which is reordered.
    fn of(self, sample: &mut [f64]) -> f64 {
        match self {
            Self::Mean => sample.iter().sum::<f64>() / sample.len() as f64,
            Self::Median => median(sample),
        }
    }

    /// Of the sample without its first value, without its second one, and so on.
    fn left_out(self, sorted: &[f64]) -> Vec<f64> {
        let rest = sorted.len() - 1;
        let sum: f64 = sorted.iter().sum();
        // The value at `place` of what remains without the one at `out`.
        let at = |place: usize, out: usize| sorted[place + usize::from(place >= out)];
        let without = |out: usize| match self {
            Self::Mean => (sum - sorted[out]) / rest as f64,
            Self::Median if rest % 2 == 1 => at(rest / 2, out),
            Self::Median => f64::midpoint(at(rest / 2 - 1, out), at(rest / 2, out)),
        };
        (0..sorted.len()).map(without).collect()
    }
}

fn median(sample: &mut [f64]) -> f64 {
    let middle = sample.len() / 2;
    let even = sample.len().is_multiple_of(2);
    let (below, upper, _) = sample.select_nth_unstable_by(middle, f64::total_cmp);
    let lower = || below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if even {
        f64::midpoint(lower(), *upper)
    } else {
        *upper
    }
}

/// The estimate from `sample`, always the same for the same sample; `None` if it is
/// empty. One value has itself as its interval: nothing is known of its scatter.
pub(crate) fn estimate(statistic: Statistic, sample: &[f64]) -> Option<Estimate> {
    let mut sorted = sample.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let (first, last) = (*sorted.first()?, *sorted.last()?);
    let value = statistic.of(&mut sorted.clone());
    if first.total_cmp(&last).is_eq() {
        return Some(Estimate {
            value,
            low: value,
            high: value,
        });
    }
    let again = resampled(statistic, &sorted);
    let bias = bias(&again, value);
    let acceleration = acceleration(&statistic.left_out(&sorted));
    let end = |tail: f64| {
        let normal = Normal::standard();
        let shifted = bias + normal.inverse_cdf(tail);
        let share = normal.cdf(bias + shifted / (1.0 - acceleration * shifted));
        quantile(&again, share)
    };
    Some(Estimate {
        value,
        low: end(TAIL),
        high: end(1.0 - TAIL),
    })
}

/// The statistic of samples drawn from the sample, in ascending order.
fn resampled(statistic: Statistic, sample: &[f64]) -> Vec<f64> {
    let mut twister = Mt64::new(1);
    let count = sample.len() as u128;
    let mut drawn = vec![0.0; sample.len()];
    let mut again: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            for place in &mut drawn {
                let at = (u128::from(twister.next_u64()) * count) >> 64;
                *place = sample[at as usize];
            }
            statistic.of(&mut drawn)
        })
        .collect();
    again.sort_unstable_by(f64::total_cmp);
    again
}

/// How far the estimate is from the median of the resampled ones, in normal units;
/// those that are equal to it count as half below it.
fn bias(again: &[f64], value: f64) -> f64 {
    let below = again.iter().filter(|&&one| one < value).count() as f64;
    let equal = again
        .iter()
        .filter(|&&one| one.total_cmp(&value).is_eq())
        .count() as f64;
    let count = again.len() as f64;
    let share = (below + equal / 2.0) / count;
    Normal::standard().inverse_cdf(share.clamp(0.5 / count, 1.0 - 0.5 / count))
}

/// How fast the standard error changes with the value, from the jackknife.
fn acceleration(left_out: &[f64]) -> f64 {
    let mean = left_out.iter().sum::<f64>() / left_out.len() as f64;
    let power = |power: i32| {
        left_out
            .iter()
            .map(|one| (mean - one).powi(power))
            .sum::<f64>()
    };
    let squares = power(2);
    if squares == 0.0 {
        0.0
    } else {
        power(3) / (6.0 * squares.powf(1.5))
    }
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len() - 1;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    sorted[below] + (sorted[above] - sorted[below]) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exponential of mean 1: skewed, as completion times are.
    fn skewed(seed: u64, count: usize) -> Vec<f64> {
        let mut twister = Mt64::new(seed);
        let mut fraction = || (twister.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        (0..count).map(|_| -(1.0 - fraction()).ln()).collect()
    }

    fn coverage(statistic: Statistic, truth: f64) -> f64 {
        let covers = |seed: &u64| {
            let found = estimate(statistic, &skewed(*seed, 40)).expect("a sample");
            (found.low..=found.high).contains(&truth)
        };
        (1000..1400).filter(covers).count() as f64 / 400.0
    }

    #[test]
    fn the_interval_covers_the_truth_about_19_times_in_20() {
        // 400 trials scatter by 1.1 %, and 40 values are few for a skewed sample.
        for (statistic, truth) in [
            (Statistic::Mean, 1.0),
            (Statistic::Median, std::f64::consts::LN_2),
        ] {
            let covered = coverage(statistic, truth);
            assert!((0.90..=0.98).contains(&covered), "{statistic:?}: {covered}");
        }
    }

    #[test]
    fn of_a_skewed_sample_the_interval_leans_to_the_long_tail() {
        let found = estimate(Statistic::Mean, &skewed(7, 40)).expect("a sample");
        assert!(
            found.high - found.value > 1.1 * (found.value - found.low),
            "{found:?}"
        );
    }

    #[test]
    fn values_that_are_all_alike_leave_no_doubt_and_none_leave_nothing() {
        let alike = estimate(Statistic::Median, &[3.0; 9]).expect("a sample");
        assert_eq!((alike.low, alike.value, alike.high), (3.0, 3.0, 3.0));
        assert_eq!(estimate(Statistic::Mean, &[]), None);
    }

    #[test]
    fn leaving_one_out_is_what_it_says() {
        for count in [2, 3, 8, 9] {
            let mut sorted = skewed(3, count);
            sorted.sort_unstable_by(f64::total_cmp);
            for statistic in [Statistic::Mean, Statistic::Median] {
                let quick = statistic.left_out(&sorted);
                for (out, quick) in quick.into_iter().enumerate() {
                    let mut rest = sorted.clone();
                    rest.remove(out);
                    assert!((statistic.of(&mut rest) - quick).abs() < 1e-12);
                }
            }
        }
    }
}
