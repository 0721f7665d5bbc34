//! What every model can do: be set field by field, be checked, be run.

use serde::Serialize;

use crate::error::{FieldError, Problem};
use crate::field::Field;
use crate::figures::Figure;
use crate::scenario::{Growth, Jitter, Policy, Scenario};
use crate::settings::{read_table, unknown};
use crate::time::SimDuration;
use crate::value::Value;

/// A model beside the outage herd: settings of its own, with the published ones
/// as their defaults, that are set, swept and written like the herd's.
pub trait Model: Clone + Default + PartialEq + 'static {
    /// What a run reports.
    type Report: Clone + PartialEq + Serialize + 'static;

    /// What a scenario file asks for it by: `kind = "…"`.
    const KIND: &'static str;

    /// All its fields, in the order of a scenario file.
    fn fields() -> &'static [Field<Self>];

    /// All figures of its report that are single numbers.
    fn figures() -> &'static [Figure<Self::Report>];

    /// Whether the fields go with each other.
    ///
    /// # Errors
    ///
    /// If a run would never end, or need more memory than there is, or if ranges
    /// are the wrong way round.
    fn validate(&self) -> Result<(), FieldError>;

    /// Runs it to the end; the same settings give the same bits on every machine.
    /// For settings that [`Model::validate`] accepts, fields in their ranges.
    fn run(&self) -> Self::Report;

    /// The field at `name`: its path, its last name, or the short name that the
    /// outage herd's field of that path goes by.
    fn field(name: &str) -> Option<&'static Field<Self>> {
        Field::among(Self::fields(), name)
    }

    /// Sets one field from a text, as [`Scenario::set`](crate::Scenario::set) does.
    ///
    /// # Errors
    ///
    /// If there is no such field, or the text is not what it takes. Nothing is
    /// changed then.
    fn set(&mut self, name: &str, text: &str) -> Result<(), FieldError> {
        let value = Value::Text(text.to_owned());
        match Self::field(name) {
            Some(field) => field.set(self, &value),
            None => Err(unknown(Self::fields(), name, &value)),
        }
    }

    /// Reads all settings from tables in a table; what is missing is as published.
    ///
    /// # Errors
    ///
    /// As [`Scenario::from_value`](crate::Scenario::from_value).
    fn from_value(value: &Value) -> Result<Self, FieldError> {
        let Value::Table(entries) = value else {
            return Err(FieldError {
                field: "scenario".to_owned(),
                value: value.to_string(),
                problem: Problem::NotA("a table"),
                allowed: "a table of fields".to_owned(),
            });
        };
        let mut settings = Self::default();
        read_table(&mut settings, Self::fields(), "", entries)?;
        settings.validate()?;
        Ok(settings)
    }

    /// Writes all fields; [`Model::from_value`] gives the same settings back.
    fn to_value(&self) -> Value {
        let mut table = Value::Table(Vec::new());
        for field in Self::fields() {
            table.insert(field.path, field.get(self));
        }
        table
    }
}

/// Whether the fields of a policy go with each other.
///
/// # Errors
///
/// As the outage herd has them: a factor hardly above 1, range jitter the wrong
/// way round.
pub(crate) fn validate_policy(policy: &Policy) -> Result<(), FieldError> {
    let carrier = Scenario {
        policy: *policy,
        ..Scenario::default()
    };
    carrier.validate()
}

/// The policy that tries again at once, for ever: what others are made from.
pub(crate) fn at_once() -> Policy {
    Policy {
        growth: Growth::Fixed,
        base: SimDuration::ZERO,
        cap: None,
        jitter: Jitter::None,
        max_attempts: None,
        ..Scenario::default().policy
    }
}
