//! Rows made ready to be written, by the thread that has run them.

use std::ops::Range;

use serde::{Serialize, Serializer};

use super::cell::Cell;
use super::columns::Column;
use crate::error::Failure;

/// How rows are made ready to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// As lines of comma-separated values, under a line of names.
    Csv,
    /// As lines of JSON, an object each.
    Json,
    /// As they are.
    Cells,
}

/// Some rows that follow each other, ready to be written.
pub(super) enum Batch<'t> {
    Csv(Box<csv::Writer<Vec<u8>>>),
    Json(Vec<u8>),
    Cells(Vec<Cell<'t>>),
}

/// Where JSON writes fractions without an exponent, and never has to decide a tie.
const FRACTIONS: Range<f64> = 1e-5..1e10;
/// Whole numbers have no exponent up to here.
const LARGEST_WHOLE: f64 = 1e15;

/// The longest number of JSON has 24 bytes.
const LONGEST: usize = 32;

impl Encoding {
    /// The line before the first row, if there is one.
    pub(super) fn head(self, columns: &[Column]) -> Result<Vec<u8>, Failure> {
        let mut head = self.batch();
        if self == Self::Csv {
            let names: Vec<Cell> = columns.iter().map(|c| Cell::Words(&c.name)).collect();
            head.push(columns, &names)?;
        }
        head.lines()
    }

    /// No rows yet.
    pub(super) fn batch<'t>(self) -> Batch<'t> {
        match self {
            Self::Csv => Batch::Csv(Box::new(csv::Writer::from_writer(Vec::new()))),
            Self::Json => Batch::Json(Vec::new()),
            Self::Cells => Batch::Cells(Vec::new()),
        }
    }
}

impl<'t> Batch<'t> {
    /// A row with a cell for each of the columns.
    pub(super) fn push(&mut self, columns: &[Column], row: &[Cell<'t>]) -> Result<(), Failure> {
        match self {
            Self::Csv(lines) => {
                row.iter().try_for_each(|cell| field(lines, *cell))?;
                lines.write_record(None::<&[u8]>)?;
            }
            Self::Json(lines) => {
                serde_json::to_writer(&mut *lines, &Object { columns, row })?;
                lines.push(b'\n');
            }
            Self::Cells(cells) => cells.extend(row),
        }
        Ok(())
    }

    /// The rows as lines; none if they are cells.
    pub(super) fn lines(self) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Csv(lines) => Ok(lines
                .into_inner()
                .map_err(csv::IntoInnerError::into_error)?),
            Self::Json(lines) => Ok(lines),
            Self::Cells(_) => Ok(Vec::new()),
        }
    }

    /// The rows' cells; none if they are lines.
    pub(super) fn cells(self) -> Vec<Cell<'t>> {
        match self {
            Self::Cells(cells) => cells,
            _ => Vec::new(),
        }
    }
}

/// Writes the cell as [`Cell::plain`] has it, but most numbers several times as quickly.
fn field(lines: &mut csv::Writer<Vec<u8>>, cell: Cell<'_>) -> Result<(), Failure> {
    if cell.number().is_some_and(is_plain_in_json) {
        let mut text = [0; LONGEST];
        let mut left = &mut text[..];
        serde_json::to_writer(&mut left, &cell)?;
        let length = LONGEST - left.len();
        lines.write_field(&text[..length])?;
    } else {
        lines.write_field(&*cell.plain())?;
    }
    Ok(())
}

/// Whether JSON writes the number as [`Cell::plain`] does, for sure. Where two shortest
/// decimals are equally near, JSON takes the even one and `plain` the greater; below 10¹⁰
/// that only happens to binary fractions, whose last bits are zeros.
fn is_plain_in_json(number: f64) -> bool {
    const ZEROS: u32 = 8;
    let size = number.abs();
    if number.fract() == 0.0 {
        return size < LARGEST_WHOLE;
    }
    FRACTIONS.contains(&size) && number.to_bits().trailing_zeros() < ZEROS
}

/// A row with its names.
struct Object<'r, 't> {
    columns: &'r [Column],
    row: &'r [Cell<'t>],
}

impl Serialize for Object<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.columns.iter().map(|column| &column.name);
        serializer.collect_map(names.zip(self.row))
    }
}

#[cfg(test)]
mod tests {
    use rand_mt::Mt64;
    use retry_herd_core::Value;

    use super::super::columns::Kind;
    use super::*;

    fn line(encoding: Encoding, cell: Cell<'_>) -> String {
        let columns = ["a", "b"].map(|name| Column::new(name, Kind::Number));
        let mut batch = encoding.batch();
        batch.push(&columns, &[cell, Cell::Null]).expect("a row");
        String::from_utf8(batch.lines().expect("lines")).expect("UTF-8")
    }

    fn numbers() -> impl Iterator<Item = f64> {
        let mut twister = Mt64::new(1);
        let any = (0..20_000).map(move |_| f64::from_bits(twister.next_u64()));
        let mut twister = Mt64::new(2);
        let usual = (0..20_000).map(move |at| {
            let thousandths = (twister.next_u64() >> (at % 64)) as f64 / 1e3;
            if at % 2 == 0 {
                thousandths
            } else {
                -thousandths
            }
        });
        let mut twister = Mt64::new(3);
        let binary = (0..20_000).map(move |at| {
            let bits = twister.next_u64() >> (11 + at % 40);
            bits as f64 / (1_u64 << (at % 60)) as f64
        });
        let ends = [
            0.0,
            -0.0,
            1e-5,
            1e-6,
            1e15,
            1e16,
            1e18,
            4_503_599_627_370_496.5,
        ];
        let ends = ends
            .into_iter()
            .flat_map(|end: f64| [end, end.next_down(), end.next_up()]);
        any.chain(usual)
            .chain(binary)
            .chain(ends)
            .filter(|number| number.is_finite())
    }

    /// The slow ways are the oracle.
    #[test]
    fn numbers_are_written_as_values_are() {
        for number in numbers() {
            let (cell, value) = (Cell::Number(number), Value::Number(number));
            assert_eq!(line(Encoding::Csv, cell), format!("{},\n", value.plain()));
            let json = serde_json::to_string(&value).expect("JSON");
            let json = format!("{{\"a\":{json},\"b\":null}}\n");
            assert_eq!(line(Encoding::Json, cell), json);
        }
    }

    #[test]
    fn words_are_quoted_where_they_must_be() {
        let words = Cell::Words("0.5, \"1\"");
        assert_eq!(line(Encoding::Csv, words), "\"0.5, \"\"1\"\"\",\n");
        let json = "{\"a\":\"0.5, \\\"1\\\"\",\"b\":null}\n";
        assert_eq!(line(Encoding::Json, words), json);
    }

    #[test]
    fn only_csv_has_a_line_of_names() {
        let columns = ["seed", "policy.cap"].map(|name| Column::new(name, Kind::Words));
        let head = |encoding: Encoding| encoding.head(&columns).expect("a head");
        assert_eq!(head(Encoding::Csv), b"seed,policy.cap\n");
        assert_eq!(head(Encoding::Json), b"");
        assert_eq!(head(Encoding::Cells), b"");
    }
}
