//! Which games have seats.

use quick_cache::sync::Cache;
use uuid::Uuid;

/// Remembers which games have seats, which never changes, so that the tag of another game is read without the game.
#[derive(Debug)]
pub struct SeatedGames(pub Cache<Uuid, bool>);

impl Default for SeatedGames {
    fn default() -> SeatedGames {
        const GAMES: usize = 65_536;
        SeatedGames(Cache::new(GAMES))
    }
}
