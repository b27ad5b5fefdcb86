//! Games between people, while servers are killed, and they, Redis and the links between them stand still.

use super::caller::{Caller, FinalResponse, pause};
use super::check::{Findings, History, check};
use super::lateness::Lateness;
use super::plan::Plan;
use super::player::{Seat, play};
use super::sightings::Source;
use super::{MACHINE, games, number};
use duiyi_testkit::histories::cluster::Cluster;
use duiyi_testkit::histories::nemesis::{Fault, Faults, Nemesis};
use duiyi_testkit::processes::Redis;
use rand::RngExt;
use serde_json::json;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// How many games are played at once.
const SLOTS: usize = 32;
/// No game takes so long.
const LONGEST_GAME: Duration = Duration::from_secs(120);
/// Servers learn so late what the others have counted.
const SLACK_MS: i64 = 300;

/// Creates a game, lets the second player join if it needs an invitation, and has both play it.
async fn play_game(caller: Arc<Caller>, plan: Plan) {
    let mut body = plan.creation();
    let by_invitation = rand::rng().random_bool(0.5);
    let creator = rand::rng().random_range(0..2);
    body["seats"] = if by_invitation { "invite".into() } else { true.into() };
    if by_invitation {
        body["side"] = plan.sides()[creator].into();
    }
    let created = caller.change("", "create", None, body).await;
    let Some(game) = created.body["id"].as_str() else { return };
    let joined = match created.body["invitation"].as_str() {
        None => None,
        Some(secret) => Some(caller.change(game, "join", None, json!({"invitation": secret})).await),
    };
    let listener = rand::rng().random_range(0..2);
    let seat = |side: usize| {
        let token = |response: &FinalResponse| {
            response.body["tokens"][plan.sides()[side]].as_str().map(str::to_owned)
        };
        let token = token(&created).or_else(|| joined.as_ref().and_then(token)).unwrap();
        // At least one player listens to the events.
        let listens = side == listener || rand::rng().random_bool(0.5);
        Seat { caller: Arc::clone(&caller), game: game.to_owned(), token, side, listens }
    };
    let longest = LONGEST_GAME * (plan.rematches + 1);
    let both = Box::pin(async { tokio::join!(play(seat(0), plan.clone()), play(seat(1), plan.clone())) });
    if tokio::time::timeout(longest, both).await.is_err() {
        caller.record.lock().unwrap().violations.push(format!("game {game} did not end: {plan:?}"));
    }
}

async fn play_all(caller: &Arc<Caller>, plans: Vec<Plan>) {
    let slots = Arc::new(Semaphore::new(SLOTS));
    let mut games = JoinSet::new();
    for plan in plans {
        let slot = Arc::clone(&slots).acquire_owned().await.unwrap();
        let caller = Arc::clone(caller);
        games.spawn(async move {
            play_game(caller, plan).await;
            drop(slot);
        });
    }
    games.join_all().await;
}

/// Reads every game from every server.
async fn read_final_states(caller: &Caller) -> Option<usize> {
    let games: BTreeSet<String> = {
        let record = caller.record.lock().unwrap();
        record.sightings.iter().map(|sighting| sighting.game.clone()).collect()
    };
    for game in &games {
        for server in 0..caller.cluster.count() {
            while caller.read_from(server, game, None, Source::Final).await.is_none() {
                pause().await;
            }
        }
    }
    // The metric is counted every half minute.
    for _ in 0..140 {
        if caller.count_games().await == Some(games.len()) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    caller.count_games().await
}

/// Plays games against three servers on one Redis while faults happen. Fails if a guarantee was violated.
async fn run(name: &str, plans: Vec<Plan>, faults: &'static [Fault], between_ms: Range<u64>) -> Findings {
    let _together = MACHINE.read().await;
    // All clients have one address, and so share its idempotency records.
    let settings = &[("DUIYI_IDEMPOTENCY_PER_CLIENT", "1000000")];
    let cluster = Arc::new(Cluster::start_behind_links(Redis::synced_each_second(), 3, settings));
    let caller = Arc::new(Caller::new(Arc::clone(&cluster)));
    let nemesis = Nemesis::start(Arc::clone(&cluster), faults, between_ms);
    play_all(&caller, plans).await;
    let made = tokio::task::spawn_blocking(|| nemesis.stop()).await.unwrap();
    let games_in_store = read_final_states(&caller).await;
    let record = std::mem::take(&mut *caller.record.lock().unwrap());
    let (outages, stalls) = (cluster.outages(), cluster.stalls());
    let history =
        History { record, outages, stalls, servers: cluster.count(), slack_ms: SLACK_MS, games_in_store };
    let findings = check(&history);
    print_summary(name, &history, &findings, made);
    let Findings { violations, .. } = &findings;
    assert!(violations.is_empty(), "{} violations\n{}", violations.len(), violations.join("\n"));
    findings
}

fn print_summary(name: &str, history: &History, findings: &Findings, Faults { kills, stalls }: Faults) {
    let History { record, outages, games_in_store, .. } = history;
    let attempts: usize = record.changes.iter().map(|change| change.attempts).sum();
    println!(
        "{name}: {} games, {} changes, {} retries, {} states seen, {} rematches, {kills} kills, {stalls} stalls, {} outages",
        games_in_store.unwrap_or(0),
        record.changes.len(),
        attempts - record.changes.len(),
        record.sightings.len(),
        record.rematches.len() / 2,
        outages.len(),
    );
    println!(
        "{name}: ended by {:?}; overcharged by at most {} ms, by {} after a move was sent; {} moves sent to a server that stood \
         still, the next clock at most {} ms early",
        findings.endings,
        findings.overcharge,
        findings.unused,
        findings.moves_in_stalls,
        findings.early_start,
    );
    println!("{name}: {}", findings.lateness);
}

/// Fails if a server ended a game too late, or the first client saw it too late. On a machine that runs other tests, too, wide limits
/// are enough.
fn assert_on_time(findings: &Findings) {
    let Lateness { ended, seen, .. } = &findings.lateness;
    for (late, limit, by) in
        [(ended, 5000, "by the server"), (seen, number("LATE_MS", 5000), "for its clients")]
    {
        let most = late.iter().copied().max().unwrap_or(0);
        assert!(most <= limit as i64, "a game ended {most} ms after its deadline {by}");
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn every_game_ends_once_and_on_time_while_servers_are_killed() {
    let plans = (0..games(40)).map(|_| Plan::random()).collect();
    assert_on_time(&run("kills", plans, &[Fault::KillServer, Fault::KillSomeServers], 200..2000).await);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn every_game_ends_once_and_nobody_is_charged_while_no_server_is_up_or_redis_stands_still() {
    let plans = (0..games(30)).map(|_| Plan::random()).collect();
    let faults = &[Fault::KillAllServers, Fault::PauseStore, Fault::KillServer];
    assert_on_time(&run("outages", plans, faults, 1000..4000).await);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn nobody_is_charged_for_time_after_its_move_while_servers_and_their_links_stand_still() {
    let plans = (0..games(30)).map(|_| Plan::random()).collect();
    run("stalls", plans, &[Fault::StallServer, Fault::StallLink, Fault::KillServer], 200..2000).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn players_find_one_rematch_when_servers_are_killed_while_they_agree() {
    let plans = (0..games(15)).map(|_| Plan::series(4)).collect();
    run("rematches", plans, &[Fault::KillServer, Fault::KillSomeServers], 20..200).await;
}
