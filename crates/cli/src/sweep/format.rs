//! How rows are written.

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::ValueEnum;

use crate::error::Failure;

/// How rows are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// For spreadsheets.
    #[default]
    Csv,
    /// For programs: one object on each line.
    Jsonl,
    /// For data frames: typed columns, compressed.
    Parquet,
}

impl RowFormat {
    /// What files of it end in, and what a sweep's note calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Parquet => "parquet",
        }
    }
}

/// What is asked for, by name or by the end of the file's; they must not disagree.
pub(super) fn of(out: Option<&Path>, asked: Option<RowFormat>) -> Result<RowFormat, Failure> {
    let named = out.and_then(ending);
    if let (Some(named), Some(asked)) = (named, asked)
        && named != asked
    {
        return Err(Failure::Usage(format!(
            "--format: {} is not what the file's name ends in; allowed: {}, or another name",
            asked.name(),
            named.name()
        )));
    }
    let format = asked.or(named).unwrap_or_default();
    if out.is_none() && format == RowFormat::Parquet && io::stdout().is_terminal() {
        let line = "--out: Parquet is nothing for a terminal; allowed: a file, or a pipe";
        return Err(Failure::Usage(line.to_owned()));
    }
    Ok(format)
}

fn ending(path: &Path) -> Option<RowFormat> {
    let ending = path.extension()?.to_ascii_lowercase();
    let ending = ending.to_str()?;
    RowFormat::value_variants()
        .iter()
        .copied()
        .find(|format| format.name() == ending)
}
