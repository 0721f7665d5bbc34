//! Rows as lines of a chart: which column is the field from left to right, which one
//! has a line for each value, and what was found there.

use std::path::Path;

use retry_herd_core::{Scenario, Value};
use retry_herd_view::scale::Unit;
use retry_herd_view::sweep_chart::{Middle, SweepLine, SweepPoint};
use retry_herd_view::text;

use super::read;
use crate::error::Failure;
use crate::sweep::{Statistic, all_figures, estimate};

/// What is asked for.
pub(super) struct Asked<'a> {
    pub(super) figure: &'a str,
    /// The field from left to right.
    pub(super) x: Option<&'a str>,
    pub(super) statistic: Statistic,
}

/// What a chart shows.
pub(super) struct Read {
    /// The field from left to right.
    pub(super) field: String,
    pub(super) x: X,
    /// The field with a line for each value, if there is one.
    pub(super) by: Option<String>,
    pub(super) lines: Vec<SweepLine>,
    /// The fewest and the most runs of one setting; `None` if they are not there.
    pub(super) runs: Option<(usize, usize)>,
}

/// The values of the field from left to right, each once.
pub(super) enum X {
    /// Ascending.
    Numbers(Vec<f64>, Unit),
    /// As they come.
    Words(Vec<String>),
}

/// The columns of a file that are read, by their places in a row.
struct Columns {
    varied: Vec<String>,
    aggregated: bool,
}

/// A row without what is the same for all.
struct Row {
    varied: Vec<Value>,
    figure: Found,
}

enum Found {
    Run(Option<f64>),
    Middle(Option<Middle>),
}

/// The lines in the file at `path`.
pub(super) fn of(path: &Path, asked: &Asked<'_>) -> Result<Read, Failure> {
    let mut columns = None;
    let rows = read::rows(path, &mut |head| {
        let (found, places) = choose(head, asked)?;
        columns = Some(found);
        Ok(places)
    })?;
    let Columns { varied, aggregated } =
        columns.ok_or_else(|| refused("has no columns", "rows"))?;
    let rows: Vec<Row> = rows
        .into_iter()
        .filter_map(|cells| row(cells, varied.len(), aggregated, asked.figure))
        .collect();
    if rows.is_empty() {
        let what = format!("has no figure \"{}\"", asked.figure);
        return Err(refused(&what, "one that the sweep kept"));
    }
    let (at, by) = axes(&varied, &rows, asked)?;
    Ok(lines(&varied, at, by, &rows, asked.statistic))
}

fn refused(what: &str, allowed: &str) -> Failure {
    Failure::Usage(format!("--rows: the file {what}; allowed: {allowed}"))
}

/// The varied columns first, then those of the figure.
fn choose(head: &[String], asked: &Asked<'_>) -> Result<(Columns, Vec<usize>), Failure> {
    let place = |name: &str| head.iter().position(|other| other == name);
    let aggregated = place("figure").is_some() && place("median_low").is_some();
    let wanted: Vec<String> = if aggregated {
        let name = match asked.statistic {
            Statistic::Mean => "mean",
            Statistic::Median => "median",
        };
        let ends = ["", "_low", "_high"].map(|end| format!("{name}{end}"));
        ["figure".to_owned()].into_iter().chain(ends).collect()
    } else {
        vec![asked.figure.to_owned()]
    };
    let figures = all_figures();
    let known: Vec<&str> = head
        .iter()
        .map(String::as_str)
        .filter(|name| figures.contains(name))
        .collect();
    let missing = wanted.iter().find(|name| place(name).is_none());
    if let Some(missing) = missing {
        if known.is_empty() {
            return Err(refused("has no figures", "what the command sweep wrote"));
        }
        let line = format!(
            "--figure: the rows have no \"{missing}\"; allowed: {}",
            known.join(", ")
        );
        return Err(Failure::Usage(line));
    }
    let fields = head.len().min(if aggregated {
        place("figure").unwrap_or_default()
    } else {
        head.iter()
            .position(|name| figures.contains(&name.as_str()))
            .unwrap_or(head.len())
    });
    let varied: Vec<usize> = (0..fields).filter(|&at| head[at] != "seed").collect();
    let names = varied.iter().map(|&at| head[at].clone()).collect();
    let places = varied
        .into_iter()
        .chain(wanted.iter().filter_map(|name| place(name)));
    let columns = Columns {
        varied: names,
        aggregated,
    };
    Ok((columns, places.collect()))
}

