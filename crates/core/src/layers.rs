//! Retrying layers, one around the other: the attempts of one multiply with those
//! of the next.

use crate::WHOLE;
use crate::scenario::Policy;

/// Layers that retry with the same policy.
///
/// The innermost one makes its attempts; when all have failed, the layer around it
/// sees one failed attempt, waits for its own first retry, and lets the inner one
/// begin anew; and so on outwards. Of the attempts counted through, number `k` was
/// the last one of as many layers as `a`, the attempts of one layer, divides `k`:
/// with `v` of them the next layer's turn has come, and its retry is
/// `n = (k / aᵛ) mod a − 1`.
///
/// Two layers of 3 attempts: after attempts 1 and 2 the inner layer waits for its
/// retries 0 and 1, after attempt 3 the outer one for its retry 0, after 4 and 5 the
/// inner one again for 0 and 1, after 6 the outer one for 1, and with attempt 9 all
/// is over. Three layers of 3 make 27, three of 4 make 64, five of 3 make 243.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layers {
    layers: u32,
    /// The attempts of one layer.
    attempts: u32,
}

/// A failed attempt that is to be retried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// Whose, from 0.
    pub(crate) client: u32,
    /// Which attempt failed, from 1: its luck is drawn for that.
    pub(crate) attempt: u32,
    /// The number of the retry, `n`, in its layer: the delay grows with that.
    pub(crate) retry: u32,
}

impl Layers {
    pub(crate) fn new(policy: &Policy) -> Self {
        Self {
            layers: policy.layers,
            attempts: policy.max_attempts.unwrap_or(u32::MAX),
        }
    }

    /// Whether there is one layer.
    pub(crate) fn are_one(self) -> bool {
        self.layers == 1
    }

    /// The turn after the failure of attempt `attempt` (from 1), which was not the last.
    #[inline]
    pub(crate) fn turn(self, client: u32, attempt: u32) -> Turn {
        if !WHOLE || self.layers == 1 {
            return Turn::of_one_layer(client, attempt);
        }
        Turn {
            client,
            attempt,
            retry: self.retry(attempt),
        }
    }

    #[cold]
    fn retry(self, attempt: u32) -> u32 {
        let mut done = attempt;
        for _ in 1..self.layers {
            if !done.is_multiple_of(self.attempts) {
                break;
            }
            done /= self.attempts;
        }
        // Past the last attempt, where nobody asks, there is no remainder.
        (done % self.attempts).max(1) - 1
    }
}

impl Turn {
    /// Of a client whose layers are one.
    #[inline]
    pub(crate) fn of_one_layer(client: u32, attempt: u32) -> Self {
        Self {
            client,
            attempt,
            retry: attempt - 1,
        }
    }
}

impl Policy {
    /// All attempts that a client makes, in all layers; `None` is unlimited.
    ///
    /// Three layers of 3 attempts make 27.
    pub fn all_attempts(&self) -> Option<u32> {
        if !WHOLE {
            return self.max_attempts;
        }
        let attempts = self.max_attempts?;
        Some(attempts.checked_pow(self.layers).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    fn policy(layers: u32, attempts: u32) -> Policy {
        Policy {
            layers,
            max_attempts: Some(attempts),
            ..Scenario::default().policy
        }
    }

    /// A loop in a loop in a loop, as programs have them: which retry each layer was at
    /// whenever somebody waited.
    fn nested(layers: u32, attempts: u32, retries: &mut Vec<u32>) {
        for attempt in 1..=attempts {
            if layers > 1 {
                nested(layers - 1, attempts, retries);
            }
            if attempt < attempts {
                retries.push(attempt - 1);
            }
        }
    }

    #[test]
    fn the_retries_are_those_of_loops_inside_loops() {
        for (layers, attempts) in [(1, 5), (2, 3), (3, 3), (3, 4), (5, 3), (4, 2), (3, 1)] {
            let mut expected = Vec::new();
            nested(layers, attempts, &mut expected);
            let policy = policy(layers, attempts);
            let rule = Layers::new(&policy);
            let last = policy.all_attempts().expect("a limit");
            let retries: Vec<u32> = (1..last).map(|k| rule.turn(0, k).retry).collect();
            assert_eq!(retries, expected, "{layers} layers of {attempts}");
        }
    }

    #[test]
    fn three_layers_of_three_attempts_make_twenty_seven() {
        let all = |layers, attempts| policy(layers, attempts).all_attempts();
        assert_eq!(all(3, 3), Some(27));
        assert_eq!(all(3, 4), Some(64));
        assert_eq!(all(5, 3), Some(243));
    }
}
