//! Scenarios and reports as JavaScript's objects.
//!
//! What goes out is serialised. What comes in is read by hand: the general reader
//! brings the formatting of floats into the download, for messages that nobody
//! would see.

use js_sys::{Array, Object};
use retry_herd_core::Value;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
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
    let object = value.serialize(&Serializer::json_compatible());
    // Numbers too large for JavaScript would fail; ours are checked when they are set.
    object.unwrap_or(JsValue::NULL)
}
