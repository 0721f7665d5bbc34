//! The two-sample Kolmogorov–Smirnov test.

/// The greatest difference between the shares of two samples below any value; both
/// samples are sorted.
pub(crate) fn distance(one: &[u64], other: &[u64]) -> f64 {
    let (mut below_one, mut below_other) = (0, 0);
    let mut distance: f64 = 0.0;
    while below_one < one.len() && below_other < other.len() {
        // Equal values are passed together: they are no difference.
        let value = one[below_one].min(other[below_other]);
        below_one += one[below_one..].iter().take_while(|&&x| x == value).count();
        below_other += other[below_other..]
            .iter()
            .take_while(|&&x| x == value)
            .count();
        let share_one = below_one as f64 / one.len() as f64;
        let share_other = below_other as f64 / other.len() as f64;
        distance = distance.max((share_one - share_other).abs());
    }
    distance
}

/// The distance that two samples of these sizes from one distribution exceed with a
/// probability of at most `alpha`: the first term of Kolmogorov's series, solved. With
/// ties, as between whole seconds, it is exceeded less often still.
pub(crate) fn critical(alpha: f64, one: usize, other: usize) -> f64 {
    let (one, other) = (one as f64, other as f64);
    ((2.0 / alpha).ln() / 2.0 * (one + other) / (one * other)).sqrt()
}

#[test]
fn the_distance_is_that_between_the_steps() {
    assert!((distance(&[1, 2, 3, 4], &[1, 2, 3, 4])).abs() < 1e-12);
    assert!((distance(&[1, 2], &[3, 4]) - 1.0).abs() < 1e-12);
    assert!((distance(&[1, 2, 3, 4], &[3, 4, 5, 6]) - 0.5).abs() < 1e-12);
    assert!((distance(&[1, 1, 1, 2], &[1, 2, 2, 2]) - 0.5).abs() < 1e-12);
}

#[test]
fn the_critical_distance_is_the_tabulated_one() {
    // 1.358 × √(2/100) at 5 %, 1.628 × √(2/100) at 1 %.
    assert!((critical(0.05, 100, 100) - 0.1921).abs() < 1e-4);
    assert!((critical(0.01, 100, 100) - 0.2302).abs() < 1e-4);
}
