//! Which rows win in each variant.

use super::*;

/// Whether a stone on `A` wins, for Black in Freestyle, Standard, Caro and Caro with exactly five. White has the same
/// rows in these, which is tested too.
#[track_caller]
fn wins(rows: &[&str], expected: [bool; 4]) {
    let variants = [Variant::Freestyle, Variant::Standard, Variant::Caro, Variant::CaroExact];
    for (variant, expected) in variants.into_iter().zip(expected) {
        for side in Side::ALL {
            let swapped = |row: &&str| {
                let letters = row.chars().map(|letter| match (letter, side) {
                    ('x', Side::Second) => 'o',
                    ('o', Side::Second) => 'x',
                    (letter, _) => letter,
                });
                letters.collect::<String>()
            };
            let rows: Vec<String> = rows.iter().map(swapped).collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let (position, point) = diagram(variant, &rows);
            assert_eq!(position.wins_at(point('A'), side), expected, "{variant:?} {side:?} {rows:?}");
        }
    }
}

#[test]
fn five_in_a_row_wins_with_both_ends_open() {
    wins(&[".xxAxx."], [true; 4]);
    wins(&["Axxxx"], [true; 4]);
    wins(&[".xxAx."], [false; 4]);
}

#[test]
fn a_five_blocked_at_one_end_wins() {
    wins(&["oxxAxx."], [true; 4]);
    wins(&[".Axxxxo"], [true; 4]);
}

#[test]
fn a_five_blocked_at_both_ends_does_not_win_in_caro() {
    wins(&["oxxAxxo"], [true, true, false, false]);
    wins(&["oAxxxxo"], [true, true, false, false]);
    let diagonal = ["o......", ".x.....", "..x....", "...A...", "....x..", ".....x.", "......o"];
    wins(&diagonal, [true, true, false, false]);
}

#[test]
fn a_blocker_farther_away_or_of_the_own_color_does_not_block() {
    wins(&["o.xxAxxo"], [true; 4]);
    wins(&["o.xxAxx.o"], [true; 4]);
    wins(&["x.xxAxxo"], [true; 4]);
}

#[test]
fn the_edge_does_not_block() {
    wins(&["..........Axxxx"], [true; 4]);
    wins(&["xxAxxo........."], [true; 4]);
    wins(&["oxxAxx........."], [true; 4]);
    wins(&[".........oxxAxx"], [true; 4]);
}

#[test]
fn more_than_five_wins_in_caro_even_when_blocked_unless_exactly_five_is_asked_for() {
    wins(&[".xxxAxx."], [true, false, true, false]);
    wins(&["oxxxAxxo"], [true, false, true, false]);
    wins(&["oxxxxAxxxxo"], [true, false, true, false]);
    wins(&["xxxxxAxxxxx"], [true, false, true, false]);
}

#[test]
fn of_two_fives_at_once_one_that_is_not_blocked_is_enough() {
    let open = ["...x...", "...x...", "oxxAxxo", "...x...", "...x..."];
    wins(&open, [true; 4]);
    let blocked = ["...o...", "...x...", "...x...", "oxxAxxo", "...x...", "...x...", "...o..."];
    wins(&blocked, [true, true, false, false]);
    let overline = ["...x...", "...x...", "...x...", "oxxAxxo", "...x...", "...x..."];
    wins(&overline, [true, true, true, false]);
}

#[test]
fn black_and_white_have_different_rows_in_renju() {
    for (row, black, white) in [("xxAxx", true, true), ("xxxAxx", false, true), ("xxAx", false, false)] {
        let (position, point) = diagram(Variant::Renju, &[row]);
        assert_eq!(position.wins_at(point('A'), Side::First), black, "{row}");
        let row = row.replace('x', "o");
        let (position, point) = diagram(Variant::Renju, &[row.as_str()]);
        assert_eq!(position.wins_at(point('A'), Side::Second), white, "{row}");
    }
}

