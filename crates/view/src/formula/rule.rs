//! The rule that a delay is made by, from growth to offset.

use retry_herd_core::{
    CapOn, Clamp, First, Growth, Jitter, Policy, Reply, RetryAfterRule, SimDuration, SpreadGrowth,
    Step, Terms, WHOLE,
};

use crate::math::{Math, Sign};
use crate::text;

/// A policy's rule, written in symbols or with the numbers of one retry: both are
/// made by the same functions, so that they look alike.
#[derive(Clone, Copy)]
pub(super) struct Rule<'a> {
    policy: &'a Policy,
    /// The policy's, but for a first retry without jitter.
    pub(super) jitter: Jitter,
    /// A first retry without delay.
    pub(super) at_once: bool,
    evaluated: bool,
    /// The own delay's terms, where it counts.
    pub(super) terms: Option<Terms>,
    pub(super) reply: Option<Reply>,
    pub(super) offset: SimDuration,
}

impl<'a> Rule<'a> {
    pub(super) fn of(policy: &'a Policy, step: Option<&Step>) -> Self {
        let terms = step.and_then(|step| step.terms);
        let is_first = terms.is_some_and(|terms| terms.retry == 0);
        // Median-first jitter has no table that a first retry could differ from.
        let unlike = is_first && policy.jitter != Jitter::MedianFirst;
        let first = if WHOLE && unlike {
            policy.first
        } else {
            First::Usual
        };
        Self {
            policy,
            jitter: match first {
                First::Usual => policy.jitter,
                First::AtOnce | First::Exact => Jitter::None,
            },
            at_once: first == First::AtOnce,
            evaluated: false,
            terms,
            reply: step.and_then(|step| step.reply),
            offset: step.map_or(policy.offset, |step| step.offset),
        }
    }

    /// The same with the retry's numbers.
    pub(super) fn evaluated(self) -> Self {
        Self {
            evaluated: true,
            ..self
        }
    }

    /// `delay = …`.
    pub(super) fn whole(&self) -> Math {
        delay().equals(self.limited(self.drawn()))
    }

    /// Its name, or in its place the value.
    fn time(&self, name: &'static str, value: SimDuration) -> Math {
        let math = if self.evaluated {
            Math::duration(value)
        } else {
            Math::Name(name)
        };
        math.term(name)
    }

    fn number(&self, name: &'static str, value: String) -> Math {
        let math = if self.evaluated {
            Math::Number(value)
        } else {
            Math::Name(name)
        };
        math.term(name)
    }

    pub(super) fn n(&self) -> Math {
        let retry = self.terms.map_or(0, |terms| terms.retry);
        self.number("n", retry.to_string())
    }

    fn cap(&self) -> Option<Math> {
        Some(self.time("cap", self.policy.cap?))
    }

    /// The cap, where it limits the ceiling.
    fn cap_of_ceiling(&self) -> Option<Math> {
        let limits = !WHOLE || self.policy.cap_on != CapOn::Delay;
        self.cap()
            .filter(|_| limits || self.policy.jitter == Jitter::Decorrelated)
    }

    /// The cap, where it cuts what was drawn.
    fn cap_of_delay(&self) -> Option<Math> {
        let cuts = match self.jitter {
            Jitter::Decorrelated => self.policy.clamp == Clamp::Hard,
            Jitter::MedianFirst => true,
            // What is below the ceiling needs no second cut.
            _ if !WHOLE => false,
            Jitter::None | Jitter::Full | Jitter::Equal => self.policy.cap_on == CapOn::Delay,
            _ => self.policy.cap_on != CapOn::Ceiling,
        };
        self.cap().filter(|_| cuts && !(WHOLE && self.at_once))
    }

    /// Whether the ceiling is `base` and nothing else.
    pub(super) fn is_base(&self) -> bool {
        let policy = self.policy;
        policy.growth == Growth::Fixed
            && policy.plus == SimDuration::ZERO
            && self.cap_of_ceiling().is_none()
    }

    /// `min(cap, base × factorⁿ)`.
    pub(super) fn ceiling(&self) -> Math {
        let mut grown = self.grown();
        let plus = self.policy.plus;
        if WHOLE && plus > SimDuration::ZERO {
            grown = grown.plus(self.time("plus", plus));
        }
        match self.cap_of_ceiling() {
            Some(cap) => cap.min(grown),
            None => grown,
        }
    }

    pub(super) fn grown(&self) -> Math {
        let policy = self.policy;
        let base = self.time("base", policy.base);
        let factor = || self.number("factor", text::number(policy.factor));
        let raised = |retry: Math| match policy.degree {
            1 => retry,
            degree => retry.power(Math::Number(degree.to_string()).term("degree")),
        };
        match policy.growth {
            Growth::Fixed => base,
            Growth::Exponential => base.times(factor().power(self.n())),
            _ if !WHOLE => base,
            Growth::LessOne => {
                let power = factor().power(self.n().plus(one()));
                base.times(power.minus(one()).group())
            }
            Growth::Polynomial => base.times(raised(self.n().plus(one()).group())),
            Growth::PolynomialFromZero => base.times(raised(self.n())),
        }
    }

    /// The ceiling as a factor.
    fn as_factor(&self) -> Math {
        let is_sum =
            WHOLE && self.policy.plus > SimDuration::ZERO && self.cap_of_ceiling().is_none();
        let ceiling = self.ceiling();
        let ceiling = if is_sum { ceiling.group() } else { ceiling };
        ceiling.term("ceiling high")
    }

