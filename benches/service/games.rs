//! Creates thousands of games.

use duiyi_testkit::server::Server;
use reqwest::Client;
use serde_json::{Value, json};
use tokio::task::JoinSet;

const CONNECTIONS: usize = 64;

#[derive(Clone, Debug)]
pub struct Games {
    http: Client,
    server: String,
}

impl Games {
    pub fn new(server: &Server) -> Games {
        let http = Client::builder().no_proxy().build().expect("nothing in it depends on the system");
        Games { http, server: server.url("") }
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.server)
    }

    async fn post(&self, path: &str, body: &Value) -> Vec<u8> {
        let response = self.http.post(self.url(path)).json(body).send().await.expect("the server answers");
        response.error_for_status().expect("a success").bytes().await.expect("an end").to_vec()
    }

    /// Posts with a new `Idempotency-Key`.
    pub async fn post_once(&self, path: &str, body: &Value) {
        let key = uuid::Uuid::new_v4().to_string();
        let request = self.http.post(self.url(path)).header("idempotency-key", key).json(body);
        let response = request.send().await.expect("the server answers");
        response.error_for_status().expect("a success").bytes().await.expect("an end");
    }

    pub async fn create_one(&self, body: &Value) -> String {
        let response: Value = serde_json::from_slice(&self.post("/v1/games", body).await).expect("a game");
        response["id"].as_str().expect("an id").to_owned()
    }

    /// Creates `number` games with these moves; returns their ids.
    pub async fn create(&self, number: usize, moves: &[String]) -> Vec<String> {
        let body = json!({"ruleset": "xiangqi", "moves": moves});
        let mut tasks = JoinSet::new();
        for worker in 0..CONNECTIONS.min(number) {
            let (games, body) = (self.clone(), body.clone());
            tasks.spawn(async move {
                let mut ids = Vec::new();
                for _ in (worker..number).step_by(CONNECTIONS) {
                    ids.push(games.create_one(&body).await);
                }
                ids
            });
        }
        tasks.join_all().await.into_iter().flatten().collect()
    }

    /// Plays `number` games of these moves, all of them at the same time, move by move.
    pub async fn play(&self, number: usize, moves: &[String]) {
        let ids = self.create(number, &[]).await;
        let mut tasks = JoinSet::new();
        for worker in 0..CONNECTIONS {
            let (games, moves) = (self.clone(), moves.to_vec());
            let own: Vec<String> = ids.iter().skip(worker).step_by(CONNECTIONS).cloned().collect();
            tasks.spawn(async move {
                for mv in moves {
                    for id in &own {
                        games.play_move(id, &mv).await;
                    }
                }
            });
        }
        tasks.join_all().await;
    }

    /// Deletes games.
    pub async fn delete(&self, ids: Vec<String>) {
        let mut tasks = JoinSet::new();
        for worker in 0..CONNECTIONS {
            let games = self.clone();
            let own: Vec<String> = ids.iter().skip(worker).step_by(CONNECTIONS).cloned().collect();
            tasks.spawn(async move {
                for id in own {
                    let gone = games.http.delete(games.url(&format!("/v1/games/{id}"))).send().await;
                    gone.expect("the server answers").error_for_status().expect("it was there");
                }
            });
        }
        tasks.join_all().await;
    }

    /// The body of the response to `GET` of a game.
    pub async fn body(&self, id: &str) -> Vec<u8> {
        let response = self.http.get(self.url(&format!("/v1/games/{id}"))).send().await;
        let response = response.expect("the server answers").error_for_status().expect("it is there");
        response.bytes().await.expect("an end").to_vec()
    }

    /// Plays a move; returns the body of the response.
    pub async fn play_move(&self, id: &str, mv: &str) -> Vec<u8> {
        self.post(&format!("/v1/games/{id}/moves"), &json!({"move": mv})).await
    }

    /// Creates games, listens to them, plays some moves, and abandons or deletes them; returns their number.
    pub async fn play_and_leave(&self, number: usize, moves: &[String]) -> usize {
        let mut tasks = JoinSet::new();
        for worker in 0..CONNECTIONS {
            let (games, moves) = (self.clone(), moves[..8].to_vec());
            tasks.spawn(async move {
                for life in (worker..number).step_by(CONNECTIONS) {
                    let id = games.create_one(&json!({"ruleset": "xiangqi", "seats": life % 5 == 0})).await;
                    let path = format!("/v1/games/{id}");
                    if life % 5 == 0 {
                        continue;
                    }
                    let listening = games.http.get(games.url(&format!("{path}/events"))).send().await;
                    for mv in &moves {
                        games.play_move(&id, mv).await;
                    }
                    drop(listening);
                    if life % 2 == 0 {
                        let gone = games.http.delete(games.url(&path)).send().await;
                        gone.expect("the server answers").error_for_status().expect("it was there");
                    }
                }
            });
        }
        tasks.join_all().await;
        number
    }
}

/// The resident memory of the server's process.
pub fn resident_bytes(server: &Server) -> usize {
    duiyi_testkit::resident::resident_kib(server.id()).expect("it runs") as usize * 1024
}
