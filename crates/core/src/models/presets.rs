//! The models' scenarios with published figures.

use super::any::AnyScenario;
use super::budgets::{Budgets, Strategy};
use super::collapse::Collapse;
use super::contention::{Backoff, Contention};

/// A scenario of one of the models that comes with the program.
pub struct ModelPreset {
    /// What it is asked for by.
    pub name: &'static str,
    /// What a list shows.
    pub title: &'static str,
    /// What it teaches, in one line.
    pub teaches: &'static str,
    /// Where its fields and the figures to compare with are from.
    pub source: &'static str,
    build: fn() -> AnyScenario,
}

impl ModelPreset {
    /// The preset of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        MODEL_PRESETS.iter().find(|preset| preset.name == name)
    }

    /// Its scenario, which bears its name.
    pub fn scenario(&self) -> AnyScenario {
        let mut scenario = (self.build)();
        scenario.set_name(self.name);
        scenario
    }
}

/// All presets of the models.
pub static MODEL_PRESETS: &[ModelPreset] = &[
    ModelPreset {
        name: "contention",
        title: "A hundred writers of one row",
        teaches: "Jitter cuts the writes by more than half, but the server is free here: trying \
                  again at once still finishes first, and from about 130 clients full jitter \
                  overtakes decorrelated.",
        source: "The simulation of 2015, as its code has it. The last sentence is not told there.",
        build: || AnyScenario::Contention(Contention::published(Backoff::Full)),
    },
    ModelPreset {
        name: "retry-budget",
        title: "A token bucket against chance failures",
        teaches: "A bucket that each call fills by a tenth keeps nearly all of the success of \
                  three retries, and at most 10 % more load, however much fails.",
        source: "The simulation of 2022, as its code has it; its duration of 20 s is inferred \
                 from the figures.",
        build: || AnyScenario::Budgets(Budgets::published(Strategy::TokenBucket)),
    },
    ModelPreset {
        name: "circuit-breaker",
        title: "A circuit breaker against chance failures",
        teaches: "A breaker that opens at 10 % of failures is half open all the time where 10 % \
                  fail: it spares load, and saves a third of what retries could.",
        source: "The simulation of 2022, as its code has it; its duration of 20 s is inferred \
                 from the figures.",
        build: || AnyScenario::Budgets(Budgets::published(Strategy::CircuitBreaker)),
    },
    ModelPreset {
        name: "collapse",
        title: "Five seconds of overload, trying again at once",
        teaches: "The same settings end in collapse for good or in full recovery, as chance will \
                  have it: the mean of the two is no run at all.",
        source: "The simulation of 2024, as its code has it.",
        build: || AnyScenario::Collapse(Collapse::default()),
    },
    ModelPreset {
        name: "collapse-backoff",
        title: "Five seconds of overload, backing off with jitter",
        teaches: "Backoff with full jitter carries the server over a short overload: no seed \
                  collapses.",
        source: "The simulation of 2024, as its code has it.",
        build: || AnyScenario::Collapse(Collapse::backing_off()),
    },
    ModelPreset {
        name: "long-overload",
        title: "A long overload, backing off with jitter",
        teaches: "Backoff moves load, it does not remove it: on an overload that lasts, goodput \
                  ends at nothing with it as well as without.",
        source: "The simulation of 2024, as its code has it.",
        build: || AnyScenario::Collapse(Collapse::backing_off().long_overload()),
    },
    ModelPreset {
        name: "database",
        title: "A database that was gone for 10 s",
        teaches: "One retry after 1 s doubles 280 requests a second to 560 on a database good for \
                  300: after the outage it works for nobody.",
        source: "The example of a paper on metastable failures, 2021; the first-come queue, the \
                 hops of 1 ms and the Poisson stream are our choice.",
        build: || AnyScenario::Collapse(Collapse::database()),
    },
];
