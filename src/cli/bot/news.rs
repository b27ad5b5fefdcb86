//! Hears from the events of an API key that something has happened to its games.

use super::super::Error;
use super::connection::{Connection, problem};
use crate::headers::API_KEY;
use reqwest::{Method, Response};
use std::time::Duration;

/// What happens without an event, such as a token in the metadata of a game, is noticed after this time.
const LOOK_EVERY: Duration = Duration::from_secs(5);

pub struct News<'a> {
    connection: &'a Connection,
    key: &'a str,
    stream: Option<Response>,
}

impl<'a> News<'a> {
    pub fn new(connection: &'a Connection, key: &'a str) -> News<'a> {
        News { connection, key, stream: None }
    }

    /// Resolves at the next event, after [`LOOK_EVERY`], and when a lost stream is there again.
    pub async fn next(&mut self) -> Result<(), Error> {
        tokio::time::timeout(LOOK_EVERY, self.heard()).await.unwrap_or(Ok(()))
    }

    async fn heard(&mut self) -> Result<(), Error> {
        while let Some(stream) = &mut self.stream {
            match stream.chunk().await {
                // A heartbeat is an empty line.
                Ok(Some(chunk)) if chunk.iter().all(u8::is_ascii_whitespace) => {}
                Ok(Some(_)) => return Ok(()),
                Ok(None) | Err(_) => self.stream = None,
            }
        }
        let open = || {
            let request = self.connection.request(Method::GET, "/v1/events");
            request.header(API_KEY, self.key).header("accept", "application/x-ndjson")
        };
        let response = self.connection.send(open).await?;
        if !response.status().is_success() {
            return Err(problem(response).await);
        }
        self.stream = Some(response);
        Ok(())
    }
}
