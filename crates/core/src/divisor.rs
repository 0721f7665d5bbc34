//! Division by the same number again and again.

/// A divisor, with what makes dividing by it quick: natively, a product takes a fifth of
/// the time of a division. In wasm it is the other way round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Divisor {
    divisor: u64,
    /// `2⁶⁴ / divisor`, rounded down, or that less one.
    reciprocal: u64,
}

impl Divisor {
    /// `divisor` must not be zero.
    pub(crate) fn new(divisor: u64) -> Self {
        Self {
            divisor,
            reciprocal: u64::MAX / divisor,
        }
    }

    /// How many whole times it goes into `number`.
    #[inline]
    pub(crate) fn divide(self, number: u64) -> u64 {
        let Self {
            divisor,
            reciprocal,
        } = self;
        if cfg!(target_family = "wasm") {
            return number / divisor;
        }
        // The reciprocal is short of 2⁶⁴ / divisor by one at most, so that the product,
        // before it is rounded down, is short of the quotient by less than one.
        let product = u128::from(number) * u128::from(reciprocal);
        let quotient = (product >> 64) as u64;
        quotient + u64::from(number - quotient * divisor >= divisor)
    }

    /// `number`, rounded down to a multiple.
    #[inline]
    pub(crate) fn round_down(self, number: u64) -> u64 {
        self.divide(number) * self.divisor
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
            for number in [number, multiple, u64::MAX, u64::MAX - near] {
                prop_assert_eq!(Divisor::new(divisor).divide(number), number / divisor);
            }
        }
    }
}
