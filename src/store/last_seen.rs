//! When the players of games with seats were last seen.

use crate::game::{GameTime, TokenDigest};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

/// When the bearers of the seat tokens of a game were last seen, in game time. Players who were never seen are
/// missing.
pub type LastSeen = Vec<(TokenDigest, GameTime)>;

/// Records that a player was seen now. Returns when the player was last seen before.
pub fn mark_seen(players: &mut LastSeen, player: TokenDigest, now: GameTime) -> Option<GameTime> {
    match players.iter_mut().find(|(known, _)| *known == player) {
        Some((_, seen)) => Some(std::mem::replace(seen, now)),
        None => {
            players.push((player, now));
            None
        }
    }
}

/// The players of the games of a store in this process.
#[derive(Debug, Default)]
pub struct SeenPlayers(Mutex<HashMap<Uuid, LastSeen>>);

impl SeenPlayers {
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, LastSeen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a player was seen now. Returns when the player was last seen before.
    pub fn mark(&self, id: Uuid, player: TokenDigest, now: GameTime) -> Option<GameTime> {
        mark_seen(self.lock().entry(id).or_default(), player, now)
    }

    pub fn of(&self, id: Uuid) -> LastSeen {
        self.lock().get(&id).cloned().unwrap_or_default()
    }

    /// Forgets the games that are no longer stored.
    pub fn retain(&self, is_stored: impl Fn(Uuid) -> bool) {
        self.lock().retain(|&id, _| is_stored(id));
    }
}
