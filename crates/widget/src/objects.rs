//! Scenarios and reports as JavaScript's objects.
//!
//! Both ways by hand: a general serialiser is more to download than all that it would
//! be asked for here, and a general reader brings the formatting of floats, for
//! messages that nobody would see.

use js_sys::{Array, Object, Reflect};
use retry_herd_core::Value;
use wasm_bindgen::prelude::*;

/// Objects inside objects, at most: a scenario has three levels. An object may
/// contain itself.
const DEEPEST: u32 = 8;

/// Plain data from what a script hands over. What a scenario can not contain, such
/// as a function, becomes [`Value::Null`], which no field takes.
pub(crate) fn value_of(given: &JsValue) -> Value {
    value_at(given, 0)
}

fn value_at(given: &JsValue, depth: u32) -> Value {
    if let Some(number) = given.as_f64() {
        return Value::Number(number);
    }
    if let Some(text) = given.as_string() {
        return Value::Text(text);
    }
    if let Some(yes) = given.as_bool() {
        return Value::Bool(yes);
    }
    if !given.is_object() || depth == DEEPEST {
        return Value::Null;
    }
    if Array::is_array(given) {
        let items: &Array = given.unchecked_ref();
        return Value::List(
            items
                .iter()
                .map(|item| value_at(&item, depth + 1))
                .collect(),
        );
    }
    let entries = Object::entries(given.unchecked_ref());
    Value::Table(
        entries
            .iter()
            .filter_map(|pair| entry(&pair, depth))
            .collect(),
    )
}

/// A key and its value; one that is `undefined` is as good as absent.
fn entry(pair: &JsValue, depth: u32) -> Option<(String, Value)> {
    let pair: &Array = pair.unchecked_ref();
    let value = pair.get(1);
    let entry = || Some((pair.get(0).as_string()?, value_at(&value, depth + 1)));
    if value.is_undefined() { None } else { entry() }
}

/// A scenario or a report as a script has it: with the names of its JSON, and
/// `null` for nothing.
pub(crate) fn object_of(value: &Value) -> JsValue {
    match value {
        Value::Null => JsValue::NULL,
        Value::Bool(yes) => JsValue::from_bool(*yes),
        Value::Number(number) => JsValue::from_f64(*number),
        Value::Text(text) => JsValue::from_str(text),
        Value::List(values) => values.iter().map(object_of).collect::<Array>().into(),
        Value::Table(entries) => {
            let object = Object::new();
            for (name, value) in entries {
                // Fails for no plain object.
                let _ = Reflect::set(&object, &name.into(), &object_of(value));
            }
            object.into()
        }
    }
}
