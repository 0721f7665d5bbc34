//! The rows that a sweep writes: one a run, or one a figure of a point.

use std::ops::Range;

use retry_herd_core::models::AnyReport;

use super::batch::Batch;
use super::bca::{self, Estimate};
use super::cell::Cell;
use super::columns::{Column, Kind};
use super::plan::{self, Plan};
use super::resamples::Middles;
use crate::error::Failure;

/// The figures of one run that are kept.
pub(super) type Figures = Vec<Option<f64>>;

/// A row: a cell for each column.
pub(super) type Row<'p> = Vec<Cell<'p>>;

/// The field that has a column anyway, first in the rows of runs.
const SEED: &str = "seed";

/// Which of the figures `names` are kept: all if none is asked for.
pub(super) fn kept(names: &[&'static str], asked: &[String]) -> Vec<&'static str> {
    let keep = |name: &&str| asked.is_empty() || asked.iter().any(|asked| asked == name);
    names.iter().copied().filter(keep).collect()
}

/// The figures of these names, in this order; null where the run has no such figure.
pub(super) fn figures<'k>(
    names: &'k [&'static str],
    report: &AnyReport,
) -> impl Iterator<Item = Option<f64>> + use<'k> {
    let figures = report.figures();
    names.iter().enumerate().map(move |(at, &name)| {
        // Nearly always they are in the same order.
        let there = figures.get(at).filter(|figure| figure.0 == name);
        let found = there.or_else(|| figures.iter().find(|figure| figure.0 == name));
        found.and_then(|figure| figure.1)
    })
}

/// The columns of [`of_runs`].
pub(super) fn columns_of_runs(plan: &Plan, figures: &[&'static str]) -> Vec<Column> {
    let mut columns = vec![Column::new(SEED, Kind::Count)];
    columns.extend(columns_varied(plan).filter(|column| column.name != SEED));
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
    let number = |value: &String| Cell::setting(value).number().is_some();
    plan.axes().iter().map(move |axis| {
        let numbers = axis.values.iter().all(number);
        Column::new(axis.path, if numbers { Kind::Number } else { Kind::Words })
    })
}

/// Runs some runs and adds their rows, one each: its seed, what is varied, its figures.
pub(super) fn of_runs<'p>(
    plan: &'p Plan,
    runs: Range<u64>,
    kept: &[&'static str],
    columns: &[Column],
    batch: &mut Batch<'p>,
) -> Result<(), Failure> {
    let mut row = Row::new();
    for (point, seeds) in plan.by_point(runs) {
        let varied = plan.varied(point).into_iter();
        let varied = varied.filter(|(path, _)| *path != SEED);
        let varied: Row = varied.map(|(_, value)| Cell::setting(value)).collect();
        for scenario in plan.scenarios(point, seeds) {
            row.clear();
            row.push(Cell::Number(plan::seed(&scenario) as f64));
            row.extend(&varied);
            row.extend(figures(kept, &scenario.run()).map(Cell::figure));
            batch.push(columns, &row)?;
        }
    }
    Ok(())
}

/// A figure of a point in all its runs.
pub(super) struct Sample {
    point: u64,
    figure: &'static str,
    /// Endless where the figure is null in a run, because something never happened: it
    /// has no mean then, and a median if fewer than half are so.
    values: Vec<f64>,
    nulls: usize,
}

/// The figures of all runs of a point.
pub(super) fn of_point(point: u64, kept: &[&'static str], runs: &[Figures]) -> Vec<Sample> {
    let sample = |(at, &figure): (usize, &&'static str)| Sample {
        point,
        figure,
        values: runs.iter().map(|run| endless(run[at])).collect(),
        nulls: runs.iter().filter(|run| run[at].is_none()).count(),
    };
    kept.iter().enumerate().map(sample).collect()
}

/// All runs of points that differ in the last field alone, so many of each: the figures
/// of each point but the first, as how much more they are than the first one's with the
/// same seed.
pub(super) fn of_pairs(
    first: u64,
    kept: &[&'static str],
    runs: &[Figures],
    seeds: usize,
) -> Vec<Sample> {
    let (without, others) = runs.split_at(seeds.min(runs.len()));
    let of_other = |(ahead, with): (u64, &[Figures])| {
        let sample = |(at, &figure): (usize, &&'static str)| {
            let pairs = with.iter().zip(without);
            let pairs: Vec<[Option<f64>; 2]> = pairs
                .map(|(with, without)| [with[at], without[at]])
                .collect();
            Sample {
                point: first + ahead,
                figure,
                values: pairs.iter().map(difference).collect(),
                nulls: pairs.iter().filter(|pair| pair.contains(&None)).count(),
            }
        };
        kept.iter().enumerate().map(sample).collect::<Vec<_>>()
    };
    (1..).zip(others.chunks(seeds)).flat_map(of_other).collect()
}

/// How much more the first of the two is. What never happens is endlessly later than
/// what does; of two that never happen, neither is later.
fn difference(pair: &[Option<f64>; 2]) -> f64 {
    match pair {
        [None, None] => 0.0,
        [with, without] => endless(*with) - endless(*without),
    }
}

fn endless(value: Option<f64>) -> f64 {
    value.unwrap_or(f64::INFINITY)
}

/// The samples as rows: their medians and means, with their intervals.
pub(super) fn of_samples<'p>(
    plan: &'p Plan,
    samples: Vec<Sample>,
    middles: &Middles,
) -> Vec<Row<'p>> {
    let values: Vec<&[f64]> = samples.iter().map(|sample| &*sample.values).collect();
    let estimates = bca::medians_and_means(&values, middles);
    let row = |(sample, [median, mean]): (Sample, [Option<Estimate>; 2])| {
        let mut row = varied(plan, sample.point);
        row.push(Cell::Words(sample.figure));
        let counts = [sample.values.len(), sample.nulls];
        row.extend(counts.map(|count| Cell::Number(count as f64)));
        row.extend(ends(median));
        row.extend(ends(mean));
        row
    };
    samples.into_iter().zip(estimates).map(row).collect()
}

fn ends(estimate: Option<Estimate>) -> [Cell<'static>; 3] {
    let parts: [fn(Estimate) -> f64; 3] = [|e| e.value, |e| e.low, |e| e.high];
    parts.map(|part| Cell::figure(estimate.map(part)))
}

fn varied(plan: &Plan, point: u64) -> Row<'_> {
    let varied = plan.varied(point).into_iter();
    varied.map(|(_, value)| Cell::setting(value)).collect()
}
