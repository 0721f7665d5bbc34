//! Runs of the models beside the outage herd: their figures, one by one.

use retry_herd_core::models::{AnyReport, AnyScenario};
use retry_herd_core::{Spread, Value};
use serde::Serialize;

use crate::args::{Format, RunArgs};
use crate::error::Failure;
use crate::{output, table, words};

/// Several runs, each with a seed of its own. A mean of a model's runs may be no run
/// at all, so all of them are there.
#[derive(Serialize)]
struct Summary<'r> {
    mean: Value,
    sd: Value,
    runs: &'r [AnyReport],
}

/// A report with the scenario that it is of.
#[derive(Serialize)]
struct WithScenario<'r, R: Serialize> {
    #[serde(flatten)]
    result: &'r R,
    scenario: Value,
}

/// Runs `scenario` with as many seeds as asked for, and prints the result.
pub(crate) fn run(args: &RunArgs, scenario: &AnyScenario) -> Result<(), Failure> {
    let seeds = seeds(scenario, args.seeds)?;
    let run = |&seed: &u64| {
        let mut scenario = scenario.clone();
        scenario.set_seed(seed);
        scenario.run()
    };
    let reports: Vec<AnyReport> = seeds.iter().map(run).collect();
    match (args.format, reports.as_slice()) {
        (Format::Table, [report]) => output::text(&report_text(scenario, report)),
        (Format::Table, reports) => output::text(&summary_text(scenario, reports)),
        (Format::Csv, reports) => csv(scenario, &seeds, reports),
        (Format::Json, [report]) => json(args, scenario, report),
        (Format::Json, reports) => json(args, scenario, &summary(reports)),
    }
}

fn seeds(scenario: &AnyScenario, count: u32) -> Result<Vec<u64>, Failure> {
    const LARGEST: u64 = (1 << 53) - 1;
    let first = scenario.get("seed").and_then(|seed| seed.as_number());
    let first = first.unwrap_or_default() as u64;
    let last = first + u64::from(count - 1);
    if last > LARGEST {
        return Err(Failure::Usage(format!(
            "--seeds: there are not {count} seeds from {first} on; allowed: a smaller seed"
        )));
    }
    Ok((first..=last).collect())
}

fn json<R: Serialize>(args: &RunArgs, scenario: &AnyScenario, result: &R) -> Result<(), Failure> {
    if !args.with_scenario {
        return output::json(result);
    }
    let scenario = scenario.to_value();
    output::json(&WithScenario { result, scenario })
}

fn csv(scenario: &AnyScenario, seeds: &[u64], reports: &[AnyReport]) -> Result<(), Failure> {
    let paths = reports.first().map(AnyReport::figures).unwrap_or_default();
    let head = ["name", "seed"].into_iter();
    let head: Vec<_> = head.chain(paths.iter().map(|(path, _)| *path)).collect();
    let name = name(scenario);
    let rows = seeds.iter().zip(reports).map(|(seed, report)| {
        let figures = report.figures().into_iter();
        let figures = figures.map(|(_, value)| output::cell(value));
        [name.clone(), seed.to_string()].into_iter().chain(figures)
    });
    output::csv(&head, rows)
}

fn report_text(scenario: &AnyScenario, report: &AnyReport) -> String {
    let mut rows = table::table();
    for (path, value) in report.figures() {
        rows.add_row([path.to_owned(), word(value)]);
    }
    let seed = scenario.get("seed").map(|seed| seed.plain());
    rows.add_row(["seed".to_owned(), seed.unwrap_or_default()]);
    format!("{}\n\n{}", heading(scenario), table::text(rows, &[1]))
}

fn summary_text(scenario: &AnyScenario, reports: &[AnyReport]) -> String {
    let mut rows = table::table();
    rows.set_header(["figure", "mean", "sd of one run", "lowest", "highest"]);
    for (path, values) in columns(reports) {
        let spread = Spread::of(&values);
        let known = || values.iter().copied().flatten();
        let least = known().min_by(f64::total_cmp);
        let most = known().max_by(f64::total_cmp);
        let cells = [spread.mean, spread.sd, least, most].map(word);
        rows.add_row([path.to_owned()].into_iter().chain(cells));
    }
    let heading = heading(scenario);
    let count = reports.len();
    let table = table::text(rows, &[1, 2, 3, 4]);
    format!("{heading}: {count} seeds\n\n{table}")
}

fn summary(reports: &[AnyReport]) -> Summary<'_> {
    let spreads = columns(reports)
        .into_iter()
        .map(|(path, values)| (path, Spread::of(&values)));
    let spreads: Vec<_> = spreads.collect();
    let table = |of: fn(&Spread) -> Option<f64>| {
        let entry = |(path, spread): &(&str, Spread)| {
            let value = of(spread).map_or(Value::Null, Value::Number);
            ((*path).to_owned(), value)
        };
        Value::Table(spreads.iter().map(entry).collect())
    };
    Summary {
        mean: table(|spread| spread.mean),
        sd: table(|spread| spread.sd),
        runs: reports,
    }
}

/// Every figure with its values, run by run.
fn columns(reports: &[AnyReport]) -> Vec<(&'static str, Vec<Option<f64>>)> {
    let figures: Vec<_> = reports.iter().map(AnyReport::figures).collect();
    let first = figures.first().into_iter().flatten().enumerate();
    let column = |(at, (path, _)): (usize, &(&'static str, Option<f64>))| {
        let values = figures.iter().map(|run| run[at].1).collect();
        (*path, values)
    };
    first.map(column).collect()
}

fn word(value: Option<f64>) -> String {
    value.map_or_else(|| "none".to_owned(), words::significant)
}

/// "collapse-backoff, of kind collapse".
fn heading(scenario: &AnyScenario) -> String {
    format!("{}, of kind {}", name(scenario), scenario.kind())
}

fn name(scenario: &AnyScenario) -> String {
    let name = scenario.get("name").map(|name| name.plain());
    name.unwrap_or_default()
}
