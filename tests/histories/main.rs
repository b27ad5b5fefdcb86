//! Every change exactly once: clients whose connections break, servers and stores that stop and die, and a program that
//! holds what the clients saw against what is promised. `OPERATIONS` says how many changes are made in each store. What
//! needs `redis-server` in the path is ignored unless asked for:
//! `OPERATIONS=4000 cargo test --test histories -- --include-ignored --nocapture`.
#![allow(clippy::unwrap_used, reason = "a test")]

mod checker;
mod client;
mod cluster;
mod failover;
mod games;
mod history;
mod nemesis;
#[path = "../stores/processes.rs"]
mod processes;
mod wire;

use checker::{Report, Violation, check, check_after_loss};
use client::{Client, Run};
use cluster::Cluster;
use games::Kind;
use history::{Change, History, Outcome};
use nemesis::{Fault, Faults, Nemesis};
use processes::Kept;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// How many games are played at once.
const PLACES: usize = 12;

fn operations() -> usize {
    std::env::var("OPERATIONS").map_or(400, |operations| operations.parse().unwrap())
}

/// Plays games of every kind until as many changes are made as wanted.
async fn play(run: &Arc<Run>) -> JoinSet<()> {
    let places = Arc::new(Semaphore::new(PLACES));
    let mut games = JoinSet::new();
    // Two numbers for each game, as it may have two clients.
    for number in (0..).step_by(2) {
        let place = Arc::clone(&places).acquire_owned().await.unwrap();
        if !run.takes_one_more() {
            return games;
        }
        let client = Client::new(Arc::clone(run), number, Some(place));
        games.spawn(games::play(Kind::random(), Arc::clone(run), client, number));
    }
    unreachable!("the operations come to an end")
}

/// Looks at every game again.
async fn look_at_the_end(run: &Arc<Run>) {
    let games: BTreeSet<String> = {
        let history = run.history.lock().unwrap();
        history.operations.iter().filter_map(|operation| operation.about().map(str::to_owned)).collect()
    };
    let client = Client::new(Arc::clone(run), 0, None);
    for game in &games {
        client.read_at_last(game).await;
    }
    let count = client.count_games(games.len()).await;
    run.history.lock().unwrap().games_in_store = count;
}

/// A history of clients, who leave before they have their answers if there are faults at all.
async fn run(name: &str, cluster: Cluster, faults: &'static [Fault]) -> History {
    let cluster = Arc::new(cluster);
    let run = Arc::new(Run::new(Arc::clone(&cluster), operations(), !faults.is_empty()));
    let nemesis = Nemesis::start(cluster, faults);
    let games = play(&run).await;
    let made = tokio::task::spawn_blocking(|| nemesis.stop()).await.unwrap();
    run.is_quiet.store(true, Ordering::Relaxed);
    games.join_all().await;
    look_at_the_end(&run).await;
    let history = std::mem::take(&mut *run.history.lock().unwrap());
    print_summary(name, &history, made, run.drops.load(Ordering::Relaxed));
    history
}

fn print_summary(name: &str, history: &History, Faults { kills, stalls }: Faults, drops: usize) {
    let operations = &history.operations;
    let attempts = || operations.iter().flat_map(|operation| &operation.attempts);
    let count = |wanted: fn(&Outcome) -> bool| attempts().filter(|attempt| wanted(&attempt.outcome)).count();
    let replays = count(|outcome| matches!(outcome, Outcome::Answered(answer) if answer.is_replay));
    let lost = count(|outcome| matches!(outcome, Outcome::Lost));
    let of = |wanted: fn(&Change) -> bool| operations.iter().filter(|it| wanted(&it.change)).count();
    println!(
        "{name}: {} operations ({} creations, {} moves with a reply, {} undos), {} retries, {drops} connections dropped \
         by clients, {} tries without an answer, {kills} kills, {stalls} stalls, {replays} replays, {} reads",
        operations.len(),
        of(|change| matches!(change, Change::Create { .. })),
        of(|change| matches!(change, Change::Move { is_replied_to: true, .. })),
        of(|change| matches!(change, Change::Undo { .. })),
        attempts().count() - operations.len(),
        lost,
        history.reads.len() + history.last_reads.len(),
    );
}

#[track_caller]
fn assert_none(violations: &[Violation]) {
    assert!(violations.is_empty(), "{} promises broken\n{}", violations.len(), Report(violations));
}

/// That the clients and the checker blame no server that is left alone, and has a thread for every search.
#[tokio::test(flavor = "multi_thread")]
async fn an_undisturbed_run_breaks_no_promise() {
    let cluster = Cluster::start(Kept::InMemory, 1, &[("DUIYI_SEARCH_THREADS", "16")]);
    assert_none(&check(&run("undisturbed", cluster, &[]).await));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_takes_effect_once_in_memory() {
    let cluster = Cluster::start(Kept::InMemory, 1, &[]);
    assert_none(&check(&run("memory", cluster, &[Fault::PauseServer]).await));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_takes_effect_once_in_a_file() {
    let cluster = Cluster::start(Kept::redb(), 1, &[]);
    assert_none(&check(&run("redb", cluster, &[Fault::KillServer, Fault::PauseServer]).await));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn every_change_takes_effect_once_in_redis() {
    let cluster = Cluster::start(Kept::redis(), 3, &[]);
    let faults = &[Fault::KillServer, Fault::PauseServer, Fault::KillStore, Fault::PauseStore];
    assert_none(&check(&run("redis", cluster, faults).await));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn no_tag_stands_for_two_boards_when_redis_loses_what_it_acknowledged() {
    let cluster = Cluster::start(Kept::redis(), 2, &[]);
    let faults = &[Fault::LoseWrites, Fault::KillServer];
    assert_none(&check_after_loss(&run("redis that loses", cluster, faults).await));
}
