//! The textbook's retry budgets and circuit breakers.

use retry_herd_core::{Breaker, Draws, Scope};

use super::Herd;

/// A token, in the units that they are counted in.
pub(super) const TOKEN: u128 = 1_000_000_000_000;

/// A breaker.
#[derive(Clone, Copy)]
pub(super) enum State {
    /// With so many failures in a row.
    Closed(u32),
    OpenUntil(u64),
    /// With so many let through, and so many of them served.
    HalfOpen(u32, u32),
}

impl<D: Draws> Herd<'_, D> {
    /// What time has brought to the bucket of `client`, and `more`.
    pub(super) fn refill(&mut self, client: u32, now: u64, more: u128) -> &mut u128 {
        let budget = &self.scenario.policy.budget;
        let of_all = budget.scope == Scope::Fleet;
        let (tokens, at) = &mut self.buckets[if of_all { 0 } else { client as usize }];
        let rate = (budget.per_second * 1_000.0).round() as u128;
        let most = u128::from(budget.tokens) * TOKEN;
        *tokens = most.min(*tokens + rate * u128::from(now - *at));
        *tokens = most.min(*tokens + more);
        *at = now;
        tokens
    }

    pub(super) fn take_token(&mut self, client: u32, now: u64) -> bool {
        if self.scenario.policy.budget.scope == Scope::None {
            return true;
        }
        let tokens = self.refill(client, now, 0);
        let enough = *tokens >= TOKEN;
        *tokens -= if enough { TOKEN } else { 0 };
        enough
    }

    pub(super) fn breaker_of(&self, client: u32) -> usize {
        match self.scenario.policy.breaker.scope {
            Scope::Fleet => 0,
            _ => client as usize,
        }
    }

    pub(super) fn breaker_lets(&mut self, client: u32, now: u64) -> bool {
        let Breaker { scope, probes, .. } = self.scenario.policy.breaker;
        let index = self.breaker_of(client);
        let state = &mut self.breakers[index];
        if matches!(state, State::OpenUntil(until) if *until <= now) {
            *state = State::HalfOpen(0, 0);
        }
        let lets = match state {
            State::Closed(_) => true,
            State::OpenUntil(_) => false,
            State::HalfOpen(through, _) => {
                *through += 1;
                *through <= probes
            }
        };
        scope == Scope::None || lets
    }

    pub(super) fn tell_breaker(&mut self, client: u32, now: u64, served: bool) {
        let Breaker {
            scope,
            threshold,
            open_for,
            probes,
        } = self.scenario.policy.breaker;
        if scope == Scope::None {
            return;
        }
        let index = self.breaker_of(client);
        let open = State::OpenUntil(now.saturating_add(open_for.as_nanos()));
        self.breakers[index] = match (self.breakers[index], served) {
            (State::OpenUntil(until), _) => State::OpenUntil(until),
            (State::Closed(_), true) => State::Closed(0),
            (State::Closed(failures), false) if failures + 1 == threshold => open,
            (State::Closed(failures), false) => State::Closed(failures + 1),
            (State::HalfOpen(_, all), true) if all + 1 == probes => State::Closed(0),
            (State::HalfOpen(through, all), true) => State::HalfOpen(through, all + 1),
            (State::HalfOpen(..), false) => open,
        };
    }
}
