//! A field that is null counts as absent. Generated clients send null for every field that their user left empty, also
//! for those of other rulesets.

use crate::support::start;
use reqwest::Method;
use serde_json::{Value, json};

/// Every option of every ruleset, null.
fn options() -> Value {
    json!({
        "repetition": null, "repetition_penalty": null, "no_capture_limit": null, "board_size": null, "opening": null,
        "forbidden_loses": null, "overline_wins": null,
    })
}

/// Every field of a search, null but for the time.
fn search() -> Value {
    json!({
        "limits": {"time_ms": 10, "depth": null, "nodes": null, "early": null}, "level": null, "lines": null, "threads": null,
        "search_moves": null, "avoid_moves": null, "seed": null, "isolated": null, "book": null,
    })
}

fn merged(mut one: Value, other: &Value) -> Value {
    one.as_object_mut().unwrap().extend(other.as_object().unwrap().clone());
    one
}

#[tokio::test(flavor = "multi_thread")]
async fn null_counts_as_absent_in_every_field_of_every_request() {
    let server = start().await;
    let human = json!({"kind": "human", "level": null, "limits": null, "lines": null, "threads": null, "seed": null,
            "isolated": null, "book": null});
    let engine = json!({"kind": "engine", "level": null, "limits": {"time_ms": 10, "depth": null, "nodes": null, "early": null},
        "lines": null, "threads": null, "seed": null, "isolated": null, "book": null});
    for (ruleset, [first, second, third], mv) in [
        ("xiangqi", ["red", "black", "white"], "h2e2"),
        ("gomoku", ["black", "white", "red"], "h8"),
        ("gomoku_standard", ["black", "white", "red"], "h8"),
        ("renju", ["black", "white", "red"], "h8"),
    ] {
        let start = json!({"ruleset": ruleset, "options": options(), "fen": null, "moves": null});
        let players = json!({first: human, second: engine, third: null});
        let new = json!({"record": null, "players": players, "seats": null, "side": null, "hints": null,
            "private": null, "abandon_ms": null});
        let game = server.game(merged(new, &start)).await;
        for (path, body) in [
            ("moves", json!({"move": mv, "reply": null})),
            ("undo", json!({"plies": null})),
            ("best-move", merged(json!({"play": null}), &search())),
            ("resign", json!({"side": first})),
            ("review", search()),
        ] {
            let response = server.post(&format!("{game}/{path}"), body).await;
            assert_eq!(response.status, 200, "{ruleset} {path}: {}", response.text);
        }
        server.post("/v1/positions", start.clone()).await.expect(200);
        let asked = merged(search(), &start);
        server.post("/v1/analysis", asked.clone()).await.expect(200);

        let job = server.request(Method::POST, "/v1/analyses").header("prefer", "wait=10").json(&asked);
        let done = server.send(job).await.expect(200);
        let expected = json!({"ruleset": ruleset, "options": {}, "limits": {"time_ms": 10}});
        assert_eq!(done["request"], expected, "the request is shown without what was absent");

        // Any of the three may be null as a whole too.
        let bare = json!({"ruleset": ruleset, "options": null, "players": null, "limits": null});
        let (mut new, mut asked) = (bare.clone(), bare);
        new.as_object_mut().unwrap().remove("limits");
        asked.as_object_mut().unwrap().remove("players");
        server.post("/v1/games", new).await.expect(201);
        server.post("/v1/analysis", merged(asked, &search())).await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_field_of_another_ruleset_that_is_not_null_is_named_in_the_error() {
    let server = start().await;
    for (body, pointer) in [
        (
            json!({"ruleset": "xiangqi", "options": {"board_size": 15, "opening": null}}),
            "/options/board_size",
        ),
        (json!({"ruleset": "gomoku", "options": {"repetition": "asian"}}), "/options/repetition"),
        (json!({"ruleset": "renju", "options": {"board_size": 15}}), "/options/board_size"),
        (json!({"ruleset": "xiangqi", "players": {"white": {"kind": "human"}}}), "/players/white"),
        (json!({"ruleset": "renju", "players": {"red": {"kind": "human"}}}), "/players/red"),
        (
            json!({"ruleset": "renju", "players": {"white": {"kind": "human", "level": 3}}}),
            "/players/white/level",
        ),
        // A typo does not pass for being null.
        (json!({"ruleset": "xiangqi", "options": {"komi": null}}), "/options/komi"),
        (json!({"ruleset": "xiangqi", "players": {"green": null}}), "/players/green"),
        (json!({"ruleset": "xiangqi", "seat": null}), "/seat"),
        // A required field is missing when it is null.
        (json!({"ruleset": null}), "/ruleset"),
        (json!({"ruleset": "xiangqi", "players": {"red": {"kind": null}}}), "/players/red/kind"),
    ] {
        let problem = server.post("/v1/games", body).await.expect_problem(400, "invalid_request");
        let errors = problem["errors"].as_array().unwrap();
        assert_eq!((errors.len(), &errors[0]["pointer"]), (1, &json!(pointer)), "{problem}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn integers_end_where_json_parsers_begin_to_round() {
    let server = start().await;
    let ask = async |seed: u64| {
        let body = json!({"ruleset": "xiangqi", "seed": seed, "level": 1, "limits": {"time_ms": 10}});
        server.post("/v1/analysis", body).await
    };
    ask((1 << 53) - 1).await.expect(200);
    let problem = ask(1 << 53).await.expect_problem(400, "invalid_request");
    assert_eq!(problem["errors"][0]["pointer"], "/seed");
}
