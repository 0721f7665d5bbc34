//! The models give the same bits on every machine: these are the ones that a
//! browser's WebAssembly gives, too. A change of any of them is a change of what
//! every seed that was ever told stands for.
#![cfg(feature = "models")]

use retry_herd_core::models::{
    Backoff, Budgets, Collapse, CollapseReport, Contention, Model, Strategy,
};

/// Order-dependent, and all that it has to be: different for different runs.
fn folded(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum: u64, number| {
            (sum ^ number)
                .wrapping_mul(0x0100_0000_01b3)
                .rotate_left(17)
        })
}

fn contention(backoff: Backoff, seed: u64) -> Vec<u64> {
    let report = Contention {
        seed,
        ..Contention::published(backoff)
    }
    .run();
    let finish = report.finish_s.iter().map(|at| at.unwrap().to_bits());
    finish.chain([report.calls]).collect()
}

fn budgets(strategy: Strategy, seed: u64) -> Vec<u64> {
    let report = Budgets {
        seed,
        ..Budgets::published(strategy)
    }
    .run();
    vec![
        report.calls,
        report.succeeded,
        report.attempts,
        report.success_percent.to_bits(),
        report.load_percent.to_bits(),
    ]
}

fn collapse(settings: Collapse, seed: u64) -> Vec<u64> {
    let report: CollapseReport = Collapse { seed, ..settings }.run();
    let intervals = report.intervals.iter();
    let counts = intervals.flat_map(|i| [i.calls, i.served, i.retries, i.timeouts, i.in_flight]);
    let goodput = report.at_the_end.goodput_per_second.to_bits();
    counts
        .chain([report.late, report.waiting, goodput])
        .collect()
}

fn three_seeds(run: impl Fn(u64) -> Vec<u64>) -> u64 {
    folded((0..3).flat_map(run))
}

#[cfg_attr(target_family = "wasm", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_family = "wasm"), test)]
fn contention_gives_the_same_bits() {
    let bits = Backoff::ALL.map(|backoff| three_seeds(|seed| contention(backoff, seed)));
    let expected = [
        0x2ea8_1bb5_e9e1_3ae9,
        0xab26_90c0_c437_ba60,
        0xfd45_4c97_ad38_67ce,
        0xe73f_33ea_2b81_7ed7,
        0xd204_ec9f_2a15_75a9,
    ];
    assert_eq!(bits, expected);
}

#[cfg_attr(target_family = "wasm", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_family = "wasm"), test)]
fn budgets_give_the_same_bits() {
    let bits = Strategy::ALL.map(|strategy| three_seeds(|seed| budgets(strategy, seed)));
    let expected = [
        0xc83e_a5c6_a845_64f0,
        0xf2a3_6c83_ca3d_9708,
        0x7384_36de_c86f_b4b8,
        0xa7c3_1be1_af4e_22df,
    ];
    assert_eq!(bits, expected);
}

#[cfg_attr(target_family = "wasm", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_family = "wasm"), test)]
fn collapse_gives_the_same_bits() {
    let settings = [
        Collapse::default(),
        Collapse::backing_off(),
        Collapse::backing_off().long_overload(),
        Collapse::database(),
    ];
    let bits = settings.map(|settings| three_seeds(|seed| collapse(settings.clone(), seed)));
    let expected = [
        0x673c_537c_e156_a628,
        0xf197_630b_a672_33ee,
        0x29bd_1f14_5866_a05f,
        0xd7da_ad82_d347_bce1,
    ];
    assert_eq!(bits, expected);
}
