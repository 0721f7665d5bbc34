//! `retry-herd sweep`: scenarios over lists and ranges of fields, with many seeds.

mod axis;
mod batch;
mod bca;
mod cell;
mod columns;
mod format;
mod note;
mod parquet_file;
mod parquet_writer;
mod pipeline;
mod plan;
mod progress;
mod range;
mod resamples;
mod rows;
mod sink;
mod text;

pub(crate) use self::bca::{Statistic, estimate};
pub(crate) use self::plan::all_figures;

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use indicatif::ProgressBar;
use retry_herd_core::models::AnyScenario;

use self::axis::Axis;
use self::batch::{Batch, Encoding};
use self::columns::Column;
use self::format::RowFormat;
use self::plan::Plan;
use self::resamples::Middles;
use self::rows::Figures;
use self::sink::{Opened, Shape, Sink};
use crate::args::{Selection, seeds};
use crate::error::Failure;

/// Run a scenario over lists and ranges of its fields, with many seeds
///
/// Every combination of values is run with every seed, on all cores. The rows come
/// in the same order whatever the machine: the last field varies fastest, and the
/// seeds fastest of all. With --aggregate there is one row for each figure of a
/// combination: its median and mean over the seeds, each with a 95 % interval
/// (bias-corrected accelerated bootstrap, 2,000 resamples). With --paired as well, the rows
/// are differences: what another value of the last field makes of the same luck. What never
/// happens counts as later than anything.
///
/// With --out, a sweep that was interrupted continues where it was when it is
/// started again with the same arguments. A Parquet file cannot be added to: until the
/// sweep ends, its rows are in FILE.rows.jsonl.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  retry-herd sweep --vary policy.cap=1s,10s,60s --vary jitter=full,decorrelated --seeds 20
  retry-herd sweep --preset retry-wave --vary fleet.clients=1000..100000:log:5 --seeds 30 --aggregate
  retry-herd sweep --vary cap=10s..60s:lin:6 --vary base=1s..6s:lin:6 --zip --format jsonl
  retry-herd sweep --preset collapse --seeds 240 --figure at_the_end.collapsed
  retry-herd sweep --vary capacity=80,120,160 --vary jitter=full,decorrelated --seeds 60 --aggregate --paired
  retry-herd sweep --vary clients=100..10000:log:50 --seeds 1000 --out herd.parquet")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    selection: Selection,

    /// Vary a field: FIELD=VALUE,VALUE,… or FIELD=FROM..TO:lin:COUNT or :log:; may be repeated
    #[arg(long, value_name = "FIELD=VALUES")]
    vary: Vec<String>,

    /// Take the first values of all fields together, then the second ones, and so on
    #[arg(long)]
    zip: bool,

    /// Run each combination with this many seeds: the scenario's own and those that follow it
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = seeds)]
    seeds: u32,

    #[arg(
        long = "figure",
        value_name = "NAME",
        help = "Keep only this figure, such as completion_s.p99; may be repeated"
    )]
    figures: Vec<String>,

    /// One row for each figure of a combination, in place of one for each run
    #[arg(long)]
    aggregate: bool,

    /// With --aggregate: in place of figures, how much more they are than with the first value
    /// of the last field and the same seed
    #[arg(long, requires = "aggregate", conflicts_with = "zip")]
    paired: bool,

    /// How to write the rows [default: as the name of the file ends; else csv]
    #[arg(long, value_enum)]
    format: Option<RowFormat>,

    /// Write to this file, or continue it; what it is of is noted in FILE.sweep.json
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Use this many threads [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = threads_at_most)]
    threads: Option<NonZeroUsize>,

    /// Show no progress on standard error, where only errors come then
    #[arg(long)]
    quiet: bool,
}

/// Runs what the arguments select and writes the rows.
pub(crate) fn sweep(args: &SweepArgs) -> Result<(), Failure> {
    let base = args.selection.any()?;
    let axes = args.vary.iter().map(|text| Axis::read(text, &base));
    let axes = axes.collect::<Result<Vec<_>, _>>()?;
    if !args.zip {
        axes.iter().try_for_each(Axis::each_value_once)?;
    }
    let seen = is_seen(args, io::stderr().is_terminal(), io::stdout().is_terminal());
    let mut plan = Plan::new(base, axes, args.zip, args.seeds)?;
    let bar = progress::bar(seen, "combinations checked", plan.points(), 0);
    plan.check(threads(args), &bar)?;
    drop(bar);
    let kept = rows::kept(plan.figure_names(), &args.figures);
    let shape = shape(args, &plan, &kept)?;
    let Opened {
        mut sink,
        encoding,
        rows,
    } = open(args, &plan, &shape)?;
    let together = runs_together(args, &plan);
    let done = (rows / shape.group * together).min(plan.runs());
    // What is not shared among our own threads is on as many. There is no other pool.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(args));
    let _ = pool.build_global();
    let sweep = Sweep {
        plan: &plan,
        left: done..plan.runs(),
        threads: threads(args),
        kept,
        columns: shape.columns,
        encoding,
        bar: progress::bar(seen, "runs", plan.runs(), done),
    };
    if args.aggregate {
        sweep.groups(together, args.paired, &mut sink)?;
    } else {
        sweep.runs(&mut sink)?;
    }
    sink.finish()
}

/// A sweep that is ready to be run.
struct Sweep<'p> {
    plan: &'p Plan,
    left: Range<u64>,
    threads: usize,
    kept: Vec<&'static str>,
    columns: Vec<Column>,
    encoding: Encoding,
    bar: ProgressBar,
}

