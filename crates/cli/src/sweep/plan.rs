//! All runs of a sweep, by number, without a list of them.

use std::ops::Range;

use indicatif::ProgressBar;
use retry_herd_core::models::{AnyScenario, Budgets, Collapse, Contention, Model};
use retry_herd_core::{Figure, Scenario, Value};
use retry_herd_view::text;

use super::axis::Axis;
use super::format::RowFormat;
use super::pipeline;
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
    /// each, and so on. It is still to be [checked](Self::check).
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
        Ok(Self {
            figures: figure_names(&base),
            base,
            axes,
            zipped,
            seeds,
            points,
        })
    }

    /// Checks every point, and finds out which figures there are: rather now than after
    /// an hour.
    pub(super) fn check(&mut self, threads: usize, bar: &ProgressBar) -> Result<(), Failure> {
        let mut figures = self.figures.clone();
        let check = |points| self.check_points(points);
        let take = |points: Range<u64>, found: Result<_, Failure>| {
            bar.inc(points.end - points.start);
            add_new(&mut figures, found?);
            Ok::<_, Failure>(())
        };
        pipeline::in_order(0..self.points, threads, check, take)?;
        self.figures = figures;
        Ok(())
    }

    /// Seeds of each.
    pub(super) fn seeds(&self) -> u32 {
        self.seeds
    }

    /// Combinations of values.
    pub(super) fn points(&self) -> u64 {
        self.points
    }

    /// All runs: those of one point follow each other.
    pub(super) fn runs(&self) -> u64 {
        self.points * u64::from(self.seeds)
    }

    /// Runs that follow each other, point by point: the point, and which of its seeds.
    pub(super) fn by_point(&self, runs: Range<u64>) -> impl Iterator<Item = (u64, Range<u64>)> {
        let seeds = u64::from(self.seeds);
        let points = runs.start / seeds..runs.end.div_ceil(seeds);
        points.map(move |point| {
            let first = point * seeds;
            let from = runs.start.max(first) - first;
            (point, from..(runs.end - first).min(seeds))
        })
    }

    /// The scenario of a point with some of its seeds.
    pub(super) fn scenarios(
        &self,
        point: u64,
        seeds: Range<u64>,
    ) -> impl Iterator<Item = AnyScenario> {
        // The plan has been checked point by point.
        let scenario = self.point(point).unwrap_or_else(|_| self.base.clone());
        let first = seed(&scenario);
        seeds.map(move |ahead| {
            let mut scenario = scenario.clone();
            scenario.set_seed(first + ahead);
            scenario
        })
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

    /// The figures of these points.
    fn check_points(&self, points: Range<u64>) -> Result<Vec<&'static str>, Failure> {
        let (mut figures, mut last) = (Vec::new(), Vec::new());
        for point in points {
            let scenario = self.point(point)?;
            scenario.validate()?;
            self.check_seeds(&scenario)?;
            let names = figure_names(&scenario);
            // Nearly always they are those of the point before.
            if names != last {
                add_new(&mut figures, names.clone());
                last = names;
            }
        }
        Ok(figures)
    }

    fn check_seeds(&self, scenario: &AnyScenario) -> Result<(), Failure> {
        let first = seed(scenario);
        if first <= LARGEST_SEED - u64::from(self.seeds - 1) {
            return Ok(());
        }
        Err(Failure::Usage(format!(
            "--seeds: there are not {} seeds from {first} on; allowed: a smaller seed",
            self.seeds
        )))
    }
}

/// Adds those names that are not there yet.
fn add_new(names: &mut Vec<&'static str>, more: Vec<&'static str>) {
    for name in more {
        if !names.contains(&name) {
            names.push(name);
        }
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

/// The seed of a scenario.
pub(super) fn seed(scenario: &AnyScenario) -> u64 {
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
        let mut plan = Plan::new(base, axes, zipped, seeds).expect("a plan");
        plan.check(2, &ProgressBar::hidden()).expect("a valid plan");
        plan
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
    }

    #[test]
    fn runs_have_the_seeds_of_their_points_one_after_the_other() {
        let plan = plan(&["factor=2,3,4"], false, 5);
        let parts = |runs| plan.by_point(runs).collect::<Vec<_>>();
        assert_eq!(parts(0..15), [(0, 0..5), (1, 0..5), (2, 0..5)]);
        assert_eq!(parts(3..11), [(0, 3..5), (1, 0..5), (2, 0..1)]);
        assert_eq!(parts(6..8), [(1, 1..3)]);
        assert_eq!(parts(5..5), []);
        let first = seed(&plan.base);
        let scenarios: Vec<_> = plan.scenarios(2, 3..5).collect();
        assert_eq!(
            scenarios.iter().map(seed).collect::<Vec<_>>(),
            [first + 3, first + 4]
        );
        let factors = scenarios.iter().map(|scenario| scenario.get("factor"));
        assert!(factors.eq([const { Some(Value::Number(4.0)) }; 2]));
    }

    #[test]
    fn figures_that_only_some_points_have_come_after_all_others() {
        let plan = plan(&["leaving=0,1", "breaker=none,client"], false, 1);
        let all = plan.figure_names();
        assert_eq!(all[all.len() - 2..], ["requests.short_circuited", "left"]);
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
