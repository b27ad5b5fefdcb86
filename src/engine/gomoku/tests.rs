use super::board::Board;
use super::threat::Threat;
use crate::rules::Side;
use crate::rules::gomoku::{Point, Position, Variant};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// A position that has more shapes than chance makes: stones stand near others.
pub fn crowded(variant: Variant, size: u8, stones: usize, random: &mut SmallRng) -> Position {
    let mut position = Position::empty(variant, size);
    let mut last = Point::new(size / 2, size / 2);
    while position.stones() < stones {
        let near: Vec<Point> = position.empty_points().filter(|point| point.distance(last) <= 3).collect();
        let Some(&point) = near.choose(random) else { break };
        if !position.wins_at(point, position.turn()) {
            position.play(point);
        }
        if random.random_bool(0.8) {
            last = point;
        }
    }
    position
}

/// All that a board keeps up to date.
fn facts(board: &Board) -> impl PartialEq + std::fmt::Debug + use<> {
    let of_points: Vec<_> = board
        .empty()
        .into_iter()
        .map(|point| {
            Side::ALL.map(|side| {
                (board.shapes_at(point, side), board.threat_at(point, side), board.score_at(point, side))
            })
        })
        .collect();
    let sets = Side::ALL.map(|side| Threat::ALL.map(|threat| board.points(side, threat)));
    (of_points, sets, board.scores(), board.key(), board.turn(), board.stones())
}

#[test]
fn what_is_kept_up_to_date_equals_what_is_made_anew() {
    let mut random = SmallRng::seed_from_u64(7);
    for round in 0..300 {
        let variant = Variant::ALL[round % 3];
        let size = if variant == Variant::Renju { 15 } else { random.random_range(9..=19) };
        let mut position = Position::empty(variant, size);
        let mut board = Board::new(&position);
        let mut played = Vec::new();
        let mut before = Vec::new();
        for _ in 0..random.random_range(1..80) {
            let empty: Vec<Point> = position.empty_points().collect();
            let Some(&point) = empty.choose(&mut random) else { break };
            before.push(facts(&board));
            board.make(point);
            position.play(point);
            played.push(point);
        }
        assert_eq!(facts(&board), facts(&Board::new(&position)));
        while let Some(point) = played.pop() {
            board.unmake(point);
            assert_eq!(Some(facts(&board)), before.pop());
        }
    }
}

#[test]
fn fives_and_forbidden_points_are_those_of_the_rules() {
    let mut random = SmallRng::seed_from_u64(8);
    let (mut forbidden, mut harmless) = (0, 0);
    for round in 0..3000 {
        let variant = Variant::ALL[round % 3];
        let position = crowded(variant, 15, random.random_range(5..70), &mut random);
        let mut board = Board::new(&position);
        for point in position.empty_points() {
            for side in Side::ALL {
                let is_five = board.threat_at(point, side) == Threat::Five;
                assert_eq!(is_five, position.wins_at(point, side), "{position} {point}");
            }
            let expected = position.forbidden_at(point).is_some();
            assert_eq!(board.is_forbidden(point, Side::First), expected, "{position} {point}");
            forbidden += usize::from(expected);
            harmless += usize::from(!expected && board.threat_at(point, Side::First) == Threat::Suspect);
        }
    }
    assert!(forbidden > 500 && harmless > 30, "{forbidden} {harmless}");
}
