//! The scenarios with published figures, each with a chosen seed.
//!
//! A seed is the one of 0 to 999 whose runs, for all kinds of jitter, stay nearest
//! to the medians of those thousand in what the sources print: who gave up,
//! requests, both peaks, and the time of 99 %. The farthest out of these lies less
//! than one standard deviation from its median. `tests/scenario_seeds.rs` has the
//! search.

use crate::policies::PLAIN;
use crate::scenario::{
    Clock, Degradation, Fleet, Jitter, Observe, Outage, Policy, Queue, RetryAfterForm, Scenario,
    Seeding, Server, Shed, SlowStart,
};
use crate::time::SimDuration;

/// A scenario that comes with the program.
pub struct Preset {
    /// What it is asked for by.
    pub name: &'static str,
    /// What a list shows.
    pub title: &'static str,
    /// What it teaches, in one line.
    pub teaches: &'static str,
    build: fn() -> Scenario,
}

impl Preset {
    /// The preset of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// Where its fields and the figures to compare with are from.
    pub fn source(&self) -> &'static str {
        let named = SOURCES.iter().find(|(name, _)| *name == self.name);
        named.map_or("", |(_, source)| source)
    }

    /// Its scenario, which bears its name.
    pub fn scenario(&self) -> Scenario {
        let mut scenario = (self.build)();
        self.name.clone_into(&mut scenario.name);
        scenario
    }
}

/// All presets; the first one is what a scenario's missing fields are taken from.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "app-recovery",
        title: "A mobile app after an outage",
        teaches: "After a 30 s outage 2,000 clients without jitter come back in waves that the \
                  server cannot take; with jitter it takes them one by one.",
        build: app_recovery,
    },
    Preset {
        name: "retry-wave",
        title: "The largest retry wave",
        teaches: "Without jitter every retry wave is the whole fleet, however long the clients \
                  wait; with jitter the largest one is a few per cent of it, and scales with it.",
        build: retry_wave,
    },
    Preset {
        name: "deploy-blip",
        title: "A deployment's blip",
        teaches: "A 600 ms blip: a fixed delay uses up its attempts too early, backoff without \
                  jitter loses clients as well, and full jitter serves everyone in seconds.",
        build: deploy_blip,
    },
    Preset {
        name: "lesson",
        title: "A lesson in 10 ms steps",
        teaches: "On a clock of 10 ms steps, 1,000 clients without jitter come back in one single \
                  step; with full jitter no step after the outage has more than about ten.",
        build: lesson,
    },
    Preset {
        name: "glossary",
        title: "One client, step by step",
        teaches: "One client's waits with full jitter: each is drawn between nothing and a ceiling \
                  that doubles up to the cap.",
        build: glossary,
    },
    Preset {
        name: "broadcast",
        title: "A broadcast into a rate limit",
        teaches: "6,000 messages meet a limit of 80 a second, without any outage: jitter cannot \
                  thin the first crowd, yet all are through in two minutes instead of twenty; \
                  75 s is the least possible.",
        build: broadcast,
    },
];

/// Apart from the presets, because the browser shows them without: what is not
/// asked for is not downloaded.
static SOURCES: &[(&str, &str)] = &[
    (
        "app-recovery",
        "Published as means of a few seeds per strategy. The 2 s of arrivals and the \
         tick of 100 ms are inferred from them.",
    ),
    (
        "retry-wave",
        "Published as medians over seeds for fleets of 1,000, 10,000 and 100,000. The \
         window of a fiftieth of the base is inferred from them.",
    ),
    (
        "deploy-blip",
        "Published in words. The cap of 3.2 s is inferred from the times told.",
    ),
    (
        "lesson",
        "Published to the digit for one stream of draws; this seed's own draws scatter \
         around those figures.",
    ),
    (
        "glossary",
        "Published as one client's timeline. The 5 s of outage and the draws' further \
         digits are inferred from it.",
    ),
    (
        "broadcast",
        "Published in words. The 2 s in which the messages are sent is our choice.",
    ),
];

