//! A sweep's rows in a Parquet file, which cannot be read before it is ended, nor
//! added to afterwards. So rows go to a file of lines beside it first, which an
//! interrupted sweep continues; from that the Parquet file is made at the end.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use retry_herd_core::Value;

use super::columns::{Column, ParquetWriter};
use super::note;
use super::rows::Row;
use super::sink::{Opened, Shape, Sink};
use super::text::{Continued, Lines, TextWriter};
use crate::error::Failure;

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
    pub(super) fn open(path: &Path, description: &Value, shape: Shape) -> Result<Opened, Failure> {
        let beside = lines_of(path);
        let there = fs::metadata(path).is_ok_and(|file| file.len() > 0);
        // Where there are lines still, the file was not seen whole.
        let whole = note::known(path, there, description)? && !beside.exists();
        let (lines, rows) = if whole {
            (None, shape.rows)
        } else {
            let group = shape.group;
            let opened = TextWriter::continued(&beside, path, Lines::Json, description, group)?;
            let Continued { text, rows } = opened;
            (Some(text), rows)
        };
        let file = Self {
            path: path.to_owned(),
            columns: shape.columns,
            lines,
        };
        let sink = Sink::File(file);
        Ok(Opened { sink, rows })
    }

    pub(super) fn write(&mut self, row: Row) -> Result<(), Failure> {
        match &mut self.lines {
            Some(lines) => lines.write(row),
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
            return Err(failure);
        }
        safe.sync_all().map_err(failed)?;
        fs::rename(&unfinished, &self.path).map_err(failed)?;
        fs::remove_file(&lines).map_err(failed)
    }

    fn convert(&self, lines: &Path, out: File) -> Result<(), Failure> {
        let mut parquet = ParquetWriter::new(out, &self.columns)?;
        let file = File::open(lines).map_err(|problem| Failure::unwritable(lines, &problem))?;
        for line in BufReader::new(file).lines() {
            if let Value::Table(row) = serde_json::from_str(&line?)? {
                parquet.write(&row)?;
            }
        }
        parquet.finish()
    }
}

fn lines_of(path: &Path) -> PathBuf {
    note::beside(path, "rows.jsonl")
}
