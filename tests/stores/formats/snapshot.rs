//! The fixtures of a format: how they are made, saved and loaded.

use super::games::KnownGame;
use data_encoding::BASE64;
use duiyi_testkit::processes::{Redis, Server, TestStore};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use redis::{Cmd, Commands, Connection};
use reqwest::Client;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;

/// What a store contains.
#[derive(Debug, Serialize, Deserialize)]
pub struct Snapshot {
    pub games: Vec<KnownGame>,
    pub request: KnownRequest,
}

/// A creation with an idempotency key.
#[derive(Debug, Serialize, Deserialize)]
pub struct KnownRequest {
    pub key: String,
    pub body: Value,
    #[serde(rename = "answer")]
    pub response: Value,
}

fn folder(format: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", "stores", format].iter().collect()
}

fn name(store: &TestStore) -> &'static str {
    match store {
        TestStore::Redis(_) => "redis",
        _ => "redb",
    }
}

impl Snapshot {
    /// Fills the store with the fixtures of the format.
    pub fn load(format: &str, store: &TestStore) -> Snapshot {
        let folder = folder(format);
        match store {
            TestStore::Redis(redis) => {
                let commands = fs::read_to_string(folder.join("redis.jsonl")).unwrap();
                commands.lines().for_each(|line| execute(&mut connection(redis), line));
            }
            _ => {
                let packed = fs::File::open(folder.join("games.redb.gz")).unwrap();
                let mut file = Vec::new();
                GzDecoder::new(packed).read_to_end(&mut file).unwrap();
                fs::write(store.file(), file).unwrap();
            }
        }
        let shown = fs::read_to_string(folder.join(format!("{}.json", name(store)))).unwrap();
        serde_json::from_str(&shown).unwrap()
    }

    pub fn save(&self, format: &str, store: &TestStore) {
        let folder = folder(format);
        fs::create_dir_all(&folder).unwrap();
        match store {
            TestStore::Redis(redis) => {
                fs::write(folder.join("redis.jsonl"), dump(&mut connection(redis))).unwrap();
            }
            _ => {
                let mut packed = GzEncoder::new(Vec::new(), Compression::best());
                packed.write_all(&fs::read(store.file()).unwrap()).unwrap();
                fs::write(folder.join("games.redb.gz"), packed.finish().unwrap()).unwrap();
            }
        }
        let shown = serde_json::to_string(self).unwrap();
        fs::write(folder.join(format!("{}.json", name(store))), shown + "\n").unwrap();
    }

    /// Plays the games of a format.
    pub async fn make(http: &Client, server: &Server, format: &str) -> Snapshot {
        let maker = Maker { http, server };
        let mut games = maker.games_of_every_version().await;
        if format != "format1" {
            games.extend(maker.games_between_people().await);
        }
        let (key, body) = ("a-key-that-is-used-twice".to_owned(), json!({"ruleset": "renju"}));
        let request = http.post(server.url("/v1/games")).header("idempotency-key", &key).json(&body);
        let response = request.send().await.unwrap().error_for_status().unwrap().json().await.unwrap();
        Snapshot { games, request: KnownRequest { key, body, response } }
    }
}

fn connection(redis: &Redis) -> Connection {
    redis::Client::open(redis.url()).unwrap().get_connection().unwrap()
}

/// A line of `redis.jsonl`: a command with its arguments, those that are not text in base64.
fn execute(redis: &mut Connection, line: &str) {
    let arguments: Vec<Value> = serde_json::from_str(line).unwrap();
    let mut command = Cmd::new();
    for argument in arguments {
        match &argument["base64"] {
            Value::String(base64) => command.arg(BASE64.decode(base64.as_bytes()).unwrap()),
            _ => command.arg(argument.as_str().unwrap()),
        };
    }
    command.exec(redis).unwrap();
}

