//! Random scenarios that are the same on every machine: a generator with a name,
//! asked for whole numbers of fixed width only.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use retry_herd_core::{
    Clamp, Clock, Fleet, Growth, Jitter, Observe, Outage, Policy, Scenario, Seeding, Server,
    SimDuration,
};

/// Scenarios one after the other, each valid.
pub(crate) struct RandomScenarios {
    random: ChaCha8Rng,
}

impl Iterator for RandomScenarios {
    type Item = Scenario;

    fn next(&mut self) -> Option<Scenario> {
        loop {
            let scenario = self.scenario();
            if scenario.validate().is_ok() {
                return Some(scenario);
            }
        }
    }
}

impl RandomScenarios {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    fn scenario(&mut self) -> Scenario {
        let tick = self.one_of(&[1_000_000, 10_000_000, 100_000_000, 37_000_000, 333_333_333]);
        let ticks = self.below(600) + 1;
        Scenario {
            name: "random".to_owned(),
            seed: self.random.next_u64() >> 11,
            draws: self.draws(),
            horizon: SimDuration::from_nanos(tick * ticks + self.below(tick)),
            clock: self.one_of(&[Clock::Continuous, Clock::Ticked]),
            fleet: self.fleet(tick),
            server: self.server(tick),
            policy: self.policy(tick),
            observe: Observe {
                window: self
                    .one_of(&[tick, 2 * tick, tick / 2, tick * 3 / 2, 12_345_678])
                    .nanos(),
            },
        }
    }

    fn draws(&mut self) -> Vec<f64> {
        let count = self.one_of(&[0, 0, 0, 4]);
        (0..count).map(|_| self.fraction()).collect()
    }

    fn fleet(&mut self, tick: u64) -> Fleet {
        Fleet {
            clients: self.below(400) as u32 + 1,
            arrivals: self.duration(20 * tick),
            seeding: self.one_of(&[
                Seeding::Independent,
                Seeding::Independent,
                Seeding::Identical,
            ]),
            leaving: 0.0,
        }
    }

    fn server(&mut self, tick: u64) -> Server {
        let start = self.duration(10 * tick);
        let length = self.duration(100 * tick);
        let per_tick = self.fraction() * 40.0 + 1.0;
        let capacity = per_tick / SimDuration::from_nanos(tick).as_secs_f64();
        Server {
            outage: Outage {
                start: self.one_of(&[SimDuration::ZERO, start]),
                length: self.one_of(&[Some(length), Some(length), Some(length), None]),
            },
            capacity: self.one_of(&[Some(capacity), Some(capacity), Some(capacity), None]),
            tick: tick.nanos(),
            ..Scenario::default().server
        }
    }

    fn policy(&mut self, tick: u64) -> Policy {
        let factor = self.fraction() * 3.0 + 1.001;
        let cap = self.duration(50 * tick).max(SimDuration::from_millis(1));
        let deadline = self.duration(200 * tick).max(SimDuration::from_millis(1));
        let most = self.below(12) as u32 + 1;
        Policy {
            growth: self.one_of(&[Growth::Exponential, Growth::Exponential, Growth::Fixed]),
            base: self.duration(10 * tick),
            factor: self.one_of(&[2.0, 1.5, 3.0, factor]),
            cap: self.one_of(&[Some(cap), Some(cap), None]),
            jitter: self.one_of(&[
                Jitter::None,
                Jitter::Full,
                Jitter::Equal,
                Jitter::Decorrelated,
                Jitter::Proportional,
            ]),
            width: self.fraction(),
            clamp: self.one_of(&[Clamp::Hard, Clamp::Range]),
            max_attempts: self.one_of(&[None, Some(most)]),
            deadline: self.one_of(&[None, None, Some(deadline)]),
            ..Scenario::default().policy
        }
    }

    /// Nothing, the most, or anything between.
    fn duration(&mut self, most: u64) -> SimDuration {
        let between = self.below(most);
        self.one_of(&[0, most, between, between, between]).nanos()
    }

    /// In `[0, 1)`, with 32 bits.
    fn fraction(&mut self) -> f64 {
        f64::from(self.random.next_u32()) / (u64::from(u32::MAX) + 1) as f64
    }

    /// From 0 to below `limit`, nearly alike.
    fn below(&mut self, limit: u64) -> u64 {
        self.random.next_u64() % limit
    }

    fn one_of<T: Clone>(&mut self, values: &[T]) -> T {
        let index = self.random.next_u32() % values.len() as u32;
        values[index as usize].clone()
    }
}

/// A number of nanoseconds as a duration.
trait Nanos {
    fn nanos(self) -> SimDuration;
}

impl Nanos for u64 {
    fn nanos(self) -> SimDuration {
        SimDuration::from_nanos(self)
    }
}
