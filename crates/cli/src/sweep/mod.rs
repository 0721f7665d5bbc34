//! `retry-herd sweep`: scenarios over lists and ranges of fields, with many seeds.

mod axis;
mod bca;
mod pipeline;
mod plan;
mod range;
mod rows;
mod sink;

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use self::axis::Axis;
use self::plan::Plan;
use self::rows::Figures;
use self::sink::{Opened, Sink};
use crate::args::{Selection, seeds};
use crate::error::Failure;

/// Run a scenario over lists and ranges of its fields, with many seeds
///
/// Every combination of values is run with every seed, on all cores. The rows come
/// in the same order whatever the machine: the last field varies fastest, and the
/// seeds fastest of all. With --aggregate there is one row for each figure of a
/// combination: its median and mean over the seeds, each with a 95 % interval
/// (bias-corrected accelerated bootstrap, 2,000 resamples).
///
/// With --out, a sweep that was interrupted continues where it was when it is
/// started again with the same arguments.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  retry-herd sweep --vary policy.cap=1s,10s,60s --vary jitter=full,decorrelated --seeds 20
  retry-herd sweep --preset retry-wave --vary fleet.clients=1000..100000:log:5 --seeds 30 --aggregate
  retry-herd sweep --vary cap=10s..60s:lin:6 --vary base=1s..6s:lin:6 --zip --format jsonl
  retry-herd sweep --preset collapse --seeds 240 --figure at_the_end.collapsed
  retry-herd sweep --vary clients=100..10000:log:50 --seeds 1000 --out herd.csv")]
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

    /// How to write the rows
    #[arg(long, value_enum, default_value_t)]
    format: RowFormat,

    /// Write to this file, or continue it; what it is of is noted in FILE.sweep.json
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Use this many threads [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// For spreadsheets.
    #[default]
    Csv,
    /// For programs: one object on each line.
    Jsonl,
}

impl RowFormat {
    /// Lines before the first row.
    fn head_lines(self) -> u64 {
        match self {
            Self::Csv => 1,
            Self::Jsonl => 0,
        }
    }
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
    let figures = figures(args, &plan)?;
    let group = if args.aggregate { figures } else { 1 };
    let Opened { mut sink, rows } = open(args, &plan, group)?;
    let seeds = u64::from(plan.seeds());
    let done = if args.aggregate {
        rows / group * seeds
    } else {
        rows
    };
    run(args, &plan, done.min(plan.runs()), &mut sink)?;
    sink.finish()
}

fn run(args: &SweepArgs, plan: &Plan, done: u64, sink: &mut Sink) -> Result<(), Failure> {
    let bar = bar(args, plan.runs(), done);
    let work = |run| rows::wanted(plan.scenario(run).run().figures(), &args.figures);
    let seeds = u64::from(plan.seeds());
    let mut point: Vec<Figures> = Vec::new();
    let take = |run: u64, figures: Figures| -> Result<(), Failure> {
        bar.inc(1);
        if !args.aggregate {
            return sink.write(rows::of_run(plan, run, figures));
        }
        point.push(figures);
        if point.len() as u64 == seeds {
            let rows = rows::of_point(plan, run / seeds, &point);
            point.clear();
            rows.into_iter().try_for_each(|row| sink.write(row))?;
        }
        Ok(())
    };
    let result = pipeline::in_order(done..plan.runs(), threads(args), work, take);
    bar.finish_and_clear();
    result
}

/// How many figures are kept of each run; each that is asked for must be there.
fn figures(args: &SweepArgs, plan: &Plan) -> Result<u64, Failure> {
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
    let kept =
        |name: &&&str| args.figures.is_empty() || args.figures.iter().any(|kept| kept == *name);
    Ok(names.iter().filter(kept).count() as u64)
}

fn open(args: &SweepArgs, plan: &Plan, group: u64) -> Result<Opened, Failure> {
    let Some(path) = &args.out else {
        return Ok(Opened {
            sink: Sink::stdout(args.format),
            rows: 0,
        });
    };
    let description = plan.description(args.aggregate, &args.figures, args.format);
    Sink::file(path, args.format, &description, group)
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
