//! The element's JavaScript, as far as Rust can hold it to something.
#![cfg(not(target_arch = "wasm32"))]

use retry_herd_core::{FIELDS, Field, WHOLE};

const SHELL: &str = include_str!("../../../www/retry-herd.js");

/// A list of the element's script.
fn list(name: &str) -> &'static str {
    let start = SHELL.find(&format!("const {name} = [")).expect("the list");
    let list = &SHELL[start..];
    &list[..list.find("];").expect("its end")]
}

fn names(name: &str) -> impl Iterator<Item = &'static str> {
    // Every second part stands between quotes.
    list(name).split('"').skip(1).step_by(2)
}

fn has(list: &str, name: &str) -> bool {
    names(list).any(|other| other == name)
}

/// Those that both builds have, or with the feature `whole` those that it adds.
#[test]
fn every_field_of_a_scenario_is_an_observed_attribute() {
    for field in FIELDS.iter().filter(|field| field.path != "name") {
        let name = field.short_name();
        let small = has("ATTRIBUTES", name);
        assert!(small || WHOLE && has("WHOLE_ATTRIBUTES", name), "{name}");
    }
}

#[test]
fn the_small_build_knows_no_attribute_of_the_whole_one_and_the_whole_one_all() {
    for name in names("WHOLE_ATTRIBUTES") {
        assert_eq!(Field::named(name).is_some(), WHOLE, "{name}");
        assert!(!has("ATTRIBUTES", name), "{name}");
    }
}

#[test]
fn so_are_the_short_names_and_the_elements_own() {
    for name in [
        "outage", "attempts", "preset", "view", "views", "controls", "theme", "client",
    ] {
        assert!(has("ATTRIBUTES", name), "{name}");
    }
}
