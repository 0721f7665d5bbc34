//! Samples drawn again from themselves. All samples of one size are drawn in the same
//! way, so what is drawn need only be found out once for many of them.

use rand_mt::Mt64;

/// How often a sample is drawn again.
const RESAMPLES: usize = 2_000;

/// So many sums are added to at once.
pub(super) const LANES: usize = 8;

/// Which places of a sample are drawn.
struct Draws {
    twister: Mt64,
    size: usize,
}

/// The two places in the middle of each resample of a sorted sample; of an odd number
/// of values they are the same.
pub(crate) struct Middles(Vec<[usize; 2]>);

impl Draws {
    fn new(size: usize) -> Self {
        let twister = Mt64::new(1);
        Self { twister, size }
    }

    fn resample(&mut self) -> impl Iterator<Item = usize> {
        let size = self.size as u128;
        let place = move |_| ((u128::from(self.twister.next_u64()) * size) >> 64) as usize;
        (0..size).map(place)
    }
}

impl Middles {
    /// Of samples of this size.
    pub(crate) fn of(size: usize) -> Self {
        let mut draws = Draws::new(size);
        let mut times = vec![0_usize; size];
        let middle = |_| {
            times.fill(0);
            draws.resample().for_each(|place| times[place] += 1);
            [size.saturating_sub(1) / 2, size / 2].map(|nth| nth_drawn(&times, nth))
        };
        let mut middles: Vec<_> = (0..RESAMPLES).map(middle).collect();
        // What is nearly in order is quickly searched for its quantiles.
        middles.sort_unstable();
        Self(middles)
    }

    /// The medians of this sorted sample's resamples.
    pub(super) fn medians(&self, sorted: &[f64]) -> Vec<f64> {
        let median = |&[lower, upper]: &[usize; 2]| f64::midpoint(sorted[lower], sorted[upper]);
        self.0.iter().map(median).collect()
    }
}

/// The place of the value that has so many before it among those drawn, where each place
/// has been drawn so many `times`.
fn nth_drawn(times: &[usize], nth: usize) -> usize {
    let mut drawn = 0;
    let place = times.iter().position(|times| {
        drawn += times;
        drawn > nth
    });
    place.unwrap_or_default()
}

/// The means of each sample's resamples. There are at most [`LANES`] samples, all of the
/// same size.
pub(super) fn means(samples: &[&[f64]]) -> Vec<Vec<f64>> {
    let size = samples.first().map_or(0, |sample| sample.len());
    let at = |place: usize| {
        let mut values = [0.0; LANES];
        for (value, sample) in values.iter_mut().zip(samples) {
            *value = sample[place];
        }
        values
    };
    let places: Vec<[f64; LANES]> = (0..size).map(at).collect();
    let mut draws = Draws::new(size);
    let mut means = vec![Vec::with_capacity(RESAMPLES); samples.len()];
    for _ in 0..RESAMPLES {
        let mut sums = [0.0; LANES];
        for place in draws.resample() {
            let values = &places[place];
            (0..LANES).for_each(|lane| sums[lane] += values[lane]);
        }
        for (means, sum) in means.iter_mut().zip(sums) {
            means.push(sum / size as f64);
        }
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The resamples one by one, as the textbook has them.
    fn resamples(sorted: &[f64]) -> Vec<Vec<f64>> {
        let mut draws = Draws::new(sorted.len());
        let resample = |_| draws.resample().map(|place| sorted[place]).collect();
        (0..RESAMPLES).map(resample).collect()
    }

    fn samples(size: usize) -> [Vec<f64>; 3] {
        let mut twister = Mt64::new(size as u64);
        let mut sample = || {
            let mut sample: Vec<f64> = (0..size)
                .map(|_| (twister.next_u64() % 50) as f64 / 7.0)
                .collect();
            sample.sort_unstable_by(f64::total_cmp);
            sample
        };
        [sample(), sample(), sample()]
    }

    #[test]
    fn means_together_are_those_of_each_alone_to_the_last_bit() {
        for size in [1, 2, 5, 40] {
            let samples = samples(size);
            let together = means(&samples.each_ref().map(Vec::as_slice));
            for (sample, means) in samples.iter().zip(together) {
                let mean = |values: &Vec<f64>| values.iter().sum::<f64>() / size as f64;
                let alone: Vec<f64> = resamples(sample).iter().map(mean).collect();
                assert_eq!(means, alone);
            }
        }
    }

    #[test]
    fn medians_are_those_of_the_values_drawn() {
        for size in [1, 2, 5, 40] {
            let middles = Middles::of(size);
            for sample in samples(size) {
                let median = |mut values: Vec<f64>| {
                    values.sort_unstable_by(f64::total_cmp);
                    f64::midpoint(values[(size - 1) / 2], values[size / 2])
                };
                let mut alone: Vec<f64> = resamples(&sample).into_iter().map(median).collect();
                let mut quick = middles.medians(&sample);
                alone.sort_unstable_by(f64::total_cmp);
                quick.sort_unstable_by(f64::total_cmp);
                assert_eq!(quick, alone);
            }
        }
    }
}
