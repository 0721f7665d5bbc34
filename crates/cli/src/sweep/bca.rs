//! Bias-corrected accelerated bootstrap intervals (Efron, 1987).

use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};

use super::resamples::{self, LANES, Middles};

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
    let sorted = sorted(sample);
    let again = || match statistic {
        Statistic::Mean => resamples::means(&[&sorted]).concat(),
        Statistic::Median => Middles::of(sorted.len()).medians(&sorted),
    };
    of_sorted(statistic, &sorted, again)
}

/// The median and the mean of each sample, as [`estimate`] has them, on all threads.
/// The samples are of the size that `middles` are of; one with endless values has no mean.
pub(super) fn medians_and_means(
    samples: &[&[f64]],
    middles: &Middles,
) -> Vec<[Option<Estimate>; 2]> {
    let samples: Vec<Vec<f64>> = samples.par_iter().map(|sample| sorted(sample)).collect();
    let both = |(sample, means): (&Vec<f64>, Vec<f64>)| {
        let median = of_sorted(Statistic::Median, sample, || middles.medians(sample));
        let mean = || of_sorted(Statistic::Mean, sample, || means);
        [median, is_finite(sample).then(mean).flatten()]
    };
    let means = resampled_means(&samples);
    samples.par_iter().zip(means).map(both).collect()
}

/// The means of the resamples of each sorted sample for which they are asked.
fn resampled_means(samples: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let all = samples.iter().map(Vec::as_slice).enumerate();
    let (places, varying): (Vec<usize>, Vec<&[f64]>) = all
        .filter(|(_, sample)| varies(sample) && is_finite(sample))
        .unzip();
    let parts = varying
        .len()
        .div_ceil(LANES)
        .max(rayon::current_num_threads());
    let parts = varying.par_chunks(varying.len().div_ceil(parts).max(1));
    let found: Vec<Vec<f64>> = parts.flat_map_iter(resamples::means).collect();
    let mut means = vec![Vec::new(); samples.len()];
    for (place, found) in places.into_iter().zip(found) {
        means[place] = found;
    }
    means
}

fn sorted(sample: &[f64]) -> Vec<f64> {
    let mut sorted = sample.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted
}

fn varies(sorted: &[f64]) -> bool {
    let ends = sorted.first().zip(sorted.last());
    ends.is_some_and(|(first, last)| first.total_cmp(last).is_ne())
}

fn is_finite(sample: &[f64]) -> bool {
    sample.iter().all(|value| value.is_finite())
}

/// The estimate from a sorted sample and, if its values differ, the statistic of its
/// resamples.
fn of_sorted(
    statistic: Statistic,
    sorted: &[f64],
    again: impl FnOnce() -> Vec<f64>,
) -> Option<Estimate> {
    if sorted.is_empty() {
        return None;
    }
    let value = statistic.of(&mut sorted.to_vec());
    if !varies(sorted) {
        return Some(Estimate {
            value,
            low: value,
            high: value,
        });
    }
    let mut again = again();
    let bias = bias(&again, value);
    let acceleration = acceleration(&statistic.left_out(sorted));
    let mut end = |tail: f64| {
        let normal = Normal::standard();
        let shifted = bias + normal.inverse_cdf(tail);
        let share = normal.cdf(bias + shifted / (1.0 - acceleration * shifted));
        quantile(&mut again, share)
    };
    Some(Estimate {
        value,
        low: end(TAIL),
        high: end(1.0 - TAIL),
    })
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

/// Of values in any order, which are reordered.
fn quantile(values: &mut [f64], share: f64) -> f64 {
    let place = share.clamp(0.0, 1.0) * (values.len() - 1) as f64;
    let (_, below, rest) = values.select_nth_unstable_by(place as usize, f64::total_cmp);
    let above = rest
        .iter()
        .copied()
        .min_by(f64::total_cmp)
        .unwrap_or(*below);
    *below + (above - *below) * place.fract()
}

#[cfg(test)]
mod tests {
    use rand_mt::Mt64;

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

    /// Those of each alone are the oracle.
    #[test]
    fn samples_together_have_the_estimates_that_each_has_alone() {
        for size in [1, 2, 9, 40] {
            let mut samples: Vec<Vec<f64>> = (0..19).map(|seed| skewed(seed, size)).collect();
            samples[3].fill(2.5);
            if size > 2 {
                samples[4][0] = f64::INFINITY;
            }
            let all: Vec<&[f64]> = samples.iter().map(Vec::as_slice).collect();
            let together = medians_and_means(&all, &Middles::of(size));
            for (sample, found) in samples.iter().zip(together) {
                let mean = estimate(Statistic::Mean, sample).filter(|_| is_finite(sample));
                assert_eq!(found, [estimate(Statistic::Median, sample), mean]);
            }
        }
    }

    #[test]
    fn a_quantile_lies_between_the_values_around_its_place() {
        let mut values = [4.0, 1.0, 3.0, 2.0, 5.0];
        let expected = [
            (0.0, 1.0),
            (0.25, 2.0),
            (0.375, 2.5),
            (1.0, 5.0),
            (1.5, 5.0),
        ];
        for (share, expected) in expected {
            assert_eq!(
                quantile(&mut values, share).to_bits(),
                f64::to_bits(expected)
            );
        }
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
