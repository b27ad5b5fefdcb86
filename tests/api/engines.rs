//! Programs that search in place of our own engine. The one that behaves is our own program; the others misbehave each in one way.

use super::lines::Lines;
use super::support::*;
use duiyi::config::{Config, OutsideEngine, Protocol};
use duiyi::rules::{Game, Options, Ruleset};
use duiyi_testkit::fake_engine::fake_engine;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

const FIVE_IN_A_ROW: [Ruleset; 4] = [Ruleset::Gomoku, Ruleset::GomokuStandard, Ruleset::Renju, Ruleset::Caro];

fn ours(name: &str, protocol: Protocol, command: &str) -> OutsideEngine {
    let rulesets =
        if protocol == Protocol::Gomocup { FIVE_IN_A_ROW.to_vec() } else { vec![Ruleset::Xiangqi] };
    let command = [env!("CARGO_BIN_EXE_duiyi"), command].map(str::to_owned).to_vec();
    // Debug builds and their tables need little, but threads reserve much address space.
    OutsideEngine { memory_mib: 16_384, ..OutsideEngine::new(name, protocol, command, rulesets) }
}

fn fake(way: &str) -> OutsideEngine {
    OutsideEngine::new(way, Protocol::Uci, fake_engine("uci", way), vec![Ruleset::Xiangqi])
}

async fn start_with_engines(engines: Vec<OutsideEngine>) -> Server {
    start_with(Config { engines, ..config() }).await
}

fn xiangqi(engine: &str) -> Value {
    json!({"ruleset": "xiangqi", "engine": engine, "limits": {"time_ms": 2000}, "book": false})
}

/// Whether the answer is of this engine and not a fallback; the first moves may come before its process is ready.
async fn searched_by(server: &Server, path: &str, body: &Value, name: &str) -> Value {
    loop {
        let answer = server.post(path, body.clone()).await.expect(200);
        if answer["source"] != "fallback" {
            assert_eq!(answer["engine"], name, "{answer:#}");
            return answer;
        }
    }
}

#[tokio::test]
async fn a_program_of_each_protocol_searches_where_a_request_names_it() {
    let server = start_with_engines(vec![
        ours("uci", Protocol::Uci, "uci"),
        ours("ucci", Protocol::Ucci, "ucci"),
        ours("pbrain", Protocol::Gomocup, "piskvork"),
    ])
    .await;
    for name in ["uci", "ucci"] {
        let answer = searched_by(&server, "/v1/analysis", &xiangqi(name), name).await;
        assert_eq!(answer["source"], "search");
        assert!(answer["depth"].as_u64().unwrap() > 1 && answer["nodes"].as_u64().unwrap() > 1, "{answer}");
    }
    for ruleset in ["gomoku", "renju"] {
        let body = json!({"ruleset": ruleset, "moves": ["h8", "h9"], "engine": "pbrain", "limits": {"time_ms": 2000}});
        let answer = searched_by(&server, "/v1/analysis", &body, "pbrain").await;
        let line = answer["pv"].as_array().unwrap();
        assert_eq!(line.first(), Some(&answer["best_move"]));
    }
}

#[tokio::test]
async fn lines_depths_and_moves_to_search_are_passed_on() {
    let server = start_with_engines(vec![ours("uci", Protocol::Uci, "uci")]).await;
    let mut body = xiangqi("uci");
    body["lines"] = json!(3);
    body["search_moves"] = json!(["h2e2", "b2e2", "h0g2", "a0a1"]);
    body["avoid_moves"] = json!(["a0a1"]);
    body["limits"]["depth"] = json!(4);
    let answer = searched_by(&server, "/v1/analysis", &body, "uci").await;
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    for line in lines {
        let first = line["pv"][0].as_str().unwrap();
        assert!(["h2e2", "b2e2", "h0g2"].contains(&first), "{first}");
    }
    assert_eq!(answer["depth"], 4);
}

