//! When two scenarios are the same as far as a text can say.

use retry_herd_core::Value;

/// A link and `--set` write decimals down to here; see [`Value::plain`].
const FINEST: f64 = 1e-22;

/// The same but for what lies below the finest decimal that is written.
pub(crate) fn is_nearly(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => (one - other).abs() <= FINEST,
        (Value::List(one), Value::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_nearly(a, b))
        }
        (Value::Table(one), Value::Table(other)) => {
            let same =
                |((a, x), (b, y)): (&(String, Value), &(String, Value))| a == b && is_nearly(x, y);
            one.len() == other.len() && one.iter().zip(other).all(same)
        }
        _ => one == other,
    }
}
