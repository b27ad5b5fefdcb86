//! The tools for agents over HTTP: `POST /mcp`. `tests/protocols/mcp_client.py` plays with them as a client does.

use crate::support::*;
use duiyi::config::{Config, Scope};
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

async fn with_tools(config: Config) -> Server {
    start_with(Config { mcp: true, ..config }).await
}

fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
    list.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect::<HeaderMap>()
}

/// Sends a request of the protocol.
async fn ask(server: &Server, method: &str, params: Value, more: HeaderMap) -> (StatusCode, Value) {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let request =
        server.request(Method::POST, "/mcp").header("accept", "application/json, text/event-stream");
    let response = request.headers(more).json(&body).send().await.unwrap();
    let status = response.status();
    (status, response.json().await.unwrap_or_default())
}

/// The result of a tool, with `isError`.
async fn call(server: &Server, tool: &str, arguments: Value, more: HeaderMap) -> Value {
    let (status, answer) =
        ask(server, "tools/call", json!({"name": tool, "arguments": arguments}), more).await;
    assert_eq!(status, 200, "{answer:#}");
    answer["result"].clone()
}

async fn structured(server: &Server, tool: &str, arguments: Value) -> Value {
    let result = call(server, tool, arguments, HeaderMap::new()).await;
    assert_ne!(result["isError"], true, "{result:#}");
    result["structuredContent"].clone()
}

