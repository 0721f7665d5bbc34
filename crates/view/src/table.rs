//! The table twins of the pictures: what the eye sees, as rows of text.

use retry_herd_core::{
    Outcome, Report, Scenario, SimDuration, SimTime, Step, Trace, WHOLE, Window,
};

use crate::axis::step_of_at_least;
use crate::figures::floor;
use crate::text;

/// A table of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it is about, in one line.
    pub caption: String,
    /// What is in each column.
    pub columns: Vec<&'static str>,
    /// As many cells in each row as there are columns.
    pub rows: Vec<Vec<String>>,
    /// What is left out; empty if nothing is.
    pub note: String,
}

/// Rows of the load table, at most.
const LOAD_ROWS: f64 = 20.0;

/// The load over time, from 0 to `end`: what [`retry_herd_core::Run::windows`] holds,
/// added up to at most 20 equal stretches of a round length.
///
/// A wave is shorter than a stretch, so the busiest window of each stands beside its
/// sum.
pub fn load(scenario: &Scenario, windows: &[Window], end: SimTime) -> Table {
    let window = scenario.observe.window;
    let per_row = windows_per_row(window, end);
    let rows = windows_until(window, end).div_ceil(per_row);
    let row = |index: u64| {
        let from = (index * per_row).min(windows.len() as u64) as usize;
        let to = ((index + 1) * per_row).min(windows.len() as u64) as usize;
        load_row(
            window,
            window.times(per_row).times(index),
            &windows[from..to],
        )
    };
    Table {
        caption: format!(
            "Requests in every {}",
            text::duration(window.times(per_row))
        ),
        columns: vec![
            "From",
            "Arrivals",
            "Wasted",
            "Rejected",
            "Served",
            "Busiest window",
        ],
        rows: (0..rows).map(row).collect(),
        note: format!("Windows are {} long.", text::duration(window)),
    }
}

/// The totals of a run.
pub fn totals(scenario: &Scenario, report: &Report) -> Table {
    let never = || "never".to_owned();
    let at = |seconds: Option<f64>| seconds.map_or_else(never, text::seconds);
    let completion = &report.completion_s;
    let requests = &report.requests;
    let rows = [
        ("Clients", text::count(report.clients)),
        ("Served", text::count(report.served)),
        ("Gave up", text::count(report.gave_up)),
        ("Still waiting at the end", text::count(report.unfinished)),
        ("Requests", text::count(requests.total)),
        ("Requests during the outage", text::count(requests.wasted)),
        (
            "Requests to the working server",
            text::count(requests.after_recovery),
        ),
        ("Requests rejected", text::count(requests.rejected)),
        (
            "Peak after recovery",
            text::rate(report.peak_after_recovery.per_second),
        ),
        (
            "Peak of retries",
            text::rate(report.peak_retries.per_second),
        ),
        ("50 % served", at(completion.p50)),
        ("90 % served", at(completion.p90)),
        ("99 % served", at(completion.p99)),
        ("Last one served", at(completion.last)),
        (
            "Serving all takes at least",
            floor(scenario).map_or_else(never, text::time),
        ),
        ("Tick of the server", text::duration(scenario.server.tick)),
    ];
    Table {
        caption: "The run in numbers".to_owned(),
        columns: vec!["What", "How much"],
        rows: rows
            .into_iter()
            .map(|(name, value)| vec![name.to_owned(), value])
            .collect(),
        note: String::new(),
    }
}

/// One client's attempts: the first `limit` of them.
pub fn client(trace: &Trace, limit: usize) -> Table {
    let shown = &trace.attempts[..trace.attempts.len().min(limit)];
    let last = trace.attempts.last().map_or(0, |step| step.attempt);
    let made = trace.ending.map_or(last, |ending| ending.attempt) as usize;
    let gave_up = trace
        .ending
        .filter(|ending| !ending.served)
        .map(|ending| ending.attempt);
    Table {
        caption: format!("The attempts of {}", text::client(trace.client)),
        columns: vec!["Attempt", "At", "Outcome", "Ceiling", "Drawn from", "Wait"],
        rows: shown
            .iter()
            .map(|step| client_row(step, gave_up == Some(step.attempt)))
            .collect(),
        note: match made.saturating_sub(shown.len()) {
            0 => String::new(),
            1 => "One more attempt is left out.".to_owned(),
            more => format!("{} more attempts are left out.", text::count(more as u64)),
        },
    }
}

fn client_row(step: &Step, gave_up: bool) -> Vec<String> {
    let outcome = match step.outcome {
        Outcome::Wasted => "wasted",
        Outcome::Rejected => "rejected",
        Outcome::ShortCircuited if WHOLE => "short-circuited",
        Outcome::Served | Outcome::ShortCircuited => "served",
    };
    let outcome = if gave_up {
        format!("{outcome}, gave up")
    } else {
        outcome.to_owned()
    };
    let mut row = vec![
        text::count(u64::from(step.attempt)),
        text::time(step.at),
        outcome,
    ];
    let none = || "–".to_owned();
    row.extend(match step.terms {
        None => [none(), none()],
        Some(terms) => [
            text::duration(terms.ceiling),
            range(terms.interval.low, terms.interval.high),
        ],
    });
    row.push(step.wait.map_or_else(none, text::duration));
    row
}

