//! The Kolmogorov-Smirnov test: does a sample come from a continuous distribution?

/// Fails if the sample's distribution is further from `cdf` than chance would take
/// it in one of 1,000 cases (the asymptotic critical value 1.95 / √n).
#[track_caller]
pub(crate) fn assert_distributed(sample: &mut [f64], cdf: impl Fn(f64) -> f64) {
    sample.sort_unstable_by(f64::total_cmp);
    let count = sample.len() as f64;
    let distance = |(index, &x): (usize, &f64)| {
        let (below, above) = (index as f64 / count, (index + 1) as f64 / count);
        let expected = cdf(x);
        (expected - below).abs().max((above - expected).abs())
    };
    let largest = sample.iter().enumerate().map(distance).fold(0.0, f64::max);
    let allowed = 1.95 / count.sqrt();
    assert!(largest <= allowed, "D = {largest}, allowed {allowed}");
}
