//! The bar that a sweep shows while it lasts.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// A bar on standard error, which goes when it is dropped.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn new(seen: bool) -> Self {
        let target = if seen {
            ProgressDrawTarget::stderr_with_hz(5)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let bar = bar.with_finish(ProgressFinish::AndClear);
        let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} {msg}, {eta} left");
        Self(match style {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        })
    }

    /// Shows `all` things to do, of which `done` are done already.
    pub(super) fn begin(&self, things: &'static str, all: u64, done: u64) {
        self.0.set_message(things);
        self.0.set_length(all);
        self.0.set_position(done);
        self.0.reset_eta();
        self.0.tick();
    }

    pub(super) fn add(&self, done: u64) {
        self.0.inc(done);
    }
}
