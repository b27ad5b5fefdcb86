//! Values of Xiangqi. Between mates and evaluations there is a third band: losses by breaking the repetition rule.

pub use crate::value::{INFINITE, MATE, MAX_PLY, Value, is_mate, mated_in};

/// The value of a loss by the repetition rule, at the root: better than any mate, since it may still be avoided.
pub const REPETITION_LOSS: Value = MATE - 100;
/// From here up every value is a win, by mate or by the repetition rule.
pub const DECISIVE: Value = REPETITION_LOSS - MAX_PLY as Value;

const _: () = assert!(MAX_PLY as Value <= 100, "mates and losses by repetition must not overlap");
const _: () = assert!(is_by_repetition(lost_by_repetition_in(5)) && !is_mate(lost_by_repetition_in(5)));

pub const fn lost_by_repetition_in(ply: usize) -> Value {
    ply as Value - REPETITION_LOSS
}

pub const fn is_decisive(value: Value) -> bool {
    value.abs() >= DECISIVE
}

/// Whether the value is a win or loss by repetition, which depends on the path.
pub const fn is_by_repetition(value: Value) -> bool {
    is_decisive(value) && !is_mate(value)
}