/// The commands that fill a Redis with the same data, without expiry times.
fn dump(redis: &mut Connection) -> String {
    let mut keys: Vec<String> = redis.keys("*").unwrap();
    keys.sort();
    let mut text = String::new();
    for key in keys {
        let kind: String = redis::cmd("TYPE").arg(&key).query(redis).unwrap();
        let (command, values): (&str, Vec<Vec<u8>>) = match kind.as_str() {
            "hash" => ("HSET", redis::cmd("HGETALL").arg(&key).query(redis).unwrap()),
            "string" => ("SET", vec![redis.get(&key).unwrap()]),
            "zset" => {
                ("ZADD", scores_first(redis::cmd("ZRANGE").arg(&key).arg(0).arg(-1).arg("WITHSCORES"), redis))
            }
            // The queue of jobs, which belongs to no game.
            _ => continue,
        };
        let head = [command.as_bytes().to_vec(), key.into_bytes()];
        let arguments: Vec<Value> = head.into_iter().chain(values).map(argument).collect();
        text += &format!("{}\n", json!(arguments));
    }
    text
}

fn scores_first(members: &mut Cmd, redis: &mut Connection) -> Vec<Vec<u8>> {
    let members: Vec<(Vec<u8>, String)> = members.query(redis).unwrap();
    members.into_iter().flat_map(|(member, score)| [score.into_bytes(), member]).collect()
}

fn argument(bytes: Vec<u8>) -> Value {
    match String::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(error) => json!({"base64": BASE64.encode(error.as_bytes())}),
    }
}

/// Plays the games of the fixtures over HTTP.
struct Maker<'a> {
    http: &'a Client,
    server: &'a Server,
}

