//! Load and chaos: `cargo bench --bench chaos -- --seconds 3600 --seed 1`, as root on Linux. Clients make changes with
//! idempotency keys and follow games by event streams, while replicas, Redis and the network between them fail, disks are full
//! and clocks are stepped. At the end the program checks what the clients saw, prints a table, and fails on a violation.
//!
//! `--streams` (10000), `--rate` (200 changes a second), `--gap` (6 seconds at most between two faults of the servers, and of the
//! store) and `--calm` (no faults) change the load. Needs `redis-server`, `unshare`,
//! `nsenter`, `ip` and `iptables` in the path; without libfaketime no clock is stepped (that of Redis never is). `CHAOS_VERBOSE` prints each fault.
#![allow(clippy::unwrap_used, reason = "as in the tests, whose modules it uses")]

mod clock;
mod memory;
mod nemesis;
mod network;
mod players;
mod processor;
mod replicas;
mod store;
mod streams;

use duiyi_testkit::histories::checker::Report;
use duiyi_testkit::histories::client::{Client, Run, Servers};
use duiyi_testkit::resident::resident_kib;
use memory::Memory;
use nemesis::{Injected, Nemesis};
use network::Host;
use players::{Findings, Players};
use processor::Used;
use replicas::{Replica, Replicas};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::Store;
use streams::Seen;
use tokio::task::JoinSet;

const REPLICAS: u8 = 3;
/// Most streams follow slow games: a game that a hundred clients follow costs a hundred events for a move.
const SLOW_GAMES: usize = 1000;
/// Many, because every third attempt waits in vain for seconds while one of the servers cannot be reached.
const FAST_GAMES: usize = 600;
/// The share of the changes in slow games.
const SLOW_SHARE: f64 = 0.1;

struct Options {
    seconds: u64,
    seed: u64,
    streams: usize,
    rate: f64,
    gap: Duration,
    calm: bool,
}

