//! Mates in one to five, proved by a full-width search.

use super::*;
use duiyi_rules::xiangqi::Position;

/// Whether the side to move mates, or stalemates, which wins too, in at most this many of its moves.
pub fn wins_in(position: &mut Position, moves: u32) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let undo = position.make_move(mv);
        let won = loses_in(position, moves - 1);
        position.unmake_move(mv, undo);
        won
    })
}

pub fn loses_in(position: &mut Position, moves: u32) -> bool {
    let answers = position.legal_moves();
    if answers.is_empty() || moves == 0 {
        return answers.is_empty();
    }
    answers.into_iter().all(|mv| {
        let undo = position.make_move(mv);
        let lost = wins_in(position, moves);
        position.unmake_move(mv, undo);
        lost
    })
}

/// Composed by placing pieces at random; the test itself proves the mates.
const MATES: [(u32, &str); 15] = [
    (1, "1C1a5/5k3/5n3/9/2b6/9/9/6R2/9/3K5 w - - 0 1"),
    (1, "5a3/9/4bk3/p8/5C3/C8/9/4K4/9/9 w - - 0 1"),
    (1, "9/6N2/5k1N1/9/9/p8/9/p8/7pp/4K4 w - - 0 1"),
    (2, "9/5k3/9/9/2N2N3/7p1/9/8n/4K4/9 w - - 0 1"),
    (2, "c4k3/3Pc4/9/9/9/9/9/2R6/9/3K5 w - - 0 1"),
    (2, "5k3/9/9/9/9/9/9/7nR/8p/C3K4 w - - 0 1"),
    (3, "9/9/4k4/2p6/1R7/9/7p1/1C3K3/3p5/6p2 w - - 0 1"),
    (3, "6b2/5k3/1C7/9/2p6/5C3/9/9/3K5/9 w - - 0 1"),
    (3, "9/5k3/1P7/4p4/9/7R1/9/8p/9/4K3p w - - 0 1"),
    (4, "5k3/4a4/4Ra2N/9/p8/9/9/4K4/9/9 w - - 0 1"),
    (4, "3Nk4/4a4/4ba3/9/9/9/4C4/4K4/9/8p w - - 0 1"),
    (4, "5a3/4k4/PR2b4/9/9/9/9/9/9/4K4 w - - 0 1"),
    (5, "4k4/9/4P3b/9/1N7/9/9/9/9/3Kp4 w - - 0 1"),
    (5, "3k5/9/9/3P5/9/7N1/9/4K1p2/8p/9 w - - 0 1"),
    (5, "5a3/3k3N1/9/9/6p2/2C6/p8/9/3p5/4K4 w - - 0 1"),
];

/// Deep enough to find a mate in this many moves despite pruning.
fn deep_enough(moves: u32) -> Budget {
    depth(3 * moves)
}

#[test]
fn mates_are_found_with_their_distance() {
    for (moves, fen) in MATES {
        let report = search(&game(fen), &request(), &deep_enough(moves));
        assert_eq!(report.score, Score::Mate(moves as i32), "{fen}");
        assert!(report.win_rate > 0.99);
        let mut position: Position = fen.parse().unwrap();
        assert!(wins_in(&mut position, moves), "{fen} is a mate in {moves}");
        assert!(moves == 1 || !wins_in(&mut position, moves - 1), "{fen} is quicker");
    }
}

/// With the nodes of a fraction of a second.
#[test]
fn a_mate_in_five_is_found_within_few_nodes() {
    for (moves, fen) in MATES.into_iter().filter(|&(moves, _)| moves == 5) {
        let report = search(&game(fen), &request(), &nodes(300_000));
        assert_eq!(report.score, Score::Mate(moves as i32), "{fen}");
    }
}

/// An announced mate is delivered against any defense, if not always by the shortest way.
#[test]
fn announced_mates_are_delivered() {
    const DETOURS: u32 = 2;
    let mut random = SmallRng::seed_from_u64(5);
    for (moves, fen) in MATES {
        let mut game = game(fen);
        for _ in 0..moves + DETOURS {
            let report = search(&game, &request(), &deep_enough(moves));
            assert!(matches!(report.score, Score::Mate(1..)), "{fen}: {:?}", report.score);
            game.play(report.best).unwrap();
            let answers = game.legal_moves();
            if answers.is_empty() {
                break;
            }
            game.play(answers[random.random_range(0..answers.len())]).unwrap();
        }
        let won = game.outcome().and_then(|outcome| outcome.winner());
        assert_eq!(won, Some(rules::Side::First), "{fen} was not won");
    }
}

#[test]
fn the_mated_side_counts_down() {
    let mut game = game(MATES[6].1);
    let report = search(&game, &request(), &deep_enough(MATES[6].0));
    game.play(report.best).unwrap();
    if game.legal_moves().len() > 1 {
        let report = search(&game, &request(), &deep_enough(MATES[6].0));
        assert_eq!(report.score, Score::Mate(-2));
        assert!(report.win_rate < 0.01);
    }
}

