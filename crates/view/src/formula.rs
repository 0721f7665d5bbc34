//! The delay formula of one retry, evaluated: the rule in symbols, the rule with
//! this retry's numbers, and the result.

use retry_herd_core::{Jitter, Policy, RetryAfterRule, SimDuration, Step, Terms, WHOLE};

use self::rule::{Rule, delay, of_reply, random};
use crate::math::Math;
use crate::text;

mod rule;

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
        let symbols = Rule::of(policy, Some(step));
        let evaluated = Evaluated {
            symbols,
            numbers: symbols.evaluated(),
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
            if !WHOLE {
                return delay();
            }
            let after = rule.reply.map_or(self.delay, |reply| reply.after);
            let name = Math::Name("Retry-After").term("retry-after");
            return name.equals(Math::duration(after).term("retry-after"));
        };
        let ceiling = || Math::duration(terms.ceiling).term("ceiling high");
        match rule.jitter {
            _ if WHOLE && rule.at_once => Math::Name("n").term("n").equals(rule.n()),
            Jitter::Decorrelated => {
                let high = Math::duration(terms.interval.high);
                rule.widened().term("high").equals(high.term("high"))
            }
            Jitter::MedianFirst if WHOLE => Math::Name("g(t)")
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
            Jitter::Equal | Jitter::Added => above(terms),
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
        if !WHOLE {
            return delay();
        }
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
}

/// `4 s + random(0, 4 s) = 4 s + 1.2 s`.
fn above(terms: Terms) -> Math {
    let ends = terms.interval;
    let low = || Math::duration(ends.low).term("low");
    let above = Math::duration(terms.drawn - ends.low).term("draw");
    let rest = Math::duration(ends.high - ends.low);
    low()
        .plus(random(Math::zero(), rest))
        .equals(low().plus(above))
}

#[cfg(test)]
mod tests;
