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
mod tests {
    use super::*;
    use retry_herd_core::{DelayRule, Draws, Outcome, Scenario, SimDuration, SimTime};

    /// Draws the same share of every interval.
    struct Share(f64);

    impl Draws for Share {
        fn arrival(&mut self, _: u32, _: SimDuration) -> SimDuration {
            SimDuration::ZERO
        }

        fn delay(&mut self, _: u32, _: u32, low: SimDuration, high: SimDuration) -> SimDuration {
            low + SimDuration::from_secs_f64((high - low).as_secs_f64() * self.0)
        }
    }

    /// Base 1 s, factor 2, cap 30 s, as in the glossary.
    fn policy(jitter: Jitter) -> Policy {
        let mut policy = Scenario::default().policy;
        policy.base = SimDuration::from_secs(1);
        policy.factor = 2.0;
        policy.cap = Some(SimDuration::from_secs(30));
        policy.jitter = jitter;
        policy
    }

    /// The formula after the failure of attempt 4 at 3.115 s, with `share` drawn,
    /// after a delay of 2.5 s.
    fn formula(policy: &Policy, share: f64) -> Formula {
        let previous = SimDuration::from_millis(2_500);
        let terms = DelayRule::new(policy).terms(&mut Share(share), 0, 4, previous);
        let at = SimTime::from_nanos(3_115_000_000);
        let step = Step {
            attempt: 4,
            at,
            outcome: Outcome::Wasted,
            terms: Some(terms),
            due: Some(at + terms.delay),
        };
        Formula::of(policy, &step).unwrap()
    }

    fn texts(policy: &Policy, share: f64) -> [String; 3] {
        let formula = formula(policy, share);
        formula.lines().map(|line| line.text.clone())
    }

    #[test]
    fn the_glossary_example_reads_as_printed() {
        let policy = policy(Jitter::Full);
        assert_eq!(
            texts(&policy, 0.593_75),
            [
                "delay = random(0, min(cap, base × factorⁿ))",
                "min(30 s, 1 s × 2³) = 8 s",
                "random(0, 8 s) = 4.75 s",
            ]
        );
        assert_eq!(
            formula(&policy, 0.593_75).fires,
            "attempt 5 fires at 7.87 s"
        );
    }

    #[test]
    fn without_jitter_the_ceiling_is_the_delay() {
        assert_eq!(
            texts(&policy(Jitter::None), 0.5),
            [
                "delay = min(cap, base × factorⁿ)",
                "min(30 s, 1 s × 2³) = 8 s",
                "delay = 8 s",
            ]
        );
    }

    #[test]
    fn equal_jitter_draws_the_upper_half() {
        assert_eq!(
            texts(&policy(Jitter::Equal), 0.5),
            [
                "delay = ceiling/2 + random(0, ceiling/2)",
                "ceiling = min(cap, base × factorⁿ) = min(30 s, 1 s × 2³) = 8 s",
                "4 s + random(0, 4 s) = 4 s + 2 s = 6 s",
            ]
        );
    }

    #[test]
    fn proportional_jitter_draws_around_the_ceiling() {
        assert_eq!(
            texts(&policy(Jitter::Proportional), 0.75),
            [
                "delay = min(cap, base × factorⁿ) × random(1 − width, 1 + width)",
                "min(30 s, 1 s × 2³) = 8 s",
                "8 s × random(0.9, 1.1) = random(7.2 s, 8.8 s) = 8.4 s",
            ]
        );
    }

    #[test]
    fn decorrelated_jitter_grows_from_the_previous_delay() {
        let mut policy = policy(Jitter::Decorrelated);
        policy.cap = Some(SimDuration::from_secs(5));
        assert_eq!(
            texts(&policy, 0.8),
            [
                "delay = min(cap, random(base, 3 × previous))",
                "3 × 2.5 s = 7.5 s",
                "min(5 s, random(1 s, 7.5 s)) = min(5 s, 6.2 s) = 5 s",
            ]
        );
    }

    #[test]
    fn the_range_clamp_cuts_before_it_draws() {
        let mut policy = policy(Jitter::Decorrelated);
        policy.cap = Some(SimDuration::from_secs(5));
        policy.clamp = Clamp::Range;
        assert_eq!(
            texts(&policy, 0.8),
            [
                "delay = random(base, min(cap, 3 × previous))",
                "min(5 s, 3 × 2.5 s) = 5 s",
                "random(1 s, 5 s) = 4.2 s",
            ]
        );
    }

    #[test]
    fn without_a_cap_nothing_is_the_smaller() {
        let mut full = policy(Jitter::Full);
        full.cap = None;
        assert_eq!(
            texts(&full, 0.25),
            [
                "delay = random(0, base × factorⁿ)",
                "1 s × 2³ = 8 s",
                "random(0, 8 s) = 2 s",
            ]
        );
        let mut decorrelated = policy(Jitter::Decorrelated);
        decorrelated.cap = None;
        assert_eq!(
            texts(&decorrelated, 0.8),
            [
                "delay = random(base, 3 × previous)",
                "3 × 2.5 s = 7.5 s",
                "random(1 s, 7.5 s) = 6.2 s",
            ]
        );
    }

