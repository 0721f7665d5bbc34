//! Decimal numbers as text, to the last bit and without the standard library's
//! floats: reading and writing those would be a fifth of the browser's download.

/// More digits than this are read no further: they lie far below what an `f64` holds.
const MOST_DIGITS: usize = 19;

/// More decimals than this are not written. A number from 10⁻⁵ up needs no more.
const MOST_DECIMALS: u32 = 22;

/// Reads `5000`, `-0.25`, `5_000`, `1.5e-3`: the nearest `f64`, infinite if there
/// is none. Neither `inf` nor `nan` is a number.
pub fn read_decimal(text: &str) -> Option<f64> {
    let text = text.trim();
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i16>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) if are_digits(fraction) => (whole, fraction),
        Some(_) => return None,
        None => (digits, ""),
    };
    if !are_digits(whole) {
        return None;
    }
    let mut number = Decimal::ZERO;
    whole.bytes().for_each(|digit| number.push(digit, false));
    fraction.bytes().for_each(|digit| number.push(digit, true));
    let size = number.times_ten_to(i32::from(exponent));
    Some(if negative { -size } else { size })
}

/// Writes the fewest decimals that [`read_decimal`] takes back as the same number.
pub fn write_decimal(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    let sign = if number < 0.0 { "-" } else { "" };
    let size = number.abs();
    // Ten to the 18th fits 64 bits, and no field has a limit near it.
    if size >= 1e18 {
        return format!(
            "{sign}{}",
            if size.is_infinite() {
                "inf"
            } else {
                "1e18 or more"
            }
        );
    }
    let decimals = (0..MOST_DECIMALS).find(|&decimals| {
        let rounded = scaled(size, decimals);
        nearest(rounded, decimals).to_bits() == size.to_bits()
    });
    let decimals = decimals.unwrap_or(MOST_DECIMALS);
    // A shortest decimal below 10¹⁸ has 17 digits at most: both parts fit 64 bits.
    let (digits, one) = (scaled(size, decimals), 10u128.pow(decimals));
    let (whole, fraction) = ((digits / one) as u64, (digits % one) as u64);
    if decimals == 0 {
        return format!("{sign}{whole}");
    }
    let width = decimals as usize;
    format!("{sign}{whole}.{fraction:0>width$}")
}

/// `digits × 10^exponent`.
struct Decimal {
    digits: u64,
    exponent: i32,
    read: usize,
}

impl Decimal {
    const ZERO: Self = Self {
        digits: 0,
        exponent: 0,
        read: 0,
    };

    /// Takes one more digit, after the point or before it; underscores are none.
    fn push(&mut self, digit: u8, after_point: bool) {
        if digit == b'_' {
            return;
        }
        if self.read == MOST_DIGITS {
            self.exponent += i32::from(!after_point);
            return;
        }
        self.digits = self.digits * 10 + u64::from(digit - b'0');
        self.exponent -= i32::from(after_point);
        // Leading zeros are no digits yet.
        self.read += usize::from(self.digits > 0);
    }

    fn times_ten_to(&self, exponent: i32) -> f64 {
        let exponent = self.exponent + exponent;
        if self.digits == 0 {
            return 0.0;
        }
        // 10³⁸ is the last power of ten in 128 bits.
        match exponent {
            ..-38 => 0.0,
            -38..0 => nearest(u128::from(self.digits), exponent.unsigned_abs()),
            0..=38 => {
                let product = u128::from(self.digits).checked_mul(10u128.pow(exponent as u32));
                product.map_or(f64::INFINITY, |product| product as f64)
            }
            _ => f64::INFINITY,
        }
    }
}

/// The `f64` nearest to `digits / 10^decimals`, for up to 38 decimals.
///
/// The quotient keeps at least 64 bits when the dividend is pushed up to the 128th;
/// what the division leaves over only matters as being something, and is kept as
/// the last bit. Then the conversion rounds once, correctly.
fn nearest(digits: u128, decimals: u32) -> f64 {
    if digits == 0 {
        return 0.0;
    }
    let up = digits.leading_zeros();
    let (dividend, divisor) = (digits << up, 10u128.pow(decimals));
    // A divisor with more than 64 bits leaves too few: divide in two steps.
    let (first, second) = match decimals {
        0..=19 => (divisor, 1),
        _ => (10u128.pow(19), 10u128.pow(decimals - 19)),
    };
    let quotient = dividend / first;
    let again = quotient.leading_zeros();
    let shifted = quotient << again;
    let left_over = !dividend.is_multiple_of(first) || !shifted.is_multiple_of(second);
    let bits = (shifted / second) | u128::from(left_over);
    bits as f64 / two_to(up + again)
}

