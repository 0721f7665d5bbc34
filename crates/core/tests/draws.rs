//! The quality of the engine's own draws: fair, and independent of their
//! neighbours in every direction.

#![cfg(not(target_family = "wasm"))]

use retry_herd_core::{Draws, KeyedDraws, Scenario, SimDuration};

/// The place that a draw belongs to.
#[derive(Clone, Copy, Debug)]
struct Place {
    seed: u64,
    client: u32,
    attempt: u32,
}

/// The 32 bits of the draw at a place; of the arrival, at attempt 0.
fn bits(
    Place {
        seed,
        client,
        attempt,
    }: Place,
) -> u32 {
    let scenario = Scenario {
        seed,
        ..Scenario::default()
    };
    let mut draws = KeyedDraws::new(&scenario);
    let whole = SimDuration::from_nanos(1 << 32);
    let drawn = match attempt {
        0 => draws.arrival(client, whole),
        _ => draws.delay(client, attempt, SimDuration::ZERO, whole),
    };
    drawn.as_nanos() as u32
}

const COUNT: u32 = 40_000;

/// Draws along a line: next to each other by client, by attempt, or by seed.
fn lines() -> [(&'static str, Vec<u32>); 4] {
    let at = |seed, client, attempt| {
        bits(Place {
            seed,
            client,
            attempt,
        })
    };
    [
        (
            "arrivals by client",
            (0..COUNT).map(|i| at(1, i, 0)).collect(),
        ),
        ("clients", (0..COUNT).map(|i| at(1, i, 1)).collect()),
        ("attempts", (0..COUNT).map(|i| at(1, 0, i)).collect()),
        (
            "seeds",
            (0..COUNT).map(|i| at(u64::from(i), 0, 1)).collect(),
        ),
    ]
}

/// How many standard deviations `count` is off, of `total` fair tosses.
fn surprise_of_tosses(count: usize, total: usize) -> f64 {
    let total = total as f64;
    (count as f64 - total / 2.0).abs() / (total / 4.0).sqrt()
}

/// How many standard deviations the chi-square statistic of `cells` is off, which
/// should be filled alike.
fn surprise_of_cells(cells: &[u32]) -> f64 {
    let total: u32 = cells.iter().sum();
    let expected = f64::from(total) / cells.len() as f64;
    let square = |&cell: &u32| (f64::from(cell) - expected).powi(2) / expected;
    let freedom = cells.len() as f64 - 1.0;
    (cells.iter().map(square).sum::<f64>() - freedom) / (2.0 * freedom).sqrt()
}

/// Numbers calculated apart, in Python, from the formula in draws.rs: the
/// same seed gives the same herd for ever.
#[test]
fn a_seed_means_the_same_draws_for_ever() {
    let at = |seed, client, attempt| {
        bits(Place {
            seed,
            client,
            attempt,
        })
    };
    assert_eq!(at(0, 0, 0), 0x9aba_bb68);
    assert_eq!(at(0, 0, 1), 0x98af_26ff);
    assert_eq!(at(1, 0, 1), 0xaa66_cbfd);
    assert_eq!(at(1, 1, 1), 0x9acc_7a47);
    assert_eq!(at(1, 0, 2), 0x44fa_d20d);
    assert_eq!(at(1, 999_999, 7), 0xfe7a_b239);
    assert_eq!(at((1 << 53) - 1, u32::MAX, u32::MAX), 0x61d0_33c9);
}

#[test]
fn every_bit_is_fair() {
    for (name, line) in lines() {
        for bit in 0..32 {
            let set = line.iter().filter(|&&bits| bits >> bit & 1 == 1).count();
            let surprise = surprise_of_tosses(set, line.len());
            assert!(surprise < 4.5, "{name}, bit {bit}: {surprise} sd");
        }
    }
}

#[test]
fn every_size_of_draw_is_as_likely() {
    for (name, line) in lines() {
        let mut cells = [0; 1_024];
        for bits in line {
            cells[(bits >> 22) as usize] += 1;
        }
        let surprise = surprise_of_cells(&cells);
        assert!(surprise.abs() < 4.0, "{name}: {surprise} sd");
    }
}

#[test]
fn neighbours_are_independent() {
    for (name, line) in lines() {
        for (part, shift) in [("highest", 28), ("lowest", 0)] {
            for distance in [1, 2, 7, 256] {
                let mut cells = [0; 256];
                for (one, other) in line.iter().zip(&line[distance..]) {
                    cells[((one >> shift & 15) << 4 | other >> shift & 15) as usize] += 1;
                }
                let surprise = surprise_of_cells(&cells);
                assert!(
                    surprise.abs() < 4.5,
                    "{name}, {distance} apart, {part}: {surprise} sd"
                );
            }
        }
    }
}

/// Of 90,000 draws of 32 bits, one pair is alike by chance.
#[test]
fn no_two_places_share_a_draw() {
    let seeds = [1, 2].into_iter();
    let places = seeds.flat_map(|seed| {
        let clients = (0..150).flat_map(move |client| {
            (0..300).map(move |attempt| Place {
                seed,
                client,
                attempt,
            })
        });
        clients.collect::<Vec<Place>>()
    });
    let mut drawn: Vec<u32> = places.map(bits).collect();
    drawn.sort_unstable();
    let alike = drawn.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert!(alike < 8, "{alike} pairs");
}

#[test]
fn neighbours_do_not_follow_each_other() {
    let centred = |bits: u32| f64::from(bits) / f64::from(u32::MAX) - 0.5;
    for (name, line) in lines() {
        for distance in [1, 2, 3, 16, 1_000] {
            let pairs = line.iter().zip(&line[distance..]);
            let products: f64 = pairs
                .map(|(&one, &other)| centred(one) * centred(other))
                .sum();
            let count = (line.len() - distance) as f64;
            let correlation = products / count * 12.0;
            let surprise = correlation.abs() * count.sqrt();
            assert!(surprise < 4.5, "{name}, {distance} apart: {surprise} sd");
        }
    }
}

/// The avalanche: whichever bit of the place changes, every bit of the draw changes
/// in half of the cases.
#[test]
fn every_bit_of_the_place_moves_every_bit_of_the_draw() {
    const CASES: u32 = 2_000;
    let flips: Vec<fn(Place, u32) -> Place> = vec![
        |place, bit| Place {
            seed: place.seed ^ 1 << bit,
            ..place
        },
        |place, bit| Place {
            client: place.client ^ 1 << bit,
            ..place
        },
        // Attempt 0 is the arrival, which nothing turns into a delay of attempt 1.
        |place, bit| Place {
            attempt: place.attempt ^ 2 << bit,
            ..place
        },
    ];
    for (direction, flip) in flips.iter().enumerate() {
        for bit in 0..16 {
            let mut changed = [0; 32];
            for case in 0..CASES {
                let place = Place {
                    seed: u64::from(case % 7),
                    client: case,
                    attempt: 1 + 2 * (case % 5),
                };
                let difference = bits(place) ^ bits(flip(place, bit));
                for (index, count) in changed.iter_mut().enumerate() {
                    *count += (difference >> index & 1) as usize;
                }
            }
            for (index, count) in changed.into_iter().enumerate() {
                let surprise = surprise_of_tosses(count, CASES as usize);
                assert!(
                    surprise < 5.0,
                    "{direction}, bit {bit} on {index}: {surprise} sd"
                );
            }
        }
    }
}

#[test]
fn the_independence_test_can_fail() {
    let mut cells = [100; 256];
    cells[0] = 500;
    assert!(surprise_of_cells(&cells) > 4.5);
    assert!(surprise_of_tosses(5_300, 10_000) > 4.5);
}
