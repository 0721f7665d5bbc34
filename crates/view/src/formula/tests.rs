mod every_policy;

use super::*;
use retry_herd_core::{
    CapOn, Clamp, DelayRule, Draws, First, Growth, Header, Outcome, Reply, Scenario, SimTime,
    SpreadGrowth,
};

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
        answered: at,
        outcome: Outcome::Wasted,
        terms: Some(terms),
        reply: None,
        offset: SimDuration::ZERO,
        wait: Some(terms.delay),
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
            "<mi>min</mi><mo>\u{2061}</mo><mo stretchy=\"false\">(</mo>",
            "<mrow data-term=\"cap\"><mn>30</mn><mtext>\u{a0}s</mtext></mrow><mo>,</mo>",
            "<mrow><mrow data-term=\"base\"><mn>1</mn><mtext>\u{a0}s</mtext></mrow>",
            "<mo>×</mo><msup><mrow data-term=\"factor\"><mn>2</mn></mrow>",
            "<mrow data-term=\"n\"><mn>3</mn></mrow></msup></mrow><mo stretchy=\"false\">)</mo></mrow>",
            "<mo>=</mo><mrow data-term=\"ceiling high\"><mn>8</mn><mtext>\u{a0}s</mtext>",
            "</mrow></mrow></math>",
        )
    );
}

#[test]
fn every_kind_of_growth_has_its_ceiling() {
    let lines = |growth, degree| {
        let mut policy = policy(Jitter::Full);
        policy.growth = growth;
        policy.degree = degree;
        let [rule, numbers, _] = texts(&policy, 0.5);
        [rule, numbers]
    };
    assert_eq!(
        lines(Growth::LessOne, 1),
        [
            "delay = random(0, min(cap, base × (factorⁿ⁺¹ − 1)))",
            "min(30 s, 1 s × (2³⁺¹ − 1)) = 15 s",
        ]
    );
    assert_eq!(
        lines(Growth::Polynomial, 1),
        [
            "delay = random(0, min(cap, base × (n + 1)))",
            "min(30 s, 1 s × (3 + 1)) = 4 s",
        ]
    );
    assert_eq!(
        lines(Growth::PolynomialFromZero, 2),
        [
            "delay = random(0, min(cap, base × n²))",
            "min(30 s, 1 s × 3²) = 9 s",
        ]
    );
}

#[test]
fn what_is_added_to_the_ceiling_is_in_parentheses_where_it_has_to_be() {
    let mut policy = policy(Jitter::Proportional);
    policy.cap = None;
    policy.plus = SimDuration::from_secs(2);
    assert_eq!(
        texts(&policy, 0.75),
        [
            "delay = (base × factorⁿ + plus) × random(1 − width, 1 + width)",
            "1 s × 2³ + 2 s = 10 s",
            "10 s × random(0.9, 1.1) = random(9 s, 11 s) = 10.5 s",
        ]
    );
}

#[test]
fn range_and_added_jitter_have_their_parts() {
    let mut range = policy(Jitter::Range);
    (range.low, range.high) = (0.5, 1.5);
    let [rule, _, result] = texts(&range, 0.75);
    assert_eq!(rule, "delay = min(cap, base × factorⁿ) × random(low, high)");
    assert_eq!(result, "8 s × random(0.5, 1.5) = random(4 s, 12 s) = 10 s");
    let mut added = policy(Jitter::Added);
    added.spread = SimDuration::from_secs(1);
    added.spread_growth = SpreadGrowth::Linear;
    let [rule, _, result] = texts(&added, 0.5);
    assert_eq!(
        rule,
        "delay = min(cap, base × factorⁿ) + random(0, spread × (n + 1))"
    );
    assert_eq!(result, "8 s + random(0, 4 s) = 8 s + 2 s = 10 s");
}

#[test]
fn median_first_jitter_defines_its_curve() {
    let [rule, numbers, _] = texts(&policy(Jitter::MedianFirst), 0.5);
    assert_eq!(rule, "delay = min(cap, base × (g(tₙ) − g(tₙ₋₁)))");
    assert_eq!(
        numbers,
        "g(t) = 2ᵗ × tanh √(4t) / 1.4, tₙ = n + random(0, 1)"
    );
}

#[test]
fn limits_wrap_what_was_drawn_in_the_order_in_which_they_apply() {
    let mut policy = policy(Jitter::Full);
    policy.cap_on = CapOn::Delay;
    policy.cap = Some(SimDuration::from_secs(5));
    policy.unit = Some(SimDuration::from_secs(1));
    policy.shortest = SimDuration::from_secs(2);
    assert_eq!(
        texts(&policy, 0.5),
        [
            "delay = max(shortest, min(cap, random(0, base × factorⁿ) in steps of unit))",
            "1 s × 2³ = 8 s",
            "max(2 s, min(5 s, random(0, 8 s) in steps of 1 s)) \
             = max(2 s, min(5 s, 4.5 s in steps of 1 s)) = 4 s",
        ]
    );
}

