//! Mathematics that is written three ways: as `MathML`, as text, and as it is spoken.

use retry_herd_core::{SimDuration, WHOLE};

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
    /// `(inner)`.
    Group(Box<Math>),
    /// `function(one, other)`.
    Of(Function, Box<Math>, Box<Math>),
    /// Something that can be pointed at, by its terms, parted by spaces.
    Term(&'static str, Box<Math>),
}

/// What stands between two expressions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sign {
    Plus,
    Minus,
    Times,
    /// `random(0, 8 s) in steps of 1 s`: rounded down to whole multiples.
    Steps,
}

/// What is made of two expressions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Function {
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// Something between them; drawn evenly unless the rule says otherwise.
    Random,
}

impl Function {
    fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::Random => "random",
        }
    }

    /// What is said before the two, and between them.
    fn words(self) -> [&'static str; 2] {
        match self {
            Self::Min => ["the smaller of", "and"],
            Self::Max => ["the larger of", "and"],
            Self::Random => ["a random time from", "to"],
        }
    }
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
            _ if !WHOLE => "",
            Self::Steps => self.word(),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Plus => "plus",
            Self::Minus => "minus",
            Self::Times => "times",
            _ if !WHOLE => "",
            Self::Steps => "in steps of",
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
        self.infix(Sign::Plus, other)
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        self.infix(Sign::Minus, other)
    }

    pub(crate) fn times(self, other: Self) -> Self {
        self.infix(Sign::Times, other)
    }

    pub(crate) fn infix(self, sign: Sign, other: Self) -> Self {
        Self::Infix(Box::new(self), sign, Box::new(other))
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

    /// In parentheses.
    pub(crate) fn group(self) -> Self {
        Self::Group(Box::new(self))
    }

    pub(crate) fn min(self, other: Self) -> Self {
        self.of(Function::Min, other)
    }

    pub(crate) fn max(self, other: Self) -> Self {
        self.of(Function::Max, other)
    }

    pub(crate) fn random(low: Self, high: Self) -> Self {
        low.of(Function::Random, high)
    }

    fn of(self, function: Function, other: Self) -> Self {
        Self::Of(function, Box::new(self), Box::new(other))
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
                let exponent = of(exponent);
                if WHOLE && exponent.contains(' ') {
                    format!(
                        "{} to the power of open paren {exponent} close paren",
                        of(base)
                    )
                } else {
                    format!("{} to the power of {exponent}", of(base))
                }
            }
            Self::Power(base, exponent) => format!("{}{}", of(base), raised(&of(exponent))),
            Self::Half(whole) if spoken => format!("half of {}", of(whole)),
            Self::Half(whole) => format!("{}/2", of(whole)),
            Self::Group(_) if !WHOLE => String::new(),
            Self::Group(inner) if spoken => format!("open paren {} close paren", of(inner)),
            Self::Group(inner) => format!("({})", of(inner)),
            Self::Of(function, one, other) if spoken => {
                let [before, between] = function.words();
                format!("{before} {} {between} {}", of(one), of(other))
            }
            Self::Of(function, one, other) => {
                format!("{}({}, {})", function.name(), of(one), of(other))
            }
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
            Self::Group(_) if !WHOLE => {}
            Self::Group(inner) => {
                open("mrow", terms, out);
                parenthesized(&[inner], out);
                out.close("mrow");
            }
            Self::Of(function, one, other) => {
                open("mrow", terms, out);
                out.leaf("mi", &[], function.name());
                out.leaf("mo", &[], APPLY);
                parenthesized(&[one, other], out);
                out.close("mrow");
            }
        }
    }
}

/// `³`, `ⁿ` or `ⁿ⁺¹`.
fn raised(exponent: &str) -> String {
    let mut raised = String::new();
    for character in exponent.chars() {
        match character {
            'n' => raised.push('ⁿ'),
            '+' => raised.push('⁺'),
            digit => raised.push_str(
                &digit
                    .to_digit(10)
                    .map_or_else(String::new, text::superscript),
            ),
        }
    }
    raised
}

/// `left sign right`.
fn infix(left: &Math, sign: &str, right: &Math, terms: Option<&str>, out: &mut Markup) {
    open("mrow", terms, out);
    left.mark_up(None, out);
    out.leaf("mo", &[], sign);
    right.mark_up(None, out);
    out.close("mrow");
}

/// `(one, other)`.
fn parenthesized(inner: &[&Math], out: &mut Markup) {
    out.leaf("mo", UNSTRETCHED, "(");
    for (index, math) in inner.iter().enumerate() {
        if index > 0 {
            out.leaf("mo", &[], ",");
        }
        math.mark_up(None, out);
    }
    out.leaf("mo", UNSTRETCHED, ")");
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
