//! Rows of text under a head, printed as whatever is asked for.

use crate::args::PageFormat;
use crate::error::Failure;
use crate::{output, table};

/// Rows of text under a head.
pub(crate) struct Grid {
    pub(crate) head: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Grid {
    /// Prints it; JSON is the caller's, whose values have kinds.
    pub(crate) fn print(
        &self,
        format: PageFormat,
        json: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match format {
            PageFormat::Table => output::text(&self.table()),
            PageFormat::Json => json(),
            PageFormat::Csv => output::csv(&self.head, self.rows.iter().cloned()),
            PageFormat::Markdown => output::text(&self.markdown()),
        }
    }

    /// For a terminal.
    pub(crate) fn table(&self) -> String {
        let mut rows = table::table();
        rows.set_header(&self.head);
        for row in &self.rows {
            rows.add_row(row);
        }
        table::text(rows, &[])
    }

    /// As a table in Markdown.
    pub(crate) fn markdown(&self) -> String {
        let head = self.head.iter().copied().map(str::to_owned);
        let rule = self.head.iter().map(|_| "---".to_owned());
        let mut text = line(head) + &line(rule);
        for row in &self.rows {
            text += &line(row.iter().map(|cell| cell.replace('|', "\\|")));
        }
        text
    }

    /// With these columns only, in this order.
    pub(crate) fn columns(&self, wanted: &[&'static str]) -> Self {
        let at = |name: &&str| self.head.iter().position(|head| head == name);
        let places: Vec<usize> = wanted.iter().filter_map(at).collect();
        let pick = |row: &Vec<String>| places.iter().map(|&at| row[at].clone()).collect();
        Self {
            head: places.iter().map(|&at| self.head[at]).collect(),
            rows: self.rows.iter().map(pick).collect(),
        }
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}
