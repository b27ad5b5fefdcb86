//! A search without pruning and reductions is nothing but a quick minimax.

use super::*;
use crate::xiangqi::{Engine, EngineSettings, SearchRequest};
use duiyi_rules::xiangqi::START_FEN;

/// Leaves only what changes no value: the table, windows and the order of moves.
pub fn without_pruning() -> Parameters {
    Parameters {
        contempt: 0,
        razoring_max_depth: 0,
        rfp_max_depth: 0,
        null_move_min_depth: 99,
        probcut_min_depth: 99,
        iir_min_depth: 99,
        lmr_min_depth: 99,
        lmp_max_depth: 0,
        futility_max_depth: 0,
        see_quiet_max_depth: 0,
        history_pruning_max_depth: 0,
        singular_min_depth: 99,
        extend_check: 0,
        extend_recapture: 0,
        extend_mate_threat: 0,
        correction_weight: 0,
        mate_root_percent: 0,
        delta_margin: INFINITE,
        quiescence_minor_margin: INFINITE,
        ..Parameters::default()
    }
}

pub fn game(fen: &str) -> Game {
    Game::new(Options::default(), Some(fen)).unwrap()
}

/// Middlegames with captures at hand, an attack, and an endgame.
const POSITIONS: [&str; 4] = [
    START_FEN,
    "r1bakab1r/9/1cn4c1/p1p1p1p1p/5n3/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
    "3akab2/9/4b4/p3p3p/2n3p2/6P2/P3P3P/2N1B4/4A4/2BAK4 w - - 0 1",
    "4k4/4a4/3ab4/9/9/2p6/9/4B4/4A4/R2AK1B2 w - - 0 1",
];

/// The value of all moves to this depth, one after the other, with the same quiescence at the end.
fn minimax(searcher: &mut Searcher<'_>, depth: i32, ply: usize) -> Value {
    if depth == 0 {
        return searcher.quiescence(-INFINITE, INFINITE, ply, 0);
    }
    if ply > 0
        && let Some(value) = searcher.end_by_rule(ply)
    {
        return value;
    }
    let values = searcher.board.position().legal_moves().into_iter().map(|mv| {
        let undo = searcher.make_move(mv, ply);
        let value = -minimax(searcher, depth - 1, ply + 1);
        searcher.unmake_move(mv, undo);
        value
    });
    values.max().unwrap_or(mated_in(ply))
}

#[test]
fn a_search_without_pruning_finds_the_value_of_minimax() {
    for fen in POSITIONS {
        let (game, depth) = (game(fen), 2);
        let value = |by: fn(&mut Searcher<'_>, i32) -> Value| {
            let parts = Parts { tuning: Tuning::new(without_pruning()), ..parts() };
            let shared = parts.shared(&game);
            let mut searcher = Searcher::new(&shared, game.position(), &game.history());
            searcher.root_depth = depth;
            by(&mut searcher, depth)
        };
        let quick = value(|searcher, depth| searcher.search_node(-INFINITE, INFINITE, depth, 0, false));
        assert_eq!(quick, value(|searcher, depth| minimax(searcher, depth, 0)), "{fen}");
    }
}

#[test]
fn a_window_around_the_value_changes_nothing_and_one_beside_it_says_on_which_side_it_is() {
    for fen in POSITIONS {
        let game = game(fen);
        let value = |alpha, beta| {
            let parts = Parts { tuning: Tuning::new(without_pruning()), ..parts() };
            let shared = parts.shared(&game);
            let mut searcher = Searcher::new(&shared, game.position(), &game.history());
            searcher.root_depth = 4;
            searcher.search_node(alpha, beta, 4, 0, false)
        };
        let exact = value(-INFINITE, INFINITE);
        assert_eq!(value(exact - 1, exact + 1), exact, "{fen}");
        assert!(value(exact - 31, exact - 30) > exact - 31, "{fen}");
        assert!(value(exact + 30, exact + 31) < exact + 31, "{fen}");
    }
}

#[test]
fn the_width_of_the_first_window_does_not_change_what_an_iteration_finds() {
    for fen in POSITIONS {
        let found = |aspiration_window| {
            let xiangqi = Parameters { aspiration_window, ..without_pruning() };
            let parameters = crate::Parameters { xiangqi, ..crate::Parameters::default() };
            let engine = Engine::new(EngineSettings { parameters, ..EngineSettings::with_tables(4, 1) });
            let budget = Budget::new(Limits { depth: Some(5), ..Limits::default() }, StopFlag::default());
            let request = SearchRequest { book: false, isolated: true, ..SearchRequest::default() };
            let report = engine.search_blocking(&game(fen), &request, &budget, &mut |_| {}).unwrap();
            report.score
        };
        assert_eq!(found(6), found(9_999), "{fen}");
    }
}
