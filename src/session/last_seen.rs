//! When the players of seated games were last here.

use super::{Digest, GameTime};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

/// When the bearers of the seat tokens of a game were last here, in game time. Players who were never here are missing.
pub type LastSeen = Vec<(Digest, GameTime)>;

/// The players of the games of a store in this process.
#[derive(Debug, Default)]
pub struct SeenPlayers(Mutex<HashMap<Uuid, LastSeen>>);

impl SeenPlayers {
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, LastSeen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a player is here. Returns when the player was here before.
    pub fn mark(&self, id: Uuid, player: Digest, now: GameTime) -> Option<GameTime> {
        let mut games = self.lock();
        let players = games.entry(id).or_default();
        match players.iter_mut().find(|(known, _)| *known == player) {
            Some((_, seen)) => Some(std::mem::replace(seen, now)),
            None => {
                players.push((player, now));
                None
            }
        }
    }

    pub fn of(&self, id: Uuid) -> LastSeen {
        self.lock().get(&id).cloned().unwrap_or_default()
    }

    /// Forgets the games that are no longer stored.
    pub fn retain(&self, is_stored: impl Fn(Uuid) -> bool) {
        self.lock().retain(|&id, _| is_stored(id));
    }
}
