//! Query parameters are as strict as bodies.

use crate::people::{People, Who};
use crate::support::start;
use reqwest::Method;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_query_parameter_is_refused_by_its_name() {
    let server = start().await;
    let game = server.human_game().await;
    for (method, path) in [
        (Method::GET, game.clone()),
        (Method::GET, format!("{game}/events")),
        (Method::GET, format!("{game}/record")),
        (Method::POST, format!("{game}/moves")),
        (Method::POST, "/v1/games".to_owned()),
        (Method::POST, "/v1/positions".to_owned()),
        (Method::GET, "/v1/puzzles/next".to_owned()),
        (Method::GET, "/v1/rulesets".to_owned()),
        (Method::DELETE, game.clone()),
    ] {
        let request = server.request(method.clone(), &format!("{path}?notatoin=all"));
        let request = if method == Method::POST { request.json(&json!({})) } else { request };
        let problem = server.send(request).await.expect_problem(400, "invalid_request");
        let errors = problem["errors"].as_array().unwrap();
        assert_eq!((errors.len(), &errors[0]["pointer"]), (1, &json!("notatoin")), "{method} {path}");
    }
    server.get(&game).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_wrong_query_parameter_is_named() {
    let server = start().await;
    let game = server.human_game().await;
    let query = "notation=all&lines=3&notation=coordinates&t";
    let problem = server.get(&format!("{game}?{query}")).await.expect_problem(400, "invalid_request");
    let pointers =
        problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap());
    assert_eq!(pointers.collect::<Vec<_>>(), ["lines", "notation", "t"]);
    let message = problem["errors"][0]["message"].as_str().unwrap();
    assert!(message.contains("notation"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_for_another_reason_says_so() {
    let server = start().await;
    let private = People::begin(&server, json!({"private": true})).await;
    server.get("/v1/nothing?at=all").await.expect_problem(404, "not_found");
    for method in [Method::PUT, Method::POST] {
        let request = server.request(method, &format!("{}?x=1", private.path));
        server.send(request).await.expect_problem(405, "method_not_allowed");
    }
    private.get(Who::Guest, "").await.expect_problem(401, "unauthorized");
    // Links to the page may carry what other sites add to them.
    assert_eq!(server.get("/?utm_source=a").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_read_the_headers_that_clients_need() {
    let server = start().await;
    let game = server.human_game().await;
    let request = server.request(Method::GET, &game).header("origin", "https://play.example");
    let response = server.send(request).await;
    let exposed = response.header("access-control-expose-headers");
    let exposed: Vec<&str> = exposed.split(',').map(str::trim).collect();
    for name in ["etag", "location", "preference-applied", "idempotency-replayed", "content-disposition"] {
        assert!(exposed.contains(&name), "{name} in {exposed:?}");
    }
}
