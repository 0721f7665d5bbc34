//! The arguments, and what `--help` says of them.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use retry_herd_core::PRESETS;
use retry_herd_core::models::MODEL_PRESETS;

use crate::fields_help::fields_help;
use crate::plot::PlotArgs;
use crate::policies::{PoliciesArgs, policy_names};
use crate::reproduce::ReproduceArgs;
use crate::sweep::SweepArgs;

const RUN_EXAMPLES: &str = "Examples:
  retry-herd run
  retry-herd run --set clients=5000 --set policy.cap=10s --set jitter=decorrelated
  retry-herd run --preset retry-wave --seeds 30
  retry-herd run --scenario service.toml --format json | jq .completion_s.p99
  retry-herd presets --show broadcast | retry-herd run --scenario - --seed 7
";

const TRACE_EXAMPLES: &str = "Examples:
  retry-herd trace --preset glossary
  retry-herd trace --client 1714 --set jitter=decorrelated
  retry-herd trace --preset lesson --client 5 --format csv
";

/// Simulates a fleet of clients that retry against a server that was down.
#[derive(Debug, Parser)]
#[command(
    name = "retry-herd",
    version,
    arg_required_else_help = false,
    after_help = "Examples:
  retry-herd run --preset app-recovery --set jitter=none
  retry-herd run --scenario service.toml --seeds 20 --format csv > runs.csv
  retry-herd trace --preset glossary --client 1
  retry-herd presets --show deploy-blip > service.toml

Results go to standard output. An error is one line on standard error, and the exit code is 2."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(RunArgs),
    Trace(TraceArgs),
    Presets(PresetsArgs),
    Policies(PoliciesArgs),
    Reproduce(ReproduceArgs),
    Sweep(SweepArgs),
    Plot(PlotArgs),
}

/// Run a scenario and report what happened
///
/// One seed gives one report. Several seeds give the mean and the standard
/// deviation of one run for every figure, and in JSON and CSV every single run.
#[derive(Debug, Args)]
#[command(
    after_help = format!("{RUN_EXAMPLES}\n--help lists the fields that --set takes."),
    after_long_help = format!("{RUN_EXAMPLES}\n{}", fields_help())
)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) selection: Selection,

    /// Run this many seeds: the scenario's own and those that follow it
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = seeds)]
    pub(crate) seeds: u32,

    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// With JSON: add the scenario under "scenario"
    #[arg(long)]
    pub(crate) with_scenario: bool,
}

/// Follow one client, the delay formula evaluated at every retry
///
/// The whole herd is run for it: when a client retries follows from the seed
/// alone, but whether it is served depends on all the others.
#[derive(Debug, Args)]
#[command(
    after_help = format!("{TRACE_EXAMPLES}\n--help lists the fields that --set takes."),
    after_long_help = format!("{TRACE_EXAMPLES}\n{}", fields_help())
)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) selection: Selection,

    /// Which client, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = client)]
    pub(crate) client: u32,

    /// How to print the timeline
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// List the scenarios that come with the program, or show one
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  retry-herd presets
  retry-herd presets --show app-recovery > service.toml
  retry-herd presets --show lesson --format json")]
pub(crate) struct PresetsArgs {
    /// Print this one as a scenario file (in TOML, unless --format json)
    #[arg(long, value_name = "NAME", value_parser = preset_names())]
    pub(crate) show: Option<String>,

    /// How to print the list
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Which scenario, and what to change in it.
#[derive(Debug, Args)]
pub(crate) struct Selection {
    /// Start from a preset [default: app-recovery]
    #[arg(long, value_name = "NAME", value_parser = preset_names(), conflicts_with = "scenario")]
    pub(crate) preset: Option<String>,

    /// Start from a scenario file in TOML or JSON; "-" is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) scenario: Option<PathBuf>,

    /// Retry as this library does; see the command policies
    #[arg(long, value_name = "NAME", value_parser = policy_names(), hide_possible_values = true)]
    pub(crate) policy: Option<String>,

    /// Set a field, by its path or its last name; may be repeated
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    pub(crate) settings: Vec<String>,

    /// Set the seed; the same as --set seed=N
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<String>,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Table,
    /// For programs.
    Json,
    /// For spreadsheets.
    Csv,
}

/// How a page of results is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    /// For people.
    #[default]
    Table,
    /// For programs.
    Json,
    /// For spreadsheets.
    Csv,
    /// For documents.
    Markdown,
}

fn preset_names() -> PossibleValuesParser {
    let outages = PRESETS.iter().map(|preset| preset.name);
    let models = MODEL_PRESETS.iter().map(|preset| preset.name);
    PossibleValuesParser::new(outages.chain(models))
}

pub(crate) fn seeds(text: &str) -> Result<u32, &'static str> {
    let seeds = text.parse().ok();
    seeds
        .filter(|seeds| (1..=100_000).contains(seeds))
        .ok_or("allowed: 1 to 100000")
}

fn client(text: &str) -> Result<u32, &'static str> {
    let client = text.parse().ok();
    client
        .filter(|&client| client >= 1)
        .ok_or("allowed: 1 to the number of clients")
}
