//! The columns of a sweep's rows, and rows as a Parquet file of such columns.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};
use retry_herd_core::Value;

use super::rows::Row;
use crate::error::Failure;

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole number, always there.
    Count,
    /// A number, or null.
    Number,
    /// Words, always there.
    Words,
}

/// A column: its name, and what stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// How many rows make a group: a group is what readers skip or take
/// as a whole, and all of it is in memory while it is made.
const GROUP: usize = 65_536;

/// Writes rows as Parquet.
pub(super) struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    cells: Vec<Cells>,
    rows: usize,
}

/// The cells of a column in the present group.
enum Cells {
    Counts(Vec<i64>),
    /// Whether there is a number in each row, and the numbers that there are.
    Numbers(Vec<i16>, Vec<f64>),
    Words(Vec<ByteArray>),
}

impl Column {
    pub(super) fn new(name: impl Into<String>, kind: Kind) -> Self {
        let name = name.into();
        Self { name, kind }
    }

    fn schema(&self) -> Result<TypePtr, ParquetError> {
        let (physical, repetition, logical) = match self.kind {
            Kind::Count => (Physical::INT64, Repetition::REQUIRED, None),
            Kind::Number => (Physical::DOUBLE, Repetition::OPTIONAL, None),
            Kind::Words => (
                Physical::BYTE_ARRAY,
                Repetition::REQUIRED,
                Some(LogicalType::String),
            ),
        };
        let column = Type::primitive_type_builder(&self.name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical);
        Ok(Arc::new(column.build()?))
    }
}

impl<W: Write + Send> ParquetWriter<W> {
    pub(super) fn new(out: W, columns: &[Column]) -> Result<Self, Failure> {
        let fields = columns.iter().map(Column::schema);
        let fields = fields.collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let schema = Type::group_type_builder("sweep").with_fields(fields);
        let schema = Arc::new(schema.build().map_err(failed)?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
        let file = SerializedFileWriter::new(out, schema, Arc::new(properties.build()));
        Ok(Self {
            file: file.map_err(failed)?,
            cells: columns
                .iter()
                .map(|column| Cells::of(column.kind))
                .collect(),
            rows: 0,
        })
    }

    /// A row with these very columns, in their order.
    pub(super) fn write(&mut self, row: &Row) -> Result<(), Failure> {
        for (cells, (_, value)) in self.cells.iter_mut().zip(row) {
            cells.push(value);
        }
        self.rows += 1;
        if self.rows == GROUP {
            self.end_group()?;
        }
        Ok(())
    }

    /// Ends the file; without this it cannot be read.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.end_group()?;
        self.file.close().map_err(failed)?;
        Ok(())
    }

    fn end_group(&mut self) -> Result<(), Failure> {
        if self.rows == 0 {
            return Ok(());
        }
        self.rows = 0;
        let mut group = self.file.next_row_group().map_err(failed)?;
        for cells in &mut self.cells {
            if let Some(column) = group.next_column().map_err(failed)? {
                cells.write(column).map_err(failed)?;
            }
        }
        group.close().map_err(failed)?;
        Ok(())
    }
}

impl Cells {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Count => Self::Counts(Vec::new()),
            Kind::Number => Self::Numbers(Vec::new(), Vec::new()),
            Kind::Words => Self::Words(Vec::new()),
        }
    }

    fn push(&mut self, value: &Value) {
        match self {
            Self::Counts(cells) => cells.push(value.as_number().unwrap_or_default() as i64),
            Self::Numbers(there, cells) => {
                let number = value.as_number();
                there.push(i16::from(number.is_some()));
                cells.extend(number);
            }
            Self::Words(cells) => cells.push(value.plain().into_bytes().into()),
        }
    }

    /// Writes the cells and forgets them.
    fn write(&mut self, mut column: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        match self {
            Self::Counts(cells) => {
                column.typed::<Int64Type>().write_batch(cells, None, None)?;
                cells.clear();
            }
            Self::Numbers(there, cells) => {
                let typed = column.typed::<DoubleType>();
                typed.write_batch(cells, Some(there), None)?;
                there.clear();
                cells.clear();
            }
            Self::Words(cells) => {
                column
                    .typed::<ByteArrayType>()
                    .write_batch(cells, None, None)?;
                cells.clear();
            }
        }
        column.close()
    }
}

/// What the library says, or what the file under it said.
fn failed(error: ParquetError) -> Failure {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(problem) => (*problem).into(),
            Err(other) => Failure::Output(io::Error::other(other.to_string())),
        },
        other => Failure::Output(io::Error::other(other.to_string())),
    }
}
