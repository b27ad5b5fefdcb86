//! Finds the best move of a Xiangqi position within a time budget.
//!
//! `cargo run --release -p duiyi-engine --example best_move -- 'FEN' MILLISECONDS`; without arguments, the start position and
//! 500 ms.

use duiyi_engine::{Budget, EngineSettings, Engines, Limits, SearchRequest, StopFlag};
use duiyi_rules::{Game, Options, Ruleset};
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next();
    let milliseconds = arguments.next().map_or(Ok(500), |text| text.parse())?;

    let game = Game::new(&Options::defaults(Ruleset::Xiangqi), fen.as_deref())?;
    let engines = Engines::new(EngineSettings::with_tables(64, 16));
    let limits = Limits { time: Some(Duration::from_millis(milliseconds)), ..Limits::default() };
    let budget = Budget::new(limits, StopFlag::default());
    let request = SearchRequest { book: false, ..SearchRequest::default() };
    let report = engines.search_blocking(&game, &request, &budget, &mut |progress| {
        println!("depth {}: {} {:?}", progress.depth, game.coordinates(progress.best), progress.score);
    })?;
    println!("best move {} after {} nodes", game.coordinates(report.best), report.nodes);
    Ok(())
}
