//! Which puzzle somebody gets next.

use crate::engine::Level;
use crate::engine::puzzle::{self, Puzzle};
use crate::rules::Ruleset;
use crate::service::error::{Code, Error, Result};
use rand::seq::IndexedRandom;
use std::collections::HashSet;

/// The puzzle somebody wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// One of [`puzzle::RULESETS`].
    pub ruleset: Ruleset,
    /// Any level if none.
    pub level: Option<Level>,
    /// The ids of puzzles that have been shown before.
    pub seen: HashSet<String>,
}

/// One of the puzzles nearest to the level, at random, and one that has not been seen unless all have.
///
/// # Errors
/// If the ruleset has no puzzles.
pub fn next_puzzle(wanted: &Wanted) -> Result<&'static Puzzle> {
    /// From fewer puzzles than this, one would soon know them.
    const FEWEST: usize = 8;
    let all: Vec<&Puzzle> = puzzle::of(wanted.ruleset).iter().collect();
    let unseen: Vec<&Puzzle> =
        all.iter().copied().filter(|puzzle| !wanted.seen.contains(&puzzle.id)).collect();
    let mut choices = if unseen.is_empty() { all } else { unseen };
    if let Some(level) = wanted.level {
        let distance = |puzzle: &&Puzzle| puzzle.level.get().abs_diff(level.get());
        choices.sort_by_key(distance);
        let far = choices.get(FEWEST - 1).map(distance);
        choices.retain(|puzzle| far.is_none_or(|far| distance(puzzle) <= far));
    }
    let chosen = choices.choose(&mut rand::rng()).copied();
    chosen.ok_or_else(|| Error::field("ruleset", format!("{} has no puzzles", wanted.ruleset.name())))
}

/// # Errors
/// [`Code::NotFound`] if there is no such puzzle.
pub fn puzzle(id: &str) -> Result<&'static Puzzle> {
    let shown: String = id.chars().take(50).collect();
    puzzle::find(id).ok_or_else(|| Error::new(Code::NotFound, format!("there is no puzzle {shown:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(level: Option<u8>) -> Wanted {
        Wanted { ruleset: Ruleset::Xiangqi, level: level.and_then(Level::new), seen: HashSet::new() }
    }

    #[test]
    fn the_next_puzzle_is_near_the_level() {
        for level in 1..=Level::MAX {
            let nearest = puzzle::of(Ruleset::Xiangqi).iter().map(|it| it.level.get().abs_diff(level)).min();
            for _ in 0..20 {
                let distance = next_puzzle(&wanted(Some(level))).unwrap().level.get().abs_diff(level);
                assert!(distance <= nearest.unwrap() + 5, "level {level}: {distance} away");
            }
        }
    }

    #[test]
    fn no_puzzle_comes_twice_before_all_have_been_seen() {
        let mut wanted = wanted(Some(7));
        for _ in puzzle::of(Ruleset::Xiangqi) {
            let id = next_puzzle(&wanted).unwrap().id.clone();
            assert!(wanted.seen.insert(id));
        }
        assert!(wanted.seen.contains(&next_puzzle(&wanted).unwrap().id));
    }

    #[test]
    fn a_ruleset_without_puzzles_is_refused() {
        let caro = Wanted { ruleset: Ruleset::Caro, ..wanted(None) };
        assert_eq!(next_puzzle(&caro).unwrap_err().code, Code::InvalidRequest);
        assert_eq!(puzzle("nothing").unwrap_err().code, Code::NotFound);
    }
}
