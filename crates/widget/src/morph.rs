//! The way from the run that was shown to the one that is.

use crate::job::Shown;

/// How long the dots are on their way, in milliseconds.
const LENGTH: f64 = 900.0;
/// The longest step of one frame, so that nobody misses the way.
const LONGEST_FRAME: f64 = 50.0;

/// The run that is being left, and how far from it we are.
pub(crate) struct Leaving {
    pub(crate) shown: Shown,
    progress: f64,
    last: Option<f64>,
}

impl Leaving {
    /// Leaves `shown`, beginning with the next frame.
    pub(crate) fn new(shown: Shown) -> Self {
        Self {
            shown,
            progress: 0.0,
            last: None,
        }
    }

    /// A frame at `now` (milliseconds); gives the progress, in `[0, 1]`.
    pub(crate) fn frame(&mut self, now: f64) -> f64 {
        let step = self.last.map_or(0.0, |last| now - last);
        self.last = Some(now);
        self.progress = (self.progress + step.clamp(0.0, LONGEST_FRAME) / LENGTH).min(1.0);
        self.progress
    }

    /// How far we are, in `[0, 1]`.
    pub(crate) fn progress(&self) -> f64 {
        self.progress
    }
}
