//! The parameters of the search, named technique_condition_kind, with their ranges and the steps of the lab's tuner.
//! Depths are in plies, margins in hundredths of a soldier. A minimum depth of 99 or a maximum depth of 0 turns a
//! technique off.

use super::value::Value;
use crate::parameter::{Reductions, parameters};

parameters! {
    /// Half the width of the first aspiration window. Each failure widens it by half of itself.
    aspiration_window = 18 in 6..=9_999 by 4;
    /// The contempt: how much worse than 0 a draw is for the side to move at the root.
    contempt = 12 in 0..=40 by 6;

    /// Beyond this score the game is decided. Pruning that could miss the mate is off there.
    decided_score = 800 in 300..=20_000 by 100;

    razoring_max_depth = 3 in 0..=6 by 1;
    razoring_base = 260 in 80..=600 by 40;
    razoring_mul = 170 in 40..=400 by 30;

    rfp_max_depth = 8 in 0..=14 by 1;
    rfp_margin = 78 in 30..=160 by 10;

    null_move_min_depth = 2 in 1..=99 by 1;
    null_move_base = 4 in 2..=5 by 1;
    null_move_depth_divisor = 3 in 2..=8 by 1;
    null_move_eval_divisor = 220 in 80..=500 by 40;
    /// A null move's cutoff is verified by a search from this depth on, and at any depth with little material.
    null_move_verify_depth = 12 in 6..=20 by 2;
    /// The greatest phase that counts as little material: about two rooks and a minor piece.
    null_move_verify_phase = 10 in 4..=20 by 2;

    probcut_min_depth = 5 in 3..=99 by 1;
    probcut_margin = 190 in 80..=400 by 25;
    probcut_reduction = 3 in 2..=5 by 1;

    iir_min_depth = 4 in 2..=99 by 1;

    lmr_min_depth = 3 in 2..=99 by 1;
    /// In hundredths of a ply, added to the product of the logarithms of depth and move number over the divisor.
    lmr_base = 55 in 0..=150 by 10;
    lmr_divisor = 230 in 120..=350 by 15;
    lmr_history_divisor = 9_000 in 3_000..=24_000 by 1_200;
    /// In hundredths of a ply: more where a cutoff is expected, more where the evaluation is no better than two plies ago, and
    /// less for a node of the principal variation, a killer or a bad capture, a node in check and one threatened by mate.
    lmr_cut_node = 100 in 0..=300 by 20;
    lmr_not_improving = 100 in 0..=200 by 20;
    lmr_pv = 100 in 0..=300 by 20;
    lmr_tactical = 100 in 0..=300 by 20;
    lmr_in_check = 100 in 0..=300 by 20;
    lmr_mate_threat = 100 in 0..=300 by 20;
    /// Whether these and the history count in parts of a ply. Otherwise each is rounded to whole plies.
    lmr_fine = 0 in 0..=1 by 1;
    lmr_deeper_margin = 45 in 10..=120 by 10;
    lmr_shallower_margin = 9 in 0..=40 by 4;
    /// A node reduced by at least this is searched one ply deeper if the evaluation says that the reduced move is good.
    hindsight_min_reduction = 3 in 1..=99 by 1;
    /// A reduced node is searched one ply less deep if that move lowered the evaluation by more than this.
    hindsight_margin = 90 in 20..=300 by 15;

    lmp_max_depth = 7 in 0..=12 by 1;
    lmp_base = 4 in 1..=10 by 1;

    futility_max_depth = 7 in 0..=12 by 1;
    futility_base = 110 in 30..=250 by 20;
    futility_mul = 85 in 30..=180 by 12;

    see_quiet_max_depth = 7 in 0..=12 by 1;
    see_quiet_margin = -28 in -80..=-5 by 5;
    see_capture_margin = -95 in -220..=-30 by 15;

    history_pruning_max_depth = 4 in 0..=8 by 1;
    history_pruning_margin = -3_800 in -12_000..=-1_000 by 500;

    singular_min_depth = 7 in 4..=99 by 1;
    singular_margin = 2 in 1..=6 by 1;
    /// Off the principal variation a singular move is extended twice if the others are worse by this much more.
    singular_double_margin = 20 in 4..=80 by 6;

    /// Whether a check that does not lose material is extended.
    extend_check = 1 in 0..=1 by 1;
    /// Whether a recapture is extended on the principal variation.
    extend_recapture = 1 in 0..=1 by 1;
    /// Whether all moves of a node are extended if the null move was answered by mate.
    extend_mate_threat = 1 in 0..=1 by 1;

    history_bonus_max = 1_800 in 0..=4_000 by 200;
    history_bonus_per_depth_squared = 24 in 8..=64 by 4;
    /// The history bonus of a quiet move for each hundredth by which it raised the evaluation.
    eval_history_mul = 10 in 0..=40 by 2;
    eval_history_max = 1_500 in 200..=4_000 by 200;
    eval_history_min = -1_500 in -4_000..=-200 by 200;
    /// Added to how much the move raised the evaluation: most quiet moves lower it.
    eval_history_offset = 50 in -50..=200 by 10;

    /// What each part of the correction history adds to the evaluation at most.
    correction_weight = 60 in 0..=200 by 8;

    /// The share of the nodes, in percent, that the search for mates by checks from the root may visit.
    mate_root_percent = 5 in 0..=50 by 5;
    /// Nodes below the root are searched for such mates where the last iteration left the root's side behind by this.
    mate_tree_behind = 500 in 0..=32_000 by 50;
    /// The same where that side can go on giving checks with few answers.
    mate_tree_behind_with_checks = 100 in 0..=32_000 by 50;
    /// The nodes that each of these searches may visit, for each ply of depth.
    mate_nodes_per_depth = 24 in 4..=200 by 8;

    delta_margin = 180 in 60..=400 by 25;
    /// Quiescence leaves out captures of advisors, elephants and uncrossed soldiers unless the static evaluation is
    /// within this of alpha.
    quiescence_minor_margin = 220 in 60..=500 by 30;
}

