//! What holds for the engine however it is tuned.

use super::*;
use crate::Bound;
use crate::worker::NODES_BETWEEN_CHECKS;
use crate::{Level, Limits, Score, SearchReport, StopFlag};
use duiyi_rules::xiangqi::{Options, Repetition, RepetitionPenalty};
use duiyi_rules::{self as rules, Ruleset};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;

mod levels;
mod mates;
mod tables;

fn engine() -> Engine {
    Engine::new(EngineSettings::with_tables(4, 1))
}

fn game(fen: &str) -> Game {
    Game::new(Options::default(), Some(fen)).unwrap()
}

fn game_after(moves: &str) -> Game {
    let mut game = Game::new(Options::default(), None).unwrap();
    for text in moves.split_whitespace() {
        game.play(game.parse(text).unwrap()).unwrap();
    }
    game
}

/// Without the book, since the search is under test.
fn request() -> SearchRequest {
    SearchRequest { book: false, ..SearchRequest::default() }
}

fn depth(depth: u32) -> Budget {
    Budget::new(Limits { depth: Some(depth), ..Limits::default() }, StopFlag::default())
}

fn nodes(nodes: u64) -> Budget {
    Budget::new(Limits { nodes: Some(nodes), ..Limits::default() }, StopFlag::default())
}

fn search(game: &Game, request: &SearchRequest, budget: &Budget) -> SearchReport {
    engine().search_blocking(game, request, budget, &mut |_| {}).unwrap()
}

/// A game of random moves that is not over.
fn random_game(seed: u64, plies: usize) -> Game {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut game = Game::new(Options::default(), None).unwrap();
    for _ in 0..plies {
        let moves = game.legal_moves();
        let mut after = game.clone();
        after.play(moves[random.random_range(0..moves.len())]).unwrap();
        if after.outcome().is_some() {
            break;
        }
        game = after;
    }
    game
}

/// Checks everything that a report guarantees about its lines.
fn check_report(game: &Game, request: &SearchRequest, report: &SearchReport) {
    let legal = game.legal_moves();
    assert!(legal.contains(&report.best));
    assert!(report.lines.len() <= request.lines);
    assert_eq!(report.lines[0].pv[0], report.best);
    assert_eq!(report.lines[0].pv.get(1).copied(), report.ponder);
    for line in &report.lines {
        let mut after = game.clone();
        for &mv in &line.pv {
            assert!(after.position().is_legal(Move::try_from(mv).unwrap()), "{:?}", line.pv);
            if after.play(mv).is_err() {
                // The line continues after a repetition that ends the game: nothing more to compare.
                break;
            }
        }
    }
    assert!((0.0..=1.0).contains(&report.win_rate));
    assert!((0.0..=1.0).contains(&report.hash_hit_rate) && (0.0..=1.0).contains(&report.hash_full));
}

const MIDDLE_GAME: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 b0c2 c9e7 h0h6 b7b3";

/// A soldier can take a rook.
const EASY: &str = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/2r6/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
fn an_easy_move_takes_a_part_of_the_nodes_where_it_may() {
    let report = |early| {
        let limits = Limits { early, nodes: Some(40_000), ..Limits::default() };
        let request = SearchRequest { isolated: true, ..request() };
        search(&game(EASY), &request, &Budget::new(limits, StopFlag::default()))
    };
    let (full, early) = (report(None), report(Some(true)));
    assert_eq!(early.best, full.best);
    assert!(full.nodes >= 40_000 && early.nodes < 26_000, "{} and {} nodes", full.nodes, early.nodes);
    assert_eq!(report(Some(false)).nodes, full.nodes);
}

#[test]
fn isolated_searches_are_reproducible() {
    let engine = engine();
    let game = game_after(MIDDLE_GAME);
    let request = SearchRequest { isolated: true, seed: Some(7), lines: 2, ..request() };
    let budget = || nodes(20_000);
    let first = engine.search_blocking(&game, &request, &budget(), &mut |_| {}).unwrap();
    // Other searches at the same time must not matter.
    engine.search_blocking(&game, &self::request(), &nodes(5_000), &mut |_| {}).unwrap();
    let second = engine.search_blocking(&game, &request, &budget(), &mut |_| {}).unwrap();
    let time = std::time::Duration::ZERO;
    assert_eq!(SearchReport { time, ..first }, SearchReport { time, ..second });
}