// The others are this one with some fields set: less code than all of them anew.
#[inline(never)]
fn app_recovery() -> Scenario {
    Scenario {
        name: String::new(),
        seed: 891,
        draws: Vec::new(),
        horizon: SimDuration::from_secs(2 * 3_600),
        clock: Clock::Continuous,
        fleet: Fleet {
            clients: 2_000,
            arrivals: SimDuration::from_secs(2),
            seeding: Seeding::Independent,
            leaving: 0.0,
        },
        server: Server {
            outage: Outage {
                start: SimDuration::ZERO,
                length: Some(SimDuration::from_secs(30)),
            },
            capacity: Some(120.0),
            tick: SimDuration::from_millis(100),
            degradation: Degradation {
                exponent: 0.0,
                floor: 0.0,
            },
            slow_start: SlowStart {
                over: SimDuration::ZERO,
                from: 0.0,
            },
            admission: None,
            queue: Queue {
                room: 0,
                shed: Shed::Newest,
            },
            retry_after: None,
            shed_retry_after: None,
            retry_after_form: RetryAfterForm::Seconds,
        },
        policy: Policy {
            cap: Some(SimDuration::from_secs(60)),
            jitter: Jitter::Full,
            ..PLAIN
        },
        observe: Observe {
            window: SimDuration::from_millis(100),
        },
    }
}

/// Eight retries uncapped: their ceilings sum to 255 s, and decorrelated delays
/// to 3 + 9 + … + 3⁸ = 9,840 s at the very most, which the horizon holds.
///
/// The tick is half the window, because a retry never falls into the tick that
/// failed it: with both alike, those pushed out of the first window would pile
/// up in the second.
fn retry_wave() -> Scenario {
    let mut scenario = app_recovery();
    scenario.seed = 229;
    scenario.horizon = SimDuration::from_secs(3 * 3_600);
    scenario.fleet.clients = 10_000;
    scenario.fleet.arrivals = SimDuration::ZERO;
    scenario.server.outage.length = None;
    scenario.server.capacity = None;
    scenario.server.tick = SimDuration::from_millis(10);
    scenario.policy.cap = None;
    scenario.policy.max_attempts = Some(9);
    scenario.observe.window = SimDuration::from_millis(20);
    scenario
}

fn deploy_blip() -> Scenario {
    let mut scenario = app_recovery();
    scenario.seed = 928;
    scenario.horizon = SimDuration::from_secs(60);
    scenario.fleet.clients = 200;
    scenario.fleet.arrivals = SimDuration::from_millis(100);
    scenario.server.outage.length = Some(SimDuration::from_millis(600));
    scenario.server.capacity = Some(240.0);
    scenario.policy.base = SimDuration::from_millis(100);
    scenario.policy.cap = Some(SimDuration::from_millis(3_200));
    scenario.policy.max_attempts = Some(8);
    scenario
}

fn lesson() -> Scenario {
    let step = SimDuration::from_millis(10);
    let mut scenario = app_recovery();
    scenario.seed = 249;
    scenario.horizon = SimDuration::from_secs(3_600);
    scenario.clock = Clock::Ticked;
    scenario.fleet.clients = 1_000;
    scenario.fleet.arrivals = SimDuration::ZERO;
    scenario.server.outage.length = Some(SimDuration::from_secs(2));
    scenario.server.capacity = None;
    scenario.server.tick = step;
    scenario.policy.base = SimDuration::from_millis(100);
    scenario.policy.cap = None;
    scenario.policy.max_attempts = Some(20);
    scenario.observe.window = step;
    scenario
}

/// The first client's draws are the published waits with the digits that their
/// rounding hid: 461 ms, 419 ms, 2.23 s and 4.75 s sum to 7.86 s, and attempt 5
/// was printed at 7.87 s.
fn glossary() -> Scenario {
    let mut scenario = app_recovery();
    scenario.seed = 306;
    scenario.draws = vec![0.4612, 0.2096, 0.5583, 0.5941];
    scenario.horizon = SimDuration::from_secs(600);
    scenario.fleet.clients = 24;
    scenario.fleet.arrivals = SimDuration::ZERO;
    scenario.server.outage.length = Some(SimDuration::from_secs(5));
    scenario.server.capacity = None;
    scenario.server.tick = SimDuration::from_millis(10);
    scenario.policy.cap = Some(SimDuration::from_secs(30));
    scenario.policy.max_attempts = Some(7);
    scenario.observe.window = SimDuration::from_secs(1);
    scenario
}

fn broadcast() -> Scenario {
    let mut scenario = app_recovery();
    scenario.seed = 381;
    scenario.fleet.clients = 6_000;
    scenario.server.outage.length = Some(SimDuration::ZERO);
    scenario.server.capacity = Some(80.0);
    scenario.policy.cap = Some(SimDuration::from_secs(30));
    scenario
}
