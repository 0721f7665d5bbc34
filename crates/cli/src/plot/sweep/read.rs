//! The rows that the command sweep wrote, of whatever format, and of them the columns
//! that are wanted.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use retry_herd_core::Value;

use crate::error::Failure;

/// Rows, each with the cells of the wanted columns in their order.
pub(super) type Rows = Vec<Vec<Value>>;

/// Chooses from the names of all columns the places of those that are wanted.
pub(super) type Choose<'c> = &'c mut dyn FnMut(&[String]) -> Result<Vec<usize>, Failure>;

/// Reads the file at `path`; "-" is standard input.
pub(super) fn rows(path: &Path, choose: Choose<'_>) -> Result<Rows, Failure> {
    let name = path.display().to_string();
    let unreadable = |problem| Failure::Unreadable {
        name: name.clone(),
        problem,
    };
    let bytes = bytes(path).map_err(unreadable)?;
    let no_rows = |what: String| {
        Failure::Usage(format!(
            "--rows: {name} {what}; allowed: what the command sweep wrote"
        ))
    };
    if bytes.is_empty() {
        return Err(no_rows("is empty".to_owned()));
    }
    let read = match &bytes[..] {
        [b'P', b'A', b'R', b'1', ..] => parquet(bytes, choose),
        [b'{', ..] => json(&bytes, choose),
        _ => csv(&bytes, choose),
    };
    match read {
        Err(Wrong::Here(what)) => Err(no_rows(what)),
        Err(Wrong::Chosen(failure)) => Err(failure),
        Ok(rows) if rows.is_empty() => Err(no_rows("has no rows".to_owned())),
        Ok(rows) => Ok(rows),
    }
}

/// What is wrong with the file, or with what was chosen from it.
enum Wrong {
    Here(String),
    Chosen(Failure),
}

impl From<Failure> for Wrong {
    fn from(failure: Failure) -> Self {
        Self::Chosen(failure)
    }
}

impl From<ParquetError> for Wrong {
    fn from(error: ParquetError) -> Self {
        Self::Here(format!("cannot be read ({error})"))
    }
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path.as_os_str() != "-" {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn csv(bytes: &[u8], choose: Choose<'_>) -> Result<Rows, Wrong> {
    let wrong = |error: csv::Error| Wrong::Here(format!("is no CSV ({error})"));
    let mut reader = csv::Reader::from_reader(bytes);
    let head = reader.headers().map_err(wrong)?;
    let head: Vec<String> = head.iter().map(str::to_owned).collect();
    let places = choose(&head)?;
    let cell = |text: &str| match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Value::Number(number),
        _ if text.is_empty() => Value::Null,
        _ => Value::Text(text.to_owned()),
    };
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(wrong)?;
        let cells = places
            .iter()
            .map(|&at| cell(record.get(at).unwrap_or_default()));
        rows.push(cells.collect());
    }
    Ok(rows)
}

fn json(bytes: &[u8], choose: Choose<'_>) -> Result<Rows, Wrong> {
    let mut places: Option<Vec<usize>> = None;
    let mut rows = Vec::new();
    for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let Ok(Value::Table(mut row)) = serde_json::from_slice(line) else {
            return Err(Wrong::Here(format!("has no object in line {}", number + 1)));
        };
        if places.is_none() {
            let head: Vec<String> = row.iter().map(|(name, _)| name.clone()).collect();
            places = Some(choose(&head)?);
        }
        let cell = |&at: &usize| {
            let cell = row.get_mut(at);
            cell.map_or(Value::Null, |(_, cell)| {
                std::mem::replace(cell, Value::Null)
            })
        };
        rows.push(places.iter().flatten().map(cell).collect());
    }
    Ok(rows)
}

fn parquet(bytes: Vec<u8>, choose: Choose<'_>) -> Result<Rows, Wrong> {
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes))?;
    let schema = reader.metadata().file_metadata().schema();
    let head: Vec<String> = schema
        .get_fields()
        .iter()
        .map(|field| field.name().to_owned())
        .collect();
    let places = choose(&head)?;
    let mut rows = Vec::new();
    for row in reader.get_row_iter(None)? {
        let row = row?;
        let cells: Vec<&Field> = row.get_column_iter().map(|(_, field)| field).collect();
        rows.push(places.iter().map(|&at| value(cells[at])).collect());
    }
    Ok(rows)
}

fn value(field: &Field) -> Value {
    match field {
        Field::Long(count) => Value::Number(*count as f64),
        Field::Double(number) => Value::Number(*number),
        Field::Str(text) => Value::Text(text.clone()),
        _ => Value::Null,
    }
}
