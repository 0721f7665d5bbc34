//! The custom element `<retry-herd>`: the only crate that knows the browser.
//!
//! The element's JavaScript (`www/retry-herd.js`) is life cycle and delegation
//! only; [`Widget`] is what it delegates to. The modules above the line are pure
//! and are tested natively, those below it exist in a browser only.

pub mod clock;
pub mod groups;
pub mod job;
pub mod junk;
pub mod link;
pub mod options;
pub mod scale;
pub mod settings;

#[cfg(target_arch = "wasm32")]
mod backend;
#[cfg(target_arch = "wasm32")]
mod canvas;
#[cfg(target_arch = "wasm32")]
mod client_view;
#[cfg(target_arch = "wasm32")]
mod colours;
#[cfg(target_arch = "wasm32")]
mod controls;
#[cfg(target_arch = "wasm32")]
mod element;
#[cfg(target_arch = "wasm32")]
mod fields;
#[cfg(target_arch = "wasm32")]
mod herd_view;
#[cfg(target_arch = "wasm32")]
mod listeners;
#[cfg(target_arch = "wasm32")]
mod morph;
#[cfg(target_arch = "wasm32")]
mod objects;
#[cfg(target_arch = "wasm32")]
mod panic;
#[cfg(target_arch = "wasm32")]
mod parts;
#[cfg(target_arch = "wasm32")]
mod pointer;
#[cfg(target_arch = "wasm32")]
mod reader;
#[cfg(target_arch = "wasm32")]
mod share;
#[cfg(target_arch = "wasm32")]
mod sight;
#[cfg(target_arch = "wasm32")]
mod speech;
#[cfg(target_arch = "wasm32")]
mod stage;
#[cfg(target_arch = "wasm32")]
mod story;
#[cfg(target_arch = "wasm32")]
mod theme;
#[cfg(target_arch = "wasm32")]
mod todo;
#[cfg(target_arch = "wasm32")]
mod wiring;

/// Half the size of the default one, and as quick; every block it hands out comes
/// back in constant time.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

#[cfg(target_arch = "wasm32")]
pub use element::Widget;
#[cfg(target_arch = "wasm32")]
pub use panic::on_panic;
