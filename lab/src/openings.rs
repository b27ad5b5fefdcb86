//! The openings of matches: one per line, common and uncommon ones, balanced by search.

use duiyi_rules::{Game, Options, Ruleset};
use std::path::PathBuf;

#[derive(Clone, Debug, Default, clap::Args)]
pub struct OpeningArgs {
    /// A file of openings, one each line, in place of our own: moves in coordinates, or stones as Gomocup writes them.
    #[arg(long)]
    openings: Option<PathBuf>,
}

impl OpeningArgs {
    /// The moves of each opening.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is no opening.
    pub fn read(
        &self,
        ruleset: Ruleset,
        options: &Options,
    ) -> Result<Vec<Vec<String>>, Box<dyn std::error::Error>> {
        match &self.openings {
            Some(path) => Ok(read(&std::fs::read_to_string(path)?, options)?),
            None => Ok(of(ruleset)),
        }
    }
}

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

/// The openings of a text: moves in coordinates, or as Gomocup has them, stones as pairs of distances from the center of the board:
/// `-1,0, 2,3, 0,4`.
///
/// # Errors
/// The first line that is neither.
fn read(text: &str, options: &Options) -> Result<Vec<Vec<String>>, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let opening = |line: &str| {
        let moves = match line.contains(',') {
            true => around_center(line, options),
            false => Some(line.split_whitespace().map(str::to_owned).collect()),
        };
        let is_legal = |moves: &Vec<String>| {
            let mut game = Game::new(options, None).ok()?;
            moves.iter().all(|text| game.play_text(text).is_ok()).then_some(())
        };
        moves.filter(|moves| is_legal(moves).is_some()).ok_or_else(|| format!("not an opening: {line}"))
    };
    lines.map(opening).collect()
}

fn around_center(line: &str, options: &Options) -> Option<Vec<String>> {
    let Options::Gomoku(options) = options else { return None };
    let center = i32::from(options.board_size) / 2;
    let numbers: Vec<i32> = line.split(',').map(|text| text.trim().parse().ok()).collect::<Option<_>>()?;
    let point = |pair: &[i32]| {
        let [x, y] = *pair else { return None };
        let file = u8::try_from(center.checked_add(x)?).ok().filter(|file| *file < 26)?;
        Some(format!("{}{}", char::from(b'a' + file), center.checked_add(y)? + 1))
    };
    numbers.chunks(2).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn openings_of_gomocup_are_distances_from_the_center() {
        let options = Options::defaults(Ruleset::Gomoku);
        assert_eq!(read("0,0, -1,2\n\nh8 j9", &options).unwrap(), [["h8", "g10"], ["h8", "j9"]]);
        for wrong in ["0,0, 1", "0,0, 0,0", "99,0", "h8 h8", "0,0, x,1"] {
            assert!(read(wrong, &options).is_err(), "{wrong:?}");
        }
    }

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