#[test]
fn rows_along_the_edges_of_the_largest_board_win_in_every_variant_that_has_it() {
    for variant in Variant::ALL.into_iter().filter(|&variant| variant != Variant::Renju) {
        for side in Side::ALL {
            for row in ["t16 t17 t18 t19 t20", "p20 q20 r20 s20 t20", "p16 q17 r18 s19 t20", "p5 q4 r3 s2 t1"]
            {
                let mut position = Position::empty(variant, MAX_SIZE);
                for text in row.split(' ') {
                    assert!(!position.winners().contains(&side), "{row}");
                    position.put(Point::parse(text).unwrap(), side);
                }
                assert_eq!(position.winners(), [side], "{variant:?} {row}");
                let read = Position::parse(&position.to_string(), variant, MAX_SIZE).unwrap();
                assert_eq!(read, position, "{row}");
            }
        }
    }
    assert_eq!(Point::parse("u1"), None);
    assert_eq!(Point::parse("a21"), None);
}

#[test]
fn a_game_of_caro_goes_on_after_a_blocked_five_and_ends_with_an_open_one() {
    let mut game = game(Options::new(Variant::Caro), "h8 g8 i8 m8 j8 a1 k8 a3 l8");
    assert_eq!(game.outcome(), None, "g8 and m8 are white");
    for text in ["a5", "h9", "a7", "h10", "a9", "h11", "a11", "h12"] {
        game.play(game.parse(text).unwrap()).unwrap();
    }
    let won = Outcome::Won { winner: Side::First, reason: WinReason::FiveInARow };
    assert_eq!(game.outcome(), Some(won));
    game.undo(1).unwrap();
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_five_that_is_open_when_it_is_made_has_won_before_it_can_be_blocked() {
    let game = game(Options::new(Variant::Caro), "h8 g8 i8 a1 j8 a3 k8 a5 l8");
    assert!(game.outcome().is_some());
    assert!(matches!(game.parse("m8"), Err(MoveError::GameOver(_))));
}

#[test]
fn a_caro_position_with_a_blocked_five_can_be_set_up() {
    let fen = "9/9/9/9/1wbbbbbw1/9/9/9/ww7 w";
    let start = |options| Game::new(options, Some(fen)).unwrap().outcome();
    let caro = Options { board_size: 9, ..Options::new(Variant::Caro) };
    assert_eq!(start(caro), None);
    assert!(start(Options { variant: Variant::Standard, ..caro }).is_some());
}

/// Whether each side could still win where only these points of a row have room: every other point of the board has a stone
/// of the other side. `x` are its own stones in the row, `o` those of the other side.
fn has_room(variant: Variant, row: &str) -> [bool; 2] {
    Side::ALL.map(|side| {
        let mut position = Position::empty(variant, 15);
        for rank in 0..15 {
            for file in 0..15 {
                let letter = if rank == 7 { row.chars().nth(usize::from(file)) } else { None };
                match letter.unwrap_or('o') {
                    'x' => position.put(Point::new(file, rank), side),
                    'o' => position.put(Point::new(file, rank), side.other()),
                    _ => {}
                }
            }
        }
        position.can_win(side)
    })
}

#[test]
fn five_free_points_in_a_row_are_room_to_win() {
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju] {
        assert_eq!(has_room(variant, "oo.....oo"), [true; 2], "{variant:?}");
        assert_eq!(has_room(variant, "oo.x.x.oo"), [true; 2], "{variant:?}");
        assert_eq!(has_room(variant, "oo....ooo"), [false; 2], "{variant:?}");
        assert_eq!(has_room(variant, "..o.x..o..o"), [false; 2], "{variant:?}");
    }
}

#[test]
fn room_for_six_only_is_room_where_an_overline_wins() {
    let row = "oox....xoo";
    assert_eq!(has_room(Variant::Freestyle, row), [true; 2]);
    assert_eq!(has_room(Variant::Standard, row), [false; 2]);
    assert_eq!(has_room(Variant::Renju, row), [false, true], "White may make six");
    assert_eq!(has_room(Variant::Standard, "oox.....xoo"), [true; 2], "the first or the last five of seven");
}

#[test]
fn room_between_two_blocking_stones_is_none_in_caro() {
    for variant in [Variant::Caro, Variant::CaroExact] {
        assert_eq!(has_room(variant, "oo.....oo"), [false; 2], "{variant:?}");
        assert_eq!(has_room(variant, "oo......oo"), [true; 2], "{variant:?}: one end stays open");
        assert_eq!(has_room(variant, ".....oo"), [true; 2], "{variant:?}: the edge does not block");
    }
}
