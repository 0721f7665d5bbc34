//! Random scenarios with the behaviours that are off by default, the same on every
//! machine.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use retry_herd_core::{Scenario, Scope};

use crate::random_scenario::RandomScenarios;

/// What a field may be, as `--set` takes it; what is likelier stands there twice.
const SETTINGS: [(&str, &[&str]); 31] = [
    ("fleet.leaving", &["0", "0", "0", "0.05", "0.3"]),
    ("server.degradation.exponent", &["0", "0.5", "1", "2.7"]),
    ("server.degradation.floor", &["0", "0.2", "0.35"]),
    ("server.slow_start.over", &["0s", "0s", "1s", "7s"]),
    ("server.slow_start.from", &["0", "0.1", "0.5"]),
    (
        "server.admission",
        &["unlimited", "unlimited", "70", "999.5"],
    ),
    ("server.queue.room", &["0", "0", "5", "50"]),
    ("server.queue.shed", &["newest", "oldest"]),
    ("server.retry_after", &["none", "300ms", "2s"]),
    ("server.shed_retry_after", &["same", "same", "0s", "700ms"]),
    ("server.retry_after_form", &["seconds", "seconds", "date"]),
    (
        "policy.growth",
        &[
            "fixed",
            "exponential",
            "exponential-less-one",
            "polynomial",
            "polynomial-from-zero",
        ],
    ),
    ("policy.degree", &["1", "2", "4"]),
    ("policy.plus", &["0s", "0s", "13ms"]),
    ("policy.cap_on", &["ceiling", "delay", "both"]),
    (
        "policy.jitter",
        &[
            "none",
            "full",
            "equal",
            "decorrelated",
            "proportional",
            "range",
            "added",
            "median-first",
        ],
    ),
    ("policy.low", &["0", "0.5", "1"]),
    ("policy.high", &["1", "1.5", "2.25"]),
    ("policy.spread", &["1s", "70ms"]),
    ("policy.spread_growth", &["fixed", "linear"]),
    ("policy.first", &["usual", "usual", "at-once", "exact"]),
    ("policy.shortest", &["0s", "0s", "25ms"]),
    ("policy.unit", &["none", "none", "1ms", "40ms"]),
    ("policy.layers", &["1", "1", "1", "2", "3"]),
    ("policy.fatal", &["0", "0", "0", "0.02"]),
    (
        "policy.retry_after",
        &[
            "ignore",
            "obey",
            "floor",
            "add",
            "stretch",
            "scatter",
            "obey/scatter",
            "scatter/floor",
            "near",
        ],
    ),
    ("policy.retry_after_limit", &["none", "none", "1s"]),
    (
        "policy.retry_after_beyond",
        &["ignore", "ignore", "cut", "give-up"],
    ),
    ("policy.offset", &["0s", "0s", "90ms"]),
    ("policy.width", &["0.1", "0.9"]),
    ("observe.window", &["100ms", "250ms"]),
];

/// What a budget and a breaker may be: of nobody, of each client or of the fleet.
const GUARDS: [(&str, &[&str]); 8] = [
    ("policy.budget.scope", &["none", "client", "fleet"]),
    ("policy.budget.share", &["0", "0.2", "0.333"]),
    ("policy.budget.per_second", &["0", "0", "0.5", "7.25"]),
    ("policy.budget.tokens", &["1", "1", "2", "20"]),
    ("policy.breaker.scope", &["none", "client", "fleet"]),
    ("policy.breaker.threshold", &["1", "1", "2", "4"]),
    ("policy.breaker.open_for", &["50ms", "700ms", "4s"]),
    ("policy.breaker.probes", &["1", "2", "5"]),
];

/// `count` valid scenarios without budgets and breakers.
pub(crate) fn whole_scenarios(count: usize) -> impl Iterator<Item = Scenario> {
    changed(2, |random, scenario| set(scenario, &SETTINGS, random)).take(count)
}

/// `count` valid scenarios with budgets, breakers, or both.
pub(crate) fn guarded_scenarios(count: usize) -> impl Iterator<Item = Scenario> {
    let scenarios = changed(3, |random, scenario| {
        set(scenario, &SETTINGS, random);
        set(scenario, &GUARDS, random);
    });
    let is_guarded = |scenario: &Scenario| {
        let policy = &scenario.policy;
        [policy.budget.scope, policy.breaker.scope] != [Scope::None; 2]
    };
    scenarios.filter(is_guarded).take(count)
}

/// Random scenarios that `change` has changed, as far as they are valid.
fn changed(
    seed: u64,
    change: impl Fn(&mut ChaCha8Rng, &mut Scenario),
) -> impl Iterator<Item = Scenario> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let scenarios = RandomScenarios::seeded(seed).map(move |mut scenario| {
        change(&mut random, &mut scenario);
        scenario
    });
    scenarios.filter(|scenario| scenario.validate().is_ok())
}

/// Gives each field of `settings` one of its values.
fn set(scenario: &mut Scenario, settings: &[(&str, &[&str])], random: &mut ChaCha8Rng) {
    for (field, values) in settings {
        let at = random.next_u32() % values.len() as u32;
        let value = values[at as usize];
        scenario.set(field, value).expect("a setting");
    }
}
