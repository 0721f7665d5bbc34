//! How each type of a scenario's field is read from a value and written as one.

use crate::error::Problem;
use crate::kind::Kind;
use crate::scenario::{
    Beyond, CapOn, Clamp, Clock, First, Growth, Jitter, RetryAfter, RetryAfterForm, RetryAfterRule,
    Scope, Seeding, Shed, SpreadGrowth,
};
use crate::time::SimDuration;
use crate::value::Value;

/// A type that a field can have.
pub(crate) trait Slot: Sized {
    /// Reads what `kind` allows.
    fn read(value: &Value, kind: &Kind) -> Result<Self, Problem>;
    /// Writes what reads back as the same.
    fn write(&self, kind: &Kind) -> Value;
}

impl Slot for String {
    fn read(value: &Value, kind: &Kind) -> Result<Self, Problem> {
        kind.text(value).map(str::to_owned)
    }

    fn write(&self, _: &Kind) -> Value {
        Value::Text(self.clone())
    }
}

impl Slot for u64 {
    fn read(value: &Value, kind: &Kind) -> Result<Self, Problem> {
        kind.whole(value)?.ok_or(Problem::OutOfRange)
    }

    fn write(&self, _: &Kind) -> Value {
        Value::Number(*self as f64)
    }
}

impl Slot for u32 {
    fn read(value: &Value, kind: &Kind) -> Result<Self, Problem> {
        let number = u64::read(value, kind)?;
        Self::try_from(number).map_err(|_| Problem::OutOfRange)
    }

    fn write(&self, _: &Kind) -> Value {
        Value::Number(f64::from(*self))
    }
}

impl Slot for Option<u32> {
    fn read(value: &Value, kind: &Kind) -> Result<Self, Problem> {
        let number = kind.whole(value)?.map(u32::try_from);
        number.transpose().map_err(|_| Problem::OutOfRange)
    }

    fn write(&self, kind: &Kind) -> Value {
        or_word(self.map(|number| number.write(kind)), kind)
    }
}

impl Slot for f64 {
    fn read(value: &Value, kind: &Kind) -> Result<Self, Problem> {
        kind.number(value)?.ok_or(Problem::OutOfRange)
    }

    fn write(&self, _: &Kind) -> Value {
        Value::Number(*self)
    }
}

impl Slot for Option<f64> {
    fn read(value: &Value, kind: &Kind) -> Result<Self, Problem> {
        kind.number(value)
    }

    fn write(&self, kind: &Kind) -> Value {
        or_word(self.map(|number| number.write(kind)), kind)
    }
}

impl Slot for SimDuration {
    fn read(value: &Value, kind: &Kind) -> Result<Self, Problem> {
        kind.duration(value)?.ok_or(Problem::OutOfRange)
    }

    fn write(&self, _: &Kind) -> Value {
        Value::Text(self.to_string())
    }
}

impl Slot for Option<SimDuration> {
    fn read(value: &Value, kind: &Kind) -> Result<Self, Problem> {
        kind.duration(value)
    }

    fn write(&self, kind: &Kind) -> Value {
        or_word(self.map(|duration| duration.write(kind)), kind)
    }
}

impl Slot for Vec<f64> {
    fn read(value: &Value, kind: &Kind) -> Result<Self, Problem> {
        kind.fractions(value)
    }

    fn write(&self, _: &Kind) -> Value {
        Value::List(self.iter().map(|&number| Value::Number(number)).collect())
    }
}

/// One rule, or `{ outage = …, overload = … }`; as a text `outage/overload`.
impl Slot for RetryAfter {
    fn read(value: &Value, kind: &Kind) -> Result<Self, Problem> {
        let (outage, overload) = match value {
            Value::Text(text) => match text.split_once('/') {
                Some((outage, overload)) => (text_value(outage), text_value(overload)),
                None => (value.clone(), value.clone()),
            },
            Value::Table(entries) if entries.len() == 2 => {
                let rule = |name| value.at(name).cloned().ok_or(NOT_RULES);
                (rule("outage")?, rule("overload")?)
            }
            _ => return Err(NOT_RULES),
        };
        Ok(Self {
            outage: RetryAfterRule::read(&outage, kind)?,
            overload: RetryAfterRule::read(&overload, kind)?,
        })
    }

