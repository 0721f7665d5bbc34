//! All runs of a sweep, by number, without a list of them.

use retry_herd_core::models::{AnyScenario, Budgets, Collapse, Contention, Model};
use retry_herd_core::{Figure, Scenario, Value};
use retry_herd_view::text;

use super::axis::Axis;
use super::format::RowFormat;
use crate::error::Failure;

/// The largest seed that survives JavaScript.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// More runs than these nobody has the time for: someone has mistaken a range.
const MOST_RUNS: u64 = 100_000_000;

/// Which scenarios are run, and with how many seeds each.
pub(super) struct Plan {
    base: AnyScenario,
    axes: Vec<Axis>,
    zipped: bool,
    seeds: u32,
    points: u64,
    figures: Vec<&'static str>,
}

impl Plan {
    /// Crosses the axes' values, or takes the first of each together, the second of
    /// each, and so on.
    pub(super) fn new(
        base: AnyScenario,
        axes: Vec<Axis>,
        zipped: bool,
        seeds: u32,
    ) -> Result<Self, Failure> {
        each_field_once(&axes)?;
        let points = if zipped {
            together(&axes)?
        } else {
            crossed(&axes)
        };
        let runs = u128::from(points) * u128::from(seeds);
        if runs > u128::from(MOST_RUNS) {
            return Err(too_many(runs));
        }
        let mut plan = Self {
            figures: figure_names(&base),
            base,
            axes,
            zipped,
            seeds,
            points,
        };
        plan.validate()?;
        Ok(plan)
    }

    /// Seeds of each.
    pub(super) fn seeds(&self) -> u32 {
        self.seeds
    }

    /// All runs: those of one point follow each other.
    pub(super) fn runs(&self) -> u64 {
        self.points * u64::from(self.seeds)
    }

    /// The scenario of a run.
    pub(super) fn scenario(&self, run: u64) -> AnyScenario {
        let seeds = u64::from(self.seeds);
        // The plan has been validated point by point.
        let mut scenario = self
            .point(run / seeds)
            .unwrap_or_else(|_| self.base.clone());
        scenario.set_seed(seed(&scenario) + run % seeds);
        scenario
    }

    /// The varied fields, each with all its values.
    pub(super) fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The varied fields of a point, with their values.
    pub(super) fn varied(&self, point: u64) -> Vec<(&'static str, &str)> {
        let mut rest = point;
        // The last axis changes fastest, as in a nest of loops.
        let mut varied: Vec<_> = self
            .axes
            .iter()
            .rev()
            .map(|axis| {
                let count = axis.values.len() as u64;
                let at = if self.zipped { point } else { rest % count };
                rest /= count;
                (axis.path, axis.values[at as usize].as_str())
            })
            .collect();
        varied.reverse();
        varied
    }

    /// Everything that the rows depend on, to know an interrupted sweep again.
    pub(super) fn description(
        &self,
        aggregated: bool,
        paired: bool,
        figures: &[String],
        format: RowFormat,
    ) -> Value {
        let text = |text: &str| Value::Text(text.to_owned());
        let axis = |axis: &Axis| {
            let values = axis.values.iter().map(|value| text(value)).collect();
            (axis.path.to_owned(), Value::List(values))
        };
        Value::Table(vec![
            ("version".to_owned(), text(env!("CARGO_PKG_VERSION"))),
            (
                "vary".to_owned(),
                Value::Table(self.axes.iter().map(axis).collect()),
            ),
            ("zip".to_owned(), Value::Bool(self.zipped)),
            ("seeds".to_owned(), Value::Number(f64::from(self.seeds))),
            ("aggregate".to_owned(), Value::Bool(aggregated)),
            ("paired".to_owned(), Value::Bool(paired)),
            (
                "figures".to_owned(),
                Value::List(figures.iter().map(|name| text(name)).collect()),
            ),
            ("format".to_owned(), text(format.name())),
            ("scenario".to_owned(), self.base.to_value()),
        ])
    }

    /// The names of the figures of all runs; not every run has all of them.
    pub(super) fn figure_names(&self) -> &[&'static str] {
        &self.figures
    }

    fn point(&self, point: u64) -> Result<AnyScenario, Failure> {
        let mut scenario = self.base.clone();
        for (path, value) in self.varied(point) {
            scenario.set(path, value)?;
        }
        Ok(scenario)
    }

    /// Rather now than after an hour.
    fn validate(&mut self) -> Result<(), Failure> {
        for point in 0..self.points {
            let scenario = self.point(point)?;
            scenario.validate()?;
            for name in figure_names(&scenario) {
                if !self.figures.contains(&name) {
                    self.figures.push(name);
                }
            }
            if seed(&scenario) > LARGEST_SEED - u64::from(self.seeds - 1) {
                return Err(Failure::Usage(format!(
                    "--seeds: there are not {} seeds from {} on; allowed: a smaller seed",
                    self.seeds,
                    seed(&scenario)
                )));
            }
        }
        Ok(())
    }
}

