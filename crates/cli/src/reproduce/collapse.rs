//! `budgets` and `collapse`: the simulations of 2022 and 2024.

use rayon::prelude::*;
use retry_herd_core::models::{Budgets, Model, Strategy};

use super::agreement::Published::{self, Mean, Share, Words};
use super::case::Case;
use super::claim::Claim;
use super::sample::Sample;

const SEEDS: u32 = 16;
const SINGLE: &str = "Published for one run.";

/// Success and load in per cent at a tenth of failures, and the buckets' load by
/// clients at a half.
pub(super) fn budgets() -> Vec<Claim> {
    let strategies = [
        (Strategy::NoRetries, "no retries", 90.2, 100.0),
        (Strategy::ThreeRetries, "3 retries", 100.0, 111.0),
        (Strategy::TokenBucket, "token bucket", 98.8, 110.0),
        (Strategy::CircuitBreaker, "circuit breaker", 92.9, 103.0),
    ];
    let mut claims = Vec::new();
    for (strategy, name, success, load) in strategies {
        let settings = Budgets {
            failure_rate: 0.1,
            ..Budgets::published(strategy)
        };
        let case = format!("{name}, 10 % fail");
        let [ours_success, ours_load] = percents(&settings);
        let success = single(success, 0.05);
        claims.push(Claim::new(&case, "success, %", success, ours_success).noted(SINGLE));
        claims.push(Claim::new(&case, "load, %", single(load, 0.5), ours_load).noted(SINGLE));
    }
    claims.extend([(10, 112.0), (100, 130.0), (1_000, 182.0)].map(spread_out));
    claims
}

fn spread_out((clients, load): (u32, f64)) -> Claim {
    let settings = Budgets {
        failure_rate: 0.5,
        clients,
        rate: 100.0 / f64::from(clients),
        ..Budgets::published(Strategy::TokenBucket)
    };
    let [_, ours] = percents(&settings);
    let case = format!("token bucket, 50 % fail, {clients} clients");
    Claim::new(case, "load, %", single(load, 0.5), ours).noted(SINGLE)
}

fn single(mean: f64, rounding: f64) -> Published {
    Mean {
        mean,
        runs: 1,
        sd: None,
        rounding,
    }
}

fn percents(settings: &Budgets) -> [Sample; 2] {
    let report = |seed: u32| {
        let settings = Budgets {
            seed: u64::from(seed),
            ..settings.clone()
        };
        settings.run()
    };
    let reports: Vec<_> = (0..SEEDS).into_par_iter().map(report).collect();
    let success = reports.iter().map(|run| Some(run.success_percent));
    let load = reports.iter().map(|run| Some(run.load_percent));
    [Sample::of(success.collect()), Sample::of(load.collect())]
}

const TRUTH: &str = "The published count is a lucky one, within three standard errors of the \
                     truth, which is near 74 %: the published code gives 177 of 240.";

/// Whether an overload that has gone leaves a collapse.
pub(super) fn claims() -> Vec<Claim> {
    let ended = |preset| Case::run(preset, &[], 240).figure("at_the_end.collapsed", 1.0);
    let at_once = ended("collapse");
    let long = |settings: &[(&str, &str)]| {
        let case = Case::run("long-overload", settings, 24);
        case.figure("at_the_end.goodput_per_second", 1.0)
    };
    let database = Case::run("database", &[], 11);
    let end = |figure| database.figure(figure, 1.0);
    let nothing = || Words {
        text: "nothing",
        low: 0.0,
        high: 0.0,
    };
    vec![
        share("at once", 12, 24, at_once.clone()).noted(TRUTH),
        share("at once, the published code", 177, 240, at_once),
        share("full jitter", 0, 24, ended("collapse-backoff")),
        Claim::new(
            "long overload, at once",
            "goodput at the end, a second",
            nothing(),
            long(&[("growth", "fixed"), ("base", "0s"), ("jitter", "none")]),
        ),
        Claim::new(
            "long overload, full jitter",
            "goodput at the end, a second",
            nothing(),
            long(&[]),
        ),
        Claim::new(
            "database, after its outage",
            "requests a second",
            Words {
                text: "560",
                low: 550.0,
                high: 570.0,
            },
            end("at_the_end.requests_per_second"),
        )
        .noted("The queue and the stream of calls are our choice: 2 % are allowed."),
        Claim::new(
            "database, after its outage",
            "goodput a second",
            Words {
                text: "almost none",
                low: 0.0,
                high: 5.0,
            },
            end("at_the_end.goodput_per_second"),
        ),
    ]
}

fn share(case: &str, count: u32, of: u32, ours: Sample) -> Claim {
    Claim::new(
        case,
        "seeds that end in collapse",
        Share { count, of },
        ours,
    )
}