    fn write(&self, kind: &Kind) -> Value {
        if self.outage == self.overload {
            return self.outage.write(kind);
        }
        Value::Table(vec![
            ("outage".to_owned(), self.outage.write(kind)),
            ("overload".to_owned(), self.overload.write(kind)),
        ])
    }
}

const NOT_RULES: Problem = Problem::NotA("a rule, or one for the outage and one for overload");

fn text_value(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn or_word(written: Option<Value>, kind: &Kind) -> Value {
    written.unwrap_or_else(|| Value::Text(kind.word().unwrap_or_default().to_owned()))
}

/// Gives an enum of the scenario its names in the scenario file.
macro_rules! choice {
    ($type:ident { $($(#[$whole:meta])? $variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// Every one there is.
            pub const ALL: &'static [Self] = &[$($(#[$whole])? Self::$variant),+];
            #[cfg_attr(not(feature = "whole"), allow(dead_code, reason = "of fields of the whole model"))]
            pub(crate) const NAMES: &'static [&'static str] = &[$($(#[$whole])? $name),+];

            /// Its name in a scenario file.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[$whole])? Self::$variant => $name,)+
                    #[cfg(not(feature = "whole"))]
                    #[allow(unreachable_patterns, reason = "where all names are known to both")]
                    _ => "",
                }
            }
        }

        impl $crate::slot::Slot for $type {
            fn read(
                value: &$crate::value::Value,
                _: &$crate::kind::Kind,
            ) -> Result<Self, $crate::error::Problem> {
                let text = value.as_text().map(str::trim);
                let named = Self::ALL.iter().find(|choice| Some(choice.name()) == text);
                named.copied().ok_or($crate::error::NO_NAME)
            }

            fn write(&self, _: &$crate::kind::Kind) -> $crate::value::Value {
                $crate::value::Value::Text(self.name().to_owned())
            }
        }
    };
}
#[cfg(feature = "models")]
pub(crate) use choice;

choice!(Clock {
    Continuous = "continuous",
    Ticked = "ticked",
});
choice!(Seeding {
    Independent = "independent",
    Identical = "identical",
});
choice!(Growth {
    Fixed = "fixed",
    Exponential = "exponential",
    #[cfg(feature = "whole")]
    LessOne = "exponential-less-one",
    #[cfg(feature = "whole")]
    Polynomial = "polynomial",
    #[cfg(feature = "whole")]
    PolynomialFromZero = "polynomial-from-zero",
});
choice!(Jitter {
    None = "none",
    Full = "full",
    Equal = "equal",
    Decorrelated = "decorrelated",
    Proportional = "proportional",
    #[cfg(feature = "whole")]
    Range = "range",
    #[cfg(feature = "whole")]
    Added = "added",
    #[cfg(feature = "whole")]
    MedianFirst = "median-first",
});
choice!(Clamp {
    Hard = "hard",
    Range = "range",
});
choice!(CapOn {
    Ceiling = "ceiling",
    Delay = "delay",
    Both = "both",
});
choice!(First {
    Usual = "usual",
    AtOnce = "at-once",
    Exact = "exact",
});
choice!(SpreadGrowth {
    Fixed = "fixed",
    Linear = "linear",
});
choice!(RetryAfterRule {
    Ignore = "ignore",
    Obey = "obey",
    Floor = "floor",
    Add = "add",
    Stretch = "stretch",
    Scatter = "scatter",
    Near = "near",
});
choice!(RetryAfterForm {
    Seconds = "seconds",
    Date = "date",
});
choice!(Beyond {
    Ignore = "ignore",
    Cut = "cut",
    GiveUp = "give-up",
});
choice!(Scope {
    None = "none",
    Client = "client",
    Fleet = "fleet",
});
choice!(Shed {
    Newest = "newest",
    Oldest = "oldest",
});
