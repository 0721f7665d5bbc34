//! Scenarios from plain data and back, and what must hold between their fields.

use crate::WHOLE;
use crate::decimal::write_decimal;
use crate::error::{FieldError, Problem};
use crate::field::Field;
use crate::fields::FIELDS;
use crate::joined::joined;
use crate::nearest::suggestion;
use crate::presets::PRESETS;
use crate::scenario::{Jitter, Policy, RetryAfterForm, Scenario};
use crate::time::SimDuration;
use crate::value::Value;

/// What a scenario is called that does not name itself.
const UNNAMED: &str = "custom";

/// How many ticks, and how many windows, a horizon may have: what memory carries.
const MOST_STEPS: u64 = 10_000_000;

/// How many attempts a client may make in all its layers: as many as in one.
const MOST_ATTEMPTS: u32 = 1_000_000;

const SECOND: SimDuration = SimDuration::from_secs(1);

/// `app-recovery`, the first preset.
impl Default for Scenario {
    fn default() -> Self {
        PRESETS[0].scenario()
    }
}

impl Scenario {
    /// Sets one field from a text: `name` is its path (`policy.cap`), its last
    /// name (`cap`), or `outage`, `attempts` or `retry_rule` ([`Field::named`]).
    ///
    /// # Errors
    ///
    /// If there is no such field, or the text is not what it takes. Nothing is
    /// changed then.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), FieldError> {
        let value = Value::Text(text.to_owned());
        match Field::named(name) {
            Some(field) => field.set(self, &value),
            None => Err(unknown(FIELDS, name, &value)),
        }
    }

    /// Whether the fields go with each other.
    ///
    /// # Errors
    ///
    /// If the server could serve nobody, or the horizon has more ticks or windows
    /// than memory carries, or a window could see more attempts than it can count,
    /// or the factor is so close to 1 that the ceiling
    /// would take tens of thousands of retries to grow, or retrying layers have no
    /// last attempt or a memory, or a date is asked for of less than a second,
    /// or a budget is told finer than it is counted.
    pub fn validate(&self) -> Result<(), FieldError> {
        self.validate_factor()?;
        self.validate_capacity()?;
        self.validate_range()?;
        self.validate_layers()?;
        self.validate_dates()?;
        self.validate_budget()?;
        self.validate_steps("server.tick", self.server.tick)?;
        self.validate_steps("observe.window", self.observe.window)?;
        self.validate_counts()
    }

    /// Reads a whole scenario: tables in a table, as a scenario file has them.
    /// What is missing is as in [`Scenario::default`], but for the name, which is
    /// then `custom`.
    ///
    /// # Errors
    ///
    /// The first of: a name that is not known or stands there twice, a value of
    /// the wrong kind or out of range, fields that do not go with each other.
    pub fn from_value(value: &Value) -> Result<Self, FieldError> {
        let Value::Table(entries) = value else {
            return Err(FieldError {
                field: "scenario".to_owned(),
                value: value.to_string(),
                problem: Problem::NotA("a table"),
                allowed: "a table of fields".to_owned(),
            });
        };
        let mut scenario = Self {
            name: UNNAMED.to_owned(),
            ..Self::default()
        };
        read_table(&mut scenario, FIELDS, "", entries)?;
        scenario.validate()?;
        Ok(scenario)
    }

    /// Writes all fields; [`Scenario::from_value`] gives the same scenario back.
    pub fn to_value(&self) -> Value {
        let mut table = Value::Table(Vec::new());
        for field in FIELDS {
            let value = field.get(self);
            // The one field that is as good as absent when it is empty.
            if value != Value::List(Vec::new()) {
                table.insert(field.path, value);
            }
        }
        table
    }

    fn validate_factor(&self) -> Result<(), FieldError> {
        let factor = self.policy.factor;
        if factor > 1.0 && factor < 1.001 {
            return Err(self.conflict(
                "policy.factor",
                "is too close to 1 to be worth growing by".to_owned(),
                "1, or 1.001 to 100".to_owned(),
            ));
        }
        Ok(())
    }

    fn validate_capacity(&self) -> Result<(), FieldError> {
        let server = &self.server;
        let tick = server.tick;
        let rates = [
            ("server.capacity", server.capacity),
            ("server.admission", server.admission.filter(|_| WHOLE)),
        ];
        for (path, rate) in rates {
            if rate.is_some_and(|rate| server.per_tick(rate) == 0) {
                return Err(self.conflict(
                    path,
                    format!("a second is less than one request in a tick of {tick}"),
                    format!(
                        "at least {}, or a longer server.tick",
                        write_decimal(1.0 / tick.as_secs_f64())
                    ),
                ));
            }
        }
        Ok(())
    }

    fn validate_range(&self) -> Result<(), FieldError> {
        let Policy { low, high, .. } = self.policy;
        if !WHOLE || low <= high {
            return Ok(());
        }
        let high = Value::Number(high);
        Err(self.conflict(
            "policy.low",
            format!("is above a policy.high of {high}"),
            format!("0 to {high}, or a greater policy.high"),
        ))
    }

    /// Each layer would remember delays of its own, and begin anew with each of its
    /// turns: no library does, so nobody could say what is right.
    fn validate_layers(&self) -> Result<(), FieldError> {
        let Policy {
            layers,
            max_attempts,
            jitter,
            ..
        } = self.policy;
        if !WHOLE || layers == 1 {
            return Ok(());
        }
        let Some(attempts) = max_attempts else {
            return Err(self.conflict(
                "policy.layers",
                "layers without a last attempt: the inner one never lets go".to_owned(),
                "1, or a policy.max_attempts".to_owned(),
            ));
        };
        if matches!(jitter, Jitter::Decorrelated | Jitter::MedianFirst) {
            return Err(self.conflict(
                "policy.layers",
                format!(
                    "layers cannot share what {} jitter remembers",
                    jitter.name()
                ),
                "1, or another policy.jitter".to_owned(),
            ));
        }
        let all = attempts.checked_pow(layers);
        if all.is_some_and(|all| all <= MOST_ATTEMPTS) {
            return Ok(());
        }
        Err(self.conflict(
            "policy.layers",
            format!("layers of {attempts} attempts make more than {MOST_ATTEMPTS}"),
            "fewer, or a lower policy.max_attempts".to_owned(),
        ))
    }

    /// Tokens are counted exactly.
    fn validate_budget(&self) -> Result<(), FieldError> {
        let thousandths = self.policy.budget.per_second * 1_000.0;
        let whole = (thousandths + 0.5) as u64 as f64;
        if !WHOLE || (thousandths - whole).abs() < 1e-4 {
            return Ok(());
        }
        Err(self.conflict(
            "policy.budget.per_second",
            "is finer than a thousandth".to_owned(),
            "0 to 1000000, in whole thousandths".to_owned(),
        ))
    }

    /// Of less than a second, a date would be over before it is read.
    fn validate_dates(&self) -> Result<(), FieldError> {
        if !WHOLE {
            return Ok(());
        }
        let server = &self.server;
        let short = |after: Option<SimDuration>| {
            after.is_some_and(|after| SimDuration::ZERO < after && after < SECOND)
        };
        let sent = [
            ("server.retry_after", server.retry_after),
            ("server.shed_retry_after", server.shed_retry_after),
        ];
        for (path, after) in sent {
            if server.retry_after_form == RetryAfterForm::Date && short(after) {
                return Err(self.conflict(
                    path,
                    "is less than a date, which has whole seconds, can say".to_owned(),
                    "at least 1s, or a server.retry_after_form of \"seconds\"".to_owned(),
                ));
            }
        }
        Ok(())
    }

    fn validate_steps(&self, path: &str, step: SimDuration) -> Result<(), FieldError> {
        let steps = self.horizon.as_nanos().div_ceil(step.as_nanos().max(1));
        if steps <= MOST_STEPS {
            return Ok(());
        }
        let shortest = SimDuration::from_nanos(self.horizon.as_nanos().div_ceil(MOST_STEPS));
        Err(self.conflict(
            path,
            format!("is too short for a horizon of {}", self.horizon),
            format!("at least {shortest}, or a shorter horizon"),
        ))
    }

    /// A window counts up to 2³² − 1, and a client tries once a tick at most. The two
    /// ticks are those at the window's edges.
    fn validate_counts(&self) -> Result<(), FieldError> {
        let clients = self.fleet.clients;
        let ticks = u64::from(u32::MAX) / u64::from(clients.max(1));
        let longest = self.server.tick.times(ticks.saturating_sub(2));
        if self.observe.window <= longest {
            return Ok(());
        }
        Err(self.conflict(
            "observe.window",
            format!("is too long to count the attempts of {clients} clients"),
            format!("at most {longest}, or a longer server.tick, or fewer clients"),
        ))
    }

    fn conflict(&self, path: &str, how: String, allowed: String) -> FieldError {
        let value = Field::named(path).map_or(Value::Null, |field| field.get(self));
        let value = value
            .as_text()
            .map_or_else(|| value.to_string(), str::to_owned);
        FieldError {
            field: path.to_owned(),
            value,
            problem: Problem::Conflict(how),
            allowed,
        }
    }
}

