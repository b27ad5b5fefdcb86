//! Games by the thousand.

use super::server::Server;
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
        let answer = self.http.post(self.url(path)).json(body).send().await.expect("the server answers");
        answer.error_for_status().expect("a success").bytes().await.expect("an end").to_vec()
    }

    /// Asks with a new `Idempotency-Key`.
    pub async fn post_once(&self, path: &str, body: &Value) {
        let key = uuid::Uuid::new_v4().to_string();
        let request = self.http.post(self.url(path)).header("idempotency-key", key).json(body);
        let answer = request.send().await.expect("the server answers");
        answer.error_for_status().expect("a success").bytes().await.expect("an end");
    }

    pub async fn begin_one(&self, body: &Value) -> String {
        let answer: Value = serde_json::from_slice(&self.post("/v1/games", body).await).expect("a game");
        answer["id"].as_str().expect("an id").to_owned()
    }

    /// So many games with these moves played; their ids.
    pub async fn begin(&self, number: usize, moves: &[String]) -> Vec<String> {
        let body = json!({"ruleset": "xiangqi", "moves": moves});
        let mut tasks = JoinSet::new();
        for worker in 0..CONNECTIONS.min(number) {
            let (games, body) = (self.clone(), body.clone());
            tasks.spawn(async move {
                let mut ids = Vec::new();
                for _ in (worker..number).step_by(CONNECTIONS) {
                    ids.push(games.begin_one(&body).await);
                }
                ids
            });
        }
        tasks.join_all().await.into_iter().flatten().collect()
    }

    pub async fn body(&self, id: &str) -> Vec<u8> {
        let answer = self.http.get(self.url(&format!("/v1/games/{id}"))).send().await;
        let answer = answer.expect("the server answers").error_for_status().expect("it is there");
        answer.bytes().await.expect("an end").to_vec()
    }

    pub async fn answer_to(&self, id: &str, mv: &str) -> Vec<u8> {
        self.post(&format!("/v1/games/{id}/moves"), &json!({"move": mv})).await
    }

    /// Games that somebody begins, plays some moves of, listens to, and leaves or deletes.
    pub async fn lives(&self, number: usize, moves: &[String]) -> usize {
        let mut tasks = JoinSet::new();
        for worker in 0..CONNECTIONS {
            let (games, moves) = (self.clone(), moves[..8].to_vec());
            tasks.spawn(async move {
                for life in (worker..number).step_by(CONNECTIONS) {
                    let id = games.begin_one(&json!({"ruleset": "xiangqi", "seats": life % 5 == 0})).await;
                    let path = format!("/v1/games/{id}");
                    if life % 5 == 0 {
                        continue;
                    }
                    let listening = games.http.get(games.url(&format!("{path}/events"))).send().await;
                    for mv in &moves {
                        games.answer_to(&id, mv).await;
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

/// The memory that the server's process has.
pub fn resident_bytes(server: &Server) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("Linux tells it");
    line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") * 1024
}
