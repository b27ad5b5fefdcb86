//! Puzzles that other people collected: see [`duiyi_testkit::foreign`].
#![allow(clippy::unwrap_used, reason = "a test")]

use duiyi_engine::gomoku::board::Board;
use duiyi_engine::gomoku::threat_space::{Proof, ProofKind, ThreatSearch};
use duiyi_engine::{Budget, EngineSettings, Engines, Limits, Score, SearchRequest, StopFlag};
use duiyi_rules::gomoku::{Game as FiveInARow, Move, Options as GomokuOptions, Point, Position, Variant};
use duiyi_rules::{Game, Options, Outcome, Referee, Ruleset, WinReason};
use duiyi_testkit::foreign::{lines, number, row, text};

/// Plays the line by the rules. It must end with five in a row for the side that moves first.
#[track_caller]
fn replay(position: &Position, line: &[Point]) {
    let options = GomokuOptions::new(position.variant());
    let mut game = FiveInARow::new(options, Some(&position.to_string())).unwrap();
    for &point in line {
        game.play(Move::Stone(point).into()).unwrap_or_else(|error| panic!("{position} {point}: {error}"));
    }
    let won = Outcome::Won { winner: position.turn(), reason: WinReason::FiveInARow };
    assert_eq!(game.outcome(), Some(won), "{position} {line:?}");
}

fn prove(position: &Position, kind: ProofKind, stones: usize, nodes: u64) -> Proof {
    ThreatSearch::default().prove(&mut Board::new(position), kind, stones, nodes, &mut |_| false)
}

/// Puzzles with a VCF of more than fifty stones. Too few nodes leave a question open, and refute nothing.
#[test]
fn foreign_puzzles_with_a_long_vcf_are_not_refuted() {
    const FILE: &str = "renju_vcf_false_refutations.jsonl";
    let Some(puzzles) = lines(FILE) else { return };
    let mut solved = 0;
    for puzzle in &puzzles {
        let position = Position::parse(text(puzzle, "fen").unwrap(), Variant::Renju, 15).unwrap();
        let proof = prove(&position, ProofKind::Vcf, 225, 100_000);
        assert_ne!(proof, Proof::Refuted, "{puzzle}");
        if let Proof::Won(line) = proof {
            assert!(line.len().div_ceil(2) > 50, "{puzzle}");
            replay(&position, &line);
            solved += 1;
        }
    }
    row(
        FILE,
        "VCF of more than 50 stones, 100,000 nodes",
        &format!("{solved} of {} won, none refuted", puzzles.len()),
    );
    assert!(solved >= 4, "{solved}");
}

/// Puzzles of competitions. Those of the other kinds ask for more than a win by fours or threes, or for a defense.
#[test]
fn foreign_puzzles_of_renju_are_won_by_their_threats() {
    const NODES: u64 = 40_000;
    const FILE: &str = "renju_puzzles_lfz084.jsonl";
    let Some(mut puzzles) = lines(FILE) else { return };
    // Renju is played on no other board. The few puzzles on 6 by 6 points are exercises for beginners.
    puzzles.retain(|puzzle| number(puzzle, "size") == Some(15));
    for (mode, kind) in
        [("vcf", ProofKind::Vcf), ("vct", ProofKind::Vct), ("win in three", ProofKind::AllThreats)]
    {
        let (mut all, mut won, mut refuted) = (0, 0, 0);
        for puzzle in puzzles.iter().filter(|puzzle| text(puzzle, "mode") == Some(mode)) {
            let position = Position::parse(text(puzzle, "fen").unwrap(), Variant::Renju, 15).unwrap();
            all += 1;
            match prove(&position, kind, 225, NODES) {
                Proof::Won(line) => {
                    replay(&position, &line);
                    won += 1;
                }
                Proof::Refuted => refuted += 1,
                Proof::Unknown => {}
            }
        }
        let result = format!("{won} of {all} won, {refuted} refuted");
        row(FILE, &format!("{mode}, {NODES} nodes"), &result);
        assert!(kind != ProofKind::Vcf || refuted == 0 && won * 100 >= all * 95, "{mode}: {result}");
    }
}

/// Positions with a mate in a number of moves that the collection claims, with a few misprints.
#[test]
fn foreign_mates_are_found() {
    const FILE: &str = "xiangqi_mates_wukong.jsonl";
    let Some(positions) = lines(FILE) else { return };
    let settings = EngineSettings { table_mib: 16, ..EngineSettings::default() };
    let engines = Engines::for_ruleset(Ruleset::Xiangqi, settings);
    let (mut found, mut as_claimed) = (0, 0);
    for position in &positions {
        let fen = text(position, "fen").unwrap();
        let claimed = number(position, "mate_in_claimed").unwrap();
        let game = Game::new(&Options::defaults(Ruleset::Xiangqi), Some(fen)).unwrap();
        engines.clear();
        let limits = Limits { nodes: Some(150_000), ..Limits::default() };
        let budget = Budget::new(limits, StopFlag::default());
        let request = SearchRequest { book: false, ..SearchRequest::default() };
        let report = engines.search_blocking(&game, &request, &budget, &mut |_| {}).unwrap();
        if let Score::Mate(moves @ 1..) = report.score {
            found += 1;
            as_claimed += usize::from(i64::from(moves) <= claimed);
        }
    }
    let all = positions.len();
    row(FILE, "mates found, 150,000 nodes", &format!("{found} of {all}"));
    row(FILE, "not longer than claimed", &format!("{as_claimed} of {all}"));
    assert!(found * 100 >= all * 90 && as_claimed * 100 >= all * 80, "{found} and {as_claimed} of {all}");
}
