//! Tables for people.

use comfy_table::{CellAlignment, ContentArrangement, Table, TableComponent, presets};

/// A table that fits the terminal, if there is one.
pub(crate) fn table() -> Table {
    let mut table = Table::new();
    table
        .load_preset(presets::NOTHING)
        .set_style(TableComponent::HeaderLines, '─')
        .set_style(TableComponent::MiddleHeaderIntersections, '─')
        .set_content_arrangement(ContentArrangement::Dynamic);
    table
}

/// Whether it is printed on a terminal that is narrower than this, in letters.
pub(crate) fn is_narrow(width: u16) -> bool {
    table().width().is_some_and(|there| there < width)
}

/// As text, with the numbers in the `right` columns flush right.
pub(crate) fn text(mut table: Table, right: &[usize]) -> String {
    for &at in right {
        if let Some(column) = table.column_mut(at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{}\n", table.trim_fmt())
}
