//! What stands in a row under a column.

use std::borrow::Cow;

use retry_herd_core::Value;
use serde::{Serialize, Serializer};

/// What stands in a row under a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cell<'t> {
    Null,
    Number(f64),
    Words(&'t str),
}

impl<'t> Cell<'t> {
    /// What a field is set to: a number where it is one.
    pub(super) fn setting(text: &'t str) -> Self {
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.map_or(Self::Words(text), Self::Number)
    }

    /// A figure; what has none, or is endless, is null.
    pub(super) fn figure(number: Option<f64>) -> Self {
        let number = number.filter(|number| number.is_finite());
        number.map_or(Self::Null, Self::Number)
    }

    pub(super) fn number(self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// As it is written without quotes; null is empty.
    pub(super) fn plain(self) -> Cow<'t, str> {
        match self {
            Self::Null => "".into(),
            Self::Number(number) => Value::Number(number).plain().into(),
            Self::Words(text) => text.into(),
        }
    }
}

impl<'v> From<&'v Value> for Cell<'v> {
    fn from(value: &'v Value) -> Self {
        match value {
            Value::Number(number) => Self::Number(*number),
            Value::Text(text) => Self::Words(text),
            _ => Self::Null,
        }
    }
}

/// Numbers as [`Value`] has them.
impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Number(number) => Value::Number(*number).serialize(serializer),
            Self::Words(text) => serializer.serialize_str(text),
        }
    }
}
