//! Scenario files: TOML and JSON, the same names in both.

use std::fmt;

use crate::error::FieldError;
use crate::scenario::Scenario;
use crate::shown::Shown;
use crate::value::Value;

/// Why a scenario file cannot be used; one line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// It is not TOML, or not JSON.
    Syntax {
        /// What it should be: "TOML" or "JSON".
        format: &'static str,
        /// Where, from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// It is, but a field of it is wrong.
    Field(FieldError),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax {
                format,
                line,
                problem,
            } => {
                write!(
                    f,
                    "line {line} is not {format}: {}",
                    Shown::message(problem)
                )
            }
            Self::Field(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FileError {}

impl From<FieldError> for FileError {
    fn from(error: FieldError) -> Self {
        Self::Field(error)
    }
}

impl Scenario {
    /// Reads a scenario file in TOML. Missing fields are as in [`Scenario::from_value`].
    ///
    /// # Errors
    ///
    /// If it is not TOML (a key that stands there twice is an error of TOML), or
    /// any field is wrong.
    #[cfg(feature = "toml")]
    pub fn from_toml(text: &str) -> Result<Self, FileError> {
        Ok(Self::from_value(&toml_value(text)?)?)
    }

    /// Reads a scenario file in JSON. Missing fields are as in [`Scenario::from_value`].
    ///
    /// # Errors
    ///
    /// If it is not JSON, or any field is wrong or stands there twice.
    #[cfg(feature = "json")]
    pub fn from_json(text: &str) -> Result<Self, FileError> {
        Ok(Self::from_value(&json_value(text)?)?)
    }
}

/// Reads TOML, whatever its fields.
#[cfg(feature = "toml")]
pub(crate) fn toml_value(text: &str) -> Result<Value, FileError> {
    toml::from_str(text).map_err(|error| FileError::Syntax {
        format: "TOML",
        line: line_at(text, error.span().map_or(0, |span| span.start)),
        problem: one_line(error.message()),
    })
}

/// Reads JSON, whatever its fields.
#[cfg(feature = "json")]
pub(crate) fn json_value(text: &str) -> Result<Value, FileError> {
    serde_json::from_str(text).map_err(|error| FileError::Syntax {
        format: "JSON",
        line: error.line(),
        problem: one_line(&error.to_string()),
    })
}

#[cfg(feature = "toml")]
fn line_at(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|&b| b == b'\n').count()
}

/// Parsers write over several lines.
fn one_line(message: &str) -> String {
    message
        .lines()
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(", ")
}