impl Options {
    fn read(arguments: &[String]) -> Options {
        let after = |name: &str| {
            let value = arguments.iter().skip_while(|argument| *argument != name).nth(1)?;
            Some(value.parse::<u64>().expect("a number"))
        };
        Options {
            seconds: after("--seconds").unwrap_or(60),
            seed: after("--seed").unwrap_or(1),
            streams: after("--streams").unwrap_or(10_000) as usize,
            rate: after("--rate").unwrap_or(200) as f64,
            gap: Duration::from_secs(after("--gap").unwrap_or(6)),
            calm: arguments.iter().any(|argument| argument == "--calm"),
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    // `cargo test --benches` runs this binary without `--bench`; it must measure nothing then.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    if let Some(status) = network::enter() {
        return if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let options = Options::read(&arguments);
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    runtime.block_on(run(options))
}

/// Starts the store and the replicas.
fn start(folder: &std::path::Path) -> (Arc<Mutex<Store>>, Arc<Replicas>) {
    network::set_up();
    let store = Store::start(folder);
    let url = store.url();
    let replicas = (0..REPLICAS).map(|number| Replica::start(Host::add(10 + number), folder, &url));
    let replicas = Replicas(replicas.collect());
    if !replicas.0[0].clock.is_adjustable() {
        println!("no libfaketime: clocks are not stepped");
    }
    (Arc::new(Mutex::new(store)), Arc::new(replicas))
}

async fn run(options: Options) -> ExitCode {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, replicas) = start(folder.path());
    let servers: Arc<dyn Servers> = Arc::<Replicas>::clone(&replicas);
    let players = Arc::new(Players::new(Arc::clone(&servers)));
    let seen = Arc::new(Seen::default());
    let mut playing = JoinSet::new();
    let share = |slots, share| Box::pin(Arc::clone(&players).play(slots, options.rate * share, options.seed));
    playing.spawn(share(SLOW_GAMES, SLOW_SHARE));
    playing.spawn(share(FAST_GAMES, 1.0 - SLOW_SHARE));
    let mut following = JoinSet::new();
    let clients = streams::clients();
    for number in 0..options.streams {
        let http = clients[number % clients.len()].clone();
        let (servers, players, seen) = (Arc::clone(&servers), Arc::clone(&players), Arc::clone(&seen));
        following.spawn(Box::pin(streams::follow(
            http,
            servers,
            players,
            seen,
            options.seed + number as u64,
        )));
    }
    let sampling = Arc::new(AtomicBool::new(false));
    let most_memory = {
        let (replicas, stop) = (Arc::clone(&replicas), Arc::clone(&sampling));
        tokio::spawn(async move { memory::most(&replicas, &stop).await })
    };
    let used = {
        let stop = Arc::clone(&sampling);
        tokio::spawn(async move {
            let mut used = Used::default();
            used.take(&stop).await;
            used
        })
    };
    let started = Instant::now();
    let nemesis = (!options.calm)
        .then(|| Nemesis::start(Arc::clone(&replicas), Arc::clone(&store), options.seed, options.gap));
    while started.elapsed() < Duration::from_secs(options.seconds) {
        let left = Duration::from_secs(options.seconds).saturating_sub(started.elapsed());
        tokio::time::sleep(Duration::from_secs(30).min(left)).await;
        progress(started, &players, &seen, &replicas.0[0]);
    }
    sampling.store(true, Ordering::Relaxed);
    let seconds = started.elapsed().as_secs_f64();
    let injected = match nemesis {
        Some(nemesis) => tokio::task::spawn_blocking(|| nemesis.stop()).await.expect("no panic"),
        None => Injected::default(),
    };
    // A fault that could not be injected is in the table as a violation, with all that was seen besides.
    println!("Redis ended {} times by itself", store.lock().unwrap_or_else(PoisonError::into_inner).ended());
    players.stop();
    playing.join_all().await;
    seen.stop();
    following.join_all().await;
    let findings = std::mem::take(&mut *players.findings.lock().unwrap());
    let lost = look_up(&servers, &findings).await;
    let memory = Memory::at_end(most_memory.await.expect("no panic"), &replicas).await;
    let used = used.await.expect("no panic");
    let table = Table { findings, injected, memory, used, lost, seconds, rate: options.rate };
    table.print(&seen)
}

fn progress(started: Instant, players: &Players, seen: &Seen, first: &Replica) {
    let findings = players.findings.lock().unwrap();
    println!(
        "{:5} s: {} games ended, {} changes in them, {} streams open, {} events, first replica {} MiB with {} files open, {} violations",
        started.elapsed().as_secs(),
        findings.totals.games,
        findings.totals.changes,
        seen.open.load(Ordering::Relaxed),
        seen.events.load(Ordering::Relaxed),
        resident_kib(first.id()).unwrap_or_default() >> 10,
        memory::open_files(first.id()),
        findings.violations.len() + seen.violations.lock().unwrap().len(),
    );
    findings.violations.iter().take(2).for_each(|violation| println!("    {violation:?}"));
    seen.violations.lock().unwrap().iter().take(2).for_each(|violation| println!("    {violation}"));
}

/// Reads every game of the run at the end; returns those that are not as their players left them, and whether the number of
/// games is right.
async fn look_up(servers: &Arc<dyn Servers>, findings: &Findings) -> Vec<String> {
    let mut run = Run::new(Arc::clone(servers), 0, false);
    run.network = network::CLIENTS;
    run.faults_stopped.store(true, Ordering::Relaxed);
    let run = Arc::new(run);
    let client = Client::new(Arc::clone(&run), 0, None);
    let mut lost = Vec::new();
    for (id, version) in &findings.finished {
        client.read_from_every_server(id).await;
        let reads = std::mem::take(&mut run.history.lock().unwrap().final_reads);
        for read in reads {
            let shown = read.response.state.map(|state| state.version);
            if shown != Some(*version) {
                lost.push(format!("game {id}: version {shown:?} at the end, not {version}"));
            }
        }
    }
    let games = findings.finished.len();
    let counted = client.count_games(games).await;
    let allowed = games..=games + findings.unanswered_creations;
    if !counted.is_some_and(|counted| allowed.contains(&counted)) {
        lost.push(format!("the store has {counted:?} games of {games}"));
    }
    lost
}

struct Table {
    findings: Findings,
    injected: Injected,
    memory: Memory,
    used: Used,
    lost: Vec<String>,
    /// How long games began. The last ones end later.
    seconds: f64,
    rate: f64,
}

impl Table {
    fn print(&self, seen: &Seen) -> ExitCode {
        let totals = &self.findings.totals;
        let load = |counter: &std::sync::atomic::AtomicUsize| counter.load(Ordering::Relaxed);
        println!("\n{:.0} s", self.seconds);
        println!("faults: {}", self.injected);
        println!(
            "games {}, changes {} ({:.0} per second of {} wanted), attempts {} (without a response {}), replays {}, reads {}",
            totals.games,
            totals.changes,
            totals.changes as f64 / self.seconds,
            self.rate,
            totals.attempts,
            totals.lost,
            totals.replays,
            totals.reads
        );
        println!(
            "streams: at most {} open, {} connections, {} refused or broken, {} events",
            load(&seen.most_open),
            load(&seen.connections),
            load(&seen.refusals),
            load(&seen.events)
        );
        println!(
            "reads of states that were not stored for good or not current: {}; first events of streams: {}",
            self.findings.unstable_reads,
            load(&seen.old_first_events)
        );
        let (seconds, median) = self.findings.seconds_with_changes();
        println!("seconds in which changes were answered: {seconds}, with {median} each (median)");
        println!("processors used: {}", self.used);
        println!("memory: {}", self.memory);
        let mut faults = self.injected.failures.clone();
        faults.extend(self.lost.iter().cloned());
        faults.extend(seen.violations.lock().unwrap().iter().cloned());
        if !self.memory.is_flat() {
            faults.push("the memory of the first replica grows".to_owned());
        }
        let violations = faults.len() + self.findings.violations.len();
        println!("{violations} violations\n{}", Report(&self.findings.violations));
        faults.iter().take(20).for_each(|fault| println!("{fault}"));
        if violations == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
