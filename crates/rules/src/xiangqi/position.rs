//! A valid position, with the making and unmaking of moves.

use super::attacks;
use super::bitboard::Bitboard;
use super::types::{Move, Piece, Role, Square};
use super::zobrist;
use crate::Side;

/// The piece on each point, by index (mailbox).
pub type Board = [Option<Piece>; Square::COUNT];

/// A point of a board in one byte, half of what an `Option<Piece>` takes: 0 if it is empty, otherwise [`Piece::index`] plus one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Point(u8);

/// The pieces by the byte of [`Point`]. Its length lets the compiler leave out the test of the index.
static PIECES: [Option<Piece>; 16] = {
    let mut pieces = [None; 16];
    let mut index = 0;
    while index < Piece::COUNT {
        let side = if index < Role::COUNT { Side::First } else { Side::Second };
        pieces[index + 1] = Some(Piece { side, role: Role::ALL[index % Role::COUNT] });
        index += 1;
    }
    pieces
};

impl Point {
    pub(super) const EMPTY: Point = Point(0);

    #[inline]
    fn with(piece: Option<Piece>) -> Point {
        Point(piece.map_or(0, |piece| piece.index() as u8 + 1))
    }

    #[inline]
    fn piece(self) -> Option<Piece> {
        PIECES[(self.0 % 16) as usize]
    }
}

/// A valid position: from a [`Setup`](super::Setup) without problems, or after legal moves from one.
///
/// Two positions are equal if their boards, sides to move and counters are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    points: [Point; Square::COUNT],
    by_role: [Bitboard; Role::COUNT],
    by_side: [Bitboard; 2],
    generals: [Square; 2],
    key: u64,
    turn: Side,
    clock: u32,
    fullmove: u32,
}

/// The state that a move destroys. [`Position::unmake_move`] needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    /// The piece that the move captured, if any.
    pub captured: Option<Piece>,
    pub(super) clock: u32,
}

/// The exclusive or of the keys before and after a move, which makes and unmakes the change.
#[inline]
fn key_change(piece: Piece, mv: Move, captured: Option<Piece>) -> u64 {
    let (from, to) = (mv.from(), mv.to());
    let taken = captured.map_or(0, |captured| zobrist::piece_at(captured, to));
    zobrist::piece_at(piece, from) ^ zobrist::piece_at(piece, to) ^ taken ^ zobrist::BLACK_TO_MOVE
}

impl Position {
    /// Builds a position without testing that it is valid. The caller must have tested it.
    pub(super) fn new_unchecked(board: Board, turn: Side, clock: u32, fullmove: u32) -> Position {
        let mut position = Position {
            points: board.map(Point::with),
            by_role: [Bitboard::EMPTY; Role::COUNT],
            by_side: [Bitboard::EMPTY; 2],
            generals: [Square::new(4, 0), Square::new(4, 9)],
            key: 0,
            turn,
            clock,
            fullmove,
        };
        for square in Square::all() {
            if let Some(piece) = position.piece_at(square) {
                position.by_role[piece.role as usize] |= Bitboard::of(square);
                position.by_side[piece.side as usize] |= Bitboard::of(square);
                if piece.role == Role::General {
                    position.generals[piece.side as usize] = square;
                }
            }
        }
        position.key = position.fresh_key();
        position
    }

    /// The position with these pieces, one general of each side among them and each on a point where it may stand. `None` if
    /// two stand on one point, the generals face each other, or the side that waits is in check. Much quicker than a
    /// [`Setup`](super::Setup), for programs that go through all positions of an ending.
    pub fn from_pieces(pieces: &[(Piece, Square)], turn: Side) -> Option<Position> {
        let mut board: Board = [None; Square::COUNT];
        for &(piece, square) in pieces {
            if board[square.index()].replace(piece).is_some() {
                return None;
            }
        }
        let position = Position::new_unchecked(board, turn, 0, 1);
        let waiting = position.general(turn.other());
        let attackers = position.attackers_to(waiting, position.occupied()) & position.by_side(turn);
        attackers.is_empty().then_some(position)
    }

