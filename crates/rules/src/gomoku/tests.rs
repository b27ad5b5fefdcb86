mod openings;
mod rows;

use super::*;
use crate::{DrawReason, IllegalReason, MoveError, Outcome, Referee, Side, WinReason};
use proptest::prelude::*;

/// Builds a position from rows with `x` for Black, `o` for White and `.` for empty points, top row first. The rows are
/// centered on an otherwise empty board.
fn diagram(variant: Variant, rows: &[&str]) -> (Position, impl Fn(char) -> Point + use<>) {
    let mut position = Position::empty(variant, 15);
    let top = 7 + rows.len() as u8 / 2;
    let left = 7 - rows[0].len() as u8 / 2;
    let mut marks = Vec::new();
    for (row, rank) in rows.iter().zip((0..=top).rev()) {
        for (letter, file) in row.chars().zip(left..) {
            match letter {
                'x' => position.put(Point::new(file, rank), Side::First),
                'o' => position.put(Point::new(file, rank), Side::Second),
                '.' => {}
                mark => marks.push((mark, Point::new(file, rank))),
            }
        }
    }
    let find = move |mark| marks.iter().find(|(letter, _)| *letter == mark).expect("a marked point").1;
    (position, find)
}

#[track_caller]
fn forbids(rows: &[&str], expected: Option<Forbidden>) {
    let (position, point) = diagram(Variant::Renju, rows);
    assert_eq!(position.forbidden_at(point('A')), expected);
    let listed = position.forbidden_points().into_iter().find(|(listed, _)| *listed == point('A'));
    assert_eq!(listed.map(|(_, kind)| kind), expected);
}

#[test]
fn two_threes_are_forbidden() {
    forbids(&["....x..", "....x..", ".xxA...", "......."], None);
    forbids(&["...x...", "...x...", ".xxA...", "......."], Some(Forbidden::ThreeThree));
    // One of them has a gap.
    forbids(&[".....x.", ".......", ".xxA...", "..x....", "......."], Some(Forbidden::ThreeThree));
    // One end is closed.
    forbids(&["...x...", "...x...", "oxxA...", "......."], None);
}

#[test]
fn a_three_that_cannot_become_a_straight_four_does_not_count() {
    // White stones on both sides leave too little room for five.
    forbids(&["...x....", "...x....", "o.xxA..o", "........"], None);
    forbids(&["....x....", "....x....", "o.xxA.o..", "........."], None);
    // On the right, a fifth stone would make an overline with the stone beyond. The left side is free.
    forbids(&["....x...", "....x...", "..xxA..x", "..o....."], Some(Forbidden::ThreeThree));
}

#[test]
fn two_fours_are_forbidden_even_in_one_line() {
    forbids(&["...x....", "...x....", "...x....", "xxxA...."], Some(Forbidden::FourFour));
    forbids(&["x.xA.x."], None);
    forbids(&["x.xAx.x"], Some(Forbidden::FourFour));
    forbids(&["xx.Ax.xx"], Some(Forbidden::FourFour));
    forbids(&["xxx.A.xxx"], Some(Forbidden::FourFour));
    // A straight four is one four.
    forbids(&[".xxxA."], None);
}

#[test]
fn a_four_and_a_three_are_allowed() {
    forbids(&["...x...", "...x...", "oxxxA..", "......."], None);
    forbids(&["....x...", "....x...", "oxxxA...", "........"], None);
}

#[test]
fn an_overline_is_forbidden_only_to_black() {
    forbids(&["xxxAxx"], Some(Forbidden::Overline));
    let (position, point) = diagram(Variant::Renju, &["oooAoo"]);
    assert_eq!(position.forbidden_at(point('A')), None);
    assert!(position.wins_at(point('A'), Side::Second));
}

#[test]
fn five_wins_even_with_a_forbidden_shape() {
    // With an overline, with two fours, with two threes.
    forbids(&["x.....", "x.....", "xxx...", "Axxxx.", "x.....", "x....."], None);
    let (position, point) =
        diagram(Variant::Renju, &["x.....", "x.....", "x.....", "Axxxx.", "x.....", "x....."]);
    assert!(position.wins_at(point('A'), Side::First));
}

fn game(options: Options, moves: &str) -> Game {
    let mut game = Game::new(options, None).unwrap();
    for text in moves.split_whitespace() {
        let mv = game.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(mv).unwrap();
    }
    game
}

const THREE_THREE: &str = "h8 a1 i8 a3 g9 a5 g10 a7";