/// 2^exponent, for up to 255.
fn two_to(exponent: u32) -> f64 {
    f64::from_bits(u64::from(1023 + exponent) << 52)
}

/// `size × 10^decimals`, rounded to the nearest whole number; exact but for sizes
/// so small that 128 bits cannot hold their digits.
fn scaled(size: f64, decimals: u32) -> u128 {
    let bits = size.to_bits();
    let exponent = (bits >> 52) as i32 - 1075;
    let fraction = (bits & ((1 << 52) - 1)) | (1 << 52);
    let product = u128::from(fraction) * 10u128.pow(decimals);
    match exponent {
        0.. => product << exponent,
        -127..0 => (product + (1 << (-exponent - 1))) >> -exponent,
        _ => 0,
    }
}

/// Digits, with single underscores between them.
fn are_digits(text: &str) -> bool {
    let twice = text.as_bytes().windows(2).any(|pair| pair == b"__");
    let stray = text.starts_with('_') || text.ends_with('_') || twice;
    !text.is_empty() && !stray && text.bytes().all(|c| c.is_ascii_digit() || c == b'_')
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_number_is_none() {
        for text in [
            "", " ", "-", ".5", "5.", "1e", "1e1.5", "inf", "nan", "NaN", "0x1", "1,5", "1 5",
            "--1",
        ] {
            assert_eq!(read_decimal(text), None, "{text}");
        }
    }

    #[test]
    fn the_far_too_large_and_small_do_not_overflow() {
        assert_eq!(read_decimal("1e300"), Some(f64::INFINITY));
        assert_eq!(read_decimal("-1e300"), Some(f64::NEG_INFINITY));
        assert_eq!(read_decimal("1e-300"), Some(0.0));
        assert_eq!(read_decimal(&"9".repeat(400)), Some(f64::INFINITY));
        assert_eq!(read_decimal(&format!("0.{}1", "0".repeat(400))), Some(0.0));
        assert_eq!(write_decimal(f64::MAX), "1e18 or more");
        assert_eq!(write_decimal(-f64::INFINITY), "-inf");
        assert_eq!(write_decimal(f64::MIN_POSITIVE), "0.0000000000000000000000");
    }

    /// Each lies so little above the middle of two floats that 64 bits do not show it.
    #[test]
    fn what_a_division_leaves_over_decides_a_tie() {
        for text in [
            "0.9516237000573218308",
            "0.4990625016349084231",
            "0.3972310460131071308",
        ] {
            assert_eq!(read_decimal(text), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn numbers_are_written_as_one_would_type_them() {
        for text in [
            "0",
            "1",
            "0.1",
            "-2.5",
            "120",
            "1000000000",
            "9007199254740991",
            "0.09375",
            "0.4612",
        ] {
            assert_eq!(write_decimal(text.parse().unwrap()), text);
        }
    }

    proptest! {
        #[test]
        fn reading_gives_the_nearest_float(text in "-?[0-9]{1,9}(\\.[0-9]{1,10})?(e-?[0-9])?") {
            prop_assert_eq!(read_decimal(&text), text.parse().ok());
        }

        #[test]
        fn a_written_number_is_the_shortest_that_reads_back(number in sizes()) {
            let text = write_decimal(number);
            prop_assert_eq!(read_decimal(&text), Some(number));
            prop_assert_eq!(text, number.to_string());
        }

        #[test]
        fn no_text_makes_reading_panic(text in "[-+0-9._eE]{0,60}") {
            let _ = read_decimal(&text);
        }
    }

    fn sizes() -> impl Strategy<Value = f64> {
        prop_oneof![
            0.0..1.0,
            1e-5..1e-4,
            0.0..1e9,
            0.0..9e15,
            (0..1_000_000u32).prop_map(|n| f64::from(n) / 1e3),
        ]
        .prop_filter("too small to be written in full", |&n| {
            n == 0.0 || n >= 1e-5
        })
    }
}
