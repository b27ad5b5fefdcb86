//! The parameters of the search, with their ranges and the steps of the lab's tuner. Depths are in plies, margins in the unit
//! of scores. A minimum depth of 99 or a maximum depth of 0 turns a technique off.

use crate::parameter::{Reductions, parameters};
use crate::value::Value;

parameters! {
    /// Move ordering: the weights of the move scores of the side to move and of the other side, in tenths, and of what
    /// else counts.
    order_own = 32 in 5..=90 by 4;
    order_other = 16 in 5..=90 by 4;
    order_history_divisor = 23 in 4..=120 by 4;
    order_killer = 68 in 0..=300 by 15;
    order_counter = 45 in 0..=300 by 12;

    aspiration_window = 27 in 6..=9_999 by 5;
    /// Root moves from this index on are reduced.
    root_lmr_from_place = 3 in 2..=20 by 1;
    /// In hundredths: what the product of the logarithms of depth and place is divided by.
    root_lmr_divisor = 163 in 80..=400 by 15;

    iir_min_depth = 4 in 2..=99 by 1;

    rfp_max_depth = 12 in 0..=20 by 1;
    rfp_margin = 42 in 15..=150 by 6;

    razoring_max_depth = 2 in 0..=6 by 1;
    razoring_base = 112 in 20..=500 by 20;
    razoring_mul = 74 in 0..=300 by 15;

    null_move_min_depth = 5 in 2..=99 by 1;
    null_move_base = 3 in 2..=5 by 1;
    null_move_depth_divisor = 3 in 2..=8 by 1;

    lmp_max_depth = 7 in 0..=14 by 1;
    /// Late move pruning leaves out the moves after this many, in hundredths; `lmp_mul` for each square of the depth.
    lmp_base = 521 in 100..=2_000 by 80;
    lmp_mul = 81 in 10..=400 by 15;

    futility_max_depth = 4 in 0..=10 by 1;
    futility_base = 61 in 0..=300 by 15;
    futility_mul = 37 in 5..=200 by 8;

    singular_min_depth = 6 in 4..=99 by 1;
    singular_margin = 2 in 1..=8 by 1;

    /// In hundredths of a ply, added to the product of the logarithms of depth and move number over the divisor.
    lmr_base = 86 in 0..=200 by 12;
    lmr_divisor = 134 in 80..=350 by 12;
    lmr_history_divisor = 1_566 in 300..=6_000 by 200;
    /// A move with a low move score is reduced more: by at most this many plies, one less for each multiple of the divisor.
    lmr_score_max = 3 in 0..=8 by 1;
    lmr_score_divisor = 40 in 10..=160 by 5;
    /// In hundredths of a ply.
    lmr_cut_node = 206 in 0..=400 by 25;
    lmr_not_improving = 102 in 0..=300 by 20;
    lmr_pv = 100 in 0..=300 by 20;
    /// For a move that makes a three or more.
    lmr_threat = 106 in 0..=400 by 20;
    /// For the answers to a threatened winning four.
    lmr_threatened = 103 in 0..=400 by 20;
    /// Moves that make or stop threats are reduced after this many others.
    lmr_loud_after = 3 in 1..=20 by 1;
    /// Whether the parts of a reduction are added up before they are rounded to plies.
    lmr_fine = 1 in 0..=1 by 1;

    /// The replies to a threatened winning four cost no depth if there are at most this many.
    forced_replies = 4 in 0..=12 by 1;
    /// A node expected to fail high whose evaluation is above beta by this much for each ply of its depth searches all moves but
    /// fours a ply less deep.
    fail_high_margin = 10 in 0..=9_999 by 3;
    /// A node of the principal variation loses, in hundredths, this much of every ply by which its hash move was searched less
    /// deep.
    stale_pv = 28 in 0..=100 by 8;

    /// The most nodes of a VCF search at a leaf.
    leaf_nodes = 15 in 8..=400 by 12;

    /// The network is asked where the evaluation by weights is less than this beyond the window.
    network_margin = 300 in 0..=9_999 by 40;
    /// Nodes of this depth and more order their moves by the policy.
    policy_min_depth = 2 in 1..=99 by 1;
    /// Move ordering: the weight of the policy, in hundredths.
    order_policy = 100 in 10..=500 by 12;
    /// A move that the policy scores lower than the best is reduced more: by at most this many plies, one for each multiple
    /// of the divisor, in hundredths of a logit.
    lmr_policy_max = 2 in 0..=8 by 1;
    lmr_policy_divisor = 150 in 20..=800 by 20;
}

impl Parameters {
    /// The parameters of all levels below full strength: those with which their ladder was measured, so that the levels stay
    /// what they are when the defaults get better.
    pub const LEVELS: Parameters = Parameters {
        order_own: 30,
        order_other: 20,
        order_history_divisor: 24,
        order_killer: 60,
        order_counter: 40,
        aspiration_window: 30,
        root_lmr_from_place: 4,
        root_lmr_divisor: 170,
        iir_min_depth: 4,
        rfp_max_depth: 12,
        rfp_margin: 45,
        razoring_max_depth: 2,
        razoring_base: 120,
        razoring_mul: 80,
        null_move_min_depth: 4,
        null_move_base: 3,
        null_move_depth_divisor: 4,
        lmp_max_depth: 6,
        lmp_base: 600,
        lmp_mul: 100,
        futility_max_depth: 4,
        futility_base: 60,
        futility_mul: 40,
        singular_min_depth: 6,
        singular_margin: 2,
        lmr_base: 80,
        lmr_divisor: 140,
        lmr_history_divisor: 1_500,
        lmr_score_max: 3,
        lmr_score_divisor: 40,
        lmr_cut_node: 200,
        lmr_not_improving: 100,
        lmr_pv: 100,
        lmr_threat: 100,
        lmr_threatened: 100,
        lmr_loud_after: 3,
        lmr_fine: 0,
        forced_replies: 0,
        fail_high_margin: 9_999,
        stale_pv: 0,
        leaf_nodes: 50,
        network_margin: 0,
        policy_min_depth: 99,
        order_policy: 100,
        lmr_policy_max: 0,
        lmr_policy_divisor: 100,
    };
}

/// The parameters, and what is precomputed from them for all searches.
#[derive(Debug)]
pub struct Tuning {
    pub parameters: Parameters,
    pub reductions: Reductions,
    pub root_reductions: Reductions,
}

impl Tuning {
    pub fn new(parameters: Parameters) -> Tuning {
        let Parameters { lmr_base, lmr_divisor, root_lmr_divisor, .. } = parameters;
        Tuning {
            parameters,
            reductions: Reductions::new(lmr_base, lmr_divisor),
            root_reductions: Reductions::new(0, root_lmr_divisor),
        }
    }
}

pub const ASPIRATION_MIN_DEPTH: u32 = 4;
pub const ROOT_NOISE: Value = 7;
/// Root moves are reduced from this depth on.
pub const ROOT_LMR_MIN_DEPTH: i32 = 4;
/// How many plies a node at depth 0 is extended to parry a winning four.
pub const DEFENSE_EXTENSIONS: i32 = 1;

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
