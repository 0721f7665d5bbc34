//! Axes of numbers: linear or logarithmic, of seconds or of counts.

use crate::axis::{Tick, step_of_at_least};
use crate::rate_axis::{label, round_step};
use crate::text;

/// How numbers lie on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// Equal differences are equally far apart.
    Linear,
    /// Equal factors are equally far apart.
    Logarithmic,
}

/// What numbers are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Anything else.
    Plain,
}

/// An axis of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The number at its beginning; above 0 on a logarithmic axis.
    pub from: f64,
    /// The number at its end, above `from`.
    pub to: f64,
    /// How the numbers lie.
    pub spacing: Spacing,
    /// What they are of.
    pub unit: Unit,
}

impl Scale {
    /// An axis on which all of `values` are: a linear one begins at 0 if they are all
    /// positive, and both have a little room at their ends. A logarithmic one is of
    /// the positive numbers.
    pub fn fit(values: impl Iterator<Item = f64>, spacing: Spacing, unit: Unit) -> Self {
        let seen = |value: &f64| value.is_finite() && (spacing == Spacing::Linear || *value > 0.0);
        let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(seen) {
            (from, to) = (from.min(value), to.max(value));
        }
        if from > to {
            (from, to) = (1.0, 1.0);
        }
        match spacing {
            Spacing::Linear => {
                let room = (to - from.min(0.0)) * 0.06;
                let from = if from < 0.0 { from - room } else { 0.0 };
                let to = if to > from { to + room } else { from + 1.0 };
                Self {
                    from,
                    to,
                    spacing,
                    unit,
                }
            }
            Spacing::Logarithmic => {
                let room = (to / from).powf(0.06).max(1.1);
                let (from, to) = (from / room, to * room);
                Self {
                    from,
                    to,
                    spacing,
                    unit,
                }
            }
        }
    }

    /// As [`Scale::fit`], but a linear axis does not have to begin at 0.
    pub fn around(values: &[f64], spacing: Spacing, unit: Unit) -> Self {
        let fitted = Self::fit(values.iter().copied(), spacing, unit);
        let from = values.iter().copied().fold(f64::INFINITY, f64::min);
        let to = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let room = (to - from) * 0.05;
        if spacing == Spacing::Logarithmic || from >= to || !room.is_finite() {
            return fitted;
        }
        Self {
            from: from - room,
            to: to + room,
            ..fitted
        }
    }

    /// How far along the axis `value` is, in `[0, 1]` if it is on it.
    pub fn share(&self, value: f64) -> f64 {
        match self.spacing {
            Spacing::Linear => (value - self.from) / (self.to - self.from),
            Spacing::Logarithmic => (value / self.from).ln() / (self.to / self.from).ln(),
        }
    }

    /// Round numbers whose labels fit on an axis of `length_css` CSS pixels, of which
    /// each label needs `label_css`.
    pub fn ticks(&self, length_css: f64, label_css: f64) -> Vec<Tick> {
        let ticks = match (self.spacing, self.unit) {
            (Spacing::Logarithmic, _) => self.factors(length_css, label_css),
            (Spacing::Linear, unit) => {
                let fitting = (length_css / label_css).max(1.0);
                let least = (self.to - self.from) / fitting;
                self.steps(match unit {
                    Unit::Seconds => step_of_at_least(least),
                    Unit::Plain => round_step(least),
                })
            }
        };
        let on = |tick: &Tick| (-1e-9..=1.0 + 1e-9).contains(&self.share(tick.at));
        ticks.into_iter().filter(on).collect()
    }

    /// What `value` is called on this axis.
    pub fn label(&self, value: f64) -> String {
        if value < 0.0 {
            return format!("−{}", self.label(-value));
        }
        match self.unit {
            Unit::Seconds => text::seconds(value),
            Unit::Plain if self.spacing == Spacing::Linear => label(value, self.to),
            Unit::Plain => label(value, value),
        }
    }

    fn steps(&self, step: f64) -> Vec<Tick> {
        let (first, last) = (
            (self.from / step).ceil() as i64,
            (self.to / step).floor() as i64,
        );
        let at = |index: i64| self.tick(index as f64 * step);
        (first..=last).map(at).collect()
    }

