//! Attempts per second and memory, natively and in wasm: what `benches/wasm.mjs`
//! builds twice and compares.
//!
//! Natively it is asked on the standard input: a line `clients jitter` gets a line
//! `attempts seconds bytes`. In wasm the functions are called.

#[path = "../tests/support/app_recovery.rs"]
mod app_recovery;

use app_recovery::{JITTERS, scaled};
use retry_herd_core::Run;

/// Runs `app-recovery` for `clients` clients with jitter kind `jitter`, from 0;
/// gives the number of attempts.
#[cfg_attr(target_family = "wasm", wasm_bindgen::prelude::wasm_bindgen)]
pub fn run(clients: u32, jitter: u8) -> f64 {
    let scenario = scaled(clients, JITTERS[usize::from(jitter)]);
    let report = Run::new(&scenario).finish().report();
    report.requests.total as f64
}

/// The most memory that was ever in use, in bytes: it is never given back.
#[cfg(target_family = "wasm")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn peak_memory() -> f64 {
    core::arch::wasm32::memory_size(0) as f64 * 65_536.0
}

#[cfg(target_family = "wasm")]
fn main() {}

#[cfg(not(target_family = "wasm"))]
fn main() {
    for line in std::io::stdin().lines() {
        let line = line.expect("standard input can be read");
        let (clients, jitter) = line.split_once(' ').expect("clients and jitter");
        let clients = clients.parse().expect("a number of clients");
        let jitter = jitter.parse().expect("a number of a jitter kind");
        let (attempts, seconds) = timed(clients, jitter);
        println!("{attempts} {seconds} {}", peak_memory());
    }
}

#[cfg(not(target_family = "wasm"))]
#[expect(clippy::disallowed_methods, reason = "it measures, and natively only")]
fn timed(clients: u32, jitter: u8) -> (f64, f64) {
    let start = std::time::Instant::now();
    let attempts = run(clients, jitter);
    (attempts, start.elapsed().as_secs_f64())
}

/// The most memory that the process ever had resident, in bytes; 0 where
/// there is no Linux to ask.
#[cfg(not(target_family = "wasm"))]
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
    kilobytes.map_or(0, |kilobytes| kilobytes.parse::<u64>().unwrap_or(0) * 1_024)
}
