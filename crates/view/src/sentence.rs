//! One sentence of plain words that says what happened.

use retry_herd_core::{Jitter, Peak, Policy, Report, Scenario, Seeding, SimTime};

use crate::text;

/// How the clients came back, judged by the busiest window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Never two in one window.
    OneByOne,
    /// Never more than the server can take.
    Within,
    /// Hardly more than that, which is what chance does to the evenest stream.
    Spread,
    /// Clearly more at times.
    Bursts,
    /// More at times, by clients that keep step.
    Waves,
    /// Many times more all the time.
    Flood,
}

/// Above this multiple of the capacity, a peak is more than chance does.
const BURST: f64 = 1.5;

/// From this multiple of the capacity on, a peak is many times more than the
/// server can take; below this multiple of the mean, it is no peak at all.
const MANY: f64 = 3.0;

/// What happened in a run that has come to its end, in one or two sentences:
/// "All 2,000 clients came back in waves of up to 1,190/s, 9.9× what the server
/// can take; the last was served after 8 min 29 s."
///
/// Times count from the start of the scenario.
pub fn sentence(scenario: &Scenario, report: &Report) -> String {
    if report.clients == 1 {
        return of_one_client(scenario, report);
    }
    if scenario.server.outage.length.is_none() {
        return of_no_recovery(scenario, report);
    }
    if report.requests.after_recovery == 0 {
        return of_no_return(scenario, report);
    }
    if report.served == report.requests.total {
        return of_no_failure(report);
    }
    format!(
        "{}; {}.",
        coming(scenario, report),
        ending(scenario, report)
    )
}

/// What to say while a run is being computed: how many of `clients` have
/// `settled` ([`retry_herd_core::Run::settled`]), and the simulated time.
pub fn progress(clients: u32, settled: u64, now: SimTime) -> String {
    format!(
        "Computing: up to {}, {} of {} were served or gave up.",
        text::time(now),
        text::count(settled),
        text::counted(u64::from(clients), "client"),
    )
}

/// The name of the policy's jitter, as it begins a sentence: `Full jitter`.
pub fn jitter_name(policy: &Policy) -> String {
    match policy.jitter {
        Jitter::None => "No jitter".to_owned(),
        Jitter::Full => "Full jitter".to_owned(),
        Jitter::Equal => "Equal jitter".to_owned(),
        Jitter::Decorrelated => "Decorrelated jitter".to_owned(),
        Jitter::Proportional => format!("±{} % jitter", text::number(policy.width * 100.0)),
    }
}

fn of_one_client(scenario: &Scenario, report: &Report) -> String {
    let attempts = report.requests.total;
    if let Some(last) = report.completion_s.last {
        let at = text::seconds(last);
        return format!(
            "The only client was served on attempt {}, at {at}.",
            text::count(attempts)
        );
    }
    let attempts = text::counted(attempts, "attempt");
    if report.gave_up == 1 {
        return format!("The only client gave up after {attempts}.");
    }
    format!(
        "The only client still waited when the simulation stopped at {}, after {attempts}.",
        text::duration(scenario.horizon),
    )
}

/// The outage lasts forever.
fn of_no_recovery(scenario: &Scenario, report: &Report) -> String {
    let mut facts = Vec::new();
    if report.served > 0 {
        facts.push(format!(
            "{} of {} had been served before",
            text::count(report.served),
            text::counted(report.clients, "client"),
        ));
    }
    let wasted = text::counted(report.requests.wasted, "request");
    facts.push(match report.peak_retries.count {
        0 | 1 => format!("{wasted} failed"),
        peak => format!(
            "{wasted} failed, up to {} of them within the same {}",
            text::count(peak),
            text::duration(scenario.observe.window),
        ),
    });
    facts.extend(failed(scenario, report));
    format!("The server never came back: {}.", text::clauses(&facts))
}

/// The server came back, but no client did.
fn of_no_return(scenario: &Scenario, report: &Report) -> String {
    if SimTime::ZERO + scenario.horizon <= scenario.server.outage.span().end {
        return format!(
            "The simulation stopped at {}, before the server was back: {} failed.",
            text::duration(scenario.horizon),
            text::counted(report.requests.wasted, "request"),
        );
    }
    format!(
        "No client came back after the outage: after {} in vain, {}.",
        text::counted(report.requests.total, "request"),
        text::clauses(&failed(scenario, report)),
    )
}

