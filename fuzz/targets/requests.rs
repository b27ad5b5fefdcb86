//! Bodies of requests: the first byte chooses the endpoint. No body gets a response of a faulty server.
#![no_main]

use axum::body::Body;
use axum::http::Request;
use duiyi::config::Config;
use duiyi::engine::{EngineSettings, Engines};
use duiyi::http::{AppState, router};
use duiyi::jobs::{Jobs, LocalJobs};
use duiyi::pool::Pool;
use duiyi::service::Service;
use duiyi::store::LocalStore;
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

const PATHS: [&str; 5] = ["/v1/positions", "/v1/games", "/v1/analysis", "/v1/openings", "/v1/analyses"];

struct Server {
    runtime: Runtime,
    router: axum::Router,
}

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let config = Config { default_time_ms: 10, max_time_ms: 10, max_plies: 100, ..Config::default() };
    let keep = Duration::from_secs(1);
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    let _entered = runtime.enter();
    let pool = Pool::new(Arc::new(Engines::new(EngineSettings::with_tables(1, 1))), 1);
    let store = LocalStore::in_memory(100_000, keep, config.record_limits()).into();
    let service = Service::new(config, pool, store, Jobs::Local(LocalJobs::new(10, keep)));
    drop(_entered);
    Server { router: router(AppState::new(service)), runtime }
});

fuzz_target!(|input: (u8, &[u8])| {
    let (choice, body) = input;
    let path = PATHS[usize::from(choice) % PATHS.len()];
    let request =
        Request::post(path).header("content-type", "application/json").body(Body::from(body.to_vec()));
    let request = request.expect("a request");
    let response = SERVER.runtime.block_on(SERVER.router.clone().oneshot(request)).expect("no error");
    let status = response.status().as_u16();
    assert!(status < 500 || status == 503, "{status} for {path}");
});