    #[test]
    fn fixed_growth_has_no_power() {
        let mut fixed = policy(Jitter::Full);
        fixed.growth = Growth::Fixed;
        assert_eq!(
            texts(&fixed, 0.25),
            [
                "delay = random(0, min(cap, base))",
                "min(30 s, 1 s) = 1 s",
                "random(0, 1 s) = 250 ms",
            ]
        );
        fixed.cap = None;
        fixed.jitter = Jitter::None;
        assert_eq!(
            texts(&fixed, 0.25),
            ["delay = base", "base = 1 s", "delay = 1 s"]
        );
    }

    #[test]
    fn it_is_spoken_without_symbols() {
        let formula = formula(&policy(Jitter::Full), 0.593_75);
        let spoken = formula.lines().map(|line| line.spoken.clone());
        assert_eq!(
            spoken,
            [
                "delay equals a random time from 0 to the smaller of cap and base times factor \
                 to the power of n",
                "the smaller of 30 s and 1 s times 2 to the power of 3 equals 8 s",
                "a random time from 0 to 8 s equals 4.75 s",
            ]
        );
    }

    #[test]
    fn the_markup_is_mathematics() {
        let formula = formula(&policy(Jitter::Full), 0.593_75);
        assert_eq!(
            formula.numbers.markup,
            concat!(
                "<math display=\"block\" alttext=\"the smaller of 30 s and 1 s times 2 to the ",
                "power of 3 equals 8 s\"><mrow><mrow data-term=\"ceiling high\">",
                "<mi>min</mi><mo>\u{2061}</mo><mo>(</mo>",
                "<mrow data-term=\"cap\"><mn>30</mn><mtext>\u{a0}s</mtext></mrow><mo>,</mo>",
                "<mrow><mrow data-term=\"base\"><mn>1</mn><mtext>\u{a0}s</mtext></mrow>",
                "<mo>×</mo><msup><mrow data-term=\"factor\"><mn>2</mn></mrow>",
                "<mrow data-term=\"n\"><mn>3</mn></mrow></msup></mrow><mo>)</mo></mrow>",
                "<mo>=</mo><mrow data-term=\"ceiling high\"><mn>8</mn><mtext>\u{a0}s</mtext>",
                "</mrow></mrow></math>",
            )
        );
    }

    const JITTERS: [Jitter; 5] = [
        Jitter::None,
        Jitter::Full,
        Jitter::Equal,
        Jitter::Decorrelated,
        Jitter::Proportional,
    ];

    fn every_policy() -> Vec<Policy> {
        let mut policies = Vec::new();
        for jitter in JITTERS {
            for growth in [Growth::Fixed, Growth::Exponential] {
                for clamp in [Clamp::Hard, Clamp::Range] {
                    for cap in [None, Some(SimDuration::from_secs(75))] {
                        let mut policy = policy(jitter);
                        policy.growth = growth;
                        policy.clamp = clamp;
                        policy.cap = cap;
                        policies.push(policy);
                    }
                }
            }
        }
        policies
    }

    #[test]
    fn every_rule_is_well_formed_and_says_the_same_in_markup_as_in_text() {
        for policy in every_policy() {
            let formula = formula(&policy, 0.3);
            for line in formula.lines() {
                let content = crate::markup::tests::text_of(&line.markup);
                let plain = |text: &str| {
                    let kept = |c: &char| c.is_alphanumeric() || "=×+−.".contains(*c);
                    text.chars().filter(kept).collect::<String>()
                };
                let written = line.text.replace('ⁿ', "n").replace('³', "3");
                assert_eq!(plain(&content), plain(&written), "{}", line.markup);
            }
        }
    }

    #[test]
    fn the_drawn_number_can_be_pointed_at_in_the_rule_and_the_result() {
        for policy in every_policy() {
            let formula = formula(&policy, 0.3);
            let term = if policy.jitter == Jitter::None {
                "delay"
            } else {
                "draw"
            };
            for line in [&formula.rule, &formula.result] {
                assert!(line.markup.contains(term), "{}", line.markup);
            }
        }
    }

    #[test]
    fn a_wait_that_no_time_holds_has_words() {
        let mut policy = policy(Jitter::None);
        policy.cap = None;
        let step = Step {
            attempt: 81,
            at: SimTime::ZERO,
            outcome: Outcome::Wasted,
            terms: Some(DelayRule::new(&policy).terms(&mut Share(0.0), 0, 81, policy.base)),
            due: Some(SimTime::MAX),
        };
        let formula = Formula::of(&policy, &step).unwrap();
        assert_eq!(formula.result.text, "delay = over 584 years");
        assert!(formula.result.markup.contains("<mtext>over</mtext>"));
    }
}
