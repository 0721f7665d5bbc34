//! Rows as lines of text, in a file that an interrupted sweep is continued in.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use retry_herd_core::Value;

use super::note;
use crate::error::Failure;
use crate::output;

/// How much of an interrupted sweep may be lost.
const FLUSH_EVERY: Duration = Duration::from_millis(200);

/// Writes lines.
pub(super) struct TextWriter {
    out: Box<dyn Write>,
    /// What comes before the first line, as long as that is not there.
    head: Vec<u8>,
    /// What it is called; `None` for standard output.
    path: Option<PathBuf>,
    flushed: Instant,
}

/// A file that rows can be added to, and how many it has already.
pub(super) struct Continued {
    pub(super) text: TextWriter,
    pub(super) rows: u64,
}

impl TextWriter {
    /// The file at `path`, for the sweep of this description that was asked to write
    /// to `out`. What is there of the same sweep stays, in whole groups of `group` rows
    /// under the head.
    pub(super) fn continued(
        path: &Path,
        out: &Path,
        head: Vec<u8>,
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
        let kept = keep(&mut file, u64::from(!head.is_empty()), group).map_err(failed)?;
        let text = Self {
            out: Box::new(BufWriter::new(file)),
            head: if kept.headed { Vec::new() } else { head },
            path: Some(path.to_owned()),
            flushed: Instant::now(),
        };
        let rows = kept.rows;
        Ok(Continued { text, rows })
    }

    /// Standard output.
    pub(super) fn stdout(head: Vec<u8>) -> Self {
        Self {
            out: Box::new(output::stdout()),
            head,
            path: None,
            flushed: Instant::now(),
        }
    }

    pub(super) fn write(&mut self, lines: &[u8]) -> Result<(), Failure> {
        let head = mem::take(&mut self.head);
        let written = self.out.write_all(&head);
        let written = written.and_then(|()| self.out.write_all(lines));
        written.map_err(|problem| self.failed(problem))?;
        if self.flushed.elapsed() >= FLUSH_EVERY {
            self.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// What is left when a writer is dropped is written without anybody learning of
    /// a failure.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        let flushed = self.out.flush();
        flushed.map_err(|problem| self.failed(problem))
    }

    fn failed(&self, problem: io::Error) -> Failure {
        match &self.path {
            Some(path) => Failure::unwritable(path, &problem),
            None => problem.into(),
        }
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
