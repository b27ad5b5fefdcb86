//! One lane: searches that share a number of slots and get them in turn. Knows no clock and no thread.

use super::expectation::Expected;
use super::fair_order::{ClientId, FairOrder, Rank};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Which searches go first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Priority {
    /// A few nodes for somebody who can wait no longer.
    AtOnce,
    Request,
    /// Gets a slot only while nobody else wants it.
    Background,
}

/// The place of a search in the lane. The smallest is served first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    priority: Priority,
    rank: Rank,
}

/// A search that wants a slot.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub client: ClientId,
    pub priority: Priority,
    /// How long it will keep the slot.
    pub expected: Expected,
    /// What its client is charged for until it gives the slot back: thread time.
    pub cost: Duration,
    /// When it has waited in vain.
    pub start_by: Option<Instant>,
}

#[derive(Debug)]
struct Waiting<W> {
    entry: Entry,
    who: W,
}

/// The expected time of several searches together.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    mean: Duration,
    /// In square seconds: variances add up.
    variance: f64,
}

impl Work {
    fn add(&mut self, expected: Expected) {
        self.mean += expected.mean;
        self.variance += expected.deviation.as_secs_f64().powi(2);
    }

    fn remove(&mut self, expected: Expected) {
        self.mean = self.mean.saturating_sub(expected.mean);
        self.variance = (self.variance - expected.deviation.as_secs_f64().powi(2)).max(0.0);
    }

    /// After how long `slots` have done this, with the spread taken into account.
    fn done_after(self, slots: usize) -> Duration {
        (self.mean + Duration::from_secs_f64(2.0 * self.variance.sqrt())) / slots as u32
    }
}

/// A message to a search that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// It has a slot.
    Start,
    /// Others go first, and it would wait too long.
    Displaced,
}

#[derive(Debug)]
pub struct Lane<W> {
    slots: usize,
    idle: usize,
    order: FairOrder,
    waiting: BTreeMap<Place, Waiting<W>>,
    running: Work,
}

impl<W> Lane<W> {
    pub fn new(slots: usize) -> Lane<W> {
        Lane {
            slots,
            idle: slots,
            order: FairOrder::default(),
            waiting: BTreeMap::new(),
            running: Work::default(),
        }
    }

    pub fn idle(&self) -> usize {
        self.idle
    }

    /// Whether a search that may wait would get a slot at once.
    pub fn is_free(&self) -> bool {
        self.idle > 0 && self.waiting.is_empty()
    }

    /// Whether no search runs or waits.
    pub fn is_empty(&self) -> bool {
        self.idle == self.slots && self.waiting.is_empty()
    }

    /// How many searches wait for a slot, without those in the background.
    pub fn waiting(&self) -> usize {
        self.waiting.keys().filter(|place| place.priority != Priority::Background).count()
    }

    /// How long a search that came now would wait.
    pub fn expected_wait(&self, client: ClientId, priority: Priority) -> Duration {
        if self.is_free() {
            return Duration::ZERO;
        }
        let place = Place { priority, rank: self.order.next_rank(client) };
        let mut ahead = self.running;
        self.waiting.range(..place).for_each(|(_, waiting)| ahead.add(waiting.entry.expected));
        ahead.done_after(self.slots)
    }

    /// Keeps the place of a search that is refused for the next one of its client.
    pub fn refuse(&mut self, client: ClientId) {
        self.order.refuse(client);
    }

    /// Puts a search into the queue. [`Lane::serve`] gives it its slot.
    pub fn enter(&mut self, entry: Entry, who: W) -> Place {
        let rank = self.order.add(entry.client, entry.cost);
        let place = Place { priority: entry.priority, rank };
        self.waiting.insert(place, Waiting { entry, who });
        place
    }

    /// Removes a search from the queue, and charges its client nothing. False if it is not there any more.
    pub fn withdraw(&mut self, place: Place) -> bool {
        let Some(Waiting { entry, .. }) = self.waiting.remove(&place) else { return false };
        self.order.settle(entry.client, entry.cost, Duration::ZERO);
        true
    }

    /// Gives back the slots of a search that has used them for `took` of thread time.
    pub fn leave(&mut self, entry: Entry, slots: usize, took: Duration) {
        self.idle += slots;
        self.running.remove(entry.expected);
        self.order.settle(entry.client, entry.cost, took);
    }

    /// Takes up to `wanted` idle slots for a search that has one already.
    pub fn take_further(&mut self, wanted: usize) -> usize {
        let taken = self.idle.min(wanted);
        self.idle -= taken;
        taken
    }

    /// Gives idle slots to the first searches that wait.
    pub fn serve(&mut self) -> Vec<(W, Notice)> {
        let mut served = Vec::new();
        while self.idle > 0
            && let Some((place, Waiting { entry, who })) = self.waiting.pop_first()
        {
            self.idle -= 1;
            self.running.add(entry.expected);
            self.order.serve(place.rank);
            served.push((who, Notice::Start));
        }
        served
    }

    /// Removes the searches that will not get a slot in time, because others go first.
    pub fn displace(&mut self, now: Instant) -> Vec<(W, Notice)> {
        let mut ahead = self.running;
        let mut late = Vec::new();
        for (&place, Waiting { entry, .. }) in &self.waiting {
            match entry.start_by {
                Some(start_by) if now + ahead.done_after(self.slots) > start_by => late.push(place),
                _ => ahead.add(entry.expected),
            }
        }
        let mut displaced = Vec::new();
        for place in late {
            if let Some(Waiting { entry, who }) = self.waiting.remove(&place) {
                self.order.settle(entry.client, entry.cost, Duration::ZERO);
                displaced.push((who, Notice::Displaced));
            }
        }
        displaced
    }
}
