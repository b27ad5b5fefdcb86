//! Every number the search is tuned by, named TECHNIQUE_CONDITION_KIND. Depths are in plies, margins in
//! hundredths of a soldier.

use super::value::Value;

/// Half of the first aspiration window; each failure widens it by half of itself.
pub const ASPIRATION_WINDOW: Value = 18;
pub const ASPIRATION_MIN_DEPTH: i32 = 4;

/// A draw is this much worse than level for the side that searches.
pub const CONTEMPT: Value = 12;

pub const RAZORING_MAX_DEPTH: i32 = 3;
pub const RAZORING_BASE: Value = 260;
pub const RAZORING_MUL: Value = 170;

pub const RFP_MAX_DEPTH: i32 = 8;
pub const RFP_MARGIN: Value = 78;

pub const NULL_MOVE_MIN_DEPTH: i32 = 2;
pub const NULL_MOVE_BASE: i32 = 3;
pub const NULL_MOVE_DEPTH_DIVISOR: i32 = 5;
pub const NULL_MOVE_EVAL_DIVISOR: Value = 220;
/// From this depth on, and with little material at any depth, a null move's cutoff is verified by a search.
pub const NULL_MOVE_VERIFY_DEPTH: i32 = 12;
/// Little material: the phase of about two rooks and a minor piece on the board.
pub const NULL_MOVE_VERIFY_PHASE: i32 = 10;

pub const PROBCUT_MIN_DEPTH: i32 = 5;
pub const PROBCUT_MARGIN: Value = 190;
pub const PROBCUT_REDUCTION: i32 = 3;

pub const IIR_MIN_DEPTH: i32 = 4;

pub const LMR_BASE: f64 = 0.55;
pub const LMR_DIVISOR: f64 = 2.15;
pub const LMR_HISTORY_DIVISOR: i32 = 9_000;

pub const LMR_DEEPER_MARGIN: Value = 45;
pub const LMR_SHALLOWER_MARGIN: Value = 9;

/// The first iterations, on which the low levels rest, leave no move out.
pub const PRUNING_MIN_ROOT_DEPTH: i32 = 4;

pub const LMP_MAX_DEPTH: i32 = 7;
pub const LMP_BASE: i32 = 4;

pub const FUTILITY_MAX_DEPTH: i32 = 7;
pub const FUTILITY_BASE: Value = 110;
pub const FUTILITY_MUL: Value = 85;

pub const SEE_QUIET_MAX_DEPTH: i32 = 7;
pub const SEE_QUIET_MARGIN: Value = -28;
pub const SEE_CAPTURE_MARGIN: Value = -95;

pub const HISTORY_PRUNING_MAX_DEPTH: i32 = 4;
pub const HISTORY_PRUNING_MARGIN: i32 = -3_800;

pub const SINGULAR_MIN_DEPTH: i32 = 7;
pub const SINGULAR_MARGIN: Value = 2;
/// A move better than all others by so much more is extended twice, off the principal variation.
pub const SINGULAR_DOUBLE_MARGIN: Value = 20;

/// Extend a move that takes back on the same point, on the principal variation.
pub const EXTEND_RECAPTURE: bool = true;
/// Extend all moves of a node where passing would be mated in two plies.
pub const EXTEND_MATE_THREAT: bool = true;

pub const DELTA_MARGIN: Value = 180;
/// Captures of advisors, elephants and soldiers on their own bank are left out of quiescence, unless the stand-pat
/// score is so near that they would matter.
pub const QUIESCENCE_MINOR_MARGIN: Value = 220;

/// The most by which a root score is blurred when play is to vary.
pub const ROOT_BLUR: Value = 7;

/// How often the clock and the flag are looked at, in nodes.
pub const NODES_BETWEEN_CHECKS: u64 = 256;
