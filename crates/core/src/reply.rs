//! What a client does with the server's Retry-After.

use std::fmt;

use crate::WHOLE;
use crate::draws::Draws;
use crate::event::Outcome;
use crate::http_date::HttpDate;
use crate::layers::Turn;
use crate::scenario::{Beyond, RetryAfter, RetryAfterForm, RetryAfterRule, Scenario};
use crate::time::{SimDuration, SimTime};

/// A Retry-After and what the client makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What the server sent.
    pub header: Header,
    /// How long that is for the client: up to its limit.
    pub after: SimDuration,
    /// What the client's policy says to that.
    pub rule: RetryAfterRule,
}

/// The value of a Retry-After header (RFC 9110, section 10.2.3). It shows as it was
/// sent: `30`, or `Thu, 01 Jan 1970 00:00:41 GMT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// A number of seconds.
    Seconds(SimDuration),
    /// When to come back. A date has whole seconds (section 5.6.7), and what formats
    /// one drops the rest: told at 10.6 s to come back in 30 s, a client comes at
    /// 40 s, and so does everybody who was told within the same second.
    Date(HttpDate),
}

/// What a client hears from a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// Nothing that it heeds.
    Nothing,
    /// When to come back.
    Told(Told),
    /// To come back too late to be worth it.
    TooLate,
}

/// What a client was told, and what it makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    after: SimDuration,
    rule: RetryAfterRule,
}

/// The replies that a failed client gets, and how it reads them.
#[derive(Clone, Debug)]
pub(crate) struct Replies {
    /// With a failure of the outage; `None` if none is sent, or all are ignored.
    outage: Option<Sent>,
    /// With a rejection.
    overload: Option<Sent>,
    form: RetryAfterForm,
    limit: SimDuration,
    beyond: Beyond,
}

/// What the server means, and what the client's policy says to it.
#[derive(Clone, Copy, Debug)]
struct Sent {
    after: SimDuration,
    rule: RetryAfterRule,
}

impl Replies {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let Scenario { server, policy, .. } = scenario;
        let sent = |after: Option<SimDuration>, rule| {
            let after = after.filter(|&after| after > SimDuration::ZERO)?;
            (rule != RetryAfterRule::Ignore).then_some(Sent { after, rule })
        };
        let RetryAfter { outage, overload } = policy.retry_after;
        Self {
            outage: sent(server.retry_after, outage),
            overload: sent(server.shed_retry_after.or(server.retry_after), overload),
            form: server.retry_after_form,
            limit: policy.retry_after_limit.unwrap_or(SimDuration::MAX),
            beyond: policy.retry_after_beyond,
        }
    }

    /// Whether nothing is ever heard.
    pub(crate) fn are_none(&self) -> bool {
        self.outage.is_none() && self.overload.is_none()
    }

    /// What is heard of a failure of this kind at `now`.
    #[inline]
    pub(crate) fn to(&self, failure: Outcome, now: SimTime) -> Heard {
        if !WHOLE {
            return Heard::Nothing;
        }
        let Some(Sent { after, rule }) = self.sent_with(failure) else {
            return Heard::Nothing;
        };
        let after = match self.form {
            RetryAfterForm::Seconds => after,
            RetryAfterForm::Date => header(RetryAfterForm::Date, after, now).after(now),
        };
        if after <= self.limit {
            return Heard::Told(Told { after, rule });
        }
        match self.beyond {
            Beyond::Ignore => Heard::Nothing,
            Beyond::Cut => Heard::Told(Told {
                after: self.limit,
                rule,
            }),
            Beyond::GiveUp => Heard::TooLate,
        }
    }

    /// As [`Replies::to`], with the header that it was read from; `None` if nothing is
    /// heeded.
    pub(crate) fn explained(&self, failure: Outcome, now: SimTime) -> Option<Reply> {
        let sent = self.sent_with(failure)?;
        match self.to(failure, now) {
            Heard::Told(Told { after, rule }) => Some(Reply {
                header: header(self.form, sent.after, now),
                after,
                rule,
            }),
            Heard::Nothing | Heard::TooLate => None,
        }
    }

    #[inline]
    fn sent_with(&self, failure: Outcome) -> Option<Sent> {
        match failure {
            Outcome::Wasted => self.outage,
            Outcome::Rejected | Outcome::Served => self.overload,
            Outcome::ShortCircuited => None,
        }
    }
}

fn header(form: RetryAfterForm, after: SimDuration, now: SimTime) -> Header {
    match form {
        RetryAfterForm::Seconds => Header::Seconds(after),
        RetryAfterForm::Date => Header::Date(HttpDate::up_to(now + after)),
    }
}

impl Header {
    /// How long after `now` it says to wait.
    fn after(self, now: SimTime) -> SimDuration {
        match self {
            Self::Seconds(after) => after,
            Self::Date(date) => date.at() - now,
        }
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Whole seconds again (section 10.2.3), and never too early.
            Self::Seconds(after) => after.as_nanos().div_ceil(1_000_000_000).fmt(f),
            Self::Date(date) => date.fmt(f),
        }
    }
}

impl Reply {
    /// How far above its own delay a client of the AWS SDKs lets the server's go.
    pub const NEAR: SimDuration = SimDuration::from_secs(5);

    /// Whether the client's own delay counts too.
    pub(crate) fn needs_own_delay(self) -> bool {
        Told {
            after: self.after,
            rule: self.rule,
        }
        .needs_own_delay()
    }
}

impl Told {
    /// Whether the client's own delay counts too.
    #[inline]
    pub(crate) fn needs_own_delay(self) -> bool {
        use RetryAfterRule::{Add, Floor, Ignore, Near};
        matches!(self.rule, Ignore | Floor | Add | Near)
    }

    /// The wait of a client whose own delay would be `own`.
    #[inline]
    pub(crate) fn wait<D: Draws>(self, draws: &mut D, turn: Turn, own: SimDuration) -> SimDuration {
        let after = self.after;
        let mut draw = |low, high| draws.delay(turn.client, turn.attempt, low, high);
        match self.rule {
            RetryAfterRule::Ignore => own,
            RetryAfterRule::Obey => after,
            RetryAfterRule::Floor => after.max(own),
            RetryAfterRule::Add => after + own,
            RetryAfterRule::Stretch => draw(after, after.times(2)),
            RetryAfterRule::Scatter => draw(SimDuration::ZERO, after),
            RetryAfterRule::Near => after.max(own).min(own + Reply::NEAR),
        }
    }
}
