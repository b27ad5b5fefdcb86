//! Who owns an `Idempotency-Key`, and what the server stores of the response.

use crate::support::{Response, Server, config, start, start_with};
use data_encoding::{BASE64_NOPAD, BASE64URL_NOPAD, HEXLOWER_PERMISSIVE};
use duiyi::config::{ApiKey, Config, StoreKind};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

/// `printf %s secret | sha256sum`, and the same for "other".
const HASHES: [&str; 2] = [
    "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b",
    "d9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa",
];

fn xiangqi() -> Value {
    json!({"ruleset": "xiangqi"})
}

fn with_seats() -> Value {
    json!({"ruleset": "xiangqi", "seats": true})
}

async fn create(server: &Server, key: &str, body: &Value) -> Response {
    let request = server.request(Method::POST, "/v1/games").header("idempotency-key", key);
    server.send(request.json(body)).await
}

/// A server with two API keys.
async fn start_with_api_keys() -> Server {
    let api_keys =
        ["one", "two"].into_iter().zip(HASHES).map(|(name, hash)| ApiKey::new(name, hash)).collect();
    start_with(Config { api_keys, idempotency_per_client: RECORDS_PER_CLIENT, ..config() }).await
}

async fn create_as(server: &Server, api_key: &str, key: &str, body: &Value) -> Response {
    let request = server.request(Method::POST, "/v1/games").header("idempotency-key", key);
    server.send(request.header("x-api-key", api_key).json(body)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_idempotency_key_is_refused_without_credentials() {
    let server = start().await;
    for short in ["1", "fifteen letters"] {
        let refused = create(&server, short, &xiangqi()).await.expect_problem(400, "invalid_request");
        assert!(refused["errors"].to_string().contains("Idempotency-Key"), "{refused}");
        assert!(refused.to_string().contains("16"), "the error names the minimum length: {refused}");
    }
    create(&server, "sixteen letters!", &xiangqi()).await.expect(201);
    create(&server, &Uuid::new_v4().to_string(), &xiangqi()).await.expect(201);
    create(&server, &"x".repeat(200), &xiangqi()).await.expect(201);
    create(&server, &"x".repeat(201), &xiangqi()).await.expect_problem(400, "invalid_request");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_api_key_has_its_own_idempotency_keys() {
    let server = start_with_api_keys().await;
    for key in ["1".to_owned(), Uuid::new_v4().to_string()] {
        let mine = create_as(&server, "secret", &key, &with_seats()).await.expect(201);
        let theirs = create_as(&server, "other", &key, &with_seats()).await.expect(201);
        assert_ne!(mine["id"], theirs["id"]);
        assert_ne!(mine["tokens"], theirs["tokens"]);
        assert_eq!(create_as(&server, "secret", &key, &with_seats()).await.expect(201), mine);
        assert_eq!(create_as(&server, "other", &key, &with_seats()).await.expect(201), theirs);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_api_key_gets_no_replayed_response() {
    let server = start_with_api_keys().await;
    create_as(&server, "secret", "1", &with_seats()).await.expect(201);
    create_as(&server, "made up", "1", &with_seats()).await.expect_problem(403, "forbidden");
    create(&server, "1", &with_seats()).await.expect_problem(401, "unauthorized");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_does_not_get_the_response_to_the_other_seat() {
    let server = start().await;
    let made = server.post("/v1/games", with_seats()).await.expect(201);
    let path = format!("/v1/games/{}/moves", made["id"].as_str().unwrap());
    let key = Uuid::new_v4().to_string();
    let play = async |side: &str| {
        let request = server.request(Method::POST, &path).header("idempotency-key", &key);
        let request = request.bearer_auth(made["tokens"][side].as_str().unwrap());
        server.send(request.json(&json!({"move": "h2e2"}))).await
    };
    let first = play("red").await.expect(200);
    let theirs = play("black").await;
    assert!(theirs.status.is_client_error(), "{}", theirs.text);
    assert_eq!(play("red").await.expect(200), first);
}

/// Checks the token of a side by playing a move with it.
async fn assert_token_works(server: &Server, game: &Value, side: &str, mv: &str) {
    let path = format!("/v1/games/{}/moves", game["id"].as_str().unwrap());
    let request = server.request(Method::POST, &path).bearer_auth(game["tokens"][side].as_str().unwrap());
    server.send(request.json(&json!({"move": mv}))).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retried_creation_returns_the_same_tokens() {
    let server = start().await;
    let key = Uuid::new_v4().to_string();
    let first = create(&server, &key, &with_seats()).await.expect(201);
    assert_token_works(&server, &first, "red", "h2e2").await;
    let again = create(&server, &key, &with_seats()).await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(201), first, "the same presence, although Red has moved since");
    assert_token_works(&server, &first, "black", "h9g7").await;
    let other = create(&server, &Uuid::new_v4().to_string(), &with_seats()).await.expect(201);
    for side in ["red", "black"] {
        assert!(first["tokens"][side] != other["tokens"][side], "different games have different tokens");
    }
}

/// The byte sequences in which a file could contain a secret: its text, and the bytes that the text encodes.
fn encodings_of(secret: &str) -> Vec<Vec<u8>> {
    let encodings = [HEXLOWER_PERMISSIVE, BASE64URL_NOPAD, BASE64_NOPAD];
    let plain = secret.replace('-', "");
    let decoded = encodings.iter().flat_map(|encoding| {
        [secret, &plain].into_iter().filter_map(|text| encoding.decode(text.as_bytes()).ok())
    });
    std::iter::once(secret.as_bytes().to_vec()).chain(decoded.filter(|bytes| bytes.len() >= 8)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_store_contains_no_tokens_or_idempotency_keys() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.redb");
    let in_file = Config { store: StoreKind::Redb, redb_path: file.clone(), ..config() };
    let mut server = start_with(in_file).await;
    let mut secrets = Vec::new();
    for _ in 0..20 {
        let key = Uuid::new_v4().to_string();
        let made = create(&server, &key, &with_seats()).await.expect(201);
        create(&server, &key, &with_seats()).await.expect(201);
        assert_token_works(&server, &made, "red", "h2e2").await;
        secrets.push(key);
        secrets.extend(["red", "black"].map(|side| made["tokens"][side].as_str().unwrap().to_owned()));
    }
    server.shut_down();
    (&mut server.running).await.unwrap().unwrap();
    let bytes = std::fs::read(&file).unwrap();
    let in_file = |needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
    assert!(
        in_file(b"h2e2") || in_file(b"xiangqi"),
        "the games are readable in the file, so the search for secrets is a real one"
    );
    for secret in secrets {
        assert!(!encodings_of(&secret).iter().any(|form| in_file(form)), "the file contains {secret}");
    }
}

/// How many responses the server keeps for one client.
const RECORDS_PER_CLIENT: usize = 20;

#[tokio::test(flavor = "multi_thread")]
async fn a_clients_oldest_idempotency_records_are_evicted_first() {
    let server = start_with_api_keys().await;
    let theirs = create_as(&server, "other", "0", &xiangqi()).await.expect(201);
    let mut made = Vec::new();
    for number in 0..=RECORDS_PER_CLIENT {
        let game = create_as(&server, "secret", &number.to_string(), &xiangqi()).await.expect(201);
        made.push(game["id"].clone());
    }
    let again = async |number: usize| {
        let game = create_as(&server, "secret", &number.to_string(), &xiangqi()).await.expect(201);
        game["id"].clone()
    };
    assert_eq!(again(1).await, made[1]);
    assert_eq!(again(RECORDS_PER_CLIENT).await, made[RECORDS_PER_CLIENT]);
    assert_ne!(again(0).await, made[0], "the oldest record was evicted, so the request ran again");
    assert_eq!(
        create_as(&server, "other", "0", &xiangqi()).await.expect(201),
        theirs,
        "another client keeps its record"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_with_an_idempotency_key_stores_nothing_and_runs_again() {
    let server = start().await;
    let game = server.human_game().await;
    let hint = format!("{game}/best-move");
    for path in ["/v1/positions", "/v1/analysis", "/v1/openings", &hint] {
        let ask = async |body: Value| {
            let request = server.request(Method::POST, path).header("idempotency-key", "sixteen letters!");
            server.send(request.json(&body)).await
        };
        let body = match path {
            "/v1/positions" | "/v1/openings" => xiangqi(),
            "/v1/analysis" => json!({"ruleset": "xiangqi", "limits": {"depth": 1}}),
            _ => json!({"limits": {"depth": 1}}),
        };
        ask(body.clone()).await.expect(200);
        let again = ask(body.clone()).await;
        assert_eq!(again.header("idempotency-replayed"), "", "{path}");
        again.expect(200);
        let mut other = body;
        other["limits"] = json!({"depth": 2});
        if path.contains("position") || path.contains("opening") {
            other = json!({"ruleset": "xiangqi", "moves": ["h2e2"]});
        }
        ask(other).await.expect(200);
    }
}
