//! The openings of matches: one per line, common and uncommon ones, balanced by search.

use duiyi_rules::Ruleset;

/// The moves of each opening, in coordinates.
pub fn of(ruleset: Ruleset) -> Vec<Vec<String>> {
    let file = match ruleset {
        Ruleset::Xiangqi => include_str!("../openings/xiangqi.txt"),
        Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Caro => include_str!("../openings/gomoku.txt"),
        Ruleset::Renju => include_str!("../openings/renju.txt"),
    };
    file.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::{Game, Options};
    use std::collections::HashSet;

    #[test]
    fn openings_are_legal_and_end_in_different_positions() {
        for ruleset in Ruleset::ALL {
            let mut ends = HashSet::new();
            for opening in of(ruleset) {
                let mut game = Game::new(&Options::defaults(ruleset), None).unwrap();
                for text in &opening {
                    game.parse(text)
                        .and_then(|mv| game.play(mv))
                        .unwrap_or_else(|error| panic!("{opening:?}: {error}"));
                }
                assert!(game.outcome().is_none());
                assert!(ends.insert(game.fen()), "{opening:?} comes twice");
            }
            assert!(ends.len() >= 50, "{}", ruleset.name());
        }
    }
}
