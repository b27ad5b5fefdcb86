//! A server for the tests, and a client that checks every response against the contract.

use data_encoding::HEXLOWER;
use duiyi::config::{ApiKey, Config};
use duiyi::http::AppState;
use duiyi::jobs::{Jobs, LocalJobs};
use duiyi::pool::Pool;
use duiyi::server::ServeError;
use duiyi::service::Service;
use duiyi::store::LocalStore;
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

pub static CONTRACT: LazyLock<Value> = LazyLock::new(|| {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml")).unwrap();
    serde_saphyr::from_str(&text).unwrap()
});

type Validators = Mutex<HashMap<String, Arc<jsonschema::Validator>>>;
static VALIDATORS: LazyLock<Validators> = LazyLock::new(Validators::default);

/// Fails the test unless the value matches the contract's schema of that name.
pub fn assert_valid(schema: &str, value: &Value) {
    assert_matches(&format!("schemas/{schema}"), value);
}

/// Fails the test unless the value matches the schema at this place of the contract's components.
fn assert_matches(place: &str, value: &Value) {
    let validator = Arc::clone(VALIDATORS.lock().unwrap().entry(place.to_owned()).or_insert_with(|| {
        let document = json!({"$ref": format!("#/components/{place}"), "components": CONTRACT["components"]});
        Arc::new(jsonschema::draft202012::new(&document).unwrap())
    }));
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "not as {place}: {errors:#?}\n{value:#}");
}

/// The path template of the contract that matches the path of a request.
fn template(path: &str) -> Option<String> {
    let path = path.split('?').next().unwrap();
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |template: &&String| {
        let template: Vec<&str> = template.split('/').collect();
        template.len() == parts.len()
            && template.iter().zip(&parts).all(|(wanted, part)| wanted == part || wanted.starts_with('{'))
    };
    let paths = CONTRACT["paths"].as_object().unwrap();
    if paths.contains_key(path) { Some(path.to_owned()) } else { paths.keys().find(fits).cloned() }
}

/// The name of the schema that the contract gives for a response; `None` unless the response is JSON.
fn schema_of(method: &Method, path: &str, status: u16, kind: &str) -> Option<String> {
    let operation = &CONTRACT["paths"][template(path)?][method.as_str().to_lowercase()];
    let mut response = &operation["responses"][status.to_string()];
    if let Some(reference) = response["$ref"].as_str() {
        response = &CONTRACT["components"]["responses"][reference.rsplit('/').next().unwrap()];
    }
    assert!(!response.is_null(), "the contract has no {status} for {method} {path}");
    if !kind.ends_with("json") {
        return None;
    }
    let reference = response["content"][kind]["schema"]["$ref"].as_str()?;
    Some(reference.rsplit('/').next().unwrap().to_owned())
}

#[derive(Debug)]
pub struct Response {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
    pub text: String,
}

impl Response {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.body
    }

    /// Fails the test unless the response is this problem; returns the document.
    #[track_caller]
    pub fn expect_problem(self, status: u16, code: &str) -> Value {
        assert_eq!((self.status.as_u16(), self.body["code"].as_str()), (status, Some(code)), "{}", self.text);
        if matches!(status, 429 | 503) {
            assert!(self.header("retry-after").parse::<u64>().unwrap() >= 1);
        }
        self.body
    }
}

#[derive(Debug)]
pub struct Server {
    pub base: String,
    pub client: reqwest::Client,
    stop: Option<oneshot::Sender<()>>,
    pub running: oneshot::Receiver<Result<(), ServeError>>,
}

/// A response about a game without the presence of its players, which is not part of a version.
pub fn without_presence(mut response: Value) -> Value {
    for place in ["", "/game"] {
        if let Some(game) = response.pointer_mut(place).and_then(Value::as_object_mut) {
            game.remove("presence");
        }
    }
    response
}

pub fn config() -> Config {
    Config { table_mib: 1, shutdown_grace_ms: 200, ..Config::default() }
}

/// A service without an HTTP server, with an in-memory store.
pub fn service(config: Config, pool: Pool) -> Arc<Service> {
    let hour = Duration::from_secs(3600);
    let store = LocalStore::in_memory(usize::MAX, hour, config.record_limits()).into();
    Service::new(config, pool, store, Jobs::Local(LocalJobs::new(10, hour)))
}

pub fn state(config: Config, pool: Pool) -> AppState {
    AppState::new(service(config, pool))
}

