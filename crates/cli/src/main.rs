//! `retry-herd`: the simulation on the command line.
//!
//! Results go to standard output and nothing else does. What is wrong goes to
//! standard error in one line, and the exit code is then 2; it is 1 if a published
//! figure does not come back. A reader that has seen enough and closes the pipe is
//! no error.

mod args;
mod error;
mod fields_help;
mod grid;
mod model_run;
mod output;
mod plot;
mod policies;
mod presets;
mod reproduce;
mod run;
mod scenario_toml;
mod selection;
mod summary_table;
mod sweep;
mod table;
mod trace;
mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::error::Failure;

fn main() -> ExitCode {
    match command() {
        Ok(()) | Err(Failure::ReaderLeft) => ExitCode::SUCCESS,
        Err(failure) => {
            // Arguments and names of files may have line breaks in them.
            let line = failure.to_string().replace(char::is_control, "?");
            // If nobody can be told, the exit code still tells.
            let _ = writeln!(io::stderr(), "retry-herd: {line}");
            ExitCode::from(failure.code())
        }
    }
}

fn command() -> Result<(), Failure> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(told) => return told_by_clap(&told),
    };
    match cli.command {
        Command::Run(args) => run::run(&args),
        Command::Trace(args) => trace::trace(&args),
        Command::Presets(args) => presets::presets(&args),
        Command::Policies(args) => policies::policies(&args),
        Command::Reproduce(args) => reproduce::reproduce(&args),
        Command::Sweep(args) => sweep::sweep(&args),
        Command::Plot(args) => plot::plot(&args),
    }
}

/// Help and version are results; anything else that clap tells is an error.
fn told_by_clap(told: &clap::Error) -> Result<(), Failure> {
    if told.use_stderr() {
        return Err(Failure::Usage(error::one_line(told)));
    }
    Ok(told.print()?)
}
