//! The delay formula of one retry, evaluated: the rule in symbols, the rule with
//! this retry's numbers, and the result.

use retry_herd_core::{Clamp, Growth, Jitter, Policy, Step, Terms};

use crate::math::Math;
use crate::text;

/// One retry's formula in three lines.
///
/// What belongs together in the three lines, and in the
/// [timeline](crate::timeline), carries the same word in its `data-term`, which is
/// a list of words parted by spaces: `base`, `cap`, `factor`, `n`, `ceiling`,
/// `previous`, `width`, `low`, `high`, `draw`, `delay`.
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
        let terms = step.terms?;
        let due = step.due?;
        let retry = Retry { policy, terms };
        Some(Self {
            rule: Line::of(&rule(policy)),
            numbers: Line::of(&retry.numbers()),
            result: Line::of(&retry.result()),
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
    Line::of(&rule(policy))
}

fn rule(policy: &Policy) -> Math {
    let low = || Math::zero().term("low");
    let delay = match policy.jitter {
        Jitter::None => ceiling(policy),
        Jitter::Full => Math::random(low(), ceiling(policy)),
        // The ceiling is spelled out in the next line; twice in this one is too long.
        Jitter::Equal => {
            let half = || Math::Name("ceiling").term("ceiling").half();
            half().plus(Math::random(Math::zero(), half()).term("draw"))
        }
        Jitter::Decorrelated => decorrelated(policy),
        Jitter::Proportional => {
            let one = || Math::Number("1".to_owned());
            let width = || Math::Name("width").term("width");
            let share = Math::random(one().minus(width()), one().plus(width()));
            ceiling(policy).times(share.term("draw"))
        }
    };
    let delay = match policy.jitter {
        Jitter::Full => delay.term("draw"),
        _ => delay,
    };
    Math::Name("delay").term("delay").equals(delay)
}

/// `min(cap, base × factorⁿ)`.
fn ceiling(policy: &Policy) -> Math {
    let base = Math::Name("base").term("base");
    let grown = match policy.growth {
        Growth::Fixed => base,
        Growth::Exponential => {
            let power = Math::Name("factor").term("factor");
            base.times(power.power(Math::Name("n").term("n")))
        }
    };
    let ceiling = match policy.cap {
        Some(_) => cap().min(grown),
        None => grown,
    };
    ceiling.term("ceiling high")
}

fn cap() -> Math {
    Math::Name("cap").term("cap")
}

/// Marc Brooker's decorrelated jitter, with either clamp.
fn decorrelated(policy: &Policy) -> Math {
    let base = Math::Name("base").term("base low");
    let three = Math::Number("3".to_owned());
    let wide = three.times(Math::Name("previous").term("previous"));
    match (policy.clamp, policy.cap) {
        (_, None) => Math::random(base, wide.term("high")).term("draw"),
        (Clamp::Hard, Some(_)) => cap().min(Math::random(base, wide.term("high")).term("draw")),
        (Clamp::Range, Some(_)) => Math::random(base, cap().min(wide).term("high")).term("draw"),
    }
}

/// One retry of a policy.
struct Retry<'a> {
    policy: &'a Policy,
    terms: Terms,
}

impl Retry<'_> {
    /// The second line: what the delay is drawn from, or is.
    fn numbers(&self) -> Math {
        match self.policy.jitter {
            Jitter::Decorrelated => self.widened(),
            Jitter::Equal => Math::Name("ceiling")
                .term("ceiling")
                .equals(ceiling(self.policy))
                .equals(self.grown())
                .equals(self.ceiling()),
            _ if self.is_base() => Math::Name("base").term("base").equals(self.grown()),
            _ => self.grown().equals(self.ceiling()),
        }
    }

    /// The third line.
    fn result(&self) -> Math {
        let delay = self.delay();
        match self.policy.jitter {
            Jitter::None => Math::Name("delay").term("delay").equals(delay),
            Jitter::Full => Math::random(Math::zero().term("low"), self.ceiling())
                .term("draw")
                .equals(delay),
            Jitter::Equal => self.halves().equals(delay),
            Jitter::Decorrelated => self.clamped().equals(delay),
            Jitter::Proportional => self.around().equals(delay),
        }
    }

    /// Whether the rule is `base` and nothing else.
    fn is_base(&self) -> bool {
        self.policy.growth == Growth::Fixed && self.policy.cap.is_none()
    }

    fn delay(&self) -> Math {
        let delay = Math::duration(self.terms.delay);
        match self.policy.jitter {
            Jitter::None => delay.term("delay"),
            _ => delay.term("delay draw"),
        }
    }

    fn ceiling(&self) -> Math {
        Math::duration(self.terms.ceiling).term("ceiling high")
    }

    /// `min(30 s, 1 s × 2³)`.
    fn grown(&self) -> Math {
        let base = Math::duration(self.policy.base).term("base");
        let grown = match self.policy.growth {
            Growth::Fixed => base,
            Growth::Exponential => {
                let factor = Math::Number(text::number(self.policy.factor)).term("factor");
                let n = Math::Number(self.terms.retry.to_string()).term("n");
                base.times(factor.power(n))
            }
        };
        match self.cap() {
            Some(cap) => cap.min(grown).term("ceiling high"),
            None if self.is_base() => grown,
            None => grown.term("ceiling high"),
        }
    }

    fn cap(&self) -> Option<Math> {
        let cap = self.policy.cap?;
        Some(Math::duration(cap).term("cap"))
    }

    /// `4 s + random(0, 4 s) = 4 s + 1.2 s`.
    fn halves(&self) -> Math {
        let interval = self.terms.interval;
        let half = || Math::duration(interval.low);
        let above = Math::duration(self.terms.drawn - interval.low).term("draw");
        let rest = Math::duration(interval.high - interval.low);
        let random = Math::random(Math::zero(), rest).term("draw");
        let sum = half().term("low").plus(random);
        sum.equals(half().term("low").plus(above))
    }

    /// `8 s × random(0.9, 1.1) = random(7.2 s, 8.8 s)`.
    fn around(&self) -> Math {
        let width = self.policy.width;
        let share = |value: f64| Math::Number(text::number(value)).term("width");
        let shares = Math::random(share(1.0 - width), share(1.0 + width));
        let low = Math::duration(self.terms.interval.low).term("low");
        let high = Math::duration(self.terms.interval.high).term("high");
        Math::duration(self.terms.ceiling)
            .term("ceiling")
            .times(shares.term("draw"))
            .equals(Math::random(low, high).term("draw"))
    }

    /// The second line of decorrelated jitter: how far the range reaches.
    fn widened(&self) -> Math {
        let previous = Math::duration(self.terms.previous).term("previous");
        let wide = Math::Number("3".to_owned()).times(previous);
        let wide = match (self.policy.clamp, self.cap()) {
            (Clamp::Range, Some(cap)) => cap.min(wide),
            _ => wide,
        };
        let high = Math::duration(self.terms.interval.high);
        wide.term("high").equals(high.term("high"))
    }

    /// `random(1 s, 7.5 s)`, or with the hard clamp `min(30 s, random(1 s, 7.5 s))`.
    fn clamped(&self) -> Math {
        let interval = self.terms.interval;
        let low = Math::duration(interval.low).term("base low");
        let random = Math::random(low, Math::duration(interval.high).term("high")).term("draw");
        match (self.policy.clamp, self.cap()) {
            (Clamp::Hard, Some(cap)) => cap
                .clone()
                .min(random)
                .equals(cap.min(Math::duration(self.terms.drawn).term("draw"))),
            _ => random,
        }
    }
}

#[cfg(test)]
mod tests;