/// At depth 1 every move's exact value is known: the chosen one is never worse than the noise allows.
#[test]
fn a_seed_varies_the_move_within_the_noise() {
    let game = game_after("");
    let value = |search_moves: Vec<rules::Move>| match search(
        &game,
        &SearchRequest { search_moves, ..request() },
        &depth(1),
    )
    .score
    {
        Score::Cp(value) => value,
        Score::Mate(_) => panic!("there is no mate here"),
    };
    let best = value(Vec::new());
    let mut chosen = std::collections::HashSet::new();
    for seed in 0..40 {
        let report = search(&game, &SearchRequest { seed: Some(seed), ..request() }, &depth(1));
        chosen.insert(report.best);
    }
    assert!(chosen.len() > 1, "all seeds chose the same move");
    for mv in chosen {
        let value = value([mv].to_vec());
        let text = game.coordinates(mv);
        assert!(
            value >= best - 2 * parameters::ROOT_NOISE,
            "{text} is worth {value} where {best} can be had"
        );
    }
}

#[test]
fn no_noise_is_added_to_a_mate() {
    let game = game("9/5k3/9/9/2N2N3/7p1/9/8n/4K4/9 w - - 0 1");
    for seed in 0..8 {
        let report = search(&game, &SearchRequest { seed: Some(seed), ..request() }, &depth(5));
        assert_eq!(report.score, Score::Mate(2));
    }
}

#[test]
fn the_stop_flag_ends_a_search() {
    let game = game_after(MIDDLE_GAME);
    let stop = StopFlag::default();
    stop.stop();
    let report = search(&game, &request(), &Budget::new(Limits::default(), stop));
    check_report(&game, &request(), &report);
    assert!(report.nodes <= NODES_BETWEEN_CHECKS, "{} nodes after the stop", report.nodes);

    let stop = StopFlag::default();
    let mut seen = 0;
    let report = engine()
        .search_blocking(&game, &request(), &Budget::new(Limits::default(), stop.clone()), &mut |report| {
            if report.depth == 4 {
                stop.stop();
                seen = report.nodes;
            }
        })
        .unwrap();
    assert!(report.nodes - seen <= NODES_BETWEEN_CHECKS, "{} after {seen}", report.nodes);
}

#[test]
fn a_search_without_time_returns_a_legal_move() {
    let spent = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    for seed in 0..40 {
        let game = random_game(seed, 30);
        let report = search(&game, &request(), &Budget::new(spent, StopFlag::default()));
        check_report(&game, &request(), &report);
    }
}

#[test]
fn depth_and_node_limits_are_respected() {
    let game = game_after(MIDDLE_GAME);
    for limit in [1, 2, 3, 6] {
        let report = search(&game, &request(), &depth(limit));
        assert_eq!(report.depth, limit);
        assert!(report.seldepth >= limit);
    }
    for limit in [1, 50, 3_000] {
        assert!(search(&game, &request(), &nodes(limit)).nodes <= limit);
    }
}

#[test]
fn every_depth_is_reported_once_and_in_order() {
    let game = game_after(MIDDLE_GAME);
    let (mut depths, mut last) = (Vec::new(), 0);
    let answer = engine()
        .search_blocking(&game, &request(), &depth(7), &mut |report| {
            check_report(&game, &request(), report);
            depths.push(report.depth);
            assert!(report.nodes > last);
            last = report.nodes;
        })
        .unwrap();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(answer.depth, 7);
}

#[test]
fn lines_are_distinct_and_ordered() {
    let game = game_after(MIDDLE_GAME);
    let request = SearchRequest { lines: 5, ..request() };
    let report = search(&game, &request, &depth(6));
    check_report(&game, &request, &report);
    let firsts: std::collections::HashSet<_> = report.lines.iter().map(|line| line.pv[0]).collect();
    assert_eq!((report.lines.len(), firsts.len()), (5, 5));
    let scores: Vec<i32> = report
        .lines
        .iter()
        .map(|line| match line.score {
            Score::Cp(score) => score,
            Score::Mate(_) => panic!("there is no mate here"),
        })
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert!(report.lines.iter().all(|line| line.depth == 6 && line.bound == Bound::Exact));
}

#[test]
fn search_moves_and_avoid_moves_restrict_the_root() {
    let game = game_after("");
    let free = search(&game, &request(), &depth(4));
    let avoided = search(&game, &SearchRequest { avoid_moves: [free.best].to_vec(), ..request() }, &depth(4));
    assert_ne!(avoided.best, free.best);
    let wanted: Vec<_> = ["a0a1", "i3i4"].iter().map(|text| game.parse(text).unwrap()).collect();
    let chosen = search(&game, &SearchRequest { search_moves: wanted.clone(), ..request() }, &depth(4));
    assert!(wanted.contains(&chosen.best));
    let none = SearchRequest { search_moves: wanted.clone(), avoid_moves: wanted, ..request() };
    let refused = engine().search_blocking(&game, &none, &depth(4), &mut |_| {});
    assert_eq!(refused.unwrap_err(), SearchError::NoMoveLeft);
}

