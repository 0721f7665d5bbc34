//! What has to be written or painted anew in the next frame.

/// A set of parts of the element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Todo(u8);

impl Todo {
    /// Values and state of the controls.
    pub(crate) const CONTROLS: Self = Self(1);
    /// The sentence, the figures and the table.
    pub(crate) const STORY: Self = Self(2);
    /// Both canvases.
    pub(crate) const PICTURE: Self = Self(4);
    /// The timeline of the one client, its steps and its formula.
    pub(crate) const CLIENT: Self = Self(8);
    /// The clock's controls.
    pub(crate) const CLOCK: Self = Self(16);
    /// The bar of progress.
    pub(crate) const PROGRESS: Self = Self(32);
    /// All that depends on where the clock stands.
    pub(crate) const MOMENT: Self = Self(4 | 8 | 16);
    /// Everything.
    pub(crate) const ALL: Self = Self(63);

    pub(crate) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}
