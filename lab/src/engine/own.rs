//! The engine in this process: at a level, or with other search parameters than its own.

use super::Choice;
use crate::time_control::Allowance;
use duiyi_engine::{
    Budget, DEFAULT_MOVE_OVERHEAD, EngineSettings, Engines, Handicap, Level, Limits, Overlooks, Parameters,
    SearchRequest, StopFlag, TimeLeft,
};
use duiyi_rules::{Game, Ruleset};
use std::io;
use std::str::FromStr;

/// The handicap of a level after the changes `name=value,name=value`.
fn changed(level: Level, ruleset: Ruleset, changes: &str) -> io::Result<Handicap> {
    let full = || io::Error::other("full strength has no handicap to change");
    let mut handicap = level.handicap(ruleset).ok_or_else(full)?;
    for change in changes.split(',') {
        let is_read = change.split_once('=').is_some_and(|(name, value)| set(&mut handicap, name, value));
        if !is_read {
            return Err(io::Error::other(format!("{change}: expected NAME=VALUE, the names are {NAMES}")));
        }
    }
    Ok(handicap)
}

const NAMES: &str = "depth, nodes, overlooks, overlooks_hard, noise, margin, breadth, leaf_vcf";

/// Whether the name and the value could be read.
fn set(handicap: &mut Handicap, name: &str, value: &str) -> bool {
    fn read<T: FromStr>(field: &mut T, value: &str) -> bool {
        value.parse().map(|value| *field = value).is_ok()
    }
    match name {
        "depth" => read(&mut handicap.depth, value),
        "nodes" => read(&mut handicap.nodes, value),
        "overlooks" => value.parse().map(|percent| handicap.overlooks = Overlooks::All(percent)).is_ok(),
        "overlooks_hard" => {
            value.parse().map(|percent| handicap.overlooks = Overlooks::Hard(percent)).is_ok()
        }
        "noise" => read(&mut handicap.score_noise, value),
        "margin" => read(&mut handicap.blunder_margin, value),
        "breadth" => read(&mut handicap.scope.breadth, value),
        "leaf_vcf" => read(&mut handicap.scope.leaf_vcf_stones, value),
        _ => false,
    }
}

#[derive(Debug)]
pub struct Player {
    engines: Engines,
    request: SearchRequest,
}

impl Player {
    /// Parses `N` or `N,name=value,name=value`: a level, with changes of its handicap.
    pub fn at_level(text: &str, ruleset: Ruleset) -> io::Result<Player> {
        let (number, changes) = text.split_once(',').map_or((text, None), |(it, rest)| (it, Some(rest)));
        let level = number.parse().ok().and_then(Level::new);
        let expected = || format!("expected level:{} to level:{}", Level::MIN, Level::MAX);
        let level = level.ok_or_else(|| io::Error::other(expected()))?;
        let handicap = changes.map(|changes| changed(level, ruleset, changes)).transpose()?;
        let request = SearchRequest { level: Some(level), handicap, book: false, ..SearchRequest::default() };
        Ok(Player { engines: Engines::new(EngineSettings::with_tables(16, 1)), request })
    }

    /// Parses `name=value,name=value`.
    pub fn tuned(text: &str, ruleset: Ruleset) -> io::Result<Player> {
        let mut parameters = Parameters::default();
        for setting in text.split(',').filter(|setting| !setting.is_empty()) {
            let value = setting.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
            let (name, value) =
                value.ok_or_else(|| io::Error::other("expected self:name=value,name=value"))?;
            parameters.set(ruleset, name, value).map_err(io::Error::other)?;
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
                    increment: increment[game.turn()],
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_can_be_changed_by_name() {
        let level = Level::new(12).unwrap();
        let own = level.handicap(Ruleset::Renju).unwrap();
        let changed = |changes| changed(level, Ruleset::Renju, changes);
        assert_eq!(changed("noise=5,depth=7").unwrap(), Handicap { score_noise: 5, depth: 7, ..own });
        for wrong in ["noise", "noise=", "noise=loud", "volume=3", ""] {
            assert!(changed(wrong).unwrap_err().to_string().contains("leaf_vcf"), "{wrong}");
        }
        assert!(Player::at_level("20,noise=5", Ruleset::Renju).is_err());
        assert!(Player::at_level("20", Ruleset::Renju).is_ok());
    }
}