/// An API key whose secret is its name.
pub fn api_key(name: &str) -> ApiKey {
    ApiKey::new(name, &HEXLOWER.encode(&Sha256::digest(name)))
}

/// A server that needs an API key, and a game with seats that the bearer of one has created.
pub async fn start_with_seated_game() -> (Server, Value) {
    let server = start_with(Config { api_keys: vec![api_key("shop")], ..config() }).await;
    let body = json!({"ruleset": "xiangqi", "seats": true});
    let create = server.request(Method::POST, "/v1/games").header("x-api-key", "shop").json(&body);
    let created = server.send(create).await.expect(201);
    (server, created)
}

pub async fn start() -> Server {
    start_with(config()).await
}

/// Starts a server on a thread with a runtime of its own, as the program does.
pub async fn start_with(config: Config) -> Server {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let (stop, stopped) = oneshot::channel();
    let (end, running) = oneshot::channel();
    let serve = async move {
        let shutdown = async {
            let _a_dropped_sender_also_stops = stopped.await;
        };
        let listener = TcpListener::from_std(listener)?;
        Box::pin(duiyi::server::run(config, listener, shutdown, futures_util::stream::empty())).await
    };
    std::thread::spawn(move || {
        let _a_test_may_have_ended = end.send(duiyi::server::runtime().unwrap().block_on(serve));
    });
    // A server closes a connection that stays idle for `header_timeout_ms`, perhaps just when a request comes by it.
    let client =
        reqwest::Client::builder().no_proxy().pool_idle_timeout(Duration::from_millis(100)).build().unwrap();
    Server { base, client, stop: Some(stop), running }
}

impl Server {
    /// Tells the server to shut down, as SIGTERM does.
    pub fn shut_down(&mut self) {
        let _it_may_have_ended = self.stop.take().unwrap().send(());
    }

    /// A connection on which nothing has been sent.
    pub async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.base.strip_prefix("http://").unwrap()).await.unwrap()
    }

    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base))
    }

    pub async fn send(&self, request: reqwest::RequestBuilder) -> Response {
        let request = request.build().unwrap();
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        let response = self.client.execute(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.unwrap();
        let kind = headers.get("content-type").map_or("", |value| value.to_str().unwrap());
        let kind = kind.split(';').next().unwrap();
        assert!(headers.contains_key("x-request-id"), "{method} {path}: no X-Request-Id");
        // A 304 has the type of the content that the client has, and no body.
        let has_json = kind.ends_with("json") && status != 304;
        let body = if has_json { serde_json::from_str(&text).unwrap() } else { Value::Null };
        // People see these pages; everything else that fails is a problem for programs.
        let is_page =
            kind == "text/html" && ["/g/", "/embed/", "/p/"].iter().any(|start| path.starts_with(start));
        if (status.is_client_error() || status.is_server_error()) && !is_page {
            assert_eq!(kind, "application/problem+json", "{method} {path}: {text}");
            assert_valid("Problem", &body);
            assert_eq!(body["request_id"].as_str(), headers["x-request-id"].to_str().ok());
            assert_eq!(
                (body["status"].as_u64(), body["instance"].as_str()),
                (Some(status.as_u16().into()), Some(&*path))
            );
        } else if headers.get("preference-applied").is_some_and(|applied| applied == "return=minimal") {
            assert_valid("ShortGame", &body);
        } else if let Some(schema) = schema_of(&method, &path, status.as_u16(), kind) {
            assert_valid(&schema, &body);
        }
        Response { status, headers, body, text }
    }

    pub async fn get(&self, path: &str) -> Response {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Response {
        self.send(self.request(Method::POST, path).json(&body)).await
    }

    /// Polls `/metrics` until it has this line.
    pub async fn wait_for_metric(&self, line: &str) {
        while !self.get("/metrics").await.text.lines().any(|other| other == line) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Creates a game; returns its path.
    pub async fn game(&self, body: Value) -> String {
        let response = self.post("/v1/games", body).await;
        assert_eq!(response.status, 201, "{}", response.text);
        response.header("location").to_owned()
    }

    pub async fn human_game(&self) -> String {
        self.game(json!({"ruleset": "xiangqi"})).await
    }

    /// Plays the moves; returns the game after them.
    pub async fn play(&self, game: &str, moves: &[&str]) -> Value {
        let mut last = Value::Null;
        for text in moves {
            last =
                self.post(&format!("{game}/moves"), json!({"move": text})).await.expect(200)["game"].clone();
        }
        last
    }
}
