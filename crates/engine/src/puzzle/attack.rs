//! What the solvers of all games have in common.

use super::theme::Theme;
use duiyi_rules::Move;

/// The nodes were used up before the answer was certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OutOfNodes;

/// A solver of one kind of games. It holds a position. The attacker is the side that is to move at the beginning.
///
/// What it proves holds against all legal moves of the defender. It tries all legal first moves of the attacker, quiet
/// ones too.
pub(super) trait Solver {
    /// The most promising ones first.
    fn legal_moves(&mut self) -> Vec<Move>;
    fn make_move(&mut self, mv: Move);
    /// Unmakes the last move made.
    fn unmake_move(&mut self);
    /// Whether the attacker, who is to move, wins with at most this many moves.
    fn wins(&mut self, moves: usize) -> Result<bool, OutOfNodes>;
    /// Whether the defender, who is to move, loses to at most this many further moves whatever the defender does.
    fn loses(&mut self, moves: usize) -> Result<bool, OutOfNodes>;
    /// The theme of the attacker's move that was just made, unless it is the last one.
    fn theme(&mut self) -> Theme;
}
