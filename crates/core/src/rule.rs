//! A policy's rule in one line, with its values in it.

use std::fmt::Write as _;

use crate::scenario::{CapOn, Clamp, First, Growth, Jitter, Policy, SpreadGrowth};
use crate::time::SimDuration;

impl Policy {
    /// The delay before a retry, `n` being 0 for the first one and `U(a, b)` uniform:
    ///
    /// `U(0, min(20s, 50ms × 2ⁿ))` doubles from 50 ms up to 20 s, with full jitter.
    pub fn rule(&self) -> String {
        let mut rule = self.limited(&self.jittered());
        if let Some(unit) = self.unit {
            let _ = write!(rule, ", in whole {unit}");
        }
        rule.push_str(match self.first {
            First::Usual => "",
            First::AtOnce => "; the first at once",
            First::Exact => "; the first without jitter",
        });
        if self.jitter == Jitter::MedianFirst {
            rule.push_str("; g(t) = 2ᵗ × tanh √(4t), tₙ = n + U(0, 1)");
        }
        if self.layers > 1 {
            let _ = write!(rule, "; in each of {} layers", self.layers);
        }
        rule
    }

    fn jittered(&self) -> String {
        let ceiling = self.capped();
        let sum = self.plus > SimDuration::ZERO && !ceiling.starts_with("min");
        let times = |low: f64, high: f64| {
            let (open, close) = if sum { ("(", ")") } else { ("", "") };
            format!("{open}{ceiling}{close} × U({low}, {high})")
        };
        match self.jitter {
            Jitter::None => ceiling.clone(),
            Jitter::Full => format!("U(0, {ceiling})"),
            Jitter::Equal => times(0.5, 1.0),
            Jitter::Proportional => times(1.0 - self.width, 1.0 + self.width),
            Jitter::Range => times(self.low, self.high),
            Jitter::Added => format!("{ceiling} + U(0, {})", self.spread_text()),
            Jitter::Decorrelated => self.decorrelated(),
            Jitter::MedianFirst => format!("{} / 1.4 × (g(tₙ) − g(tₙ₋₁))", self.base),
        }
    }

    fn decorrelated(&self) -> String {
        let range = |high: &str| format!("U({}, {high})", self.base);
        match (self.cap, self.clamp) {
            (None, _) => range("3 × previous"),
            (Some(cap), Clamp::Hard) => format!("min({cap}, {})", range("3 × previous")),
            (Some(cap), Clamp::Range) => range(&format!("min({cap}, 3 × previous)")),
        }
    }

    fn spread_text(&self) -> String {
        match self.spread_growth {
            SpreadGrowth::Fixed => self.spread.to_string(),
            SpreadGrowth::Linear => format!("{} × (n + 1)", self.spread),
        }
    }

    /// The ceiling.
    fn capped(&self) -> String {
        match self.cap {
            Some(cap) if self.cap_on != CapOn::Delay => format!("min({cap}, {})", self.grown()),
            _ => self.grown(),
        }
    }

    fn grown(&self) -> String {
        let Self { base, factor, .. } = self;
        let power = superscript(self.degree);
        let mut grown = match self.growth {
            Growth::Fixed => base.to_string(),
            Growth::Exponential => format!("{base} × {factor}ⁿ"),
            Growth::LessOne => format!("{base} × ({factor}ⁿ⁺¹ − 1)"),
            Growth::Polynomial => format!("{base} × (n + 1){power}"),
            Growth::PolynomialFromZero => format!("{base} × n{power}"),
        };
        if self.plus > SimDuration::ZERO {
            let _ = write!(grown, " + {}", self.plus);
        }
        grown
    }

    /// What the limits make of `drawn`.
    fn limited(&self, drawn: &str) -> String {
        // Decorrelated jitter has met its cap; of median-first jitter there is no ceiling.
        let cuts = match self.jitter {
            Jitter::Decorrelated => false,
            Jitter::MedianFirst => true,
            _ => self.cap_on != CapOn::Ceiling,
        };
        let cut = match self.cap {
            Some(cap) if cuts => format!("min({cap}, {drawn})"),
            _ => drawn.to_owned(),
        };
        if self.shortest > SimDuration::ZERO {
            return format!("max({}, {cut})", self.shortest);
        }
        cut
    }
}

/// As an exponent; nothing for 1.
fn superscript(number: u32) -> String {
    if number == 1 {
        return String::new();
    }
    let digit = |digit: char| match digit {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        other => char::from_u32(other as u32 - '0' as u32 + '⁰' as u32).unwrap_or(other),
    };
    number.to_string().chars().map(digit).collect()
}
