//! The bar that a sweep shows while it lasts.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// A bar of `all` things to do, of which `done` are done already, on standard error if
/// it is `seen`. It goes when it is dropped.
pub(super) fn bar(seen: bool, things: &'static str, all: u64, done: u64) -> ProgressBar {
    let target = if seen {
        ProgressDrawTarget::stderr_with_hz(5)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(all), target)
        .with_message(things)
        .with_position(done)
        .with_finish(ProgressFinish::AndClear);
    bar.reset_eta();
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} {msg}, {eta} left");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.tick();
    bar
}