#[tokio::test]
async fn depths_are_streamed() {
    let server = start_with_engines(vec![ours("uci", Protocol::Uci, "uci")]).await;
    searched_by(&server, "/v1/analysis", &xiangqi("uci"), "uci").await;
    let request = server.request(Method::POST, "/v1/analysis").json(&xiangqi("uci"));
    let events = Lines::open(&server, request).await.all().await;
    let depths: Vec<u64> = events.iter().filter_map(|(_, data)| data["depth"].as_u64()).collect();
    assert!(depths.len() > 3 && depths.is_sorted(), "{events:?}");
    let engines = events.iter().filter_map(|(_, data)| data["engine"].as_str());
    assert!(engines.into_iter().all(|engine| engine == "uci"));
}

#[tokio::test]
async fn an_engine_plays_a_side_of_a_game_and_gives_hints_in_it() {
    let server = start_with_engines(vec![ours("uci", Protocol::Uci, "uci")]).await;
    let player = json!({"kind": "engine", "engine": "uci", "limits": {"time_ms": 500}});
    let game = server.game(json!({"ruleset": "xiangqi", "players": {"black": player}})).await;
    let shown = server.get(&game).await.expect(200);
    assert_eq!(shown["players"]["black"]["engine"], "uci");
    assert_eq!(shown["players"]["black"]["level"], Value::Null);
    let reply = server.post(&format!("{game}/moves"), json!({"move": "h2e2"})).await.expect(200);
    assert!(reply["reply"]["best_move"].is_string());
    let hint = json!({"engine": "uci", "limits": {"time_ms": 500}});
    let hint = searched_by(&server, &format!("{game}/best-move"), &hint, "uci").await;
    assert_eq!(hint["source"], "search");
    let record = server.get(&format!("{game}/record?format=pgn")).await;
    assert!(record.text.contains("[Black \"uci\"]"), "{}", record.text);
    let timed = json!({"ruleset": "xiangqi", "players": {"red": player}, "clock": {"initial_ms": 60000}});
    let timed = server.game(timed).await;
    assert_eq!(server.get(&timed).await.expect(200)["ply"], 1);
}

#[tokio::test]
async fn jobs_batches_and_reviews_take_an_engine() {
    let server = start_with_engines(vec![ours("uci", Protocol::Uci, "uci")]).await;
    searched_by(&server, "/v1/analysis", &xiangqi("uci"), "uci").await;
    let wait = |path| server.request(Method::POST, path).header("prefer", "wait=40");
    let job = server.send(wait("/v1/analyses").json(&xiangqi("uci"))).await.expect(200);
    assert_eq!((&job["status"], &job["result"]["engine"]), (&json!("done"), &json!("uci")));
    let position = json!({"ruleset": "xiangqi"});
    let batch =
        json!({"positions": [position, {"ruleset": "gomoku"}], "engine": "uci", "limits": {"time_ms": 200}});
    let batch = server.send(wait("/v1/analyses/batch").json(&batch)).await.expect(200);
    assert_eq!(batch["results"][0]["result"]["engine"], "uci");
    assert_eq!(batch["results"][1]["problem"]["errors"][0]["pointer"], "/engine");
    let review =
        json!({"ruleset": "xiangqi", "moves": ["h2e2", "h9g7"], "engine": "uci", "limits": {"time_ms": 200}});
    let request = server.request(Method::POST, "/v1/reviews").header("accept", "application/json");
    let review = server.send(request.json(&review)).await.expect(200);
    assert_eq!(review["moves"].as_array().unwrap().len(), 2);
    let metrics = server.get("/metrics").await.text;
    let searches = metrics.lines().find(|line| line.starts_with("duiyi_engine_searches_total"));
    let searches: u32 = searches.unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    assert!(searches >= 6, "analysis, job, position, three of the review: {searches}");
}

