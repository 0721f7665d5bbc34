//! Rows as lines of text, in a file that an interrupted sweep is continued in.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use retry_herd_core::Value;

use super::note;
use super::rows::Row;
use crate::error::Failure;

/// How much of an interrupted sweep may be lost.
const FLUSH_EVERY: Duration = Duration::from_millis(200);

/// How a row becomes a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    /// Of comma-separated values, under a line of names.
    Csv,
    /// Of JSON, an object each.
    Json,
}

/// Takes rows and writes lines.
pub(super) struct TextWriter {
    out: Out,
    headed: bool,
    flushed: Instant,
}

enum Out {
    Csv(Box<csv::Writer<Box<dyn Write>>>),
    Json(Box<dyn Write>),
}

/// A file that rows can be added to, and how many it has already.
pub(super) struct Continued {
    pub(super) text: TextWriter,
    pub(super) rows: u64,
}

impl Lines {
    /// Lines before the first row.
    fn head(self) -> u64 {
        match self {
            Self::Csv => 1,
            Self::Json => 0,
        }
    }
}

impl TextWriter {
    /// The file at `path`, for the sweep of this description that was asked to write
    /// to `out`. What is there of the same sweep stays, in whole groups of `group` rows.
    pub(super) fn continued(
        path: &Path,
        out: &Path,
        lines: Lines,
        description: &Value,
        group: u64,
    ) -> Result<Continued, Failure> {
        let failed = |problem: io::Error| Failure::unwritable(path, &problem);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        if file.try_lock().is_err() {
            let what = "is being written to by another sweep";
            return Err(note::refused(out, what, "one at a time"));
        }
        let empty = file.metadata().map_err(failed)?.len() == 0;
        if !note::known(out, !empty, description)? {
            note::write(out, description)?;
        }
        let kept = keep(&mut file, lines.head(), group).map_err(failed)?;
        let text = Self {
            headed: kept.headed,
            ..Self::new(Box::new(BufWriter::new(file)), lines)
        };
        let rows = kept.rows;
        Ok(Continued { text, rows })
    }

    pub(super) fn new(out: Box<dyn Write>, lines: Lines) -> Self {
        Self {
            out: match lines {
                Lines::Csv => Out::Csv(Box::new(csv::Writer::from_writer(out))),
                Lines::Json => Out::Json(out),
            },
            headed: false,
            flushed: Instant::now(),
        }
    }

    pub(super) fn write(&mut self, row: Row) -> Result<(), Failure> {
        match &mut self.out {
            Out::Csv(out) => {
                if !self.headed {
                    out.write_record(row.iter().map(|(name, _)| name))?;
                    self.headed = true;
                }
                out.write_record(row.iter().map(|(_, value)| cell(value)))?;
            }
            Out::Json(out) => {
                serde_json::to_writer(&mut *out, &Value::Table(row))?;
                out.write_all(b"\n")?;
            }
        }
        if self.flushed.elapsed() >= FLUSH_EVERY {
            self.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// What is left when a writer is dropped is written without anybody learning of
    /// a failure.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        match &mut self.out {
            Out::Csv(out) => out.flush()?,
            Out::Json(out) => out.flush()?,
        }
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
