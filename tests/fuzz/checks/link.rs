//! What holds of any text that stands in a page's address, or in the attributes of
//! an element. The fuzzer checks it with texts that it finds,
//! `crates/widget/tests/fuzz_corpus.rs` with those that it has found.

use retry_herd_widget::junk::Junk;
use retry_herd_widget::link::Link;
use retry_herd_widget::settings::Settings;

#[path = "nearly.rs"]
mod nearly;

use nearly::is_nearly;

/// No warning needs more characters.
const LONGEST_LINE: usize = 2_500;

/// Reads `text` as a link, and what it names as attributes.
///
/// # Panics
///
/// If a link loses what it says, a state is not valid or not written so that it
/// reads back, or a warning is not one line.
pub(crate) fn check(text: &str) {
    let link = Link::decode(text);
    assert_eq!(Link::decode(&link.encode()), link);
    let mut settings = Settings::default();
    is_told(&settings.read(&link));
    reads_back(&settings);
    let (settings, junk) = Settings::of_attributes(link.pairs());
    is_told(&junk);
    reads_back(&settings);
}

/// The state in a link is the state.
fn reads_back(settings: &Settings) {
    let scenario = settings.scenario();
    scenario.validate().expect("what is shown is valid");
    let mut link = Link::default();
    settings.write(&mut link);
    let mut read = Settings::default();
    let junk = read.read(&Link::decode(&link.encode()));
    // What the small build cannot read, it keeps as it is.
    let read_in_vain = junk.iter().find(|junk| !junk.is_for_whole);
    assert_eq!(read_in_vain, None, "a state's own link");
    let (one, other) = (scenario.to_value(), read.scenario().to_value());
    assert!(is_nearly(&one, &other), "{one:?} and {other:?}");
}

fn is_told(junk: &[Junk]) {
    // What may be the whole model's is asked of that, and told by nobody.
    for junk in junk.iter().filter(|junk| !junk.is_for_whole) {
        let line = junk.to_string();
        assert!(!line.chars().any(char::is_control), "{line:?}");
        assert!(line.chars().count() <= LONGEST_LINE, "{line}");
        assert!(line.contains(&junk.allowed), "{line}");
    }
}
