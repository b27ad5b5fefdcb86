//! Where the search looks for mates by checks alone: at the root, and at nodes whose moves must be searched.

use super::node::Node;
use super::*;
use foldhash::{HashSet, HashSetExt};

/// Before the first iteration, the mate search at the root may visit its percentage of this many nodes.
const FIRST_NODES: u64 = 10_000;
/// How often the mate search at the root checks the clock and the flags, in nodes.
const NODES_BETWEEN_CHECKS: u64 = 5_000;
/// If the mate search at the root visits this many nodes, the side to move has long series of checks.
const NODES_OF_FORCING_CHECKS: u64 = 200;
/// The longest mate to search for below the root, in moves.
const MOST_MOVES: usize = 8;

impl Searcher<'_> {
    /// A mate from the root that begins with one of these moves: its value and its line. Each call continues the
    /// search of the last one.
    pub(super) fn mate_at_root(&mut self, moves: &[Move]) -> Option<(Value, Vec<Move>)> {
        if !self.shared.searches_mates {
            return None;
        }
        let percent = self.parameters.mate_root_percent as u64;
        let total =
            self.shared.budget.limits.nodes.unwrap_or(u64::MAX).min(FIRST_NODES + self.worker.counts.nodes);
        let share = total * percent / 100;
        let mut position = self.board.position().clone();
        loop {
            let nodes = share.saturating_sub(self.root_mate_nodes).min(NODES_BETWEEN_CHECKS);
            let before = self.mate_search.nodes;
            let mate = self.mate_search.mate(&mut position, Some(moves), self.most_mate_moves, nodes);
            let spent = self.mate_search.nodes - before;
            self.root_mate_nodes += spent;
            self.worker.counts.nodes += spent;
            if let Some(moves) = mate {
                return Some((-mated_in(2 * moves - 1), self.mate_search.line(&position)));
            }
            let is_refuted = spent < nodes;
            if nodes == 0 || is_refuted || self.worker.check_limits() {
                return None;
            }
        }
    }

    /// Whether to search for mates below the root after an iteration of this value. A side that is far behind needs a
    /// mate; with long series of checks at the root, it need not be so far behind.
    pub(super) fn seeks_mates(&self, last: Value) -> bool {
        let Parameters { mate_tree_behind, mate_tree_behind_with_checks, .. } = self.parameters;
        let has_checks = self.root_mate_nodes >= NODES_OF_FORCING_CHECKS;
        let behind = if has_checks { mate_tree_behind_with_checks } else { mate_tree_behind };
        self.shared.searches_mates && last != -INFINITE && last <= -behind
    }

    /// The value of a mate from this node and its first move, if the value exceeds alpha. There may be a quicker one by
    /// other moves.
    pub(super) fn mate_at_node(&mut self, node: &Node) -> Option<(Value, Move)> {
        let &Node { ply, depth, alpha, .. } = node;
        if !self.mates_in_tree {
            return None;
        }
        let mut position = self.board.position().clone();
        let moves = self.mate_within_tree(&mut position, ply, depth)?;
        let value = Some(-mated_in(ply + 2 * moves - 1)).filter(|&value| value > alpha)?;
        let line = self.mate_search.line(&position);
        if node.is_pv {
            self.pv_table.set_line(ply, &line);
        }
        Some((value, *line.first()?))
    }

    /// Whether the other side would mate if the side to move, which is not in check, passed.
    pub(super) fn is_mate_threatened(&mut self, node: &Node) -> bool {
        if !self.mates_in_tree {
            return false;
        }
        let mut position = self.board.position().clone();
        position.make_null_move();
        self.mate_within_tree(&mut position, node.ply + 1, node.depth).is_some()
    }

    /// The number of moves of a mate from the position of a node, if few nodes find it and no rule forbids it.
    fn mate_within_tree(&mut self, position: &mut Position, ply: usize, depth: i32) -> Option<usize> {
        let within_rules = self.most_mate_moves.saturating_sub(ply.div_ceil(2));
        let most_moves = MOST_MOVES.min(within_rules).min((MAX_PLY - ply) / 2);
        let nodes = (self.parameters.mate_nodes_per_depth * depth) as u64;
        let before = self.mate_search.nodes;
        let mate = self.mate_search.mate(position, None, most_moves, nodes);
        self.worker.counts.nodes += self.mate_search.nodes - before;
        mate
    }
}

