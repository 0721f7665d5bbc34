//! What can be wrong with a scenario, in one line each.

use std::fmt;

use crate::WHOLE;
use crate::shown::Shown;

/// What the name of a choice is not; there may be more of them in the whole model.
pub(crate) const NO_NAME: Problem = Problem::NotA("one of the names");

/// A field that cannot be what it was given: which, what it was given, what is
/// wrong with that, and what is allowed. Its text is one line, such as
///
/// ```text
/// policy.cap: "10 parsecs" is not a duration; allowed: "none" or 1ms to 24h, such as "30s"
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The field's path, such as `policy.cap`; of an unknown one, as it was written.
    pub field: String,
    /// The value as it was given, in quotes if it is a text.
    pub value: String,
    /// What is wrong.
    pub problem: Problem,
    /// What is allowed instead, in words; for an unknown field, the nearest
    /// names there are.
    pub allowed: String,
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is no such field.
    Unknown,
    /// The field stands there twice.
    Twice,
    /// The value is of another kind; the kind that is wanted, such as "a duration".
    NotA(&'static str),
    /// A duration without a unit.
    NoUnit,
    /// A duration with parts of a nanosecond.
    TooFine,
    /// Too small or too large.
    OutOfRange,
    /// It does not go with another field; how, in words.
    Conflict(String),
}

impl FieldError {
    /// Whether the whole model may take what this one does not: a field or a name
    /// that it does not know. A number out of range is that in both. Never, if this is
    /// the whole model.
    pub fn is_for_whole(&self) -> bool {
        !WHOLE && (self.problem == Problem::Unknown || self.problem == NO_NAME)
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            field,
            value,
            problem,
            allowed,
        } = self;
        match field.as_str() {
            "" => f.write_str("\"\": ")?,
            field => write!(f, "{}: ", Shown::word(field))?,
        }
        match problem {
            Problem::Unknown => {
                return write!(f, "no such field (it was given {value}); {allowed}");
            }
            Problem::Twice => write!(f, "given twice, the second time as {value}")?,
            Problem::NotA(kind) => write!(f, "{value} is not {kind}")?,
            Problem::NoUnit => write!(f, "{value} has no unit")?,
            Problem::TooFine => write!(f, "{value} is finer than a nanosecond")?,
            Problem::OutOfRange => write!(f, "{value} is out of range")?,
            Problem::Conflict(how) => write!(f, "{value} {how}")?,
        }
        write!(f, "; allowed: {allowed}")
    }
}

impl std::error::Error for FieldError {}
