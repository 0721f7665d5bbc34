//! `retry-herd presets`: the scenarios that come with the program.

use retry_herd_core::models::{AnyScenario, MODEL_PRESETS, ModelPreset};
use retry_herd_core::{PRESETS, Preset, Value};
use serde::Serialize;

use crate::args::{Format, PresetsArgs};
use crate::error::Failure;
use crate::scenario_toml::scenario_toml;
use crate::{output, table};

/// A preset as programs read it.
#[derive(Serialize)]
struct Listed {
    name: &'static str,
    title: &'static str,
    teaches: &'static str,
    source: &'static str,
    scenario: Value,
}

/// Prints the list, or one preset.
pub(crate) fn presets(args: &PresetsArgs) -> Result<(), Failure> {
    let Some(name) = args.show.as_deref() else {
        return list(args.format);
    };
    if let Some(model) = ModelPreset::named(name) {
        return show(&model.scenario(), args.format);
    }
    let preset = Preset::named(name).map(Preset::scenario);
    show(
        &AnyScenario::Outage(preset.unwrap_or_default()),
        args.format,
    )
}

/// Everything that reads back: TOML and JSON as a scenario file, CSV as fields.
fn show(scenario: &AnyScenario, format: Format) -> Result<(), Failure> {
    match format {
        Format::Table => output::text(&scenario_toml(scenario)),
        Format::Json => output::json(&scenario.to_value()),
        Format::Csv => {
            let written = scenario.to_value();
            let fields = scenario.fields().into_iter().filter_map(|field| {
                let value = written.at(field.path)?;
                Some([field.path.to_owned(), value.plain()])
            });
            output::csv(&["field", "value"], fields)
        }
    }
}

fn list(format: Format) -> Result<(), Failure> {
    match format {
        Format::Table => {
            let mut rows = table::table();
            rows.set_header(["preset", "what it teaches"]);
            for preset in PRESETS {
                rows.add_row([preset.name, preset.teaches]);
            }
            for model in MODEL_PRESETS {
                rows.add_row([model.name, model.teaches]);
            }
            output::text(&table::text(rows, &[]))
        }
        Format::Json => {
            let models = MODEL_PRESETS.iter().map(listed_model);
            output::json(&PRESETS.iter().map(listed).chain(models).collect::<Vec<_>>())
        }
        Format::Csv => {
            let row = |preset: &Preset| {
                [preset.name, preset.title, preset.teaches, preset.source()].map(str::to_owned)
            };
            let model = |model: &ModelPreset| {
                [model.name, model.title, model.teaches, model.source].map(str::to_owned)
            };
            let models = MODEL_PRESETS.iter().map(model);
            output::csv(
                &["name", "title", "teaches", "source"],
                PRESETS.iter().map(row).chain(models),
            )
        }
    }
}

fn listed(preset: &Preset) -> Listed {
    Listed {
        name: preset.name,
        title: preset.title,
        teaches: preset.teaches,
        source: preset.source(),
        scenario: preset.scenario().to_value(),
    }
}

fn listed_model(preset: &ModelPreset) -> Listed {
    Listed {
        name: preset.name,
        title: preset.title,
        teaches: preset.teaches,
        source: preset.source,
        scenario: preset.scenario().to_value(),
    }
}
