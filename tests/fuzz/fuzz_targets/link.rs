//! Links and attributes of the element: `checks/link.rs`.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

#[path = "../checks/link.rs"]
mod link;

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Corpus::Reject;
    };
    link::check(text);
    Corpus::Keep
});
