//! The schedule of all searches: who is admitted, who runs, who rests. A value without clock and threads: the time is a parameter.
//!
//! Short searches and long ones have lanes of their own, each with a slot for every processor; the kernel prefers the short ones. So a
//! short search never waits behind a long one. In each lane the clients take turns. A search that keeps its slot for longer than a
//! slice while others wait gives it up, and goes on when it is its turn again; in the short lane it then becomes a long one.

use super::expectation::Expected;
use super::fair_order::ClientId;
use super::lane::{Entry, Lane, Notice, Place, Priority};
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

/// The shortest search that is of use. A search that has waited until this is left of its time waits no longer.
pub const LEAST: Duration = Duration::from_millis(8);
/// What few searches of a few nodes take.
pub const AT_ONCE: Expected =
    Expected { mean: Duration::from_millis(1), deviation: Duration::from_micros(500) };
/// A search that is expected to take longer is a long one.
const SHORT: Duration = Duration::from_millis(50);
/// How long a long search keeps its slot while others wait.
const SLICE: Duration = Duration::from_millis(10);
/// The same for a search in the background.
const BACKGROUND_SLICE: Duration = Duration::from_millis(1);
/// How many long searches a slot may be shared by.
const LONG_PER_SLOT: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    Short,
    Long,
}

/// What a client wants to search.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    pub client: ClientId,
    pub expected: Expected,
    pub length: Length,
    pub deadline: Instant,
    /// Whether the search is for a move of a game: a few nodes will do if no more can be had.
    pub is_move: bool,
}

impl Ask {
    /// A search by our own engine.
    pub fn new(client: ClientId, expected: Expected, deadline: Instant, is_move: bool) -> Ask {
        let length = if expected.upper() <= SHORT { Length::Short } else { Length::Long };
        Ask { client, expected, length, deadline, is_move }
    }

    /// When it has waited in vain for a slot.
    pub fn start_by(&self) -> Instant {
        let least = self.expected.upper().min(LEAST);
        self.deadline.checked_sub(least).unwrap_or(self.deadline)
    }
}

/// How a search that is admitted will run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Search(Length),
    /// Within a few nodes, ahead of all others.
    AtOnce,
}

/// The search is refused: it may be admitted after this time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused(pub Duration);

/// The long searches that have been admitted and not ended.
#[derive(Debug, Default)]
struct LongSearches {
    by_client: HashMap<ClientId, usize>,
    /// How many end at each deadline.
    deadlines: BTreeMap<Instant, usize>,
    total: usize,
}

impl LongSearches {
    /// Whether this client may have one more of `places`: no more than are left for the others. So a client alone gets half of
    /// them, and there is always room for another (Choudhury and Hahne, "Dynamic queue length thresholds", 1998).
    fn has_room(&self, client: ClientId, places: usize) -> bool {
        let own = self.by_client.get(&client).copied().unwrap_or_default();
        own < places.saturating_sub(self.total)
    }

    fn add(&mut self, client: ClientId, deadline: Instant) {
        *self.by_client.entry(client).or_default() += 1;
        *self.deadlines.entry(deadline).or_default() += 1;
        self.total += 1;
    }

    fn remove(&mut self, client: ClientId, deadline: Instant) {
        decrement(&mut self.deadlines, deadline);
        if let Some(own) = self.by_client.get_mut(&client) {
            *own -= 1;
            if *own == 0 {
                self.by_client.remove(&client);
            }
        }
        self.total -= 1;
    }
}

fn decrement(deadlines: &mut BTreeMap<Instant, usize>, deadline: Instant) {
    if let Some(number) = deadlines.get_mut(&deadline) {
        *number -= 1;
        if *number == 0 {
            deadlines.remove(&deadline);
        }
    }
}

/// The slots that a running search has.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    pub length: Length,
    pub entry: Entry,
    /// 0 if the search runs beside those of the schedule.
    pub slots: usize,
    pub since: Instant,
}

impl Held {
    /// When the search is to ask again.
    pub fn until(&self) -> Instant {
        self.since
            + match (self.entry.priority, self.length) {
                (Priority::Background, _) => BACKGROUND_SLICE,
                (_, Length::Long) => SLICE,
                (_, Length::Short) => SHORT,
            }
    }
}

#[derive(Debug)]
pub struct Schedule<W> {
    slots: usize,
    short: Lane<W>,
    long: Lane<W>,
    long_searches: LongSearches,
}

impl<W> Schedule<W> {
    pub fn new(slots: usize) -> Schedule<W> {
        Schedule {
            slots,
            short: Lane::new(slots),
            long: Lane::new(slots),
            long_searches: LongSearches::default(),
        }
    }

    pub fn lane(&mut self, length: Length) -> &mut Lane<W> {
        match length {
            Length::Short => &mut self.short,
            Length::Long => &mut self.long,
        }
    }

    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Whether requests wait for a slot of the long lane.
    pub fn is_wanted(&self) -> bool {
        self.long.waiting() > 0
    }

    /// How many long searches share a slot, at least one.
    pub fn sharing(&self) -> u32 {
        self.long_searches.total.div_ceil(self.slots).max(1) as u32
    }

