//! The scenario that the arguments select.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use retry_herd_core::models::{AnyScenario, Budgets, Collapse, Contention, Model, ModelPreset};
use retry_herd_core::{Field, FieldError, LibraryPolicy, Preset, Problem, Scenario};

use crate::args::Selection;
use crate::error::Failure;

impl Selection {
    /// The preset or the file, with every setting applied: a herd at an outage.
    pub(crate) fn scenario(&self) -> Result<Scenario, Failure> {
        match self.any()? {
            AnyScenario::Outage(scenario) => Ok(scenario),
            model => Err(Failure::Usage(format!(
                "{}: not a herd at an outage, but of kind {}; allowed: with the commands run and sweep",
                self.name(),
                model.kind()
            ))),
        }
    }

    /// The preset or the file, of whatever kind, with every setting applied.
    pub(crate) fn any(&self) -> Result<AnyScenario, Failure> {
        let mut scenario = match &self.scenario {
            Some(path) => read(path)?,
            None => self.preset(),
        };
        if let Some(library) = self.policy.as_deref().and_then(LibraryPolicy::named) {
            let policy = match &mut scenario {
                AnyScenario::Outage(scenario) => &mut scenario.policy,
                AnyScenario::Contention(model) => &mut model.policy,
                AnyScenario::Budgets(model) => &mut model.policy,
                AnyScenario::Collapse(model) => &mut model.policy,
            };
            *policy = library.policy;
        }
        let mut seen = Vec::new();
        for setting in &self.settings {
            let (name, value) = split(setting)?;
            set(&mut scenario, name, value, &mut seen)?;
        }
        if let Some(seed) = &self.seed {
            set(&mut scenario, "seed", seed, &mut seen)?;
        }
        scenario.validate()?;
        Ok(scenario)
    }

    fn preset(&self) -> AnyScenario {
        let name = self.preset.as_deref().unwrap_or_default();
        let outage = Preset::named(name).map(|preset| AnyScenario::Outage(preset.scenario()));
        let model = || ModelPreset::named(name).map(ModelPreset::scenario);
        outage
            .or_else(model)
            .unwrap_or_else(|| AnyScenario::Outage(Scenario::default()))
    }

    fn name(&self) -> String {
        let file = self
            .scenario
            .as_ref()
            .map(|path| path.display().to_string());
        let preset = || self.preset.clone().unwrap_or_default();
        file.unwrap_or_else(preset)
    }
}

/// The whole path of a scenario's field.
pub(crate) fn path_of(scenario: &AnyScenario, name: &str) -> Option<&'static str> {
    match scenario {
        AnyScenario::Outage(_) => Field::named(name).map(|field| field.path),
        AnyScenario::Contention(_) => Contention::field(name).map(|field| field.path),
        AnyScenario::Budgets(_) => Budgets::field(name).map(|field| field.path),
        AnyScenario::Collapse(_) => Collapse::field(name).map(|field| field.path),
    }
}

/// Sets a field that must not be in `seen` yet: of two values, one would be
/// silently ignored.
fn set(
    scenario: &mut AnyScenario,
    name: &str,
    value: &str,
    seen: &mut Vec<&'static str>,
) -> Result<(), Failure> {
    scenario.set(name, value)?;
    let Some(path) = path_of(scenario, name) else {
        return Ok(());
    };
    if seen.contains(&path) {
        return Err(Failure::Field(FieldError {
            field: path.to_owned(),
            value: format!("\"{value}\""),
            problem: Problem::Twice,
            allowed: "once".to_owned(),
        }));
    }
    seen.push(path);
    Ok(())
}

fn split(setting: &str) -> Result<(&str, &str), Failure> {
    let parts = setting.split_once('=');
    let parts = parts.map(|(name, value)| (name.trim(), value));
    parts.filter(|(name, _)| !name.is_empty()).ok_or_else(|| {
        Failure::Usage(format!(
            "--set: \"{setting}\" is not a setting; allowed: FIELD=VALUE, such as policy.cap=10s"
        ))
    })
}

fn read(path: &Path) -> Result<AnyScenario, Failure> {
    let name = if is_stdin(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    };
    let text = match text(path) {
        Ok(text) => text,
        Err(problem) => return Err(Failure::Unreadable { name, problem }),
    };
    let scenario = if is_json(path, &text) {
        AnyScenario::from_json(&text)
    } else {
        AnyScenario::from_toml(&text)
    };
    scenario.map_err(|problem| Failure::File { name, problem })
}

fn text(path: &Path) -> io::Result<String> {
    if !is_stdin(path) {
        return fs::read_to_string(path);
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// By the name's end; where that does not tell, a file of TOML never begins with
/// a brace.
fn is_json(path: &Path, text: &str) -> bool {
    let ends_with = |wanted: &str| {
        path.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case(wanted))
    };
    ends_with("json") || (!ends_with("toml") && text.trim_start().starts_with('{'))
}