#[test]
fn a_move_on_a_forbidden_point_is_refused_or_loses() {
    let options = Options::new(Variant::Renju);
    let refused = game(options, THREE_THREE).parse("g8").unwrap_err();
    assert!(
        matches!(&refused, MoveError::Illegal(illegal) if illegal.reason() == IllegalReason::ForbiddenThreeThree),
        "{refused:?}"
    );
    let mut lost = game(Options { forbidden_loses: true, ..options }, THREE_THREE);
    lost.play(lost.parse("g8").unwrap()).unwrap();
    assert_eq!(lost.outcome(), Some(Outcome::Won { winner: Side::Second, reason: WinReason::ForbiddenMove }));
    lost.undo(1).unwrap();
    assert_eq!((lost.outcome(), lost.forbidden().len()), (None, 1));
}

#[test]
fn a_full_board_is_a_draw() {
    // Black and white pairs of points along each rank, shifted from rank to rank, so that there is no five.
    let size = 9;
    let color = |file: u8, rank: u8| (file / 2 + rank).is_multiple_of(2);
    let (mut black, mut white): (Vec<Point>, Vec<Point>) =
        Point::all(size).partition(|point| color(point.file(), point.rank()));
    while black.len() > white.len() + 1 {
        white.extend(black.pop());
    }
    let mut game = Game::new(Options { board_size: size, ..Options::new(Variant::Freestyle) }, None).unwrap();
    while game.outcome().is_none() {
        let from = if game.turn() == Side::First { &mut black } else { &mut white };
        let point = from.pop().expect("stones for the whole board");
        game.play(Move::Stone(point).into()).unwrap();
    }
    assert_eq!(game.outcome(), Some(Outcome::Drawn { reason: DrawReason::BoardFull }));
    assert!(game.legal_moves().is_empty());
}

#[test]
fn stones_may_be_unequal_if_the_side_to_move_is_given() {
    for (fen, turn) in [("9/9/9/9/9/9/9/9/bb7 b", Side::First), ("9/9/9/9/9/9/9/9/www6 w", Side::Second)] {
        let options = Options { board_size: 9, ..Options::new(Variant::Freestyle) };
        let mut game = Game::new(options, Some(fen)).unwrap();
        assert_eq!((game.turn(), game.fen().as_str()), (turn, fen));
        game.play_text("e5").unwrap();
        assert_eq!(game.turn(), turn.other());
    }
}

#[test]
fn positions_are_refused_with_every_reason() {
    let reasons = |fen: &str| Position::parse(fen, Variant::Freestyle, 9).unwrap_err().reasons;
    assert_eq!(reasons("9/9/9").len(), 1);
    assert_eq!(reasons("x8/10/9/9/9/9/9/9/8 b").len(), 3);
    assert!(reasons("9/9/9/9/9/9/9/9/bb7")[0].to_string().contains("2 black and 0 white stones do not tell"));
    assert!(reasons("bbbbb4/wwwww4/9/9/9/9/9/9/9 b")[0].to_string().contains("both sides"));
}

proptest! {
    #[test]
    fn positions_come_back_from_text(seed: u64, stones in 0_usize..120) {
        let mut position = Position::empty(Variant::Freestyle, 15);
        let mut random = seed;
        while position.stones() < stones {
            random = crate::splitmix64(random);
            let point = Point::new((random % 15) as u8, (random >> 32) as u8 % 15);
            if position.at(point).is_none() && !position.wins_at(point, position.turn()) {
                position.make_move(point);
            }
        }
        prop_assert_eq!(Position::parse(&position.to_string(), Variant::Freestyle, 15).unwrap(), position);
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "(?s).{0,60}") {
        let _ = Position::parse(&text, Variant::Renju, 15);
        let _ = Move::parse(&text);
    }

    /// Legal moves can be played and undone. Illegal moves are refused and change nothing.
    #[test]
    fn legal_moves_are_those_that_can_be_played(
        seed: u64,
        plies in 0_usize..40,
        variant in prop::sample::select(Variant::ALL.to_vec()),
        opening in any::<prop::sample::Index>(),
    ) {
        let options = Options { opening: *opening.get(Opening::of(variant)), ..Options::new(variant) };
        let mut game = Game::new(options, None).unwrap();
        let mut random = seed;
        for _ in 0..plies {
            random = crate::splitmix64(random);
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            game.play(legal[random as usize % legal.len()]).unwrap();
        }
        let legal = game.legal_moves();
        let (fen, moves) = (game.fen(), game.moves());
        let mut next = game.clone();
        for code in 0..540 {
            let mv = crate::Move(code);
            match next.play(mv) {
                Ok(()) => {
                    prop_assert!(legal.contains(&mv));
                    next.undo(1).unwrap();
                }
                Err(_) => prop_assert!(!legal.contains(&mv)),
            }
            prop_assert_eq!((next.fen(), next.moves()), (fen.clone(), moves.clone()));
        }
    }
}
