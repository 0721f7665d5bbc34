//! Tables of fields for the models: their own, and those that the outage herd
//! has too, with the same names, words and ranges.

use crate::error::{FieldError, Problem};
use crate::field::Field;
use crate::fields::FIELDS;
use crate::value::Value;

/// The outage herd's field at `path`. Asked while compiling only: a path that is
/// not there does not compile.
pub(crate) const fn of_the_herd(path: &str) -> &'static Field {
    let mut at = 0;
    while at < FIELDS.len() {
        if same(FIELDS[at].path, path) {
            return &FIELDS[at];
        }
        at += 1;
    }
    panic!("the outage herd has no field of that path")
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// A field that the outage herd has too.
macro_rules! shared {
    ($path:literal, $($place:ident).+) => {
        $crate::field::Field {
            path: $path,
            doc: $crate::models::table::of_the_herd($path).doc,
            kind: $crate::models::table::of_the_herd($path).kind,
            get: |settings, kind| $crate::slot::Slot::write(&settings.$($place).+, kind),
            put: |settings, value, kind| {
                settings.$($place).+ = $crate::slot::Slot::read(value, kind)?;
                Ok(())
            },
        }
    };
}
pub(crate) use shared;

/// A model's own fields between its name and its policy. Of the policy, whatever
/// shapes a delay and ends a call; what a server's answer changes is the outage
/// herd's alone.
macro_rules! table {
    ($($own:expr),+ $(,)?) => {
        &[
            $crate::models::table::shared!("name", name),
            $crate::models::table::shared!("seed", seed),
            $($own,)+
            $crate::models::table::shared!("policy.growth", policy.growth),
            $crate::models::table::shared!("policy.base", policy.base),
            $crate::models::table::shared!("policy.factor", policy.factor),
            $crate::models::table::shared!("policy.degree", policy.degree),
            $crate::models::table::shared!("policy.plus", policy.plus),
            $crate::models::table::shared!("policy.cap", policy.cap),
            $crate::models::table::shared!("policy.cap_on", policy.cap_on),
            $crate::models::table::shared!("policy.jitter", policy.jitter),
            $crate::models::table::shared!("policy.width", policy.width),
            $crate::models::table::shared!("policy.low", policy.low),
            $crate::models::table::shared!("policy.high", policy.high),
            $crate::models::table::shared!("policy.spread", policy.spread),
            $crate::models::table::shared!("policy.spread_growth", policy.spread_growth),
            $crate::models::table::shared!("policy.clamp", policy.clamp),
            $crate::models::table::shared!("policy.first", policy.first),
            $crate::models::table::shared!("policy.shortest", policy.shortest),
            $crate::models::table::shared!("policy.unit", policy.unit),
            $crate::models::table::shared!("policy.max_attempts", policy.max_attempts),
            $crate::models::table::shared!("policy.deadline", policy.deadline),
        ]
    };
}
pub(crate) use table;

/// That `path` does not go with another field; `how`, and what would.
pub(crate) fn conflict<S>(
    fields: &[Field<S>],
    settings: &S,
    path: &str,
    how: String,
    allowed: String,
) -> FieldError {
    let field = fields.iter().find(|field| field.path == path);
    let value = field.map_or(Value::Null, |field| field.get(settings));
    FieldError {
        field: path.to_owned(),
        value: value.to_string(),
        problem: Problem::Conflict(how),
        allowed,
    }
}