fn error_of(result: &Value) -> &str {
    assert_eq!(result["isError"], true, "{result:#}");
    result["content"][0]["text"].as_str().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_no_tools_unless_the_settings_say_so() {
    let server = start().await;
    let (status, answer) = ask(&server, "tools/list", json!({}), HeaderMap::new()).await;
    assert_eq!((status.as_u16(), &answer["code"]), (404, &json!("not_found")));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_tool_says_what_it_takes_and_returns() {
    let server = with_tools(config()).await;
    let (_, answer) = ask(&server, "tools/list", json!({}), HeaderMap::new()).await;
    let tools = answer["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 13);
    for tool in tools {
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool:#}");
        for schema in ["inputSchema", "outputSchema"] {
            assert_eq!(tool[schema]["type"], "object", "{tool:#}");
            jsonschema::draft202012::new(&tool[schema]).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_illegal_move_is_explained_and_changes_nothing() {
    let server = with_tools(config()).await;
    let game = structured(&server, "new_game", json!({"ruleset": "xiangqi"})).await;
    let arguments = json!({"id": game["id"], "move": "a0a5", "version": game["version"]});
    let refused = call(&server, "play_move", arguments, HeaderMap::new()).await;
    assert_eq!(error_of(&refused), "illegal_move: a rook cannot go from a0 to a5: a piece stands in between");
    assert_eq!(structured(&server, "show_game", json!({"id": game["id"]})).await["version"], game["version"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_for_another_version_is_refused() {
    let server = with_tools(config()).await;
    let game = structured(&server, "new_game", json!({"ruleset": "renju"})).await;
    let move_for = |version: u64| json!({"id": game["id"], "move": "h8", "version": version});
    let version = game["version"].as_u64().unwrap();
    structured(&server, "play_move", move_for(version)).await;
    let again = call(&server, "play_move", move_for(version), HeaderMap::new()).await;
    assert!(error_of(&again).starts_with("version_mismatch: "), "{again:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_argument_that_a_tool_does_not_take_is_named() {
    let server = with_tools(config()).await;
    let wrong = json!({"name": "new_game", "arguments": {"ruleset": "xiangqi", "colour": "red"}});
    let (_, answer) = ask(&server, "tools/call", wrong, HeaderMap::new()).await;
    assert!(answer.to_string().contains("unknown field `colour`"), "{answer:#}");
    let wrong = call(&server, "new_game", json!({"ruleset": "go"}), HeaderMap::new()).await;
    assert!(error_of(&wrong).contains("/ruleset: expected one of xiangqi, gomoku"), "{wrong:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_and_scopes_are_those_of_the_api() {
    let mut analyst = api_key("analyst");
    analyst.scopes = vec![Scope::Analysis];
    let server = with_tools(Config { api_keys: vec![api_key("shop"), analyst], ..config() }).await;
    let new = || json!({"ruleset": "xiangqi", "seats": "invite", "side": "red"});
    let nobody = call(&server, "new_game", new(), HeaderMap::new()).await;
    assert!(error_of(&nobody).starts_with("unauthorized: "), "{nobody:#}");
    let narrow = call(&server, "new_game", new(), headers(&[("x-api-key", "analyst")])).await;
    assert!(error_of(&narrow).starts_with("scope_missing: "), "{narrow:#}");
    // The key is in its usual place or is the bearer: with the token of a seat it still owns the game.
    for key in [("x-api-key", "shop"), ("authorization", "Bearer shop")] {
        let made = call(&server, "new_game", new(), headers(&[key])).await;
        let game = &made["structuredContent"];
        let token = &game["tokens"]["red"];
        let join = json!({"id": game["id"], "invitation": game["invitation"]});
        let joined = call(&server, "join_game", join, headers(&[key])).await;
        let version = &joined["structuredContent"]["version"];
        let arguments = json!({"id": game["id"], "token": token, "move": "h2e2", "version": version});
        let played = call(&server, "play_move", arguments, headers(&[key])).await;
        assert_eq!(played["structuredContent"]["game"]["ply"], 1, "{played:#}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_count_against_the_quotas_of_their_client() {
    let server = with_tools(Config { requests_per_minute: 2, ..config() }).await;
    for _ in 0..2 {
        structured(&server, "next_puzzle", json!({"ruleset": "gomoku"})).await;
    }
    let refused = call(&server, "next_puzzle", json!({"ruleset": "gomoku"}), HeaderMap::new()).await;
    let text = error_of(&refused);
    assert!(text.starts_with("rate_limited: ") && text.contains("try again after"), "{text}");
    let direct = server.get("/v1/puzzles/next?ruleset=gomoku").await;
    direct.expect_problem(429, "rate_limited");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_unknown_origins_may_not_call_tools() {
    let cors_origins = vec!["https://play.example".to_owned()];
    let server = with_tools(Config { cors_origins, ..config() }).await;
    let from =
        async |origin: &str| ask(&server, "tools/list", json!({}), headers(&[("origin", origin)])).await.0;
    for origin in ["https://play.example", "http://localhost:3000", "http://127.0.0.1:8080"] {
        assert_eq!(from(origin).await, 200, "{origin}");
    }
    // A name of the attacker's that leads here (DNS rebinding) is such an origin, too.
    for origin in ["https://evil.example", "https://play.example:8443", "http://play.example", "null"] {
        assert_eq!(from(origin).await, 403, "{origin}");
    }
    let open = with_tools(config()).await;
    let rebound = headers(&[("origin", "http://evil.example:8080"), ("host", "evil.example:8080")]);
    assert_eq!(ask(&open, "tools/list", json!({}), rebound).await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_too_long_is_refused() {
    let server = with_tools(config()).await;
    let arguments = json!({"text": "x".repeat(70_000)});
    let (status, answer) = ask(
        &server,
        "tools/call",
        json!({"name": "import_record", "arguments": arguments}),
        HeaderMap::new(),
    )
    .await;
    assert_eq!((status.as_u16(), &answer["code"]), (413, &json!("body_too_large")));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_session_is_kept() {
    let server = with_tools(config()).await;
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
    let request =
        server.request(Method::POST, "/mcp").header("accept", "application/json, text/event-stream");
    let response = request.json(&body).send().await.unwrap();
    assert!(!response.headers().contains_key("mcp-session-id"));
    let answer: Value = response.json().await.unwrap();
    assert_eq!(answer["result"]["serverInfo"]["name"], "duiyi", "{answer:#}");
    for method in [Method::GET, Method::DELETE] {
        let response =
            server.request(method, "/mcp").header("accept", "text/event-stream").send().await.unwrap();
        assert_eq!(response.status(), 405);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_ends_with_the_move_of_the_other_side_or_with_its_time() {
    let server = with_tools(config()).await;
    let game = structured(&server, "new_game", json!({"ruleset": "gomoku"})).await;
    let wait = json!({"id": game["id"], "side": "white", "seconds": 1});
    assert_eq!(structured(&server, "wait_for_turn", wait).await["turn"], "black");
    let wait = json!({"id": game["id"], "side": "white", "seconds": 60});
    let play = async {
        // The move may come before the other waits: the result is the same.
        tokio::time::sleep(Duration::from_millis(100)).await;
        let arguments = json!({"id": game["id"], "move": "h8", "version": game["version"]});
        structured(&server, "play_move", arguments).await;
    };
    let (waited, ()) = tokio::join!(structured(&server, "wait_for_turn", wait), play);
    assert_eq!((&waited["turn"], &waited["last_move"]["move"]), (&json!("white"), &json!("h8")));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_while_waiting_takes_no_place_any_more() {
    let server = with_tools(Config { max_streams: 1, ..config() }).await;
    let game = structured(&server, "new_game", json!({"ruleset": "gomoku"})).await;
    let wait = || json!({"id": game["id"], "side": "white", "seconds": 60});
    let short = Duration::from_millis(500);
    assert!(tokio::time::timeout(short, structured(&server, "wait_for_turn", wait())).await.is_err());
    // The place is free as soon as the server has noticed.
    loop {
        let next =
            tokio::time::timeout(short, call(&server, "wait_for_turn", wait(), HeaderMap::new())).await;
        match next {
            Err(_) => break,
            Ok(refused) => assert!(
                error_of(&refused).starts_with("rate_limited: ")
                    || error_of(&refused).starts_with("overloaded: ")
            ),
        }
    }
}