/// The positions that end the game when they occur once more: those that have occurred twice since the last capture.
pub fn forbidden(position: &Position, game: &[Played]) -> Vec<u64> {
    let clock = position.clock() as usize;
    let since_capture = &game[game.len() - clock.min(game.len())..];
    let mut seen = HashSet::with_capacity(since_capture.len());
    since_capture.iter().map(|played| played.key).filter(|&key| !seen.insert(key)).collect()
}

/// The greatest number of a side's moves, all of them checks, before a limit of moves or of checks may end the game.
pub fn most_moves(options: Options, position: &Position, game: &[Played]) -> usize {
    let within = |limit: usize, plies: usize| limit.saturating_sub(plies).div_ceil(2);
    let mut most = usize::MAX;
    if options.no_capture_limit > 0 {
        most = within(options.no_capture_limit as usize, position.clock() as usize);
    }
    if options.repetition == Repetition::Tiantian {
        let checks =
            |newest| game.iter().rev().skip(newest).step_by(2).take_while(|played| played.check).count();
        let in_a_row = checks(0).max(checks(1));
        most = most.min(within(MOST_PLIES, game.len())).min(ALLOWED_TO_ONE_PIECE.saturating_sub(in_a_row));
    }
    most
}

#[cfg(test)]
mod tests {
    use super::super::super::Game;
    use super::super::tests::Parts;
    use super::*;
    use crate::{Limits, StopFlag};
    use duiyi_rules::Referee;

    /// Checks for more than 70,000 nodes, and no mate by them.
    const MANY_CHECKS: &str = "3k1a1R1/9/2cab4/2n1R4/2b6/4P4/3N5/3CB4/1r1p4r/4K4 w - - 0 1";

    fn game_after(options: Options, fen: Option<&str>, moves: &str) -> Game {
        let mut game = Game::new(options, fen).unwrap();
        moves.split_whitespace().for_each(|text| game.play(game.parse(text).unwrap()).unwrap());
        game
    }

    fn most(game: &Game) -> usize {
        most_moves(game.rules(), game.position(), &game.history())
    }

    #[test]
    fn positions_that_occurred_twice_are_forbidden_until_a_capture() {
        let game = |moves| game_after(Options::default(), None, moves);
        let keys = |moves| {
            let game = game(moves);
            forbidden(game.position(), &game.history())
        };
        let start = game("").position().key();
        assert!(keys("h0g2 h9g7 g2h0 g7h9").is_empty());
        assert_eq!(keys("h0g2 h9g7 g2h0 g7h9 b0c2"), [start]);
        assert!(keys("h0g2 h9g7 g2h0 g7h9 h2h9").is_empty());
    }

    #[test]
    fn a_limit_of_moves_leaves_no_longer_mate() {
        let after = |clock: u32, no_capture_limit| {
            let fen = format!("3k5/9/9/9/9/9/9/9/9/R3K4 w - - {clock} 70");
            most(&game_after(Options { no_capture_limit, ..Options::default() }, Some(&fen), ""))
        };
        assert_eq!([after(113, 120), after(114, 120), after(119, 120)], [4, 3, 1]);
        assert_eq!(after(119, 0), usize::MAX);
    }

    /// After a long iteration the share of the search for mates is large, and the clock may run out within it.
    #[test]
    fn a_stopped_search_does_not_use_up_its_share_for_mates() {
        let game = game_after(Options::default(), Some(MANY_CHECKS), "");
        let nodes_for_mates = |stop: StopFlag| {
            let parts = Parts::new(Budget::new(Limits::default(), stop));
            let shared = parts.shared(&game);
            let mut searcher = Searcher::new(&shared, game.position(), &game.history());
            searcher.worker.counts.nodes = 1_000_000;
            assert_eq!(searcher.mate_at_root(&game.position().legal_moves()), None);
            searcher.root_mate_nodes
        };
        let stopped = StopFlag::default();
        stopped.stop();
        let once = nodes_for_mates(stopped);
        assert!(once < nodes_for_mates(StopFlag::default()) / 2, "{once} nodes after the stop");
    }

    /// The checks of either side count, since the tree asks for the mates of both.
    #[test]
    fn where_checks_are_counted_those_in_a_row_leave_fewer() {
        let options = Options { repetition: Repetition::Tiantian, no_capture_limit: 0, ..Options::default() };
        let after = |moves| most(&game_after(options, Some("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"), moves));
        assert_eq!(after(""), 6);
        assert_eq!(after("a0a9"), 5);
        assert_eq!(after("a0a9 d9d8 a9a8 d8d9"), 4);
        assert_eq!(after("a0a9 d9d8 a9a8 d8d9 a8b8"), 6);
    }
}
