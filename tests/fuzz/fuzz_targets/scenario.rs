//! Scenario files and settings: `checks/scenario.rs`.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

#[path = "../checks/scenario.rs"]
mod scenario;

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Corpus::Reject;
    };
    scenario::check(text);
    Corpus::Keep
});
