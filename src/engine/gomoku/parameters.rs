//! The parameters of the search. Depths are in plies, margins in the unit of scores.

use crate::engine::value::Value;

/// Move ordering: the weights of the move scores of the side to move and of the other side, and of what else counts.
pub const ORDER_OWN: Value = 3;
pub const ORDER_OTHER: Value = 2;
pub const ORDER_HISTORY_DIVISOR: i32 = 24;
pub const ORDER_KILLER: Value = 60;
pub const ORDER_COUNTER: Value = 40;

pub const ASPIRATION_WINDOW: Value = 30;
pub const ASPIRATION_MIN_DEPTH: u32 = 4;
pub const ROOT_NOISE: Value = 7;
/// Root moves from this index on are reduced.
pub const REDUCED_FROM_PLACE: usize = 4;
pub const REDUCED_FROM_DEPTH: i32 = 4;
pub const ROOT_LMR_DIVISOR: f64 = 1.7;

/// How many plies a node at depth 0 is extended to parry a winning four.
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
/// A move with a low move score is reduced more: by at most this many plies, one less for each multiple of the divisor.
pub const LMR_SCORE_MAX: i32 = 3;
pub const LMR_SCORE_DIVISOR: i32 = 40;
pub const LMR_BASE: f64 = 0.8;
pub const LMR_DIVISOR: f64 = 1.4;
pub const LMR_HISTORY_DIVISOR: i32 = 1500;

/// The most nodes of a VCF search at a leaf.
pub const LEAF_NODES: u64 = 50;

/// At the root: the most stones of the winning side, and the most nodes of a search for a VCF or VCT.
pub const PROOF_STONES: usize = 40;
pub const VCF_NODES: u64 = 200_000;
/// The nodes of the search that tests one move for a defense.
pub const DEFENSE_NODES: u64 = 5_000;
pub const VCT_NODES: u64 = 200_000;
/// The percentage of the time for a move that the search for a VCT may take.
pub const PROOF_TIME_PERCENT: u32 = 20;
/// Whether root moves that lose to a VCT are left out before the search. The search makes better use of the time.
pub const DEFEND_AGAINST_VCT: bool = false;
/// The percentage of the time, from the start, after which no more defenses against a VCT are tested.
pub const DEFENSE_TIME_PERCENT: u32 = 50;
