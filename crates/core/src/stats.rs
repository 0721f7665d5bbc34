//! Several seeds of one scenario: what chance does.

use serde::{Serialize, Serializer};

use crate::error::{FieldError, Problem};
use crate::fields::LARGEST_SEED;
use crate::figures::{FIGURES, Figure};
use crate::report::Report;
use crate::run::Run;
use crate::scenario::Scenario;
use crate::value::Value;

/// Several runs of one scenario, each with a seed of its own.
///
/// As JSON: `mean`, `sd` (one run's standard deviation, from n − 1) and `nulls`
/// in the report's shape, and every run under `runs`. A figure that is null in
/// any run has no mean and no deviation: both are null, and `nulls` says in how
/// many runs it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Every run's report, in the order of the seeds.
    pub runs: Vec<Report>,
}

/// One figure over several runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean; `None` if the figure is null in any run, or if there is no run.
    pub mean: Option<f64>,
    /// One run's standard deviation, estimated from n − 1; `None` also for one run.
    pub sd: Option<f64>,
    /// In how many runs the figure is null.
    pub nulls: usize,
}

impl Spread {
    /// Of these values.
    pub fn of(values: &[Option<f64>]) -> Self {
        let known: Vec<f64> = values.iter().copied().flatten().collect();
        let nulls = values.len() - known.len();
        let whole = nulls == 0 && !known.is_empty();
        let count = known.len() as f64;
        let mean = known.iter().sum::<f64>() / count;
        let squares: f64 = known
            .iter()
            .map(|value| (value - mean) * (value - mean))
            .sum();
        Self {
            mean: whole.then_some(mean),
            sd: (whole && known.len() > 1).then(|| (squares / (count - 1.0)).sqrt()),
            nulls,
        }
    }
}

impl Summary {
    /// Runs `scenario` with `seeds` seeds: its own and those that follow it.
    ///
    /// # Errors
    ///
    /// If the last of them would be larger than a seed may be.
    pub fn of(scenario: &Scenario, seeds: u32) -> Result<Self, FieldError> {
        let last = LARGEST_SEED.saturating_sub(u64::from(seeds.saturating_sub(1)));
        if scenario.seed > last {
            return Err(FieldError {
                field: "seed".to_owned(),
                value: scenario.seed.to_string(),
                problem: Problem::Conflict(format!("has not {seeds} seeds from it on")),
                allowed: format!("at most {last}, or fewer seeds"),
            });
        }
        let run = |ahead: u32| {
            let mut scenario = scenario.clone();
            scenario.seed += u64::from(ahead);
            Run::new(&scenario).finish().report()
        };
        Ok(Self {
            runs: (0..seeds).map(run).collect(),
        })
    }

    /// The figures of the runs, which are of one scenario.
    pub fn figures(&self) -> Vec<&'static Figure> {
        match self.runs.first() {
            Some(run) => run.figures().collect(),
            None => FIGURES.iter().collect(),
        }
    }

    /// Every figure of the report over the runs, in the order of [`Summary::figures`].
    pub fn spreads(&self) -> Vec<Spread> {
        let of = |get: fn(&Report) -> Option<f64>| {
            let values: Vec<Option<f64>> = self.runs.iter().map(get).collect();
            Spread::of(&values)
        };
        let figures = self.figures().into_iter();
        figures.map(|figure| of(figure.get)).collect()
    }
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Shown<'r> {
            mean: Value,
            sd: Value,
            nulls: Value,
            runs: &'r [Report],
        }
        let figures = self.figures();
        let spreads = self.spreads();
        let shaped = |value: &dyn Fn(&Spread) -> Option<Value>| shaped(&figures, &spreads, value);
        let nulls = |spread: &Spread| (spread.nulls > 0).then_some(spread.nulls as f64);
        let shown = Shown {
            mean: shaped(&|spread| Some(or_null(spread.mean))),
            sd: shaped(&|spread| Some(or_null(spread.sd))),
            nulls: shaped(&|spread| nulls(spread).map(Value::Number)),
            runs: &self.runs,
        };
        shown.serialize(serializer)
    }
}

/// The report's shape with a value for every figure that has one.
fn shaped(
    figures: &[&Figure],
    spreads: &[Spread],
    value: impl Fn(&Spread) -> Option<Value>,
) -> Value {
    let mut table = Value::Table(Vec::new());
    for (figure, spread) in figures.iter().zip(spreads) {
        if let Some(value) = value(spread) {
            table.insert(figure.path, value);
        }
    }
    table
}

fn or_null(number: Option<f64>) -> Value {
    number.map_or(Value::Null, Value::Number)
}
