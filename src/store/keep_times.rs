//! How long games are stored.

use crate::game::Session;
use std::time::Duration;

/// How long a game is stored after its last use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeepTimes {
    pub unfinished: Duration,
    /// At least as long as `unfinished`.
    pub finished: Duration,
    /// How long the news of games can be read.
    pub news: Duration,
}

impl KeepTimes {
    pub fn of(self, session: &Session) -> Duration {
        if session.is_over() { self.finished } else { self.unfinished }
    }
}

/// All games are stored equally long.
impl From<Duration> for KeepTimes {
    fn from(keep: Duration) -> KeepTimes {
        KeepTimes { unfinished: keep, finished: keep, news: keep }
    }
}
