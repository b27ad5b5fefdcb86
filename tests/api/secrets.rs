//! Even at trace level the log contains no credentials and no request bodies.

use crate::support::CONTRACT;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::Duration;

/// `printf %s the-api-key | sha256sum`
const KEY_HASH: &str = "8d50189b762a2ceb6ce62f175bdeed3b98da57133c8486a27d65fd5c8ece164f";
const KEY: &str = "the-api-key";
const WRONG_KEY: &str = "a-wrong-api-key";
const WRONG_TOKEN: &str = "a-wrong-seat-token";
const IDEMPOTENCY_KEY: &str = "an-idempotency-key";
const IN_BODY: &str = "something-in-a-body";

/// The server in a process of its own, which logs to a file.
struct LoggingServer {
    process: Child,
    log: PathBuf,
}

impl LoggingServer {
    fn start() -> LoggingServer {
        let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("log-{}", std::process::id()));
        let process = Command::new(env!("CARGO_BIN_EXE_duiyi"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log-format", "json"])
            .env("DUIYI_LOG", "trace")
            .env("DUIYI_API_KEYS", format!("[{{name = \"one\", sha256 = \"{KEY_HASH}\"}}]"))
            .env("DUIYI_REQUESTS_PER_MINUTE", "1000")
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        LoggingServer { process, log }
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// The whole log: the server ends, and writes its last lines.
    fn ended_log(&mut self) -> String {
        let terminated = Command::new("kill").arg(self.process.id().to_string()).status().unwrap();
        assert!(terminated.success() && self.process.wait().unwrap().success());
        self.log()
    }

    async fn base(&self) -> String {
        loop {
            let listening = self.log().lines().find_map(|line| {
                let event: Value = serde_json::from_str(line).ok()?;
                Some(event["fields"]["address"].as_str()?.to_owned())
            });
            match listening {
                Some(address) => return format!("http://{address}"),
                None => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    }
}

impl Drop for LoggingServer {
    fn drop(&mut self) {
        let _already_ended = self.process.kill();
        let _already_waited_for = self.process.wait();
        let _already_gone = fs::remove_file(&self.log);
    }
}

/// Sends valid and invalid requests to every endpoint; returns the seat tokens.
async fn use_everything(client: &Client, base: &str) -> Vec<String> {
    let send = async |method: Method, path: &str, key: &str, token: &str, body: Value| {
        let request = client.request(method, format!("{base}{path}"));
        let request = request.header("x-api-key", key).bearer_auth(token);
        let request = request.header("idempotency-key", IDEMPOTENCY_KEY).header("cookie", IN_BODY);
        request.json(&body).send().await.unwrap()
    };
    let new = json!({"ruleset": "xiangqi", "seats": true});
    let made: Value = send(Method::POST, "/v1/games", KEY, KEY, new).await.json().await.unwrap();
    let token = |side: &str| made["tokens"][side].as_str().unwrap().to_owned();
    let id = made["id"].as_str().unwrap();
    for path in CONTRACT["paths"].as_object().unwrap().keys() {
        let path = path.replace("{id}", id).replace("{name}", "reference.js");
        for method in [Method::GET, Method::POST] {
            for (key, token) in
                [(KEY, token("red")), (WRONG_KEY, token("red")), (KEY, WRONG_TOKEN.to_owned())]
            {
                for body in
                    [json!({"move": "h2e2", IN_BODY: IN_BODY}), json!({"move": IN_BODY}), json!([IN_BODY])]
                {
                    // The body is not read to its end, because some responses are streams.
                    send(method.clone(), &path, key, &token, body).await;
                }
            }
        }
    }
    let query = format!("{base}/v1/games/{id}?notation={IN_BODY}");
    client.get(query).header("x-api-key", KEY).send().await.unwrap();
    vec![token("red"), token("black")]
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_contains_no_credentials_and_no_bodies() {
    let mut server = LoggingServer::start();
    let base = server.base().await;
    let mut secrets = Vec::from([KEY, WRONG_KEY, WRONG_TOKEN, IDEMPOTENCY_KEY, IN_BODY].map(str::to_owned));
    for http_2 in [false, true] {
        let client = Client::builder().no_proxy();
        let client = if http_2 { client.http2_prior_knowledge() } else { client };
        secrets.extend(use_everything(&client.build().unwrap(), &base).await);
    }
    let log = server.ended_log();
    for sign in ["\"level\":\"TRACE\"", "\"target\":\"h2::", "/v1/analysis"] {
        assert!(log.contains(sign), "the log is at trace level and shows {sign}");
    }
    for secret in secrets {
        let found = log.lines().find(|line| line.contains(&secret));
        assert_eq!(found, None, "{secret}");
    }
}