    /// The piece on each point, by [`Square::index`].
    pub fn board(&self) -> Board {
        self.points.map(Point::piece)
    }

    pub(super) fn points(&self) -> &[Point; Square::COUNT] {
        &self.points
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The piece on the point, if any.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.points[square.index()].piece()
    }

    /// The points of one side's pieces of one role.
    #[inline]
    pub fn pieces(&self, side: Side, role: Role) -> Bitboard {
        self.by_role[role as usize] & self.by_side[side as usize]
    }

    /// The points of one side's pieces.
    #[inline]
    pub fn by_side(&self, side: Side) -> Bitboard {
        self.by_side[side as usize]
    }

    /// The points of both sides' pieces of one role.
    #[inline]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.by_role[role as usize]
    }

    /// The points that have a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_side[0] | self.by_side[1]
    }

    /// The point of a side's general.
    #[inline]
    pub fn general(&self, side: Side) -> Square {
        self.generals[side as usize]
    }

    /// The Zobrist key of the board and the side to move. Does not depend on the counters.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key of the position after a move.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let captured = self.piece_at(mv.to());
        self.key ^ self.piece_at(mv.from()).map_or(0, |piece| key_change(piece, mv, captured))
    }

    /// The key, computed from scratch. Always equal to [`Position::key`], which is updated incrementally.
    pub fn fresh_key(&self) -> u64 {
        let turn = if self.turn == Side::Second { zobrist::BLACK_TO_MOVE } else { 0 };
        Square::all()
            .filter_map(|square| self.piece_at(square).map(|piece| zobrist::piece_at(piece, square)))
            .fold(turn, |key, number| key ^ number)
    }

    /// The number of plies since the last capture.
    #[inline]
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// The number of the current full move, counted from 1.
    #[inline]
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// The pieces of both sides that attack `square` on a board with these occupied points. A general also attacks along
    /// an open file, because the generals must not face each other.
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let lines = attacks::lines(square, occupied);
        let [red, black] = self.by_side;
        let facing = lines.slides & Bitboard::file(square.file()) & self.by_role(Role::General);
        let steps = attacks::general(square) & self.by_role(Role::General)
            | attacks::advisor(square) & self.by_role(Role::Advisor)
            | attacks::elephant(square, occupied) & self.by_role(Role::Elephant);
        let soldiers = attacks::soldier_to(Side::First, square) & red
            | attacks::soldier_to(Side::Second, square) & black;
        (lines.slides & self.by_role(Role::Rook)
            | lines.jumps & self.by_role(Role::Cannon)
            | attacks::horse_to(square, occupied) & self.by_role(Role::Horse)
            | soldiers & self.by_role(Role::Soldier)
            | steps
            | facing)
            & occupied
    }

    /// The least valuable of a side's pieces that attack `square` from another point, as [`Position::attackers_to`]; the general
    /// is last. Lines are looked up only where a piece may attack along them.
    pub fn cheapest_attacker(
        &self,
        side: Side,
        square: Square,
        occupied: Bitboard,
    ) -> Option<(Role, Square)> {
        let others = occupied.without(square) & self.by_side(side);
        let on = |points: Bitboard, role| {
            (points & others & self.by_role(role)).first().map(|attacker| (role, attacker))
        };
        let leaper = on(attacks::soldier_to(side, square), Role::Soldier)
            .or_else(|| on(attacks::advisor(square), Role::Advisor))
            .or_else(|| on(attacks::elephant(square, occupied), Role::Elephant))
            .or_else(|| on(attacks::horse_to(square, occupied), Role::Horse));
        let sliders = self.by_role(Role::Cannon) | self.by_role(Role::Rook) | self.by_role(Role::General);
        if leaper.is_some() || !attacks::cross(square).intersects(sliders & others) {
            return leaper;
        }
        let lines = attacks::lines(square, occupied);
        let facing = lines.slides & Bitboard::file(square.file());
        on(lines.jumps, Role::Cannon)
            .or_else(|| on(lines.slides, Role::Rook))
            .or_else(|| on(attacks::general(square) | facing, Role::General))
    }

    /// The enemy pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        let general = self.general(self.turn);
        self.attackers_to(general, self.occupied()) & self.by_side(self.turn.other())
    }

    /// Whether the general of the side to move is attacked.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The pseudo-legal destinations of the piece on `square`. Empty if there is no piece.
    pub fn targets(&self, square: Square) -> Bitboard {
        match self.piece_at(square) {
            Some(piece) => self.reach(piece, square) & !self.by_side(piece.side),
            None => Bitboard::EMPTY,
        }
    }

    /// The points that `piece` would reach from `square`, including those with pieces of its own side.
    #[inline]
    pub(super) fn reach(&self, piece: Piece, square: Square) -> Bitboard {
        let occupied = self.occupied();
        match piece.role {
            Role::General => attacks::general(square),
            Role::Advisor => attacks::advisor(square),
            Role::Elephant => attacks::elephant(square, occupied),
            Role::Horse => attacks::horse(square, occupied),
            Role::Rook => attacks::rook(square, occupied),
            Role::Cannon => {
                let lines = attacks::lines(square, occupied);
                lines.slides & !occupied | lines.jumps & occupied
            }
            Role::Soldier => attacks::soldier(piece.side, square),
        }
    }

    /// Makes a legal move and returns the state to unmake it. Does not test that the move is legal.
    ///
    /// # Panics
    /// If there is no piece on the point where the move starts.
    #[inline]
    pub fn make_move(&mut self, mv: Move) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_at(from).expect("a move starts at a piece");
        let captured = self.piece_at(to);
        let undo = Undo { captured, clock: self.clock };
        self.clock += 1;
        if let Some(captured) = captured {
            self.by_role[captured.role as usize] ^= Bitboard::of(to);
            self.by_side[captured.side as usize] ^= Bitboard::of(to);
            self.clock = 0;
        }
        self.put(piece, from, to);
        self.points[to.index()] = self.points[from.index()];
        self.points[from.index()] = Point::EMPTY;
        self.key ^= key_change(piece, mv, captured);
        self.fullmove += self.turn as u32;
        self.turn = self.turn.other();
        undo
    }

    /// Unmakes the last move of [`Position::make_move`].
    ///
    /// # Panics
    /// If there is no piece on the point where the move ends.
    #[inline]
    pub fn unmake_move(&mut self, mv: Move, undo: Undo) {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_at(to).expect("the move to take back ended at a piece");
        self.turn = self.turn.other();
        self.fullmove -= self.turn as u32;
        self.put(piece, to, from);
        self.points[from.index()] = self.points[to.index()];
        self.points[to.index()] = Point::with(undo.captured);
        self.key ^= key_change(piece, mv, undo.captured);
        if let Some(captured) = undo.captured {
            self.by_role[captured.role as usize] ^= Bitboard::of(to);
            self.by_side[captured.side as usize] ^= Bitboard::of(to);
        }
        self.clock = undo.clock;
    }

    #[inline]
    fn put(&mut self, piece: Piece, from: Square, to: Square) {
        let change = Bitboard::of(from) ^ Bitboard::of(to);
        self.by_role[piece.role as usize] ^= change;
        self.by_side[piece.side as usize] ^= change;
        if piece.role == Role::General {
            self.generals[piece.side as usize] = to;
        }
    }

    /// Passes the turn, for the null move of a search. The side to move must not be in check.
    #[inline]
    pub fn make_null_move(&mut self) {
        self.turn = self.turn.other();
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// Takes a null move back.
    #[inline]
    pub fn unmake_null_move(&mut self) {
        self.make_null_move();
    }
}
