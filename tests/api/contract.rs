use crate::support::{CONTRACT, config, service, start, state};
use axum::Router;
use axum::routing::get;
use duiyi::engine::{EngineSettings, Engines};
use duiyi::http::{AppState, with_layers};
use duiyi::pool::Pool;
use flate2::read::GzDecoder;
use http_body_util::BodyExt;
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use std::io::Read;
use std::sync::Arc;
use tower::ServiceExt;

/// Every endpoint of the contract.
const ENDPOINTS: [(&str, &str); 56] = [
    ("get", "/v1/events"),
    ("get", "/v1/games"),
    ("post", "/v1/games/batch"),
    ("patch", "/v1/games/{id}"),
    ("post", "/v1/games"),
    ("get", "/v1/games/{id}"),
    ("delete", "/v1/games/{id}"),
    ("post", "/v1/games/{id}/moves"),
    ("post", "/v1/games/{id}/undo"),
    ("post", "/v1/games/{id}/resign"),
    ("post", "/v1/games/{id}/draw"),
    ("post", "/v1/games/{id}/takeback"),
    ("post", "/v1/games/{id}/rematch"),
    ("post", "/v1/games/{id}/abort"),
    ("post", "/v1/games/{id}/ready"),
    ("get", "/v1/seeks"),
    ("post", "/v1/seeks"),
    ("get", "/v1/seeks/{id}"),
    ("delete", "/v1/seeks/{id}"),
    ("post", "/v1/games/{id}/phrases"),
    ("post", "/v1/games/{id}/pause"),
    ("post", "/v1/games/{id}/resume"),
    ("post", "/v1/games/{id}/add-time"),
    ("post", "/v1/games/{id}/adjudicate"),
    ("post", "/v1/games/{id}/join"),
    ("post", "/v1/games/{id}/claim"),
    ("post", "/v1/games/{id}/best-move"),
    ("post", "/v1/games/{id}/review"),
    ("get", "/v1/games/{id}/events"),
    ("get", "/v1/games/{id}/socket"),
    ("post", "/v1/games/{id}/tickets"),
    ("get", "/v1/games/{id}/record"),
    ("post", "/v1/records"),
    ("post", "/v1/reviews"),
    ("post", "/v1/positions"),
    ("post", "/v1/openings"),
    ("post", "/v1/analysis"),
    ("post", "/v1/analyses"),
    ("post", "/v1/analyses/batch"),
    ("get", "/v1/analyses/{id}"),
    ("delete", "/v1/analyses/{id}"),
    ("get", "/v1/puzzles/next"),
    ("get", "/v1/puzzles/{id}"),
    ("get", "/v1/rulesets"),
    ("get", "/healthz"),
    ("get", "/readyz"),
    ("get", "/metrics"),
    ("get", "/openapi.yaml"),
    ("get", "/docs"),
    ("get", "/docs/{name}"),
    ("get", "/"),
    ("get", "/assets/{name}"),
    ("get", "/g/{id}"),
    ("get", "/embed/{id}"),
    ("get", "/p/{id}"),
    ("get", "/oembed"),
];

