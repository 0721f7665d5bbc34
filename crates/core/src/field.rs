//! One field of a scenario: what it is called, what it takes, and how it is got and set.

use crate::error::{FieldError, Problem};
use crate::fields::{ALIASES, FIELDS, RENAMED};
use crate::kind::Kind;
use crate::scenario::Scenario;
use crate::time::SimDuration;
use crate::value::Value;

/// One field of a scenario, or of another model's settings `S`.
pub struct Field<S: 'static = Scenario> {
    /// Where it stands in a scenario file, such as `policy.cap`.
    pub path: &'static str,
    /// What it means, in one line.
    pub doc: &'static str,
    /// What it takes.
    pub kind: Kind,
    pub(crate) get: fn(&S, &Kind) -> Value,
    pub(crate) put: fn(&mut S, &Value, &Kind) -> Result<(), Problem>,
}

impl Field {
    /// The field at `name`: its path, the end of it (`budget.tokens`), its last name, or
    /// the short name that it goes by (`outage` for its length, `attempts` for how many at
    /// most; and see [`Field::short_name`]).
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::among(FIELDS, name)
    }
}

impl<S> Field<S> {
    /// The one of `fields` at `name`, as [`Field::named`] has it.
    pub(crate) fn among(fields: &'static [Self], name: &str) -> Option<&'static Self> {
        let long = ALIASES.iter().find(|(short, _)| *short == name);
        let path = long.map_or(name, |(_, path)| path);
        let at_path = fields.iter().find(|field| field.path == path);
        let short = || fields.iter().find(|field| field.short_name() == path);
        at_path.or_else(short).or_else(|| {
            let mut under = fields.iter();
            under.find(|field| path.contains('.') && field.ends_in(path))
        })
    }

    /// Whether its path ends in `names`, such as `budget.tokens`.
    fn ends_in(&self, names: &str) -> bool {
        let before = self.path.strip_suffix(names);
        before.is_some_and(|before| before.ends_with('.'))
    }

    /// The last part of its path, which may be that of another field as well: see
    /// [`Field::short_name`].
    pub fn last_name(&self) -> &'static str {
        self.path.rsplit('.').next().unwrap_or(self.path)
    }

    /// The shortest name that means this field and no other: its last name, but
    /// `retry_rule` for `policy.retry_after`, because `retry_after` alone is the
    /// server's, and `budget` and `breaker` for whose these are.
    pub fn short_name(&self) -> &'static str {
        let renamed = RENAMED.iter().find(|(_, path)| *path == self.path);
        renamed.map_or_else(|| self.last_name(), |(short, _)| short)
    }

    /// What is allowed, in words.
    pub fn allowed(&self) -> String {
        self.kind.allowed()
    }

    /// Its value in `scenario`; [`Field::set`] takes it back as it is.
    pub fn get(&self, scenario: &S) -> Value {
        (self.get)(scenario, &self.kind)
    }

    /// Gives it `value` in `scenario`.
    ///
    /// # Errors
    ///
    /// If the value is of another kind or out of range; nothing is changed then.
    /// What depends on other fields is left to [`Scenario::validate`].
    pub fn set(&self, scenario: &mut S, value: &Value) -> Result<(), FieldError> {
        (self.put)(scenario, value, &self.kind)
            .map_err(|problem| self.error(value, problem, self.allowed()))
    }

    pub(crate) fn error(&self, value: &Value, problem: Problem, allowed: String) -> FieldError {
        FieldError {
            field: self.path.to_owned(),
            value: value.to_string(),
            problem,
            allowed,
        }
    }
}

macro_rules! field {
    ($path:literal, $kind:expr, $doc:literal, $($place:ident).+) => {
        Field {
            path: $path,
            doc: $doc,
            kind: $kind,
            get: |scenario, kind| scenario.$($place).+.write(kind),
            put: |scenario, value, kind| {
                scenario.$($place).+ = Slot::read(value, kind)?;
                Ok(())
            },
        }
    };
}
pub(crate) use field;

pub(crate) const fn duration(
    low: SimDuration,
    high: SimDuration,
    or: Option<&'static str>,
) -> Kind {
    Kind::Duration { low, high, or }
}

pub(crate) const fn whole(low: u64, high: u64, or: Option<&'static str>) -> Kind {
    Kind::Whole { low, high, or }
}

pub(crate) const fn number(low: f64, high: f64, or: Option<&'static str>) -> Kind {
    Kind::Number { low, high, or }
}

pub(crate) const NO_TIME: SimDuration = SimDuration::ZERO;
pub(crate) const MILLISECOND: SimDuration = SimDuration::from_millis(1);
pub(crate) const DAY: SimDuration = SimDuration::from_secs(24 * 3_600);
pub(crate) const MONTH: SimDuration = SimDuration::from_secs(30 * 24 * 3_600);
