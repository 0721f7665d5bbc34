//! What an author or a link has set that means nothing.

use std::fmt;

use retry_herd_core::{FieldError, Value};

/// A name with a value that it does not take. Its text is the one line of warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Junk {
    /// The attribute.
    pub name: String,
    /// Its value.
    pub value: String,
    /// What it takes, in words.
    pub allowed: String,
}

impl Junk {
    /// A field does not take `value`.
    pub fn of_field(name: &str, value: &str, error: &FieldError) -> Self {
        Self {
            name: name.to_owned(),
            value: value.to_owned(),
            allowed: error.allowed.clone(),
        }
    }

    /// Only these names are allowed.
    pub fn of_choice<'a>(
        name: &str,
        value: &str,
        allowed: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let allowed: Vec<&str> = allowed.into_iter().collect();
        Self {
            name: name.to_owned(),
            value: value.to_owned(),
            allowed: allowed.join(", "),
        }
    }
}

impl fmt::Display for Junk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            value,
            allowed,
        } = self;
        write!(
            f,
            "<retry-herd>: {name}={} is passed over; allowed: {allowed}",
            Value::Text(value.clone())
        )
    }
}
