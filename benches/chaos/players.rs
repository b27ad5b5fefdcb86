//! Clients that play many games at once, at a fixed rate. Each game has its own history, which is checked when it is over.

use super::network::CLIENTS;
use duiyi_testkit::histories::checker::{Violation, check};
use duiyi_testkit::histories::client::{Client, Pace, Run, Servers};
use duiyi_testkit::histories::games::{self, Kind};
use duiyi_testkit::histories::history::{Change, GameState, History, Outcome};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

/// The kinds of game with their weights. Few have an engine, because the machine is for the service.
const KINDS: [(Kind, u32); 4] =
    [(Kind::People, 55), (Kind::Seated, 20), (Kind::Shared, 22), (Kind::Engine { moves_first: false }, 3)];
/// Clients wait as the `Retry-After` of a store that is down says, which the tests do not.
const BETWEEN_ATTEMPTS_MS: Range<u64> = 1000..3000;
/// How many games are checked at once, at most. Each needs all servers for its last reads.
const FINISHING: usize = 8;

/// A game that is played, or one that has just ended.
#[derive(Debug)]
pub struct Played {
    pub run: Arc<Run>,
    /// The last state, known when nobody plays any more.
    pub last: OnceLock<Option<GameState>>,
}

impl Played {
    /// The id of the game once it is created.
    pub fn id(&self) -> Option<String> {
        let history = self.run.history.lock().unwrap();
        history.operations.first()?.game_id().map(str::to_owned)
    }

    /// The newest version that a client knows to be stored.
    pub fn newest(&self) -> u64 {
        let history = self.run.history.lock().unwrap();
        let known = history.operations.iter().filter_map(|operation| operation.acknowledged());
        known.map(|state| state.version).max().unwrap_or_default()
    }
}

/// What the histories of the games contain.
#[derive(Clone, Copy, Default, Debug)]
pub struct Totals {
    pub games: usize,
    pub changes: usize,
    pub attempts: usize,
    pub lost: usize,
    pub replays: usize,
    pub reads: usize,
}

#[derive(Debug, Default)]
pub struct Findings {
    pub totals: Totals,
    pub violations: Vec<Violation>,
    /// Reads of a change that was not acknowledged and then lost, or by a server that did not know the new primary yet.
    pub unstable_reads: usize,
    /// The id and the version of every game at its end.
    pub finished: Vec<(String, u64)>,
    /// Creations that may or may not have made a game.
    pub unanswered_creations: usize,
    /// How many changes got their first final response in each second of the run.
    by_second: BTreeMap<u64, usize>,
}

impl Findings {
    /// The number of seconds with a final response to some change, and the median of the changes in them.
    pub fn seconds_with_changes(&self) -> (usize, usize) {
        let mut numbers: Vec<usize> = self.by_second.values().copied().collect();
        numbers.sort_unstable();
        (numbers.len(), numbers.get(numbers.len() / 2).copied().unwrap_or_default())
    }

    /// Adds a history whose times count from `start` of the run.
    fn add(&mut self, history: &History, start: Duration, last: Option<&GameState>) {
        let answered = history.operations.iter().filter(|operation| operation.response().is_some());
        for operation in answered {
            let second = (start + Duration::from_nanos(operation.completed())).as_secs();
            *self.by_second.entry(second).or_default() += 1;
        }
        let operations = &history.operations;
        let attempts = || operations.iter().flat_map(|operation| &operation.attempts);
        let count =
            |wanted: fn(&Outcome) -> bool| attempts().filter(|attempt| wanted(&attempt.outcome)).count();
        let totals = &mut self.totals;
        totals.games += 1;
        totals.changes += operations.len();
        totals.attempts += attempts().count();
        totals.lost += count(|outcome| matches!(outcome, Outcome::Lost));
        totals.replays +=
            count(|outcome| matches!(outcome, Outcome::Answered(response) if response.is_replay));
        totals.reads += history.reads.len() + history.final_reads.len();
        for violation in check(history) {
            if is_unstable_read(&violation) {
                self.unstable_reads += 1;
            } else {
                self.violations.push(violation);
            }
        }
        self.finished.extend(last.map(|state| (state.game.clone(), state.version)));
        self.unanswered_creations += operations
            .iter()
            .filter(|it| matches!(it.change, Change::Create { .. }) && it.response().is_none())
            .count();
    }
}

