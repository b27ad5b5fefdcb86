//! Who calls: the bearer of an API key, of a token of a game, or an address; and whether it may ask for this.

use super::client::{Caller, Client};
use super::viewer::Viewer;
use crate::config::Scope;
use crate::service::error::{Code, Error, Result};
use crate::service::state::Service;
use uuid::Uuid;

/// What a request says about who sends it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Credentials<'a> {
    /// The header `X-API-Key`.
    pub key: Option<&'a str>,
    /// The bearer token: an API key where there is no other, or a token of a game.
    pub bearer: Option<&'a str>,
    /// The header `Duiyi-User`.
    pub user: Option<&'a [u8]>,
}

/// What a request asks for: what decides who may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Every API key may.
    AnyKey,
    /// An API key may that has one of these scopes.
    Scopes(&'static [Scope]),
    /// The bearer of a token of this game may, and an API key with the scope `games` or `admin`.
    Game(Option<Uuid>),
    /// Everybody may: the request itself has a secret, which its handler checks.
    OwnSecret,
}

impl Service {
    /// Identifies the client of a request by its API key, or by its address if it has none. Also returns an error if a key is
    /// needed and this one is unknown, or a user is named without a key.
    pub fn identify(&self, address: Client, credentials: Credentials<'_>) -> (Client, Option<Error>) {
        let caller = match self.caller(credentials) {
            Ok(caller) => caller,
            Err(error) => return (address, Some(error)),
        };
        match (caller, credentials.user) {
            (None, None) => (address, None),
            (None, Some(_)) => {
                let message = "names the user of an API key: expected one with it";
                (address, Some(Error::field("Duiyi-User", message)))
            }
            (Some(caller), None) => (Client::Key(caller), None),
            (Some(caller), Some(user)) => match user_name(user) {
                Ok(user) => (Client::Key(caller.for_user(user)), None),
                Err(error) => (Client::Key(caller), Some(error)),
            },
        }
    }

    /// The bearer of an API key, if there is one.
    fn caller(&self, Credentials { key, bearer, .. }: Credentials<'_>) -> Result<Option<Caller>> {
        if self.api_keys.is_empty() {
            return Ok(None);
        }
        match key {
            Some(key) => self
                .api_keys
                .caller(key)
                .map(Some)
                .ok_or_else(|| Error::new(Code::Forbidden, "this API key may not use this server")),
            None => Ok(bearer.and_then(|bearer| self.api_keys.caller(bearer))),
        }
    }

    /// Checks that the client may ask for this.
    ///
    /// # Errors
    /// [`Code::Unauthorized`] without the API key or the token that is needed, [`Code::ScopeMissing`] with a key that lacks the
    /// scope, or when the store does not answer.
    pub async fn authorize(&self, client: &Client, bearer: Option<&str>, access: Access) -> Result<()> {
        if self.api_keys.is_empty() || access == Access::OwnSecret {
            return Ok(());
        }
        let scopes = match access {
            Access::AnyKey | Access::OwnSecret => &[][..],
            Access::Scopes(scopes) => scopes,
            Access::Game(_) => &[Scope::Games, Scope::Admin],
        };
        let caller = client.caller();
        let is_allowed =
            |caller: &Caller| scopes.is_empty() || scopes.iter().any(|&scope| caller.has_scope(scope));
        if caller.is_some_and(is_allowed) {
            return Ok(());
        }
        if let (Access::Game(Some(game)), Some(token)) = (access, bearer)
            && self.is_token_of(game, token).await?
        {
            return Ok(());
        }
        Err(match (caller, scopes) {
            (Some(caller), [scope, ..]) => {
                let detail = format!("the API key of {} lacks the scope {}", caller.name(), scope.name());
                Error::new(Code::ScopeMissing, detail).with("scope", scope.name())
            }
            _ if bearer.is_some() => {
                let detail = "expected an API key, or the token of a seat or a spectator of this game: this is neither";
                Error::new(Code::Unauthorized, detail)
            }
            _ => Error::new(Code::Unauthorized, "expected an API key in the header X-API-Key"),
        })
    }

    /// Whether the token is for a seat or for the spectators of the game.
    async fn is_token_of(&self, game: Uuid, token: &str) -> Result<bool> {
        match self.find(game).await {
            Ok(session) => Ok(Viewer::with_token(token).has_token_of(&session)),
            Err(error) if error.code == Code::GameNotFound => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// # Errors
/// When it is empty, too long, or not visible ASCII.
fn user_name(bytes: &[u8]) -> Result<&str> {
    const LONGEST: usize = 64;
    let name = std::str::from_utf8(bytes).ok();
    let is_usable =
        |name: &&str| (1..=LONGEST).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_graphic());
    name.filter(is_usable).ok_or_else(|| {
        Error::field("Duiyi-User", format!("expected 1 to {LONGEST} visible ASCII characters"))
    })
}