    /// What the delay is before the limits, in symbols.
    fn drawn(&self) -> Math {
        if WHOLE
            && let Some(reply) = self.reply
            && self.terms.is_none()
        {
            return of_reply(reply, &Math::Name("Retry-After").term("retry-after"));
        }
        let ceiling = || self.ceiling().term("ceiling high");
        match self.jitter {
            _ if WHOLE && self.at_once => Math::zero().term("low"),
            Jitter::None => ceiling(),
            Jitter::Full => random(Math::zero().term("low"), ceiling()),
            // The ceiling is spelled out in the next line; twice in this one is too long.
            Jitter::Equal => {
                let half = || Math::Name("ceiling").term("ceiling").half();
                half().plus(random(Math::zero(), half()))
            }
            Jitter::Decorrelated => random(
                Math::Name("base").term("base low"),
                self.widened().term("high"),
            ),
            Jitter::Proportional | Jitter::Range => self.as_factor().times(self.shares()),
            _ if !WHOLE => ceiling(),
            Jitter::Added => ceiling().plus(random(Math::zero(), self.spread())),
            Jitter::MedianFirst => {
                let steps = Math::Name("g(tₙ) − g(tₙ₋₁)").group();
                self.time("base", self.policy.base)
                    .times(steps.term("draw"))
            }
        }
    }

    /// `random(1 − width, 1 + width)`, or `random(low, high)`.
    pub(super) fn shares(&self) -> Math {
        let policy = self.policy;
        let share = |value: f64| Math::Number(text::number(value)).term("width");
        let width = || Math::Name("width").term("width");
        let (low, high) = match (self.jitter, self.evaluated) {
            (_, false) if !WHOLE => (one().minus(width()), one().plus(width())),
            (_, true) if !WHOLE => (share(1.0 - policy.width), share(1.0 + policy.width)),
            (Jitter::Range, false) => (Math::Name("low"), Math::Name("high")),
            (Jitter::Range, true) => (share(policy.low), share(policy.high)),
            (_, false) => (one().minus(width()), one().plus(width())),
            (_, true) => (share(1.0 - policy.width), share(1.0 + policy.width)),
        };
        random(low, high)
    }

    fn spread(&self) -> Math {
        let spread = Math::Name("spread").term("spread");
        match self.policy.spread_growth {
            SpreadGrowth::Fixed => spread,
            SpreadGrowth::Linear => spread.times(self.n().plus(one()).group()),
        }
    }

    /// How far decorrelated jitter reaches: `3 × previous`.
    pub(super) fn widened(&self) -> Math {
        let previous = self.terms.map_or(SimDuration::ZERO, |terms| terms.previous);
        let wide = Math::Number("3".to_owned()).times(self.time("previous", previous));
        match self.cap() {
            Some(cap) if self.policy.clamp == Clamp::Range => cap.min(wide),
            _ => wide,
        }
    }

    /// What becomes of `drawn`: whole units, the cap, the shortest delay, the server's
    /// Retry-After and the client's offset, in the order in which they apply.
    pub(super) fn limited(&self, drawn: Math) -> Math {
        if !WHOLE {
            return self.cut(drawn);
        }
        let mut delay = drawn;
        if self.terms.is_some() || self.reply.is_none() {
            delay = self.cut(delay);
        }
        if let Some(Reply { after, rule, .. }) = self.reply {
            let after = if self.evaluated {
                Math::duration(after)
            } else {
                Math::Name("Retry-After")
            };
            let after = after.term("retry-after");
            delay = match rule {
                RetryAfterRule::Floor => after.max(delay),
                RetryAfterRule::Add => after.plus(delay),
                RetryAfterRule::Near => {
                    let latest = Math::Name("own").plus(Math::duration(Reply::NEAR));
                    latest.min(after.max(delay))
                }
                _ => delay,
            };
        }
        if self.offset == SimDuration::ZERO {
            return delay;
        }
        delay = delay.plus(self.time("offset", self.offset));
        match self.cap() {
            Some(cap) if self.reply.is_none() => cap.min(delay),
            _ => delay,
        }
    }

    fn cut(&self, drawn: Math) -> Math {
        let mut delay = drawn;
        if WHOLE && let Some(unit) = self.policy.unit {
            delay = delay.infix(Sign::Steps, self.time("unit", unit));
        }
        if let Some(cap) = self.cap_of_delay() {
            delay = cap.min(delay);
        }
        let shortest = self.policy.shortest;
        if WHOLE && shortest > SimDuration::ZERO {
            delay = self.time("shortest", shortest).max(delay);
        }
        delay
    }

    /// Whether [`Rule::limited`] does anything.
    pub(super) fn is_limited(&self) -> bool {
        if !WHOLE {
            return self.cap_of_delay().is_some();
        }
        let policy = self.policy;
        let cut = policy.unit.is_some()
            || policy.shortest > SimDuration::ZERO
            || self.cap_of_delay().is_some();
        self.offset > SimDuration::ZERO
            || match self.reply {
                Some(_) => self.terms.is_some(),
                None => cut,
            }
    }
}

fn one() -> Math {
    Math::Number("1".to_owned())
}

pub(super) fn delay() -> Math {
    Math::Name("delay").term("delay")
}

pub(super) fn random(low: Math, high: Math) -> Math {
    Math::random(low, high).term("draw")
}

/// What a Retry-After alone makes the delay.
pub(super) fn of_reply(reply: Reply, after: &Math) -> Math {
    let after = || after.clone();
    match reply.rule {
        RetryAfterRule::Stretch => {
            let two = Math::Number("2".to_owned());
            after().times(random(one(), two))
        }
        RetryAfterRule::Scatter => random(Math::zero(), after()),
        _ => after(),
    }
}
