//! One policy as the fields of a scenario file.

use retry_herd_core::models::AnyScenario;
use retry_herd_core::{LibraryPolicy, Scenario, Value};

use super::list::checked;
use crate::args::PageFormat;
use crate::error::Failure;
use crate::output;
use crate::scenario_toml::fields_toml;

/// Prints the policy's fields.
pub(super) fn show(library: &LibraryPolicy, format: PageFormat) -> Result<(), Failure> {
    let scenario = AnyScenario::Outage(Scenario {
        policy: library.policy,
        ..Scenario::default()
    });
    match format {
        PageFormat::Table => output::text(&toml(library, &scenario)),
        PageFormat::Markdown => {
            output::text(&format!("```toml\n{}```\n", toml(library, &scenario)))
        }
        PageFormat::Json => {
            let policy = scenario.to_value().at("policy").cloned();
            let policy = policy.unwrap_or(Value::Null);
            output::json(&Value::Table(vec![("policy".to_owned(), policy)]))
        }
        PageFormat::Csv => {
            let fields = scenario.fields().into_iter();
            let fields = fields.filter(|field| of_policy(field.path));
            let value = |path| scenario.get(path).map(|value| value.plain());
            let rows =
                fields.map(|field| [field.path.to_owned(), value(field.path).unwrap_or_default()]);
            output::csv(&["field", "value"], rows)
        }
    }
}

fn of_policy(path: &str) -> bool {
    path.starts_with("policy.")
}

/// The fields of a scenario file; whatever else it needs is as `app-recovery` has it.
fn toml(library: &LibraryPolicy, scenario: &AnyScenario) -> String {
    let told = [
        title(library),
        library.policy.rule(),
        format!("Retry-After: {}", library.retry_after),
        library.remark.to_owned(),
        "Run it with: retry-herd run --scenario FILE".to_owned(),
    ];
    let told = told.iter().filter(|line| !line.is_empty());
    let comment: Vec<String> = told.map(|line| format!("# {line}\n")).collect();
    comment.concat() + &fields_toml(scenario, of_policy)
}

/// "botocore, standard mode (Python) 1.44.8, 2026-11: checked by running the library".
fn title(library: &LibraryPolicy) -> String {
    let LibraryPolicy {
        library: name,
        language,
        version,
        date,
        source,
        ..
    } = library;
    let language = match *language {
        "" => String::new(),
        language => format!(" ({language})"),
    };
    let version = match *version {
        "" => String::new(),
        version => format!(" {version}"),
    };
    format!("{name}{language}{version}, {date}: {}", checked(*source))
}
