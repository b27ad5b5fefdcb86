//! Whether a side has enough material to win: if not, the game is drawn when the other side runs out of time.

use duiyi_rules::{Game, Options, Ruleset, Side};

fn can_win(ruleset: Ruleset, fen: &str) -> [bool; 2] {
    let game =
        Game::new(&Options::defaults(ruleset), Some(fen)).unwrap_or_else(|error| panic!("{fen}: {error:?}"));
    Side::ALL.map(|side| game.can_win(side))
}

#[test]
fn in_xiangqi_a_side_needs_a_piece_that_can_cross_the_river() {
    // Black has all its advisors and elephants; Red has this piece on the fifth rank.
    for (piece, attacks) in [("R", true), ("C", true), ("H", true), ("P", true)] {
        let fen = format!("2bakab2/9/9/9/9/{piece}8/9/9/9/3K5 w - - 0 1");
        assert_eq!(can_win(Ruleset::Xiangqi, &fen), [attacks, false], "{fen}");
        // The same with the colors exchanged.
        let fen = format!("3k5/9/9/9/{}8/9/9/9/9/2BAKAB2 w - - 0 1", piece.to_lowercase());
        assert_eq!(can_win(Ruleset::Xiangqi, &fen), [false, attacks], "{fen}");
    }
}

#[test]
fn in_xiangqi_generals_advisors_and_elephants_alone_do_not_win() {
    let fen = "2bakab2/9/9/9/9/9/9/9/4A4/2BK1AB2 w - - 0 1";
    assert_eq!(can_win(Ruleset::Xiangqi, fen), [false, false]);
    // A soldier that has reached the last rank still attacks.
    let fen = "P2k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1";
    assert_eq!(can_win(Ruleset::Xiangqi, fen), [true, false]);
}

#[test]
fn both_sides_can_win_from_the_start_position_of_every_ruleset() {
    for ruleset in Ruleset::ALL {
        let game = Game::new(&Options::defaults(ruleset), None).unwrap();
        assert!(Side::ALL.iter().all(|&side| game.can_win(side)), "{ruleset:?}");
    }
}

/// The points of a board, top row first, in which every five points in a row have a stone of both sides: each lattice meets
/// each row, column and diagonal at every fifth point.
fn lattices() -> Vec<char> {
    let point = |index: usize| match (index % 15 + 2 * (index / 15)) % 5 {
        0 => 'b',
        1 => 'w',
        _ => '.',
    };
    (0..15 * 15).map(point).collect()
}

fn fen(points: &[char]) -> String {
    let row = |row: &[char]| {
        let mut text: String = row.iter().collect();
        for empty in (1..=15).rev() {
            text = text.replace(&".".repeat(empty), &empty.to_string());
        }
        text
    };
    points.chunks(15).map(row).collect::<Vec<_>>().join("/")
}

#[test]
fn in_five_in_a_row_a_side_needs_five_points_without_a_stone_of_the_other_side() {
    for ruleset in [Ruleset::Gomoku, Ruleset::GomokuStandard, Ruleset::Renju, Ruleset::Caro] {
        assert_eq!(can_win(ruleset, &fen(&lattices())), [false, false], "{ruleset:?}");
        // One stone stands in another corner, and the other side has room where it was.
        for (stone, expected) in [('b', [false, true]), ('w', [true, false])] {
            let mut points = lattices();
            let first = points.iter().position(|&point| point == stone).unwrap();
            let last = points.iter().rposition(|&point| point == '.').unwrap();
            points.swap(first, last);
            let fen = fen(&points);
            assert_eq!(can_win(ruleset, &fen), expected, "{ruleset:?}: {fen}");
        }
    }
}
