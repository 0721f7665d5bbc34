//! What an author or a link has set that means nothing.

use std::fmt;

use retry_herd_core::{FieldError, Value, joined};

/// A name with a value that it does not take. Its text is the one line of warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Junk {
    /// The attribute.
    pub name: String,
    /// Its value.
    pub value: String,
    /// What it takes, in words.
    pub allowed: String,
    /// Whether the whole model may know better: see [`FieldError::is_for_whole`].
    pub is_for_whole: bool,
}

impl Junk {
    /// A field does not take `value`.
    pub fn of_field(name: &str, value: &str, error: &FieldError) -> Self {
        Self {
            name: name.to_owned(),
            value: value.to_owned(),
            allowed: error.allowed.clone(),
            is_for_whole: error.is_for_whole(),
        }
    }

    /// The small module knows no field of that name.
    pub fn unknown(name: &str, value: &str) -> Self {
        Self {
            name: name.to_owned(),
            value: value.to_owned(),
            allowed: String::new(),
            is_for_whole: true,
        }
    }

    /// Only these names are allowed.
    pub fn of_choice<'a>(
        name: &str,
        value: &str,
        allowed: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self {
            name: name.to_owned(),
            value: value.to_owned(),
            allowed: joined(allowed, ", "),
            is_for_whole: false,
        }
    }
}

impl fmt::Display for Junk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            value,
            allowed,
            ..
        } = self;
        write!(
            f,
            "<retry-herd>: {name}={} is passed over; allowed: {allowed}",
            Value::Text(value.clone())
        )
    }
}
