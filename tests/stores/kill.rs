//! kill -9 in the midst of play.

use super::players::{Known, begin, client, look, play};
use super::processes::{Kept, Server};
use rand::RngExt;
use std::time::Duration;
use tokio::task::JoinSet;

const CLIENTS: usize = 50;

/// How often a server is killed: more often by `KILLS`.
fn kills() -> usize {
    std::env::var("KILLS").map_or(4, |kills| kills.parse().unwrap())
}

/// Plays on until the server is gone; all games as they were acknowledged.
async fn play_until_it_ends(server: String, games: Vec<Known>) -> Vec<Known> {
    let http = client();
    let mut games = games;
    loop {
        match begin(&http, &server).await {
            Some(game) => games.push(game),
            None => return games,
        }
        for game in games.iter_mut().rev().take(8) {
            match play(&http, &server, game).await {
                Some(now) => *game = now,
                // Its last move may or may not be there.
                None if !game.legal.is_empty() => return games,
                None => {}
            }
        }
    }
}

async fn every_acknowledged_move_survives(kept: &Kept) {
    let mut all: Vec<Vec<Known>> = vec![Vec::new(); CLIENTS];
    let mut acknowledged = 0;
    for _ in 0..kills() {
        let mut server: Server = kept.serve();
        let mut clients = JoinSet::new();
        for games in all.drain(..) {
            clients.spawn(play_until_it_ends(server.url(""), games));
        }
        tokio::time::sleep(Duration::from_millis(rand::rng().random_range(20..400))).await;
        server.kill().unwrap();
        all = clients.join_all().await;

        let server = kept.serve();
        let http = client();
        for games in &mut all {
            for game in games.iter_mut() {
                let now = look(&http, &server, &game.id).await;
                game.assert_is_not_lost(&now);
                *game = now;
            }
            acknowledged += games.iter().map(|game| game.moves.len()).sum::<usize>();
            // Those long over need not be looked at every time.
            let old = games.len().saturating_sub(16);
            games.drain(..old);
        }
    }
    println!("{} kills under {CLIENTS} clients: {acknowledged} moves looked for and found", kills());
    assert!(acknowledged > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_file() {
    every_acknowledged_move_survives(&Kept::redb()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn in_redis() {
    every_acknowledged_move_survives(&Kept::redis()).await;
}
