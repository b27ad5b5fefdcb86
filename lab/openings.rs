//! Where games of a match start: every line of the file, from common openings to odd ones, balanced by search.

/// The openings' moves in coordinates.
pub fn all() -> Vec<Vec<String>> {
    include_str!("openings/xiangqi.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi::rules::Referee;
    use duiyi::rules::xiangqi::{Game, Options};
    use std::collections::HashSet;

    #[test]
    fn openings_are_legal_and_end_in_different_positions() {
        let mut ends = HashSet::new();
        for opening in all() {
            let mut game = Game::new(Options::default(), None).unwrap();
            for text in &opening {
                game.parse(text)
                    .and_then(|mv| game.play(mv))
                    .unwrap_or_else(|error| panic!("{opening:?}: {error}"));
            }
            assert!(ends.insert(game.position().key()), "{opening:?} comes twice");
        }
        assert!(ends.len() >= 100);
    }
}
