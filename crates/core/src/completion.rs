//! When how much of the fleet had been served.

use crate::calendar::Pending;
use crate::report::Completion;
use crate::select::put_first;
use crate::time::SimTime;

/// Follows the order statistics of the times of service without keeping the
/// times: ticks come in order, so each rank falls into one tick and is selected
/// when that tick ends.
#[derive(Clone, Debug)]
pub(crate) struct Served {
    before_tick: u64,
    /// Who was served in this tick, in no order. Whole attempts, so that selecting
    /// among them is the same code as giving out a tick's capacity.
    in_tick: Vec<Pending>,
    half: Rank,
    nine_tenths: Rank,
    ninety_nine: Rank,
    last: Option<SimTime>,
}

/// The time at which a given number of clients had been served.
#[derive(Clone, Debug)]
struct Rank {
    /// From 1.
    rank: u64,
    time: Option<SimTime>,
}

impl Served {
    /// For a fleet of `clients`, none of which has been served.
    pub(crate) fn new(clients: u32) -> Self {
        let percent = |percent: u64| Rank {
            rank: (u64::from(clients) * percent).div_ceil(100),
            time: None,
        };
        Self {
            before_tick: 0,
            in_tick: Vec::new(),
            half: percent(50),
            nine_tenths: percent(90),
            ninety_nine: percent(99),
            last: None,
        }
    }

    /// A client was served.
    #[inline]
    pub(crate) fn push(&mut self, served: Pending) {
        self.in_tick.push(served);
    }

    /// How many clients were served.
    pub(crate) fn count(&self) -> u64 {
        self.before_tick + self.in_tick.len() as u64
    }

    /// No more is served in this tick.
    pub(crate) fn end_tick(&mut self) {
        let before = self.before_tick;
        for rank in [&mut self.half, &mut self.nine_tenths, &mut self.ninety_nine] {
            rank.look_in(before, &mut self.in_tick);
        }
        let times = self.in_tick.iter().map(|served| served.at);
        self.last = times.max().or(self.last);
        self.before_tick += self.in_tick.len() as u64;
        self.in_tick.clear();
    }

    /// What is known of the ticks that have ended.
    pub(crate) fn completion(&self) -> Completion {
        let seconds = |time: Option<SimTime>| time.map(SimTime::as_secs_f64);
        Completion {
            p50: seconds(self.half.time),
            p90: seconds(self.nine_tenths.time),
            p99: seconds(self.ninety_nine.time),
            last: seconds(self.last),
        }
    }
}

impl Rank {
    fn look_in(&mut self, before: u64, served: &mut [Pending]) {
        let after = before + served.len() as u64;
        if (before + 1..=after).contains(&self.rank) {
            let index = (self.rank - before - 1) as usize;
            put_first(served, index + 1);
            self.time = Some(served[index].at);
        }
    }
}
