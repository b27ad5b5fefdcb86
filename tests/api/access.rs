use crate::support::{config, start, start_with};
use duiyi::config::{ApiKey, Config};
use reqwest::Method;
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread")]
async fn a_side_with_a_seat_acts_only_with_its_own_token() {
    let server = start().await;
    let made = server.post("/v1/games", json!({"ruleset": "xiangqi", "seats": true})).await.expect(201);
    let game = format!("/v1/games/{}", made["id"].as_str().unwrap());
    let (red, black) = (made["tokens"]["red"].as_str().unwrap(), made["tokens"]["black"].as_str().unwrap());
    let act = async |path: &str, body: serde_json::Value, token: Option<&str>| {
        let mut request = server.request(Method::POST, &format!("{game}/{path}")).json(&body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        server.send(request).await
    };
    let mv = json!({"move": "h2e2"});
    let refused = act("moves", mv.clone(), None).await;
    assert_eq!(refused.header("www-authenticate"), "Bearer");
    refused.expect_problem(401, "unauthorized");
    act("moves", mv.clone(), Some("guess")).await.expect_problem(401, "unauthorized");
    act("moves", mv.clone(), Some(black)).await.expect_problem(403, "forbidden");
    act("moves", mv, Some(red)).await.expect(200);
    act("resign", json!({"side": "black"}), Some(red)).await.expect_problem(403, "forbidden");
    act("draw", json!({"side": "black", "action": "offer"}), Some(black)).await.expect(200);
    let read = server.get(&game).await.expect(200);
    assert_eq!(read["seats"], true, "only the response that creates the game shows the tokens");
    assert!(!server.get(&format!("{game}/record")).await.text.contains(red));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_api_needs_a_key_when_keys_are_configured() {
    // printf %s secret | sha256sum
    let hash = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b".to_owned();
    let server = start_with(Config { api_keys: vec![ApiKey::new("one", &hash)], ..config() }).await;
    let refused = server.get("/v1/rulesets").await;
    assert_eq!(refused.header("www-authenticate"), "Bearer realm=\"api-key\"");
    let problem = refused.expect_problem(401, "unauthorized");
    assert_eq!(problem["detail"], "expected an API key in the header X-API-Key");
    let stranger = server.send(server.request(Method::GET, "/v1/rulesets").bearer_auth("guess")).await;
    let problem = stranger.expect_problem(401, "unauthorized");
    assert!(problem["detail"].as_str().unwrap().ends_with("this is neither"), "{problem}");
    let with = async |key: &str| {
        server.send(server.request(Method::GET, "/v1/rulesets").header("x-api-key", key)).await
    };
    with("wrong").await.expect_problem(403, "forbidden");
    with("secret").await.expect(200);
    server.send(server.request(Method::GET, "/v1/rulesets").bearer_auth("secret")).await.expect(200);
    server.get("/healthz").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_over_its_limit_gets_retry_after() {
    let server = start_with(Config { requests_per_minute: 3, ..config() }).await;
    let started = Instant::now();
    for left in ["r=2", "r=1", "r=0"] {
        let response = server.get("/v1/rulesets").await;
        assert!(
            response.header("ratelimit").contains(left)
                && response.header("ratelimit-policy").contains("q=3;w=60")
        );
        response.expect(200);
    }
    let refused = server.get("/v1/rulesets").await;
    let third_of_a_minute = Duration::from_secs(20);
    let wait = Duration::from_secs(refused.header("retry-after").parse().unwrap());
    assert!(
        (third_of_a_minute.saturating_sub(started.elapsed())..=third_of_a_minute).contains(&wait),
        "{wait:?}"
    );
    refused.expect_problem(429, "rate_limited");
    server.get("/healthz").await.expect(200);
}
