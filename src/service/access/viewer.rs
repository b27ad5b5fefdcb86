//! Who looks at a game.

use super::client::{Caller, Client};
use crate::config::Scope;
use crate::game::{Session, TokenDigest};

/// Who looks at a game, by what it has shown: an API key, a token of the game, both, or nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Viewer<'a> {
    caller: Option<&'a Caller>,
    token: Option<TokenDigest>,
}

impl<'a> Viewer<'a> {
    pub fn new(client: &'a Client, token: Option<&str>) -> Viewer<'a> {
        Viewer { caller: client.caller(), token: token.map(TokenDigest::of) }
    }

    pub fn with_token(token: &str) -> Viewer<'static> {
        Viewer { caller: None, token: Some(TokenDigest::of(token)) }
    }

    /// The bearer of a ticket that the bearer of a token has got.
    pub fn with_ticket(client: &'a Client, token: TokenDigest) -> Viewer<'a> {
        Viewer { caller: client.caller(), token: Some(token) }
    }

    /// The digest of the token.
    pub fn token(&self) -> Option<TokenDigest> {
        self.token
    }

    /// Whether the token is for a seat or for the spectators of the game.
    pub fn has_token_of(&self, session: &Session) -> bool {
        session.seats.as_ref().zip(self.token).is_some_and(|(seats, token)| seats.may_read(&token))
    }

    /// Whether the game belongs to the API key.
    pub fn owns(&self, session: &Session) -> bool {
        session.owner.as_ref().zip(self.caller).is_some_and(|(owner, caller)| owner.key == caller.name())
    }

    /// Whether the API key may do with the game what its owner may.
    pub fn manages(&self, session: &Session) -> bool {
        self.owns(session) || self.caller.is_some_and(|caller| caller.has_scope(Scope::Admin))
    }
}
