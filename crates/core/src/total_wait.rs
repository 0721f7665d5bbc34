//! How long a client waits in all before it gives up.

use crate::calendar::Pending;
use crate::delay::DelayRule;
use crate::draws::KeyedDraws;
use crate::event::Outcome;
use crate::failures::Room;
use crate::layers::Layers;
use crate::scenario::{Policy, Scenario};
use crate::time::{SimDuration, SimTime};
use crate::wait::WaitRule;

/// All waits of a client together that is never served and never told when to come
/// back: the time between its first attempt and its last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TotalWait {
    /// On average over clients.
    pub mean: SimDuration,
    /// The standard error of `mean`; zero if it is a closed form.
    pub standard_error: SimDuration,
    /// At the very most.
    pub worst: SimDuration,
}

/// Clients that stand for all where there is no closed form. Their mean is within
/// about one part in a hundred of the true one.
const CLIENTS: u32 = 10_000;

/// Retries after which each further one is taken to be as long on average as the
/// last: what is remembered has forgotten its beginning by then.
const SETTLED: u32 = 1_000;

impl TotalWait {
    /// The total of `policy`; `None` if it has no last attempt, and no deadline that
    /// a thousand retries reach.
    ///
    /// The mean is a closed form, except with jitter that remembers (decorrelated,
    /// median-first), with a deadline, or with an offset: then it is that of 10,000
    /// clients with a fixed seed.
    ///
    /// Full jitter from 1 s, doubling, with 4 attempts: the ceilings are 1, 2 and
    /// 4 s, so that the mean is 3.5 s and the worst 7 s.
    pub fn of(policy: &Policy) -> Option<Self> {
        let mut totals = Totals::new(policy);
        let mut last = Self::NOTHING;
        let most = policy.all_attempts().map(|attempts| attempts - 1);
        for _ in 0..most.unwrap_or(SETTLED) {
            match totals.next() {
                Some(total) => last = total,
                None => return Some(last),
            }
        }
        most.is_some().then_some(last)
    }

    /// Before the first retry.
    pub(crate) const NOTHING: Self = Self {
        mean: SimDuration::ZERO,
        standard_error: SimDuration::ZERO,
        worst: SimDuration::ZERO,
    };
}

/// The total after one retry, two retries, and so on; ends when no client tries again.
/// It does not look at how many attempts the policy allows.
pub(crate) struct Totals {
    mean: Mean,
    worst: Worst,
}

impl Totals {
    pub(crate) fn new(policy: &Policy) -> Self {
        let policy = Policy {
            // Where layers retry, it says whose turn it is.
            max_attempts: policy.max_attempts.filter(|_| policy.layers > 1),
            ..*policy
        };
        Self {
            worst: Worst::new(&policy),
            mean: Mean::new(policy),
        }
    }
}

impl Iterator for Totals {
    type Item = TotalWait;

    fn next(&mut self) -> Option<TotalWait> {
        let (mean, standard_error) = self.mean.next()?;
        Some(TotalWait {
            mean: SimDuration::from_nanos_f64(mean),
            standard_error: SimDuration::from_nanos_f64(standard_error),
            worst: self.worst.next(),
        })
    }
}

/// The mean total, retry by retry, with its standard error.
enum Mean {
    Closed {
        rule: DelayRule,
        layers: Layers,
        attempt: u32,
        sum: f64,
    },
    Sampled(Box<Sample>),
}

impl Mean {
    fn new(policy: Policy) -> Self {
        let rule = DelayRule::new(&policy);
        let closed = policy.deadline.is_none()
            && policy.offset == SimDuration::ZERO
            && rule.mean_nanos(0).is_some();
        if closed {
            Self::Closed {
                rule,
                layers: Layers::new(&policy),
                attempt: 0,
                sum: 0.0,
            }
        } else {
            Self::Sampled(Box::new(Sample::new(policy)))
        }
    }

    fn next(&mut self) -> Option<(f64, f64)> {
        match self {
            Self::Closed {
                rule,
                layers,
                attempt,
                sum,
            } => {
                *attempt += 1;
                *sum += rule.mean_nanos(layers.turn(0, *attempt).retry)?;
                Some((*sum, 0.0))
            }
            Self::Sampled(sample) => sample.next(),
        }
    }
}