fn row(mut cells: Vec<Value>, varied: usize, aggregated: bool, figure: &str) -> Option<Row> {
    let found = cells.split_off(varied);
    let figure = if !aggregated {
        Found::Run(found.first()?.as_number())
    } else if found.first()?.as_text() == Some(figure) {
        let ends = [1, 2, 3].map(|at| found.get(at).and_then(Value::as_number));
        Found::Middle(match ends {
            [Some(value), Some(low), Some(high)] => Some(Middle { value, low, high }),
            _ => None,
        })
    } else {
        return None;
    };
    Some(Row {
        varied: cells,
        figure,
    })
}

/// The column from left to right, and the one with a line for each value: the other
/// one that is varied, unless it goes together with the first.
fn axes(
    varied: &[String],
    rows: &[Row],
    asked: &Asked<'_>,
) -> Result<(usize, Option<usize>), Failure> {
    let changes = |&at: &usize| rows.iter().any(|row| row.varied[at] != rows[0].varied[at]);
    let mut changing: Vec<usize> = (0..varied.len()).filter(changes).collect();
    if changing.is_empty() {
        changing = (0..varied.len()).collect();
    }
    let at = across(varied, &changing, rows, asked.x)?;
    let pairs =
        |other: usize| distinct(rows.iter().map(|row| (&row.varied[at], &row.varied[other])));
    let values = pairs(at);
    let others: Vec<usize> = changing
        .into_iter()
        .filter(|&other| pairs(other) > values)
        .collect();
    match others.as_slice() {
        [] => Ok((at, None)),
        [by] => Ok((at, Some(*by))),
        more => {
            let names: Vec<_> = more.iter().map(|&at| varied[at].as_str()).collect();
            let what = format!("varies {} beside {}", names.join(" and "), varied[at]);
            Err(refused(&what, "one field beside it"))
        }
    }
}

/// Of the columns that change: the one asked for, or the first of numbers, or the first.
fn across(
    varied: &[String],
    changing: &[usize],
    rows: &[Row],
    asked: Option<&str>,
) -> Result<usize, Failure> {
    if let Some(name) = asked {
        let named = changing.iter().find(|&&at| is_named(&varied[at], name));
        return named.copied().ok_or_else(|| {
            let names: Vec<_> = changing.iter().map(|&at| varied[at].as_str()).collect();
            let allowed = names.join(", ");
            Failure::Usage(format!("--x: \"{name}\" is not varied; allowed: {allowed}"))
        });
    }
    let numeric = |&&at: &&usize| rows.iter().all(|row| number(&row.varied[at]).is_some());
    let first = changing.iter().find(numeric).or(changing.first());
    first
        .copied()
        .ok_or_else(|| refused("varies no field", "a sweep with --vary"))
}

/// By its path, or by its last name.
fn is_named(path: &str, name: &str) -> bool {
    path == name || path.rsplit('.').next() == Some(name)
}

fn distinct<'v>(pairs: impl Iterator<Item = (&'v Value, &'v Value)>) -> usize {
    let mut texts: Vec<String> = pairs.map(|(a, b)| format!("{a}\u{0}{b}")).collect();
    texts.sort_unstable();
    texts.dedup();
    texts.len()
}

