//! Which credentials allow which operation: every operation is asked with each of them, and the answers are the table in
//! `docs/ACCESS.md`. `UPDATE_DOCS=1` writes it again.

use crate::support::{CONTRACT, Server, api_key, config, start_with};
use duiyi::config::{ApiKey, Config, Scope};
use reqwest::Method;
use serde_json::{Value, json};
use std::fmt::Write;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/ACCESS.md");
const BEGIN: &str = "<!-- made by tests/api/scopes.rs -->\n";

/// What a request shows: an API key or none, and a token or none.
const CREDENTIALS: [&str; 10] = [
    "nothing",
    "games",
    "analysis",
    "feed",
    "admin",
    "no scope",
    "other key",
    "seat",
    "spectator",
    "other token",
];

struct Game {
    path: String,
    tokens: Value,
}

/// A private game of the key `games`.
async fn create(server: &Server, seats: &Value) -> Game {
    // Otherwise the inviter's side is drawn by lot.
    let side = (seats == "invite").then_some("red");
    let new = json!({"ruleset": "xiangqi", "seats": seats, "side": side, "private": true});
    let made = server.send(server.request(Method::POST, "/v1/games").header("x-api-key", "games").json(&new));
    let made = made.await.expect(201);
    Game { path: format!("/v1/games/{}", made["id"].as_str().unwrap()), tokens: made }
}

/// The body with which an operation on a game is asked, so that it fails for no other reason.
fn body(path: &str, game: &Game) -> Value {
    match path.rsplit('/').next().unwrap() {
        "moves" => json!({"move": "h2e2"}),
        "resign" | "abort" => json!({"side": "red"}),
        "draw" | "takeback" | "rematch" => json!({"side": "red", "action": "offer"}),
        "claim" => json!({"side": "red", "result": "win"}),
        "phrases" => json!({"phrase": "hello"}),
        "add-time" => json!({"side": "red", "ms": 1000}),
        "adjudicate" => json!({"result": "draw"}),
        "join" => json!({"invitation": game.tokens["invitation"]}),
        _ => json!({}),
    }
}

async fn answer(server: &Server, method: &str, path: &str, credential: &str) -> &'static str {
    let seats = if path.ends_with("/join") { json!("invite") } else { json!(true) };
    let (game, other) = (create(server, &seats).await, create(server, &json!(true)).await);
    let body = body(path, &game);
    let path = path.replace("/v1/games/{id}", &game.path);
    let path = path.replace("{id}", "0f8fad5b-d9cb-469f-a165-70867728950e");
    let request = server.request(method.to_uppercase().parse().unwrap(), &path);
    let mut request = match credential {
        "nothing" => request,
        "seat" => request.bearer_auth(game.tokens["tokens"]["red"].as_str().unwrap_or("none")),
        "spectator" => request.bearer_auth(game.tokens["spectator"].as_str().unwrap()),
        "other token" => request.bearer_auth(other.tokens["tokens"]["red"].as_str().unwrap()),
        key => request.header("x-api-key", key),
    };
    if !matches!(method, "get" | "delete") {
        request = request.json(&body);
    }
    // The streams among the responses do not end.
    let response = request.send().await.unwrap();
    match response.status().as_u16() {
        401 => "401",
        403 => match response.json::<Value>().await.unwrap()["code"].as_str().unwrap() {
            "scope_missing" => "403 scope",
            "forbidden" => "403",
            // These have nothing to do with who asks.
            _ => "yes",
        },
        _ => "yes",
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_is_allowed_to_those_whom_the_table_names() {
    let key = |name: &str, scopes: &[Scope]| ApiKey { scopes: scopes.to_vec(), ..api_key(name) };
    let mut api_keys: Vec<ApiKey> = Scope::ALL.iter().map(|&scope| key(scope.name(), &[scope])).collect();
    api_keys.extend([key("no scope", &[]), key("other key", &[Scope::Games])]);
    let server = start_with(Config { api_keys, ..config() }).await;

    let mut table =
        format!("| operation | {} |\n|{}\n", CREDENTIALS.join(" | "), " --- |".repeat(CREDENTIALS.len() + 1));
    for (path, operations) in CONTRACT["paths"].as_object().unwrap() {
        if !path.starts_with("/v1/") {
            continue;
        }
        for method in operations.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            let mut answers = Vec::new();
            for credential in CREDENTIALS {
                answers.push(answer(&server, method, path, credential).await);
            }
            writeln!(table, "| `{} {path}` | {} |", method.to_uppercase(), answers.join(" | ")).unwrap();
        }
    }
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let (head, shown) = document.split_once(BEGIN).expect("the document has a place for the table");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(DOCUMENT, [head, BEGIN, &table].concat()).unwrap();
        return;
    }
    assert_eq!(shown, table, "UPDATE_DOCS=1 writes the table again");
}
