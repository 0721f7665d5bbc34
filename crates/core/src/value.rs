//! A scenario's fields as plain data: what a file, an object of JavaScript or a
//! command line hands over, before anything is known about it.

use std::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::decimal::write_decimal;
use crate::joined::joined;
use crate::shown::Shown;

/// Plain data, as in JSON or TOML.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing: JSON's `null`. No field allows it; reports have it for "never".
    Null,
    /// Yes or no. No field allows it.
    Bool(bool),
    /// A number; whole ones are exact up to 2⁵³.
    Number(f64),
    /// A text.
    Text(String),
    /// Some values in order.
    List(Vec<Value>),
    /// Named values in order. A name may stand in it twice: whoever reads the
    /// table reports that.
    Table(Vec<(String, Value)>),
}

/// The largest number up to which every whole number is an `f64` of its own.
pub(crate) const LARGEST_EXACT: f64 = 9_007_199_254_740_991.0;

impl Value {
    /// The text of a text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number of a number.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// As [`Scenario::set`](crate::Scenario::set) takes it back: texts without quotes,
    /// lists between commas, the two rules for a Retry-After between a slash. Numbers from 10⁻⁵ to 10¹⁸ keep every bit.
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::List(values) => joined(values.iter().map(Self::plain), ", "),
            Self::Table(entries) => joined(entries.iter().map(|(_, v)| v.plain()), "/"),
            other => other.to_string(),
        }
    }

    /// What stands under a dotted path such as `policy.cap`, tables inside tables.
    pub fn at(&self, path: &str) -> Option<&Self> {
        path.split('.').try_fold(self, |value, key| match value {
            Self::Table(entries) => entries.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        })
    }

    /// Puts `value` under a dotted path, making the tables on the way.
    pub(crate) fn insert(&mut self, path: &str, value: Self) {
        let Self::Table(entries) = self else { return };
        let Some((key, rest)) = path.split_once('.') else {
            entries.push((path.to_owned(), value));
            return;
        };
        let at = entries.iter().position(|(k, _)| k == key);
        let at = at.unwrap_or_else(|| {
            entries.push((key.to_owned(), Self::Table(Vec::new())));
            entries.len() - 1
        });
        entries[at].1.insert(rest, value);
    }
}

/// As an error line shows it: one line, texts in quotes, never very long.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(yes) => write!(f, "{yes}"),
            Self::Number(number) => f.write_str(&write_decimal(*number)),
            Self::Text(text) => write!(f, "\"{}\"", Shown::word(text)),
            Self::List(_) => f.write_str("a list"),
            Self::Table(_) => f.write_str("a table"),
        }
    }
}

/// Whole numbers are written as such: `2000`, not `2000.0`.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Bool(yes) => serializer.serialize_bool(*yes),
            Self::Number(number) if number.fract() == 0.0 && number.abs() <= LARGEST_EXACT => {
                serializer.serialize_i64(*number as i64)
            }
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(values) => serializer.collect_seq(values),
            Self::Table(entries) => serializer.collect_map(entries.iter().map(|(k, v)| (k, v))),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, yes: bool) -> Result<Value, E> {
        Ok(Value::Bool(yes))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        Value::deserialize(inner)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element()? {
            values.push(value);
        }
        Ok(Value::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Value::Table(entries))
    }
}
