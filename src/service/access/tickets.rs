//! Tickets: the bearer of a token of a game gets one to open a stream of it with a request that cannot carry the token.

use super::viewer::Viewer;
use crate::game::TokenDigest;
use crate::service::access::key::secret_token;
use crate::service::error::{Code, Error, Result};
use crate::service::state::Service;
use jiff::Timestamp;
use std::time::Duration;
use uuid::Uuid;

/// How long a ticket is good.
const TICKET_KEEP: Duration = Duration::from_secs(60);

/// A secret that opens one stream of a game.
#[derive(Clone, Debug)]
pub struct StreamTicket {
    pub ticket: String,
    pub expires_at: Timestamp,
}

impl Service {
    /// Issues a ticket that stands for the token of the viewer.
    ///
    /// # Errors
    /// As [`Service::read`], [`Code::Unauthorized`] without a token of the game, and [`Code::RateLimited`] when the game has too
    /// many open tickets.
    pub async fn issue_ticket(&self, id: Uuid, viewer: Viewer<'_>) -> Result<StreamTicket> {
        let session = self.read(id, viewer).await?;
        let Some(token) = viewer.token().filter(|_| viewer.has_token_of(&session)) else {
            let detail =
                "expected Authorization: Bearer with the token of a seat or of a spectator of this game";
            return Err(Error::new(Code::Unauthorized, detail));
        };
        let ticket = secret_token(b"ticket", &rand::random(), id);
        let expires_at = Timestamp::now() + TICKET_KEEP;
        if !self.store.keep_stream_ticket(id, TokenDigest::of(&ticket), token, TICKET_KEEP).await? {
            let detail = "the game has too many tickets that nobody has used yet";
            return Err(Error::new(Code::RateLimited, detail).retry_after(TICKET_KEEP));
        }
        Ok(StreamTicket { ticket, expires_at })
    }

    /// Takes a ticket. Returns the digest of the token that it stands for.
    ///
    /// # Errors
    /// [`Code::Unauthorized`] when it was used before, is too old or unknown, or when the store does not answer.
    pub async fn take_ticket(&self, id: Uuid, ticket: &str) -> Result<TokenDigest> {
        let token = self.store.take_stream_ticket(id, TokenDigest::of(ticket)).await?;
        token.ok_or_else(|| {
            let detail = format!(
                "the ticket was used before, is older than {} seconds, or is not of this game: get another one",
                TICKET_KEEP.as_secs()
            );
            Error::new(Code::Unauthorized, detail)
        })
    }
}