    /// How many more searches could run at once.
    pub fn idle(&self) -> usize {
        let used = 2 * self.slots - self.short.idle() - self.long.idle();
        self.slots.saturating_sub(used)
    }

    /// How many long searches a client alone may have.
    pub fn long_per_client(&self) -> usize {
        (LONG_PER_SLOT * self.slots).div_ceil(2)
    }

    /// Whether a long search in the background would get a slot at once.
    pub fn has_room_in_background(&self) -> bool {
        self.long.is_free()
    }

    /// How many searches of requests run or wait.
    pub fn load(&self) -> usize {
        let running = 2 * self.slots - self.short.idle() - self.long.idle();
        running + self.short.waiting() + self.long.waiting()
    }

    pub fn is_empty(&self) -> bool {
        self.short.is_empty() && self.long.is_empty() && self.long_searches.total == 0
    }

    /// Decides whether a search is admitted. A long one has its place from then on, until [`Schedule::end_long`].
    ///
    /// # Errors
    /// When it would not start in time.
    pub fn admit(&mut self, now: Instant, ask: &Ask) -> Result<Mode, Refused> {
        let in_time = match ask.length {
            Length::Short => self.short_in_time(now, ask),
            Length::Long => self.long_in_time(now, ask),
        };
        let Err(refused) = in_time else {
            if ask.length == Length::Long {
                self.long_searches.add(ask.client, ask.deadline);
            }
            return Ok(Mode::Search(ask.length));
        };
        let wait = self.short.expected_wait(ask.client, Priority::AtOnce);
        // Of an opening in which an engine decides several times, the last decisions may have next to no time.
        let latest = ask.deadline.max(now + LEAST);
        if ask.is_move && now + wait + AT_ONCE.upper() <= latest {
            return Ok(Mode::AtOnce);
        }
        self.lane(ask.length).refuse(ask.client);
        Err(refused)
    }

    fn short_in_time(&self, now: Instant, ask: &Ask) -> Result<(), Refused> {
        let start = now + self.short.expected_wait(ask.client, Priority::Request);
        if self.short.is_free() || start <= ask.start_by() {
            return Ok(());
        }
        Err(Refused(start - ask.start_by()))
    }

    /// A long search is admitted if its share of a slot is of use, and its client leaves as many places as it takes.
    fn long_in_time(&self, now: Instant, ask: &Ask) -> Result<(), Refused> {
        let searches = &self.long_searches;
        let sharing = (searches.total + 1).div_ceil(self.slots) as u32;
        let has_share = self.long.is_free() || ask.deadline.saturating_duration_since(now) / sharing >= LEAST;
        if has_share && searches.has_room(ask.client, LONG_PER_SLOT * self.slots) {
            return Ok(());
        }
        let first_end = searches.deadlines.keys().next().copied().unwrap_or(now);
        Err(Refused(first_end.saturating_duration_since(now)))
    }

    /// Frees the place of a long search.
    pub fn end_long(&mut self, client: ClientId, deadline: Instant) {
        self.long_searches.remove(client, deadline);
    }

    /// The entry of a search in its lane.
    pub fn entry(ask: &Ask, mode: Mode, threads: usize) -> Entry {
        let Ask { client, expected, .. } = *ask;
        let threads = threads as u32;
        match mode {
            Mode::AtOnce => Entry {
                client,
                priority: Priority::AtOnce,
                expected: AT_ONCE,
                cost: AT_ONCE.mean,
                start_by: None,
            },
            Mode::Search(Length::Short) => Entry {
                client,
                priority: Priority::Request,
                expected,
                cost: expected.mean * threads,
                start_by: Some(ask.start_by()),
            },
            Mode::Search(Length::Long) => long_entry(client, Priority::Request, threads),
        }
    }

    /// The entry of a search in the background, in the long lane.
    pub fn background_entry() -> Entry {
        long_entry(ClientId(0), Priority::Background, 1)
    }

    /// Ends a slice: the search gives up its slots and asks for the next ones, of the long lane. It has them at once if
    /// [`Schedule::serve`] says so.
    pub fn end_slice(&mut self, now: Instant, held: &Held, threads: usize, who: W) -> (Entry, Place) {
        self.leave(now, held, threads);
        let priority = match held.entry.priority {
            Priority::Background => Priority::Background,
            Priority::AtOnce | Priority::Request => Priority::Request,
        };
        let entry = long_entry(held.entry.client, priority, threads as u32);
        (entry, self.long.enter(entry, who))
    }

    /// Gives back the slots of a search on this many threads.
    pub fn leave(&mut self, now: Instant, held: &Held, threads: usize) {
        let took = now.saturating_duration_since(held.since) * threads as u32;
        if held.slots > 0 {
            self.lane(held.length).leave(held.entry, held.slots, took);
        }
    }

    /// Who may start now, and who need not wait any longer.
    pub fn serve(&mut self, now: Instant) -> Vec<(W, Notice)> {
        let mut notices = self.short.serve();
        notices.extend(self.long.serve());
        notices.extend(self.short.displace(now));
        notices
    }
}

fn long_entry(client: ClientId, priority: Priority, threads: u32) -> Entry {
    let expected = Expected::exactly(SLICE);
    Entry { client, priority, expected, cost: SLICE * threads, start_by: None }
}
