//! A scenario file of whatever kind.

use serde::Serialize;

use super::budgets::{Budgets, BudgetsReport};
use super::collapse::{Collapse, CollapseReport};
use super::contention::{Contention, ContentionReport};
use super::model::Model;
use crate::error::{FieldError, Problem};
use crate::field::Field;
use crate::fields::FIELDS;
#[cfg(any(feature = "toml", feature = "json"))]
use crate::read::FileError;
use crate::report::Report;
use crate::run::Run;
use crate::scenario::Scenario;
use crate::value::Value;

/// The kind of the scenario that says nothing about its kind.
const OUTAGE: &str = "outage";

/// The kinds of scenario, in the order of a list.
const KINDS: [&str; 4] = [OUTAGE, Contention::KIND, Budgets::KIND, Collapse::KIND];

/// A scenario of any kind. A scenario file says which with `kind = "contention"`
/// at its top; without that it is an outage herd, so that every file written
/// before there were kinds still means the same.
///
/// ```
/// use retry_herd_core::Value;
/// use retry_herd_core::models::{AnyReport, AnyScenario};
///
/// let kind = ("kind".to_owned(), Value::Text("contention".to_owned()));
/// let mut scenario = AnyScenario::from_value(&Value::Table(vec![kind])).unwrap();
/// scenario.set("clients", "10").unwrap();
/// let AnyReport::Contention(report) = scenario.run() else { panic!() };
/// assert_eq!(report.served, 10);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum AnyScenario {
    /// `outage`: a fleet against a server that was down.
    Outage(Scenario),
    /// `contention`: writers of one row.
    Contention(Contention),
    /// `budgets`: limits on retries against a server that fails by chance.
    Budgets(Budgets),
    /// `collapse`: a server slower than its clients' patience.
    Collapse(Collapse),
}

/// What a run of any kind reports; as JSON, the report of its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum AnyReport {
    /// Of an outage herd.
    Outage(Report),
    /// Of the contention model.
    Contention(ContentionReport),
    /// Of the budgets model.
    Budgets(BudgetsReport),
    /// Of the collapse model.
    Collapse(CollapseReport),
}

/// What a list of a kind's fields shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldInfo {
    /// Where it stands in a scenario file, such as `policy.cap`.
    pub path: &'static str,
    /// What it means, in one line.
    pub doc: &'static str,
    /// What is allowed, in words.
    pub allowed: String,
}

/// Does the same with the scenario of each kind.
macro_rules! each {
    ($any:expr, $scenario:ident => $do:expr) => {
        match $any {
            AnyScenario::Outage($scenario) => $do,
            AnyScenario::Contention($scenario) => $do,
            AnyScenario::Budgets($scenario) => $do,
            AnyScenario::Collapse($scenario) => $do,
        }
    };
}