impl Maker<'_> {
    async fn post(&self, path: &str, token: Option<&str>, body: Value) -> Value {
        let mut request = self.http.post(self.server.url(path)).json(&body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let response = request.send().await.unwrap();
        assert!(response.status().is_success(), "{path} {body}: {}", response.text().await.unwrap());
        response.json().await.unwrap()
    }

    async fn create(&self, body: Value) -> Value {
        self.post("/v1/games", None, body).await
    }

    /// The game as everybody sees it, or the bearer of the token.
    async fn show(&self, created: &Value, token: Option<&str>) -> KnownGame {
        let mut request = self.http.get(self.server.url(&path(created, "")));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let game: Value = request.send().await.unwrap().error_for_status().unwrap().json().await.unwrap();
        KnownGame::of(&game, token)
    }

    /// Plays moves from the middle of the lists of legal moves.
    async fn play(&self, created: &Value, plies: usize) {
        let mut game = created.clone();
        for _ in 0..plies {
            let legal = game["legal_moves"].as_array().unwrap();
            let token = created["seats"][game["turn"].as_str().unwrap()].as_str();
            let body = json!({"move": legal[legal.len() / 2]});
            game = self.post(&path(created, "/moves"), token, body).await["game"].clone();
        }
    }

    async fn games_of_every_version(&self) -> Vec<KnownGame> {
        let engine = json!({"kind": "engine", "level": 3, "seed": 7, "limits": {"depth": 2}, "book": false});
        let mut games = Vec::new();
        let kinds = [
            json!({"ruleset": "xiangqi"}),
            json!({"ruleset": "xiangqi", "options": {"repetition": "tiantian", "no_capture_limit": 60}}),
            json!({"ruleset": "gomoku", "options": {"board_size": 19, "opening": "swap2"}}),
            json!({"ruleset": "gomoku_standard"}),
            json!({"ruleset": "renju", "options": {"forbidden_loses": true}}),
            json!({"ruleset": "renju", "options": {"opening": "taraguchi10"}}),
            json!({"ruleset": "caro", "options": {"opening": "swap"}}),
            json!({"ruleset": "xiangqi", "players": {"black": engine}}),
            json!({"record": "[Red \"A\"]\n\n1. h2e2 {central} h9g7 2. h0g2"}),
        ];
        for body in kinds {
            let created = self.create(body).await;
            self.play(&created, 4).await;
            games.push(self.show(&created, None).await);
        }
        for seats in [false, true] {
            let new = async || {
                let created = self.create(json!({"ruleset": "xiangqi", "seats": seats})).await;
                self.play(&created, 3).await;
                created
            };
            let token = |created: &Value, side: &str| created["seats"][side].as_str().map(str::to_owned);
            let offered = new().await;
            let (red, black) = (token(&offered, "red"), token(&offered, "black"));
            let offer = json!({"side": "red", "action": "offer"});
            self.post(&path(&offered, "/draw"), red.as_deref(), offer.clone()).await;
            games.push(self.show(&offered, black.as_deref()).await);
            let drawn = new().await;
            let (red, black) = (token(&drawn, "red"), token(&drawn, "black"));
            self.post(&path(&drawn, "/draw"), red.as_deref(), offer).await;
            let accept = json!({"side": "black", "action": "accept"});
            self.post(&path(&drawn, "/draw"), black.as_deref(), accept).await;
            games.push(self.show(&drawn, red.as_deref()).await);
            let resigned = new().await;
            let red = token(&resigned, "red");
            self.post(&path(&resigned, "/resign"), red.as_deref(), json!({"side": "red"})).await;
            games.push(self.show(&resigned, red.as_deref()).await);
        }
        games
    }

    async fn games_between_people(&self) -> Vec<KnownGame> {
        let day = 86_400_000;
        let clock = json!({"initial_ms": day, "increment_ms": 5000, "byoyomi_ms": day, "first_move_ms": day});
        let mut games = Vec::new();
        let waiting = self.create(json!({"ruleset": "gomoku", "seats": "invite", "side": "black"})).await;
        games.push(self.show(&waiting, waiting["seats"]["black"].as_str()).await);
        let body =
            json!({"ruleset": "renju", "seats": true, "private": true, "hints": true, "abandon_ms": 5000});
        let private = self.create(body).await;
        self.play(&private, 3).await;
        games.push(self.show(&private, private["seats"]["white"].as_str()).await);
        for plies in [0, 1, 5] {
            let timed = self.create(json!({"ruleset": "xiangqi", "seats": true, "clock": clock})).await;
            self.play(&timed, plies).await;
            games.push(self.show(&timed, timed["seats"]["black"].as_str()).await);
        }
        let seated = self.create(json!({"ruleset": "xiangqi", "seats": true, "clock": clock})).await;
        self.play(&seated, 4).await;
        let (red, black) = (seated["seats"]["red"].as_str(), seated["seats"]["black"].as_str());
        let act = async |action: &str, token, body| self.post(&path(&seated, action), token, body).await;
        act("/takeback", red, json!({"side": "red", "action": "offer", "plies": 2})).await;
        games.push(self.show(&seated, black).await);
        let over = self.create(json!({"ruleset": "xiangqi", "seats": true, "clock": clock})).await;
        let (red, black) = (over["seats"]["red"].as_str(), over["seats"]["black"].as_str());
        self.play(&over, 4).await;
        let act = async |action: &str, token, body| self.post(&path(&over, action), token, body).await;
        act("/resign", black, json!({"side": "black"})).await;
        act("/rematch", red, json!({"side": "red", "action": "offer"})).await;
        act("/rematch", black, json!({"side": "black", "action": "accept"})).await;
        games.push(self.show(&over, red).await);
        let aborted = self.create(json!({"ruleset": "caro", "seats": true})).await;
        let black = aborted["seats"]["black"].as_str();
        self.post(&path(&aborted, "/abort"), black, json!({"side": "black"})).await;
        games.push(self.show(&aborted, black).await);
        games
    }
}

fn path(created: &Value, action: &str) -> String {
    format!("/v1/games/{}{action}", created["id"].as_str().unwrap())
}
