//! What a client does with the server's Retry-After.

use crate::WHOLE;
use crate::draws::Draws;
use crate::event::Outcome;
use crate::scenario::{RetryAfter, RetryAfterRule, Scenario};
use crate::time::SimDuration;

/// A Retry-After and what the client makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What the server said.
    pub after: SimDuration,
    /// What the client's policy says to that.
    pub rule: RetryAfterRule,
}

/// The replies that a failed client gets and heeds.
#[derive(Clone, Debug)]
pub(crate) struct Replies {
    /// With a failure of the outage; `None` if none is sent, or none believed.
    outage: Option<Reply>,
    /// With a rejection.
    overload: Option<Reply>,
}

impl Replies {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        if !WHOLE {
            return Self {
                outage: None,
                overload: None,
            };
        }
        let server = &scenario.server;
        let limit = scenario
            .policy
            .retry_after_limit
            .unwrap_or(SimDuration::MAX);
        let heeded = |after: Option<SimDuration>, rule| {
            let after = after.filter(|&after| SimDuration::ZERO < after && after <= limit)?;
            (rule != RetryAfterRule::Ignore).then_some(Reply { after, rule })
        };
        let RetryAfter { outage, overload } = scenario.policy.retry_after;
        Self {
            outage: heeded(server.retry_after, outage),
            overload: heeded(server.shed_retry_after.or(server.retry_after), overload),
        }
    }

    /// The reply to heed after a failure of this kind, if there is one.
    #[inline]
    pub(crate) fn to(&self, failure: Outcome) -> Option<Reply> {
        if !WHOLE {
            return None;
        }
        match failure {
            Outcome::Wasted => self.outage,
            Outcome::Rejected | Outcome::Served => self.overload,
        }
    }
}

impl Reply {
    /// Whether the client's own delay counts too.
    pub(crate) fn needs_own_delay(self) -> bool {
        use RetryAfterRule::{Add, Floor, Ignore};
        matches!(self.rule, Ignore | Floor | Add)
    }

    /// The wait after attempt `attempt` of `client`, whose own delay would be `own`.
    pub(crate) fn wait<D: Draws>(
        self,
        draws: &mut D,
        client: u32,
        attempt: u32,
        own: SimDuration,
    ) -> SimDuration {
        let after = self.after;
        match self.rule {
            RetryAfterRule::Ignore => own,
            RetryAfterRule::Obey => after,
            RetryAfterRule::Floor => after.max(own),
            RetryAfterRule::Add => after + own,
            RetryAfterRule::Stretch => draws.delay(client, attempt, after, after.times(2)),
            RetryAfterRule::Scatter => draws.delay(client, attempt, SimDuration::ZERO, after),
        }
    }
}
