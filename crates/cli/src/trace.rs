//! `retry-herd trace`: one client's timeline, the formula evaluated.

use retry_herd_core::{FieldError, GaveUp, Jitter, Outcome, Problem, Scenario, Step, Trace};
use retry_herd_view::formula::{Formula, rule_of};
use retry_herd_view::text;
use serde::Serialize;

use crate::args::{Format, TraceArgs};
use crate::error::Failure;
use crate::output::{self, cell};
use crate::table;

/// A timeline as programs read it; clients are counted from 1, times in seconds.
#[derive(Serialize)]
struct Timeline {
    scenario: String,
    seed: u64,
    client: u32,
    clients: u32,
    /// The delay rule in symbols.
    rule: String,
    attempts: Vec<Row>,
    /// Null if the client still waited at the horizon.
    ending: Option<Ending>,
}

#[derive(Serialize)]
struct Row {
    attempt: u32,
    at_s: f64,
    /// When the client had its answer: later only if it waited in a queue.
    answered_s: f64,
    outcome: &'static str,
    /// Of the client's own delay. Null after the last attempt, and where a
    /// Retry-After stands in for it.
    formula: Option<Evaluated>,
    /// The Retry-After that the client heeds, as it was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<String>,
    /// How long that is, up to the client's limit.
    retry_after_s: Option<f64>,
    /// How long the client waits, all told; null after the last attempt.
    wait_s: Option<f64>,
    next_at_s: Option<f64>,
}

/// The evaluated formula.
#[derive(Serialize)]
struct Evaluated {
    n: u32,
    /// Null with decorrelated jitter, which has no ceiling.
    ceiling_s: Option<f64>,
    /// Null without decorrelated jitter, which alone looks back.
    previous_s: Option<f64>,
    low_s: f64,
    high_s: f64,
    drawn_s: f64,
    delay_s: f64,
    /// The rule with its numbers put in, and what it comes to.
    numbers: String,
    result: String,
}

#[derive(Serialize)]
struct Ending {
    attempt: u32,
    served: bool,
}

/// Runs the herd and prints the timeline of the client.
pub(crate) fn trace(args: &TraceArgs) -> Result<(), Failure> {
    let scenario = args.selection.scenario()?;
    if args.client > scenario.fleet.clients {
        return Err(Failure::Field(FieldError {
            field: "--client".to_owned(),
            value: args.client.to_string(),
            problem: Problem::OutOfRange,
            allowed: format!("1 to {}", scenario.fleet.clients),
        }));
    }
    let trace = Trace::in_herd(&scenario, args.client - 1);
    match args.format {
        Format::Table => output::text(&timeline_text(&scenario, &trace)),
        Format::Json => output::json(&timeline(&scenario, &trace)),
        Format::Csv => print_csv(&timeline(&scenario, &trace)),
    }
}

fn timeline(scenario: &Scenario, trace: &Trace) -> Timeline {
    Timeline {
        scenario: scenario.name.clone(),
        seed: scenario.seed,
        client: trace.client + 1,
        clients: scenario.fleet.clients,
        rule: rule_of(&scenario.policy).text,
        attempts: trace
            .attempts
            .iter()
            .map(|step| row(scenario, step))
            .collect(),
        ending: trace.ending.map(|ending| Ending {
            attempt: ending.attempt,
            served: ending.served,
        }),
    }
}

fn row(scenario: &Scenario, step: &Step) -> Row {
    Row {
        attempt: step.attempt,
        at_s: step.at.as_secs_f64(),
        answered_s: step.answered.as_secs_f64(),
        outcome: outcome(step.outcome),
        formula: evaluated(scenario, step),
        retry_after: step.reply.map(|reply| reply.header.to_string()),
        retry_after_s: step.reply.map(|reply| reply.after.as_secs_f64()),
        wait_s: step.wait.map(retry_herd_core::SimDuration::as_secs_f64),
        next_at_s: step.due.map(retry_herd_core::SimTime::as_secs_f64),
    }
}

fn evaluated(scenario: &Scenario, step: &Step) -> Option<Evaluated> {
    let terms = step.terms?;
    let formula = Formula::of(&scenario.policy, step)?;
    let looks_back = scenario.policy.jitter == Jitter::Decorrelated;
    Some(Evaluated {
        n: terms.retry,
        ceiling_s: (!looks_back).then(|| terms.ceiling.as_secs_f64()),
        previous_s: looks_back.then(|| terms.previous.as_secs_f64()),
        low_s: terms.interval.low.as_secs_f64(),
        high_s: terms.interval.high.as_secs_f64(),
        drawn_s: terms.drawn.as_secs_f64(),
        delay_s: terms.delay.as_secs_f64(),
        numbers: formula.numbers.text,
        result: formula.result.text,
    })
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Wasted => "wasted",
        Outcome::Rejected => "rejected",
        Outcome::Served => "served",
        Outcome::ShortCircuited => "short-circuited",
    }
}

