//! What somebody has written, as an error line shows it.

use std::fmt;

/// A text on one line, without control characters, and never very long.
pub(crate) struct Shown<'t> {
    text: &'t str,
    longest: usize,
}

impl<'t> Shown<'t> {
    /// A name or a value: at most 60 characters of it.
    pub(crate) fn word(text: &'t str) -> Self {
        Self { text, longest: 60 }
    }

    /// What a parser says: at most 200 characters of it.
    #[cfg(any(feature = "toml", feature = "json"))]
    pub(crate) fn message(text: &'t str) -> Self {
        Self { text, longest: 200 }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        let plain = |character: char| match character {
            control if control.is_control() => '?',
            other => other,
        };
        let mut characters = self.text.chars();
        for character in characters.by_ref().take(self.longest) {
            f.write_char(plain(character))?;
        }
        match characters.next() {
            Some(_) => f.write_char('…'),
            None => Ok(()),
        }
    }
}
