//! Games that belong to an API key: names, references, metadata, lists, and many at once.

use crate::support::{Response, Server, api_key, config, start, start_with};
use duiyi::config::{ApiKey, Config, Scope};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A server with the callers `shop`, `club` and `root`, whose keys are their names.
async fn start_for_three() -> Server {
    let root = ApiKey { scopes: vec![Scope::Games, Scope::Admin], ..api_key("root") };
    start_with(Config { api_keys: vec![api_key("shop"), api_key("club"), root], ..config() }).await
}

async fn send(server: &Server, caller: &str, method: Method, path: &str, body: Option<Value>) -> Response {
    let (name, user) = caller.split_once('/').map_or((caller, None), |(name, user)| (name, Some(user)));
    let mut request = server.request(method, path).header("x-api-key", name);
    if let Some(user) = user {
        request = request.header("duiyi-user", user);
    }
    if let Some(body) = body {
        request = request.json(&body);
    }
    server.send(request).await
}

async fn create(server: &Server, caller: &str, body: Value) -> Response {
    send(server, caller, Method::POST, "/v1/games", Some(body)).await
}

async fn get(server: &Server, caller: &str, path: &str) -> Response {
    send(server, caller, Method::GET, path, None).await
}

async fn ids(server: &Server, caller: &str, query: &str) -> Vec<String> {
    let list = get(server, caller, &format!("/v1/games?{query}")).await.expect(200);
    list["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_owner_sees_what_it_has_noted() {
    let server = start_for_three().await;
    let new = json!({
        "ruleset": "xiangqi", "reference": "order-17", "metadata": {"table": "4"},
        "players": {"red": {"kind": "human", "name": "Hu Ronghua"}},
    });
    let made = create(&server, "shop", new).await.expect(201);
    assert_eq!((&made["reference"], &made["metadata"]["table"]), (&json!("order-17"), &json!("4")));
    assert_eq!(made["players"]["red"]["name"], "Hu Ronghua");
    let path = format!("/v1/games/{}", made["id"].as_str().unwrap());
    let seen = get(&server, "club", &path).await.expect(200);
    assert_eq!((&seen["reference"], &seen["metadata"]), (&Value::Null, &Value::Null));
    assert_eq!(seen["players"]["red"]["name"], "Hu Ronghua");
    let moves = format!("{path}/moves");
    let moved = send(&server, "shop", Method::POST, &moves, Some(json!({"move": "h2e2"}))).await;
    assert_eq!(moved.expect(200)["game"]["reference"], "order-17");
    let record = get(&server, "club", &format!("{path}/record?format=pgn")).await;
    assert!(record.text.contains("[Red \"Hu Ronghua\"]"), "{}", record.text);
    assert!(!record.text.contains("order-17"));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_key_may_note_something() {
    let server = start().await;
    let refused =
        server.post("/v1/games", json!({"ruleset": "xiangqi", "reference": "1", "metadata": {"a": "b"}}));
    let refused = refused.await.expect_problem(400, "invalid_request");
    assert_eq!(refused["errors"][0]["pointer"], "/reference");
    assert_eq!(refused["errors"][1]["pointer"], "/metadata");
    server.get("/v1/games").await.expect_problem(403, "forbidden");
    let user = server.request(Method::GET, "/v1/rulesets").header("duiyi-user", "anna");
    server.send(user).await.expect_problem(400, "invalid_request");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_key_does_not_change_the_game_but_a_token_does() {
    let server = start_for_three().await;
    let new = json!({"ruleset": "xiangqi", "seats": true});
    let made = create(&server, "shop", new).await.expect(201);
    let path = format!("/v1/games/{}", made["id"].as_str().unwrap());
    let play = |caller: &'static str, token: Option<&Value>| {
        let mut request = server.request(Method::POST, &format!("{path}/moves"));
        if !caller.is_empty() {
            request = request.header("x-api-key", caller);
        }
        if let Some(token) = token {
            request = request.bearer_auth(token.as_str().unwrap());
        }
        server.send(request.json(&json!({"move": "h2e2"})))
    };
    play("club", None).await.expect_problem(403, "forbidden");
    play("", None).await.expect_problem(401, "unauthorized");
    play("", Some(&json!("made-up"))).await.expect_problem(401, "unauthorized");
    play("", Some(&made["tokens"]["red"])).await.expect(200);
    let free = create(&server, "shop", json!({"ruleset": "gomoku"})).await.expect(201);
    let free = format!("/v1/games/{}", free["id"].as_str().unwrap());
    let undo = |caller| send(&server, caller, Method::DELETE, &free, None);
    undo("club").await.expect_problem(403, "forbidden");
    undo("root").await.expect(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reference_is_unique_among_the_games_of_a_key() {
    let server = start_for_three().await;
    let new = || json!({"ruleset": "caro", "reference": "final"});
    let first = create(&server, "shop", new()).await;
    let location = first.header("location").to_owned();
    let id = first.expect(201)["id"].clone();
    let taken = create(&server, "shop/anna", new()).await;
    assert_eq!(taken.header("location"), location);
    assert_eq!(taken.expect_problem(409, "reference_taken")["game"], id);
    create(&server, "club", new()).await.expect(201);
    assert_eq!(ids(&server, "shop", "reference=final").await, [id.as_str().unwrap()]);
    assert!(ids(&server, "shop", "reference=other").await.is_empty());
    assert_eq!(ids(&server, "root", "reference=final").await.len(), 2);

    let other = create(&server, "shop", json!({"ruleset": "caro"})).await.expect(201);
    let other = format!("/v1/games/{}", other["id"].as_str().unwrap());
    let patch = |path: &str, reference: Value| {
        let path = path.to_owned();
        let server = &server;
        async move { send(server, "shop", Method::PATCH, &path, Some(json!({"reference": reference}))).await }
    };
    patch(&other, json!("final")).await.expect_problem(409, "reference_taken");
    patch(&location, Value::Null).await.expect(200);
    patch(&other, json!("final")).await.expect(200);
    assert_eq!(format!("/v1/games/{}", ids(&server, "shop", "reference=final").await[0]), other);
    send(&server, "shop", Method::DELETE, &other, None).await.expect(204);
    create(&server, "shop", new()).await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_patch_changes_what_it_names_and_nothing_else() {
    let server = start_for_three().await;
    let new = json!({"ruleset": "gomoku", "reference": "r", "metadata": {"a": "1", "b": "2"}});
    let made = create(&server, "shop", new).await;
    let (path, etag) = (made.header("location").to_owned(), made.header("etag").to_owned());
    let patch = |caller: &'static str, body: Value| send(&server, caller, Method::PATCH, &path, Some(body));
    let body = json!({"metadata": {"a": null, "c": "3"}, "players": {"white": {"name": "Ichi"}}});
    let changed = patch("shop", body).await.expect(200);
    assert_eq!(changed["metadata"], json!({"b": "2", "c": "3"}));
    assert_eq!(
        (&changed["reference"], &changed["players"]["white"]["name"], changed["version"].as_u64()),
        (&json!("r"), &json!("Ichi"), Some(2))
    );
    let stale = server.request(Method::PATCH, &path).header("x-api-key", "shop").header("if-match", &etag);
    server.send(stale.json(&json!({}))).await.expect_problem(412, "version_mismatch");
    let merge = server.request(Method::PATCH, &path).header("x-api-key", "shop");
    let merge = merge.header("content-type", "application/merge-patch+json").body("{\"metadata\": null}");
    assert_eq!(server.send(merge).await.expect(200)["metadata"], json!({}));
    patch("club", json!({})).await.expect_problem(403, "forbidden");
    assert!(patch("root", json!({"players": {"white": {"name": null}}})).await.expect(200)["players"]["white"]["name"].is_null());
    for (wrong, pointer) in [
        (json!({"reference": ""}), "/reference"),
        (json!({"metadata": {"a": 1}}), "/metadata/a"),
        (json!({"metadata": {"a": "x".repeat(2048)}}), "/metadata"),
        (json!({"players": {"red": {"name": "x"}}}), "/players"),
        (json!({"players": {"white": {"name": "x".repeat(65)}}}), "/players/white/name"),
        (json!({"name": "x"}), "/name"),
    ] {
        let refused = patch("shop", wrong.clone()).await.expect_problem(400, "invalid_request");
        assert_eq!(refused["errors"][0]["pointer"], pointer, "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_show_each_game_once_that_does_not_change_meanwhile() {
    let server = start_for_three().await;
    let mut made = Vec::new();
    for number in 0..25 {
        let (caller, ruleset) = (["shop", "shop/anna"][number % 2], ["xiangqi", "gomoku"][number % 3 % 2]);
        let game = create(&server, caller, json!({"ruleset": ruleset})).await.expect(201);
        made.push(game["id"].as_str().unwrap().to_owned());
    }
    create(&server, "club", json!({"ruleset": "xiangqi"})).await.expect(201);
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = get(&server, "shop", &format!("/v1/games?limit=4{cursor}")).await.expect(200);
        assert!(page["games"].as_array().unwrap().len() <= 4);
        seen.extend(page["games"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()));
        // A game of the last page moves to the first one.
        let oldest = format!("/v1/games/{}", made[0]);
        send(&server, "shop", Method::PATCH, &oldest, Some(json!({"metadata": {"a": "b"}})))
            .await
            .expect(200);
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    made.reverse();
    assert_eq!(seen, made[..24], "the last changed first, and each once");
    assert_eq!(ids(&server, "shop", "").await[0], made[24]);

    assert_eq!(ids(&server, "shop", "user=anna").await.len(), 12);
    assert_eq!(ids(&server, "root", "limit=200").await.len(), 26);
    let xiangqi = ids(&server, "shop", "ruleset=xiangqi").await;
    assert_eq!(xiangqi.len(), 17);
    send(
        &server,
        "shop",
        Method::POST,
        &format!("/v1/games/{}/resign", xiangqi[3]),
        Some(json!({"side": "red"})),
    )
    .await
    .expect(200);
    assert_eq!(ids(&server, "shop", "status=won").await, [xiangqi[3].clone()]);
    assert_eq!(ids(&server, "shop", "status=playing&limit=200").await.len(), 24);
    let time = get(&server, "shop", "/v1/games?limit=1&status=won").await.expect(200);
    let time = time["games"][0]["updated_at"].as_str().unwrap().to_owned();
    assert!(ids(&server, "shop", &format!("updated_after={time}")).await.is_empty());
    for query in
        ["limit=0", "limit=201", "cursor=made-up", "status=lost", "ruleset=chess", "updated_after=now", "x=1"]
    {
        let refused = get(&server, "shop", &format!("/v1/games?{query}")).await;
        let refused = refused.expect_problem(400, "invalid_request");
        assert_eq!(refused["errors"][0]["pointer"], query.split('=').next().unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_creates_all_games_or_none() {
    let server = start_for_three().await;
    let batch = |games: Value, key: &'static str| {
        let request = server.request(Method::POST, "/v1/games/batch").header("x-api-key", "shop");
        server.send(request.header("idempotency-key", key).json(&json!({ "games": games })))
    };
    let table =
        |number: usize| json!({"ruleset": "xiangqi", "seats": true, "reference": format!("table-{number}")});
    let games: Vec<Value> = (0..57).map(table).collect();
    let made = batch(json!(games), "round-1").await.expect(201);
    let made = made["games"].as_array().unwrap();
    let tokens: BTreeSet<&str> = made.iter().map(|game| game["tokens"]["red"].as_str().unwrap()).collect();
    assert_eq!((made.len(), tokens.len()), (57, 57));
    assert!(made.iter().enumerate().all(|(number, game)| game["reference"] == format!("table-{number}")));
    let again = batch(json!(games), "round-1").await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(201)["games"].as_array().unwrap(), made);

    let taken = batch(json!([table(100), table(3)]), "round-2").await;
    assert_eq!(taken.expect_problem(409, "reference_taken")["game"], made[3]["id"]);
    batch(json!([table(101), table(101)]), "round-3").await.expect_problem(409, "reference_taken");
    let wrong = batch(json!([table(102), {"ruleset": "chess"}]), "round-4").await;
    assert_eq!(wrong.expect_problem(400, "invalid_request")["errors"][0]["pointer"], "/games/1/ruleset");
    let illegal = batch(json!([table(103), {"ruleset": "xiangqi", "moves": ["a0a9"]}]), "round-5").await;
    assert!(illegal.expect_problem(422, "illegal_move")["detail"].as_str().unwrap().starts_with("/games/1"));
    assert_eq!(ids(&server, "shop", "limit=200").await.len(), 57);
    batch(json!([]), "round-6").await.expect_problem(400, "invalid_request");
    let many: Vec<Value> = (0..501).map(|_| json!({"ruleset": "gomoku"})).collect();
    batch(json!(many), "round-7").await.expect_problem(400, "invalid_request");
    // The first moves of a batch share the time of one, which by default is too short for 500 on a busy machine.
    let engine = json!({"kind": "engine", "level": 1, "limits": {"time_ms": 60_000}});
    let engines: Vec<Value> =
        (0..500).map(|_| json!({"ruleset": "gomoku", "players": {"black": engine}})).collect();
    let engines = batch(json!(engines), "round-8").await.expect(201);
    assert!(engines["games"].as_array().unwrap().iter().all(|game| game["ply"] == 1));
}
