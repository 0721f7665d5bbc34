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