fn timeline_text(scenario: &Scenario, trace: &Trace) -> String {
    let mut rows = table::table();
    let replied = trace.attempts.iter().any(|step| step.reply.is_some());
    let mut head = vec![
        "attempt",
        "at",
        "outcome",
        "n",
        "with its numbers",
        "result",
    ];
    head.extend(replied.then_some("Retry-After"));
    rows.set_header(head);
    for step in &trace.attempts {
        let formula = Formula::of(&scenario.policy, step);
        let (numbers, result) = formula
            .map(|formula| (formula.numbers.text, formula.result.text))
            .unwrap_or_default();
        let mut row = vec![
            step.attempt.to_string(),
            text::time(step.at),
            outcome(step.outcome).to_owned(),
            step.terms
                .map(|terms| terms.retry.to_string())
                .unwrap_or_default(),
            numbers,
            result,
        ];
        let header = step.reply.map(|reply| reply.header.to_string());
        row.extend(replied.then(|| header.unwrap_or_default()));
        rows.add_row(row);
    }
    format!(
        "{}: {} of {}, seed {}\n{}\n\n{}\n{}\n",
        scenario.name,
        text::client(trace.client),
        text::count(u64::from(scenario.fleet.clients)),
        scenario.seed,
        rule_of(&scenario.policy).text,
        table::text(rows, &[0, 1, 3]),
        ending(scenario, trace)
    )
}

/// How it ended, in a sentence.
fn ending(scenario: &Scenario, trace: &Trace) -> String {
    let horizon = text::duration(scenario.horizon);
    let Some(ending) = trace.ending else {
        return format!("Still waiting at the horizon, {horizon}.");
    };
    let attempts = text::count(u64::from(ending.attempt));
    let last = trace
        .attempts
        .last()
        .filter(|step| step.attempt == ending.attempt);
    let at = last
        .map(|step| format!(" at {}", text::time(step.at)))
        .unwrap_or_default();
    let kept = match last {
        Some(_) => String::new(),
        None => format!(
            " The first {} are shown.",
            text::count(trace.attempts.len() as u64)
        ),
    };
    let fate = if ending.served {
        "Served by"
    } else {
        "Gave up after"
    };
    let why = trace.gave_up.map(reason).unwrap_or_default();
    format!("{fate} attempt {attempts}{at}{why}.{kept}")
}

/// Why it gave up, where its attempts and its deadline do not say so.
fn reason(gave_up: GaveUp) -> &'static str {
    match gave_up {
        GaveUp::Attempts | GaveUp::Deadline => "",
        GaveUp::Fatal => ": such a failure it does not retry",
        GaveUp::RetryAfter => ": it is told to wait too long",
        GaveUp::Left => ": it leaves before the next one",
        GaveUp::Budget => ": the retry budget has no token for another",
    }
}

fn print_csv(timeline: &Timeline) -> Result<(), Failure> {
    const HEAD: [&str; 17] = [
        "client",
        "attempt",
        "at_s",
        "outcome",
        "n",
        "ceiling_s",
        "previous_s",
        "low_s",
        "high_s",
        "drawn_s",
        "delay_s",
        "answered_s",
        "retry_after_s",
        "wait_s",
        "next_at_s",
        "numbers",
        "result",
    ];
    let rows = timeline.attempts.iter().map(|row| {
        let formula = row.formula.as_ref();
        let number = |get: fn(&Evaluated) -> Option<f64>| cell(formula.and_then(get));
        let text = |get: fn(&Evaluated) -> &String| formula.map(get).cloned().unwrap_or_default();
        [
            timeline.client.to_string(),
            row.attempt.to_string(),
            cell(Some(row.at_s)),
            row.outcome.to_owned(),
            formula.map(|terms| terms.n.to_string()).unwrap_or_default(),
            number(|terms| terms.ceiling_s),
            number(|terms| terms.previous_s),
            number(|terms| Some(terms.low_s)),
            number(|terms| Some(terms.high_s)),
            number(|terms| Some(terms.drawn_s)),
            number(|terms| Some(terms.delay_s)),
            cell(Some(row.answered_s)),
            cell(row.retry_after_s),
            cell(row.wait_s),
            cell(row.next_at_s),
            text(|terms| &terms.numbers),
            text(|terms| &terms.result),
        ]
    });
    output::csv(&HEAD, rows)
}
