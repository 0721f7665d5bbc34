//! Division by the same number again and again.

/// A divisor, with what makes dividing by it quick: natively, a product takes a fifth of
/// the time of a division. In wasm it is the other way round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Divisor {
    by: u64,
    /// `2⁶³⁺ˡ / divisor`, rounded up, where `2ˡ` is the next power of two from `divisor` on.
    reciprocal: u64,
    /// `l − 1`.
    shift: u32,
    /// Below this a product says it exactly. It is more than the quotient by
    /// `number × (reciprocal × divisor − 2⁶³⁺ˡ) / (divisor × 2⁶³⁺ˡ)`, where the parenthesis
    /// is less than `2ˡ`: by less than `1 / divisor`, up to 2⁶³.
    exact_below: u64,
}

impl Divisor {
    /// `divisor` must not be zero.
    pub(crate) fn new(divisor: u64) -> Self {
        if cfg!(target_family = "wasm") {
            return Self {
                by: divisor,
                reciprocal: 0,
                shift: 0,
                exact_below: 0,
            };
        }
        // Of one and of very large ones the reciprocal would not fit.
        let fits = (2..=1 << 63).contains(&divisor);
        let log = if fits { (divisor - 1).ilog2() + 1 } else { 1 };
        let reciprocal = (1_u128 << (63 + log)).div_ceil(u128::from(divisor));
        Self {
            by: divisor,
            reciprocal: reciprocal as u64,
            shift: log - 1,
            exact_below: if fits { 1 << 63 } else { 0 },
        }
    }

    /// How many whole times it goes into `number`.
    #[inline]
    pub(crate) fn divide(self, number: u64) -> u64 {
        if number >= self.exact_below {
            return number / self.by;
        }
        let product = u128::from(number) * u128::from(self.reciprocal);
        (product >> 64) as u64 >> self.shift
    }

    /// `number`, rounded down to a multiple.
    #[inline]
    pub(crate) fn round_down(self, number: u64) -> u64 {
        self.divide(number) * self.by
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// As likely small as large.
    fn any_size() -> impl Strategy<Value = u64> {
        (any::<u64>(), 0..64_u32).prop_map(|(number, shift)| number >> shift)
    }

    proptest! {
        #[test]
        fn it_is_division(number in any_size(), divisor in any_size(), near in 0..3_u64) {
            let divisor = divisor.max(1);
            let multiple = (number / divisor * divisor).wrapping_sub(1).wrapping_add(near);
            let power = divisor.checked_next_power_of_two().unwrap_or(1 << 63);
            for divisor in [divisor, power, power / 2 + 1, power - 1] {
                let divisor = divisor.max(1);
                for number in [number, multiple, (1 << 63) - near, u64::MAX - near] {
                    prop_assert_eq!(Divisor::new(divisor).divide(number), number / divisor);
                }
            }
        }
    }
}
