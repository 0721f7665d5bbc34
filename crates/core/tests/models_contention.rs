//! The contention model: its laws, closed forms, and the published figures.
#![cfg(feature = "models")]

mod models_support;

use models_support::Sample;
use retry_herd_core::models::{Backoff, Contention, ContentionReport, Model};
use retry_herd_core::{DelayRule, SimDuration};

fn contention(clients: u32, backoff: Backoff) -> Contention {
    Contention {
        clients,
        ..Contention::published(backoff)
    }
}

fn runs(settings: &Contention, seeds: u64) -> Vec<ContentionReport> {
    let of = |seed| Contention {
        seed,
        ..settings.clone()
    };
    (0..seeds).map(|seed| of(seed).run()).collect()
}

/// Mean time in milliseconds, and mean calls.
fn means(clients: u32, backoff: Backoff, seeds: u64) -> (Sample, Sample) {
    let runs = runs(&contention(clients, backoff), seeds);
    (
        Sample::of(runs.iter().map(|run| run.time_s.unwrap() * 1e3)),
        Sample::of(runs.iter().map(|run| run.calls as f64)),
    )
}

fn exact_hops(clients: u32, backoff: Backoff) -> ContentionReport {
    let mut settings = contention(clients, backoff);
    settings.hop.sd = SimDuration::ZERO;
    settings.run()
}

#[test]
fn the_means_for_10_clients_are_the_published_ones() {
    // Means of 100 runs; their deviations are not told, so ours stand for them.
    let published = [
        (Backoff::AtOnce, 379.0, 50.7),
        (Backoff::Exponential, 3445.0, 50.8),
        (Backoff::Decorrelated, 436.0, 37.7),
        (Backoff::Equal, 737.0, 42.5),
        (Backoff::Full, 472.0, 39.1),
    ];
    for (backoff, time, calls) in published {
        let (ours_time, ours_calls) = means(10, backoff, 100);
        ours_time.agrees(&format!("{backoff:?}, time"), time, ours_time.error, 0.5);
        ours_calls.agrees(
            &format!("{backoff:?}, calls"),
            calls,
            ours_calls.error,
            0.05,
        );
    }
}

#[test]
fn the_means_for_100_clients_are_the_published_ones() {
    // With the deviation of one run; the means are of 100.
    let published = [
        (Backoff::AtOnce, 2026.0, 44.0, 2421.0, 32.0),
        (Backoff::Exponential, 63383.0, 3615.0, 1856.0, 58.0),
        (Backoff::Decorrelated, 4603.0, 667.0, 1002.0, 28.0),
        (Backoff::Equal, 6636.0, 675.0, 812.0, 8.0),
        (Backoff::Full, 4927.0, 529.0, 796.0, 7.0),
    ];
    for (backoff, time, time_sd, calls, calls_sd) in published {
        let (ours_time, ours_calls) = means(100, backoff, 100);
        ours_time.agrees(&format!("{backoff:?}, time"), time, time_sd / 10.0, 0.5);
        ours_calls.agrees(&format!("{backoff:?}, calls"), calls, calls_sd / 10.0, 0.5);
    }
}

#[test]
fn the_published_orderings_hold_at_100_clients() {
    let of = |backoff| {
        let (time, calls) = means(100, backoff, 30);
        (time.mean, calls.mean)
    };
    let (_, at_once) = of(Backoff::AtOnce);
    let (exponential_time, exponential) = of(Backoff::Exponential);
    let (decorrelated_time, decorrelated) = of(Backoff::Decorrelated);
    let (equal_time, equal) = of(Backoff::Equal);
    let (full_time, full) = of(Backoff::Full);

    assert!((full - equal).abs() < 0.05 * equal);
    assert!(equal.max(full) < decorrelated);
    assert!(decorrelated < exponential && exponential < at_once);
    assert!(
        2.0 * decorrelated < at_once,
        "jitter cuts the calls by half"
    );
    assert!(exponential_time > 9.0 * equal_time, "off the chart");
    assert!(equal_time > full_time && full_time > decorrelated_time);
}

#[test]
fn full_jitter_overtakes_decorrelated_between_100_and_160_clients() {
    let time = |clients, backoff| means(clients, backoff, 50).0.mean;
    assert!(time(100, Backoff::Full) > time(100, Backoff::Decorrelated));
    assert!(time(160, Backoff::Full) < time(160, Backoff::Decorrelated));
}

#[test]
fn trying_again_at_once_finishes_first_because_the_server_is_free() {
    for clients in [10, 50, 150] {
        let time = |backoff| means(clients, backoff, 8).0.mean;
        let at_once = time(Backoff::AtOnce);
        for backoff in &Backoff::ALL[1..] {
            assert!(at_once < time(*backoff), "{backoff:?} with {clients}");
        }
    }
}

#[test]
fn no_backoff_keeps_the_calls_from_growing_faster_than_the_clients() {
    for backoff in Backoff::ALL {
        let per_client = |clients: u32| means(clients, backoff, 4).1.mean / f64::from(clients);
        assert!(per_client(200) > 1.1 * per_client(100), "{backoff:?}");
    }
}

