//! `retry-wave`: the fleet's largest wave, by its size.

use super::agreement::Published::{self, Exact, Median};
use super::case::Case;
use super::claim::Claim;

/// A fleet, and what was published of it: full, equal, decorrelated.
struct Fleet {
    clients: &'static str,
    /// Fewer of the large ones, which scatter less.
    seeds: u32,
    waves: [Published; 3],
}

const fn median(median: f64, low: f64, high: f64) -> Published {
    Median { median, low, high }
}

pub(super) fn claims() -> Vec<Claim> {
    fleets().into_iter().flat_map(Fleet::claims).collect()
}

fn fleets() -> [Fleet; 3] {
    [
        Fleet {
            clients: "1000",
            seeds: 101,
            waves: [
                median(39.0, 37.0, 42.0),
                median(51.0, 48.0, 51.0),
                median(20.0, 18.0, 20.0),
            ],
        },
        Fleet {
            clients: "10000",
            seeds: 51,
            waves: [
                median(327.0, 314.0, 327.0),
                median(438.0, 431.0, 439.0),
                median(150.0, 142.0, 152.0),
            ],
        },
        Fleet {
            clients: "100000",
            seeds: 11,
            waves: [
                median(3_148.0, 3_113.0, 3_155.0),
                median(4_111.0, 4_100.0, 4_114.0),
                median(1_347.0, 1_327.0, 1_357.0),
            ],
        },
    ]
}

impl Fleet {
    fn claims(self) -> Vec<Claim> {
        let clients: f64 = self.clients.parse().unwrap_or(f64::NAN);
        let mut claims = vec![wave(self.clients, "none", 3, Exact(clients))];
        for (jitter, published) in ["full", "equal", "decorrelated"]
            .into_iter()
            .zip(self.waves)
        {
            claims.push(wave(self.clients, jitter, self.seeds, published));
        }
        claims
    }
}

fn wave(clients: &str, jitter: &str, seeds: u32, published: Published) -> Claim {
    let settings = [("clients", clients), ("jitter", jitter)];
    let case = Case::run("retry-wave", &settings, seeds);
    let ours = case.figure("peak_retries.count", 1.0);
    Claim::new(
        format!("{clients} clients, {jitter}"),
        "largest retry wave",
        published,
        ours,
    )
}
