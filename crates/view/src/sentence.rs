//! One sentence of plain words that says what happened.

use retry_herd_core::{
    Jitter, Peak, Policy, Report, RetryAfterRule, Scenario, Seeding, SimDuration, SimTime, WHOLE,
};

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
        _ if !WHOLE => String::new(),
        Jitter::Range => format!(
            "Jitter of {} to {} times",
            text::number(policy.low),
            text::number(policy.high)
        ),
        Jitter::Added => "Added jitter".to_owned(),
        Jitter::MedianFirst => "Median-first jitter".to_owned(),
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
            "{wasted} failed, with up to {} retries within the same {}",
            text::count(peak),
            window(scenario),
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
    let window = window(scenario);
    match report.peak_after_recovery.count {
        count if count == report.clients => format!(", all within the same {window}"),
        0 | 1 => " one at a time".to_owned(),
        count => format!(
            ", up to {} of them within the same {window}",
            text::count(count)
        ),
    }
}

/// What "within the same" is said of: 100 ms, or second.
fn window(scenario: &Scenario) -> String {
    let window = scenario.observe.window;
    if window == SimDuration::from_secs(1) {
        return "second".to_owned();
    }
    text::duration(window)
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
    let policy = &scenario.policy;
    let replies = [policy.retry_after.outage, policy.retry_after.overload];
    // One answer to all keeps the shape of the herd that it was sent to.
    let obeys =
        WHOLE && scenario.server.retry_after.is_some() && replies.contains(&RetryAfterRule::Obey);
    policy.offset == SimDuration::ZERO
        && (scenario.fleet.seeding == Seeding::Identical
            || obeys
            || matches!(policy.jitter, Jitter::None | Jitter::Proportional))
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
mod tests;
