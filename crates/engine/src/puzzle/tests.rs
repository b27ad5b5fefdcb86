//! Every puzzle of the program is solved again.

use super::*;
use duiyi_rules::{Game, Options, Outcome};
use std::collections::HashSet;

const NODES: u64 = 20_000_000;

/// Solves the puzzles again, plays their solutions by the rules, and returns what is wrong.
fn faults(ruleset: Ruleset) -> Vec<String> {
    let fault = |puzzle: &Puzzle| check(puzzle).err().map(|fault| format!("{}: {fault}", puzzle.line()));
    of(ruleset).iter().filter_map(fault).collect()
}

fn check(puzzle: &Puzzle) -> Result<(), String> {
    let start = Game::new(&Options::defaults(puzzle.ruleset), Some(&puzzle.fen))
        .map_err(|error| error.to_string())?;
    let mut game = start.clone();
    let mut moves = Vec::new();
    for text in &puzzle.solution {
        moves.push(game.play_text(text).map_err(|error| error.to_string())?);
    }
    if game.coordinates(moves[0]) != puzzle.solution[0] || start.fen() != puzzle.fen {
        return Err("expected coordinates and a canonical position".to_owned());
    }
    match game.outcome() {
        Some(Outcome::Won { winner, .. }) if winner == puzzle.turn => verify(&start, &moves, NODES),
        outcome => Err(format!("the solution ends with {outcome:?}")),
    }
}

#[test]
fn every_xiangqi_puzzle_has_the_only_solution() {
    assert_eq!(faults(Ruleset::Xiangqi), Vec::<String>::new());
}

#[test]
fn every_gomoku_puzzle_has_the_only_solution() {
    assert_eq!(faults(Ruleset::Gomoku), Vec::<String>::new());
}

#[test]
fn every_renju_puzzle_has_the_only_solution() {
    assert_eq!(faults(Ruleset::Renju), Vec::<String>::new());
}

#[test]
fn there_are_hundreds_of_different_puzzles_of_many_levels_and_lengths() {
    let mut ids = HashSet::new();
    for ruleset in RULESETS {
        let puzzles = of(ruleset);
        assert!(puzzles.len() >= 200, "{}: {}", ruleset.name(), puzzles.len());
        assert!(puzzles.iter().all(|puzzle| ids.insert(&puzzle.id) && find(&puzzle.id) == Some(puzzle)));
        let levels: HashSet<Level> = puzzles.iter().map(|puzzle| puzzle.level).collect();
        let lengths: HashSet<usize> = puzzles.iter().map(Puzzle::moves).collect();
        assert!(levels.len() >= 8 && lengths.len() >= 4, "{}: {levels:?}, {lengths:?}", ruleset.name());
    }
    assert!(of(Ruleset::Caro).is_empty() && find("nothing").is_none());
}

#[test]
fn a_position_with_two_mates_is_no_puzzle() {
    // Black has a soldier to move, so that stalemate does not win too.
    let solution = |fen| {
        let game = Game::new(&Options::defaults(Ruleset::Xiangqi), Some(fen)).unwrap();
        solve(&game, 1, 3, NODES).map(|solution| game.coordinates(solution.moves[0]))
    };
    assert_eq!(solution("3k5/R8/9/9/9/p8/9/9/8R/5K3 w - - 0 1"), Some("i1i9".to_owned()));
    assert_eq!(solution("3k5/R8/9/9/9/p8/9/7R1/8R/5K3 w - - 0 1"), None);
}

#[test]
fn a_wrong_solution_is_noticed() {
    let game = Game::new(&Options::defaults(Ruleset::Xiangqi), Some("3k5/R8/9/9/9/p8/9/9/8R/5K3 w - - 0 1"))
        .unwrap();
    let verdict = |text: &str| verify(&game, &[game.parse(text).unwrap()], NODES);
    assert_eq!(verdict("i1i9"), Ok(()));
    assert!(verdict("a8a9").is_err());
}

#[test]
fn a_line_that_is_no_puzzle_is_named() {
    let error = Table::parse(Ruleset::Xiangqi, "# a comment\n\n5 ; checks\n").unwrap_err();
    assert_eq!(error.line, 3);
    let puzzle = &of(Ruleset::Xiangqi)[0];
    assert_eq!(Table::parse(Ruleset::Xiangqi, &puzzle.line()).unwrap().puzzles, std::slice::from_ref(puzzle));
}
