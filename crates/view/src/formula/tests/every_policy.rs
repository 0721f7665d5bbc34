//! What holds of the formula of every policy.

use retry_herd_core::{CapOn, Clamp, First, Growth, Jitter, Policy, SimDuration};

use super::{formula, policy};

fn policies(with: impl FnMut(&mut Policy)) -> Vec<Policy> {
    let mut with = with;
    let mut policies = Vec::new();
    for &jitter in Jitter::ALL {
        for &growth in Growth::ALL {
            let mut policy = policy(jitter);
            policy.growth = growth;
            policy.degree = 2;
            with(&mut policy);
            policies.push(policy);
        }
    }
    policies
}

fn every_policy() -> Vec<Policy> {
    let second = SimDuration::from_secs(1);
    let mut all = Vec::new();
    for &clamp in Clamp::ALL {
        for cap in [None, Some(SimDuration::from_secs(75))] {
            for &cap_on in CapOn::ALL {
                all.extend(policies(|policy| {
                    policy.clamp = clamp;
                    policy.cap = cap;
                    policy.cap_on = cap_on;
                }));
            }
        }
    }
    all.extend(policies(|policy| policy.plus = second));
    all.extend(policies(|policy| policy.unit = Some(second)));
    all.extend(policies(|policy| policy.shortest = second));
    all.extend(policies(|policy| policy.first = First::AtOnce));
    all
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
            let lowered = |c: char| match "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ⁺".chars().position(|raised| raised == c)
            {
                Some(at) => "0123456789n+".chars().nth(at).unwrap(),
                None => c,
            };
            let written: String = line.text.chars().map(lowered).collect();
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
