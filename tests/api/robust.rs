//! Random input gets a success or a client error with a problem document. A refused request changes no game.

use crate::support::{assert_valid, config, state};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use duiyi::engine::{EngineSettings, Engines};
use duiyi::http::router;
use duiyi::pool::Pool;
use http_body_util::BodyExt;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};
use tower::ServiceExt;

static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());

static SERVICE: LazyLock<Router> = LazyLock::new(|| {
    let engines = Arc::new(Engines::new(EngineSettings::with_tables(1, 1)));
    let config = duiyi::config::Config { max_time_ms: 10, default_time_ms: 10, ..config() };
    router(state(config, Pool::new(engines, 8)))
});

async fn send(method: &str, path: &str, body: Vec<u8>) -> (u16, Value) {
    let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
    let response = SERVICE.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
    let status = response.status().as_u16();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

/// Fails unless the response is a success or a valid problem document with a 4xx status.
fn assert_no_server_error(status: u16, body: &Value) -> Result<(), TestCaseError> {
    prop_assert!(status < 500, "{status} {body}");
    if status >= 400 {
        assert_valid("Problem", body);
    }
    Ok(())
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-iA-K0-9=+.\\-]{0,6}",
        "[炮马车兵前中后一二三四五六七八九1-9平进退]{0,6}",
        "\\PC{0,12}",
        Just("h2e2".to_owned()),
    ]
}

/// A valid FEN with a few characters replaced, or random text.
fn fen() -> impl Strategy<Value = String> {
    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let mutated =
        prop::collection::vec((0..START.len(), "[rnbakcpRNBAKCP1-9/ wb-]"), 0..4).prop_map(|changes| {
            let mut fen = START.to_owned();
            for (at, with) in changes {
                fen.replace_range(at..=at, &with);
            }
            fen
        });
    prop_oneof![mutated, "[rnbakcpRNBAKCP0-9/ wb-]{0,90}", "\\PC{0,40}"]
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
        Just(json!("xiangqi")),
    ];
    let key = prop_oneof![
        "(ruleset|options|fen|moves|record|players|seats|limits|time_ms|depth|level|lines|red|black|kind|move|plies|side)",
        "\\PC{0,5}"
    ];
    leaf.prop_recursive(3, 24, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..6).prop_map(|map| json!(map)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_position_is_accepted_or_refused(fen in fen(), moves in prop::collection::vec(text(), 0..3)) {
        let body = json!({"ruleset": "xiangqi", "fen": fen, "moves": moves});
        let (status, body) = RUNTIME.block_on(send("POST", "/v1/positions", body.to_string().into_bytes()));
        assert_no_server_error(status, &body)?;
    }

    #[test]
    fn any_record_is_imported_or_refused(record in prop_oneof![text(), "[\\[\\]{}();\"0-9.a-i h\n]{0,60}", "\\PC{0,60}"]) {
        let body = json!({"ruleset": "xiangqi", "record": record});
        let (status, body) = RUNTIME.block_on(send("POST", "/v1/games", body.to_string().into_bytes()));
        assert_no_server_error(status, &body)?;
    }

    #[test]
    fn any_binary_record_is_imported_or_refused(
        start in prop::sample::select(vec!["", "XQ\u{a}", "XQ\u{12}", "(;", "Piskvorky 15x15, 0:0, 0\n"]),
        bytes in prop::collection::vec(any::<u8>(), 0..1200),
    ) {
        let base64 = data_encoding::BASE64.encode(&[start.as_bytes(), &bytes].concat());
        let body = json!({"record": {"base64": base64}});
        let (status, body) = RUNTIME.block_on(send("POST", "/v1/games", body.to_string().into_bytes()));
        assert_no_server_error(status, &body)?;
    }

    #[test]
    fn any_json_and_any_bytes_get_a_response(value in json_value(), bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        for path in ["/v1/games", "/v1/positions"] {
            let (status, body) = RUNTIME.block_on(send("POST", path, value.to_string().into_bytes()));
            assert_no_server_error(status, &body)?;
            let (status, body) = RUNTIME.block_on(send("POST", path, bytes.clone()));
            assert_no_server_error(status, &body)?;
        }
    }

    #[test]
    fn a_refused_request_changes_nothing(value in json_value(), mv in text(), path in "(moves|undo|resign|draw)") {
        RUNTIME.block_on(async {
            let (_, game) = send("POST", "/v1/games", br#"{"ruleset":"xiangqi"}"#.to_vec()).await;
            let game = format!("/v1/games/{}", game["id"].as_str().unwrap());
            for body in [value, json!({"move": mv})] {
                let (_, before) = send("GET", &game, Vec::new()).await;
                let (status, response) = send("POST", &format!("{game}/{path}"), body.to_string().into_bytes()).await;
                assert_no_server_error(status, &response)?;
                let (_, after) = send("GET", &game, Vec::new()).await;
                if status >= 400 {
                    prop_assert_eq!(&before["version"], &after["version"]);
                    prop_assert_eq!(&before["fen"], &after["fen"]);
                }
            }
            send("DELETE", &game, Vec::new()).await;
            Ok(())
        })?;
    }
}
