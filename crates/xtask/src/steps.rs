//! `cargo xtask test`: the steps, their order, and which of them to run.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::{
    checks, dist,
    duration::human,
    project::Project,
    setup::{self, Need, tools},
    size,
};

/// One step of the whole test.
#[derive(Clone, Copy)]
struct Step {
    name: &'static str,
    about: &'static str,
    needs: &'static [Need],
    /// Part of `--quick`.
    quick: bool,
    /// Looks at dist/, so that the step `build` has to come before it.
    of_dist: bool,
    run: fn(&Project) -> Result<()>,
}

/// What is quick to fail comes first.
const STEPS: [Step; 11] = [
    Step {
        name: "fmt",
        about: "the format of every Rust file",
        needs: &[Need::RustComponents],
        quick: true,
        of_dist: false,
        run: checks::format,
    },
    Step {
        name: "clippy",
        about: "clippy, native",
        needs: &[Need::RustComponents],
        quick: true,
        of_dist: false,
        run: checks::clippy,
    },
    Step {
        name: "clippy-wasm",
        about: "clippy, as compiled for the browser",
        needs: &[Need::RustComponents, Need::WasmTarget],
        quick: false,
        of_dist: false,
        run: checks::clippy_wasm,
    },
    Step {
        name: "docs",
        about: "rustdoc without a warning",
        needs: &[Need::WasmTarget],
        quick: false,
        of_dist: false,
        run: checks::docs,
    },
    Step {
        name: "native",
        about: "cargo test, native",
        needs: &[],
        quick: true,
        of_dist: false,
        run: checks::native_tests,
    },
    Step {
        name: "small",
        about: "cargo test of the small build, native",
        needs: &[],
        quick: false,
        of_dist: false,
        run: checks::small_tests,
    },
    Step {
        name: "libraries",
        about: "real libraries' delays, drawn by the libraries",
        needs: &[Need::Node, Need::Python],
        quick: false,
        of_dist: false,
        run: checks::library_tests,
    },
    Step {
        name: "wasm",
        about: "cargo test in Chromium and in Firefox",
        needs: &[
            Need::WasmTarget,
            Need::Chromium,
            Need::Firefox,
            Need::Tool(tools::WASM_BINDGEN),
            Need::Tool(tools::WASM_PACK),
            Need::Tool(tools::GECKODRIVER),
        ],
        quick: false,
        of_dist: false,
        run: checks::wasm_tests,
    },
    Step {
        name: "build",
        about: "the page for publication",
        needs: dist::NEEDS,
        quick: false,
        of_dist: false,
        run: dist::build,
    },
    Step {
        name: "size",
        about: "what a reader downloads",
        needs: &[Need::NodePackages],
        quick: false,
        of_dist: true,
        run: size::check,
    },
    Step {
        name: "e2e",
        about: "the page in a browser, as a reader uses it",
        needs: &[Need::NodePackages, Need::Chromium],
        quick: false,
        of_dist: true,
        run: checks::end_to_end_tests,
    },
];

/// Runs the steps named, or all of them, up to the first that fails.
pub(crate) fn run(project: &Project, names: &[String], quick: bool) -> Result<()> {
    let steps = select(names, quick)?;
    let needs: Vec<Need> = steps.iter().flat_map(|step| step.needs).copied().collect();
    setup::ensure(project, &needs)?;
    let start = Instant::now();
    let mut took = Vec::new();
    for step in &steps {
        took.push(run_one(project, step)?);
    }
    summarise(&steps, &took, start.elapsed());
    Ok(())
}

fn run_one(project: &Project, step: &Step) -> Result<Duration> {
    println!("\n== {}: {}", step.name, step.about);
    let start = Instant::now();
    (step.run)(project).with_context(|| failure(step))?;
    println!("== {}: passed in {}", step.name, human(start.elapsed()));
    Ok(start.elapsed())
}

fn failure(step: &Step) -> String {
    let Step { name, about, .. } = step;
    format!("the step `{name}` ({about}) failed; `cargo xtask test {name}` runs it alone")
}

fn summarise(steps: &[Step], took: &[Duration], total: Duration) {
    println!();
    for (step, took) in steps.iter().zip(took) {
        println!("{:<12} {:>14}   {}", step.name, human(*took), step.about);
    }
    println!("{:<12} {:>14}", "all passed", human(total));
}

/// The steps to run, in the order of the table, with `build` before those that
/// look at its result.
fn select(names: &[String], quick: bool) -> Result<Vec<Step>> {
    if let Some(name) = names
        .iter()
        .find(|name| !STEPS.iter().any(|step| step.name == **name))
    {
        let known = STEPS.map(|step| step.name).join(", ");
        bail!("there is no step `{name}`; there are {known}");
    }
    let is_chosen = |step: &Step| match (names, quick) {
        ([], false) => true,
        (names, quick) => quick && step.quick || names.iter().any(|name| name == step.name),
    };
    let of_dist = STEPS.iter().any(|step| step.of_dist && is_chosen(step));
    let steps = STEPS
        .into_iter()
        .filter(|step| is_chosen(step) || of_dist && step.name == "build");
    Ok(steps.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(names: &[&str], quick: bool) -> Vec<&'static str> {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        select(&names, quick)
            .unwrap()
            .iter()
            .map(|step| step.name)
            .collect()
    }

    #[test]
    fn without_a_name_every_step_runs() {
        assert_eq!(selected(&[], false).len(), STEPS.len());
    }

    #[test]
    fn quick_needs_no_browser_and_no_wasm() {
        assert_eq!(selected(&[], true), ["fmt", "clippy", "native"]);
        let needs = STEPS
            .iter()
            .filter(|step| step.quick)
            .flat_map(|step| step.needs);
        assert!(needs.into_iter().all(|need| *need == Need::RustComponents));
    }

    #[test]
    fn named_steps_run_in_the_order_of_the_table() {
        assert_eq!(selected(&["native", "fmt"], false), ["fmt", "native"]);
        assert_eq!(selected(&["libraries"], false), ["libraries"]);
        assert_eq!(
            selected(&["wasm"], true),
            ["fmt", "clippy", "native", "wasm"]
        );
    }

    #[test]
    fn what_looks_at_dist_builds_it_first() {
        assert_eq!(selected(&["e2e"], false), ["build", "e2e"]);
        assert_eq!(selected(&["size", "fmt"], false), ["fmt", "build", "size"]);
    }

    #[test]
    fn an_unknown_step_is_named_with_those_there_are() {
        let error = select(&["e2".into()], false).err().unwrap().to_string();
        assert!(error.contains("`e2`") && error.contains("e2e"), "{error}");
    }
}
