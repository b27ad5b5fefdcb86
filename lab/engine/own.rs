//! The engine in this process: at a level, or with other search parameters than its own.

use super::Choice;
use crate::time_control::Allowance;
use duiyi::engine::xiangqi::Parameters;
use duiyi::engine::{
    Budget, DEFAULT_MOVE_OVERHEAD, EngineSettings, Engines, Level, Limits, SearchRequest, StopFlag, TimeLeft,
};
use duiyi::rules::Game;
use std::io;

#[derive(Debug)]
pub struct Player {
    engines: Engines,
    request: SearchRequest,
}

impl Player {
    pub fn at_level(text: &str) -> io::Result<Player> {
        let level = text.parse().ok().and_then(Level::new);
        let expected = || format!("expected level:{} to level:{}", Level::MIN, Level::MAX);
        let level = level.ok_or_else(|| io::Error::other(expected()))?;
        let request = SearchRequest { level: Some(level), book: false, ..SearchRequest::default() };
        Ok(Player { engines: Engines::new(EngineSettings::with_tables(16, 1)), request })
    }

    /// Parses `name=value,name=value`.
    pub fn tuned(text: &str) -> io::Result<Player> {
        let mut parameters = Parameters::default();
        for setting in text.split(',').filter(|setting| !setting.is_empty()) {
            let value = setting.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
            let (name, value) =
                value.ok_or_else(|| io::Error::other("expected self:name=value,name=value"))?;
            parameters.set(name, value).map_err(io::Error::other)?;
        }
        Ok(Player::with_parameters(parameters))
    }

    pub fn with_parameters(parameters: Parameters) -> Player {
        let request = SearchRequest { book: false, ..SearchRequest::default() };
        let settings = EngineSettings { parameters, ..EngineSettings::with_tables(16, 1) };
        Player { engines: Engines::new(settings), request }
    }

    pub fn forget(&self) {
        self.engines.clear();
    }

    /// # Panics
    /// If the game is over.
    pub fn choose(&self, game: &Game, allowance: Allowance) -> Choice {
        let limits = match allowance {
            Allowance::Time(time) => Limits { time: Some(time), ..Limits::default() },
            Allowance::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Allowance::Clock { left, increment } => {
                let left = TimeLeft {
                    game: Some(left[game.turn()]),
                    increment,
                    moves_made: game.ply() / 2,
                    overhead: DEFAULT_MOVE_OVERHEAD,
                    reserve: DEFAULT_MOVE_OVERHEAD,
                    ..TimeLeft::default()
                };
                left.allot().limits()
            }
        };
        let budget = Budget::new(limits, StopFlag::default());
        let started = budget.started;
        let report = self.engines.search_blocking(game, &self.request, &budget, &mut |_| {});
        let report = report.expect("a game that goes on has a move");
        Choice { mv: report.best, score: Some(report.score.in_hundredths()), spent: started.elapsed() }
    }
}
