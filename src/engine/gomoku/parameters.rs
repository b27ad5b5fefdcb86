//! The numbers the engine plays by.

use crate::engine::value::Value;

/// In move ordering: the worth of a point to its own side, to the other, and what else counts.
pub const ORDER_OWN: Value = 3;
pub const ORDER_OTHER: Value = 2;
pub const ORDER_HISTORY_DIVISOR: i32 = 24;
pub const ORDER_KILLER: Value = 60;
pub const ORDER_COUNTER: Value = 40;

pub const ASPIRATION_WINDOW: Value = 30;
pub const ASPIRATION_MIN_DEPTH: u32 = 4;
pub const ROOT_BLUR: Value = 7;
/// Root moves from this place on are first searched less deep.
pub const REDUCED_FROM_PLACE: usize = 4;
pub const REDUCED_FROM_DEPTH: i32 = 4;
pub const ROOT_LMR_DIVISOR: f64 = 1.7;

/// How often depth is overdrawn to defend against a straight four.
pub const DEFENSE_EXTENSIONS: i32 = 1;
pub const IIR_MIN_DEPTH: i32 = 4;
pub const RFP_MAX_DEPTH: i32 = 12;
pub const RFP_MARGIN: Value = 45;
pub const RAZORING_MAX_DEPTH: i32 = 2;
pub const RAZORING_BASE: Value = 120;
pub const RAZORING_MUL: Value = 80;
pub const NULL_MOVE_MIN_DEPTH: i32 = 4;
pub const NULL_MOVE_BASE: i32 = 3;
pub const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;
pub const LMP_MAX_DEPTH: i32 = 6;
pub const LMP_BASE: i32 = 6;
pub const LMP_MUL: i32 = 1;
pub const FUTILITY_MAX_DEPTH: i32 = 4;
pub const FUTILITY_BASE: Value = 60;
pub const FUTILITY_MUL: Value = 40;
pub const SINGULAR_MIN_DEPTH: i32 = 6;
pub const SINGULAR_MARGIN: Value = 2;
/// A move that looks worth less is reduced more, by at most so many plies.
pub const LMR_SCORE_MAX: i32 = 3;
pub const LMR_SCORE_DIVISOR: i32 = 40;
pub const LMR_BASE: f64 = 0.8;
pub const LMR_DIVISOR: f64 = 1.4;
pub const LMR_HISTORY_DIVISOR: i32 = 1500;

/// At the leaves a win by fours may take so many nodes.
pub const LEAF_NODES: u64 = 50;

/// At the root, so many stones of the winning side, and nodes when no time is given.
pub const PROOF_STONES: usize = 40;
pub const VCF_NODES: u64 = 200_000;
/// For each move that may be a defense against a win by fours.
pub const DEFENSE_NODES: u64 = 5_000;
pub const VCT_NODES: u64 = 200_000;
/// The share of the time that proofs of threes may take, in percent.
pub const PROOF_TIME_PERCENT: u32 = 20;
/// Whether root moves that leave the other side a win by threes are left out beforehand: the time it takes is worth
/// more in the search.
pub const DEFEND_AGAINST_VCT: bool = false;
/// The share, from the start, until which defenses against them may be looked for.
pub const DEFENSE_TIME_PERCENT: u32 = 50;
