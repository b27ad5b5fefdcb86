//! How many phrases the players of a game have said, so that nobody says too many.

use crate::game::TokenDigest;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use uuid::Uuid;

/// The most phrases of one player in a game.
pub const MOST_PHRASES: u64 = 20;

/// The counts of a store in this process.
#[derive(Debug, Default)]
pub struct PhraseCounts(Mutex<HashMap<Uuid, HashMap<TokenDigest, u64>>>);

impl PhraseCounts {
    /// Counts a phrase of a player. Returns false if it is one too many.
    pub fn count(&self, id: Uuid, player: TokenDigest) -> bool {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let said = games.entry(id).or_default().entry(player).or_default();
        *said += 1;
        *said <= MOST_PHRASES
    }

    /// Forgets the games that are gone.
    pub fn retain(&self, exists: impl Fn(Uuid) -> bool) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|&id, _| exists(id));
    }
}
