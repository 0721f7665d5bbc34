//! Mathematics that is written three ways: as `MathML`, as text, and as it is spoken.

use retry_herd_core::SimDuration;

use crate::markup::{Attributes, Markup};
use crate::text;

/// The attribute by which a term is found.
pub(crate) const TERM: &str = "data-term";

/// Of parentheses: beside a power they would stretch to twice the height of a line.
const UNSTRETCHED: &Attributes = &[("stretchy", "false")];

/// Function application: invisible, but it is what is meant.
const APPLY: &str = "\u{2061}";

/// An expression.
#[derive(Clone, Debug)]
pub(crate) enum Math {
    /// A name: `cap`.
    Name(&'static str),
    /// A number, or a duration with its unit.
    Number(String),
    /// `left operator right`.
    Infix(Box<Math>, Sign, Box<Math>),
    /// `left = right`.
    Equals(Box<Math>, Box<Math>),
    /// `base` to the power `exponent`.
    Power(Box<Math>, Box<Math>),
    /// `whole / 2`.
    Half(Box<Math>),
    /// The smaller of two.
    Min(Box<Math>, Box<Math>),
    /// Drawn evenly between two.
    Random(Box<Math>, Box<Math>),
    /// Something that can be pointed at, by its terms, parted by spaces.
    Term(&'static str, Box<Math>),
}

/// What stands between two expressions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sign {
    Plus,
    Minus,
    Times,
}

/// Whether text is for the eye or for the ear.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Medium {
    Written,
    Spoken,
}

impl Sign {
    fn symbol(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "−",
            Self::Times => "×",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Plus => "plus",
            Self::Minus => "minus",
            Self::Times => "times",
        }
    }
}

impl Math {
    pub(crate) fn duration(duration: SimDuration) -> Self {
        Self::Number(text::duration(duration))
    }

    pub(crate) fn zero() -> Self {
        Self::Number("0".to_owned())
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self::Infix(Box::new(self), Sign::Plus, Box::new(other))
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        Self::Infix(Box::new(self), Sign::Minus, Box::new(other))
    }

    pub(crate) fn times(self, other: Self) -> Self {
        Self::Infix(Box::new(self), Sign::Times, Box::new(other))
    }

    pub(crate) fn equals(self, other: Self) -> Self {
        Self::Equals(Box::new(self), Box::new(other))
    }

    pub(crate) fn power(self, exponent: Self) -> Self {
        Self::Power(Box::new(self), Box::new(exponent))
    }

    pub(crate) fn half(self) -> Self {
        Self::Half(Box::new(self))
    }

    pub(crate) fn min(self, other: Self) -> Self {
        Self::Min(Box::new(self), Box::new(other))
    }

    pub(crate) fn random(low: Self, high: Self) -> Self {
        Self::Random(Box::new(low), Box::new(high))
    }

    /// Marks it as something that can be pointed at.
    pub(crate) fn term(self, terms: &'static str) -> Self {
        Self::Term(terms, Box::new(self))
    }

    /// As text: `random(0, min(30 s, 1 s × 2³)) = 4.75 s`.
    pub(crate) fn written(&self) -> String {
        self.in_words(Medium::Written)
    }

    /// As it is spoken: "a random time from 0 to the smaller of 30 s and 1 s times
    /// 2 to the power of 3, equals 4.75 s".
    pub(crate) fn spoken(&self) -> String {
        self.in_words(Medium::Spoken)
    }

    /// As a `math` element that stands in a line of its own.
    pub(crate) fn markup(&self) -> String {
        let mut out = Markup::default();
        let spoken = self.spoken();
        out.open("math", &[("display", "block"), ("alttext", &spoken)]);
        self.mark_up(None, &mut out);
        out.close("math");
        out.finish()
    }

