//! A sweep's rows in a Parquet file, which cannot be read before it is ended, nor
//! added to afterwards. So rows go to a file of lines beside it first, which an
//! interrupted sweep continues; from that the Parquet file is made at the end.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use retry_herd_core::Value;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

use super::batch::Encoding;
use super::cell::Cell;
use super::columns::Column;
use super::note;
use super::parquet_writer::ParquetWriter;
use super::sink::{Opened, Shape, Sink};
use super::text::{Continued, TextWriter};
use crate::error::Failure;

/// So many lines are read before they are shared among the threads.
const READ_AT_ONCE: usize = 8_192;

/// Takes rows, and in the end makes the file of them.
pub(super) struct ParquetFile {
    path: PathBuf,
    columns: Vec<Column>,
    /// The lines so far; `None` if the file is there and whole.
    lines: Option<TextWriter>,
}

impl ParquetFile {
    /// The file at `path`, for the sweep of this description. What is there of the
    /// same sweep stays, in whole groups of rows.
    pub(super) fn open(path: &Path, description: &Value, shape: &Shape) -> Result<Opened, Failure> {
        let beside = lines_of(path);
        let there = fs::metadata(path).is_ok_and(|file| file.len() > 0);
        // Where there are lines still, the file was not seen whole.
        let whole = note::known(path, there, description)? && !beside.exists();
        let (lines, rows) = if whole {
            (None, shape.rows)
        } else {
            let group = shape.group;
            let opened = TextWriter::continued(&beside, path, Vec::new(), description, group)?;
            let Continued { text, rows } = opened;
            (Some(text), rows)
        };
        let file = Self {
            path: path.to_owned(),
            columns: shape.columns.clone(),
            lines,
        };
        Ok(Opened {
            sink: Sink::File(file),
            encoding: Encoding::Json,
            rows,
        })
    }

    pub(super) fn write(&mut self, rows: &[u8]) -> Result<(), Failure> {
        match &mut self.lines {
            Some(lines) => lines.write(rows),
            None => Ok(()),
        }
    }

    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        self.lines.as_mut().map_or(Ok(()), TextWriter::flush)
    }

    /// Makes the file, in a place of its own until it is whole.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        if self.lines.is_none() {
            return Ok(());
        }
        let (lines, unfinished) = (lines_of(&self.path), note::beside(&self.path, "unfinished"));
        let failed = |problem: io::Error| Failure::unwritable(&self.path, &problem);
        let out = File::create(&unfinished).map_err(failed)?;
        let safe = out.try_clone().map_err(failed)?;
        if let Err(failure) = self.convert(&lines, out) {
            // The lines are what is continued; this is only in the way.
            let _ = fs::remove_file(&unfinished);
            return Err(match failure {
                Failure::Output(problem) => failed(problem),
                other => other,
            });
        }
        safe.sync_all().map_err(failed)?;
        fs::rename(&unfinished, &self.path).map_err(failed)?;
        fs::remove_file(&lines).map_err(failed)
    }

    fn convert(&self, lines: &Path, out: File) -> Result<(), Failure> {
        let mut parquet = ParquetWriter::new(out, &self.columns)?;
        let file = File::open(lines).map_err(|problem| Failure::unwritable(lines, &problem))?;
        let mut file = BufReader::new(file).lines();
        loop {
            let some: Vec<String> = file.by_ref().take(READ_AT_ONCE).collect::<Result<_, _>>()?;
            if some.is_empty() {
                return parquet.finish();
            }
            let rows = some.par_iter().map(|line| serde_json::from_str(line));
            let rows: Result<Vec<Line>, _> = rows.collect();
            let damaged = |_| note::refused(lines, "has a line that is no row", "a new file");
            for Line(values) in rows.map_err(damaged)? {
                parquet.write(values.iter().map(Cell::from))?;
            }
        }
    }
}

/// The values of a row as they are read, without their names.
struct Line(Vec<Value>);

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Values)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Line;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line, A::Error> {
        let mut values = Vec::new();
        while let Some((IgnoredAny, value)) = map.next_entry()? {
            values.push(value);
        }
        Ok(Line(values))
    }
}

fn lines_of(path: &Path) -> PathBuf {
    note::beside(path, "rows.jsonl")
}
