//! Every change takes effect exactly once. Clients record a history while connections break and servers and stores
//! pause and die; a checker then looks for violated guarantees, as Jepsen does. `OPERATIONS` sets the number of changes
//! for each store. Tests that need `redis-server` in the path are ignored by default; this runs them too:
//! `OPERATIONS=4000 cargo test --test histories -- --include-ignored --nocapture`.
#![allow(clippy::unwrap_used, reason = "a test")]

mod failover;
mod feed;
mod seeks;

use duiyi_testkit::histories::checker::{Report, Violation, check, check_after_loss, check_with_replicas};
use duiyi_testkit::histories::client::{Client, Run, Servers};
use duiyi_testkit::histories::cluster::Cluster;
use duiyi_testkit::histories::games::{self, Kind};
use duiyi_testkit::histories::history::{Change, History, Operation, Outcome};
use duiyi_testkit::histories::nemesis::{BETWEEN_FAULTS_MS, Fault, Faults, Nemesis};
use duiyi_testkit::processes::TestStore;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// The API key of all clients, and the setting that lets it in.
const KEY: &str = "histories";
const KEYS: (&str, &str) = (
    "DUIYI_API_KEYS",
    "[{name = \"histories\", sha256 = \"355d34bed18f4385cfdc2a44c6659b2210bfed78595dd1b88faea6545ca33c54\"}]",
);

/// How many games are played at once.
const SLOTS: usize = 12;

fn operations() -> usize {
    std::env::var("OPERATIONS").map_or(400, |operations| operations.parse().unwrap())
}

/// Plays random games until all operations are taken.
async fn play(run: &Arc<Run>) -> JoinSet<()> {
    let slots = Arc::new(Semaphore::new(SLOTS));
    let mut games = JoinSet::new();
    // Each game gets two client numbers, because it may have two clients.
    for number in (0..).step_by(2) {
        let slot = Arc::clone(&slots).acquire_owned().await.unwrap();
        if !run.take_operation() {
            return games;
        }
        let client = Client::new(Arc::clone(run), number, Some(slot));
        games.spawn(games::play(Kind::random(), Arc::clone(run), client, number));
    }
    unreachable!("the operations run out")
}

/// Reads every game from every server, and the number of games.
async fn read_final_states(run: &Arc<Run>) {
    let games: BTreeSet<String> = {
        let history = run.history.lock().unwrap();
        history.operations.iter().filter_map(|operation| operation.game_id().map(str::to_owned)).collect()
    };
    let client = Client::new(Arc::clone(run), 0, None);
    for game in &games {
        client.read_from_every_server(game).await;
    }
    let created = {
        let history = run.history.lock().unwrap();
        history.operations.iter().filter(|it| it.acknowledged().is_some()).map(Operation::creates).sum()
    };
    let count = client.count_games(created).await;
    run.history.lock().unwrap().games_in_store = count;
}

/// Records the history of one run. With faults, clients also disconnect before they get their responses.
async fn run(name: &str, cluster: Cluster, faults: &'static [Fault]) -> History {
    let cluster = Arc::new(cluster);
    let servers: Arc<dyn Servers> = cluster.clone();
    let mut run = Run::new(servers, operations(), !faults.is_empty());
    run.api_key = Some(KEY);
    let run = Arc::new(run);
    let nemesis = Nemesis::start(Arc::clone(&cluster), faults, BETWEEN_FAULTS_MS);
    let games = play(&run).await;
    let made = tokio::task::spawn_blocking(|| nemesis.stop()).await.unwrap();
    run.faults_stopped.store(true, Ordering::Relaxed);
    games.join_all().await;
    read_final_states(&run).await;
    run.history.lock().unwrap().events = feed::read(cluster.address(0), KEY).await;
    let history = std::mem::take(&mut *run.history.lock().unwrap());
    print_summary(name, &history, made, run.disconnects.load(Ordering::Relaxed));
    history
}