    fn in_words(&self, medium: Medium) -> String {
        let spoken = medium == Medium::Spoken;
        let of = |math: &Self| math.in_words(medium);
        match self {
            Self::Name(name) => (*name).to_owned(),
            Self::Number(number) => number.clone(),
            Self::Term(_, math) => of(math),
            Self::Infix(left, sign, right) => {
                let sign = if spoken { sign.word() } else { sign.symbol() };
                format!("{} {sign} {}", of(left), of(right))
            }
            Self::Equals(left, right) if spoken => format!("{} equals {}", of(left), of(right)),
            Self::Equals(left, right) => format!("{} = {}", of(left), of(right)),
            Self::Power(base, exponent) if spoken => {
                format!("{} to the power of {}", of(base), of(exponent))
            }
            Self::Power(base, exponent) => format!("{}{}", of(base), raised(&of(exponent))),
            Self::Half(whole) if spoken => format!("half of {}", of(whole)),
            Self::Half(whole) => format!("{}/2", of(whole)),
            Self::Min(one, other) if spoken => {
                format!("the smaller of {} and {}", of(one), of(other))
            }
            Self::Min(one, other) => format!("min({}, {})", of(one), of(other)),
            Self::Random(low, high) if spoken => {
                format!("a random time from {} to {}", of(low), of(high))
            }
            Self::Random(low, high) => format!("random({}, {})", of(low), of(high)),
        }
    }

    /// Appends its markup, an element that carries `terms` where there are some.
    fn mark_up(&self, terms: Option<&str>, out: &mut Markup) {
        match self {
            Self::Term(terms, math) => math.mark_up(Some(terms), out),
            Self::Name(name) => match terms {
                Some(terms) => out.leaf("mi", &[(TERM, terms)], name),
                None => out.leaf("mi", &[], name),
            },
            Self::Number(number) => mark_up_number(number, terms, out),
            Self::Infix(left, sign, right) => infix(left, sign.symbol(), right, terms, out),
            Self::Equals(left, right) => infix(left, "=", right, terms, out),
            Self::Power(base, exponent) => {
                open("msup", terms, out);
                base.mark_up(None, out);
                exponent.mark_up(None, out);
                out.close("msup");
            }
            Self::Half(whole) => {
                open("mfrac", terms, out);
                whole.mark_up(None, out);
                out.leaf("mn", &[], "2");
                out.close("mfrac");
            }
            Self::Min(one, other) => call("min", one, other, terms, out),
            Self::Random(low, high) => call("random", low, high, terms, out),
        }
    }
}

/// `³` or `ⁿ`.
fn raised(exponent: &str) -> String {
    exponent
        .parse()
        .map_or_else(|_| "ⁿ".to_owned(), text::superscript)
}

/// `left sign right`.
fn infix(left: &Math, sign: &str, right: &Math, terms: Option<&str>, out: &mut Markup) {
    open("mrow", terms, out);
    left.mark_up(None, out);
    out.leaf("mo", &[], sign);
    right.mark_up(None, out);
    out.close("mrow");
}

/// `name(one, other)`.
fn call(name: &str, one: &Math, other: &Math, terms: Option<&str>, out: &mut Markup) {
    open("mrow", terms, out);
    out.leaf("mi", &[], name);
    out.leaf("mo", &[], APPLY);
    out.leaf("mo", UNSTRETCHED, "(");
    one.mark_up(None, out);
    out.leaf("mo", &[], ",");
    other.mark_up(None, out);
    out.leaf("mo", UNSTRETCHED, ")");
    out.close("mrow");
}

/// A number and its units: `1 min 15 s`. Spaces at the edges of an element are lost
/// in `MathML`, no-break ones are not.
fn mark_up_number(number: &str, terms: Option<&str>, out: &mut Markup) {
    open("mrow", terms, out);
    for (index, word) in number.split(' ').enumerate() {
        if index > 0 {
            out.leaf("mtext", &[], &format!("\u{a0}{word}"));
        } else if word.starts_with(|first: char| first.is_ascii_digit()) {
            out.leaf("mn", &[], word);
        } else {
            out.leaf("mtext", &[], word);
        }
    }
    out.close("mrow");
}

fn open(name: &str, terms: Option<&str>, out: &mut Markup) {
    match terms {
        Some(terms) => out.open(name, &[(TERM, terms)]),
        None => out.open(name, &[]),
    }
}
