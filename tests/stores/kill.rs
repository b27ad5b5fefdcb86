//! `kill -9` of the server while clients play.

use super::players::{KnownGame, client, create_game, play, read_game};
use duiyi_testkit::processes::{Server, TestStore};
use rand::RngExt;
use std::time::Duration;
use tokio::task::JoinSet;

const CLIENTS: usize = 50;

/// How many times the server is killed; `KILLS` overrides the default.
fn kills() -> usize {
    std::env::var("KILLS").map_or(4, |kills| kills.parse().unwrap())
}

/// Plays until the server is gone; returns all games in their last acknowledged state.
async fn play_until_killed(server: String, games: Vec<KnownGame>) -> Vec<KnownGame> {
    let http = client();
    let mut games = games;
    loop {
        match create_game(&http, &server).await {
            Some(game) => games.push(game),
            None => return games,
        }
        for game in games.iter_mut().rev().take(8) {
            match play(&http, &server, game).await {
                Some(now) => *game = now,
                // The unacknowledged last move may or may not have been stored.
                None if !game.legal.is_empty() => return games,
                None => {}
            }
        }
    }
}

async fn assert_acknowledged_moves_survive(store: &TestStore) {
    let mut all: Vec<Vec<KnownGame>> = vec![Vec::new(); CLIENTS];
    let mut acknowledged = 0;
    for _ in 0..kills() {
        let mut server: Server = store.serve();
        let mut clients = JoinSet::new();
        for games in all.drain(..) {
            clients.spawn(play_until_killed(server.url(""), games));
        }
        tokio::time::sleep(Duration::from_millis(rand::rng().random_range(20..400))).await;
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
            acknowledged += games.iter().map(|game| game.moves.len()).sum::<usize>();
            // Old games need not be checked after every kill.
            let old = games.len().saturating_sub(16);
            games.drain(..old);
        }
    }
    println!("{} kills under {CLIENTS} clients: {acknowledged} acknowledged moves were still there", kills());
    assert!(acknowledged > 0);
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
