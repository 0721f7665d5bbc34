//! What holds of any text that is read as a scenario file, as settings, as the
//! value of a field, or as a number. The fuzzer checks it with texts that it finds,
//! `crates/core/tests/fuzz_corpus.rs` with those that it has found.

use retry_herd_core::models::AnyScenario;
use retry_herd_core::{FIELDS, FieldError, FileError, Scenario, read_decimal, write_decimal};

#[path = "nearly.rs"]
mod nearly;

use nearly::is_nearly;

/// No error needs more characters: the longest lists all fields.
const LONGEST_LINE: usize = 2_500;

/// More settings than this of one text are not tried.
const MOST_SETTINGS: usize = 32;

/// Reads `text` in every way there is.
///
/// # Panics
///
/// If one of them breaks its promise.
pub(crate) fn check(text: &str) {
    file(
        text,
        &AnyScenario::from_toml(text),
        &Scenario::from_toml(text),
    );
    file(
        text,
        &AnyScenario::from_json(text),
        &Scenario::from_json(text),
    );
    settings(text);
    value(text);
    number(text);
}

/// What a file says is valid and can be written; what is refused is told in one
/// line, and a herd's file is read the same where other kinds are read too.
fn file(text: &str, any: &Result<AnyScenario, FileError>, herd: &Result<Scenario, FileError>) {
    match any {
        Ok(scenario) => {
            scenario.validate().expect("what is read is valid");
            reads_back(scenario);
        }
        Err(FileError::Field(error)) => is_told(error),
        Err(error @ FileError::Syntax { line, .. }) => {
            assert!((1..=text.lines().count().max(1) + 1).contains(line));
            is_one_line(&error.to_string());
        }
    }
    if let Ok(herd) = herd {
        assert_eq!(any.as_ref(), Ok(&AnyScenario::Outage(herd.clone())));
    }
}

/// Every line of `FIELD=VALUE` set in turn, in a scenario of the kind that the first
/// line may name.
fn settings(text: &str) {
    let kind = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("kind="));
    let scenario = AnyScenario::of_kind(kind.unwrap_or("outage"));
    let settings = text.lines().filter_map(|line| line.split_once('='));
    let mut settings = settings
        .skip(usize::from(kind.is_some()))
        .take(MOST_SETTINGS)
        .peekable();
    let (Some(mut scenario), Some(_)) = (scenario, settings.peek()) else {
        return;
    };
    for (name, value) in settings {
        set(&mut scenario, name.trim(), value);
    }
    match scenario.validate() {
        Ok(()) => reads_back(&scenario),
        Err(error) => is_told(&error),
    }
}

/// The whole text as the value of every field of a herd; the other kinds have the
/// same kinds of field.
fn value(text: &str) {
    let mut scenario = AnyScenario::Outage(Scenario::default());
    for field in FIELDS {
        set(&mut scenario, field.path, text);
    }
}

/// What is set is got, and set again is the same; what is refused changes nothing.
fn set(scenario: &mut AnyScenario, name: &str, text: &str) {
    let before = scenario.clone();
    match scenario.set(name, text) {
        Ok(()) => {
            let got = scenario.get(name).expect("a field that was set");
            let mut again = before;
            again.set(name, &got.plain()).expect("its own value");
            let again = again.get(name).expect("a field that was set");
            assert!(is_nearly(&got, &again), "{name}: {got:?} and {again:?}");
        }
        Err(error) => {
            is_told(&error);
            assert_eq!(*scenario, before, "a refused value changes nothing");
        }
    }
}

/// Written in each way, a scenario reads back as the same.
fn reads_back(scenario: &AnyScenario) {
    let value = scenario.to_value();
    let read = AnyScenario::from_value(&value).expect("its own value");
    assert_eq!(read, *scenario);
    let json = serde_json::to_string(&value).expect("JSON of plain data");
    let read = AnyScenario::from_json(&json).expect("its own JSON");
    assert_eq!(read, *scenario);
    let toml = toml::to_string(&value).expect("TOML of plain data");
    let read = AnyScenario::from_toml(&toml).expect("its own TOML");
    assert_eq!(read, *scenario);
    let mut by_text = AnyScenario::of_kind(scenario.kind()).expect("its kind");
    for field in scenario.fields() {
        let own = scenario.get(field.path).expect("a field");
        by_text
            .set(field.path, &own.plain())
            .expect("its own value");
    }
    assert!(is_nearly(&value, &by_text.to_value()), "{value:?}");
}

/// The standard library is the oracle for the numbers that a field can take.
fn number(text: &str) {
    let plain = text.trim().replace('_', "");
    let Some(ours) = read_decimal(text) else {
        return;
    };
    let theirs: f64 = plain.parse().expect("a number of the standard library's");
    let digits = plain.bytes().filter(u8::is_ascii_digit).count();
    let size = theirs.abs();
    if theirs == 0.0 || (1e-5..1e18).contains(&size) {
        let apart = ours.to_bits().abs_diff(theirs.to_bits());
        assert!(apart <= u64::from(digits > 19), "{ours} and {theirs}");
        let written = write_decimal(ours);
        assert_eq!(read_decimal(&written), Some(ours), "{written}");
    } else {
        let ours = ours.abs();
        assert!((size >= 1e18) == (ours >= 1e18) && (size < 1e-5) == (ours < 1e-5));
    }
}

/// The field, its value and what is allowed, in one line. A name is shown as it was
/// written, unless it is very long, or would not stay on its line.
fn is_told(error: &FieldError) {
    let line = error.to_string();
    is_one_line(&line);
    let FieldError {
        field,
        value,
        allowed,
        ..
    } = error;
    let plain = !field.chars().any(char::is_control) && field.chars().nth(60).is_none();
    assert!(!plain || line.starts_with(field.as_str()) || line.starts_with('"'));
    assert!(
        line.contains(value.as_str()) && line.contains(allowed.as_str()),
        "{line}"
    );
}

fn is_one_line(line: &str) {
    assert!(!line.chars().any(char::is_control), "{line:?}");
    assert!(line.chars().count() <= LONGEST_LINE, "{line}");
}
