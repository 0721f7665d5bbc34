//! The delay formula of one retry, evaluated: the rule in symbols, the rule with
//! this retry's numbers, and the result.

use retry_herd_core::{
    CapOn, Clamp, First, Growth, Jitter, Policy, Reply, RetryAfterRule, SimDuration, SpreadGrowth,
    Step, Terms,
};

use crate::math::{Math, Sign};
use crate::text;

/// One retry's formula in three lines.
///
/// What belongs together in the three lines, and in the
/// [timeline](crate::timeline), carries the same word in its `data-term`, which is
/// a list of words parted by spaces: `base`, `cap`, `factor`, `degree`, `plus`, `n`,
/// `ceiling`, `previous`, `width`, `spread`, `unit`, `shortest`, `retry-after`,
/// `offset`, `low`, `high`, `draw`, `delay`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// `delay = random(0, min(cap, base × factorⁿ))`.
    pub rule: Line,
    /// `min(30 s, 1 s × 2³) = 8 s`.
    pub numbers: Line,
    /// `random(0, 8 s) = 4.75 s`.
    pub result: Line,
    /// `attempt 5 fires at 7.87 s`.
    pub fires: String,
}

/// A line of mathematics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// A `math` element of `MathML`. It holds the crate's own words only: safe to
    /// be set as markup.
    pub markup: String,
    /// As text.
    pub text: String,
    /// As it is spoken; the markup's `alttext`.
    pub spoken: String,
}

impl Formula {
    /// The formula of the wait after `step`; `None` if none follows, because the
    /// client was served or gave up.
    pub fn of(policy: &Policy, step: &Step) -> Option<Self> {
        let due = step.due?;
        let evaluated = Evaluated {
            symbols: Rule::of(policy, Some(step)),
            numbers: Rule {
                evaluated: true,
                ..Rule::of(policy, Some(step))
            },
            delay: step.wait?,
        };
        Some(Self {
            rule: Line::of(&evaluated.symbols.whole()),
            numbers: Line::of(&evaluated.middle()),
            result: Line::of(&evaluated.result()),
            fires: format!(
                "attempt {} fires at {}",
                text::count(u64::from(step.attempt) + 1),
                text::time(due)
            ),
        })
    }

    /// The three lines in order.
    pub fn lines(&self) -> [&Line; 3] {
        [&self.rule, &self.numbers, &self.result]
    }
}

impl Line {
    fn of(math: &Math) -> Self {
        Self {
            markup: math.markup(),
            text: math.written(),
            spoken: math.spoken(),
        }
    }
}

/// The rule of a policy in symbols, without any retry: see [`Formula::rule`].
pub fn rule_of(policy: &Policy) -> Line {
    Line::of(&Rule::of(policy, None).whole())
}

/// A policy's rule, written in symbols or with the numbers of one retry: both are
/// made by the same functions, so that they look alike.
#[derive(Clone, Copy)]
struct Rule<'a> {
    policy: &'a Policy,
    /// The policy's, but for a first retry without jitter.
    jitter: Jitter,
    /// A first retry without delay.
    at_once: bool,
    evaluated: bool,
    /// The own delay's terms, where it counts.
    terms: Option<Terms>,
    reply: Option<Reply>,
    offset: SimDuration,
}

