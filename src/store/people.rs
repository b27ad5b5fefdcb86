//! When players were last seen, and the tickets for their streams.

use super::any::{Kind, Store};
use super::error::StoreError;
use super::events::Event;
use super::last_seen::LastSeen;
use crate::game::{Said, TokenDigest};
use std::time::{Duration, Instant};
use uuid::Uuid;

impl Store {
    /// Records that the bearer of a seat token is present. Publishes [`Event::Presence`] if the player was not seen
    /// for `grace`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn mark_present(
        &self,
        id: Uuid,
        player: TokenDigest,
        grace: Duration,
    ) -> Result<(), StoreError> {
        let now = self.known_game_time()?;
        match &self.kind {
            Kind::Local(store) => {
                let before = store.players().mark(id, player, now);
                if before.is_none_or(|before| now.0 - before.0 >= grace.as_millis() as i64) {
                    store.feeds().publish(id, Event::Presence);
                }
                Ok(())
            }
            Kind::Redis(store) => Box::pin(store.mark_present(id, player, now, grace)).await,
        }
    }

    /// Records that players are still present.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn refresh_presence(&self, players: &[(Uuid, TokenDigest)]) -> Result<(), StoreError> {
        let now = self.known_game_time()?;
        match &self.kind {
            Kind::Local(store) => {
                for &(id, player) in players {
                    store.players().mark(id, player, now);
                }
                Ok(())
            }
            Kind::Redis(store) => Box::pin(store.refresh_presence(players, now)).await,
        }
    }

    /// When the players of a game were last seen.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn last_seen(&self, id: Uuid) -> Result<LastSeen, StoreError> {
        match &self.kind {
            Kind::Local(store) => Ok(store.players().of(id)),
            Kind::Redis(store) => Box::pin(store.last_seen(id)).await,
        }
    }

    /// Tells the listeners of a game on every server what a player has said. Returns false if the player has said too much.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn say(&self, id: Uuid, player: TokenDigest, said: Said) -> Result<bool, StoreError> {
        match &self.kind {
            Kind::Local(store) => {
                let may_say = store.phrases().count(id, player);
                if may_say {
                    store.feeds().publish(id, Event::Said(said));
                }
                Ok(may_say)
            }
            Kind::Redis(store) => Box::pin(store.say(id, player, said)).await,
        }
    }

    /// Keeps a ticket that stands for a token of a game and opens one stream. Returns false if the game has too many open
    /// tickets. A ticket need not survive a restart.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn keep_stream_ticket(
        &self,
        id: Uuid,
        ticket: TokenDigest,
        token: TokenDigest,
        keep: Duration,
    ) -> Result<bool, StoreError> {
        match &self.kind {
            Kind::Local(store) => Ok(store.stream_tickets().keep(id, ticket, token, keep, Instant::now())),
            Kind::Redis(store) => Box::pin(store.keep_stream_ticket(id, ticket, token, keep)).await,
        }
    }

    /// Takes a ticket, which nobody can take again. Returns the token that it stands for, unless it has expired or is
    /// unknown.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn take_stream_ticket(
        &self,
        id: Uuid,
        ticket: TokenDigest,
    ) -> Result<Option<TokenDigest>, StoreError> {
        match &self.kind {
            Kind::Local(store) => Ok(store.stream_tickets().take(id, ticket, Instant::now())),
            Kind::Redis(store) => Box::pin(store.take_stream_ticket(id, ticket)).await,
        }
    }
}
