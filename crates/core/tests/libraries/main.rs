//! Whether our policies wait as the libraries do: each library is installed at a pinned
//! version, draws delays for itself (`tests/libraries`), and its delays are compared with
//! those of our policy of the same name, retry by retry.
//!
//! What a library does differently from its policy stands in the policy's remark. After
//! the comparison every policy is made a little wrong in several ways, each of which has
//! to be noticed.
//!
//! Ignored by default: they install from the registries, once for each change of
//! the pinned versions, and then take about a minute.

mod compare;
mod drivers;
mod kolmogorov_smirnov;
mod lines;
mod wrong;

use std::collections::BTreeMap;

use compare::Comparison;
use lines::{Limits, Line, Sample};
use retry_herd_core::{DelayRule, Jitter, LibraryPolicy, Policy, Source};

/// Samples that all drivers together may write, at most: with more of them a false
/// alarm would be likelier than once in a thousand runs.
const MOST_SAMPLES: usize = 400;

/// The probability of a false alarm in one comparison.
const ALPHA: f64 = 0.001 / MOST_SAMPLES as f64;

#[test]
#[ignore = "installs from PyPI"]
fn python_libraries_wait_as_their_policies_say() {
    check("Python", 180, &drivers::python());
}

#[test]
#[ignore = "installs from npm"]
fn javascript_libraries_wait_as_their_policies_say() {
    check("JavaScript", 160, &drivers::node());
}

#[test]
#[ignore = "installs from crates.io"]
fn rust_libraries_wait_as_their_policies_say() {
    check("Rust", 60, &drivers::rust());
}

/// What a driver has to say about one policy.
#[derive(Default)]
struct Said {
    version: String,
    samples: Vec<Sample>,
    limits: Option<Limits>,
}

fn check(language: &str, most_samples: usize, output: &str) {
    let said = by_policy(output);
    let samples: usize = said.values().map(|said| said.samples.len()).sum();
    assert!(
        samples <= most_samples,
        "{samples} samples: ALPHA is too large"
    );
    let run: Vec<_> = LibraryPolicy::all()
        .filter(|library| library.language == language && library.source == Source::Run)
        .collect();
    let names: Vec<_> = said.keys().map(String::as_str).collect();
    let mut expected: Vec<_> = run.iter().map(|library| library.name).collect();
    expected.sort_unstable();
    assert_eq!(names, expected, "policies drawn, and policies that say so");
    let mut faults = Vec::new();
    for library in run {
        faults.extend(faults_of(library, &said[library.name]));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn by_policy(output: &str) -> BTreeMap<String, Said> {
    let mut all: BTreeMap<String, Said> = BTreeMap::new();
    for line in output.lines() {
        let Line {
            policy,
            version,
            sample,
            limits,
        } = Line::read(line);
        let said = all.entry(policy).or_default();
        said.version = version;
        said.samples.extend(sample);
        said.limits = limits.or(said.limits);
    }
    all
}

fn faults_of(library: &LibraryPolicy, said: &Said) -> Vec<String> {
    let name = library.name;
    let mut faults = Vec::new();
    if said.version != library.version {
        faults.push(format!("{name} is of version {}", said.version));
    }
    if let Some(limits) = said.limits
        && limits != Limits::of(&library.policy)
    {
        faults.push(format!("{name} stops after {limits:?}"));
    }
    if !reaches_cap(&library.policy, &said.samples) {
        faults.push(format!("{name} is not drawn at its cap"));
    }
    let comparisons = compare::all(&library.policy, &said.samples);
    for comparison in &comparisons {
        println!("{name:<28} {comparison}");
    }
    let refused = comparisons.iter().filter(|comparison| !comparison.agrees());
    faults.extend(refused.map(|comparison| format!("{name} differs: {comparison}")));
    for wrong in wrong::all(&library.policy, &said.samples) {
        let comparisons = compare::all(&wrong.policy, &said.samples);
        if comparisons.iter().all(Comparison::agrees) {
            faults.push(format!("{name} with {} goes unnoticed", wrong.what));
        }
    }
    faults
}

/// Whether one of the samples is of a retry whose ceiling is the cap, if there is one.
fn reaches_cap(policy: &Policy, samples: &[Sample]) -> bool {
    let rule = DelayRule::new(&compare::endless(policy));
    let remembers = matches!(policy.jitter, Jitter::Decorrelated | Jitter::MedianFirst);
    policy.cap.is_none_or(|cap| {
        samples
            .iter()
            .any(|sample| rule.ceiling(sample.retry) >= cap || remembers && sample.retry >= 9)
    })
}
