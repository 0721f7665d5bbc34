//! Writing results to standard output.

use std::io::{self, BufWriter, StdoutLock, Write};

use retry_herd_core::{Scenario, Value};
use serde::Serialize;

use crate::error::Failure;

/// Standard output, buffered. Flush it: what is left when it is dropped is written
/// without anybody learning of a failure.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// Prints a text, which ends its own lines.
pub(crate) fn text(text: &str) -> Result<(), Failure> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints `result` as JSON.
pub(crate) fn json(result: &impl Serialize) -> Result<(), Failure> {
    let mut out = stdout();
    serde_json::to_writer_pretty(&mut out, result)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// A result with the scenario that it is of.
#[derive(Serialize)]
pub(crate) struct WithScenario<'r, R: Serialize> {
    #[serde(flatten)]
    result: &'r R,
    scenario: Value,
}

impl<'r, R: Serialize> WithScenario<'r, R> {
    pub(crate) fn new(result: &'r R, scenario: &Scenario) -> Self {
        let scenario = scenario.to_value();
        Self { result, scenario }
    }
}

/// Prints rows of text as CSV, the head first.
pub(crate) fn csv<R>(head: &[&str], rows: impl IntoIterator<Item = R>) -> Result<(), Failure>
where
    R: IntoIterator<Item = String>,
{
    let mut out = csv::Writer::from_writer(stdout());
    out.write_record(head)?;
    for row in rows {
        out.write_record(row)?;
    }
    Ok(out.flush()?)
}

/// A number in a cell: as short as it reads back the same; null is empty.
pub(crate) fn cell(number: Option<f64>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}
