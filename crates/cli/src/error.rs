//! What ends a command early.

use std::fmt;
use std::io;
use std::path::Path;

use clap::CommandFactory;
use clap::error::ErrorKind;
use retry_herd_core::{FieldError, FileError};

use crate::args::Cli;

/// Why a command ended early; one line of text.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Whoever read standard output has gone. No error: they have seen enough.
    ReaderLeft,
    /// The arguments make no sense.
    Usage(String),
    /// A field cannot be what an argument gives it.
    Field(FieldError),
    /// The scenario file makes no sense.
    File { name: String, problem: FileError },
    /// The scenario file cannot be read.
    Unreadable { name: String, problem: io::Error },
    /// The result cannot be written.
    Output(io::Error),
    /// Published figures did not come back; the result has been printed.
    Disagrees { figures: usize, of: usize },
}

impl Failure {
    /// A file that --out names cannot be written.
    pub(crate) fn unwritable(path: &Path, problem: &io::Error) -> Self {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let name = path.display();
        Self::Usage(match folder {
            Some(folder) if problem.kind() == io::ErrorKind::NotFound => format!(
                "--out: {name} cannot be written: there is no folder {}; allowed: a file in a \
                 folder that is there",
                folder.display()
            ),
            _ => format!("--out: {name} cannot be written: {problem}"),
        })
    }

    /// A picture could not be made.
    pub(crate) fn drawing(problem: impl fmt::Display) -> Self {
        Self::Output(io::Error::other(problem.to_string()))
    }

    /// What the process ends with: 1 for a result that is bad news, else 2.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Disagrees { .. } => 1,
            _ => 2,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReaderLeft => f.write_str("nobody reads the result"),
            Self::Usage(line) => f.write_str(line),
            Self::Field(error) => error.fmt(f),
            Self::File { name, problem } => write!(f, "{name}: {problem}"),
            Self::Unreadable { name, problem } => write!(f, "{name}: {problem}"),
            Self::Disagrees { figures, of } => {
                write!(f, "{figures} of {of} published figures do not agree")
            }
            Self::Output(error) => write!(f, "cannot write the result: {error}"),
        }
    }
}

impl From<FieldError> for Failure {
    fn from(error: FieldError) -> Self {
        Self::Field(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderLeft,
            _ => Self::Output(error),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

impl From<csv::Error> for Failure {
    fn from(error: csv::Error) -> Self {
        match error.into_kind() {
            csv::ErrorKind::Io(error) => error.into(),
            other => Self::Output(io::Error::other(format!("{other:?}"))),
        }
    }
}

/// Clap's messages stand on several lines, with the usage and a pointer to the
/// help after what is wrong and what is allowed.
pub(crate) fn one_line(told: &clap::Error) -> String {
    let message = told.to_string();
    let lines = message.lines().map(str::trim);
    let lines = lines.take_while(|line| !line.starts_with("Usage:"));
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let line = lines.collect::<Vec<_>>().join(" ").replace(" tip: ", "; ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    format!("{line}{}", allowed(told.kind()))
}

/// What is allowed, where clap does not say it.
fn allowed(kind: ErrorKind) -> String {
    match kind {
        ErrorKind::InvalidSubcommand => {
            let mut command = Cli::command();
            for name in std::env::args().skip(1) {
                match command.find_subcommand(&name) {
                    Some(inner) => command = inner.clone(),
                    None => break,
                }
            }
            let names: Vec<_> = command
                .get_subcommands()
                .map(clap::Command::get_name)
                .collect();
            format!("; allowed: {}", names.join(", "))
        }
        ErrorKind::UnknownArgument => "; --help lists what is allowed".to_owned(),
        _ => String::new(),
    }
}
