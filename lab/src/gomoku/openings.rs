//! Openings of five in a row: random stones near the center, balanced by search.

use crate::play;
use duiyi_engine::{Budget, EngineSettings, Engines, Limits, Score, SearchRequest, StopFlag};
use duiyi_rules::gomoku::{Move, Point};
use duiyi_rules::{Game, Ruleset};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;

/// Prints openings of Gomoku or Renju: random stones near the center that a search finds balanced.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long)]
    ruleset: Ruleset,
    #[arg(long, default_value_t = 100)]
    count: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the search that judges an opening.
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// The largest score of an opening, for either side.
    #[arg(long, default_value_t = 40)]
    margin: i32,
}

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let mut random = SmallRng::seed_from_u64(args.seed);
    let engines = Engines::new(EngineSettings { table_mib: 16, ..EngineSettings::default() });
    let mut known = HashSet::new();
    while known.len() < args.count {
        let Some(game) = scatter(args.ruleset, &mut random) else { continue };
        if known.contains(&game.fen()) {
            continue;
        }
        let limits = Limits { nodes: Some(args.nodes), ..Limits::default() };
        let budget = Budget::new(limits, StopFlag::default());
        let report = engines.search_blocking(&game, &SearchRequest::default(), &budget, &mut |_| {})?;
        if matches!(report.score, Score::Cp(score) if score.abs() <= args.margin) {
            let moves: Vec<String> = game.moves().into_iter().map(|mv| game.coordinates(mv)).collect();
            println!("{}", moves.join(" "));
            known.insert(game.fen());
        }
    }
    Ok(())
}

/// Three to six stones, each near the one before.
pub fn scatter(ruleset: Ruleset, random: &mut SmallRng) -> Option<Game> {
    let mut game = Game::new(&play::options(ruleset), None).ok()?;
    let mut last = Point::new(7, 7);
    for _ in 0..random.random_range(3..=6) {
        let near: Vec<_> = game
            .legal_moves()
            .into_iter()
            .filter(|&mv| {
                matches!(Move::try_from(mv), Ok(Move::Stone(point))
                    if point.distance(last) <= 2 && point.distance_to_center(15) <= 4)
            })
            .collect();
        let &mv = near.choose(random)?;
        if let Ok(Move::Stone(point)) = Move::try_from(mv) {
            last = point;
        }
        game.play(mv).ok()?;
    }
    game.outcome().is_none().then_some(game)
}
