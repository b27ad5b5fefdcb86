//! Two versions of the program share one Redis, forth and back, and lose nothing. `OLD_PROGRAM` names the program of the other
//! version: `OLD_PROGRAM=… cargo test --test stores -- --ignored --exact side_by_side::two_versions_share_a_redis`. It takes about
//! ten seconds.
//!
//! If the other version reads what this one writes, both serve every game in turns. If it has an older format, it must refuse a game
//! that this version has written, and leave it as it is.

use super::players::{KnownGame, client};
use duiyi_testkit::processes::{Redis, Server, TestStore};
use redis::Commands;
use reqwest::Client;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// So few that nobody wins.
const TURNS: usize = 8;
/// How often one of the two servers is killed.
const KILLS: usize = 4;

/// Both servers, and which of them is next.
struct Versions<'a> {
    http: &'a Client,
    /// The old one, then the new one.
    servers: [&'a Server; 2],
    next: std::cell::Cell<usize>,
}

/// A response, and whether it was replayed.
struct Answer {
    status: u16,
    body: Value,
    is_replayed: bool,
}

async fn send(
    http: &Client,
    server: &Server,
    path: &str,
    body: Option<&Value>,
    headers: &[(&str, &str)],
) -> Answer {
    let url = server.url(path);
    let mut request = match body {
        Some(body) => http.post(url).json(body),
        None => http.get(url),
    };
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = request.send().await.unwrap();
    let (status, is_replayed) =
        (response.status().as_u16(), response.headers().contains_key("idempotency-replayed"));
    Answer { status, body: response.json().await.unwrap(), is_replayed }
}

/// What both versions show of a game in the same way.
fn shown(game: &Value) -> (KnownGameState, Value, Value) {
    let known = KnownGame::of(game);
    ((known.id, known.version, known.moves, known.legal), game["fen"].clone(), game["status"].clone())
}

type KnownGameState = (String, u64, Vec<String>, Vec<String>);

impl Versions<'_> {
    /// Sends a change to one server and repeats it at the other, which must replay the response. Returns the game.
    async fn change(&self, path: &str, token: &Value, body: &Value) -> Value {
        let key = uuid::Uuid::new_v4().to_string();
        let bearer = format!("Bearer {}", token.as_str().unwrap_or_default());
        let mut headers = vec![("idempotency-key", &*key)];
        if token.is_string() {
            headers.push(("authorization", &bearer));
        }
        let first = self.next.replace(1 - self.next.get());
        let [made, replayed] = [first, 1 - first].map(|place| self.servers[place]);
        let made = send(self.http, made, path, Some(body), &headers).await;
        assert!((200..300).contains(&made.status), "{path} {body}: {}", made.body);
        let replayed = send(self.http, replayed, path, Some(body), &headers).await;
        assert!(replayed.is_replayed && replayed.status == made.status, "{path} {body}: {}", replayed.body);
        let game = |body: &Value| if body["game"].is_object() { body["game"].clone() } else { body.clone() };
        assert_eq!(shown(&game(&made.body)), shown(&game(&replayed.body)));
        made.body
    }

    /// Reads a game from both servers.
    async fn read(&self, path: &str) -> Value {
        let mut games = Vec::new();
        for server in self.servers {
            let read = send(self.http, server, path, None, &[]).await;
            assert_eq!(read.status, 200, "{}", read.body);
            games.push(read.body);
        }
        assert_eq!(shown(&games[0]), shown(&games[1]));
        games.pop().unwrap()
    }

    /// Plays a game whose changes alternate between the servers. Returns its path and its last state.
    async fn play(&self, body: Value) -> (String, Value) {
        let created = self.change("/v1/games", &Value::Null, &body).await;
        let path = format!("/v1/games/{}", created["id"].as_str().unwrap());
        let token = |game: &Value| created["seats"][game["turn"].as_str().unwrap()].clone();
        for _ in 0..TURNS {
            let game = self.read(&path).await;
            let legal = game["legal_moves"].as_array().unwrap();
            let mv = json!({"move": legal[legal.len() / 2]});
            self.change(&format!("{path}/moves"), &token(&game), &mv).await;
        }
        if created["seats"].is_null() {
            self.change(&format!("{path}/undo"), &Value::Null, &json!({"plies": 3})).await;
        }
        let game = self.read(&path).await;
        self.change(&format!("{path}/resign"), &token(&game), &json!({"side": game["turn"]})).await;
        let last = self.read(&path).await;
        (path, last)
    }
}

