//! `kill -9` of the server while clients play.

use super::players::{KnownGame, client, create_game, play, read_game};
use duiyi_testkit::processes::{Server, TestStore};
use rand::RngExt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::task::JoinSet;

const CLIENTS: usize = 50;
/// After how many acknowledged moves the server is killed.
const MOVES: Range<usize> = 1..200;
/// No server is so slow.
const LONGEST: Duration = Duration::from_secs(60);

/// How many times the server is killed; `KILLS` overrides the default.
fn kills() -> usize {
    std::env::var("KILLS").map_or(4, |kills| kills.parse().unwrap())
}

/// Plays until the server is gone, and counts the acknowledged moves; returns all games in their last acknowledged state.
async fn play_until_killed(
    server: String,
    games: Vec<KnownGame>,
    acknowledged: Arc<AtomicUsize>,
) -> Vec<KnownGame> {
    let http = client();
    let mut games = games;
    loop {
        match create_game(&http, &server).await {
            Some(game) => games.push(game),
            None => return games,
        }
        for game in games.iter_mut().rev().take(8) {
            match play(&http, &server, game).await {
                Some(now) => {
                    *game = now;
                    acknowledged.fetch_add(1, Ordering::Relaxed);
                }
                // The unacknowledged last move may or may not have been stored.
                None if !game.legal.is_empty() => return games,
                None => {}
            }
        }
    }
}

async fn assert_acknowledged_moves_survive(store: &TestStore) {
    let mut all: Vec<Vec<KnownGame>> = vec![Vec::new(); CLIENTS];
    let mut found = 0;
    for _ in 0..kills() {
        let mut server: Server = store.serve();
        let mut clients = JoinSet::new();
        let acknowledged = Arc::new(AtomicUsize::new(0));
        for games in all.drain(..) {
            clients.spawn(play_until_killed(server.url(""), games, Arc::clone(&acknowledged)));
        }
        let killed_after = rand::rng().random_range(MOVES);
        let played = async {
            // Each client that still plays holds the counter, too.
            while acknowledged.load(Ordering::Relaxed) < killed_after && Arc::strong_count(&acknowledged) > 1
            {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::time::timeout(LONGEST, played).await.expect("moves are acknowledged");
        server.kill().unwrap();
        all = clients.join_all().await;

        let server = store.serve();
        let http = client();
        for games in &mut all {
            for game in games.iter_mut() {
                let now = read_game(&http, &server, &game.id).await;
                game.assert_is_not_lost(&now);
                *game = now;
            }
            found += games.iter().map(|game| game.moves.len()).sum::<usize>();
            // Old games need not be checked after every kill.
            let old = games.len().saturating_sub(16);
            games.drain(..old);
        }
    }
    println!("{} kills under {CLIENTS} clients: {found} acknowledged moves were still there", kills());
    assert!(found > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_moves_survive_a_kill_in_redb() {
    assert_acknowledged_moves_survive(&TestStore::redb()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn acknowledged_moves_survive_a_kill_in_redis() {
    assert_acknowledged_moves_survive(&TestStore::redis()).await;
}
