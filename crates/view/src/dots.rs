//! Every attempt as a dot: recorded compactly while a run goes on, then sorted by
//! client to be painted, pointed at and moved.

use retry_herd_core::{Event, Observer, Outcome, SimTime, Trace};

/// What became of an attempt, and of its client with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// It came during the outage.
    Wasted,
    /// It met a full server.
    Rejected,
    /// It was served.
    Served,
    /// It failed, and its client had no other.
    GaveUp,
}

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
    /// The client's number divided by the stride, and two bits of fate.
    slot_and_fate: u32,
}

/// The recorded dots of a run, sorted by client and time.
///
/// A *slot* is a recorded client: slot `s` is client `s × stride`. Its *rank* is
/// its place among the rows of the raster: see [`RowOrder`].
#[derive(Clone, Debug)]
pub struct Dots {
    clients: u32,
    stride: u32,
    cut: bool,
    /// Where each slot's dots begin, and the end of the last one's.
    starts: Vec<u32>,
    at: Vec<f32>,
    fates: Vec<Fate>,
    row_order: RowOrder,
    /// The rank of each slot.
    ranks: Vec<u32>,
    /// The slot of each rank.
    order: Vec<u32>,
}

/// What the rows of the raster are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOrder {
    /// The client's number: rows stay where they are from run to run, and jitter
    /// is seen to scatter them.
    Client,
    /// First who was served, the earliest first, then who gave up, then who still
    /// waits: a wave is as tall as the crowd that was waiting, the served part of
    /// it stands together, and the last dots of the rows are the curve of
    /// completion.
    Ending,
}

/// One dot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DotRef {
    /// Whose attempt it is, from 0.
    pub client: u32,
    /// Which of the client's attempts it is, from 1.
    pub attempt: u32,
    /// When it reached the server, in seconds.
    pub at: f32,
    /// What became of it.
    pub fate: Fate,
}

/// What the rows are sorted by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ending {
    /// Served, given up, waiting.
    kind: u8,
    at_bits: u32,
}

/// One client's dots: to be lit up in the raster, whether the client is recorded
/// or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Which client, from 0.
    pub client: u32,
    /// Its attempts in order: seconds, and what became of them.
    pub dots: Vec<TrackDot>,
}

/// One attempt of a [`Track`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackDot {
    /// When it reached the server, in seconds.
    pub at: f32,
    /// What became of it.
    pub fate: Fate,
}

/// More dots than anybody can tell apart; 3.2 MB of marks.
pub const DOT_LIMIT: usize = 400_000;

/// The number of clients recorded at most; rows are thinner than any pixel then.
const CLIENT_LIMIT: u32 = 20_000;

impl Fate {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Wasted, Self::Rejected, Self::Served, Self::GaveUp];

    /// Of an attempt with this outcome, on which its client gave up or not.
    pub fn new(outcome: Outcome, gave_up: bool) -> Self {
        match outcome {
            _ if gave_up => Self::GaveUp,
            Outcome::Wasted => Self::Wasted,
            Outcome::Rejected => Self::Rejected,
            Outcome::Served => Self::Served,
        }
    }

    /// Whether the client is done with it.
    pub fn is_ending(self) -> bool {
        matches!(self, Self::Served | Self::GaveUp)
    }
}

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
        Dots {
            clients: self.clients,
            stride: self.stride(),
            cut: self.cut,
            starts,
            at,
            fates,
            row_order: RowOrder::Client,
            ranks: Vec::new(),
            order: Vec::new(),
        }
        .sorted(RowOrder::Client)
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
            slot_and_fate: slot << 2 | fate as u32,
        }
    }

    fn slot(self) -> usize {
        (self.slot_and_fate >> 2) as usize
    }

    fn fate(self) -> Fate {
        Fate::ALL[(self.slot_and_fate & 3) as usize]
    }
}

impl Dots {
    /// One in so many clients is drawn; 1 is all of them.
    pub fn stride(&self) -> u32 {
        self.stride.max(1)
    }

    /// How many clients the fleet has, recorded or not: the rows of the raster.
    pub fn clients(&self) -> u32 {
        self.clients
    }