    /// Times that people count in, or 1, 2 and 5 times the powers of ten; where that is
    /// too dense, only the latter or every second or third of them.
    fn factors(&self, length_css: f64, label_css: f64) -> Vec<Tick> {
        let fits = |ticks: &Vec<Tick>| {
            let apart = |pair: &[Tick]| self.share(pair[1].at) - self.share(pair[0].at);
            ticks
                .windows(2)
                .all(|pair| apart(pair) * length_css >= label_css)
        };
        let mut dense: Vec<Vec<Tick>> = vec![
            self.tick_all(self.decades(&[1.0, 2.0, 5.0], 1)),
            self.tick_all(self.decades(&[1.0, 3.0], 1)),
        ];
        if self.unit == Unit::Seconds {
            dense.insert(0, self.tick_all(TIMES.to_vec()));
            dense.insert(1, self.tick_all(FEWER_TIMES.to_vec()));
        }
        dense.extend((1..=4).map(|every| self.tick_all(self.decades(&[1.0], every))));
        let last = dense.last().cloned().unwrap_or_default();
        dense.into_iter().find(fits).unwrap_or(last)
    }

    fn decades(&self, digits: &[f64], every: i32) -> Vec<f64> {
        let (first, last) = (
            self.from.log10().floor() as i32,
            self.to.log10().ceil() as i32,
        );
        let powers = (first..=last).filter(|power| power.rem_euclid(every) == 0);
        powers
            .flat_map(|power| digits.iter().map(move |digit| digit * 10_f64.powi(power)))
            .collect()
    }

    fn tick_all(&self, values: Vec<f64>) -> Vec<Tick> {
        let on = |value: &f64| (0.0..=1.0).contains(&self.share(*value));
        values
            .into_iter()
            .filter(on)
            .map(|value| self.tick(value))
            .collect()
    }

    fn tick(&self, at: f64) -> Tick {
        let label = self.label(at);
        Tick { at, label }
    }
}

/// Times on a logarithmic axis, in seconds.
const TIMES: [f64; 22] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0,
    300.0, 600.0, 1_800.0, 3_600.0, 7_200.0, 18_000.0,
];
const FEWER_TIMES: [f64; 9] = [0.001, 0.01, 0.1, 1.0, 10.0, 60.0, 600.0, 3_600.0, 36_000.0];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(values: &[f64], spacing: Spacing, unit: Unit, length: f64) -> Vec<String> {
        let scale = Scale::fit(values.iter().copied(), spacing, unit);
        scale
            .ticks(length, 48.0)
            .into_iter()
            .map(|tick| tick.label)
            .collect()
    }

    #[test]
    fn ticks_are_round_on_every_kind_of_axis() {
        let (lin, log) = (Spacing::Linear, Spacing::Logarithmic);
        assert_eq!(
            labels(&[90.0], lin, Unit::Seconds, 200.0),
            ["0 s", "30 s", "1 min", "1 min 30 s"]
        );
        assert_eq!(
            labels(&[100.0, 100_000.0], log, Unit::Plain, 300.0),
            ["100", "1,000", "10,000", "100k"]
        );
        assert_eq!(
            labels(&[1.0, 60.0], log, Unit::Seconds, 400.0),
            ["1 s", "2 s", "5 s", "10 s", "30 s", "1 min"]
        );
        assert_eq!(
            labels(&[-3.0, 4.0], lin, Unit::Plain, 200.0),
            ["−2", "0", "2", "4"]
        );
        assert_eq!(
            labels(&[1.0, 3.0], lin, Unit::Plain, 200.0),
            ["0", "1", "2", "3"]
        );
    }

    proptest! {
        #[test]
        fn all_values_are_on_the_axis_and_labels_have_room(
            values in prop::collection::vec(1e-3_f64..1e6, 1..20),
            log in any::<bool>(),
            seconds in any::<bool>(),
            length in 80.0_f64..1_000.0,
        ) {
            let spacing = if log { Spacing::Logarithmic } else { Spacing::Linear };
            let unit = if seconds { Unit::Seconds } else { Unit::Plain };
            let scale = Scale::fit(values.iter().copied(), spacing, unit);
            for value in &values {
                prop_assert!((0.0..=1.0).contains(&scale.share(*value)));
            }
            let ticks = scale.ticks(length, 30.0);
            for pair in ticks.windows(2) {
                let apart = (scale.share(pair[1].at) - scale.share(pair[0].at)) * length;
                prop_assert!(apart >= 20.0, "{pair:?} {apart}");
            }
        }
    }
}