/// Clients that wait side by side.
struct Sample {
    rule: WaitRule,
    draws: KeyedDraws,
    deadline: SimDuration,
    clients: Vec<Waiting>,
    room: Room,
    attempt: u32,
    mean: f64,
    step: f64,
    error: f64,
}

#[derive(Clone, Copy)]
struct Waiting {
    total: SimDuration,
    memory: SimDuration,
    gave_up: bool,
}

impl Sample {
    fn new(policy: Policy) -> Self {
        let deadline = policy.deadline.unwrap_or(SimDuration::MAX);
        let scenario = alone(policy);
        let rule = WaitRule::new(&scenario);
        let waiting = Waiting {
            total: SimDuration::ZERO,
            memory: rule.first_memory(),
            gave_up: false,
        };
        Self {
            draws: KeyedDraws::new(&scenario),
            rule,
            deadline,
            clients: vec![waiting; CLIENTS as usize],
            room: Room::default(),
            attempt: 0,
            mean: 0.0,
            step: 0.0,
            error: 0.0,
        }
    }

    fn next(&mut self) -> Option<(f64, f64)> {
        self.attempt += 1;
        if self.attempt <= SETTLED {
            if !self.wait() {
                return None;
            }
        } else {
            self.mean = (self.mean + self.step).min(self.deadline.as_nanos() as f64);
        }
        Some((self.mean, self.error))
    }

    /// All clients wait once more; false if none does.
    fn wait(&mut self) -> bool {
        let mut any = false;
        for (client, waiting) in (0..).zip(&mut self.clients) {
            if waiting.gave_up {
                continue;
            }
            let failed = [Pending {
                at: SimTime::ZERO,
                memory: waiting.memory,
                client,
                attempt: self.attempt,
            }];
            let mut alone = self.room.begin(&failed);
            self.rule
                .after(&mut self.draws, Outcome::Wasted, &mut alone);
            let total = waiting.total + alone.delays[0];
            waiting.memory = alone.memories[0];
            waiting.gave_up = total > self.deadline;
            if !waiting.gave_up {
                waiting.total = total;
                any = true;
            }
        }
        self.measure();
        any
    }

    fn measure(&mut self) {
        let count = f64::from(CLIENTS);
        let totals = || self.clients.iter().map(|one| one.total.as_nanos() as f64);
        let mean = totals().sum::<f64>() / count;
        let squares: f64 = totals().map(|total| (total - mean) * (total - mean)).sum();
        self.error = (squares / (count - 1.0) / count).sqrt();
        self.step = mean - self.mean;
        self.mean = mean;
    }
}

/// A server that never answers and tells nothing.
fn alone(policy: Policy) -> Scenario {
    let mut scenario = Scenario {
        policy,
        ..Scenario::default()
    };
    scenario.server.retry_after = None;
    scenario
}

/// The longest total, retry by retry.
struct Worst {
    rule: DelayRule,
    offset: SimDuration,
    cap: SimDuration,
    deadline: SimDuration,
    layers: Layers,
    attempt: u32,
    memory: SimDuration,
    total: SimDuration,
    /// Whether chance has had a part in it.
    random: bool,
    over: bool,
}

impl Worst {
    fn new(policy: &Policy) -> Self {
        let rule = DelayRule::new(policy);
        Self {
            memory: rule.first_memory(),
            rule,
            offset: policy.offset,
            cap: policy.cap.unwrap_or(SimDuration::MAX),
            deadline: policy.deadline.unwrap_or(SimDuration::MAX),
            layers: Layers::new(policy),
            attempt: 0,
            total: SimDuration::ZERO,
            random: policy.offset > SimDuration::ZERO,
            over: false,
        }
    }

    fn next(&mut self) -> SimDuration {
        if self.over {
            return self.total;
        }
        self.attempt += 1;
        let retry = self.layers.turn(0, self.attempt).retry;
        let interval = self.rule.interval(retry, self.memory);
        let longest = self.rule.longest(retry, self.memory);
        self.random |= interval.low < interval.high;
        self.memory = longest.memory;
        let total = self.total + self.with_offset(longest.delay);
        self.over = total > self.deadline;
        if !self.over {
            self.total = total;
        } else if self.random {
            // A luckier client could come as late as the deadline.
            self.total = self.deadline;
        }
        self.total
    }

    fn with_offset(&self, delay: SimDuration) -> SimDuration {
        if self.offset == SimDuration::ZERO {
            return delay;
        }
        (delay + self.offset).min(self.cap)
    }
}