#[test]
fn a_certain_mate_ends_the_search() {
    let report = search(&game(MATES[3].1), &request(), &depth(60));
    assert_eq!(report.score, Score::Mate(2));
    assert!(report.depth < 12, "went on to depth {} after a mate in two", report.depth);
}

/// From a game lost this way: the rook that takes the advisor mates, although it loses the exchange.
#[test]
fn a_mate_by_a_sacrifice_is_seen_early() {
    let fen = "1nbakab2/1C2n4/9/p1p1p1C1p/9/2P3P2/P3c3P/4N2r1/4A4/1RBAKNBc1 b - - 1 15";
    assert_eq!(search(&game(fen), &request(), &depth(4)).score, Score::Mate(2));
}

#[test]
fn a_quiet_check_that_mates_is_seen_in_quiescence() {
    assert_eq!(search(&game(MATES[3].1), &request(), &depth(2)).score, Score::Mate(2));
}

/// Old compositions in which the other side is about to mate, with nodes that are enough. In the first three the winner
/// gives check at every move, in the others it has a quiet move among its checks.
const RACES: [(&str, u64); 6] = [
    (MATE_BY_CHECKS, 20_000),
    ("3k1a1R1/9/2cab4/2n1R4/2b6/4P4/3N5/3CB4/1r1p4r/4K4 w - - 0 1", 100_000),
    ("1n1k1a3/R8/b2ab4/2R6/9/6C2/9/4C4/3pArn1c/4K4 w - - 0 1", 20_000),
    ("3akr3/R4r2C/3a5/9/9/9/9/6n2/C2pA4/1R2K4 w - - 0 1", 200_000),
    ("3ak1b1r/4a2Pn/4b4/4C4/9/9/cR7/n8/4A1p2/3AKC3 w - - 0 1", 200_000),
    ("9/3Pak1P1/5a3/9/4N4/9/9/4B4/1p2rp3/2BK5 w - - 0 1", 200_000),
];

/// The iterations after the one that finds it need not find it again.
#[test]
fn a_mate_that_has_been_found_is_not_lost() {
    for (fen, limit) in RACES {
        let mut scores = Vec::new();
        let mut note = |report: &SearchReport| scores.push(report.score);
        engine().search_blocking(&game(fen), &request(), &nodes(2 * limit), &mut note).unwrap();
        let found = scores.iter().position(|score| matches!(score, Score::Mate(1..)));
        let since = &scores[found.unwrap_or(scores.len())..];
        let is_kept = |before: &Score, after: &Score| match (before, after) {
            (Score::Mate(before), Score::Mate(after)) => (1..=*before).contains(after),
            _ => false,
        };
        assert!(since.is_sorted_by(is_kept), "{fen}: {scores:?}");
    }
}

#[test]
fn a_race_for_mate_is_won_by_the_side_that_checks() {
    for (fen, limit) in RACES {
        let report = search(&game(fen), &request(), &nodes(limit));
        assert!(matches!(report.score, Score::Mate(1..)), "{fen}: {:?}", report.score);
    }
}

/// From an old collection: a mate in six by checks, against a threat of mate in one.
const MATE_BY_CHECKS: &str = "r1b1k4/c1PPaRc2/r2ab3n/4C4/7RC/9/9/9/4p4/3K5 w - - 0 1";

#[test]
fn a_mate_by_checks_is_the_first_of_several_lines() {
    let game = game(MATE_BY_CHECKS);
    let request = SearchRequest { lines: 3, ..request() };
    let report = search(&game, &request, &nodes(20_000));
    check_report(&game, &request, &report);
    assert_eq!((report.score, report.lines[0].pv.len()), (Score::Mate(6), 11));
    let firsts: HashSet<_> = report.lines.iter().map(|line| line.pv[0]).collect();
    assert_eq!(firsts.len(), 3);
}

#[test]
fn levels_below_full_strength_search_no_mates_by_checks() {
    let level = SearchRequest { level: Level::new(12), ..request() };
    assert!(matches!(search(&game(MATE_BY_CHECKS), &level, &nodes(20_000)).score, Score::Cp(_)));
}

/// Where a mate in four is certain, the search ends with it, unless a quicker one is asked for.
#[test]
fn a_search_for_a_mate_does_not_end_with_a_longer_one() {
    let game = game("3ak4/5P1n1/5a3/7Pp/2b6/1R5RP/9/8C/4A4/3AK1B2 w - - 0 1");
    let budget = Budget::new(Limits { nodes: Some(4_000_000), ..Limits::default() }, StopFlag::default());
    let request = SearchRequest { mate_in: Some(3), ..request() };
    let report = search(&game, &request, &budget);
    assert_eq!((report.score, report.lines[0].bound), (Score::Mate(3), Bound::Exact));
    assert!(report.nodes < 4_000_000, "it ends when the mate is found");
}
