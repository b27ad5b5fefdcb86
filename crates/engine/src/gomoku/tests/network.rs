use super::*;
use crate::gomoku::network::Accumulator;
use crate::value::Value;

const WITH_NETWORK: [Variant; 3] = [Variant::Freestyle, Variant::Standard, Variant::Renju];

fn evaluate(board: &Board) -> Value {
    Accumulator::new(board).unwrap().evaluate(board, board.evaluate())
}

#[test]
fn an_incrementally_updated_evaluation_equals_a_new_one() {
    let mut random = SmallRng::seed_from_u64(31);
    for round in 0..60 {
        let variant = WITH_NETWORK[round % WITH_NETWORK.len()];
        let size = if variant == Variant::Renju { 15 } else { random.random_range(9..=20) };
        let stones = random.random_range(0..20);
        let mut position = crowded(variant, size, stones, &mut random);
        let mut board = Board::new(&position);
        let mut accumulator = Accumulator::new(&board).unwrap();
        let mut played: Vec<Point> = Vec::new();
        for _ in 0..60 {
            let takes_back = !played.is_empty() && random.random_bool(0.45);
            let empty: Vec<Point> = board.empty().into_iter().collect();
            match (takes_back, empty.choose(&mut random)) {
                (false, Some(&point)) => {
                    position.make_move(point);
                    board.make_move(point);
                    played.push(point);
                }
                _ => {
                    let Some(point) = played.pop() else { break };
                    position.unmake_move(point);
                    board.unmake_move(point);
                }
            }
            // Some positions are passed without a question.
            if random.random_bool(0.6) {
                let value = accumulator.evaluate(&board, board.evaluate());
                assert_eq!(value, evaluate(&Board::new(&position)), "{variant:?} {size}");
            }
        }
    }
}

#[test]
fn stones_of_different_sides_on_one_point_are_told_apart() {
    let mut board = Board::new(&Position::empty(Variant::Renju, 15));
    let mut accumulator = Accumulator::new(&board).unwrap();
    let center = Point::new(7, 7);
    let mut value_after = |side: Side| {
        board.set_turn(side);
        board.make_move(center);
        board.set_turn(Side::First);
        let value = accumulator.evaluate(&board, 0);
        board.unmake_move(center);
        value
    };
    let (black, white) = (value_after(Side::First), value_after(Side::Second));
    assert!(black > white, "{black} {white}");
}

/// Turned by a quarter, and mirrored.
#[test]
fn symmetric_positions_have_the_same_value_and_policy() {
    let mut random = SmallRng::seed_from_u64(32);
    for round in 0..30 {
        let variant = WITH_NETWORK[round % WITH_NETWORK.len()];
        let position = crowded(variant, 15, random.random_range(3..40), &mut random);
        let board = Board::new(&position);
        let accumulator = Accumulator::new(&board).unwrap();
        let turned = |point: Point| Point::new(point.rank(), 14 - point.file());
        let mirrored = |point: Point| Point::new(14 - point.file(), point.rank());
        for image in [&turned as &dyn Fn(Point) -> Point, &mirrored] {
            let mut other = Position::empty(variant, 15);
            for point in Point::all(15) {
                if let Some(side) = position.at(point) {
                    other.put(image(point), side);
                }
            }
            let mut other = Board::new(&other);
            other.set_turn(board.turn());
            assert_eq!(evaluate(&other), evaluate(&board), "{variant:?}");
            let other_accumulator = Accumulator::new(&other).unwrap();
            for point in board.empty() {
                assert_eq!(
                    other_accumulator.policy(&other, image(point)),
                    accumulator.policy(&board, point),
                    "{variant:?} {point:?}"
                );
            }
        }
    }
}

/// Points whose lines have no stones are worth nothing, however many there are.
#[test]
fn a_larger_board_does_not_change_the_value() {
    let value = |size: u8| {
        let mut board = Board::new(&Position::empty(Variant::Freestyle, size));
        board.make_move(Point::new(size / 2, size / 2));
        Accumulator::new(&board).unwrap().evaluate(&board, 0)
    };
    assert_eq!(value(17), value(19));
    assert_eq!(value(17), value(20));
}

#[test]
fn caro_has_no_network() {
    for variant in [Variant::Caro, Variant::CaroExact] {
        assert!(Accumulator::new(&Board::new(&Position::empty(variant, 15))).is_none());
    }
}
