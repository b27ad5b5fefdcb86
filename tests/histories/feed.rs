//! Reads the events of all games after the faults.

use futures_util::StreamExt;
use reqwest::{Client, Response, StatusCode};
use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;

/// A stream that is silent for so long has told of everything.
const SILENT_FOR: Duration = Duration::from_secs(3);

async fn open(server: SocketAddr, key: &str, after: String) -> Option<Response> {
    let http = Client::builder().no_proxy().build().unwrap();
    let request = http.get(format!("http://{server}/v1/events?moves=true")).header("x-api-key", key);
    request.header("accept", "application/x-ndjson").header("last-event-id", after).send().await.ok()
}

/// All events that the server has. None if it does not answer.
pub async fn read(server: SocketAddr, key: &str) -> Option<Vec<Value>> {
    let mut response = open(server, key, "0-0".to_owned()).await?;
    // Only a file counts from one; the others say which event is the oldest that they have.
    if response.status() == StatusCode::GONE {
        let problem: Value = response.json().await.unwrap();
        let oldest = problem["oldest"].as_str()?.split_once('-').unwrap().0.parse::<u64>().unwrap();
        response = open(server, key, format!("{}-0", oldest - 1)).await?;
    }
    assert_eq!(response.status(), StatusCode::OK);
    let mut chunks = response.bytes_stream();
    let mut text = Vec::new();
    while let Ok(Some(Ok(chunk))) = tokio::time::timeout(SILENT_FOR, chunks.next()).await {
        text.extend_from_slice(&chunk);
    }
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    Some(lines.map(|line| serde_json::from_slice(line).unwrap()).collect())
}
