//! The games that puzzles are looked for in.

use crate::gomoku::openings::scatter;
use crate::openings;
use crate::selfplay;
use duiyi_engine::{Budget, EngineSettings, Engines, Level, Limits, SearchRequest, StopFlag};
use duiyi_rules::{Game, Options, Ruleset, Side, splitmix64};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::fs;
use std::io;
use std::path::PathBuf;

const MAX_PLIES: usize = 200;
/// Nodes per move of the games that are played.
const NODES: u64 = 2_000;

/// Games by number, from 1. The same number always gives the same game.
pub enum Source {
    Played { ruleset: Ruleset, seed: u64, engines: Box<Engines>, openings: Vec<Vec<String>> },
    Read(Vec<Game>),
}

impl Source {
    pub fn new(ruleset: Ruleset, seed: u64, files: &[PathBuf]) -> io::Result<Source> {
        if files.is_empty() {
            let engines = Box::new(Engines::new(EngineSettings::with_tables(1, 1)));
            return Ok(Source::Played { ruleset, seed, engines, openings: openings::of(ruleset) });
        }
        let mut games = Vec::new();
        for file in files {
            games.extend(fs::read_to_string(file)?.lines().filter_map(|line| read(ruleset, line)));
        }
        Ok(Source::Read(games))
    }

    /// None after the last one.
    pub fn game(&mut self, number: u64) -> Option<Game> {
        match self {
            Source::Read(games) => games.get(usize::try_from(number).ok()?.checked_sub(1)?).cloned(),
            Source::Played { ruleset, seed, engines, openings } => {
                let mut random = SmallRng::seed_from_u64(splitmix64(*seed << 32 ^ number));
                let game = loop {
                    let opening = match ruleset {
                        Ruleset::Xiangqi => Some(Game::Xiangqi(selfplay::opening(openings, &mut random))),
                        _ => scatter(*ruleset, &mut random),
                    };
                    if let Some(opening) = opening {
                        break opening;
                    }
                };
                Some(play(engines, game, &mut random))
            }
        }
    }
}

/// The game in a line of a match; none if the line has no moves or they are not legal.
fn read(ruleset: Ruleset, line: &str) -> Option<Game> {
    let record: Value = serde_json::from_str(line).ok()?;
    let mut game = Game::new(&Options::defaults(ruleset), None).ok()?;
    for text in record["moves"].as_str()?.split_whitespace() {
        game.play_text(text).ok()?;
    }
    Some(game)
}

/// Plays the game on between two random levels that make mistakes but few senseless moves.
fn play(engines: &Engines, mut game: Game, random: &mut SmallRng) -> Game {
    let levels = match game.ruleset() {
        Ruleset::Xiangqi => 5..=13,
        _ => 6..=14,
    };
    let [first, second] = [(); 2].map(|()| Level::new(random.random_range(levels.clone())));
    while game.outcome().is_none() && game.ply() < MAX_PLIES {
        let request = SearchRequest {
            level: if game.turn() == Side::First { first } else { second },
            seed: Some(random.random()),
            isolated: true,
            book: false,
            ..SearchRequest::default()
        };
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let budget = Budget::new(limits, StopFlag::default());
        let report = engines.search_blocking(&game, &request, &budget, &mut |_| {});
        let report = report.expect("a game that goes on has a move");
        game.play(report.best).expect("the engine's moves are legal");
    }
    game
}