impl Parameters {
    /// The parameters of all levels below full strength: those with which their ladder was measured, so that the levels stay
    /// what they are when the defaults get better.
    pub const LEVELS: Parameters = Parameters {
        aspiration_window: 18,
        contempt: 12,
        decided_score: 800,
        razoring_max_depth: 3,
        razoring_base: 260,
        razoring_mul: 170,
        rfp_max_depth: 8,
        rfp_margin: 78,
        null_move_min_depth: 2,
        null_move_base: 3,
        null_move_depth_divisor: 5,
        null_move_eval_divisor: 220,
        null_move_verify_depth: 12,
        null_move_verify_phase: 10,
        probcut_min_depth: 5,
        probcut_margin: 190,
        probcut_reduction: 3,
        iir_min_depth: 4,
        lmr_min_depth: 3,
        lmr_base: 55,
        lmr_divisor: 230,
        lmr_history_divisor: 9_000,
        lmr_cut_node: 100,
        lmr_not_improving: 100,
        lmr_pv: 100,
        lmr_tactical: 100,
        lmr_in_check: 100,
        lmr_mate_threat: 100,
        lmr_fine: 0,
        lmr_deeper_margin: 45,
        lmr_shallower_margin: 9,
        hindsight_min_reduction: 3,
        hindsight_margin: 90,
        lmp_max_depth: 7,
        lmp_base: 4,
        futility_max_depth: 7,
        futility_base: 110,
        futility_mul: 85,
        see_quiet_max_depth: 7,
        see_quiet_margin: -28,
        see_capture_margin: -95,
        // So few nodes say little about a move: its history is mostly how the evaluation changed when it was tried.
        history_pruning_max_depth: 0,
        history_pruning_margin: -3_800,
        singular_min_depth: 7,
        singular_margin: 2,
        singular_double_margin: 20,
        extend_check: 1,
        extend_recapture: 1,
        extend_mate_threat: 1,
        history_bonus_max: 1_800,
        history_bonus_per_depth_squared: 24,
        eval_history_mul: 10,
        eval_history_max: 1_500,
        eval_history_min: -1_500,
        eval_history_offset: 0,
        correction_weight: 60,
        mate_root_percent: 5,
        mate_tree_behind: 500,
        mate_tree_behind_with_checks: 100,
        mate_nodes_per_depth: 24,
        delta_margin: 180,
        quiescence_minor_margin: 220,
    };
}

/// The parameters, and what is precomputed from them for all searches.
#[derive(Debug)]
pub struct Tuning {
    pub parameters: Parameters,
    pub reductions: Reductions,
}

impl Tuning {
    pub fn new(parameters: Parameters) -> Tuning {
        Tuning { parameters, reductions: Reductions::new(parameters.lmr_base, parameters.lmr_divisor) }
    }
}

pub const ASPIRATION_MIN_DEPTH: u32 = 4;

/// Iterations below this depth prune no moves: the low levels depend on them.
pub const PRUNING_MIN_ROOT_DEPTH: i32 = 4;

/// The maximum random change of a root value (score noise), where games are to differ.
pub const ROOT_NOISE: Value = 7;