#[test]
fn a_finished_game_has_nothing_to_search() {
    let mated = game("3k4R/7R1/9/9/9/9/9/9/9/4K4 b - - 0 1");
    let refused = engine().search_blocking(&mated, &request(), &depth(4), &mut |_| {});
    assert_eq!(refused.unwrap_err(), SearchError::GameOver);
}

#[test]
fn the_only_legal_move_is_returned_without_a_search() {
    let game = game("4k4/9/9/9/9/9/9/r8/9/3K1r3 w - - 0 1");
    assert_eq!(game.legal_moves().len(), 1, "the test's position is wrong");
    let report = search(&game, &request(), &depth(9));
    assert_eq!((report.source, report.nodes), (Source::Forced, 0));
    check_report(&game, &request(), &report);
}

#[test]
fn an_analysis_searches_the_only_legal_move() {
    let game = game("4k4/9/9/9/9/9/9/r8/9/3K1r3 w - - 0 1");
    let request = SearchRequest { skip_forced: false, ..request() };
    let report = search(&game, &request, &depth(9));
    assert_eq!(report.source, Source::Search);
    assert!(matches!(report.score, Score::Mate(..=-1)), "{:?}", report.score);
    check_report(&game, &request, &report);
}

#[test]
fn a_book_move_is_returned_only_if_the_request_allows_the_book() {
    let game = game_after("");
    let with_book = SearchRequest { seed: Some(3), ..SearchRequest::default() };
    assert_eq!(search(&game, &with_book, &depth(2)).source, Source::Book);
    assert_eq!(search(&game, &request(), &depth(2)).source, Source::Search);
}

#[test]
fn several_threads_share_one_search() {
    let game = game_after(MIDDLE_GAME);
    let request = SearchRequest { threads: 3, ..request() };
    let report = search(&game, &request, &depth(8));
    check_report(&game, &request, &report);
    assert_eq!(report.depth, 8);
}

#[test]
fn a_node_limit_is_the_sum_over_all_threads() {
    const LIMIT: u64 = 100_000;
    let request = SearchRequest { threads: 3, ..request() };
    let report = search(&game_after(MIDDLE_GAME), &request, &nodes(LIMIT));
    assert!((LIMIT..LIMIT + LIMIT / 10).contains(&report.nodes), "{} nodes", report.nodes);
}

/// A search stopped within a depth has already replaced some lines of the depth before.
#[test]
fn a_search_stopped_at_any_node_returns_the_requested_number_of_lines() {
    let request = SearchRequest { lines: 5, ..request() };
    for game in [game_after(""), game_after("h2e2 h9g7 h0g2 i9h9")] {
        for limit in (2_000..30_000).step_by(1_700) {
            let report = search(&game, &request, &nodes(limit));
            let moves: HashSet<rules::Move> = report.lines.iter().map(|line| line.pv[0]).collect();
            assert_eq!(moves.len(), 5, "after {limit} nodes: {:?}", report.lines);
            check_report(&game, &request, &report);
        }
    }
}

/// The same checks draw where repetition draws and lose where perpetual check loses.
#[test]
fn perpetual_check_saves_a_lost_position_only_where_it_draws() {
    for fen in PERPETUAL_CHECKS_AGAINST_MORE {
        let score = |repetition| score_under(repetition, fen);
        assert!(score(Repetition::Draw).abs() < 60, "{fen} can be held by checking");
        assert!(score(Repetition::Asian) < -300, "{fen} is lost when checking for ever loses");
        assert!(score(Repetition::ChecksOnly) < -300, "{fen} is lost when checking for ever loses");
        assert!(score(Repetition::Tiantian) < -300, "{fen} is lost when checking for ever is refused");
    }
}