/// `docs/REDIS.md`: a read may show a change that is not acknowledged yet, and a primary that is cut off answers until
/// the servers have found the new one. An ETag never stands for two states.
fn is_unstable_read(violation: &Violation) -> bool {
    matches!(violation, Violation::StaleRead { .. } | Violation::VersionOfTwoStates { .. })
}

/// The games that are played, for those who follow them, and what was found.
#[derive(Debug)]
pub struct Players {
    servers: Arc<dyn Servers>,
    playing: Mutex<Vec<Arc<Played>>>,
    pub findings: Mutex<Findings>,
    number: AtomicUsize,
    started: Instant,
    stop: AtomicBool,
    finishing: Semaphore,
}

impl Players {
    pub fn new(servers: Arc<dyn Servers>) -> Players {
        Players {
            servers,
            playing: Mutex::default(),
            findings: Mutex::default(),
            number: AtomicUsize::new(0),
            started: Instant::now(),
            stop: AtomicBool::new(false),
            finishing: Semaphore::new(FINISHING),
        }
    }

    /// A random one of the games that are played.
    pub fn any(&self, random: &mut StdRng) -> Option<Arc<Played>> {
        self.playing.lock().unwrap().choose(random).cloned()
    }

    /// No game begins any more, and the changes under way are the last ones.
    pub fn stop(&self) {
        let playing = self.playing.lock().unwrap();
        self.stop.store(true, Ordering::Relaxed);
        for played in playing.iter() {
            played.run.remaining.store(0, Ordering::Relaxed);
            played.run.faults_stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Adds a game unless the end has come.
    fn begin(&self, played: &Arc<Played>) -> bool {
        let mut playing = self.playing.lock().unwrap();
        let may_begin = !self.stop.load(Ordering::Relaxed);
        if may_begin {
            playing.push(Arc::clone(played));
        }
        may_begin
    }

    /// Plays `slots` games at a time with `rate` changes per second in all of them, until the end.
    pub async fn play(self: Arc<Self>, slots: usize, rate: f64, seed: u64) {
        let mut interval = tokio::time::interval(Duration::from_secs_f64(1.0 / rate));
        interval.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let pace = Arc::new(Pace::new(interval));
        let slots = Arc::new(Semaphore::new(slots));
        let mut random = StdRng::seed_from_u64(seed);
        let mut games = JoinSet::new();
        while !self.stop.load(Ordering::Relaxed) {
            let slot = tokio::time::timeout(Duration::from_secs(1), Arc::clone(&slots).acquire_owned()).await;
            while games.try_join_next().is_some() {}
            let Ok(Ok(slot)) = slot else { continue };
            let kind = KINDS.choose_weighted(&mut random, |(_, weight)| *weight).expect("weights").0;
            let mut run = Run::new(Arc::clone(&self.servers), usize::MAX, true);
            run.network = CLIENTS;
            run.pace = Some(Arc::clone(&pace));
            run.pause_ms = BETWEEN_ATTEMPTS_MS;
            let played = Arc::new(Played { run: Arc::new(run), last: OnceLock::new() });
            if !self.begin(&played) {
                break;
            }
            // Each game gets two client numbers, because it may have two clients.
            let number = self.number.fetch_add(2, Ordering::Relaxed) % 0xff00;
            let client = Client::new(Arc::clone(&played.run), number, Some(slot));
            let players = Arc::clone(&self);
            games.spawn(async move {
                Box::pin(games::play(kind, Arc::clone(&played.run), client, number)).await;
                players.finish(played).await;
            });
        }
        games.join_all().await;
    }

    /// Reads a game that nobody plays any more from every server, and checks its history.
    async fn finish(&self, played: Arc<Played>) {
        let _permit = self.finishing.acquire().await;
        let mut last = None;
        if let Some(id) = played.id() {
            Client::new(Arc::clone(&played.run), 0, None).read_from_every_server(&id).await;
        }
        {
            let history = played.run.history.lock().unwrap();
            for read in &history.final_reads {
                last = read.response.state.clone().or(last);
            }
            let start = played.run.started - self.started;
            self.findings.lock().unwrap().add(&history, start, last.as_ref());
        }
        self.playing.lock().unwrap().retain(|other| !Arc::ptr_eq(other, &played));
        played.last.set(last).expect("finished once");
    }
}
