//! One published figure, ours beside it, and whether they agree.

use serde::Serialize;

use super::agreement::Published;
use super::sample::Sample;

/// One published figure with our runs of it.
pub(super) struct Claim {
    /// Which variant of the source's scenario.
    pub(super) case: String,
    /// What was measured, with its unit.
    pub(super) figure: &'static str,
    pub(super) published: Published,
    pub(super) ours: Sample,
    /// What a reader should know about it.
    pub(super) note: &'static str,
}

/// A claim that has been judged, in words.
#[derive(Serialize)]
pub(super) struct Verdict {
    pub(super) source: &'static str,
    pub(super) case: String,
    pub(super) figure: &'static str,
    pub(super) published: String,
    pub(super) ours: String,
    /// 95 %; empty where chance has no part in it.
    pub(super) interval: String,
    pub(super) runs: usize,
    /// What "agrees" means here.
    pub(super) agreement: &'static str,
    pub(super) agrees: bool,
    pub(super) note: &'static str,
}

impl Claim {
    pub(super) fn new(
        case: impl Into<String>,
        figure: &'static str,
        published: Published,
        ours: Sample,
    ) -> Self {
        Self {
            case: case.into(),
            figure,
            published,
            ours,
            note: "",
        }
    }

    pub(super) fn noted(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    pub(super) fn judged(self, source: &'static str) -> Verdict {
        let shown = self.published.shown(&self.ours);
        Verdict {
            source,
            agreement: self.published.agreement(&self.ours),
            agrees: self.published.agrees(&self.ours),
            published: self.published.text(),
            ours: shown.ours,
            interval: shown.interval,
            runs: self.ours.runs(),
            case: self.case,
            figure: self.figure,
            note: self.note,
        }
    }
}