/// "0 s to 8 s", or the one value.
fn range(low: SimDuration, high: SimDuration) -> String {
    if low == high {
        return text::duration(low);
    }
    format!("{} to {}", text::duration(low), text::duration(high))
}

fn load_row(window: SimDuration, from: SimDuration, windows: &[Window]) -> Vec<String> {
    let sum = |of: fn(&Window) -> u32| {
        let all: u64 = windows.iter().map(|window| u64::from(of(window))).sum();
        text::count(all)
    };
    let busiest = windows.iter().map(Window::arrivals).max().unwrap_or(0);
    vec![
        text::duration(from),
        sum(Window::arrivals),
        sum(|window| window.wasted),
        sum(|window| window.rejected),
        sum(|window| window.served),
        text::rate(f64::from(busiest) / window.as_secs_f64()),
    ]
}

/// How many windows begin before `end`; one at least.
fn windows_until(window: SimDuration, end: SimTime) -> u64 {
    end.as_nanos().div_ceil(window.as_nanos()).max(1)
}

/// How many windows make a row: a round length, or the next whole number of windows.
fn windows_per_row(window: SimDuration, end: SimTime) -> u64 {
    // The step may be a millionth shorter than what is asked for.
    let least = end.as_secs_f64() / LOAD_ROWS * 1.000_01;
    let length = SimDuration::from_secs_f64(step_of_at_least(least));
    length.as_nanos().div_ceil(window.as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use retry_herd_core::{Preset, Run};

    fn preset(name: &str) -> Scenario {
        Preset::named(name).expect("a preset").scenario()
    }

    fn cells(table: &Table, column: usize) -> Vec<u64> {
        let cell = |row: &Vec<String>| row[column].replace(',', "").parse().unwrap();
        table.rows.iter().map(cell).collect()
    }

    #[test]
    fn a_load_table_has_round_rows_up_to_the_end_of_the_axis() {
        let window = |arrivals| Window {
            wasted: 0,
            rejected: arrivals,
            served: 1,
            retries: 0,
        };
        let mut scenario = preset("app-recovery");
        scenario.observe.window = SimDuration::from_secs(1);
        let windows: Vec<Window> = (0..30).map(window).collect();
        let table = load(&scenario, &windows, SimTime::from_nanos(89_500_000_000));
        assert_eq!(table.caption, "Requests in every 5 s");
        assert_eq!(table.rows.len(), 18);
        assert_eq!(table.rows[1], ["5 s", "40", "0", "35", "5", "10/s"]);
        assert_eq!(table.rows[17], ["1 min 25 s", "0", "0", "0", "0", "0/s"]);
    }

    #[test]
    fn totals_show_the_floor_and_the_tick() {
        let scenario = preset("app-recovery");
        let report = Run::new(&scenario).finish().report();
        let totals = totals(&scenario, &report);
        let row = |name: &str| totals.rows.iter().find(|row| row[0] == name).unwrap()[1].clone();
        assert_eq!(row("Clients"), "2,000");
        assert_eq!(row("Serving all takes at least"), "46.7 s");
        assert_eq!(row("Tick of the server"), "100 ms");
    }

    #[test]
    fn the_glossary_client_has_its_waits_in_a_table() {
        let trace = Trace::in_herd(&preset("glossary"), 0);
        let table = client(&trace, 100);
        assert_eq!(table.caption, "The attempts of client 1");
        assert_eq!(
            table.rows,
            [
                ["1", "0 s", "wasted", "1 s", "0 s to 1 s", "461 ms"],
                ["2", "461 ms", "wasted", "2 s", "0 s to 2 s", "419 ms"],
                ["3", "880 ms", "wasted", "4 s", "0 s to 4 s", "2.23 s"],
                ["4", "3.11 s", "wasted", "8 s", "0 s to 8 s", "4.75 s"],
                ["5", "7.87 s", "served", "–", "–", "–"],
            ]
        );
        assert_eq!(table.note, "");
    }

    #[test]
    fn a_long_table_says_what_it_leaves_out() {
        let mut scenario = preset("glossary");
        scenario.server.outage.length = None;
        let trace = Trace::in_herd(&scenario, 0);
        let table = client(&trace, 3);
        assert_eq!(table.rows.len(), 3);
        assert_eq!(table.note, "4 more attempts are left out.");
        let last = client(&trace, 100).rows.pop().unwrap();
        assert_eq!(last[2], "wasted, gave up");
    }

    proptest! {
        #[test]
        fn the_rows_of_a_load_table_hold_every_arrival(
            window in 1_u64..3_000,
            arrivals in prop::collection::vec(0_u32..50, 1..400),
            beyond in 0_u64..1_000_000,
        ) {
            let mut scenario = preset("app-recovery");
            scenario.observe.window = SimDuration::from_millis(window);
            let windows: Vec<Window> = arrivals
                .iter()
                .map(|&served| Window { served, ..Window::default() })
                .collect();
            let end = SimDuration::from_millis(window * arrivals.len() as u64 + beyond);
            let table = load(&scenario, &windows, SimTime::ZERO + end);
            let all: u64 = arrivals.iter().map(|&served| u64::from(served)).sum();
            prop_assert_eq!(cells(&table, 1).iter().sum::<u64>(), all);
            prop_assert!((1..=20).contains(&table.rows.len()));
            for row in &table.rows {
                prop_assert_eq!(row.len(), table.columns.len());
            }
        }
    }
}
