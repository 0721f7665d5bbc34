//! A scenario as a TOML file that explains itself: a person will edit it.

use std::fmt::Write;

use retry_herd_core::{FIELDS, Field, Scenario, Value};

/// Every field with what it means and what is allowed, in the order of the table
/// of fields. `Scenario::from_toml` gives the same scenario back.
pub(crate) fn scenario_toml(scenario: &Scenario) -> String {
    String::from("# Run it with: retry-herd run --scenario FILE\n\n")
        + &fields_toml(scenario, |_| true)
}

/// The fields that are wanted, each with what it means and what is allowed.
pub(crate) fn fields_toml(scenario: &Scenario, wanted: impl Fn(&Field) -> bool) -> String {
    let mut text = String::new();
    let mut open = "";
    for field in FIELDS.iter().filter(|field| wanted(field)) {
        let (table, key) = field.path.rsplit_once('.').unwrap_or(("", field.path));
        // The outage's two fields stand in their server's table, as `outage.start`.
        let (table, key) = match table.split_once('.') {
            Some((outer, _)) => (outer, &field.path[outer.len() + 1..]),
            None => (table, key),
        };
        if table != open {
            open = table;
            push(&mut text, format_args!("\n[{table}]\n"));
        }
        let value = toml(&field.get(scenario));
        push(
            &mut text,
            format_args!("{}{key} = {value}\n", comment(field)),
        );
    }
    text
}

fn comment(field: &Field) -> String {
    format!("# {}; allowed: {}\n", field.doc, field.allowed())
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
