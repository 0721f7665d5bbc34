//! The element's JavaScript, as far as Rust can hold it to something.
#![cfg(not(target_arch = "wasm32"))]

use retry_herd_core::FIELDS;

const SHELL: &str = include_str!("../../../www/retry-herd.js");

/// The list of attributes whose changes the browser tells the element of.
fn observed() -> &'static str {
    let start = SHELL.find("const ATTRIBUTES = [").expect("the list");
    let list = &SHELL[start..];
    &list[..list.find("];").expect("its end")]
}

#[test]
fn every_field_of_a_scenario_is_an_observed_attribute() {
    for field in FIELDS.iter().filter(|field| field.path != "name") {
        let name = format!("\"{}\"", field.short_name());
        assert!(observed().contains(&name), "{name}");
    }
}

#[test]
fn so_are_the_short_names_and_the_elements_own() {
    for name in [
        "outage",
        "attempts",
        "retry_rule",
        "preset",
        "view",
        "views",
        "controls",
        "theme",
        "client",
    ] {
        assert!(observed().contains(&format!("\"{name}\"")), "{name}");
    }
}
