//! Ticks for an axis of requests per second.

use crate::axis::Tick;
use crate::text;

/// Room for one label above another, in CSS pixels.
const LABEL_CSS: f64 = 34.0;

/// Round rates from 0 to `most` whose labels fit above each other in
/// `height_css` CSS pixels. Their steps are 1, 2 or 5 times a power of ten.
pub fn rate_ticks(most: f64, height_css: f64) -> Vec<Tick> {
    if !(most > 0.0 && most.is_finite()) {
        return Vec::new();
    }
    let fitting = (height_css / LABEL_CSS).max(1.0);
    let step = round_step(most / fitting);
    let last = (most / step * (1.0 + 1e-9)) as u32;
    (0..=last)
        .map(|index| Tick {
            at: f64::from(index) * step,
            label: label(f64::from(index) * step, most),
        })
        .collect()
}

/// The least of 1, 2 and 5 times a power of ten that is `least` or more.
pub(crate) fn round_step(least: f64) -> f64 {
    let mut unit = 1e-6;
    while unit * 10.0 <= least {
        unit *= 10.0;
    }
    let steps = [1.0, 2.0, 5.0].map(|factor| factor * unit);
    let fits = |step: &f64| *step >= least * (1.0 - 1e-9);
    steps.into_iter().find(fits).unwrap_or(10.0 * unit)
}

/// A rate in as few letters as its size can be told in: `55`, `2,190`, `102k`.
pub(crate) fn short_rate(rate: f64) -> String {
    label(
        if rate >= 1e5 {
            (rate / 1e3).round() * 1e3
        } else {
            rate.round()
        },
        rate,
    )
}

/// Short enough for the gutter, and alike on one axis: `0.5`, `1,200`, `50k`,
/// `1.5M`.
pub(crate) fn label(rate: f64, most: f64) -> String {
    match most {
        _ if rate == 0.0 => tidy(0.0),
        _ if most >= 1e6 => format!("{}M", tidy(rate / 1e6)),
        _ if most >= 1e5 => format!("{}k", tidy(rate / 1e3)),
        _ => tidy(rate),
    }
}

/// Without the noise that multiplying decimals leaves.
fn tidy(value: f64) -> String {
    text::number((value * 1e6).round() / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(most: f64, height_css: f64) -> Vec<String> {
        let ticks = rate_ticks(most, height_css);
        ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn rates_have_round_labels() {
        assert_eq!(labels(1_260.0, 120.0), ["0", "500", "1,000"]);
        assert_eq!(labels(160.0, 120.0), ["0", "50", "100", "150"]);
        assert_eq!(labels(0.7, 120.0), ["0", "0.2", "0.4", "0.6"]);
        assert_eq!(labels(650_000.0, 120.0), ["0", "200k", "400k", "600k"]);
        assert_eq!(labels(106_000.0, 80.0), ["0", "50k", "100k"]);
        assert_eq!(labels(3.2e6, 120.0), ["0", "1M", "2M", "3M"]);
    }

    #[test]
    fn labels_never_overlap_however_low_the_chart() {
        for height in [10.0, 40.0, 77.0, 120.0, 400.0] {
            for most in [0.001, 3.0, 7.7, 119.0, 1_260.0, 9_999.0, 5e7] {
                let ticks = rate_ticks(most, height);
                assert!(ticks.len() as f64 <= height / LABEL_CSS + 2.0);
                assert!(!ticks.is_empty());
            }
        }
    }

    #[test]
    fn an_axis_without_length_has_no_ticks() {
        for most in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(rate_ticks(most, 100.0), []);
        }
    }
}
