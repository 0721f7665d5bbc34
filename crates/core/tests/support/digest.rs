//! A fingerprint of everything that a run computes.

use retry_herd_core::{Event, Observer, Run, Scenario, Trace};

/// FNV-1a of 64 bits, fed with whole numbers.
#[derive(Clone, Copy)]
struct Fnv(u64);

impl Fnv {
    const NEW: Self = Self(0xcbf2_9ce4_8422_2325);

    fn feed(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// The sum of the events' fingerprints: their order inside a tick is not promised.
#[derive(Default)]
struct Events(u64);

impl Observer for Events {
    fn attempt(&mut self, event: Event) {
        let mut fnv = Fnv::NEW;
        fnv.feed(u64::from(event.client));
        fnv.feed(u64::from(event.attempt));
        fnv.feed(event.at.as_nanos());
        fnv.feed(event.outcome as u64);
        fnv.feed(u64::from(event.gave_up));
        self.0 = self.0.wrapping_add(fnv.0);
    }
}

/// Every bit of the report, the windows, the events, and one client's terms.
pub(crate) fn digest(scenario: &Scenario) -> u64 {
    let run = Run::watched(scenario, Events::default()).finish();
    let mut fnv = Fnv::NEW;
    let report = run.report();
    for figure in report.figures() {
        let bits = (figure.get)(&report).map_or(u64::MAX, f64::to_bits);
        fnv.feed(bits);
    }
    for window in run.windows() {
        for count in [
            window.wasted,
            window.rejected,
            window.served,
            window.retries,
        ] {
            fnv.feed(u64::from(count));
        }
    }
    fnv.feed(run.observer().0);
    for step in Trace::in_herd(scenario, 0).attempts {
        fnv.feed(step.at.as_nanos());
        fnv.feed(step.terms.map_or(0, |terms| terms.ceiling.as_nanos()));
        fnv.feed(step.terms.map_or(0, |terms| terms.delay.as_nanos()));
    }
    fnv.0
}