#[test]
fn hops_that_all_take_the_same_time_make_a_round_for_each_client() {
    // All read, all write, one succeeds: N + (N − 1) + … + 1 writes, 40 ms a round.
    let report = exact_hops(30, Backoff::AtOnce);
    assert_eq!(report.calls, 30 * 31 / 2);
    let rounds: Vec<_> = (1..=30).map(|k| Some(f64::from(k * 40) / 1e3)).collect();
    assert_eq!(report.finish_s, rounds);
}

#[test]
fn backoff_without_jitter_keeps_the_herd_together() {
    // As before, with a ceiling of 10, 20, 40 … 2,000 ms before each further round.
    let report = exact_hops(12, Backoff::Exponential);
    assert_eq!(report.calls, 12 * 13 / 2);
    let mut millis = 0;
    for (round, finish) in report.finish_s.iter().enumerate() {
        millis += 40;
        assert_eq!(*finish, Some(f64::from(millis) / 1e3), "client {round}");
        millis += (10 << round).min(2_000);
    }
}

#[test]
fn a_client_alone_needs_four_hops_and_one_write() {
    let runs = runs(&contention(1, Backoff::Full), 4_000);
    assert!(runs.iter().all(|run| run.calls == 1));
    let millis = |run: &ContentionReport| run.time_s.unwrap() * 1e3;
    let times = Sample::of(runs.iter().map(millis));
    times.agrees("mean of four hops", 40.0, 0.0, 0.0);
    // Four hops of 2 ms deviation: a variance of 16, whose own error is 16 √(2/n).
    let squares = Sample::of(runs.iter().map(|run| (millis(run) - 40.0).powi(2)));
    squares.agrees("variance of four hops", 16.0, 0.0, 0.0);
}

#[test]
fn a_hop_is_never_negative_however_wide_its_spread() {
    let mut wide = contention(1, Backoff::AtOnce);
    wide.hop.mean = SimDuration::ZERO;
    // The mean of |Normal(0, sd)| is sd × √(2/π): four hops of it.
    let expected = 4.0 * 2.0 * (2.0 / core::f64::consts::PI).sqrt();
    let times = runs(&wide, 4_000);
    let millis = times.iter().map(|run| run.time_s.unwrap() * 1e3);
    Sample::of(millis).agrees("four folded hops", expected, 0.0, 0.0);
}

#[test]
fn every_run_keeps_its_laws() {
    for backoff in Backoff::ALL {
        for (clients, attempts) in [(1, None), (2, Some(1)), (17, None), (40, Some(5))] {
            let mut settings = contention(clients, backoff);
            settings.policy.max_attempts = attempts;
            for run in runs(&settings, 20) {
                laws(&run, attempts);
            }
        }
    }
}

fn laws(run: &ContentionReport, attempts: Option<u32>) {
    assert_eq!(run.served + run.gave_up, run.clients);
    assert_eq!(run.calls, run.served + run.conflicts);
    assert!(
        run.served >= 1,
        "of those who read one version one succeeds"
    );
    assert!(run.calls <= run.clients * (run.clients + 1) / 2);
    let finished = run.finish_s.iter().flatten();
    assert_eq!(finished.clone().count() as u64, run.served);
    assert_eq!(finished.copied().reduce(f64::max), run.time_s);
    match attempts {
        None => assert_eq!(run.gave_up, 0),
        Some(most) => {
            assert!(run.calls <= run.clients * u64::from(most));
            assert!(run.conflicts >= run.gave_up * u64::from(most));
        }
    }
}

#[test]
fn a_deadline_ends_what_attempts_do_not() {
    let mut hurried = contention(50, Backoff::Full);
    hurried.policy.deadline = Some(SimDuration::from_millis(500));
    let report = hurried.run();
    assert!(report.gave_up > 0 && report.served > 0);
    // The last attempt begins by 500 ms, and takes four hops.
    assert!(report.time_s.unwrap() < 0.6);
}

#[test]
fn a_client_more_does_not_move_the_luck_of_the_others() {
    let mut one_attempt = contention(50, Backoff::AtOnce);
    one_attempt.policy.max_attempts = Some(1);
    for seed in 0..50 {
        let of = |clients| Contention {
            clients,
            seed,
            ..one_attempt.clone()
        };
        let (fewer, more) = (of(50).run(), of(51).run());
        for (a, b) in fewer.finish_s.iter().zip(&more.finish_s) {
            assert!(a.is_none() || b.is_none() || a == b);
        }
    }
}

#[test]
fn the_published_exponent_is_1_at_the_first_retry() {
    for backoff in [Backoff::Exponential, Backoff::Equal, Backoff::Full] {
        let rule = DelayRule::new(&backoff.policy());
        let millis = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_000, 2_000];
        for (retry, millis) in (0..).zip(millis) {
            assert_eq!(rule.ceiling(retry), SimDuration::from_millis(millis));
        }
    }
    let rule = DelayRule::new(&Backoff::Decorrelated.policy());
    let first = rule.interval(0, rule.first_memory());
    assert_eq!(first.low, SimDuration::from_millis(5));
    assert_eq!(first.high, SimDuration::from_millis(15));
}
