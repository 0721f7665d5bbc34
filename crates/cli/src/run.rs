//! `retry-herd run`: a scenario's report, or the spread over several seeds.

use retry_herd_core::models::AnyScenario;
use retry_herd_core::{Report, Run, Scenario, Summary};
use retry_herd_view::figures::{figures, floor};
use retry_herd_view::sentence::sentence;
use retry_herd_view::text;

use crate::args::{Format, RunArgs};
use crate::error::Failure;
use crate::output::{self, WithScenario};
use crate::{model_run, summary_table, table};

/// Runs what the arguments select and prints the result.
pub(crate) fn run(args: &RunArgs) -> Result<(), Failure> {
    if args.with_scenario && args.format != Format::Json {
        return Err(Failure::Usage(
            "--with-scenario: only JSON can hold it; allowed: with --format json".to_owned(),
        ));
    }
    let scenario = match args.selection.any()? {
        AnyScenario::Outage(scenario) => scenario,
        model => return model_run::run(args, &model),
    };
    if args.seeds == 1 {
        let report = Run::new(&scenario).finish().report();
        return print_report(args, &scenario, &report);
    }
    let summary = Summary::of(&scenario, args.seeds)?;
    match args.format {
        Format::Table => output::text(&summary_table::text(&scenario, &summary)),
        Format::Json if args.with_scenario => output::json(&WithScenario::new(&summary, &scenario)),
        Format::Json => output::json(&summary),
        Format::Csv => print_csv(&scenario, &summary.runs),
    }
}

fn print_report(args: &RunArgs, scenario: &Scenario, report: &Report) -> Result<(), Failure> {
    match args.format {
        Format::Table => output::text(&report_text(scenario, report)),
        Format::Json if args.with_scenario => output::json(&WithScenario::new(report, scenario)),
        Format::Json => output::json(report),
        Format::Csv => print_csv(scenario, std::slice::from_ref(report)),
    }
}

fn report_text(scenario: &Scenario, report: &Report) -> String {
    let mut rows = table::table();
    for figure in figures(scenario, report) {
        rows.add_row([figure.label, &figure.value, &figure.note]);
    }
    rows.add_row([
        "Physical floor",
        &floor_text(scenario),
        "no policy can serve all before",
    ]);
    let seed = scenario.seed.to_string();
    rows.add_row(["Seed", &seed, "every draw follows from it"]);
    format!(
        "{}\n{}\n\n{}",
        heading(scenario),
        sentence(scenario, report),
        table::text(rows, &[1])
    )
}

/// "app-recovery: 2,000 clients, full jitter".
pub(crate) fn heading(scenario: &Scenario) -> String {
    let clients = text::counted(u64::from(scenario.fleet.clients), "client");
    let jitter = scenario.policy.jitter.name();
    format!("{}: {clients}, jitter {jitter}", scenario.name)
}

/// When the last client can be served at the earliest.
pub(crate) fn floor_text(scenario: &Scenario) -> String {
    floor(scenario).map_or_else(|| "never".to_owned(), text::time)
}

/// One row a run, with the seed that gave it.
fn print_csv(scenario: &Scenario, runs: &[Report]) -> Result<(), Failure> {
    let paths = scenario.figures().map(|figure| figure.path);
    let head: Vec<_> = ["name", "seed"].into_iter().chain(paths).collect();
    let rows = (scenario.seed..).zip(runs).map(|(seed, run)| {
        let figures = scenario.figures();
        let figures = figures.map(|figure| output::cell((figure.get)(run)));
        [scenario.name.clone(), seed.to_string()]
            .into_iter()
            .chain(figures)
    });
    output::csv(&head, rows)
}
