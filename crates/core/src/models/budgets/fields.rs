//! The fields of the budgets model.

use super::{Budgets, Callers, Guard};
use crate::field::{DAY, Field, MILLISECOND, NO_TIME, duration, field, number, whole};
use crate::kind::Kind;
use crate::models::table::table;
use crate::slot::{Slot, choice};

choice!(Callers {
    Stream = "stream",
    Serial = "serial",
});
choice!(Guard {
    Plain = "plain",
    Bucket = "bucket",
    Breaker = "breaker",
});

pub(super) static FIELDS: &[Field<Budgets>] = table![
    field!(
        "horizon",
        duration(MILLISECOND, DAY, None),
        "no call starts after it",
        horizon
    ),
    field!(
        "fleet.clients",
        whole(1, 1_000_000, None),
        "how many clients there are",
        clients
    ),
    field!(
        "fleet.rate",
        number(0.001, 10_000.0, None),
        "the calls that each client starts in a second",
        rate
    ),
    field!(
        "fleet.callers",
        Kind::Choice(Callers::NAMES),
        "whether a client's calls are a stream, or wait for each other",
        callers
    ),
    field!(
        "server.failure_rate",
        number(0.0, 1.0, None),
        "the probability that an attempt fails",
        failure_rate
    ),
    field!(
        "hop.mean",
        duration(NO_TIME, DAY, None),
        "the mean of one way through the network",
        hop_mean
    ),
    field!(
        "guard.kind",
        Kind::Choice(Guard::NAMES),
        "what keeps a client from trying again",
        guard
    ),
    field!(
        "guard.size",
        number(0.0, 1_000_000.0, None),
        "bucket: the most tokens that it holds, and what it starts with",
        bucket_size
    ),
    field!(
        "guard.deposit",
        number(0.0, 1_000_000.0, None),
        "bucket: the tokens that each call's start puts in",
        bucket_deposit
    ),
    field!(
        "guard.threshold",
        number(0.0, 1_000.0, None),
        "breaker: the failures per call so far above which it is open",
        breaker_threshold
    ),
];
