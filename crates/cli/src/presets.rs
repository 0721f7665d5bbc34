//! `retry-herd presets`: the scenarios that come with the program.

use retry_herd_core::{FIELDS, PRESETS, Preset, Scenario, Value};
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
    let shown = args.show.as_deref().and_then(Preset::named);
    match shown {
        Some(preset) => show(&preset.scenario(), args.format),
        None => list(args.format),
    }
}

/// Everything that reads back: TOML and JSON as a scenario file, CSV as fields.
fn show(scenario: &Scenario, format: Format) -> Result<(), Failure> {
    match format {
        Format::Table => output::text(&scenario_toml(scenario)),
        Format::Json => output::json(&scenario.to_value()),
        Format::Csv => {
            let written = scenario.to_value();
            let fields = FIELDS.iter().filter_map(|field| {
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
            output::text(&table::text(rows, &[]))
        }
        Format::Json => output::json(&PRESETS.iter().map(listed).collect::<Vec<_>>()),
        Format::Csv => {
            let row = |preset: &Preset| {
                [preset.name, preset.title, preset.teaches, preset.source()].map(str::to_owned)
            };
            output::csv(
                &["name", "title", "teaches", "source"],
                PRESETS.iter().map(row),
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
