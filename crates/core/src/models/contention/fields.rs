//! The fields of the contention model.

use super::Contention;
use crate::field::{DAY, Field, NO_TIME, duration, field, whole};
use crate::models::table::table;
use crate::slot::Slot;

pub(super) static FIELDS: &[Field<Contention>] = table![
    field!(
        "fleet.clients",
        whole(1, 10_000, None),
        "how many clients want to write the row",
        clients
    ),
    field!(
        "hop.mean",
        duration(NO_TIME, DAY, None),
        "the mean of one way through the network",
        hop.mean
    ),
    field!(
        "hop.sd",
        duration(NO_TIME, DAY, None),
        "its standard deviation",
        hop.sd
    ),
];
