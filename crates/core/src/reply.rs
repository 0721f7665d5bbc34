//! What a client does with the server's Retry-After.

use std::fmt;

use crate::WHOLE;
use crate::calendar::Pending;
use crate::draws::Draws;
use crate::event::Outcome;
use crate::http_date::HttpDate;
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
    form: RetryAfterForm,
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
pub(crate) struct Sent {
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

    /// What is sent with a failure of this kind, if clients heed it.
    #[inline]
    pub(crate) fn with(&self, failure: Outcome) -> Option<Sent> {
        match failure {
            _ if !WHOLE => None,
            Outcome::Wasted => self.outage,
            Outcome::Rejected | Outcome::Served => self.overload,
            Outcome::ShortCircuited => None,
        }
    }

    /// What is heard of `sent`, if it is the same at all times: not so if a date is within
    /// the limit in one part of a second and beyond it in another.
    pub(crate) fn heard_by_all(&self, sent: Sent) -> Option<Heard> {
        let second = SimDuration::from_secs(1);
        if sent.after <= self.limit {
            Some(Heard::Told(self.told(sent)))
        } else if self.form == RetryAfterForm::Seconds || sent.after - second >= self.limit {
            Some(self.beyond(sent))
        } else {
            None
        }
    }

    /// What is heard of `sent` at `now`.
    pub(crate) fn heard(&self, sent: Sent, now: SimTime) -> Heard {
        let told = self.told(sent);
        if told.after(now) <= self.limit {
            Heard::Told(told)
        } else {
            self.beyond(sent)
        }
    }

    fn told(&self, Sent { after, rule }: Sent) -> Told {
        Told {
            after,
            form: self.form,
            rule,
        }
    }

    fn beyond(&self, Sent { rule, .. }: Sent) -> Heard {
        match self.beyond {
            Beyond::Ignore => Heard::Nothing,
            Beyond::Cut => Heard::Told(Told {
                after: self.limit,
                form: RetryAfterForm::Seconds,
                rule,
            }),
            Beyond::GiveUp => Heard::TooLate,
        }
    }

    /// What is heard of a failure of this kind at `now`, with the header that it was read
    /// from; `None` if nothing is heeded.
    pub(crate) fn explained(&self, failure: Outcome, now: SimTime) -> Option<Reply> {
        let sent = self.with(failure)?;
        match self.heard(sent, now) {
            Heard::Told(told) => Some(Reply {
                header: header(self.form, sent.after, now),
                after: told.after(now),
                rule: told.rule,
            }),
            Heard::Nothing | Heard::TooLate => None,
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
        needs_own_delay(self.rule)
    }
}

impl Told {
    /// Whether the client's own delay counts too.
    pub(crate) fn needs_own_delay(self) -> bool {
        needs_own_delay(self.rule)
    }

    /// How long it is to wait, told at `now`.
    #[inline]
    fn after(self, now: SimTime) -> SimDuration {
        match self.form {
            RetryAfterForm::Seconds => self.after,
            form @ RetryAfterForm::Date => header(form, self.after, now).after(now),
        }
    }

    /// The wait after the failure `failed`, told at its time, of a client whose own delay
    /// would be `own`.
    #[inline]
    pub(crate) fn wait<D: Draws>(
        self,
        draws: &mut D,
        failed: &Pending,
        own: SimDuration,
    ) -> SimDuration {
        let after = self.after(failed.at);
        let mut draw = |low, high| draws.delay(failed.client, failed.attempt, low, high);
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

fn needs_own_delay(rule: RetryAfterRule) -> bool {
    use RetryAfterRule::{Add, Floor, Ignore, Near};
    matches!(rule, Ignore | Floor | Add | Near)
}
