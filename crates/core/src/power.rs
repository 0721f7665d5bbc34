//! Powers with a fraction in the exponent, and logarithms, the same on every machine.
//!
//! The platform's `powf` and `ln` differ in the last bit, and the functions of `libm` bring
//! tables that are longer to download than all that is done with them here.

/// `base` to the power of `exponent`, to about twelve digits; `base ≥ 0`, and
/// `0 ≤ exponent`. Products and square roots only, one for each binary digit of the
/// exponent: both are exact to the last bit by IEEE 754, everywhere.
pub fn power(base: f64, exponent: f64) -> f64 {
    whole_power(base, exponent as u32) * root_power(base, exponent.fract())
}

/// `base × base × …`, as often as `exponent` says.
pub(crate) fn whole_power(base: f64, exponent: u32) -> f64 {
    let (mut product, mut square, mut rest) = (1.0, base, exponent);
    while rest > 0 {
        if rest % 2 == 1 {
            product *= square;
        }
        square *= square;
        rest /= 2;
    }
    product
}

/// `base` to the power of an exponent in `[0, 1)`.
fn root_power(base: f64, exponent: f64) -> f64 {
    const DIGITS: u32 = 48;
    let (mut product, mut root, mut rest) = (1.0, base, exponent);
    for _ in 0..DIGITS {
        if rest <= 0.0 {
            break;
        }
        root = root.sqrt();
        rest *= 2.0;
        if rest >= 1.0 {
            rest -= 1.0;
            product *= root;
        }
    }
    product
}

/// The natural logarithm of a positive, normal number, to about fifteen digits.
///
/// `x = m × 2ᵉ` with `m` between √½ and √2, and with `s = (m − 1) / (m + 1)` the
/// logarithm of `m` is `2 (s + s³/3 + s⁵/5 + …)`, whose terms fall by more than 33
/// from one to the next.
pub(crate) fn ln(x: f64) -> f64 {
    const MANTISSA: u32 = 52;
    /// Of the odd powers, the smallest term first.
    const TERMS: [f64; 12] = [
        1.0 / 23.0,
        1.0 / 21.0,
        1.0 / 19.0,
        1.0 / 17.0,
        1.0 / 15.0,
        1.0 / 13.0,
        1.0 / 11.0,
        1.0 / 9.0,
        1.0 / 7.0,
        1.0 / 5.0,
        1.0 / 3.0,
        1.0,
    ];
    let one = 1.0_f64.to_bits();
    let bits = x.to_bits();
    let mut exponent = (bits >> MANTISSA) as f64 - (one >> MANTISSA) as f64;
    let mut m = f64::from_bits(bits & ((1 << MANTISSA) - 1) | one);
    if m > std::f64::consts::SQRT_2 {
        m /= 2.0;
        exponent += 1.0;
    }
    let s = (m - 1.0) / (m + 1.0);
    let mut sum = 0.0;
    for term in TERMS {
        sum = sum * s * s + term;
    }
    exponent * std::f64::consts::LN_2 + 2.0 * s * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_agree_with_the_platform_to_twelve_digits() {
        for base in [0.3, 1.0, 2.0, 9.7, 1e6] {
            for exponent in [0.0, 0.1, 0.35, 0.5, 0.999, 1.0, 2.5, 7.0, 10.0] {
                let (ours, theirs) = (power(base, exponent), f64::powf(base, exponent));
                assert!(
                    (ours - theirs).abs() <= 1e-12 * theirs,
                    "{base} to the {exponent}: {ours}, {theirs}"
                );
            }
        }
    }

    #[test]
    fn logarithms_agree_with_the_platform_to_fifteen_digits() {
        for x in [
            1e-300, 1e-16, 0.3, 0.5, 0.7, 0.71, 0.999, 1.0, 1.4, 1.42, 2.0, 9.7, 1e6,
        ] {
            let (ours, theirs) = (ln(x), f64::ln(x));
            assert!(
                (ours - theirs).abs() <= 1e-15 * theirs.abs().max(0.1),
                "{x}: {ours}, {theirs}"
            );
        }
    }

    #[test]
    fn whole_powers_of_small_numbers_are_exact() {
        assert!((power(3.0, 4.0) - 81.0).abs() < f64::EPSILON);
        assert!((power(2.0, 52.0) - 4_503_599_627_370_496.0).abs() < f64::EPSILON);
    }
}
