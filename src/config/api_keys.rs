//! The API keys in the settings.

use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// An API key: a caller's name, and what its bearer may do. Several keys of one name are one caller, which so can exchange its keys.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiKey {
    /// Quotas, ownership and logs go by it.
    pub name: String,
    /// The SHA-256 digest of the key, in hexadecimal.
    pub sha256: String,
    #[serde(default = "default_scopes")]
    pub scopes: Vec<Scope>,
    /// Like the general settings of these names, which hold if these are absent.
    pub requests_per_minute: Option<NonZeroU32>,
    pub games_per_minute: Option<NonZeroU32>,
    pub search_ms_per_minute: Option<NonZeroU32>,
}

/// What the bearer of an API key may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Create games, list them and change its own.
    Games,
    /// Search without a game.
    Analysis,
    /// Follow the events of all its own games.
    Feed,
    /// Whatever the owner of a game may do, with every game.
    Admin,
}

impl Scope {
    pub const ALL: [Scope; 4] = [Scope::Games, Scope::Analysis, Scope::Feed, Scope::Admin];

    pub fn name(self) -> &'static str {
        match self {
            Scope::Games => "games",
            Scope::Analysis => "analysis",
            Scope::Feed => "feed",
            Scope::Admin => "admin",
        }
    }
}

fn default_scopes() -> Vec<Scope> {
    vec![Scope::Games, Scope::Analysis, Scope::Feed]
}

impl ApiKey {
    /// A key with this digest and the scopes that keys have by default.
    pub fn new(name: &str, sha256: &str) -> ApiKey {
        ApiKey {
            name: name.to_owned(),
            sha256: sha256.to_owned(),
            scopes: default_scopes(),
            requests_per_minute: None,
            games_per_minute: None,
            search_ms_per_minute: None,
        }
    }

    /// # Errors
    /// Says what is wrong.
    pub fn check(&self) -> Result<(), String> {
        if !(1..=64).contains(&self.name.len()) || !self.name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(format!("expected a name of 1 to 64 visible ASCII characters, got {:?}", self.name));
        }
        if self.sha256.len() != 64 || !self.sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let (name, got) = (&self.name, &self.sha256);
            return Err(format!("expected sha256 of {name} in 64 hexadecimal digits, got {got:?}"));
        }
        Ok(())
    }
}
