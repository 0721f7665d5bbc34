//! Keeps the attempts of a run, compactly and within a limit.

use retry_herd_core::{Event, Observer};

use crate::dots::{Dots, Fate, Record};

/// An observer that keeps the attempts of a run, or of every second, fourth,
/// eighth … client of it, so that a limit on the number of dots holds. Which
/// clients are kept depends on the run alone, and all attempts of a kept client
/// are kept.
#[derive(Clone, Debug)]
pub struct DotRecorder {
    clients: u32,
    /// Clients whose number is a multiple of `2^shift` are kept.
    shift: u32,
    limit: usize,
    marks: Vec<Mark>,
    /// Whether attempts of the last client left had to be dropped.
    cut: bool,
}

/// A dot in order of recording, 8 bytes.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Seconds; an `f32` is exact to 0.3 ms at an hour, a fiftieth of a pixel.
    at: f32,
    /// The client's number divided by the stride, and three bits of fate.
    slot_and_fate: u32,
}

/// More dots than anybody can tell apart; 3.2 MB of marks.
pub const DOT_LIMIT: usize = 400_000;

/// The number of clients recorded at most; rows are thinner than any pixel then.
const CLIENT_LIMIT: u32 = 20_000;

impl DotRecorder {
    /// For a fleet of `clients`, with [`DOT_LIMIT`].
    pub fn new(clients: u32) -> Self {
        Self::with_limit(clients, DOT_LIMIT)
    }

    /// For a fleet of `clients`, keeping at most `limit` dots. If not even one
    /// client's dots are that few, its first ones are kept: [`Dots::is_cut`].
    pub fn with_limit(clients: u32, limit: usize) -> Self {
        let share = clients.div_ceil(CLIENT_LIMIT).max(1);
        Self {
            clients,
            shift: share.next_power_of_two().ilog2(),
            limit,
            marks: Vec::new(),
            cut: false,
        }
    }

    /// One in so many clients is recorded; 1 is all of them.
    pub fn stride(&self) -> u32 {
        1 << self.shift
    }

    /// The dots recorded so far, rows in order of clients.
    pub fn dots(&self) -> Dots {
        let slots = self.clients.div_ceil(self.stride()) as usize;
        let starts = self.starts(slots);
        let mut next = starts.clone();
        let mut at = vec![0.0; self.marks.len()];
        let mut fates = vec![Fate::Wasted; self.marks.len()];
        for mark in &self.marks {
            let place = &mut next[mark.slot()];
            at[*place as usize] = mark.at;
            fates[*place as usize] = mark.fate();
            *place += 1;
        }
        let record = Record {
            clients: self.clients,
            stride: self.stride(),
            cut: self.cut,
            starts,
            at,
            fates,
        };
        Dots::new(record)
    }

    /// Where each slot's dots will begin, by counting them.
    fn starts(&self, slots: usize) -> Vec<u32> {
        let mut starts = vec![0; slots + 1];
        for mark in &self.marks {
            starts[mark.slot() + 1] += 1;
        }
        for slot in 0..slots {
            starts[slot + 1] += starts[slot];
        }
        starts
    }

    /// Keeps every second of the clients kept so far.
    fn thin(&mut self) {
        self.shift += 1;
        self.marks.retain(|mark| mark.slot().is_multiple_of(2));
        for mark in &mut self.marks {
            *mark = Mark::new(mark.at, mark.slot() as u32 / 2, mark.fate());
        }
    }

    /// Whether `client` is among those that are kept.
    #[inline]
    fn keeps(&self, client: u32) -> bool {
        client & (self.stride() - 1) == 0
    }

    /// Thins until there is room for another dot; whether there is.
    fn make_room(&mut self) -> bool {
        while self.marks.len() >= self.limit && self.stride() < self.clients {
            self.thin();
        }
        self.marks.len() < self.limit
    }
}

impl Observer for DotRecorder {
    #[inline]
    fn attempt(&mut self, event: Event) {
        if !self.keeps(event.client) {
            return;
        }
        if self.marks.len() >= self.limit {
            self.cut |= !self.make_room();
            if self.cut || !self.keeps(event.client) {
                return;
            }
        }
        let fate = Fate::new(event.outcome, event.gave_up);
        let slot = event.client >> self.shift;
        let at = event.at.as_secs_f64() as f32;
        self.marks.push(Mark::new(at, slot, fate));
    }
}