#[test]
fn the_engine_plays_on_where_repetitions_are_refused() {
    let repetition_penalty = RepetitionPenalty::Refuse;
    let engine = engine();
    for repetition in [Repetition::Tiantian, Repetition::Asian] {
        let mut refused = 0;
        for fen in PERPETUAL_CHECKS.into_iter().chain(PERPETUAL_CHECKS_AGAINST_MORE) {
            let options = Options { repetition_penalty, ..Options::with(repetition) };
            let mut game = Game::new(options, Some(fen)).unwrap();
            while game.outcome().is_none() && game.ply() < 40 {
                // Red checks whenever it may, so that its checks come to an end.
                let checks = game.legal_moves().into_iter().find(|&mv| {
                    let mv = Move::try_from(mv).unwrap();
                    game.turn() == rules::Side::First && game.position().gives_check(mv)
                });
                let mv = checks.unwrap_or_else(|| {
                    engine.search_blocking(&game, &request(), &depth(4), &mut |_| {}).unwrap().best
                });
                refused += game.position().legal_moves().len() - game.legal_moves().len();
                game.play(mv).unwrap();
            }
        }
        assert!(refused > 0, "{repetition:?}");
    }
}

fn score_under(repetition: Repetition, fen: &str) -> i32 {
    let engine = engine();
    let options = Options { no_capture_limit: 0, ..Options::with(repetition) };
    let game = Game::new(options, Some(fen)).unwrap();
    engine.search_blocking(&game, &request(), &depth(9), &mut |_| {}).unwrap().score.in_hundredths()
}

/// Positions that Red, to move, loses unless it can check forever. Found by search and confirmed by play.
const PERPETUAL_CHECKS: [&str; 3] = [
    "5a3/9/3k1a3/2N6/9/9/4n4/4K2C1/7n1/9 w - - 0 1",
    "9/6R2/4k4/c8/9/8N/9/5p3/9/3n1K3 w - - 0 1",
    "9/3k4n/3N5/9/9/7p1/7N1/4K4/1c7/9 w - - 0 1",
];

/// Such positions in which Black has more material, found by search.
const PERPETUAL_CHECKS_AGAINST_MORE: [&str; 8] = [
    "9/6R2/4k4/c8/9/8N/9/5p3/9/3n1K3 w - - 0 1",
    "9/C8/5k3/9/9/6pr1/p8/3n5/9/2RK5 w - - 0 1",
    "9/4k4/6r2/9/9/2R6/9/1n3K3/4n4/N8 w - - 0 1",
    "9/1r1ck4/1n7/R8/9/3r5/5C3/5K3/9/9 w - - 0 1",
    "1r2k4/9/Cr3R1P1/9/9/9/9/5K3/9/6c2 w - - 0 1",
    "9/5k3/9/9/6r2/4n1n2/R2N4N/9/3K5/4r4 w - - 0 1",
    "9/1n7/3k5/1r7/9/9/6R2/5K3/2r6/C8 w - - 0 1",
    "9/8R/5k3/9/P8/9/9/9/4r1n2/2nK5 w - - 0 1",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    /// Under any budget the answer is legal and the report is consistent.
    #[test]
    fn the_best_move_is_legal_under_tiny_budgets(
        seed in 0u64..1_000_000,
        plies in 0usize..120,
        limit in 1u64..400,
        lines in 1usize..=5,
        level in proptest::option::of(1u8..=10),
    ) {
        let game = random_game(seed, plies);
        let level = level.and_then(Level::new);
        let request = SearchRequest { lines, level, seed: Some(seed), ..request() };
        let report = search(&game, &request, &nodes(limit));
        check_report(&game, &request, &report);
    }
}

#[test]
fn composed_positions_of_any_material_are_searched() {
    for fen in [
        // Fifteen rooks, cannons, horses or soldiers against as many.
        "3k1rrrr/rrrr1rrrr/rrr6/9/9/9/9/RRR6/RRRR1RRRR/RRRRK4 w - - 0 1",
        "3k5/9/ccccccccc/cccccc3/9/9/9/3CCCCCC/CCCCCCCCC/4K4 b - - 0 1",
        "3k5/9/9/nnnnnnnnn/nnnnnn3/9/3NNNNNN/NNNNNNNNN/9/4K4 w - - 0 1",
        "pppkppppp/9/9/9/9/9/9/ppppppp2/PPPPPPPP1/PPP1KPPPP w - - 0 1",
        "4k4/9/9/9/9/9/9/RRRRR4/RRRRR4/RRRRRK3 b - - 0 1",
    ] {
        for seed in 0..4 {
            let mut game = game(fen);
            let mut random = SmallRng::seed_from_u64(seed);
            for _ in 0..4 * seed {
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[random.random_range(0..moves.len())]).unwrap();
            }
            if game.outcome().is_none() {
                check_report(&game, &request(), &search(&game, &request(), &nodes(2_000)));
            }
        }
    }
}
