//! Techniques that leave out a part of the tree, each by itself.

use super::super::super::picker::{Stage, piece_to};
use super::*;
use duiyi_rules::xiangqi::START_FEN;

/// A node one ply below the root with an evaluation of 0.
fn node(depth: i32) -> node::Node {
    node::Node {
        ply: 1,
        depth,
        alpha: 0,
        beta: 1,
        is_pv: false,
        in_check: false,
        improving: true,
        mate_threat: false,
        static_eval: 0,
        corrected_eval: 0,
        eval: 0,
    }
}

#[test]
fn later_moves_are_reduced_more_and_promising_ones_less() {
    for lmr_fine in [0, 1] {
        let parameters = Parameters { lmr_fine, ..Parameters::default() };
        with_searcher(START_FEN, parameters, |searcher| {
            let plain = node(12);
            let of = |node: &node::Node, stage, searched, history, cut_node| {
                searcher.reduction(node, stage, searched, history, cut_node)
            };
            let usual = of(&plain, Stage::Quiets, 20, 0, false);
            assert!(usual >= 2, "{usual}");
            assert!(of(&plain, Stage::Quiets, 4, 0, false) < usual);
            assert!(of(&node(4), Stage::Quiets, 20, 0, false) < usual);
            assert_eq!(of(&plain, Stage::Quiets, 20, 0, true), usual + 1);
            assert_eq!(of(&node::Node { improving: false, ..plain }, Stage::Quiets, 20, 0, false), usual + 1);
            assert_eq!(of(&node::Node { is_pv: true, ..plain }, Stage::Quiets, 20, 0, false), usual - 1);
            assert_eq!(
                of(&node::Node { mate_threat: true, ..plain }, Stage::Quiets, 20, 0, false),
                usual - 1
            );
            assert_eq!(of(&plain, Stage::BadCaptures, 20, 0, false), usual - 1);
            let divisor = parameters.lmr_history_divisor;
            assert_eq!(of(&plain, Stage::Quiets, 20, divisor, false), usual - 1);
            assert_eq!(of(&plain, Stage::Quiets, 20, -divisor, false), usual + 1);
            // What does not count: captures that win material, the first moves, nodes near the leaves.
            assert_eq!(of(&plain, Stage::GoodCaptures, 20, 0, false), 0);
            assert_eq!(of(&plain, Stage::Quiets, 1, 0, false), 0);
            assert_eq!(of(&node(parameters.lmr_min_depth - 1), Stage::Quiets, 20, 0, false), 0);
        });
    }
}

#[test]
fn parts_of_a_ply_add_up_only_where_they_count() {
    let reduction = |lmr_fine, history| {
        let parameters = Parameters { lmr_fine, lmr_base: 40, ..Parameters::default() };
        with_searcher(START_FEN, parameters, |searcher| {
            searcher.reduction(&node(12), Stage::Quiets, 20, history, false)
        })
    };
    let halves = Parameters::default().lmr_history_divisor * 9 / 10;
    assert_eq!(reduction(0, 0), reduction(0, -halves), "nine tenths of a ply are no ply");
    assert_eq!(reduction(1, 0) + 1, reduction(1, -halves), "they are with the rest of the reduction");
}

#[test]
fn a_reduced_node_is_searched_deeper_or_less_deep_by_what_the_evaluation_says_of_its_move() {
    with_searcher(START_FEN, Parameters::default(), |searcher| {
        let margin = searcher.parameters.hindsight_margin;
        let mut by = |reduction, before: Value, after: Value| {
            searcher.frames[0] = Frame { reduction, corrected_eval: before, ..EMPTY_FRAME };
            searcher.hindsight(&node::Node { corrected_eval: after, ..node(5) })
        };
        // The evaluation after the move is that of the other side.
        assert_eq!(by(3, 50, -60), 1, "a good move");
        assert_eq!(by(2, 50, -60), 0, "a good move that was hardly reduced");
        assert_eq!(by(1, 50, -50 + margin + 1), -1, "a bad move");
        assert_eq!(by(0, 50, -50 + margin + 1), 0, "a bad move that was not reduced");
        assert_eq!(by(3, 50, -50 + margin), 0, "neither");
        assert_eq!(by(3, -INFINITE, -60), 0, "an answer to a check");
    });
}

#[test]
fn a_capture_far_above_beta_ends_a_node_only_if_nothing_takes_back() {
    // The horse on b5 is worth its capture, unless the soldier takes the rook in return.
    let hanging = "3akab1r/9/4b4/9/1n7/9/9/1R2B4/4A4/2BAK4 w - - 0 1";
    let defended = "3akab1r/9/4b4/1p7/1n7/9/9/1R2B4/4A4/2BAK4 w - - 0 1";
    let probcut = |fen: &str| {
        with_searcher(fen, Parameters::default(), |searcher| {
            let eval = searcher.evaluate();
            let parameters = searcher.parameters;
            let beta = eval - parameters.probcut_margin + 100;
            let depth = parameters.probcut_min_depth;
            let node = node::Node {
                ply: 0,
                beta,
                alpha: beta - 1,
                static_eval: eval,
                corrected_eval: eval,
                eval,
                ..node(depth)
            };
            let value = searcher.try_probcut(&node, None, true);
            let entry = searcher.worker.table.probe(searcher.table_key());
            (
                value.map(|value| value >= beta),
                entry.map(|entry| (entry.bound, depth - entry.searched_depth())),
            )
        })
    };
    let (value, entry) = probcut(hanging);
    assert_eq!(value, Some(true));
    assert_eq!(entry, Some((Some(Bound::Lower), Parameters::default().probcut_reduction)));
    assert_eq!(probcut(defended), (None, None));
}

#[test]
fn with_little_material_a_search_must_confirm_the_null_move() {
    let fen = "3k4n/9/9/7P1/9/9/8p/1N7/9/4K4 w - - 0 1";
    let null_move = |null_move_verify_phase| {
        let parameters = Parameters { null_move_verify_phase, ..Parameters::default() };
        with_searcher(fen, parameters, |searcher| {
            let (eval, mv) = (searcher.evaluate(), searcher.board.position().legal_moves()[0]);
            let depth = parameters.null_move_verify_depth - 3;
            // Passing keeps the value above this.
            let beta = eval - 500;
            let mut node = node::Node {
                beta,
                alpha: beta - 1,
                static_eval: eval,
                corrected_eval: eval,
                eval,
                ..node(depth)
            };
            // Some move led here, which was no null move.
            searcher.frames[0].current = piece_to(searcher.board.position(), mv);
            searcher.played.push(Played { key: 0, mv, captured: None, check: false });
            // A search of this node finds zugzwang: so the table says.
            searcher.store(searcher.table_key(), 1, depth, beta - 1, eval, Bound::Upper, None);
            searcher.try_null_move(&mut node, false).is_some()
        })
    };
    assert!(null_move(0), "with so much material none is needed");
    assert!(!null_move(Parameters::default().null_move_verify_phase));
}
