//! Every link that the fuzzer found worth keeping, opened again: see tests/fuzz.

#![cfg(not(target_family = "wasm"))]

#[path = "../../../tests/fuzz/checks/corpus.rs"]
mod corpus;
#[path = "../../../tests/fuzz/checks/link.rs"]
mod link;

#[test]
fn whatever_the_fuzzer_found_opens_as_promised() {
    corpus::check_all("link", link::check);
}