#[tokio::test(flavor = "multi_thread")]
async fn the_server_and_openapi_yaml_have_the_same_endpoints() {
    let mut documented = Vec::new();
    for (path, operations) in CONTRACT["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            documented.push((method.clone(), path.clone()));
        }
    }
    let mut listed: Vec<_> =
        ENDPOINTS.iter().map(|(method, path)| (method.to_string(), path.to_string())).collect();
    documented.sort();
    listed.sort();
    assert_eq!(documented, listed);

    let server = start().await;
    let game = server.human_game().await;
    for (method, path) in ENDPOINTS {
        let id = game.rsplit('/').next().unwrap();
        let path = path.replace("{id}", id).replace("{name}", "reference.js");
        // A 405 lists the allowed methods in `Allow`, so this method must be among them.
        let refused = server.send(server.request(Method::TRACE, &path)).await;
        assert!(refused.header("allow").to_lowercase().contains(method), "{method} {path}");
        refused.expect_problem(405, "method_not_allowed");
    }
    for path in ["/healthz", "/readyz"] {
        server.get(path).await.expect(200);
    }
    let limits = &server.get("/v1/rulesets").await.expect(200)["limits"];
    assert_eq!((&limits["games_per_minute"], &limits["analyses_per_client"]), (&json!(60), &json!(100)));
    assert_eq!(server.get("/openapi.yaml").await.text, include_str!("../../openapi.yaml"));
    assert!(server.get("/metrics").await.text.ends_with("# EOF\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_load_nothing_from_other_origins() {
    let server = start().await;
    for path in ["/", "/docs"] {
        let page = server.get(path).await;
        assert!(page.header("content-security-policy").contains("default-src 'none'"));
        for attribute in page.text.split(['"', '\'']).filter(|part| part.starts_with("http")) {
            assert!(attribute.starts_with("http://localhost"), "{path} names {attribute}");
        }
    }
    for file in ["reference.css", "reference.js"] {
        assert_eq!(server.get(&format!("/docs/{file}")).await.status, 200);
    }
    server.get("/docs/../Cargo.toml").await.expect_problem(404, "not_found");
    server.get("/docs/secret.js").await.expect_problem(404, "not_found");
    server.get("/docs/%ff").await.expect_problem(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_forbids_inline_code_and_its_assets_are_cached_forever() {
    let server = start().await;
    let page = server.get("/").await;
    assert!(!page.header("content-security-policy").contains("unsafe"));
    assert_eq!(page.header("cache-control"), "no-cache");
    let files: Vec<&str> = page.text.split('"').filter(|part| part.starts_with("/assets/")).collect();
    assert!(
        files.iter().any(|file| file.ends_with(".js")) && files.iter().any(|file| file.ends_with(".css"))
    );
    for path in files.into_iter().chain(["/"]) {
        let file = server.get(path).await;
        assert_eq!(file.status, 200, "{path}");
        let is_hashed = !matches!(
            path,
            "/" | "/assets/manifest.webmanifest" | "/assets/icon-192.png" | "/assets/icon-512.png"
        );
        assert_eq!(file.header("cache-control").contains("immutable"), is_hashed, "{path}");
        let tag = file.header("etag");
        let again = server.request(Method::GET, path).header("if-none-match", tag);
        assert_eq!(server.send(again).await.status, 304, "{path}");
    }
    server.get("/assets/index.html").await.expect_problem(404, "not_found");
    server.get("/assets/%ff").await.expect_problem(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn responses_have_the_headers_that_browsers_and_proxies_need() {
    let server = start().await;
    let asked = server
        .request(Method::GET, "/v1/rulesets")
        .header("origin", "https://play.example")
        .header("x-request-id", "abc-1");
    let response = server.send(asked).await;
    assert_eq!(response.header("x-request-id"), "abc-1");
    assert_eq!(response.header("access-control-allow-origin"), "*");
    let exposed = response.header("access-control-expose-headers").to_lowercase();
    for name in ["etag", "location", "retry-after", "ratelimit", "ratelimit-policy", "x-request-id"] {
        assert!(exposed.contains(name), "{exposed}");
    }
    assert_eq!(response.header("x-content-type-options"), "nosniff");
    let preflight = server
        .request(Method::OPTIONS, "/v1/games")
        .header("origin", "https://play.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,content-type,idempotency-key");
    let allowed = preflight.send().await.unwrap();
    assert!(allowed.status().is_success());
    // In `Access-Control-Allow-Headers` the wildcard does not cover `Authorization`.
    assert!(allowed.headers()["access-control-allow-headers"].to_str().unwrap().contains("authorization"));
    let odd = server.request(Method::GET, "/healthz").header("x-request-id", "x".repeat(500));
    assert_ne!(server.send(odd).await.header("x-request-id").len(), 500);
    let zipped = server.request(Method::GET, "/openapi.yaml").header("accept-encoding", "gzip");
    assert_eq!(zipped.send().await.unwrap().headers()["content-encoding"], "gzip");
}

/// A file is compressed once and not for each request.
#[tokio::test(flavor = "multi_thread")]
async fn every_file_is_the_same_compressed_or_not() {
    let server = start().await;
    let page = server.get("/").await.text;
    let assets = page.split('"').filter(|part| part.starts_with("/assets/"));
    for path in assets.chain(["/", "/docs", "/docs/reference.js", "/openapi.yaml"]) {
        let get = async |encoding: &'static str| {
            let request = server.request(Method::GET, path).header("accept-encoding", encoding);
            let response = request.send().await.unwrap();
            let headers = response.headers().clone();
            (headers, response.bytes().await.unwrap())
        };
        let varies =
            |headers: &HeaderMap| headers.get_all("vary").iter().any(|name| name == "accept-encoding");
        let (headers, plain) = get("identity").await;
        assert!(varies(&headers) && !headers.contains_key("content-encoding"), "{path} {headers:?}");
        if path.ends_with(".png") {
            assert_eq!(get("gzip").await.1, plain);
            continue;
        }
        let (zipped_headers, zipped) = get("br, gzip;q=0.5").await;
        assert!(varies(&zipped_headers), "{path} {zipped_headers:?}");
        assert_eq!(
            (&zipped_headers["content-encoding"], get("*").await.1),
            (&"gzip".parse().unwrap(), zipped.clone())
        );
        // What is compressed while it is sent has no length.
        assert_eq!(zipped_headers["content-length"], zipped.len().to_string());
        let mut unzipped = Vec::new();
        GzDecoder::new(&zipped[..]).read_to_end(&mut unzipped).unwrap();
        assert_eq!(unzipped, plain, "{path}");
        assert_eq!(get("gzip;q=0").await.1, plain);
        if let Some(tag) = zipped_headers.get("etag") {
            assert_ne!(tag, headers["etag"]);
            let known = server.request(Method::GET, path).header("accept-encoding", "gzip");
            let known = known.header("if-none-match", tag).send().await.unwrap();
            assert_eq!(known.status(), 304);
            assert!(varies(known.headers()));
        }
    }
}

/// Wraps a route that panics in the middleware of the service.
#[tokio::test(flavor = "multi_thread")]
async fn a_panic_gives_a_problem_document_and_the_server_keeps_serving() {
    let engines = Arc::new(Engines::new(EngineSettings::with_tables(1, 1)));
    let state = state(config(), Pool::new(engines, 1));
    async fn panics() {
        panic!("on purpose: the secret");
    }
    let service =
        with_layers(Router::new().route("/panics", get(panics)).route("/fine", get(async || "fine")), state);
    for _ in 0..3 {
        let request = axum::http::Request::get("/panics").body(axum::body::Body::empty()).unwrap();
        let response = service.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 500);
        let body: Value =
            serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes()).unwrap();
        assert_eq!(body["code"], "internal");
        assert!(!body.to_string().contains("secret"));
        let request = axum::http::Request::get("/fine").body(axum::body::Body::empty()).unwrap();
        assert_eq!(service.clone().oneshot(request).await.unwrap().status(), 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draining_server_is_not_ready() {
    let engines = Arc::new(Engines::new(EngineSettings::with_tables(1, 1)));
    let service = service(config(), Pool::new(engines, 1));
    let router = duiyi::http::router(AppState::new(Arc::clone(&service)));
    let ask = async || {
        let request = axum::http::Request::get("/readyz").body(axum::body::Body::empty()).unwrap();
        router.clone().oneshot(request).await.unwrap()
    };
    assert_eq!(ask().await.status(), 200);
    service.announce_shutdown();
    let refused = ask().await;
    assert_eq!(refused.status(), 503);
    assert!(refused.headers().contains_key("retry-after"));
    let body: Value =
        serde_json::from_slice(&refused.into_body().collect().await.unwrap().to_bytes()).unwrap();
    assert_eq!(body["code"], "shutting_down");
}
