//! The note beside a sweep's rows that says what they are of: so that an interrupted
//! sweep is known again, and nothing else is written over.

use std::fs;
use std::path::{Path, PathBuf};

use retry_herd_core::Value;

use crate::error::Failure;

/// Notes what the rows in `path` are of.
pub(super) fn write(path: &Path, description: &Value) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(description)?;
    let note = beside(path, "sweep.json");
    fs::write(&note, text + "\n").map_err(|problem| Failure::unwritable(&note, &problem))
}

/// Whether rows in `path` are of this very sweep; an error if they are of another one,
/// or of none. Where there are no rows, nothing is known.
pub(super) fn known(path: &Path, rows: bool, description: &Value) -> Result<bool, Failure> {
    if !rows {
        return Ok(false);
    }
    let note = beside(path, "sweep.json");
    let Ok(text) = fs::read_to_string(&note) else {
        let what = format!("is no sweep's: there is no {}", note.display());
        return Err(refused(path, &what, "a new file, or one to continue"));
    };
    let Ok(found) = serde_json::from_str::<Value>(&text) else {
        let what = format!("cannot be known again: {} is damaged", note.display());
        return Err(refused(path, &what, "a new file"));
    };
    match difference(&found, description) {
        None => Ok(true),
        Some(what) => {
            let what = format!("is of a sweep with other arguments: {what}");
            Err(refused(path, &what, "the same arguments, or a new file"))
        }
    }
}

/// The file of this ending that belongs to the one at `path`.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

pub(super) fn refused(path: &Path, what: &str, allowed: &str) -> Failure {
    let name = path.display();
    Failure::Usage(format!("--out: {name} {what}; allowed: {allowed}"))
}

/// The first entry in which two descriptions differ, with both its values.
fn difference(found: &Value, wanted: &Value) -> Option<String> {
    let (Value::Table(found), Value::Table(wanted)) = (found, wanted) else {
        return Some("all of them".to_owned());
    };
    let new = wanted.iter().find(|entry| !found.contains(entry));
    let (name, _) = new.or_else(|| found.iter().find(|entry| !wanted.contains(entry)))?;
    let of = |table: &[(String, Value)]| {
        let entry = table.iter().find(|(other, _)| other == name);
        entry.map_or(Value::Null, |(_, value)| value.clone())
    };
    let (then, now) = (&of(found), &of(wanted));
    if let (Value::Table(_), Value::Table(_)) = (then, now)
        && let Some(inner) = difference(then, now)
    {
        return Some(format!("{name}.{inner}"));
    }
    Some(format!("{name} was {} and is {}", told(then), told(now)))
}

/// Short enough for a line.
fn told(value: &Value) -> String {
    const LONGEST: usize = 60;
    match value {
        Value::List(values) if !values.is_empty() => {
            let text = value.plain();
            let cut = text.char_indices().nth(LONGEST);
            cut.map_or(text.clone(), |(at, _)| format!("{}…", &text[..at]))
        }
        Value::List(_) | Value::Null => "not given".to_owned(),
        value => value.to_string(),
    }
}
