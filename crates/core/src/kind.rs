//! The kinds of value that a scenario's fields take, and their ranges.

use std::fmt::Write;

use crate::WHOLE;
use crate::decimal::{read_decimal, write_decimal};
use crate::duration;
use crate::error::Problem;
use crate::joined::joined;
use crate::time::SimDuration;
use crate::value::Value;

/// What a field takes. Ranges include both ends; `or` is a word allowed in place
/// of a value, such as `none`. Names and words are lower case, always.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A text on one line, not empty.
    Text {
        /// The most characters.
        longest: usize,
    },
    /// A whole number.
    Whole {
        /// The least.
        low: u64,
        /// The greatest.
        high: u64,
        /// A word in place of a number.
        or: Option<&'static str>,
    },
    /// A number.
    Number {
        /// The least.
        low: f64,
        /// The greatest.
        high: f64,
        /// A word in place of a number.
        or: Option<&'static str>,
    },
    /// A decimal number with a unit.
    Duration {
        /// The shortest.
        low: SimDuration,
        /// The longest.
        high: SimDuration,
        /// A word in place of a duration.
        or: Option<&'static str>,
    },
    /// One of these names.
    Choice(&'static [&'static str]),
    /// One of these names, or one for the outage and one for overload.
    PerPhase(&'static [&'static str]),
    /// A list of numbers from 0 to below 1.
    Fractions {
        /// The most numbers.
        most: usize,
    },
}

impl Kind {
    /// The word that the field allows in place of a value.
    pub fn word(&self) -> Option<&'static str> {
        match *self {
            Self::Whole { or, .. } | Self::Number { or, .. } | Self::Duration { or, .. } => or,
            _ => None,
        }
    }

    /// What is allowed, in words.
    pub fn allowed(&self) -> String {
        let mut text = String::new();
        if let Some(word) = self.word() {
            text = format!("\"{word}\" or ");
        }
        // Writing to a string cannot fail.
        let _ = match self {
            Self::Text { longest } => write!(text, "1 to {longest} characters on one line"),
            Self::Whole { low, high, .. } => write!(text, "a whole number from {low} to {high}"),
            Self::Number { low, high, .. } => {
                write!(text, "{} to {}", write_decimal(*low), write_decimal(*high))
            }
            Self::Duration { low, high, .. } => write!(text, "{low} to {high}, such as \"30s\""),
            Self::Choice(names) => write!(text, "{}", joined(names.iter(), ", ")),
            Self::PerPhase(_) if !WHOLE => Ok(()),
            Self::PerPhase(names) => write!(
                text,
                "{}, or two of them as {{ outage = …, overload = … }} or \"outage/overload\"",
                joined(names.iter(), ", ")
            ),
            Self::Fractions { most } => write!(
                text,
                "at most {most} numbers from 0 to below 1, such as [0.25, 0.5]"
            ),
        };
        text
    }

    /// Reads a text.
    pub(crate) fn text<'v>(&self, value: &'v Value) -> Result<&'v str, Problem> {
        let (Self::Text { longest }, Value::Text(text)) = (self, value) else {
            return Err(Problem::NotA("a text"));
        };
        let text = text.trim();
        if text.is_empty() || text.chars().any(char::is_control) {
            return Err(Problem::NotA("a text on one line"));
        }
        let fits = text.chars().nth(*longest).is_none();
        if fits {
            Ok(text)
        } else {
            Err(Problem::OutOfRange)
        }
    }

    /// Reads a whole number; `None` is the field's word.
    pub(crate) fn whole(&self, value: &Value) -> Result<Option<u64>, Problem> {
        const NOT_WHOLE: Problem = Problem::NotA("a whole number");
        let Self::Whole { low, high, .. } = *self else {
            return Err(NOT_WHOLE);
        };
        if self.is_word(value) {
            return Ok(None);
        }
        let number = number(value).ok_or(NOT_WHOLE)?;
        if number.fract() != 0.0 {
            return Err(NOT_WHOLE);
        }
        // Every limit is far below 2⁵³: these conversions are exact.
        within(number, low as f64, high as f64).map(|number| Some(number as u64))
    }

    /// Reads a number; `None` is the field's word.
    pub(crate) fn number(&self, value: &Value) -> Result<Option<f64>, Problem> {
        const NOT_A_NUMBER: Problem = Problem::NotA("a number");
        let Self::Number { low, high, .. } = *self else {
            return Err(NOT_A_NUMBER);
        };
        if self.is_word(value) {
            return Ok(None);
        }
        let number = number(value).ok_or(NOT_A_NUMBER)?;
        within(number, low, high).map(Some)
    }

    /// Reads a duration; `None` is the field's word.
    pub(crate) fn duration(&self, value: &Value) -> Result<Option<SimDuration>, Problem> {
        let Self::Duration { low, high, .. } = *self else {
            return Err(Problem::NotA("a duration"));
        };
        if self.is_word(value) {
            return Ok(None);
        }
        let duration = match value {
            Value::Text(text) => duration::read(text)?,
            Value::Number(_) => return Err(Problem::NoUnit),
            _ => return Err(Problem::NotA("a duration")),
        };
        let inside = low <= duration && duration <= high;
        if inside {
            Ok(Some(duration))
        } else {
            Err(Problem::OutOfRange)
        }
    }

    /// Reads a list of fractions; as a text they stand between commas, the
    /// brackets may be missing.
    pub(crate) fn fractions(&self, value: &Value) -> Result<Vec<f64>, Problem> {
        const NOT_FRACTIONS: Problem = Problem::NotA("a list of numbers");
        let Self::Fractions { most } = *self else {
            return Err(NOT_FRACTIONS);
        };
        let numbers: Option<Vec<f64>> = match value {
            Value::List(values) => values.iter().map(number).collect(),
            Value::Text(text) => listed(text).map(read_decimal).collect(),
            _ => None,
        };
        let numbers = numbers.ok_or(NOT_FRACTIONS)?;
        let inside = numbers.iter().all(|number| (0.0..1.0).contains(number));
        let fits = inside && numbers.len() <= most;
        if fits {
            Ok(numbers)
        } else {
            Err(Problem::OutOfRange)
        }
    }

    fn is_word(&self, value: &Value) -> bool {
        let text = value.as_text().map(str::trim);
        text.is_some() && text == self.word()
    }
}

/// A number, or a text that is one: attributes and command lines have only texts.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Text(text) => read_decimal(text),
        _ => None,
    }
}

/// Not a number is within nothing.
fn within(number: f64, low: f64, high: f64) -> Result<f64, Problem> {
    let inside = (low..=high).contains(&number);
    if inside {
        Ok(number)
    } else {
        Err(Problem::OutOfRange)
    }
}

fn listed(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim();
    let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    let inner = inner.unwrap_or(text).trim();
    // An empty list has no comma, and yet no item.
    inner
        .split(',')
        .take(if inner.is_empty() { 0 } else { usize::MAX })
}
