//! A scenario of a source, run with many seeds.

use rayon::prelude::*;
use retry_herd_core::models::{AnyReport, AnyScenario, ModelPreset};
use retry_herd_core::{FieldError, Preset};

use super::sample::Sample;

/// Several runs of one scenario, with the seeds from 0 on.
pub(super) struct Case {
    reports: Vec<AnyReport>,
}

impl Case {
    /// Runs the preset `name` with `settings`, as `--set` takes them.
    ///
    /// # Panics
    ///
    /// If there is no such preset, or a setting is wrong: both stand in this program.
    pub(super) fn run(name: &str, settings: &[(&str, &str)], seeds: u32) -> Self {
        let scenario = scenario(name, settings);
        let scenario = scenario.expect("the settings of a published scenario");
        Self {
            reports: reports(&scenario, seeds),
        }
    }

    /// A figure of every run, times `unit`.
    pub(super) fn figure(&self, path: &str, unit: f64) -> Sample {
        Sample::of(
            self.reports
                .iter()
                .map(|report| value(report, path, unit))
                .collect(),
        )
    }

    /// How much larger a figure is than in the same seed's run of `other`, in per cent.
    pub(super) fn more(&self, path: &str, other: &Self) -> Sample {
        let pairs = self.reports.iter().zip(&other.reports);
        let more = pairs.map(|(ours, theirs)| {
            Some(100.0 * (value(ours, path, 1.0)? / value(theirs, path, 1.0)? - 1.0))
        });
        Sample::of(more.collect())
    }
}

fn value(report: &AnyReport, path: &str, unit: f64) -> Option<f64> {
    let figures = report.figures();
    let found = figures.iter().find(|(name, _)| *name == path);
    found
        .and_then(|(_, value)| *value)
        .map(|value| value * unit)
}

fn reports(scenario: &AnyScenario, seeds: u32) -> Vec<AnyReport> {
    let run = |seed: u32| {
        let mut scenario = scenario.clone();
        scenario.set_seed(u64::from(seed));
        scenario.run()
    };
    (0..seeds).into_par_iter().map(run).collect()
}

/// The preset of that name with `settings`.
pub(super) fn scenario(name: &str, settings: &[(&str, &str)]) -> Result<AnyScenario, FieldError> {
    let outage = Preset::named(name).map(|preset| AnyScenario::Outage(preset.scenario()));
    let model = || ModelPreset::named(name).map(ModelPreset::scenario);
    let mut scenario = outage.or_else(model).expect("the name of a preset");
    for (field, value) in settings {
        scenario.set(field, value)?;
    }
    scenario.validate()?;
    Ok(scenario)
}
