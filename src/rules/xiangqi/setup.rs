//! An arrangement of pieces from a client, and the checks that make it a valid position.

use super::attacks;
use super::bitboard::Bitboard;
use super::position::{Board, Position};
use super::types::{Piece, Role, Square};
use crate::rules::{PositionError, Ruleset, Side};

/// Any pieces on any points. It need not be a valid position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pub board: Board,
    pub turn: Side,
    /// The number of plies since the last capture.
    pub clock: u32,
    /// The number of the full move, counted from 1. Increases after each move of Black.
    pub fullmove: u32,
}

impl Setup {
    pub fn empty() -> Setup {
        Setup { board: [None; Square::COUNT], turn: Side::First, clock: 0, fullmove: 1 }
    }

    /// Converts to a position. The caller must have seen that there are no problems.
    fn to_position_unchecked(&self) -> Position {
        Position::new_unchecked(self.board, self.turn, self.clock, self.fullmove)
    }

    fn points_of(&self, piece: Piece) -> impl Iterator<Item = Square> {
        Square::all().filter(move |square| self.board[square.index()] == Some(piece))
    }

    /// Every reason why this is not a valid position.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for side in Side::ALL {
            for role in Role::ALL {
                self.check_piece(Piece { side, role }, &mut problems);
            }
        }
        if problems.is_empty() {
            self.check_generals(&mut problems);
        }
        problems
    }

    fn check_piece(&self, piece: Piece, problems: &mut Vec<String>) {
        let count = self.points_of(piece).count() as u32;
        let (least, most) = if piece.role == Role::General { (1, 1) } else { (0, piece.role.max_count()) };
        if count < least {
            problems.push(format!("the {piece} is missing"));
        }
        if count > most {
            problems.push(format!("{piece}: expected at most {most}, got {count}"));
        }
        let allowed = home(piece);
        for square in self.points_of(piece).filter(|&square| !allowed.has(square)) {
            problems.push(format!("a {piece} cannot stand on {square}: {}", home_in_words(piece.role)));
        }
    }

    /// Checks the safety of the generals. Each side must have one general, on a valid point.
    fn check_generals(&self, problems: &mut Vec<String>) {
        let position = self.to_position_unchecked();
        let (red, black) = (position.general(Side::First), position.general(Side::Second));
        if attacks::cross(red).has(black) && !attacks::between(red, black).intersects(position.occupied()) {
            problems.push(format!("the generals on {red} and {black} face each other with nothing between"));
        }
        let waiting = self.turn.other();
        let general = position.general(waiting);
        let names = Ruleset::Xiangqi.side_names();
        for square in position.attackers_to(general, position.occupied()) & position.by_side(self.turn) {
            if let Some(piece) = position.piece_at(square).filter(|piece| piece.role != Role::General) {
                problems.push(format!(
                    "it is {}'s move, but the {} general on {general} is already attacked by the {} on {square}",
                    names[self.turn],
                    names[waiting],
                    piece.role.name()
                ));
            }
        }
    }
}

/// The points that such a piece can occupy in any legal position.
pub fn home(piece: Piece) -> Bitboard {
    Square::all()
        .filter(|&square| can_stand(piece.role, square.file(), square.relative_rank(piece.side)))
        .collect()
}

fn can_stand(role: Role, file: u8, relative_rank: u8) -> bool {
    let in_palace = (3..=5).contains(&file) && relative_rank <= 2;
    match role {
        Role::General => in_palace,
        Role::Advisor => in_palace && (file + relative_rank) % 2 == 1,
        Role::Elephant => matches!((file, relative_rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        Role::Soldier => relative_rank >= 5 || relative_rank >= 3 && file.is_multiple_of(2),
        Role::Horse | Role::Rook | Role::Cannon => true,
    }
}

fn home_in_words(role: Role) -> &'static str {
    match role {
        Role::General => "a general stays in its palace",
        Role::Advisor => "an advisor stays on the five points of its palace's diagonals",
        Role::Elephant => "an elephant stays on the seven points it can reach on its side of the river",
        Role::Soldier => {
            "a soldier starts on files a, c, e, g or i of its fourth rank, never goes back, and leaves its file \
             only across the river"
        }
        Role::Horse | Role::Rook | Role::Cannon => "it can stand anywhere",
    }
}

impl Position {
    pub fn to_setup(&self) -> Setup {
        Setup { board: *self.board(), turn: self.turn(), clock: self.clock(), fullmove: self.fullmove() }
    }
}

impl TryFrom<&Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: &Setup) -> Result<Position, PositionError> {
        let reasons = setup.problems();
        if reasons.is_empty() { Ok(setup.to_position_unchecked()) } else { Err(PositionError { reasons }) }
    }
}
