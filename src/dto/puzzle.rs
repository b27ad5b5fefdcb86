//! The JSON of puzzles.

use crate::engine::puzzle::Puzzle;
use serde_json::{Value, json};

pub fn puzzle(puzzle: &Puzzle) -> Value {
    json!({
        "id": puzzle.id,
        "ruleset": puzzle.ruleset,
        "level": puzzle.level.get(),
        "theme": puzzle.theme,
        "goal": puzzle.goal(),
        "goal_moves": puzzle.moves(),
        "fen": puzzle.fen,
        "turn": puzzle.ruleset.side_names()[puzzle.turn],
        "solution": puzzle.solution,
    })
}
