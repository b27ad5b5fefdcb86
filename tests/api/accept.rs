//! Content negotiation: `Accept` and its weights choose the media type of an analysis (RFC 9110, 12.5.1).

use crate::support::{Server, start};
use reqwest::Method;
use serde_json::json;

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const LINES: &str = "application/x-ndjson";

/// The media type of the response, which must have `Vary: Accept`.
async fn content_type_for(server: &Server, accept: Option<&str>) -> String {
    let body = json!({"ruleset": "xiangqi", "book": false, "limits": {"depth": 2}});
    let mut request = server.request(Method::POST, "/v1/analysis").json(&body);
    if let Some(accept) = accept {
        request = request.header("accept", accept);
    }
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200, "{accept:?}");
    let vary = response.headers().get_all("vary").iter().map(|value| value.to_str().unwrap().to_lowercase());
    let vary: Vec<String> = vary.collect();
    let depends = vary.iter().flat_map(|value| value.split(',')).any(|name| name.trim() == "accept");
    assert!(depends, "{accept:?}: Vary is {vary:?}");
    let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
    response.bytes().await.unwrap();
    kind
}

#[tokio::test(flavor = "multi_thread")]
async fn the_media_type_with_the_greatest_weight_is_sent() {
    let server = start().await;
    for (accept, expected) in [
        (None, JSON),
        (Some("*/*"), JSON),
        (Some("application/json"), JSON),
        (Some("application/*"), JSON),
        (Some("text/event-stream"), EVENTS),
        (Some("text/*"), EVENTS),
        (Some("application/x-ndjson"), LINES),
        (Some("TEXT/Event-Stream"), EVENTS),
        (Some("text/event-stream;q=0, application/json"), JSON),
        (Some("application/x-ndjson;q=0, text/event-stream; q=0.0, */*"), JSON),
        (Some("application/json;q=0.1, application/x-ndjson"), LINES),
        (Some("application/json;q=0.9, text/event-stream;q=0.2, application/x-ndjson;q=0.5"), JSON),
        (Some("text/event-stream;q=0.2, application/x-ndjson;q=0.5"), LINES),
        (Some("application/json, text/event-stream"), JSON),
        (Some("text/event-stream, */*;q=0.1"), EVENTS),
        // The more specific range sets the weight of its media type.
        (Some("application/*;q=0.9, application/json;q=0.1, text/event-stream;q=0.5"), LINES),
    ] {
        assert_eq!(content_type_for(&server, accept).await, expected, "Accept: {accept:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_are_sent_as_plain_text_to_clients_that_read_nothing_else() {
    let server = start().await;
    for (path, own) in [("/metrics", "application/openmetrics-text"), ("/openapi.yaml", "application/yaml")] {
        let both = format!("{own},text/plain;q=0.5");
        let problem = "application/problem+json";
        for (accept, expected) in
            [("*/*", own), (own, own), (&both, own), ("text/plain", "text/plain"), (problem, "text/plain")]
        {
            let response = server.send(server.request(Method::GET, path).header("accept", accept)).await;
            assert!(response.header("content-type").starts_with(expected), "{path} {accept}: {response:?}");
            assert!(response.header("vary").contains("accept"), "{path}");
        }
    }
}