impl Mark {
    fn new(at: f32, slot: u32, fate: Fate) -> Self {
        Self {
            at,
            slot_and_fate: slot << 3 | fate as u32,
        }
    }

    fn slot(self) -> usize {
        (self.slot_and_fate >> 3) as usize
    }

    fn fate(self) -> Fate {
        Fate::ALL[(self.slot_and_fate & 7) as usize]
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact by construction")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use retry_herd_core::{Outcome, SimTime};

    /// Clients of which client `c` attempts `counts[c]` times, at `c + k` seconds
    /// for attempt `k`; the last attempt is served.
    fn record(counts: &[u32], limit: usize) -> DotRecorder {
        let mut recorder = DotRecorder::with_limit(counts.len() as u32, limit);
        let most = counts.iter().copied().max().unwrap_or(0);
        for attempt in 1..=most {
            for (client, &count) in counts.iter().enumerate() {
                if attempt <= count {
                    recorder.attempt(event(client as u32, attempt, attempt == count));
                }
            }
        }
        recorder
    }

    fn event(client: u32, attempt: u32, served: bool) -> Event {
        let at = SimTime::from_nanos(u64::from(client + attempt) * 1_000_000_000);
        Event {
            client,
            attempt,
            at,
            answered: at,
            outcome: if served {
                Outcome::Served
            } else {
                Outcome::Rejected
            },
            gave_up: false,
        }
    }

    #[test]
    fn a_client_that_gave_up_is_told_from_one_that_failed() {
        let mut recorder = DotRecorder::new(1);
        recorder.attempt(event(0, 1, false));
        recorder.attempt(Event {
            gave_up: true,
            ..event(0, 2, false)
        });
        assert_eq!(recorder.dots().fates(0), [Fate::Rejected, Fate::GaveUp]);
    }

    #[test]
    fn a_million_clients_start_with_one_in_sixty_four() {
        assert_eq!(DotRecorder::new(1_000_000).stride(), 64);
        assert_eq!(DotRecorder::new(20_000).stride(), 1);
        assert_eq!(DotRecorder::new(20_001).stride(), 2);
        assert_eq!(DotRecorder::new(0).stride(), 1);
    }

    #[test]
    fn a_client_that_alone_exceeds_the_limit_is_cut_and_says_so() {
        let dots = record(&[50], 20).dots();
        assert!(dots.is_cut());
        assert_eq!(dots.times(0).len(), 20);
        assert_eq!(dots.times(0)[19], 20.0);
        assert!(!record(&[20], 20).dots().is_cut());
    }

    proptest! {
        #[test]
        fn kept_clients_are_kept_whole_and_within_the_limit(
            counts in prop::collection::vec(0_u32..12, 1..80),
            limit in 12_usize..300,
        ) {
            let dots = record(&counts, limit).dots();
            prop_assert!(dots.len() <= limit);
            prop_assert!(!dots.is_cut());
            prop_assert!(dots.stride().is_power_of_two());
            for (client, &count) in counts.iter().enumerate() {
                let client = client as u32;
                let Some(slot) = dots.slot_of(client) else {
                    prop_assert!(!client.is_multiple_of(dots.stride()));
                    continue;
                };
                let times: Vec<f32> = (1..=count).map(|k| (client + k) as f32).collect();
                prop_assert_eq!(dots.times(slot), &times[..]);
                let served = dots.fates(slot).iter().filter(|f| **f == Fate::Served);
                prop_assert_eq!(served.count(), usize::from(count > 0));
            }
        }

        #[test]
        fn no_more_is_dropped_than_the_limit_asks_for(
            counts in prop::collection::vec(1_u32..12, 2..80),
            limit in 12_usize..300,
        ) {
            let dots = record(&counts, limit).dots();
            let denser = counts.iter().step_by((dots.stride() / 2).max(1) as usize);
            if dots.stride() > 1 {
                prop_assert!(denser.sum::<u32>() as usize > limit);
            }
        }
    }
}
