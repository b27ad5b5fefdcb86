//! Points and positions of five in a row, as formats that count from the top left write them.

use crate::rules::Side;
use crate::rules::gomoku::{MAX_SIZE, Point, Position, Variant};

/// The point in this column and row, both from 0 at the top left, of a board of this size.
pub(super) fn point(column: u32, row: u32, size: u8) -> Option<Point> {
    let size = u32::from(size);
    (column < size && row < size).then(|| Point::new(column as u8, (size - 1 - row) as u8))
}

/// The column and the row of a point, both from 0 at the top left.
pub(super) fn column_and_row(point: Point, size: u8) -> (u8, u8) {
    (point.file(), size - 1 - point.rank())
}

/// The position with these stones as FEN, if there are any.
pub(super) fn fen(stones: &[(Point, Side)], turn: Option<Side>, size: u8) -> Option<String> {
    if stones.is_empty() || size > MAX_SIZE {
        return None;
    }
    let mut position = Position::empty(Variant::Freestyle, size);
    for &(point, side) in stones {
        if position.at(point).is_none() {
            position.put(point, side);
        }
    }
    let by_count = match position.stones() % 2 {
        0 => Side::First,
        _ => Side::Second,
    };
    position.set_turn(turn.unwrap_or(by_count));
    Some(position.to_string())
}
