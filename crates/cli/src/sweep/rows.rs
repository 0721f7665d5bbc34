//! The rows that a sweep writes: one a run, or one a figure of a point.

use rayon::prelude::*;
use retry_herd_core::Value;

use super::bca::{Estimate, Statistic, estimate};
use super::columns::{Column, Kind};
use super::plan::Plan;

/// The figures of one run.
pub(super) type Figures = Vec<(&'static str, Option<f64>)>;

/// A row: names and values.
pub(super) type Row = Vec<(String, Value)>;

/// Which of the figures `names` are kept: all if none is asked for.
pub(super) fn kept(names: &[&'static str], asked: &[String]) -> Vec<&'static str> {
    let keep = |name: &&str| asked.is_empty() || asked.iter().any(|asked| asked == name);
    names.iter().copied().filter(keep).collect()
}

/// The figures of these names, in this order; null where the run has no such figure.
pub(super) fn named(names: &[&'static str], figures: &Figures) -> Figures {
    let value = |(at, &name): (usize, &&'static str)| {
        // Nearly always they are in the same order.
        let there = figures.get(at).filter(|figure| figure.0 == name);
        let found = there.or_else(|| figures.iter().find(|figure| figure.0 == name));
        (name, found.and_then(|figure| figure.1))
    };
    names.iter().enumerate().map(value).collect()
}

/// The columns of [`of_run`].
pub(super) fn columns_of_run(plan: &Plan, figures: &[&'static str]) -> Vec<Column> {
    let mut columns = vec![Column::new("seed", Kind::Count)];
    columns.extend(columns_varied(plan));
    columns.dedup_by(|later, first| later.name == first.name);
    columns.extend(figures.iter().map(|name| Column::new(*name, Kind::Number)));
    columns
}

/// The columns of [`of_point`].
pub(super) fn columns_of_point(plan: &Plan) -> Vec<Column> {
    let mut columns: Vec<Column> = columns_varied(plan).collect();
    columns.push(Column::new("figure", Kind::Words));
    columns.extend(["runs", "nulls"].map(|name| Column::new(name, Kind::Count)));
    for name in ["median", "mean"] {
        let ends = ["", "_low", "_high"];
        columns.extend(ends.map(|end| Column::new(format!("{name}{end}"), Kind::Number)));
    }
    columns
}

fn columns_varied(plan: &Plan) -> impl Iterator<Item = Column> {
    let number = |value: &String| matches!(plain(value), Value::Number(_));
    plan.axes().iter().map(move |axis| {
        let numbers = axis.values.iter().all(number);
        Column::new(axis.path, if numbers { Kind::Number } else { Kind::Words })
    })
}

/// One run, of this seed, as a row: its seed, what is varied, its figures.
pub(super) fn of_run(plan: &Plan, run: u64, seed: Value, figures: Figures) -> Row {
    let mut row = vec![("seed".to_owned(), seed)];
    row.extend(varied(plan, run / u64::from(plan.seeds())));
    // Where the seed is varied, the first column has it.
    row.dedup_by(|(later, _), (first, _)| later == first);
    let figures = figures.into_iter();
    row.extend(figures.map(|(name, value)| (name.to_owned(), or_null(value))));
    row
}

/// All runs of a point as rows, one a figure: medians and means with their intervals.
pub(super) fn of_point(plan: &Plan, point: u64, runs: &[Figures]) -> Vec<Row> {
    let names: Vec<&str> = runs
        .first()
        .into_iter()
        .flatten()
        .map(|(name, _)| *name)
        .collect();
    let row = |(at, name): (usize, &str)| {
        let values: Vec<Option<f64>> = runs.iter().map(|run| run[at].1).collect();
        let mut row = varied(plan, point);
        row.push(("figure".to_owned(), Value::Text(name.to_owned())));
        row.extend(spread(&values));
        row
    };
    names.into_par_iter().enumerate().map(row).collect()
}

/// All runs of points that differ in the last field alone as rows, one a figure of each
/// point but the first: how much more it is than the first one's with the same seed.
pub(super) fn of_pairs(plan: &Plan, first: u64, runs: &[Figures]) -> Vec<Row> {
    let seeds = plan.seeds() as usize;
    let (without, others) = runs.split_at(seeds.min(runs.len()));
    let of_other = |(at, with): (usize, &[Figures])| {
        let point = first + 1 + at as u64;
        let figures = 0..with.first().map_or(0, Vec::len);
        let row = |figure: usize| {
            let pairs = with.iter().zip(without);
            let pairs = pairs.map(|(with, without)| [with[figure].1, without[figure].1]);
            let pairs: Vec<[Option<f64>; 2]> = pairs.collect();
            let differences: Vec<f64> = pairs.iter().map(difference).collect();
            let nulls = pairs.iter().filter(|pair| pair.contains(&None)).count();
            let mut row = varied(plan, point);
            let name = Value::Text(with[0][figure].0.to_owned());
            row.push(("figure".to_owned(), name));
            row.extend(spread_of(&differences, nulls));
            row
        };
        figures.map(row).collect::<Vec<_>>()
    };
    others
        .chunks(seeds)
        .enumerate()
        .flat_map(of_other)
        .collect()
}

/// How much more the first of the two is. What never happens is endlessly later than
/// what does; of two that never happen, neither is later.
fn difference(pair: &[Option<f64>; 2]) -> f64 {
    match pair {
        [None, None] => 0.0,
        [with, without] => endless(*with) - endless(*without),
    }
}

/// A figure that is null in a run, because something never happened, counts as
/// endless: it has no mean then, and a median if fewer than half are so.
fn spread(values: &[Option<f64>]) -> Row {
    let endless: Vec<f64> = values.iter().map(|value| endless(*value)).collect();
    let nulls = values.iter().filter(|value| value.is_none()).count();
    spread_of(&endless, nulls)
}

fn endless(value: Option<f64>) -> f64 {
    value.unwrap_or(f64::INFINITY)
}

/// The median and the mean of values, some of which may be endless.
fn spread_of(values: &[f64], nulls: usize) -> Row {
    let finite = values.iter().all(|value| value.is_finite());
    let mean = finite.then(|| estimate(Statistic::Mean, values)).flatten();
    let mut row = vec![
        ("runs".to_owned(), Value::Number(values.len() as f64)),
        ("nulls".to_owned(), Value::Number(nulls as f64)),
    ];
    row.extend(estimated("median", estimate(Statistic::Median, values)));
    row.extend(estimated("mean", mean));
    row
}

fn estimated(name: &str, estimate: Option<Estimate>) -> [(String, Value); 3] {
    let number = |of: fn(Estimate) -> f64| or_null(estimate.map(of));
    [
        (name.to_owned(), number(|estimate| estimate.value)),
        (format!("{name}_low"), number(|estimate| estimate.low)),
        (format!("{name}_high"), number(|estimate| estimate.high)),
    ]
}

fn varied(plan: &Plan, point: u64) -> Row {
    let varied = plan.varied(point).into_iter();
    varied
        .map(|(path, value)| (path.to_owned(), plain(value)))
        .collect()
}

/// A number where it is one.
fn plain(value: &str) -> Value {
    let number = value.parse().ok().filter(|number: &f64| number.is_finite());
    number.map_or_else(|| Value::Text(value.to_owned()), Value::Number)
}

fn or_null(number: Option<f64>) -> Value {
    let number = number.filter(|number| number.is_finite());
    number.map_or(Value::Null, Value::Number)
}