    /// Whether a single client made more attempts than the limit allows, so that
    /// its later ones are missing.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// How many dots there are.
    pub fn len(&self) -> usize {
        self.at.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// How many clients are recorded, whether they made an attempt or not.
    pub fn slots(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The times (seconds) of a slot's attempts, ascending.
    pub fn times(&self, slot: usize) -> &[f32] {
        &self.at[self.range(slot)]
    }

    /// The fates of a slot's attempts.
    pub fn fates(&self, slot: usize) -> &[Fate] {
        &self.fates[self.range(slot)]
    }

    /// The dot of an attempt (from 0) of a slot, if there is one.
    pub fn get(&self, slot: usize, index: usize) -> Option<DotRef> {
        let at = *self.times(slot).get(index)?;
        Some(DotRef {
            client: slot as u32 * self.stride(),
            attempt: index as u32 + 1,
            at,
            fate: self.fates(slot)[index],
        })
    }

    /// The slot of `client` (from 0), if it is recorded.
    pub fn slot_of(&self, client: u32) -> Option<usize> {
        let slot = (client / self.stride()) as usize;
        (client.is_multiple_of(self.stride()) && slot < self.slots()).then_some(slot)
    }

    /// All dots of `client` (from 0), if it is recorded.
    pub fn track(&self, client: u32) -> Option<Track> {
        let slot = self.slot_of(client)?;
        let pairs = self.times(slot).iter().zip(self.fates(slot));
        Some(Track {
            client,
            dots: pairs.map(|(&at, &fate)| TrackDot { at, fate }).collect(),
        })
    }

    /// The time of the last dot, in seconds; 0 if there is none.
    pub fn last(&self) -> f32 {
        self.at.iter().fold(0.0, |last, &at| last.max(at))
    }

    /// The rank of a slot.
    pub fn rank(&self, slot: usize) -> usize {
        self.ranks[slot] as usize
    }

    /// The slot of a rank.
    pub fn at_rank(&self, rank: usize) -> usize {
        self.order[rank] as usize
    }

    /// The rank of a client that need not be recorded: the nearest one's whose
    /// number, or whose ending, comes after its own.
    pub fn rank_of_track(&self, track: &Track) -> usize {
        if let Some(slot) = self.slot_of(track.client) {
            return self.rank(slot);
        }
        let ending = Ending::of(track.dots.last().map(|dot| (dot.at, dot.fate)));
        let rank = self.order.partition_point(|&slot| match self.row_order {
            RowOrder::Client => slot * self.stride() < track.client,
            RowOrder::Ending => self.ending(slot as usize) < ending,
        });
        rank.min(self.slots().saturating_sub(1))
    }

    fn ending(&self, slot: usize) -> Ending {
        let (times, fates) = (self.times(slot), self.fates(slot));
        let last = times.last().zip(fates.last());
        Ending::of(last.map(|(&at, &fate)| (at, fate)))
    }

    /// The same dots with their rows in this order.
    pub fn sorted(mut self, row_order: RowOrder) -> Self {
        let slots = self.slots() as u32;
        self.row_order = row_order;
        self.order = (0..slots).collect();
        if row_order == RowOrder::Ending {
            let endings: Vec<_> = (0..slots).map(|slot| self.ending(slot as usize)).collect();
            self.order.sort_by_key(|&slot| endings[slot as usize]);
        }
        self.ranks = vec![0; slots as usize];
        for (rank, &slot) in self.order.iter().enumerate() {
            self.ranks[slot as usize] = rank as u32;
        }
        self
    }

    fn range(&self, slot: usize) -> std::ops::Range<usize> {
        self.starts[slot] as usize..self.starts[slot + 1] as usize
    }
}

impl Ending {
    fn of(last: Option<(f32, Fate)>) -> Self {
        let (kind, at) = match last {
            Some((at, Fate::Served)) => (0, at),
            Some((at, Fate::GaveUp)) => (1, at),
            _ => (2, 0.0),
        };
        // The bits of floats that are not negative are in the order of the floats.
        Self {
            kind,
            at_bits: at.to_bits(),
        }
    }
}

impl Track {
    /// The dots of a client that the herd's run need not have recorded. Attempts
    /// after `now`, which have not happened yet, are left out.
    pub fn of_trace(trace: &Trace, now: SimTime) -> Self {
        let gave_up_on = trace.ending.filter(|e| !e.served).map(|e| e.attempt);
        let happened = trace.attempts.iter().filter(|step| step.at <= now);
        Self {
            client: trace.client,
            dots: happened
                .map(|step| TrackDot {
                    at: step.at.as_secs_f64() as f32,
                    fate: Fate::new(step.outcome, gave_up_on == Some(step.attempt)),
                })
                .collect(),
        }
    }
}