/// Reads the tables of a scenario file into the settings that `fields` are of.
pub(crate) fn read_table<S>(
    settings: &mut S,
    fields: &'static [Field<S>],
    prefix: &str,
    entries: &[(String, Value)],
) -> Result<(), FieldError> {
    for (at, (key, value)) in entries.iter().enumerate() {
        let path = format!("{prefix}{key}");
        if entries[..at].iter().any(|(earlier, _)| earlier == key) {
            return Err(FieldError {
                field: path,
                value: value.to_string(),
                problem: Problem::Twice,
                allowed: "once".to_owned(),
            });
        }
        read_entry(settings, fields, &path, key, value)?;
    }
    Ok(())
}

fn read_entry<S>(
    settings: &mut S,
    fields: &'static [Field<S>],
    path: &str,
    key: &str,
    value: &Value,
) -> Result<(), FieldError> {
    // A key with a dot in it is one key, not a path.
    let known = if key.contains('.') { &[] } else { fields };
    if let Some(field) = known.iter().find(|field| field.path == path) {
        return field.set(settings, value);
    }
    let prefix = format!("{path}.");
    let inner: Vec<&Field<S>> = known
        .iter()
        .filter(|f| f.path.starts_with(&prefix))
        .collect();
    match value {
        _ if inner.is_empty() => Err(unknown(fields, path, value)),
        Value::Table(entries) => read_table(settings, fields, &prefix, entries),
        _ => Err(FieldError {
            field: path.to_owned(),
            value: value.to_string(),
            problem: Problem::NotA("a table"),
            allowed: format!("a table of {}", names_after(&prefix, &inner)),
        }),
    }
}

/// What the fields' paths have after `prefix`.
fn names_after<S>(prefix: &str, fields: &[&Field<S>]) -> String {
    let names = fields
        .iter()
        .filter_map(|field| field.path.strip_prefix(prefix));
    joined(names, ", ")
}

pub(crate) fn unknown<S>(fields: &[Field<S>], name: &str, value: &Value) -> FieldError {
    FieldError {
        field: name.to_owned(),
        value: value.to_string(),
        problem: Problem::Unknown,
        allowed: suggestion(fields, name),
    }
}
