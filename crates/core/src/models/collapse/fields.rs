//! The fields of the collapse model.

use super::{Collapse, LoadShape, ServerKind};
use crate::field::{DAY, Field, MILLISECOND, NO_TIME, duration, field, number};
use crate::kind::Kind;
use crate::models::table::{shared, table};
use crate::slot::{Slot, choice};
use crate::time::SimDuration;

choice!(LoadShape {
    Spike = "spike",
    Ramp = "ramp",
});
choice!(ServerKind {
    Slowing = "slowing",
    Queue = "queue",
});

const HOUR: SimDuration = SimDuration::from_secs(3_600);

pub(super) static FIELDS: &[Field<Collapse>] = table![
    field!(
        "horizon",
        duration(MILLISECOND, DAY, None),
        "where the simulation stops",
        horizon
    ),
    field!(
        "load.shape",
        Kind::Choice(LoadShape::NAMES),
        "whether the load jumps to its peak or rises and falls evenly",
        load.shape
    ),
    field!(
        "load.rate",
        number(0.0, 100_000.0, None),
        "the calls in a second at first",
        load.rate
    ),
    field!(
        "load.peak",
        number(0.0, 100_000.0, None),
        "the calls in a second at the peak",
        load.peak
    ),
    field!(
        "load.peak_at",
        duration(NO_TIME, DAY, None),
        "when the peak begins",
        load.peak_at
    ),
    field!(
        "load.peak_length",
        duration(NO_TIME, DAY, None),
        "how long the peak lasts",
        load.peak_length
    ),
    field!(
        "hop.mean",
        duration(NO_TIME, DAY, None),
        "the mean of one way through the network",
        hop_mean
    ),
    field!(
        "server.kind",
        Kind::Choice(ServerKind::NAMES),
        "whether the server works on all requests at once, or on one after the other",
        server.kind
    ),
    field!(
        "server.service",
        duration(NO_TIME, DAY, None),
        "slowing: the time it needs for one request alone",
        server.service
    ),
    field!(
        "server.per_request",
        duration(NO_TIME, DAY, None),
        "slowing: the time that each request in flight adds to one that arrives",
        server.per_request
    ),
    field!(
        "server.capacity",
        number(0.01, 1_000_000.0, None),
        "queue: the requests it answers in a second",
        server.capacity
    ),
    shared!("server.outage.start", server.outage.start),
    shared!("server.outage.length", server.outage.length),
    field!(
        "timeout",
        duration(MILLISECOND, DAY, None),
        "how long a client waits for the answer to an attempt",
        timeout
    ),
    field!(
        "observe.window",
        duration(MILLISECOND, HOUR, None),
        "the width of the intervals that are counted in",
        window
    ),
    field!(
        "observe.tail",
        duration(MILLISECOND, DAY, None),
        "how long before the horizon the end begins, by which a run is judged",
        tail
    ),
];
