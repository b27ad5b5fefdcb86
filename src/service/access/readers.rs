//! Who may read a game: everybody who knows its id, or in a private game the bearer of one of its tokens, and its owner.

use super::viewer::Viewer;
use crate::game::{Session, Tag};
use crate::service::error::{self, Code, Error, Result};
use crate::service::people::presence::Presence;
use crate::service::state::Service;
use std::sync::Arc;
use uuid::Uuid;

impl Service {
    /// Reads a game.
    ///
    /// # Errors
    /// [`Code::GameNotFound`], [`Code::Unauthorized`] in a private game, or when the store does not answer.
    pub async fn read(&self, id: Uuid, viewer: Viewer<'_>) -> Result<Arc<Session>> {
        Ok(self.read_with_presence(id, viewer).await?.0)
    }

    /// As [`Service::read`], with the presence of the players: None for a game without seats.
    ///
    /// # Errors
    /// As [`Service::read`].
    pub async fn read_with_presence(
        &self,
        id: Uuid,
        viewer: Viewer<'_>,
    ) -> Result<(Arc<Session>, Option<Presence>)> {
        let (session, presence) = self.find_with_presence(id, viewer.token()).await?;
        check_reader(&session, viewer)?;
        Ok((session, presence))
    }

    /// The tag of the current state of a game without seats, which everybody may read, without reading the whole game. None
    /// for a game with seats.
    ///
    /// # Errors
    /// [`Code::GameNotFound`], or when the store does not answer.
    pub async fn tag_without_seats(&self, id: Uuid) -> Result<Option<Tag>> {
        let has_seats = match self.seated.0.get(&id) {
            Some(has_seats) => has_seats,
            None => {
                let has_seats = self.find(id).await?.seats.is_some();
                self.seated.0.insert(id, has_seats);
                has_seats
            }
        };
        if has_seats {
            return Ok(None);
        }
        self.store.tag(id).await.map(Some).map_err(|error| error::of_game(id, error))
    }
}

fn check_reader(session: &Session, viewer: Viewer<'_>) -> Result<()> {
    let is_private = session.seats.as_ref().is_some_and(|seats| seats.is_private());
    if !is_private || viewer.has_token_of(session) || viewer.manages(session) {
        return Ok(());
    }
    let got = if viewer.token().is_some() { "another token" } else { "none" };
    let detail = format!(
        "the game is private: expected Authorization: Bearer with the token of a seat or of a spectator, got {got}"
    );
    Err(Error::new(Code::Unauthorized, detail))
}
