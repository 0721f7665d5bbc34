//! The custom element `<retry-herd>`: the only crate that knows the browser.

pub mod clock;
pub mod junk;
pub mod link;
pub mod options;
pub mod scale;
pub mod settings;