/// Every attempt was served.
fn of_no_failure(report: &Report) -> String {
    let all = all_of(report);
    match report.completion_s.last {
        Some(last) => format!(
            "{all} were served on their first attempt, the last after {}.",
            text::seconds(last)
        ),
        None => format!("{all} were served on their first attempt."),
    }
}

/// "All 2,000 clients came back in waves of up to 1,190/s, 9.9× what the server
/// can take".
fn coming(scenario: &Scenario, report: &Report) -> String {
    let who = if report.served == report.clients {
        all_of(report)
    } else {
        "The clients".to_owned()
    };
    let outage = scenario.server.outage.span();
    let verb = if outage.is_empty() {
        "came"
    } else {
        "came back"
    };
    let peak = &report.peak_after_recovery;
    match peak.over_capacity {
        None => format!("{who} {verb}{}", crowd(scenario, report)),
        Some(over) => {
            let how = match shape(scenario, report, over) {
                Shape::OneByOne => return format!("{who} {verb} one at a time"),
                Shape::Within => {
                    let rate = text::rate(peak.per_second);
                    return format!("{who} {verb} at up to {rate}, which the server can take");
                }
                Shape::Spread => "spread out: never more than",
                Shape::Bursts => "in bursts of up to",
                Shape::Waves => "in waves of up to",
                Shape::Flood => "in a flood of up to",
            };
            format!("{who} {verb} {how} {}", of_capacity(peak, over))
        }
    }
}

/// "1,190/s, 9.9× what the server can take".
fn of_capacity(peak: &Peak, over: f64) -> String {
    format!(
        "{}, {} what the server can take",
        text::rate(peak.per_second),
        text::multiple(over)
    )
}

/// How many came together, where the server has no limit to compare them with.
fn crowd(scenario: &Scenario, report: &Report) -> String {
    let window = text::duration(scenario.observe.window);
    match report.peak_after_recovery.count {
        count if count == report.clients => format!(", all within the same {window}"),
        0 | 1 => " one at a time".to_owned(),
        count => format!(
            ", up to {} of them within the same {window}",
            text::count(count)
        ),
    }
}

fn shape(scenario: &Scenario, report: &Report, over: f64) -> Shape {
    let peak = &report.peak_after_recovery;
    if peak.count <= 1 {
        Shape::OneByOne
    } else if over <= 1.0 {
        Shape::Within
    } else if over >= MANY && peak.per_second < MANY * mean_load(scenario, report) {
        Shape::Flood
    } else if in_step(scenario) {
        Shape::Waves
    } else if over < BURST {
        Shape::Spread
    } else {
        Shape::Bursts
    }
}

/// Whether clients that failed together come back together.
fn in_step(scenario: &Scenario) -> bool {
    scenario.fleet.seeding == Seeding::Identical
        || matches!(scenario.policy.jitter, Jitter::None | Jitter::Proportional)
}

/// Requests per second after the outage, until the last client was served or,
/// where some never were, the end of the simulation.
fn mean_load(scenario: &Scenario, report: &Report) -> f64 {
    let end = if report.unfinished > 0 {
        scenario.horizon.as_secs_f64()
    } else {
        report.completion_s.last.unwrap_or_default()
    };
    let recovery = scenario.server.outage.span().end.as_secs_f64();
    let window = scenario.observe.window.as_secs_f64();
    report.requests.after_recovery as f64 / (end - recovery).max(window)
}

/// "the last was served after 8 min 29 s", or who was not.
fn ending(scenario: &Scenario, report: &Report) -> String {
    let mut facts = failed(scenario, report);
    if let Some(last) = report.completion_s.last {
        let last_of = if facts.is_empty() {
            "the last"
        } else {
            "the last of the others"
        };
        facts.push(format!(
            "{last_of} was served after {}",
            text::seconds(last)
        ));
    }
    text::clauses(&facts)
}

