//! The engine's levels, as the service plays them.

use crate::play::Pace;
use duiyi::engine::{Budget, EngineSettings, Engines, Level, Limits, SearchRequest, StopFlag};
use duiyi::rules::{Game, Move};

#[derive(Debug)]
pub struct Player {
    engines: Engines,
    request: SearchRequest,
}

impl Player {
    pub fn new(level: Level) -> Player {
        let request = SearchRequest { level: Some(level), ..SearchRequest::default() };
        Player { engines: Engines::new(EngineSettings::default()), request }
    }

    /// # Panics
    /// When the game is over.
    pub fn choose(&self, game: &Game, pace: Pace) -> Move {
        let limits = match pace {
            Pace::Time(time) => Limits { time: Some(time), ..Limits::default() },
            Pace::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        };
        let budget = Budget::new(limits, StopFlag::default());
        let report = self.engines.search_blocking(game, &self.request, &budget, &mut |_| {});
        report.expect("a game that goes on has a move").best
    }
}