/// The names of the figures of all kinds of runs.
pub(crate) fn all_figures() -> Vec<&'static str> {
    let models = [
        paths(Contention::figures()),
        paths(Budgets::figures()),
        paths(Collapse::figures()),
    ];
    // Some scenarios' reports have one more figure: this one's.
    let mut leaving = Scenario::default();
    leaving.fleet.leaving = 1.0;
    let outage = leaving.figures().map(|figure| figure.path);
    outage.chain(models.concat()).collect()
}

fn paths<R>(figures: &'static [Figure<R>]) -> Vec<&'static str> {
    figures.iter().map(|figure| figure.path).collect()
}

fn figure_names(scenario: &AnyScenario) -> Vec<&'static str> {
    match scenario {
        AnyScenario::Outage(scenario) => scenario.figures().map(|figure| figure.path).collect(),
        AnyScenario::Contention(_) => paths(Contention::figures()),
        AnyScenario::Budgets(_) => paths(Budgets::figures()),
        AnyScenario::Collapse(_) => paths(Collapse::figures()),
    }
}

fn seed(scenario: &AnyScenario) -> u64 {
    let seed = scenario.get("seed").and_then(|seed| seed.as_number());
    seed.unwrap_or_default() as u64
}

fn each_field_once(axes: &[Axis]) -> Result<(), Failure> {
    let twice =
        (1..axes.len()).find(|&at| axes[..at].iter().any(|axis| axis.path == axes[at].path));
    match twice {
        Some(at) => Err(Failure::Usage(format!(
            "--vary: {} is varied twice; allowed: once",
            axes[at].path
        ))),
        None => Ok(()),
    }
}

fn crossed(axes: &[Axis]) -> u64 {
    let counts = axes.iter().map(|axis| axis.values.len() as u64);
    counts.fold(1, u64::saturating_mul)
}

fn together(axes: &[Axis]) -> Result<u64, Failure> {
    let Some(first) = axes.first() else {
        return Ok(1);
    };
    let count = first.values.len();
    match axes.iter().find(|axis| axis.values.len() != count) {
        Some(other) => Err(Failure::Usage(format!(
            "--zip: {} has {count} values and {} has {}; allowed: the same number",
            first.path,
            other.path,
            other.values.len()
        ))),
        None => Ok(count as u64),
    }
}

fn too_many(runs: u128) -> Failure {
    let runs = match u64::try_from(runs) {
        Ok(u64::MAX) | Err(_) => format!("more than {} runs", text::count(u64::MAX)),
        Ok(runs) => text::counted(runs, "run"),
    };
    let most = text::counted(MOST_RUNS, "run");
    Failure::Usage(format!(
        "--vary: that is {runs}; allowed: {most}, so fewer values or seeds"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(vary: &[&str], zipped: bool, seeds: u32) -> Plan {
        let base = AnyScenario::Outage(Scenario::default());
        let axes = vary
            .iter()
            .map(|text| Axis::read(text, &base).expect("an axis"));
        let axes = axes.collect();
        Plan::new(base, axes, zipped, seeds).expect("a plan")
    }

    fn values(plan: &Plan) -> Vec<String> {
        let point = |point| {
            let varied = plan.varied(point).into_iter();
            varied.map(|(_, value)| value).collect::<Vec<_>>().join(" ")
        };
        (0..plan.points).map(point).collect()
    }

    #[test]
    fn crossed_axes_give_every_pair_once_the_last_one_fastest() {
        let plan = plan(&["cap=1s,2s", "factor=2,3,4"], false, 5);
        assert_eq!(
            values(&plan),
            ["1s 2", "1s 3", "1s 4", "2s 2", "2s 3", "2s 4"]
        );
        assert_eq!(plan.runs(), 30);
        let scenario = plan.scenario(29);
        assert_eq!(scenario.get("factor"), Some(Value::Number(4.0)));
        let first = plan
            .scenario(0)
            .get("seed")
            .and_then(|seed| seed.as_number());
        let last = scenario.get("seed").and_then(|seed| seed.as_number());
        assert_eq!(first.map(|first| first + 4.0), last);
    }

    #[test]
    fn zipped_axes_go_together() {
        let plan = plan(&["cap=1s,2s", "factor=2,3"], true, 1);
        assert_eq!(values(&plan), ["1s 2", "2s 3"]);
    }

    #[test]
    fn without_an_axis_there_is_the_scenario_itself() {
        assert_eq!(plan(&[], false, 3).runs(), 3);
        assert_eq!(plan(&[], true, 3).runs(), 3);
    }
}