/// The step of [`formula`], at another retry or with a reply.
fn changed(policy: &Policy, attempt: u32, change: impl FnOnce(&mut Step)) -> [String; 3] {
    let terms = DelayRule::new(policy).terms(&mut Share(0.5), 0, attempt, policy.base);
    let mut step = Step {
        attempt,
        at: SimTime::ZERO,
        answered: SimTime::ZERO,
        outcome: Outcome::Wasted,
        terms: Some(terms),
        reply: None,
        offset: SimDuration::ZERO,
        wait: Some(terms.delay),
        due: Some(SimTime::ZERO + terms.delay),
    };
    change(&mut step);
    let formula = Formula::of(policy, &step).unwrap();
    formula.lines().map(|line| line.text.clone())
}

#[test]
fn a_first_retry_that_is_otherwise_says_so() {
    let mut policy = policy(Jitter::Full);
    policy.first = First::AtOnce;
    assert_eq!(
        changed(&policy, 1, |_| ()),
        ["delay = 0", "n = 0", "delay = 0 s"]
    );
    policy.first = First::Exact;
    assert_eq!(
        changed(&policy, 1, |_| ()),
        [
            "delay = min(cap, base × factorⁿ)",
            "min(30 s, 1 s × 2⁰) = 1 s",
            "delay = 1 s",
        ]
    );
    let [rule, ..] = changed(&policy, 2, |_| ());
    assert_eq!(rule, "delay = random(0, min(cap, base × factorⁿ))");
}

#[test]
fn a_retry_after_and_an_offset_stand_in_the_formula() {
    let seconds = SimDuration::from_secs;
    let policy = policy(Jitter::Full);
    let with = |rule, own: bool, offset, wait| {
        changed(&policy, 4, |step| {
            let after = seconds(30);
            step.reply = Some(Reply {
                header: Header::Seconds(after),
                after,
                rule,
            });
            step.terms = step.terms.filter(|_| own);
            step.offset = offset;
            step.wait = Some(wait);
        })
    };
    let none = SimDuration::ZERO;
    assert_eq!(
        with(RetryAfterRule::Obey, false, none, seconds(30)),
        ["delay = Retry-After", "Retry-After = 30 s", "delay = 30 s"]
    );
    assert_eq!(
        with(RetryAfterRule::Obey, false, seconds(1), seconds(31)),
        [
            "delay = Retry-After + offset",
            "Retry-After = 30 s",
            "30 s + 1 s = 31 s",
        ]
    );
    assert_eq!(
        with(RetryAfterRule::Scatter, false, none, seconds(7)),
        [
            "delay = random(0, Retry-After)",
            "Retry-After = 30 s",
            "random(0, 30 s) = 7 s",
        ]
    );
    assert_eq!(
        with(RetryAfterRule::Floor, true, none, seconds(30)),
        [
            "delay = max(Retry-After, random(0, min(cap, base × factorⁿ)))",
            "min(30 s, 1 s × 2³) = 8 s",
            "max(30 s, random(0, 8 s)) = max(30 s, 4 s) = 30 s",
        ]
    );
    assert_eq!(
        with(RetryAfterRule::Near, true, none, seconds(9)),
        [
            "delay = min(own + 5 s, max(Retry-After, random(0, min(cap, base × factorⁿ))))",
            "min(30 s, 1 s × 2³) = 8 s",
            "min(own + 5 s, max(30 s, random(0, 8 s))) = min(own + 5 s, max(30 s, 4 s)) = 9 s",
        ]
    );
}

#[test]
fn parentheses_and_compound_powers_are_spoken() {
    let mut policy = policy(Jitter::None);
    policy.growth = Growth::LessOne;
    assert_eq!(
        rule_of(&policy).spoken,
        "delay equals the smaller of cap and base times open paren factor to the power of \
         open paren n plus 1 close paren minus 1 close paren"
    );
}

#[test]
fn a_wait_that_no_time_holds_has_words() {
    let mut policy = policy(Jitter::None);
    policy.cap = None;
    let terms = DelayRule::new(&policy).terms(&mut Share(0.0), 0, 81, policy.base);
    let step = Step {
        attempt: 81,
        at: SimTime::ZERO,
        answered: SimTime::ZERO,
        outcome: Outcome::Wasted,
        terms: Some(terms),
        reply: None,
        offset: SimDuration::ZERO,
        wait: Some(terms.delay),
        due: Some(SimTime::MAX),
    };
    let formula = Formula::of(&policy, &step).unwrap();
    assert_eq!(formula.result.text, "delay = over 584 years");
    assert!(formula.result.markup.contains("<mtext>over</mtext>"));
}