impl<'a> Rule<'a> {
    fn of(policy: &'a Policy, step: Option<&Step>) -> Self {
        let terms = step.and_then(|step| step.terms);
        let is_first = terms.is_some_and(|terms| terms.retry == 0);
        // Median-first jitter has no table that a first retry could differ from.
        let unlike = is_first && policy.jitter != Jitter::MedianFirst;
        let first = if unlike { policy.first } else { First::Usual };
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

    /// `delay = …`.
    fn whole(&self) -> Math {
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

    fn n(&self) -> Math {
        let retry = self.terms.map_or(0, |terms| terms.retry);
        self.number("n", retry.to_string())
    }

    fn cap(&self) -> Option<Math> {
        Some(self.time("cap", self.policy.cap?))
    }

    /// The cap, where it limits the ceiling.
    fn cap_of_ceiling(&self) -> Option<Math> {
        let limits = self.policy.cap_on != CapOn::Delay;
        self.cap()
            .filter(|_| limits || self.policy.jitter == Jitter::Decorrelated)
    }

    /// The cap, where it cuts what was drawn.
    fn cap_of_delay(&self) -> Option<Math> {
        let cuts = match self.jitter {
            Jitter::Decorrelated => self.policy.clamp == Clamp::Hard,
            Jitter::MedianFirst => true,
            // What is below the ceiling needs no second cut.
            Jitter::None | Jitter::Full | Jitter::Equal => self.policy.cap_on == CapOn::Delay,
            _ => self.policy.cap_on != CapOn::Ceiling,
        };
        self.cap().filter(|_| cuts && !self.at_once)
    }

    /// Whether the ceiling is `base` and nothing else.
    fn is_base(&self) -> bool {
        let policy = self.policy;
        policy.growth == Growth::Fixed
            && policy.plus == SimDuration::ZERO
            && self.cap_of_ceiling().is_none()
    }

    /// `min(cap, base × factorⁿ)`.
    fn ceiling(&self) -> Math {
        let mut grown = self.grown();
        let plus = self.policy.plus;
        if plus > SimDuration::ZERO {
            grown = grown.plus(self.time("plus", plus));
        }
        match self.cap_of_ceiling() {
            Some(cap) => cap.min(grown),
            None => grown,
        }
    }

    fn grown(&self) -> Math {
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
        let is_sum = self.policy.plus > SimDuration::ZERO && self.cap_of_ceiling().is_none();
        let ceiling = self.ceiling();
        let ceiling = if is_sum { ceiling.group() } else { ceiling };
        ceiling.term("ceiling high")
    }

    /// What the delay is before the limits, in symbols.
    fn drawn(&self) -> Math {
        if let Some(reply) = self.reply
            && self.terms.is_none()
        {
            return of_reply(reply, &Math::Name("Retry-After").term("retry-after"));
        }
        let ceiling = || self.ceiling().term("ceiling high");
        match self.jitter {
            _ if self.at_once => Math::zero().term("low"),
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
            Jitter::Added => ceiling().plus(random(Math::zero(), self.spread())),
            Jitter::MedianFirst => {
                let steps = Math::Name("g(tₙ) − g(tₙ₋₁)").group();
                self.time("base", self.policy.base)
                    .times(steps.term("draw"))
            }
        }
    }

    /// `random(1 − width, 1 + width)`, or `random(low, high)`.
    fn shares(&self) -> Math {
        let policy = self.policy;
        let share = |value: f64| Math::Number(text::number(value)).term("width");
        let width = || Math::Name("width").term("width");
        let (low, high) = match (self.jitter, self.evaluated) {
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
    fn widened(&self) -> Math {
        let previous = self.terms.map_or(SimDuration::ZERO, |terms| terms.previous);
        let wide = Math::Number("3".to_owned()).times(self.time("previous", previous));
        match self.cap() {
            Some(cap) if self.policy.clamp == Clamp::Range => cap.min(wide),
            _ => wide,
        }
    }

    /// What becomes of `drawn`: whole units, the cap, the shortest delay, the server's
    /// Retry-After and the client's offset, in the order in which they apply.
    fn limited(&self, drawn: Math) -> Math {
        let mut delay = drawn;
        if self.terms.is_some() || self.reply.is_none() {
            delay = self.cut(delay);
        }
        if let Some(Reply { after, rule }) = self.reply {
            let after = if self.evaluated {
                Math::duration(after)
            } else {
                Math::Name("Retry-After")
            };
            let after = after.term("retry-after");
            delay = match rule {
                RetryAfterRule::Floor => after.max(delay),
                RetryAfterRule::Add => after.plus(delay),
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
        if let Some(unit) = self.policy.unit {
            delay = delay.infix(Sign::Steps, self.time("unit", unit));
        }
        if let Some(cap) = self.cap_of_delay() {
            delay = cap.min(delay);
        }
        let shortest = self.policy.shortest;
        if shortest > SimDuration::ZERO {
            delay = self.time("shortest", shortest).max(delay);
        }
        delay
    }

    /// Whether [`Rule::limited`] does anything.
    fn is_limited(&self) -> bool {
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

fn delay() -> Math {
    Math::Name("delay").term("delay")
}

fn random(low: Math, high: Math) -> Math {
    Math::random(low, high).term("draw")
}

/// What a Retry-After alone makes the delay.
fn of_reply(reply: Reply, after: &Math) -> Math {
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

/// One retry of a policy.
struct Evaluated<'a> {
    symbols: Rule<'a>,
    numbers: Rule<'a>,
    delay: SimDuration,
}

impl Evaluated<'_> {
    /// The second line: what the delay is drawn from, or is.
    fn middle(&self) -> Math {
        let rule = &self.numbers;
        let Some(terms) = rule.terms else {
            let after = rule.reply.map_or(self.delay, |reply| reply.after);
            let name = Math::Name("Retry-After").term("retry-after");
            return name.equals(Math::duration(after).term("retry-after"));
        };
        let ceiling = || Math::duration(terms.ceiling).term("ceiling high");
        match rule.jitter {
            _ if rule.at_once => Math::Name("n").term("n").equals(rule.n()),
            Jitter::Decorrelated => {
                let high = Math::duration(terms.interval.high);
                rule.widened().term("high").equals(high.term("high"))
            }
            Jitter::MedianFirst => Math::Name("g(t)")
                .equals(Math::Name("2ᵗ × tanh √(4t) / 1.4, tₙ = n + random(0, 1)")),
            Jitter::Equal => Math::Name("ceiling")
                .term("ceiling")
                .equals(self.symbols.ceiling().term("ceiling high"))
                .equals(rule.ceiling().term("ceiling high"))
                .equals(ceiling()),
            _ if rule.is_base() => Math::Name("base").term("base").equals(rule.grown()),
            _ => rule.ceiling().term("ceiling high").equals(ceiling()),
        }
    }

    /// The third line.
    fn result(&self) -> Math {
        let rule = &self.numbers;
        let Some(terms) = rule.terms else {
            return self.replied();
        };
        let drawn = || Math::duration(terms.drawn).term("draw");
        let fixed = rule.jitter == Jitter::None;
        if rule.is_limited() && fixed {
            return rule.limited(drawn()).equals(self.delay());
        }
        if rule.is_limited() {
            let from = rule.limited(self.interval(terms));
            return from.equals(rule.limited(drawn())).equals(self.delay());
        }
        let source = match rule.jitter {
            Jitter::None => delay(),
            Jitter::Equal | Jitter::Added => self.above(terms),
            Jitter::Proportional | Jitter::Range => Math::duration(terms.ceiling)
                .term("ceiling")
                .times(rule.shares())
                .equals(self.interval(terms)),
            _ => self.interval(terms),
        };
        source.equals(self.delay())
    }

    /// The third line where the own delay does not count.
    fn replied(&self) -> Math {
        let rule = &self.numbers;
        let after = rule.reply.map_or(self.delay, |reply| reply.after);
        let after = Math::duration(after).term("retry-after");
        let source = rule
            .reply
            .map_or_else(delay, |reply| of_reply(reply, &after));
        let obeys = rule
            .reply
            .is_some_and(|reply| reply.rule == RetryAfterRule::Obey);
        if obeys && rule.offset == SimDuration::ZERO {
            return delay().equals(self.delay());
        }
        rule.limited(source).equals(self.delay())
    }

    fn delay(&self) -> Math {
        let delay = Math::duration(self.delay);
        match self.numbers.jitter {
            Jitter::None => delay.term("delay"),
            _ => delay.term("delay draw"),
        }
    }

    /// `random(0, 8 s)`.
    fn interval(&self, terms: Terms) -> Math {
        let ends = terms.interval;
        let low = match (self.numbers.jitter, ends.low) {
            (Jitter::Decorrelated, low) => Math::duration(low).term("base low"),
            (_, SimDuration::ZERO) => Math::zero().term("low"),
            (_, low) => Math::duration(low).term("low"),
        };
        let high = Math::duration(ends.high);
        let high = match self.numbers.jitter {
            Jitter::Full => high.term("ceiling high"),
            _ => high.term("high"),
        };
        random(low, high)
    }

    /// `4 s + random(0, 4 s) = 4 s + 1.2 s`.
    fn above(&self, terms: Terms) -> Math {
        let ends = terms.interval;
        let low = || Math::duration(ends.low).term("low");
        let above = Math::duration(terms.drawn - ends.low).term("draw");
        let rest = Math::duration(ends.high - ends.low);
        low()
            .plus(random(Math::zero(), rest))
            .equals(low().plus(above))
    }
}

#[cfg(test)]
mod tests;
