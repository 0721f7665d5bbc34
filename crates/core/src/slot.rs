//! How each type of a scenario's field is read from a value and written as one.

use crate::error::Problem;
use crate::kind::Kind;
use crate::scenario::{Clamp, Clock, Growth, Jitter, Seeding};
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

fn or_word(written: Option<Value>, kind: &Kind) -> Value {
    written.unwrap_or_else(|| Value::Text(kind.word().unwrap_or_default().to_owned()))
}

/// Gives an enum of the scenario its names in the scenario file.
macro_rules! choice {
    ($type:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// Every one there is.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            pub(crate) const NAMES: &'static [&'static str] = &[$($name),+];

            /// Its name in a scenario file.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl Slot for $type {
            fn read(value: &Value, _: &Kind) -> Result<Self, Problem> {
                let text = value.as_text().map(str::trim);
                let named = Self::ALL.iter().find(|choice| Some(choice.name()) == text);
                named.copied().ok_or(Problem::NotA("one of the names"))
            }

            fn write(&self, _: &Kind) -> Value {
                Value::Text(self.name().to_owned())
            }
        }
    };
}

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
});
choice!(Jitter {
    None = "none",
    Full = "full",
    Equal = "equal",
    Decorrelated = "decorrelated",
    Proportional = "proportional",
});
choice!(Clamp {
    Hard = "hard",
    Range = "range",
});
