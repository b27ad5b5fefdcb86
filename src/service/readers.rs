//! Who may read a game: everybody who knows its id, or in a private game the bearer of one of its tokens.

use super::error::{Code, Error, Result};
use super::{Service, games};
use crate::session::{Session, Tag};
use quick_cache::sync::Cache;
use std::sync::Arc;
use uuid::Uuid;

/// Remembers which games are private, which never changes, so that the tag of a public game is read without the game.
#[derive(Debug)]
pub(super) struct Privacy(Cache<Uuid, bool>);

impl Default for Privacy {
    fn default() -> Privacy {
        const GAMES: usize = 65_536;
        Privacy(Cache::new(GAMES))
    }
}

impl Service {
    /// Reads a game for the bearer of `token`.
    ///
    /// # Errors
    /// [`Code::GameNotFound`], [`Code::Unauthorized`] in a private game, or when the store does not answer.
    pub async fn read(&self, id: Uuid, token: Option<&str>) -> Result<Arc<Session>> {
        let session = self.find(id).await?;
        check_reader(&session, token)?;
        self.note_request(&session, token).await;
        Ok(session)
    }

    /// The tag of the current state of a game, without reading the whole game if it is public.
    ///
    /// # Errors
    /// As [`Service::read`].
    pub async fn tag(&self, id: Uuid, token: Option<&str>) -> Result<Tag> {
        let is_private = match self.privacy.0.get(&id) {
            Some(is_private) => is_private,
            None => {
                let is_private = is_private(&*self.find(id).await?);
                self.privacy.0.insert(id, is_private);
                is_private
            }
        };
        if is_private {
            return Ok(self.read(id, token).await?.tag());
        }
        self.store.tag(id).await.map_err(|error| games::missing(id, error))
    }
}

fn is_private(session: &Session) -> bool {
    session.seats.as_ref().is_some_and(|seats| seats.is_private())
}

fn check_reader(session: &Session, token: Option<&str>) -> Result<()> {
    let Some(seats) = session.seats.as_ref().filter(|seats| seats.is_private()) else { return Ok(()) };
    match token {
        Some(token) if seats.may_read(token) => Ok(()),
        given => {
            let got = if given.is_some() { "another token" } else { "none" };
            let detail = format!(
                "the game is private: expected Authorization: Bearer with the token of a seat or of a spectator, got {got}"
            );
            Err(Error::new(Code::Unauthorized, detail))
        }
    }
}