impl Sweep<'_> {
    /// Writes a row for each run.
    fn runs(&self, sink: &mut Sink) -> Result<(), Failure> {
        let work = |runs| {
            let mut batch = self.encoding.batch();
            let added = rows::of_runs(self.plan, runs, &self.kept, &self.columns, &mut batch);
            added.map(|()| batch)
        };
        pipeline::in_order(self.left.clone(), self.threads, work, |runs, batch| {
            self.bar.inc(runs.end - runs.start);
            sink.write(batch?)
        })
    }

    /// Writes the rows of each group of so many runs.
    fn groups(&self, together: u64, paired: bool, sink: &mut Sink) -> Result<(), Failure> {
        let figures = |scenario: AnyScenario| -> Figures {
            rows::figures(&self.kept, &scenario.run()).collect()
        };
        let work = |runs| {
            let points = self.plan.by_point(runs);
            let scenarios = points.flat_map(|(point, seeds)| self.plan.scenarios(point, seeds));
            scenarios.map(figures).collect::<Vec<Figures>>()
        };
        let seeds = self.plan.seeds();
        let middles = Middles::of(seeds as usize);
        let mut group: Vec<Figures> = Vec::new();
        pipeline::in_order(self.left.clone(), self.threads, work, |runs, figures| {
            self.bar.inc(runs.end - runs.start);
            for (run, figures) in runs.zip(figures) {
                group.push(figures);
                if group.len() as u64 == together {
                    let point = (run + 1 - together) / u64::from(seeds);
                    sink.write(self.group(point, paired, &group, &middles)?)?;
                    group.clear();
                }
            }
            Ok(())
        })
    }

    /// The rows of a group of runs, the first of which are of `point`.
    fn group(
        &self,
        point: u64,
        paired: bool,
        group: &[Figures],
        middles: &Middles,
    ) -> Result<Batch<'_>, Failure> {
        let samples = if paired {
            rows::of_pairs(point, &self.kept, group, self.plan.seeds() as usize)
        } else {
            rows::of_point(point, &self.kept, group)
        };
        let mut batch = self.encoding.batch();
        for row in rows::of_samples(self.plan, samples, middles) {
            batch.push(&self.columns, &row)?;
        }
        Ok(batch)
    }
}

/// How many runs it takes to write a group of rows.
fn runs_together(args: &SweepArgs, plan: &Plan) -> u64 {
    let points = if args.paired { compared(plan) } else { 1 };
    if args.aggregate {
        u64::from(plan.seeds()) * points
    } else {
        1
    }
}

/// How many points differ in the last field alone.
fn compared(plan: &Plan) -> u64 {
    plan.axes()
        .last()
        .map_or(1, |axis| axis.values.len() as u64)
}

/// What the rows are like; each figure that is asked for must be there.
fn shape(args: &SweepArgs, plan: &Plan, kept: &[&'static str]) -> Result<Shape, Failure> {
    let names = plan.figure_names();
    let missing = args
        .figures
        .iter()
        .find(|name| !names.contains(&name.as_str()));
    if let Some(missing) = missing {
        return Err(Failure::Usage(format!(
            "--figure: there is no \"{missing}\"; allowed: {}",
            names.join(", ")
        )));
    }
    if args.paired && compared(plan) < 2 {
        let what = "--paired: the last field that varies has nothing to be compared with";
        return Err(Failure::Usage(format!(
            "{what}; allowed: two values or more"
        )));
    }
    let group = match (args.aggregate, args.paired) {
        (true, true) => kept.len() as u64 * (compared(plan) - 1),
        (true, false) => kept.len() as u64,
        (false, _) => 1,
    };
    let groups = plan.runs() / runs_together(args, plan);
    Ok(Shape {
        columns: if args.aggregate {
            rows::columns_of_point(plan)
        } else {
            rows::columns_of_runs(plan, kept)
        },
        group,
        rows: groups.saturating_mul(group),
    })
}

fn open(args: &SweepArgs, plan: &Plan, shape: &Shape) -> Result<Opened, Failure> {
    let format = format::of(args.out.as_deref(), args.format)?;
    let Some(path) = &args.out else {
        return Sink::stdout(format, shape);
    };
    let description = plan.description(args.aggregate, args.paired, &args.figures, format);
    Sink::file(path, format, &description, shape)
}

fn threads_at_most(text: &str) -> Result<NonZeroUsize, &'static str> {
    let threads = text.parse().ok();
    threads
        .filter(|threads: &NonZeroUsize| threads.get() <= 1_000)
        .ok_or("allowed: 1 to 1000")
}

fn threads(args: &SweepArgs) -> usize {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    args.threads.unwrap_or_else(cores).get()
}

/// On a terminal only, and not between the rows.
fn is_seen(args: &SweepArgs, errors_on_terminal: bool, rows_on_terminal: bool) -> bool {
    !args.quiet && errors_on_terminal && (args.out.is_some() || !rows_on_terminal)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Cli, Command};

    fn seen(more: &[&str], errors_on_terminal: bool, rows_on_terminal: bool) -> bool {
        let args = [&["retry-herd", "sweep"], more].concat();
        match Cli::try_parse_from(args).expect("arguments").command {
            Command::Sweep(args) => is_seen(&args, errors_on_terminal, rows_on_terminal),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_bar_is_seen_on_a_terminal_that_has_no_rows_unless_it_is_unwanted() {
        assert!(seen(&[], true, false));
        assert!(seen(&["--out", "rows.csv"], true, true));
        assert!(!seen(&[], true, true));
        assert!(!seen(&["--out", "rows.csv"], false, true));
        assert!(!seen(&["--quiet"], true, false));
        assert!(!seen(&["--quiet", "--out", "rows.csv"], true, true));
    }
}
