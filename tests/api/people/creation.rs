//! What a new game between people cannot be.

use crate::support::{config, start, start_with};
use duiyi::config::Config;
use serde_json::{Value, json};

/// What is wrong, the fields in addition to `ruleset`, and the field that the error names.
fn mistakes() -> Vec<(&'static str, Value, &'static str)> {
    let engine = json!({"kind": "engine", "level": 1});
    vec![
        ("seats are true, false or \"invite\"", json!({"seats": "both"}), "/seats"),
        ("seats are no number", json!({"seats": 1}), "/seats"),
        ("a side needs an invitation", json!({"side": "red"}), "/side"),
        ("a side needs an invitation, not only seats", json!({"seats": true, "side": "red"}), "/side"),
        ("a side is one of the ruleset", json!({"seats": "invite", "side": "white"}), "/side"),
        ("a side has a name", json!({"seats": "invite", "side": "left"}), "/side"),
        ("an engine takes no invitation", json!({"seats": "invite", "players": {"black": engine}}), "/seats"),
        ("an engine sends no invitation", json!({"seats": "invite", "players": {"red": engine}}), "/seats"),
        ("a director has no side", json!({"seats": "invite_both", "side": "red"}), "/side"),
        ("an engine is not invited", json!({"seats": "invite_both", "players": {"red": engine}}), "/seats"),
        ("a private game needs seats", json!({"private": true}), "/private"),
        ("whether a game is private is true or false", json!({"seats": true, "private": "yes"}), "/private"),
        ("a game without hints needs seats", json!({"hints": false}), "/hints"),
        ("hints are true or false", json!({"seats": true, "hints": "off"}), "/hints"),
        ("only a seat can be abandoned", json!({"abandon_ms": 1000}), "/abandon_ms"),
        ("nobody is away at once", json!({"seats": true, "abandon_ms": 0}), "/abandon_ms"),
        ("the wait is a day at most", json!({"seats": true, "abandon_ms": 86_400_001}), "/abandon_ms"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mistake_in_a_new_game_is_refused_with_the_field() {
    let server = start().await;
    for (mistake, mut body, pointer) in mistakes() {
        body["ruleset"] = json!("xiangqi");
        let problem = server.post("/v1/games", body).await.expect_problem(400, "invalid_request");
        let errors = problem["errors"].as_array().unwrap();
        assert_eq!((errors.len(), &errors[0]["pointer"]), (1, &json!(pointer)), "{mistake}: {problem}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_game_shows_its_settings_and_their_defaults() {
    let server = start_with(Config { abandon_ms: 45_000, ..config() }).await;
    let engine = json!({"black": {"kind": "engine", "level": 1}});
    for (fields, hints, private, abandon_ms) in [
        (json!({}), true, false, Value::Null),
        (json!({"hints": true, "private": false}), true, false, Value::Null),
        (json!({"seats": true}), false, false, json!(45_000)),
        (json!({"seats": "invite"}), false, false, json!(45_000)),
        (json!({"seats": "invite", "hints": true, "private": true}), true, true, json!(45_000)),
        (json!({"seats": true, "players": engine}), true, false, json!(45_000)),
        (json!({"seats": true, "players": engine, "hints": false, "abandon_ms": 1}), false, false, json!(1)),
    ] {
        let mut body = fields.clone();
        body["ruleset"] = json!("xiangqi");
        let game = server.post("/v1/games", body).await.expect(201);
        assert_eq!(
            (&game["hints"], &game["private"], &game["abandon_ms"]),
            (&json!(hints), &json!(private), &abandon_ms),
            "{fields}"
        );
        assert_eq!(game["spectator"].is_string(), private, "{fields}");
        assert_eq!(game["invitation"].is_string(), fields["seats"] == "invite", "{fields}");
        for unset in ["takeback_offer", "rematch_offer", "next_game"] {
            assert_eq!(game.get(unset), Some(&Value::Null), "{fields}: {unset}");
        }
    }
}