fn print_summary(name: &str, history: &History, Faults { kills, stalls }: Faults, disconnects: usize) {
    let operations = &history.operations;
    let attempts = || operations.iter().flat_map(|operation| &operation.attempts);
    let count = |wanted: fn(&Outcome) -> bool| attempts().filter(|attempt| wanted(&attempt.outcome)).count();
    let replays = count(|outcome| matches!(outcome, Outcome::Answered(response) if response.is_replay));
    let lost = count(|outcome| matches!(outcome, Outcome::Lost));
    let of = |wanted: fn(&Change) -> bool| operations.iter().filter(|it| wanted(&it.change)).count();
    println!(
        "{name}: {} operations ({} creations, {} of several games, {} moves with a reply, {} undos, {} new names), {} retries, {disconnects} connections dropped \
         by clients, {} attempts without a response, {kills} kills, {stalls} stalls, {replays} replays, {} reads",
        operations.len(),
        of(|change| matches!(change, Change::Create { .. })),
        of(|change| matches!(change, Change::CreateAll { .. })),
        of(|change| matches!(change, Change::Move { wants_reply: true, .. })),
        of(|change| matches!(change, Change::Undo { .. })),
        of(|change| matches!(change, Change::Rename { .. })),
        attempts().count() - operations.len(),
        lost,
        history.reads.len() + history.final_reads.len(),
    );
}

#[track_caller]
fn assert_no_violations(violations: &[Violation]) {
    assert!(violations.is_empty(), "{} guarantees violated\n{}", violations.len(), Report(violations));
}

/// Checks the clients and the checker: a server without faults, with a thread for every search, violates nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_without_faults_has_no_violations() {
    let cluster = Cluster::start(TestStore::InMemory, 1, &[KEYS, ("DUIYI_SEARCH_THREADS", "16")]);
    assert_no_violations(&check(&run("no faults", cluster, &[]).await));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_takes_effect_once_in_memory() {
    let cluster = Cluster::start(TestStore::InMemory, 1, &[KEYS]);
    assert_no_violations(&check(&run("memory", cluster, &[Fault::PauseServer]).await));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_takes_effect_once_in_a_file() {
    let cluster = Cluster::start(TestStore::redb(), 1, &[KEYS]);
    assert_no_violations(&check(&run("redb", cluster, &[Fault::KillServer, Fault::PauseServer]).await));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn every_change_takes_effect_once_in_redis() {
    let cluster = Cluster::start(TestStore::redis(), 3, &[KEYS]);
    let faults = &[Fault::KillServer, Fault::PauseServer, Fault::KillStore, Fault::PauseStore];
    assert_no_violations(&check(&run("redis", cluster, faults).await));
}

/// Redis replicates after it has answered, so a primary that dies may take acknowledged changes with it.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn no_etag_stands_for_two_states_when_primaries_of_a_cluster_die() {
    let cluster = Cluster::start(TestStore::cluster(), 2, &[KEYS]);
    let faults = &[Fault::FailOver, Fault::KillServer, Fault::PauseServer];
    assert_no_violations(&check_after_loss(&run("redis cluster", cluster, faults).await));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn no_acknowledged_change_is_lost_when_primaries_die_whose_replicas_had_it() {
    let cluster = Cluster::start(TestStore::cluster(), 2, &[KEYS, ("DUIYI_REDIS_WAIT_REPLICAS", "1")]);
    let faults = &[Fault::FailOver, Fault::KillServer];
    assert_no_violations(&check_with_replicas(run("redis cluster with WAIT", cluster, faults).await));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn no_acknowledged_change_is_lost_when_sentinels_promote_a_replica_that_had_it() {
    let cluster = Cluster::start(TestStore::sentinel(), 2, &[KEYS, ("DUIYI_REDIS_WAIT_REPLICAS", "1")]);
    let faults = &[Fault::FailOver, Fault::KillServer];
    assert_no_violations(&check_with_replicas(run("redis with sentinels and WAIT", cluster, faults).await));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn no_etag_stands_for_two_states_when_redis_loses_acknowledged_writes() {
    let cluster = Cluster::start(TestStore::redis(), 2, &[KEYS]);
    let faults = &[Fault::LoseWrites, Fault::KillServer];
    assert_no_violations(&check_after_loss(&run("redis with lost writes", cluster, faults).await));
}
