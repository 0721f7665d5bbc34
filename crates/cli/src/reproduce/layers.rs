//! Layers that all retry multiply.

use super::agreement::Published::Exact;
use super::claim::Claim;
use super::sample::Sample;

/// Layers that each make so many attempts, and the requests that come of one.
const PUBLISHED: [(u32, u32, f64); 3] = [(3, 3, 27.0), (3, 4, 64.0), (5, 3, 243.0)];

pub(super) fn claims() -> Vec<Claim> {
    let claim = |(layers, attempts, requests)| {
        let case = format!("{layers} layers of {attempts} attempts");
        let ours = Sample::one(f64::from(call(layers, attempts)));
        Claim::new(case, "requests of one", Exact(requests), ours)
    };
    PUBLISHED.into_iter().map(claim).collect()
}

/// Calls through `layers` to a server that never answers; how many requests reach it.
fn call(layers: u32, attempts: u32) -> u32 {
    if layers == 0 {
        return 1;
    }
    (0..attempts).map(|_| call(layers - 1, attempts)).sum()
}
