//! A scenario as a TOML file that explains itself: a person will edit it.

use std::fmt::Write;

use retry_herd_core::Value;
use retry_herd_core::models::{AnyScenario, FieldInfo};

/// Every field with what it means and what is allowed, in the order of the table
/// of fields. `AnyScenario::from_toml` gives the same scenario back.
pub(crate) fn scenario_toml(scenario: &AnyScenario) -> String {
    let head = "# Run it with: retry-herd run --scenario FILE\n\n";
    let kind = match scenario {
        AnyScenario::Outage(_) => String::new(),
        model => format!("kind = {}\n", quoted(model.kind())),
    };
    format!("{head}{kind}{}", fields_toml(scenario, |_| true))
}

/// The fields whose paths are wanted, each with what it means and what is allowed.
pub(crate) fn fields_toml(scenario: &AnyScenario, wanted: impl Fn(&str) -> bool) -> String {
    let mut fields = scenario.fields();
    fields.retain(|field| wanted(field.path));
    // A key after a table would be the table's, and a table is opened once.
    let order: Vec<&str> = fields.iter().map(|field| place(field.path).0).collect();
    let first = |path| match place(path).0 {
        "" => None,
        table => order.iter().position(|&other| other == table),
    };
    fields.sort_by_key(|field| first(field.path));
    let mut text = String::new();
    let mut open = "";
    for field in &fields {
        let (table, key) = place(field.path);
        if table != open {
            open = table;
            push(&mut text, format_args!("\n[{table}]\n"));
        }
        let value = scenario.get(field.path).as_ref().map(toml);
        let value = value.unwrap_or_default();
        push(
            &mut text,
            format_args!("{}{key} = {value}\n", comment(field)),
        );
    }
    text
}

/// The table that a field stands in, and its key there. The outage's two fields stand
/// in their server's table, as `outage.start`.
fn place(path: &str) -> (&str, &str) {
    path.split_once('.').unwrap_or(("", path))
}

fn comment(field: &FieldInfo) -> String {
    format!("# {}; allowed: {}\n", field.doc, field.allowed)
}

fn toml(value: &Value) -> String {
    match value {
        Value::Text(text) => quoted(text),
        Value::List(values) => {
            let inner: Vec<_> = values.iter().map(toml).collect();
            format!("[{}]", inner.join(", "))
        }
        other => other.to_string(),
    }
}

/// No text of a scenario has control characters; these two are left to escape.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn push(text: &mut String, part: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(part);
}
