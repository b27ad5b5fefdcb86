//! An arrangement of pieces from a client, and the checks that make it a valid position.

use super::attacks;
use super::bitboard::Bitboard;
use super::position::{Board, Position};
use super::position_problem::PositionProblem;
use super::types::{MAX_PIECES, Piece, Role, Square};
use crate::{PositionError, Side};
use std::sync::LazyLock;

/// Any pieces on any points. It need not be a valid position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The piece on each point, by [`Square::index`].
    pub board: Board,
    /// The side to move.
    pub turn: Side,
    /// The halfmove clock: the number of plies since the last capture.
    pub clock: u32,
    /// The number of the full move, counted from 1. Increases after each move of Black.
    pub fullmove: u32,
}

impl Setup {
    /// No pieces, Red to move, both counters at their start.
    pub fn empty() -> Setup {
        Setup { board: [None; Square::COUNT], turn: Side::First, clock: 0, fullmove: 1 }
    }

    /// Converts to a position. The caller must check first that there are no [`Setup::problems`].
    fn to_position_unchecked(&self) -> Position {
        Position::new_unchecked(self.board, self.turn, self.clock, self.fullmove)
    }

    fn points_of(&self, piece: Piece) -> impl Iterator<Item = Square> {
        Square::all().filter(move |square| self.board[square.index()] == Some(piece))
    }

    /// Every reason why this is not a valid position. A valid position need not be one that a game can reach; see
    /// [`Position::oddities`].
    pub fn problems(&self) -> Vec<PositionProblem> {
        let mut problems = Vec::new();
        for side in Side::ALL {
            self.check_count(side, &mut problems);
            for role in Role::ALL {
                self.check_piece(Piece { side, role }, &mut problems);
            }
        }
        if problems.is_empty() {
            self.check_generals(&mut problems);
        }
        problems
    }

    fn check_count(&self, side: Side, problems: &mut Vec<PositionProblem>) {
        let count = self.board.iter().flatten().filter(|piece| piece.side == side).count();
        if count > MAX_PIECES {
            problems.push(PositionProblem::TooManyPieces { side, found: count });
        }
    }

    fn check_piece(&self, piece: Piece, problems: &mut Vec<PositionProblem>) {
        if piece.role == Role::General {
            match self.points_of(piece).count() {
                0 => problems.push(PositionProblem::GeneralMissing { side: piece.side }),
                1 => {}
                found => problems.push(PositionProblem::SeveralGenerals { side: piece.side, found }),
            }
        }
        let allowed = allowed_points(piece);
        for square in self.points_of(piece).filter(|&square| !allowed.has(square)) {
            problems.push(PositionProblem::PieceOutOfBounds { piece, square });
        }
    }

    /// Checks the safety of the generals. Each side must have one general, on a valid point.
    fn check_generals(&self, problems: &mut Vec<PositionProblem>) {
        let position = self.to_position_unchecked();
        let (red, black) = (position.general(Side::First), position.general(Side::Second));
        if attacks::cross(red).has(black) && !attacks::between(red, black).intersects(position.occupied()) {
            problems.push(PositionProblem::GeneralsFace { red, black });
        }
        let waiting = self.turn.other();
        let general = position.general(waiting);
        for square in position.attackers_to(general, position.occupied()) & position.by_side(self.turn) {
            if let Some(piece) = position.piece_at(square).filter(|piece| piece.role != Role::General) {
                let (turn, attacker) = (self.turn, piece.role);
                problems.push(PositionProblem::WaitingGeneralAttacked { turn, general, attacker, square });
            }
        }
    }
}

/// The points on which the rules can move such a piece. A soldier may stand anywhere.
fn allowed_points(piece: Piece) -> Bitboard {
    if piece.role == Role::Soldier { Bitboard::ALL } else { reachable_points(piece) }
}

/// The points that such a piece can occupy in a game.
pub fn reachable_points(piece: Piece) -> Bitboard {
    Square::all()
        .filter(|&square| is_reachable(piece.role, square.file(), square.relative_rank(piece.side)))
        .collect()
}

fn is_reachable(role: Role, file: u8, relative_rank: u8) -> bool {
    let in_palace = (3..=5).contains(&file) && relative_rank <= 2;
    match role {
        Role::General => in_palace,
        Role::Advisor => in_palace && (file + relative_rank) % 2 == 1,
        Role::Elephant => matches!((file, relative_rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        Role::Soldier => relative_rank >= 5 || relative_rank >= 3 && file.is_multiple_of(2),
        Role::Horse | Role::Rook | Role::Cannon => true,
    }
}

/// The points that each side's soldiers can occupy in a game.
static REACHABLE_BY_SOLDIERS: LazyLock<[Bitboard; 2]> =
    LazyLock::new(|| Side::ALL.map(|side| reachable_points(Piece { side, role: Role::Soldier })));

impl Position {
    /// Reasons why no game that starts with a full set can reach this position, judged by the pieces and their points
    /// alone. Composed endgames often have such pieces. The rules apply to them as to any position.
    pub fn oddities(&self) -> Vec<String> {
        let mut oddities = Vec::new();
        for side in Side::ALL {
            for role in Role::ALL {
                let (count, in_set) = (self.pieces(side, role).count(), role.count_in_set());
                if count > in_set {
                    let piece = Piece { side, role };
                    oddities.push(format!("{piece}: a set has {in_set}, and here are {count}"));
                }
            }
            let soldiers = self.pieces(side, Role::Soldier);
            for square in soldiers & !REACHABLE_BY_SOLDIERS[side as usize] {
                let soldier = Piece { side, role: Role::Soldier };
                oddities.push(format!("no {soldier} can come to {square}"));
            }
        }
        oddities
    }

    /// The pieces, the side to move and the counters, for editing.
    pub fn to_setup(&self) -> Setup {
        Setup { board: self.board(), turn: self.turn(), clock: self.clock(), fullmove: self.fullmove() }
    }
}

impl TryFrom<&Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: &Setup) -> Result<Position, PositionError> {
        PositionError::unless_empty(setup.problems())?;
        Ok(setup.to_position_unchecked())
    }
}
