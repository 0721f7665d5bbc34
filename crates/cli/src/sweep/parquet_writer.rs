//! Rows as Parquet: columns, in groups of rows.

use std::io::{self, Write};
use std::iter;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::{
    ColumnCloseResult, ColumnWriter, get_column_writer, get_typed_column_writer_mut,
};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnDescPtr, Type, TypePtr};
use rayon::prelude::*;

use super::cell::Cell;
use super::columns::{Column, Kind};
use crate::error::Failure;

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

impl<W: Write + Send> ParquetWriter<W> {
    pub(super) fn new(out: W, columns: &[Column]) -> Result<Self, Failure> {
        let fields = columns.iter().map(schema);
        let fields = fields.collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let schema = Type::group_type_builder("sweep").with_fields(fields);
        let schema = Arc::new(schema.build().map_err(failed)?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
        let file = SerializedFileWriter::new(out, schema, Arc::new(properties.build()));
        let cells = columns.iter().map(|column| Cells::of(column.kind));
        Ok(Self {
            file: file.map_err(failed)?,
            cells: cells.collect(),
            rows: 0,
        })
    }

    /// Rows with these very columns, in their order.
    pub(super) fn write<'t>(
        &mut self,
        cells: impl IntoIterator<Item = Cell<'t>>,
    ) -> Result<(), Failure> {
        let mut cells = cells.into_iter();
        while let Some(first) = cells.next() {
            let row = iter::once(first).chain(&mut cells);
            for (column, cell) in self.cells.iter_mut().zip(row) {
                column.push(cell);
            }
            self.rows += 1;
            if self.rows == GROUP {
                self.end_group()?;
            }
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
        let (schema, properties) = (self.file.schema_descr(), self.file.properties());
        let columns = self.cells.par_iter_mut().enumerate();
        let chunks = columns.map(|(at, cells)| chunk(cells, schema.column(at), properties.clone()));
        let chunks: Vec<_> = chunks.collect::<Result<_, _>>().map_err(failed)?;
        let mut group = self.file.next_row_group().map_err(failed)?;
        for (bytes, closed) in chunks {
            group.append_column(&bytes, closed).map_err(failed)?;
        }
        group.close().map_err(failed)?;
        Ok(())
    }
}

fn schema(column: &Column) -> Result<TypePtr, ParquetError> {
    let (physical, repetition, logical) = match column.kind {
        Kind::Count => (Physical::INT64, Repetition::REQUIRED, None),
        Kind::Number => (Physical::DOUBLE, Repetition::OPTIONAL, None),
        Kind::Words => (
            Physical::BYTE_ARRAY,
            Repetition::REQUIRED,
            Some(LogicalType::String),
        ),
    };
    let column = Type::primitive_type_builder(&column.name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical);
    Ok(Arc::new(column.build()?))
}

/// A column of a group as it stands in the file. The cells are forgotten.
fn chunk(
    cells: &mut Cells,
    column: ColumnDescPtr,
    properties: WriterPropertiesPtr,
) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
    let mut out = TrackedWrite::new(Vec::new());
    let pages = Box::new(SerializedPageWriter::new(&mut out));
    let mut writer = get_column_writer(column, properties, pages);
    cells.write(&mut writer)?;
    let closed = writer.close()?;
    Ok((out.into_inner()?.into(), closed))
}

impl Cells {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Count => Self::Counts(Vec::new()),
            Kind::Number => Self::Numbers(Vec::new(), Vec::new()),
            Kind::Words => Self::Words(Vec::new()),
        }
    }

    fn push(&mut self, cell: Cell<'_>) {
        match self {
            Self::Counts(cells) => cells.push(cell.number().unwrap_or_default() as i64),
            Self::Numbers(there, cells) => {
                let number = cell.number();
                there.push(i16::from(number.is_some()));
                cells.extend(number);
            }
            Self::Words(cells) => cells.push(cell.plain().into_owned().into_bytes().into()),
        }
    }

    /// Writes the cells and forgets them.
    fn write(&mut self, writer: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
        match self {
            Self::Counts(cells) => {
                let typed = get_typed_column_writer_mut::<Int64Type>(writer);
                typed.write_batch(cells, None, None)?;
                cells.clear();
            }
            Self::Numbers(there, cells) => {
                let typed = get_typed_column_writer_mut::<DoubleType>(writer);
                typed.write_batch(cells, Some(there), None)?;
                there.clear();
                cells.clear();
            }
            Self::Words(cells) => {
                let typed = get_typed_column_writer_mut::<ByteArrayType>(writer);
                typed.write_batch(cells, None, None)?;
                cells.clear();
            }
        }
        Ok(())
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