fn lines(
    varied: &[String],
    at: usize,
    by: Option<usize>,
    rows: &[Row],
    statistic: Statistic,
) -> Read {
    let x = X::of(rows.iter().map(|row| &row.varied[at]));
    let mut lines: Vec<SweepLine> = Vec::new();
    for row in rows {
        let name = by.map(|by| name(&row.varied[by])).unwrap_or_default();
        let number = lines.iter().position(|line| line.name == name);
        let number = number.unwrap_or_else(|| {
            let points = Vec::new();
            lines.push(SweepLine { name, points });
            lines.len() - 1
        });
        add(&mut lines[number], x.place(&row.varied[at]), &row.figure);
    }
    for line in &mut lines {
        line.points.sort_by(|a, b| a.x.total_cmp(&b.x));
        for point in &mut line.points {
            point.middle = point.middle.or_else(|| middle(statistic, &point.runs));
        }
    }
    let counts = lines
        .iter()
        .flat_map(|line| &line.points)
        .map(|point| point.runs.len());
    let runs = counts
        .clone()
        .min()
        .zip(counts.max())
        .filter(|&(least, _)| least > 0);
    Read {
        field: varied[at].clone(),
        x,
        by: by.map(|by| varied[by].clone()),
        lines,
        runs,
    }
}

/// Of a line: numbers as people write them.
fn name(value: &Value) -> String {
    let number = value.as_number();
    number.map_or_else(|| value.plain(), text::number)
}

fn add(line: &mut SweepLine, x: f64, found: &Found) {
    let same = line
        .points
        .iter()
        .rposition(|point| point.x.total_cmp(&x).is_eq());
    let at = same.unwrap_or_else(|| {
        let (runs, middle) = (Vec::new(), None);
        line.points.push(SweepPoint { x, runs, middle });
        line.points.len() - 1
    });
    match found {
        Found::Run(run) => line.points[at].runs.push(*run),
        Found::Middle(middle) => line.points[at].middle = *middle,
    }
}

/// A figure that is null in a run counts as endless, as in the sweep's own rows.
fn middle(statistic: Statistic, runs: &[Option<f64>]) -> Option<Middle> {
    if statistic == Statistic::Mean && runs.iter().any(Option::is_none) {
        return None;
    }
    let endless: Vec<f64> = runs
        .iter()
        .map(|run| run.unwrap_or(f64::INFINITY))
        .collect();
    let estimate = estimate(statistic, &endless)?;
    let middle = Middle {
        value: estimate.value,
        low: estimate.low,
        high: estimate.high,
    };
    (middle.value.is_finite() && middle.high.is_finite()).then_some(middle)
}

impl X {
    fn of<'v>(values: impl Iterator<Item = &'v Value> + Clone) -> Self {
        let numbers: Option<Vec<(f64, Unit)>> = values.clone().map(number).collect();
        let Some(numbers) = numbers else {
            let mut words: Vec<String> = Vec::new();
            for value in values {
                let word = value.plain();
                if !words.contains(&word) {
                    words.push(word);
                }
            }
            return Self::Words(words);
        };
        let time = numbers.iter().any(|(_, unit)| *unit == Unit::Seconds);
        let unit = if time { Unit::Seconds } else { Unit::Plain };
        let mut numbers: Vec<f64> = numbers.into_iter().map(|(number, _)| number).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        Self::Numbers(numbers, unit)
    }

    fn place(&self, value: &Value) -> f64 {
        match self {
            Self::Numbers(..) => number(value).map_or(0.0, |(number, _)| number),
            Self::Words(words) => {
                let word = value.plain();
                words
                    .iter()
                    .position(|other| *other == word)
                    .unwrap_or_default() as f64
            }
        }
    }
}

/// A number, or a time as scenarios have it, in seconds.
fn number(value: &Value) -> Option<(f64, Unit)> {
    if let Some(number) = value.as_number() {
        return Some((number, Unit::Plain));
    }
    let mut scenario = Scenario::default();
    scenario.set("fleet.arrivals", value.as_text()?).ok()?;
    Some((scenario.fleet.arrivals.as_secs_f64(), Unit::Seconds))
}
