//! What the path of a request is about.

use uuid::Uuid;

/// Whether it is that of the games, or of something about one of them.
pub fn is_about_games(path: &str) -> bool {
    path.strip_prefix("/v1/games").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The game that it names, if it names one.
pub fn game_of(path: &str) -> Option<Uuid> {
    path.strip_prefix("/v1/games/")?.split('/').next()?.parse().ok()
}
