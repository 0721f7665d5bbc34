//! The columns of a sweep's rows.

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

impl Column {
    pub(super) fn new(name: impl Into<String>, kind: Kind) -> Self {
        let name = name.into();
        Self { name, kind }
    }
}