/// Those who were not served: who gave up, and who still waited.
fn failed(scenario: &Scenario, report: &Report) -> Vec<String> {
    let mut facts = Vec::new();
    if report.gave_up > 0 {
        facts.push(format!("{} gave up", share(report.gave_up, report)));
    }
    if report.unfinished > 0 {
        facts.push(format!(
            "{} still waited when the simulation stopped at {}",
            share(report.unfinished, report),
            text::duration(scenario.horizon),
        ));
    }
    facts
}

/// "80 of 200 clients", or "all 200 clients".
fn share(part: u64, report: &Report) -> String {
    let clients = text::counted(report.clients, "client");
    if part == report.clients {
        return format!("all {clients}");
    }
    format!("{} of {clients}", text::count(part))
}

fn all_of(report: &Report) -> String {
    if report.clients == 2 {
        return "Both clients".to_owned();
    }
    format!("All {}", text::counted(report.clients, "client"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use retry_herd_core::{Growth, Run, SimDuration};

    /// 60 clients that knock at 0, 1, 3, 7, 15, … s; the server is up at 2 s and
    /// serves ten a second. No luck in it: the last ten are served at 127 s.
    fn in_unison() -> Scenario {
        let mut scenario = Scenario::default();
        scenario.fleet.clients = 60;
        scenario.fleet.arrivals = SimDuration::ZERO;
        scenario.server.outage.length = Some(SimDuration::from_secs(2));
        scenario.server.capacity = Some(10.0);
        scenario.server.tick = SimDuration::from_secs(1);
        scenario.observe.window = SimDuration::from_secs(1);
        scenario.policy.cap = None;
        scenario.policy.jitter = Jitter::None;
        scenario
    }

    fn told(change: impl FnOnce(&mut Scenario)) -> String {
        let mut scenario = in_unison();
        change(&mut scenario);
        sentence(&scenario, &Run::new(&scenario).finish().report())
    }

    #[test]
    fn a_herd_in_step_comes_in_waves() {
        assert_eq!(
            told(|_| ()),
            "All 60 clients came back in waves of up to 60/s, 6× what the server can take; \
             the last was served after 2 min 7 s."
        );
    }

    #[test]
    fn without_an_outage_nobody_comes_back() {
        assert_eq!(
            told(|s| s.server.outage.length = Some(SimDuration::ZERO)),
            "All 60 clients came in waves of up to 60/s, 6× what the server can take; \
             the last was served after 31 s."
        );
    }

    #[test]
    fn a_server_that_can_take_them_all_is_said_to() {
        assert_eq!(
            told(|s| s.server.capacity = Some(60.0)),
            "All 60 clients came back at up to 60/s, which the server can take; \
             the last was served after 3 s."
        );
    }

    #[test]
    fn jitter_dissolves_the_waves() {
        let spread = told(|s| {
            s.fleet.clients = 2_000;
            s.server.capacity = Some(200.0);
            s.server.outage.length = Some(SimDuration::from_secs(30));
            s.policy.jitter = Jitter::Full;
            s.policy.cap = Some(SimDuration::from_secs(10));
        });
        assert!(spread.contains(" came back "), "{spread}");
        assert!(!spread.contains("waves"), "{spread}");
    }

    #[test]
    fn who_gave_up_is_counted_before_who_was_served() {
        assert_eq!(
            told(|s| s.policy.max_attempts = Some(5)),
            "The clients came back in waves of up to 60/s, 6× what the server can take; \
             30 of 60 clients gave up, and the last of the others was served after 15 s."
        );
    }

    #[test]
    fn who_still_waits_at_the_end_is_not_said_to_have_given_up() {
        assert_eq!(
            told(|s| s.horizon = SimDuration::from_secs(10)),
            "The clients came back in waves of up to 60/s, 6× what the server can take; \
             40 of 60 clients still waited when the simulation stopped at 10 s, \
             and the last of the others was served after 7 s."
        );
    }

    #[test]
    fn a_fleet_that_gave_up_too_early_never_came_back() {
        assert_eq!(
            told(|s| s.policy.max_attempts = Some(2)),
            "No client came back after the outage: after 120 requests in vain, \
             all 60 clients gave up."
        );
    }

    #[test]
    fn a_simulation_may_stop_before_the_server_is_back() {
        assert_eq!(
            told(|s| s.horizon = SimDuration::from_millis(1_500)),
            "The simulation stopped at 1.5 s, before the server was back: 120 requests failed."
        );
    }

    #[test]
    fn a_server_may_never_come_back() {
        assert_eq!(
            told(|s| {
                s.server.outage.length = None;
                s.policy.max_attempts = Some(3);
            }),
            "The server never came back: 180 requests failed, up to 60 of them within the \
             same 1 s, and all 60 clients gave up."
        );
    }

    #[test]
    fn without_a_capacity_the_crowd_is_counted() {
        assert_eq!(
            told(|s| s.server.capacity = None),
            "All 60 clients came back, all within the same 1 s; the last was served after 3 s."
        );
    }

    #[test]
    fn a_healthy_server_is_no_story() {
        assert_eq!(
            told(|s| {
                s.server.outage.length = Some(SimDuration::ZERO);
                s.server.capacity = None;
            }),
            "All 60 clients were served on their first attempt, the last after 0 s."
        );
    }

    #[test]
    fn one_client_is_no_herd() {
        let one = |change: fn(&mut Scenario)| {
            told(|s| {
                s.fleet.clients = 1;
                change(s);
            })
        };
        assert_eq!(
            one(|_| ()),
            "The only client was served on attempt 3, at 3 s."
        );
        assert_eq!(
            one(|s| s.policy.max_attempts = Some(2)),
            "The only client gave up after 2 attempts."
        );
        assert_eq!(
            one(|s| s.horizon = SimDuration::from_secs(1)),
            "The only client still waited when the simulation stopped at 1 s, after 1 attempt."
        );
    }

    #[test]
    fn two_clients_are_both() {
        let both = told(|s| s.fleet.clients = 2);
        assert!(both.starts_with("Both clients came back"), "{both}");
    }

    #[test]
    fn a_load_that_never_ebbs_is_a_flood() {
        let flood = told(|s| {
            s.policy.growth = Growth::Fixed;
            s.fleet.clients = 600;
        });
        assert!(flood.contains(" in a flood of up to 600/s, 60×"), "{flood}");
    }

    #[test]
    fn progress_names_the_moment_and_the_clients() {
        assert_eq!(
            progress(1_000_000, 430_000, SimTime::from_nanos(75_000_000_000)),
            "Computing: up to 1 min 15 s, 430,000 of 1,000,000 clients were served or gave up."
        );
    }

    fn any_scenario() -> impl Strategy<Value = Scenario> {
        let fleet = (1_u32..300, 0_u64..3_000);
        let server = (
            0_u64..3_000,
            prop::option::of(0_u64..20_000),
            prop::option::of(0.5_f64..500.0),
        );
        let jitters = prop::sample::select(vec![
            Jitter::None,
            Jitter::Full,
            Jitter::Equal,
            Jitter::Decorrelated,
            Jitter::Proportional,
        ]);
        let policy = (jitters, prop::option::of(1_u32..12), 1_u64..60_000);
        (fleet, server, policy).prop_map(|(fleet, server, policy)| {
            let mut scenario = in_unison();
            scenario.fleet.clients = fleet.0;
            scenario.fleet.arrivals = SimDuration::from_millis(fleet.1);
            scenario.server.outage.start = SimDuration::from_millis(server.0);
            scenario.server.outage.length = server.1.map(SimDuration::from_millis);
            scenario.server.capacity = server.2;
            scenario.policy.jitter = policy.0;
            scenario.policy.max_attempts = policy.1;
            scenario.policy.cap = Some(SimDuration::from_secs(30));
            scenario.horizon = SimDuration::from_millis(policy.2);
            scenario
        })
    }

    proptest! {
        #[test]
        fn whatever_happened_can_be_told(scenario in any_scenario()) {
            let report = Run::new(&scenario).finish().report();
            let told = sentence(&scenario, &report);
            prop_assert!(told.ends_with('.') && !told.contains(".."), "{told}");
            prop_assert!(told.starts_with(char::is_uppercase), "{told}");
            for wrong in ["  ", " ,", ", and.", "; .", " 1 clients", " 0 of ", "NaN"] {
                prop_assert!(!told.contains(wrong), "{told}");
            }
            prop_assert_eq!(told.contains("gave up"), report.gave_up > 0, "{}", told);
            prop_assert!(told.len() < 400, "{told}");
        }
    }
}
