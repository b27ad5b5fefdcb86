//! A fixed set of searches. Their total number of nodes is a checksum of the search's behavior: it changes only if the
//! search changes.

use super::{Budget, EngineSettings, Engines, Limits, SearchRequest, StopFlag};
use duiyi_rules::{Game, Options, Ruleset, xiangqi};
use std::time::{Duration, Instant};

/// Positions from openings, middle games and endgames, and the depth each is searched to.
const XIANGQI: [(&str, u32); 12] = [
    (xiangqi::START_FEN, 10),
    ("r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1", 10),
    ("r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/6P2/P1P1P3P/1C2C1N2/9/RNBAKABR1 w - - 0 1", 10),
    ("2bakab2/9/2n1c1n2/p1p1p1p1p/9/2P3P2/P3P3P/2N1C1N2/9/2BAKAB2 w - - 0 1", 11),
    ("3akab2/9/4b4/p3p1R1p/2p6/6P2/P1r1P3P/4C4/4A4/2BAK1B2 w - - 0 1", 11),
    ("2rakab2/9/2n1b1n1c/p3p1p1p/9/2p3P2/P3P3P/1CN1C1N2/9/2BAKAB1R b - - 0 1", 10),
    ("3ak4/4a4/4b4/9/2b1P4/9/9/4B4/3RA4/2B1KA3 b - - 0 1", 12),
    ("4kab2/4a4/4b4/8p/2n6/4P4/5N2P/4B4/4A4/2BAK4 w - - 0 1", 12),
    ("3k5/4a4/3a5/9/9/4N4/9/9/4A4/4K4 w - - 0 1", 12),
    ("4k4/9/9/3P1P3/9/9/9/9/9/3K5 w - - 0 1", 12),
    ("1r1akabr1/4n4/2c1b1n2/p1p1p3p/5cp2/2P1P4/P3N1P1P/N1C1C4/9/1RBAKAB1R w - - 0 1", 9),
    ("2b1kab2/4a4/2n1c4/p1R1p1p1p/9/6r2/P1P1P3P/4C1N2/9/2BAKAB2 b - - 0 1", 10),
];

/// The moves to positions of five in a row, and the depth each is searched to.
const GOMOKU: [(Ruleset, &str, u32); 6] = [
    (Ruleset::Gomoku, "h8 i9 g7", 9),
    (Ruleset::Gomoku, "h8 h9 i9 g7 j10 k11 i8 g8 g9 i7", 9),
    (Ruleset::GomokuStandard, "h8 i8 h9 h7 g8 i10", 9),
    (Ruleset::Renju, "h8 i9 j8 h10", 9),
    (Ruleset::Renju, "h8 h9 i10 i9 g9 j9 k9 i7 h7", 9),
    (Ruleset::Renju, "h8 g9 j8 i9 h9 h10 i8 g8 g11 f10", 9),
];

/// The nodes and the time of the whole benchmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchReport {
    /// The nodes of all searches together.
    pub nodes: u64,
    /// How long they took.
    pub time: Duration,
}

/// Searches the positions one after the other, each with a fresh table.
///
/// # Panics
/// If a position cannot be searched, which a test rules out.
pub fn run_blocking() -> BenchReport {
    let engines = Engines::new(EngineSettings { table_mib: 16, ..EngineSettings::default() });
    let started = Instant::now();
    let xiangqi = XIANGQI.map(|(fen, depth)| (position(Ruleset::Xiangqi, Some(fen), ""), depth));
    let gomoku = GOMOKU.map(|(ruleset, moves, depth)| (position(ruleset, None, moves), depth));
    let nodes = xiangqi.into_iter().chain(gomoku).map(|(game, depth)| search(&engines, &game, depth)).sum();
    BenchReport { nodes, time: started.elapsed() }
}

fn position(ruleset: Ruleset, fen: Option<&str>, moves: &str) -> Game {
    let mut game = Game::new(&Options::defaults(ruleset), fen).expect("bench positions are valid");
    for text in moves.split_whitespace() {
        game.parse(text).and_then(|mv| game.play(mv)).expect("bench positions are reached by legal moves");
    }
    game
}

/// The nodes of a search to this depth with a fresh table.
fn search(engines: &Engines, game: &Game, depth: u32) -> u64 {
    engines.clear();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let budget = Budget::new(limits, StopFlag::default());
    let request = SearchRequest { book: false, ..SearchRequest::default() };
    let report = engines.search_blocking(game, &request, &budget, &mut |_| {});
    report.expect("bench positions have moves").nodes
}
