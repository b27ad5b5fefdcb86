//! A client that reads NDJSON streams.

use crate::support::{Server, assert_valid};
use futures_util::StreamExt;
use serde_json::Value;

/// The events of an NDJSON stream. Each is checked against the contract.
pub struct Lines {
    pub bytes: std::pin::Pin<Box<dyn futures_util::Stream<Item = reqwest::Result<bytes::Bytes>> + Send>>,
    pub buffer: String,
    pub last_id: Option<u64>,
}

impl Lines {
    pub async fn open(server: &Server, request: reqwest::RequestBuilder) -> Lines {
        let response = request.header("accept", "application/x-ndjson").send().await.unwrap();
        assert_eq!(response.status(), 200, "{}", server.base);
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        assert_eq!(response.headers()["x-accel-buffering"], "no");
        Lines { bytes: Box::pin(response.bytes_stream()), buffer: String::new(), last_id: None }
    }

    pub async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((line, rest)) = self.buffer.split_once('\n') {
                let (line, rest) = (line.to_owned(), rest.to_owned());
                self.buffer = rest;
                if line.is_empty() {
                    continue;
                }
                let event: Value = serde_json::from_str(&line).unwrap();
                assert_valid("StreamEvent", &event);
                let id = event["id"].as_u64().unwrap();
                assert!(self.last_id.is_none_or(|last| id > last), "event ids increase");
                self.last_id = Some(id);
                return Some((event["event"].as_str().unwrap().to_owned(), event["data"].clone()));
            }
            self.buffer.push_str(std::str::from_utf8(&self.bytes.next().await?.ok()?).unwrap());
        }
    }

    pub async fn all(mut self) -> Vec<(String, Value)> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }
}