#[tokio::test]
async fn an_engine_that_the_server_does_not_have_is_refused_with_the_list_of_those_it_has() {
    let server = start_with_engines(vec![fake("well"), ours("pbrain", Protocol::Gomocup, "piskvork")]).await;
    let game = server.human_game().await;
    let unknown = json!({"ruleset": "xiangqi", "engine": "stockfish"});
    let in_game = json!({"engine": "stockfish"});
    let batch = json!({"positions": [{"ruleset": "xiangqi"}], "engine": "stockfish"});
    let player = json!({"ruleset": "xiangqi", "players": {"red": {"kind": "engine", "engine": "stockfish"}}});
    let review = json!({"ruleset": "xiangqi", "moves": ["h2e2"], "engine": "stockfish"});
    for (path, body, pointer) in [
        ("/v1/analysis".to_owned(), &unknown, "/engine"),
        ("/v1/analyses".to_owned(), &unknown, "/engine"),
        ("/v1/analyses/batch".to_owned(), &batch, "/engine"),
        ("/v1/reviews".to_owned(), &review, "/engine"),
        (format!("{game}/best-move"), &in_game, "/engine"),
        (format!("{game}/review"), &in_game, "/engine"),
        ("/v1/games".to_owned(), &player, "/players/red/engine"),
    ] {
        let problem = server.post(&path, body.clone()).await.expect_problem(400, "invalid_request");
        let error = &problem["errors"][0];
        assert_eq!(error["pointer"], pointer, "{path}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("well") && message.contains("pbrain"), "{path}: {message}");
    }
    for (body, pointer, word) in [
        (json!({"ruleset": "xiangqi", "engine": "pbrain"}), "/engine", "well"),
        (json!({"ruleset": "xiangqi", "engine": "well", "level": 5}), "/level", "own engine"),
        (json!({"ruleset": "gomoku", "engine": "pbrain", "search_moves": ["h8"]}), "/search_moves", "UCI"),
    ] {
        let problem = server.post("/v1/analysis", body).await.expect_problem(400, "invalid_request");
        assert_eq!(problem["errors"][0]["pointer"], pointer);
        assert!(problem["errors"][0]["message"].as_str().unwrap().contains(word), "{problem}");
    }
    let rulesets = server.get("/v1/rulesets").await.expect(200);
    let names = |place: usize| rulesets["rulesets"][place]["engines"].clone();
    assert_eq!((names(0), names(1)), (json!([{"name": "well"}]), json!([{"name": "pbrain"}])));
}

/// A legal move of the start position, in time.
fn assert_legal(answer: &Value) {
    let game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
    assert!(game.parse(answer["best_move"].as_str().unwrap()).is_ok(), "{answer}");
}

#[tokio::test]
async fn an_engine_that_fails_is_replaced_and_the_answer_is_its_last_legal_line_or_our_own() {
    for (way, by, reason) in [
        ("nonsense", "ours", "illegal"),
        ("illegal", "fake", "illegal"),
        ("illegal_at_once", "ours", "illegal"),
        ("endless", "ours", "late"),
        ("endless_line", "ours", "died"),
        ("deaf", "fake", "late"),
        ("silent", "ours", "late"),
        ("dies", "fake", "died"),
        ("dies_at_once", "ours", "died"),
    ] {
        let marker = tempfile::tempdir().unwrap();
        let mut engine = fake(way);
        engine.command.push(marker.path().join("asked").to_str().unwrap().to_owned());
        let server = start_with_engines(vec![engine]).await;
        let answer = server.post("/v1/analysis", xiangqi(way)).await.expect(200);
        assert_legal(&answer);
        assert_eq!(answer["source"], "fallback", "{way}: {answer:#}");
        match by {
            "fake" => assert_eq!((&answer["engine"], &answer["pv"]), (&json!(way), &json!(["h2e2", "h9g7"]))),
            _ => assert!(answer["engine"].as_str().unwrap().starts_with("duiyi "), "{way}: {answer:#}"),
        }
        let again = searched_by(&server, "/v1/analysis", &xiangqi(way), way).await;
        assert_eq!((&again["best_move"], &again["source"]), (&json!("h2e2"), &json!("search")));
        let label = format!("engine=\"{way}\",reason=\"{reason}\"");
        server.wait_for_metric(&format!("duiyi_engine_fallbacks_total{{{label}}} 1")).await;
        server.wait_for_metric(&format!("duiyi_engine_restarts_total{{engine=\"{way}\"}} 1")).await;
        let ready = server.get("/readyz").await.expect(200);
        assert_eq!(ready["engines"], json!({way: "available"}));
    }
}

#[tokio::test]
async fn an_engine_that_cannot_start_is_told_to_operators_and_our_own_searches() {
    let soon = |engine| OutsideEngine { start_timeout_ms: 100, ..engine };
    let missing = OutsideEngine { command: vec!["/nowhere/engine".to_owned()], ..fake("missing") };
    let engines = vec![soon(fake("hangs_at_start")), fake("dies_at_start"), missing];
    let server = start_with_engines(engines).await;
    for name in ["hangs_at_start", "dies_at_start", "missing"] {
        for _ in 0..3 {
            let answer = server.post("/v1/analysis", xiangqi(name)).await.expect(200);
            assert_legal(&answer);
            assert_eq!(answer["source"], "fallback", "{name}");
        }
        while server.get("/readyz").await.expect(200)["engines"][name] != "cannot_start" {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

#[tokio::test]
async fn a_program_that_is_killed_between_searches_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let mut engine = fake("well");
    let script = fake_engine("uci", "well").swap_remove(1);
    let run = format!("echo $$ >'{}'; exec sh '{script}' uci well", pid.display());
    engine.command = ["sh", "-c", &run].map(str::to_owned).to_vec();
    let server = start_with_engines(vec![engine]).await;
    for _ in 0..3 {
        searched_by(&server, "/v1/analysis", &xiangqi("well"), "well").await;
        let pid = std::fs::read_to_string(&pid).unwrap();
        assert!(std::process::Command::new("kill").args(["-9", pid.trim()]).status().unwrap().success());
    }
}

#[tokio::test]
async fn equal_analyses_by_different_engines_do_not_share_a_search() {
    let server =
        start_with_engines(vec![ours("one", Protocol::Uci, "uci"), ours("two", Protocol::Uci, "uci")]).await;
    for name in ["one", "two"] {
        searched_by(&server, "/v1/analysis", &xiangqi(name), name).await;
    }
    let ask = |name: &str| server.post("/v1/analysis", xiangqi(name));
    let (one, also_one, two) = tokio::join!(ask("one"), ask("one"), ask("two"));
    let engine = |response: Response| response.expect(200)["engine"].clone();
    assert_eq!([one, also_one, two].map(engine), ["one", "one", "two"]);
    server.wait_for_metric("duiyi_analyses_shared_total 1").await;
}

#[tokio::test]
async fn many_clients_share_the_processes_of_an_engine_in_turns() {
    let engine = OutsideEngine { processes: 2, ..ours("uci", Protocol::Uci, "uci") };
    let server = start_with_engines(vec![engine]).await;
    searched_by(&server, "/v1/analysis", &xiangqi("uci"), "uci").await;
    // Each has a position of its own, so none is shared.
    let game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
    let body = |mv| {
        let mut body = xiangqi("uci");
        body["moves"] = json!([game.coordinates(mv)]);
        body["limits"] = json!({"time_ms": 50000, "depth": 6});
        body
    };
    let moves = game.legal_moves();
    let searches = moves.iter().take(6).map(|&mv| server.post("/v1/analysis", body(mv)));
    for response in futures_util::future::join_all(searches).await {
        let answer = response.expect(200);
        assert_eq!((&answer["engine"], &answer["source"]), (&json!("uci"), &json!("search")), "{answer}");
    }
}

#[tokio::test]
async fn a_client_that_leaves_frees_the_process() {
    let server = start_with_engines(vec![fake("waits")]).await;
    let mut endless = xiangqi("waits");
    endless["limits"] = json!({"time_ms": 60000});
    let request = server.request(Method::POST, "/v1/analysis").json(&endless);
    let request = request.timeout(Duration::from_millis(300)).build().unwrap();
    assert!(server.client.execute(request).await.is_err());
    // The program answers after `stop`, long before the first search would have ended.
    let answer = searched_by(&server, "/v1/analysis", &xiangqi("waits"), "waits").await;
    assert_eq!(answer["best_move"], "h2e2");
}