fn games() -> [Value; 5] {
    let clock = json!({"initial_ms": 600_000, "increment_ms": 1000});
    [
        json!({"ruleset": "xiangqi"}),
        json!({"ruleset": "gomoku", "options": {"board_size": 19}}),
        json!({"ruleset": "renju"}),
        json!({"ruleset": "xiangqi", "seats": true, "clock": clock}),
        json!({"ruleset": "xiangqi", "seats": true}),
    ]
}

/// All games in Redis with their values, as they are stored.
fn stored_games(redis: &Redis) -> BTreeMap<String, BTreeMap<String, Vec<u8>>> {
    let mut connection = ::redis::Client::open(redis.url()).unwrap().get_connection().unwrap();
    let keys: Vec<String> = connection.keys("duiyi:game:*").unwrap();
    keys.into_iter().map(|key| (key.clone(), connection.hgetall(&key).unwrap())).collect()
}

async fn assert_both_serve_every_game(store: &TestStore, start_old: impl Fn() -> Server) {
    let (http, mut played) = (client(), Vec::<(String, Value)>::new());
    let (mut old, mut new) = (start_old(), store.serve());
    for round in 0..=KILLS {
        let versions = Versions { http: &http, servers: [&old, &new], next: (round % 2).into() };
        for (path, last) in &played {
            assert_eq!(shown(&versions.read(path).await), shown(last));
        }
        for body in games() {
            played.push(versions.play(body).await);
        }
        if round % 2 == 0 {
            old.kill().unwrap();
            old = start_old();
        } else {
            new.kill().unwrap();
            new = store.serve();
        }
    }
    println!("both versions served {} games in turns, and {KILLS} servers were killed", played.len());
}

async fn assert_old_refuses_what_new_wrote(store: &TestStore, start_old: impl Fn() -> Server) {
    let TestStore::Redis(redis) = store else { unreachable!() };
    let (http, old, new) = (client(), start_old(), store.serve());
    let mut refused = 0;
    for _ in 0..KILLS {
        let body = json!({"ruleset": "xiangqi"});
        let created = send(&http, &old, "/v1/games", Some(&body), &[]).await;
        let path = format!("/v1/games/{}", created.body["id"].as_str().unwrap());
        let moves = format!("{path}/moves");
        for (server, mv) in [(&old, "h2e2"), (&new, "h9g7")] {
            let moved = send(&http, server, &moves, Some(&json!({"move": mv})), &[]).await;
            assert_eq!(moved.status, 200, "{}", moved.body);
        }
        let before = stored_games(redis);
        let requests = [
            (path.clone(), None),
            (moves.clone(), Some(json!({"move": "h0g2"}))),
            (format!("{path}/undo"), Some(json!({"plies": 1}))),
            (format!("{path}/resign"), Some(json!({"side": "red"}))),
        ];
        for (path, body) in requests {
            let answer = send(&http, &old, &path, body.as_ref(), &[]).await;
            assert_eq!((answer.status, &answer.body["code"]), (503, &json!("store_unavailable")));
            assert!(answer.body["detail"].as_str().unwrap().contains("newer version"), "{}", answer.body);
            refused += 1;
        }
        assert_eq!(stored_games(redis), before, "the old server changes nothing");
        let moved = send(&http, &new, &moves, Some(&json!({"move": "h0g2"})), &[]).await;
        assert_eq!(KnownGame::of(&moved.body["game"]).moves, ["h2e2", "h9g7", "h0g2"]);
        // The old server goes on with the games that the new one has not changed.
        let own = send(&http, &old, "/v1/games", Some(&body), &[]).await;
        let own = format!("/v1/games/{}", own.body["id"].as_str().unwrap());
        assert_eq!(send(&http, &new, &own, None, &[]).await.status, 200);
        let moved = send(&http, &old, &format!("{own}/moves"), Some(&json!({"move": "h2e2"})), &[]).await;
        assert_eq!(moved.status, 200, "{}", moved.body);
    }
    println!("the old version has an older format: it refused {refused} requests and changed nothing");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server, and OLD_PROGRAM"]
async fn two_versions_share_a_redis() {
    let Ok(program) = std::env::var("OLD_PROGRAM") else {
        println!("OLD_PROGRAM is not set");
        return;
    };
    let store = TestStore::redis_synced_each_second();
    let start_old = || store.serve_program(&program);
    let (http, old, new) = (client(), start_old(), store.serve());
    let created = send(&http, &new, "/v1/games", Some(&json!({"ruleset": "xiangqi"})), &[]).await;
    let path = format!("/v1/games/{}", created.body["id"].as_str().unwrap());
    let reads = send(&http, &old, &path, None, &[]).await.status == 200;
    drop((old, new));
    match reads {
        true => assert_both_serve_every_game(&store, start_old).await,
        false => assert_old_refuses_what_new_wrote(&store, start_old).await,
    }
}
