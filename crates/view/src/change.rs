//! What a change of settings did, in one sentence, for ears.

use retry_herd_core::{FIELDS, Field, Report, Scenario};

use crate::figures::never;
use crate::sentence::jitter_name;
use crate::text;

/// The fields of the controls in sight.
const IN_SIGHT: [&str; 6] = [
    "seed",
    "fleet.clients",
    "policy.jitter",
    "policy.width",
    "policy.cap",
    "server.outage.length",
];

/// A scenario and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// What was run.
    pub scenario: &'a Scenario,
    /// What came of it.
    pub report: &'a Report,
}

/// What changed from `before` to `after`, in one sentence: "Full jitter: peak
/// 152/s instead of 1,190/s; 99 % served after 1 min 25 s instead of 8 min 28 s."
pub fn change(before: Told, after: Told) -> String {
    let changed = changed(before.scenario, after.scenario);
    format!(
        "{changed}: {}; {}.",
        peak(before, after),
        ninety_nine(before, after)
    )
}

/// Whether anything was set differently.
pub fn is_change(before: &Scenario, after: &Scenario) -> bool {
    differing(before, after).next().is_some()
}

/// The fields whose values differ, by the table rather than by comparing the
/// structs: that is less code, and in the browser code is download.
fn differing<'a>(
    before: &'a Scenario,
    after: &'a Scenario,
) -> impl Iterator<Item = &'static Field> + use<'a> {
    FIELDS
        .iter()
        .filter(|field| field.get(before) != field.get(after))
}

/// What was set differently, as long as it is one thing or two.
fn changed(before: &Scenario, after: &Scenario) -> String {
    let other = || "New settings".to_owned();
    let names = differences(before, after);
    let is_other = |field: &Field| !IN_SIGHT.contains(&field.path);
    match names.as_slice() {
        _ if differing(before, after).any(is_other) => other(),
        [] => "Same settings".to_owned(),
        [one] => one.clone(),
        [one, two] => format!("{one}, {}", two.to_ascii_lowercase()),
        _ => other(),
    }
}

/// The new values of the controls in sight that differ.
fn differences(before: &Scenario, after: &Scenario) -> Vec<String> {
    let mut names = Vec::new();
    let mut say = |differ: bool, name: String| names.extend(differ.then_some(name));
    let jitter = jitter_name(&after.policy);
    say(jitter != jitter_name(&before.policy), jitter);
    say(
        before.fleet.clients != after.fleet.clients,
        text::counted(u64::from(after.fleet.clients), "client"),
    );
    say(
        before.policy.cap != after.policy.cap,
        match after.policy.cap {
            Some(cap) => format!("Cap {}", text::duration(cap)),
            None => "No cap".to_owned(),
        },
    );
    say(
        before.server.outage.length != after.server.outage.length,
        match after.server.outage.length {
            Some(length) => format!("Outage {}", text::duration(length)),
            None => "Endless outage".to_owned(),
        },
    );
    say(before.seed != after.seed, format!("Seed {}", after.seed));
    names
}

fn peak(before: Told, after: Told) -> String {
    let (was, is) = (peak_of(before), peak_of(after));
    if was == is {
        return format!("peak {is} as before");
    }
    format!("peak {is} instead of {was}")
}

/// Of an outage that never ends, only the retries tell.
fn peak_of(told: Told) -> String {
    let peak = match told.scenario.server.outage.length {
        Some(_) => &told.report.peak_after_recovery,
        None => &told.report.peak_retries,
    };
    text::rate(peak.per_second)
}

fn ninety_nine(before: Told, after: Told) -> String {
    match (served(before), served(after)) {
        (Some(was), Some(is)) if was == is => format!("99 % served after {is} as before"),
        (Some(was), Some(is)) => format!("99 % served after {is} instead of {was}"),
        (None, Some(is)) => format!("99 % served after {is} instead of {}", never_of(before)),
        (Some(was), None) => format!("99 % served {} instead of after {was}", never_of(after)),
        (None, None) => format!("99 % served {} as before", never_of(after)),
    }
}

fn served(told: Told) -> Option<String> {
    told.report.completion_s.p99.map(text::seconds)
}

fn never_of(told: Told) -> String {
    never(told.scenario, told.report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use retry_herd_core::{Jitter, Run, SimDuration};

    /// Three clients that knock at 0, 1, 3, 7, … s, one served a second from 2 s on.
    fn in_unison() -> Scenario {
        let mut scenario = Scenario::default();
        scenario.fleet.clients = 3;
        scenario.fleet.arrivals = SimDuration::ZERO;
        scenario.server.outage.length = Some(SimDuration::from_secs(2));
        scenario.server.capacity = Some(1.0);
        scenario.server.tick = SimDuration::from_secs(1);
        scenario.observe.window = SimDuration::from_secs(1);
        scenario.policy.cap = None;
        scenario.policy.jitter = Jitter::None;
        scenario
    }

    fn told(change_it: impl FnOnce(&mut Scenario)) -> String {
        let before = in_unison();
        let mut after = before.clone();
        change_it(&mut after);
        let was = Run::new(&before).finish().report();
        let is = Run::new(&after).finish().report();
        change(
            Told {
                scenario: &before,
                report: &was,
            },
            Told {
                scenario: &after,
                report: &is,
            },
        )
    }

    #[test]
    fn a_change_names_the_control_and_both_results() {
        assert_eq!(
            told(|s| s.fleet.clients = 2),
            "2 clients: peak 2/s instead of 3/s; 99 % served after 7 s instead of 15 s."
        );
        assert_eq!(
            told(|s| s.server.outage.length = Some(SimDuration::from_secs(1))),
            "Outage 1 s: peak 3/s as before; 99 % served after 7 s instead of 15 s."
        );
        assert_eq!(
            told(|s| s.policy.cap = Some(SimDuration::from_secs(1))),
            "Cap 1 s: peak 3/s as before; 99 % served after 4 s instead of 15 s."
        );
    }

    #[test]
    fn each_jitter_is_called_by_its_name() {
        let named = |jitter| told(|s| s.policy.jitter = jitter);
        assert!(named(Jitter::Full).starts_with("Full jitter: peak "));
        assert!(named(Jitter::Equal).starts_with("Equal jitter: peak "));
        assert!(named(Jitter::Decorrelated).starts_with("Decorrelated jitter: peak "));
        assert!(named(Jitter::Proportional).starts_with("±10 % jitter: peak "));
    }

    #[test]
    fn what_is_never_reached_is_said_to_be() {
        assert_eq!(
            told(|s| s.server.outage.length = None),
            "Endless outage: peak 3/s as before; 99 % served not within 2 h instead of after 15 s."
        );
        assert_eq!(
            told(|s| s.policy.max_attempts = Some(2)),
            "New settings: peak 0/s instead of 3/s; 99 % served never instead of after 15 s."
        );
    }

    #[test]
    fn nothing_changed_is_said_too() {
        assert_eq!(
            told(|_| ()),
            "Same settings: peak 3/s as before; 99 % served after 15 s as before."
        );
    }

    #[test]
    fn more_than_two_changes_are_new_settings() {
        let many = told(|s| {
            s.seed = 7;
            s.fleet.clients = 2;
            s.policy.cap = Some(SimDuration::from_secs(2));
        });
        assert!(many.starts_with("New settings: "), "{many}");
        let two = told(|s| {
            s.seed = 7;
            s.fleet.clients = 2;
        });
        assert!(two.starts_with("2 clients, seed 7: "), "{two}");
    }
}
