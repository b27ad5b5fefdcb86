//! Requests to a server. Each is sent again until the server answers, so a lost connection costs time only.

use super::super::Error;
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::Value;
use std::time::Duration;

const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// How long the server keeps a request that waits for a change, in seconds.
pub const WAIT: u64 = 30;
const TIMEOUT: Duration = Duration::from_secs(WAIT + 15);

#[derive(Clone, Debug)]
pub struct Connection {
    client: Client,
    server: String,
}

impl Connection {
    pub fn new(server: &str) -> Result<Connection, Error> {
        let client = Client::builder().timeout(TIMEOUT).build()?;
        Ok(Connection { client, server: server.trim_end_matches('/').to_owned() })
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.server))
    }

    /// Sends a request until it has an answer that sending it again would not change.
    pub async fn send(&self, request: impl Fn() -> RequestBuilder) -> Result<Response, Error> {
        let mut pause = FIRST_PAUSE;
        loop {
            match request().send().await {
                Ok(response) if !is_passing(response.status()) => return Ok(response),
                Ok(response) => eprintln!("the server answers {}: trying again", response.status()),
                Err(error) if error.is_builder() => return Err(error.into()),
                Err(error) => eprintln!("{error}: trying again"),
            }
            tokio::time::sleep(pause).await;
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }
}

/// Whether another try may have another answer.
fn is_passing(status: StatusCode) -> bool {
    status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS
}

/// The error of a response that is none of those expected.
pub async fn problem(response: Response) -> Error {
    let status = response.status();
    let document: Value = response.json().await.unwrap_or_default();
    let detail = document["detail"].as_str().or(document["title"].as_str()).unwrap_or_default();
    format!("the server answers {status}: {detail}").into()
}
