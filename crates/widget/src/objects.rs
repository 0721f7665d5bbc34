//! Scenarios and reports as JavaScript's objects.
//!
//! By hand: the general way brings more code into the download than all scenarios
//! of the world need.

use js_sys::{Array, Object, Reflect};
use retry_herd_core::{Peak, Report, Value};
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

/// Plain data as a script has it.
pub(crate) fn object_of(value: &Value) -> JsValue {
    match value {
        Value::Null => JsValue::NULL,
        Value::Bool(yes) => JsValue::from_bool(*yes),
        Value::Number(number) => JsValue::from_f64(*number),
        Value::Text(text) => JsValue::from_str(text),
        Value::List(values) => values.iter().map(object_of).collect::<Array>().into(),
        Value::Table(entries) => {
            let object = Object::new();
            for (key, value) in entries {
                put(&object, key, &object_of(value));
            }
            object.into()
        }
    }
}

/// A report, with the names of its JSON; `null` is "never".
pub(crate) fn object_of_report(report: &Report) -> JsValue {
    let object = Object::new();
    let count = |object: &Object, counts: &[(&str, u64)]| {
        for (key, count) in counts {
            put(object, key, &JsValue::from_f64(*count as f64));
        }
    };
    count(
        &object,
        &[
            ("clients", report.clients),
            ("served", report.served),
            ("gave_up", report.gave_up),
            ("unfinished", report.unfinished),
        ],
    );
    let requests = Object::new();
    count(
        &requests,
        &[
            ("total", report.requests.total),
            ("wasted", report.requests.wasted),
            ("after_recovery", report.requests.after_recovery),
            ("rejected", report.requests.rejected),
        ],
    );
    put(&object, "requests", &requests);
    put(
        &object,
        "peak_after_recovery",
        &object_of_peak(&report.peak_after_recovery),
    );
    put(
        &object,
        "peak_retries",
        &object_of_peak(&report.peak_retries),
    );
    let completion = Object::new();
    put(&completion, "p50", &or_null(report.completion_s.p50));
    put(&completion, "p90", &or_null(report.completion_s.p90));
    put(&completion, "p99", &or_null(report.completion_s.p99));
    put(&completion, "last", &or_null(report.completion_s.last));
    put(&object, "completion_s", &completion);
    object.into()
}

fn object_of_peak(peak: &Peak) -> JsValue {
    let object = Object::new();
    put(&object, "count", &JsValue::from_f64(peak.count as f64));
    put(&object, "per_second", &JsValue::from_f64(peak.per_second));
    put(&object, "over_capacity", &or_null(peak.over_capacity));
    put(&object, "at_s", &or_null(peak.at_s));
    object.into()
}

fn or_null(number: Option<f64>) -> JsValue {
    number.map_or(JsValue::NULL, JsValue::from_f64)
}

fn put(object: &Object, key: &str, value: &JsValue) {
    // A new object takes every property.
    let _ = Reflect::set(object, &JsValue::from_str(key), value);
}
