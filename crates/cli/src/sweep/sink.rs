//! Where rows go: to standard output, or to a file that an interrupted sweep is
//! continued in.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use retry_herd_core::Value;

use super::RowFormat;
use super::rows::Row;
use crate::error::Failure;
use crate::output;

/// How much of an interrupted sweep may be lost.
const FLUSH_EVERY: Duration = Duration::from_millis(200);

/// Takes rows and writes them.
pub(super) struct Sink {
    out: Box<dyn Write>,
    format: RowFormat,
    headed: bool,
    flushed: Instant,
}

/// A sink, and how many rows of the sweep it has already.
pub(super) struct Opened {
    pub(super) sink: Sink,
    pub(super) rows: u64,
}

impl Sink {
    /// Standard output.
    pub(super) fn stdout(format: RowFormat) -> Self {
        Self::new(Box::new(output::stdout()), format, false)
    }

    /// The file at `path`, for the sweep of this description. What is there of the
    /// same sweep stays, in whole groups of `group` rows.
    pub(super) fn file(
        path: &Path,
        format: RowFormat,
        description: &Value,
        group: u64,
    ) -> Result<Opened, Failure> {
        let failed = |problem: io::Error| Failure::Unreadable {
            name: path.display().to_string(),
            problem,
        };
        let known = known(path, description)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        if file.try_lock().is_err() {
            return Err(refused(
                path,
                "is being written to by another sweep",
                "one at a time",
            ));
        }
        if !known {
            let text = serde_json::to_string_pretty(description)?;
            fs::write(sidecar(path), text + "\n").map_err(failed)?;
        }
        let kept = keep(&mut file, format.head_lines(), group).map_err(failed)?;
        let headed = kept.headed;
        Ok(Opened {
            sink: Self::new(Box::new(BufWriter::new(file)), format, headed),
            rows: kept.rows,
        })
    }

    fn new(out: Box<dyn Write>, format: RowFormat, headed: bool) -> Self {
        Self {
            out,
            format,
            headed,
            flushed: Instant::now(),
        }
    }

    pub(super) fn write(&mut self, row: Row) -> Result<(), Failure> {
        match self.format {
            RowFormat::Csv => self.csv(&row)?,
            RowFormat::Jsonl => {
                serde_json::to_writer(&mut self.out, &Value::Table(row))?;
                self.out.write_all(b"\n")?;
            }
        }
        if self.flushed.elapsed() >= FLUSH_EVERY {
            self.finish()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// What is left when a sink is dropped is written without anybody learning of a
    /// failure.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }

    fn csv(&mut self, row: &Row) -> Result<(), Failure> {
        // In memory first: a writer of CSV flushes all that is under it when it ends.
        let mut lines = csv::Writer::from_writer(Vec::new());
        if !self.headed {
            lines.write_record(row.iter().map(|(name, _)| name))?;
            self.headed = true;
        }
        lines.write_record(row.iter().map(|(_, value)| cell(value)))?;
        let lines = lines.into_inner();
        let lines = lines.map_err(csv::IntoInnerError::into_error)?;
        self.out.write_all(&lines)?;
        Ok(())
    }
}

/// Null is empty.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        value => value.plain(),
    }
}

/// Whether the file at `path` is of this very sweep; an error if it is of another one,
/// or of none.
fn known(path: &Path, description: &Value) -> Result<bool, Failure> {
    let Ok(text) = fs::read_to_string(sidecar(path)) else {
        let empty = fs::metadata(path).map_or(true, |file| file.len() == 0);
        let what = format!("is no sweep's: there is no {}", sidecar(path).display());
        return if empty {
            Ok(false)
        } else {
            Err(refused(path, &what, "a new file, or one to continue"))
        };
    };
    let allowed = "the same arguments, or a new file";
    let Ok(found) = serde_json::from_str::<Value>(&text) else {
        let what = format!(
            "cannot be known again: {} is damaged",
            sidecar(path).display()
        );
        return Err(refused(path, &what, "a new file"));
    };
    match difference(&found, description) {
        None => Ok(true),
        Some(name) => {
            let what = format!("is of a sweep with other arguments: {name} differs");
            Err(refused(path, &what, allowed))
        }
    }
}

/// The first entry in which two descriptions differ.
fn difference(found: &Value, wanted: &Value) -> Option<String> {
    let (Value::Table(found), Value::Table(wanted)) = (found, wanted) else {
        return Some("everything".to_owned());
    };
    let differs = wanted.iter().find(|entry| !found.contains(entry));
    differs.map(|(name, _)| name.clone())
}

fn refused(path: &Path, what: &str, allowed: &str) -> Failure {
    let name = path.display();
    Failure::Usage(format!("--out: {name} {what}; allowed: {allowed}"))
}

/// Beside the rows stands what they are of.
fn sidecar(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".sweep.json");
    name.into()
}

/// What is kept of a file that a sweep was interrupted in.
struct Kept {
    headed: bool,
    rows: u64,
}

/// Cuts off what was not written to its end, and leaves the file at its new end.
fn keep(file: &mut File, head: u64, group: u64) -> io::Result<Kept> {
    let mut reader = BufReader::new(&*file);
    let (mut line, mut lines, mut end) = (Vec::new(), 0, 0);
    let mut kept = 0;
    while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        lines += 1;
        end += line.len() as u64;
        if lines >= head && (lines - head).is_multiple_of(group) {
            kept = end;
        }
        line.clear();
    }
    file.set_len(kept)?;
    file.seek(SeekFrom::End(0))?;
    let rows = lines.saturating_sub(head);
    Ok(Kept {
        headed: kept > 0,
        rows: rows - rows % group,
    })
}
