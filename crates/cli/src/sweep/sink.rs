//! Where rows go: to standard output or to a file, in the format asked for.

use std::fs;
use std::io::{self, Stdout};
use std::path::Path;

use retry_herd_core::Value;

use super::batch::{Batch, Encoding};
use super::columns::Column;
use super::format::RowFormat;
use super::note;
use super::parquet_file::ParquetFile;
use super::parquet_writer::ParquetWriter;
use super::text::{Continued, TextWriter};
use crate::error::Failure;

/// Takes rows and writes them.
pub(super) enum Sink {
    /// As lines.
    Text(TextWriter),
    /// As Parquet, to standard output.
    Stream(ParquetWriter<Stdout>),
    /// As Parquet, to a file.
    File(ParquetFile),
}

/// A sink, and how many rows of the sweep it has already.
pub(super) struct Opened {
    pub(super) sink: Sink,
    /// What it takes.
    pub(super) encoding: Encoding,
    pub(super) rows: u64,
}

/// What the rows of a sweep are like.
pub(super) struct Shape {
    pub(super) columns: Vec<Column>,
    /// How many belong to one combination, and are written all or not at all.
    pub(super) group: u64,
    /// How many there are in all.
    pub(super) rows: u64,
}

impl Sink {
    /// Standard output.
    pub(super) fn stdout(format: RowFormat, shape: &Shape) -> Result<Opened, Failure> {
        let encoding = match format {
            RowFormat::Csv => Encoding::Csv,
            RowFormat::Jsonl => Encoding::Json,
            RowFormat::Parquet => Encoding::Cells,
        };
        let columns = &shape.columns;
        Ok(Opened {
            sink: match format {
                RowFormat::Parquet => Self::Stream(ParquetWriter::new(io::stdout(), columns)?),
                _ => Self::Text(TextWriter::stdout(encoding.head(columns)?)),
            },
            encoding,
            rows: 0,
        })
    }

    /// The file at `path`, for the sweep of this description. What is there of the
    /// same sweep stays.
    pub(super) fn file(
        path: &Path,
        format: RowFormat,
        description: &Value,
        shape: &Shape,
    ) -> Result<Opened, Failure> {
        // A device could be read for ever in search of what is there already.
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            let allowed = "a file, or no --out and a pipe";
            return Err(note::refused(path, "is no file", allowed));
        }
        let encoding = match format {
            RowFormat::Csv => Encoding::Csv,
            RowFormat::Jsonl => Encoding::Json,
            RowFormat::Parquet => return ParquetFile::open(path, description, shape),
        };
        let head = encoding.head(&shape.columns)?;
        let opened = TextWriter::continued(path, path, head, description, shape.group);
        opened.map(|Continued { text, rows }| Opened {
            sink: Self::Text(text),
            encoding,
            rows,
        })
    }

    /// Writes what was made ready for it.
    pub(super) fn write(&mut self, batch: Batch<'_>) -> Result<(), Failure> {
        match self {
            Self::Text(text) => text.write(&batch.lines()?),
            Self::Stream(parquet) => parquet.write(batch.cells()),
            Self::File(file) => file.write(&batch.lines()?),
        }
    }

    /// Writes what is left.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Text(mut text) => text.flush(),
            Self::Stream(parquet) => parquet.finish(),
            Self::File(file) => file.finish(),
        }
    }
}
