//! The threat-space search on positions of our own games: a hundred VCF wins (continuous fours) and a hundred VCT wins
//! (continuous fours and threes). Rapfi also finds a win in each. `duiyi-lab gomoku-solve` measures nodes and time.
#![allow(clippy::unwrap_used, reason = "a test")]

use duiyi_engine::gomoku::board::Board;
use duiyi_engine::gomoku::threat_space::{Proof, ProofKind, ThreatSearch};
use duiyi_rules::gomoku::{Game, Move, Options, Point, Position, Variant};
use duiyi_rules::{Outcome, Referee, Ruleset, WinReason};

struct Problem {
    position: Position,
    kind: ProofKind,
    /// How many stones the winner needs; for a VCF the fewest possible.
    stones: usize,
}

fn problems() -> Vec<Problem> {
    let lines = include_str!("data/gomoku-problems.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let [ruleset, kind, stones, fen] = line.split(" ; ").collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let ruleset = Ruleset::ALL.into_iter().find(|known| known.name() == ruleset).unwrap();
        let variant = Variant::of(ruleset).unwrap();
        let kind = if kind == "vcf" { ProofKind::Vcf } else { ProofKind::Vct };
        Problem {
            position: Position::parse(fen, variant, 15).unwrap(),
            kind,
            stones: stones.parse().unwrap(),
        }
    };
    lines.map(read).collect()
}

/// Plays the line by the rules. It must end with five in a row for the side that moves first.
#[track_caller]
fn replay(position: &Position, line: &[Point]) {
    let mut game = Game::new(Options::new(position.variant()), Some(&position.to_string())).unwrap();
    for &point in line {
        game.play(Move::Stone(point).into()).unwrap_or_else(|error| panic!("{position} {point}: {error}"));
    }
    let won = Outcome::Won { winner: position.turn(), reason: WinReason::FiveInARow };
    assert_eq!(game.outcome(), Some(won), "{position} {line:?}");
}

fn solve(problem: &Problem, nodes: u64) -> Proof {
    let mut board = Board::new(&problem.position);
    ThreatSearch::default().prove(&mut board, problem.kind, 40, nodes, &mut |_| false)
}

#[test]
fn every_vcf_is_found_within_its_nodes_and_is_the_shortest() {
    let mut count = 0;
    for problem in problems().iter().filter(|problem| problem.kind == ProofKind::Vcf) {
        let Proof::Won(line) = solve(problem, 100_000) else { panic!("{} is not solved", problem.position) };
        replay(&problem.position, &line);
        assert_eq!(line.len().div_ceil(2), problem.stones, "{}", problem.position);
        count += 1;
    }
    assert!(count >= 100, "{count}");
}

#[test]
fn nearly_every_vct_is_found_within_its_nodes() {
    let (mut count, mut solved) = (0, 0);
    for problem in problems().iter().filter(|problem| problem.kind == ProofKind::Vct) {
        count += 1;
        if let Proof::Won(line) = solve(problem, 300_000) {
            replay(&problem.position, &line);
            assert!(line.len().div_ceil(2) <= problem.stones, "{}", problem.position);
            solved += 1;
        }
    }
    assert!(count >= 100 && solved * 100 >= count * 95, "{solved} of {count}");
}
