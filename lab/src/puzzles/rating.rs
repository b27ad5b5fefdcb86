//! How hard a puzzle is: the lowest level that solves it.

use duiyi_engine::{Budget, Engines, Level, Limits, SearchRequest, StopFlag};
use duiyi_rules::{Game, Move, splitmix64};

/// A level solves a puzzle if it does so with most of these many seeds.
const SEEDS: usize = 5;
/// Nodes per move. Only the upper levels need as many.
const NODES: u64 = 50_000;

/// The lowest level that solves the puzzle; none if full strength does not either.
pub fn lowest_level(engines: &Engines, start: &Game, solution: &[Move], seed: u64) -> Option<Level> {
    Level::all().find(|&level| solves_mostly(engines, start, solution, level, seed))
}

fn solves_mostly(engines: &Engines, start: &Game, solution: &[Move], level: Level, seed: u64) -> bool {
    const MOST: usize = SEEDS / 2 + 1;
    let mut solved = 0;
    for attempt in 0..SEEDS {
        let seed = splitmix64(seed ^ attempt as u64);
        solved += usize::from(solves(engines, start.clone(), solution, level, seed));
        let failed = attempt + 1 - solved;
        if solved == MOST || failed == MOST {
            break;
        }
    }
    solved == MOST
}

/// Whether the level plays every move of the solution, or another last move that wins.
fn solves(engines: &Engines, mut game: Game, solution: &[Move], level: Level, seed: u64) -> bool {
    for (ply, &mv) in solution.iter().enumerate() {
        if ply % 2 == 0 {
            let request = SearchRequest {
                level: Some(level),
                seed: Some(seed),
                isolated: true,
                book: false,
                ..SearchRequest::default()
            };
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let budget = Budget::new(limits, StopFlag::default());
            let Ok(report) = engines.search_blocking(&game, &request, &budget, &mut |_| {}) else {
                return false;
            };
            if report.best != mv {
                let is_last = ply + 1 == solution.len();
                return is_last && game.play(report.best).is_ok() && game.outcome().is_some();
            }
        }
        if game.play(mv).is_err() {
            return false;
        }
    }
    true
}