impl AnyScenario {
    /// The names of all kinds.
    pub const KINDS: &'static [&'static str] = &KINDS;

    /// The published scenario of a kind; `None` if there is no such kind.
    pub fn of_kind(kind: &str) -> Option<Self> {
        match kind {
            OUTAGE => Some(Self::Outage(Scenario::default())),
            Contention::KIND => Some(Self::Contention(Contention::default())),
            Budgets::KIND => Some(Self::Budgets(Budgets::default())),
            Collapse::KIND => Some(Self::Collapse(Collapse::default())),
            _ => None,
        }
    }

    /// What a scenario file asks for its kind by.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Outage(_) => OUTAGE,
            Self::Contention(_) => Contention::KIND,
            Self::Budgets(_) => Budgets::KIND,
            Self::Collapse(_) => Collapse::KIND,
        }
    }

    /// Reads a whole scenario; what is missing is as its kind has it.
    ///
    /// # Errors
    ///
    /// If there is no such kind, or as [`Scenario::from_value`].
    pub fn from_value(value: &Value) -> Result<Self, FieldError> {
        let Value::Table(entries) = value else {
            return Scenario::from_value(value).map(Self::Outage);
        };
        let kind = kind_of(entries)?;
        let others = entries.iter().filter(|(key, _)| key != "kind").cloned();
        let rest = Value::Table(others.collect());
        match kind {
            Contention::KIND => Contention::from_value(&rest).map(Self::Contention),
            Budgets::KIND => Budgets::from_value(&rest).map(Self::Budgets),
            Collapse::KIND => Collapse::from_value(&rest).map(Self::Collapse),
            _ => Scenario::from_value(&rest).map(Self::Outage),
        }
    }

    /// Reads a scenario file in TOML.
    ///
    /// # Errors
    ///
    /// If it is not TOML, or as [`AnyScenario::from_value`].
    #[cfg(feature = "toml")]
    pub fn from_toml(text: &str) -> Result<Self, FileError> {
        Ok(Self::from_value(&crate::read::toml_value(text)?)?)
    }

    /// Reads a scenario file in JSON.
    ///
    /// # Errors
    ///
    /// If it is not JSON, or as [`AnyScenario::from_value`].
    #[cfg(feature = "json")]
    pub fn from_json(text: &str) -> Result<Self, FileError> {
        Ok(Self::from_value(&crate::read::json_value(text)?)?)
    }

    /// Writes all fields, the kind first; [`AnyScenario::from_value`] gives the
    /// same scenario back. An outage herd is written without its kind, as ever.
    pub fn to_value(&self) -> Value {
        let mut value = each!(self, scenario => scenario.to_value());
        if let (Value::Table(entries), false) = (&mut value, self.kind() == OUTAGE) {
            let kind = Value::Text(self.kind().to_owned());
            entries.insert(0, ("kind".to_owned(), kind));
        }
        value
    }

    /// Sets one field from a text, by its path, its last name or its short one.
    ///
    /// # Errors
    ///
    /// If this kind has no such field, or the text is not what it takes. Nothing
    /// is changed then.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), FieldError> {
        each!(self, scenario => scenario.set(name, text))
    }

    /// The value of the field at `name`, its path or its last name.
    pub fn get(&self, name: &str) -> Option<Value> {
        match self {
            Self::Outage(scenario) => Field::named(name).map(|field| field.get(scenario)),
            Self::Contention(model) => Contention::field(name).map(|field| field.get(model)),
            Self::Budgets(model) => Budgets::field(name).map(|field| field.get(model)),
            Self::Collapse(model) => Collapse::field(name).map(|field| field.get(model)),
        }
    }

    /// Gives it this name.
    pub fn set_name(&mut self, name: &str) {
        each!(self, scenario => name.clone_into(&mut scenario.name));
    }

    /// Gives it this seed; at most 2⁵³ − 1 comes through a scenario file.
    pub fn set_seed(&mut self, seed: u64) {
        each!(self, scenario => scenario.seed = seed);
    }

    /// Whether the fields go with each other.
    ///
    /// # Errors
    ///
    /// As its kind has them.
    pub fn validate(&self) -> Result<(), FieldError> {
        each!(self, scenario => scenario.validate())
    }

    /// All fields of its kind, in the order of a scenario file.
    pub fn fields(&self) -> Vec<FieldInfo> {
        match self {
            Self::Outage(_) => infos(FIELDS),
            Self::Contention(_) => infos(Contention::fields()),
            Self::Budgets(_) => infos(Budgets::fields()),
            Self::Collapse(_) => infos(Collapse::fields()),
        }
    }

    /// Runs it to the end.
    pub fn run(&self) -> AnyReport {
        match self {
            Self::Outage(scenario) => AnyReport::Outage(Run::new(scenario).finish().report()),
            Self::Contention(model) => AnyReport::Contention(model.run()),
            Self::Budgets(model) => AnyReport::Budgets(model.run()),
            Self::Collapse(model) => AnyReport::Collapse(model.run()),
        }
    }
}

impl AnyReport {
    /// All its figures that are single numbers, under their JSON names, in the
    /// report's order; `None` where the report has null.
    pub fn figures(&self) -> Vec<(&'static str, Option<f64>)> {
        match self {
            Self::Outage(report) => report
                .figures()
                .map(|f| (f.path, (f.get)(report)))
                .collect(),
            Self::Contention(report) => figures::<Contention>(report),
            Self::Budgets(report) => figures::<Budgets>(report),
            Self::Collapse(report) => figures::<Collapse>(report),
        }
    }
}

fn figures<M: Model>(report: &M::Report) -> Vec<(&'static str, Option<f64>)> {
    let figures = M::figures().iter();
    figures.map(|f| (f.path, (f.get)(report))).collect()
}

fn infos<S>(fields: &[Field<S>]) -> Vec<FieldInfo> {
    let info = |field: &Field<S>| FieldInfo {
        path: field.path,
        doc: field.doc,
        allowed: field.allowed(),
    };
    fields.iter().map(info).collect()
}

fn kind_of(entries: &[(String, Value)]) -> Result<&'static str, FieldError> {
    let mut kinds = entries.iter().filter(|(key, _)| key == "kind");
    let Some((_, value)) = kinds.next() else {
        return Ok(OUTAGE);
    };
    let wrong = |value: &Value, problem, allowed| FieldError {
        field: "kind".to_owned(),
        value: value.to_string(),
        problem,
        allowed,
    };
    if let Some((_, again)) = kinds.next() {
        return Err(wrong(again, Problem::Twice, "once".to_owned()));
    }
    let named = KINDS.iter().find(|kind| Some(**kind) == value.as_text());
    let unnamed = || wrong(value, Problem::NotA("one of the kinds"), KINDS.join(", "));
    named.copied().ok_or_else(unnamed)
}
