//! `retry-herd sweep`: scenarios over lists and ranges of fields, with many seeds.

mod axis;
mod bca;
mod columns;
mod format;
mod note;
mod parquet_file;
mod pipeline;
mod plan;
mod range;
mod rows;
mod sink;
mod text;

pub(crate) use self::bca::{Statistic, estimate};
pub(crate) use self::plan::all_figures;

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use retry_herd_core::Value;

use self::axis::Axis;
use self::format::RowFormat;
use self::plan::Plan;
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
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// Runs what the arguments select and writes the rows.
pub(crate) fn sweep(args: &SweepArgs) -> Result<(), Failure> {
    let base = args.selection.any()?;
    let axes = args.vary.iter().map(|text| Axis::read(text, &base));
    let axes = axes.collect::<Result<Vec<_>, _>>()?;
    if !args.zip {
        axes.iter().try_for_each(Axis::each_value_once)?;
    }
    let plan = Plan::new(base, axes, args.zip, args.seeds)?;
    let shape = shape(args, &plan)?;
    let group = shape.group;
    let Opened { mut sink, rows } = open(args, &plan, shape)?;
    let done = rows / group * runs_together(args, &plan);
    run(args, &plan, done.min(plan.runs()), &mut sink)?;
    sink.finish()
}

fn run(args: &SweepArgs, plan: &Plan, done: u64, sink: &mut Sink) -> Result<(), Failure> {
    let bar = bar(args, plan.runs(), done);
    let (left, threads) = (done..plan.runs(), threads(args));
    let kept = rows::kept(plan.figure_names(), &args.figures);
    // The intervals are computed on as many threads as the runs. There is no other pool.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let _ = pool.build_global();
    let result = if args.aggregate {
        let work = |run| rows::named(&kept, &plan.scenario(run).run().figures());
        let together = runs_together(args, plan);
        let mut runs: Vec<Figures> = Vec::new();
        pipeline::in_order(left, threads, work, |run, figures| {
            bar.inc(1);
            runs.push(figures);
            if runs.len() as u64 == together {
                let point = (run + 1 - together) / u64::from(plan.seeds());
                let rows = if args.paired {
                    rows::of_pairs(plan, point, &runs)
                } else {
                    rows::of_point(plan, point, &runs)
                };
                runs.clear();
                rows.into_iter().try_for_each(|row| sink.write(row))?;
            }
            Ok(())
        })
    } else {
        let work = |run| {
            let scenario = plan.scenario(run);
            let seed = scenario.get("seed").unwrap_or(Value::Null);
            let figures = rows::named(&kept, &scenario.run().figures());
            rows::of_run(plan, run, seed, figures)
        };
        pipeline::in_order(left, threads, work, |_, row| {
            bar.inc(1);
            sink.write(row)
        })
    };
    bar.finish_and_clear();
    result
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
fn shape(args: &SweepArgs, plan: &Plan) -> Result<Shape, Failure> {
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
    let kept = rows::kept(names, &args.figures);
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
            rows::columns_of_run(plan, &kept)
        },
        group,
        rows: groups.saturating_mul(group),
    })
}

fn open(args: &SweepArgs, plan: &Plan, shape: Shape) -> Result<Opened, Failure> {
    let format = format::of(args.out.as_deref(), args.format)?;
    let Some(path) = &args.out else {
        let sink = Sink::stdout(format, &shape)?;
        return Ok(Opened { sink, rows: 0 });
    };
    let description = plan.description(args.aggregate, args.paired, &args.figures, format);
    Sink::file(path, format, &description, shape)
}

fn threads(args: &SweepArgs) -> usize {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    args.threads.unwrap_or_else(cores).get()
}

/// On a terminal only, and not between the rows.
fn bar(args: &SweepArgs, runs: u64, done: u64) -> ProgressBar {
    let seen = io::stderr().is_terminal() && (args.out.is_some() || !io::stdout().is_terminal());
    let target = if seen {
        ProgressDrawTarget::stderr_with_hz(5)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(runs), target).with_position(done);
    bar.reset_eta();
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} runs, {eta} left");
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
