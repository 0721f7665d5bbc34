//! The figures of a report, one by one under their JSON names: what tables,
//! spreadsheets and means are made from.

use crate::WHOLE;
use crate::report::Report;
use crate::scenario::{Scenario, Scope};
use crate::value::Value;

/// One figure of a report, or of another model's report `R`.
pub struct Figure<R: 'static = Report> {
    /// Where it stands in the report, such as `completion_s.p99`.
    pub path: &'static str,
    /// The figure itself; `None` where the report has null.
    pub get: fn(&R) -> Option<f64>,
}

macro_rules! count {
    ($path:literal, $($place:ident).+) => {
        Figure { path: $path, get: |report| Some(report.$($place).+ as f64) }
    };
}

macro_rules! maybe {
    ($path:literal, $($place:ident).+) => {
        Figure { path: $path, get: |report| report.$($place).+ }
    };
}

/// The figures of every report, in its order; some scenarios have more of them:
/// [`Report::figures`].
pub static FIGURES: &[Figure] = &[
    count!("clients", clients),
    count!("served", served),
    count!("gave_up", gave_up),
    count!("unfinished", unfinished),
    count!("requests.total", requests.total),
    count!("requests.wasted", requests.wasted),
    count!("requests.after_recovery", requests.after_recovery),
    count!("requests.rejected", requests.rejected),
    count!("peak_after_recovery.count", peak_after_recovery.count),
    count!(
        "peak_after_recovery.per_second",
        peak_after_recovery.per_second
    ),
    maybe!(
        "peak_after_recovery.over_capacity",
        peak_after_recovery.over_capacity
    ),
    maybe!("peak_after_recovery.at_s", peak_after_recovery.at_s),
    count!("peak_retries.count", peak_retries.count),
    count!("peak_retries.per_second", peak_retries.per_second),
    maybe!("peak_retries.over_capacity", peak_retries.over_capacity),
    maybe!("peak_retries.at_s", peak_retries.at_s),
    maybe!("completion_s.p50", completion_s.p50),
    maybe!("completion_s.p90", completion_s.p90),
    maybe!("completion_s.p99", completion_s.p99),
    maybe!("completion_s.last", completion_s.last),
];

/// A figure that only the reports of some scenarios have.
struct Further {
    of: fn(&Scenario) -> bool,
    figure: Figure,
}

static FURTHER: &[Further] = if WHOLE { OF_LIMITS } else { &[] };

const OF_LIMITS: &[Further] = &[
    Further {
        of: |scenario| scenario.policy.breaker.scope != Scope::None,
        figure: Figure {
            path: "requests.short_circuited",
            get: |report| report.requests.short_circuited.map(|count| count as f64),
        },
    },
    Further {
        of: |scenario| scenario.fleet.leaving > 0.0,
        figure: Figure {
            path: "left",
            get: |report| report.left.map(|count| count as f64),
        },
    },
];

impl Scenario {
    /// The figures of its report: [`FIGURES`], then those that it alone has.
    pub fn figures(&self) -> impl Iterator<Item = &'static Figure> {
        let further = FURTHER.iter().filter(|further| (further.of)(self));
        FIGURES.iter().chain(further.map(|further| &further.figure))
    }
}

impl Report {
    /// Its figures: [`FIGURES`], then those that it has beside them.
    pub fn figures(&self) -> impl Iterator<Item = &'static Figure> {
        let further = FURTHER.iter().map(|further| &further.figure);
        FIGURES
            .iter()
            .chain(further.filter(|figure| (figure.get)(self).is_some()))
    }

    /// All figures as plain data, tables in a table: what [`serde`] makes of the
    /// report, without the code that it takes for each of its types.
    pub fn to_value(&self) -> Value {
        let mut table = Value::Table(Vec::new());
        for figure in self.figures() {
            let value = (figure.get)(self).map_or(Value::Null, Value::Number);
            table.insert(figure.path, value);
        }
        table
    }
}
