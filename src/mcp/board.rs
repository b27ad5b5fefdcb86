//! A position as a text to read.

use std::fmt::Write;

/// Draws the board of a FEN: ranks from the top, files below. Empty points are dots, pieces the letters of the FEN.
pub fn board(ruleset: &str, fen: &str) -> String {
    let rows: Vec<Vec<char>> = fen.split(' ').next().unwrap_or_default().split('/').map(points).collect();
    // The ranks of Xiangqi begin with 0, those of the other games with 1.
    let lowest = if ruleset == "xiangqi" { 0 } else { 1 };
    let mut text = String::new();
    for (row, rank) in rows.iter().zip((lowest..lowest + rows.len()).rev()) {
        write!(text, "{rank:>2}").expect("writing to a string does not fail");
        for point in row {
            text.extend([' ', *point]);
        }
        text.push('\n');
    }
    text.push_str("  ");
    for file in ('a'..='z').take(rows.first().map_or(0, Vec::len)) {
        text.extend([' ', file]);
    }
    text
}

/// The points of a row: a number stands for as many that are empty.
fn points(row: &str) -> Vec<char> {
    /// More than any board has.
    const MOST: usize = 26;
    let mut points = Vec::new();
    let mut number = 0;
    for letter in row.chars() {
        match letter.to_digit(10) {
            Some(digit) => number = (10 * number + digit as usize).min(MOST),
            None => {
                points.extend(std::iter::repeat_n('.', std::mem::take(&mut number)));
                points.push(letter);
            }
        }
    }
    points.extend(std::iter::repeat_n('.', number));
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, Options, Ruleset};

    #[test]
    fn the_start_of_xiangqi_has_its_ranks_and_files() {
        let start = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
        let text = board("xiangqi", &start.fen());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " 9 r n b a k a b n r");
        assert_eq!(lines[2], " 7 . c . . . . . c .");
        assert_eq!(lines[9], " 0 R N B A K A B N R");
        assert_eq!(lines[10], "   a b c d e f g h i");
    }

    #[test]
    fn stones_stand_on_their_points() {
        let mut game = Game::new(&Options::defaults(Ruleset::Gomoku), None).unwrap();
        for mv in ["h8", "i9"] {
            game.play_text(mv).unwrap();
        }
        let text = board("gomoku", &game.fen());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], format!("15{}", " .".repeat(15)));
        assert_eq!(lines[6], format!(" 9{} w{}", " .".repeat(8), " .".repeat(6)));
        assert_eq!(lines[7], format!(" 8{} b{}", " .".repeat(7), " .".repeat(7)));
        assert_eq!(lines.len(), 16);
    }
}
