//! Values: the scores inside a search, for the side to move.

use super::Score;

/// In hundredths of a soldier in Xiangqi, in a comparable unit in five in a row.
pub type Value = i32;

/// The greatest ply, counted from the root.
pub const MAX_PLY: usize = 100;

pub const INFINITE: Value = 32_000;
/// The value of mate, or of five in a row, at the root. It falls by one for each ply until then.
pub const MATE: Value = 30_000;

pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE - MAX_PLY as Value
}

/// Converts a value relative to the root into one relative to a node at this ply, as the table keeps it: only mates
/// differ.
pub const fn to_table(value: Value, ply: usize) -> Value {
    if is_mate(value) { value + value.signum() * ply as Value } else { value }
}

/// The inverse of [`to_table`].
pub const fn from_table(value: Value, ply: usize) -> Value {
    if is_mate(value) { value - value.signum() * ply as Value } else { value }
}

/// The score to report. Mates count the winner's own moves.
pub fn to_score(value: Value) -> Score {
    if is_mate(value) {
        let moves = (MATE - value.abs() + 1) / 2;
        Score::Mate(if value > 0 { moves } else { -moves })
    } else {
        Score::Cp(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_relative_to_the_node_in_the_table() {
        let found = -mated_in(7);
        assert_eq!(to_table(found, 4), -mated_in(7) + 4);
        assert_eq!(from_table(to_table(found, 4), 4), found);
        assert_eq!(from_table(to_table(found, 4), 2), -mated_in(5));
        assert_eq!(to_table(250, 4), 250);
    }

    #[test]
    fn mates_count_own_moves() {
        assert_eq!(to_score(-mated_in(1)), Score::Mate(1));
        assert_eq!(to_score(-mated_in(3)), Score::Mate(2));
        assert_eq!(to_score(mated_in(2)), Score::Mate(-1));
        assert_eq!(to_score(mated_in(0)), Score::Mate(0));
    }
}
