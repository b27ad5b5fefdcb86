//! The webhooks in the settings.

use axum::http::Uri;
use data_encoding::BASE64;
use serde::{Deserialize, Serialize};

/// Where the events of games are to be sent.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    pub url: String,
    /// The key of the signatures, in base64, after `whsec_`.
    pub secret: String,
    /// Which events are sent. Empty: all but moves.
    #[serde(default)]
    pub events: Vec<String>,
    /// The name of the API key whose games it is about. Absent: all.
    pub key: Option<String>,
}

impl std::fmt::Debug for Webhook {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Without the secret.
        formatter.debug_struct("Webhook").field("url", &self.url).finish_non_exhaustive()
    }
}

/// The events of `GET /v1/events`.
const EVENTS: [&str; 8] = [
    "game_created",
    "game_started",
    "move_played",
    "offer",
    "arbiter",
    "game_finished",
    "game_deleted",
    "analysis_finished",
];

impl Webhook {
    /// The bytes of the secret. None if it is no base64, or shorter than 16 bytes.
    pub fn secret_bytes(&self) -> Option<Vec<u8>> {
        const SHORTEST: usize = 16;
        let text = self.secret.strip_prefix("whsec_")?;
        BASE64.decode(text.as_bytes()).ok().filter(|bytes| bytes.len() >= SHORTEST)
    }

    pub fn wants(&self, event: &str) -> bool {
        match self.events.is_empty() {
            true => event != "move_played",
            false => self.events.iter().any(|wanted| wanted == event),
        }
    }

    /// # Errors
    /// Says what is wrong.
    pub fn check(&self) -> Result<(), String> {
        let uri = self.url.parse::<Uri>().ok();
        let is_http = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some();
        if !uri.as_ref().is_some_and(is_http) {
            return Err(format!("expected a url that begins with https:// or http://, got {:?}", self.url));
        }
        if self.secret_bytes().is_none() {
            let url = &self.url;
            return Err(format!("expected as secret of {url} whsec_ and at least 16 bytes in base64"));
        }
        match self.events.iter().find(|event| !EVENTS.contains(&&event[..])) {
            Some(unknown) => Err(format!("expected events among {}, got {unknown:?}", EVENTS.join(", "))),
            None => Ok(()),
        }
    }
}
