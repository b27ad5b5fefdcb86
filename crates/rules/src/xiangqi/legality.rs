//! Legal move generation without making the moves.
//!
//! A scan of the rank and file of the general, and of the horses and soldiers near it, finds checks and pins. They give
//! every other piece the set of points to which it may move. Only the steps of the general are tested one by one.

use super::attacks;
use super::bitboard::Bitboard;
use super::position::Position;
use super::types::{Move, MoveList, Piece, Role, Square};
use crate::Side;
use arrayvec::ArrayVec;

/// A check, and the points on which a move must end to answer it.
#[derive(Clone, Copy, Debug)]
struct Check {
    by: Square,
    answers: Bitboard,
    /// The screen of the checking cannon, if it belongs to the side in check, and the points off the line. The screen
    /// answers the check when it leaves the line.
    screen: Option<(Square, Bitboard)>,
}

/// All roles except the general.
const MOST_MOBILE_FIRST: [Role; 6] =
    [Role::Rook, Role::Cannon, Role::Horse, Role::Soldier, Role::Elephant, Role::Advisor];

/// On each of four lines a rook can pin one piece, and a cannon behind two pieces both of them. A horse on each of eight
/// points can pin the piece on its leg.
const MAX_PINS: usize = 4 * 3 + 8;
/// On each of four lines a rook or soldier and a cannon behind it, and a horse on each of eight points. The other general
/// also counts, as a rook, in positions that no legal move can reach.
const MAX_CHECKS: usize = 4 * 2 + 8;

/// The checks and pins of the side to move. Valid only for the position that it was computed from.
#[derive(Clone, Debug)]
pub struct Legality {
    us: Side,
    /// The points to which a piece may move if it has no restriction of its own.
    common: Bitboard,
    /// The pieces with restrictions of their own: those in `pins`, and the screens in `checks`.
    special: Bitboard,
    /// The points between the general and a cannon with no screen. A piece there becomes a screen and exposes the
    /// general.
    unscreened: Bitboard,
    /// The pinned pieces, with the points to which each may move.
    pins: ArrayVec<(Square, Bitboard), MAX_PINS>,
    checks: ArrayVec<Check, MAX_CHECKS>,
}

impl Legality {
    /// Computes the checks and pins of the side to move.
    pub fn of(position: &Position) -> Legality {
        let mut legality = Legality::new(position.turn());
        legality.scan(position);
        legality
    }

    /// For a position of this side without checks and pins. [`Legality::scan`] finds those of a real one, where the value
    /// already is: it is too large to be copied at every node of a search.
    #[inline]
    pub fn new(us: Side) -> Legality {
        Legality {
            us,
            common: Bitboard::ALL,
            special: Bitboard::EMPTY,
            unscreened: Bitboard::EMPTY,
            pins: ArrayVec::new_const(),
            checks: ArrayVec::new_const(),
        }
    }

    /// Completes a new value for a position of the same side.
    pub fn scan(&mut self, position: &Position) {
        self.scan_lines(position);
        self.scan_horses(position);
        self.scan_soldiers(position);
        self.common = !self.unscreened & !position.by_side(self.us);
        for check in &self.checks {
            self.common &= check.answers;
        }
    }

    /// Whether the general of the side to move is attacked.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checks.is_empty()
    }

    /// The enemy pieces that give check.
    pub fn checkers(&self) -> Bitboard {
        self.checks.iter().map(|check| check.by).collect()
    }

    fn scan_lines(&mut self, position: &Position) {
        let (us, them) = (self.us, self.us.other());
        let general = position.general(us);
        let (occupied, ours) = (position.occupied(), position.by_side(us));
        let rooks = position.pieces(them, Role::Rook) | position.pieces(them, Role::General);
        let cannons = position.pieces(them, Role::Cannon);
        if !attacks::cross(general).intersects(rooks | cannons) {
            return;
        }
        for direction in 0..attacks::DIRECTIONS {
            let ray = attacks::ray(direction, general);
            if !ray.intersects(rooks | cannons) {
                continue;
            }
            let to = |square| ray & !attacks::ray(direction, square);
            let Some(first) = attacks::nearest(direction, ray & occupied) else { continue };
            if rooks.has(first) {
                self.add_check(Check { by: first, answers: to(first), screen: None });
            } else if cannons.has(first) {
                self.unscreened |= to(first).without(first);
            }
            let Some(second) = attacks::nearest(direction, attacks::ray(direction, first) & occupied) else {
                continue;
            };
            if rooks.has(second) && ours.has(first) {
                self.pin(first, to(second));
            } else if cannons.has(second) {
                let off_the_line = !to(second).without(second);
                let screen = ours.has(first).then_some((first, off_the_line));
                self.add_check(Check { by: second, answers: to(second).without(first), screen });
            }
            let Some(third) = attacks::nearest(direction, attacks::ray(direction, second) & occupied) else {
                continue;
            };
            if cannons.has(third) {
                for (screen, other) in [(first, second), (second, first)] {
                    if ours.has(screen) {
                        self.pin(screen, to(third).without(other));
                    }
                }
            }
        }
    }

    fn scan_horses(&mut self, position: &Position) {
        let general = position.general(self.us);
        let (occupied, ours) = (position.occupied(), position.by_side(self.us));
        let horses = position.pieces(self.us.other(), Role::Horse);
        for horse in attacks::horse_to(general, Bitboard::EMPTY) & horses {
            let leg = attacks::horse_leg(horse, general);
            if !occupied.has(leg) {
                let answers = Bitboard::of(horse).with(leg);
                self.add_check(Check { by: horse, answers, screen: None });
            } else if ours.has(leg) {
                self.pin(leg, Bitboard::of(horse));
            }
        }
    }

    fn scan_soldiers(&mut self, position: &Position) {
        let them = self.us.other();
        let general = position.general(self.us);
        for soldier in attacks::soldier_to(them, general) & position.pieces(them, Role::Soldier) {
            self.add_check(Check { by: soldier, answers: Bitboard::of(soldier), screen: None });
        }
    }

    fn add_check(&mut self, check: Check) {
        if let Some((square, _)) = check.screen {
            self.special |= Bitboard::of(square);
        }
        self.checks.push(check);
    }

    fn pin(&mut self, square: Square, allowed: Bitboard) {
        self.special |= Bitboard::of(square);
        self.pins.push((square, allowed));
    }

    /// The points to which the piece on `square` can move without exposing its general. Not for the general itself.
    #[inline]
    fn allowed(&self, position: &Position, square: Square) -> Bitboard {
        if self.special.has(square) { self.allowed_special(position, square) } else { self.common }
    }

    #[cold]
    fn allowed_special(&self, position: &Position, square: Square) -> Bitboard {
        let mut allowed = !self.unscreened & !position.by_side(self.us);
        for check in &self.checks {
            allowed &= match check.screen {
                Some((screen, off_the_line)) if screen == square => off_the_line,
                _ => check.answers,
            };
        }
        for &(pinned, along) in &self.pins {
            if pinned == square {
                allowed &= along;
            }
        }
        allowed
    }

    /// The legal destinations of the general among `wanted`.
    fn general_targets(&self, position: &Position, wanted: Bitboard) -> Bitboard {
        let from = position.general(self.us);
        let enemies = position.by_side(self.us.other());
        let without_general = position.occupied().without(from);
        let mut safe = attacks::general(from) & !position.by_side(self.us) & wanted;
        for to in safe {
            let attackers = position.attackers_to(to, without_general.with(to)) & enemies;
            if !attackers.without(to).is_empty() {
                safe = safe.without(to);
            }
        }
        safe
    }

    /// The legal destinations of a piece of the side to move on `square`.
    #[inline]
    pub fn targets(&self, position: &Position, piece: Piece, square: Square) -> Bitboard {
        if piece.role == Role::General {
            self.general_targets(position, Bitboard::ALL)
        } else {
            position.reach(piece, square) & self.allowed(position, square)
        }
    }

    /// Whether a move is legal here. Accepts a move from any source, such as a slot of a hash table.
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        match position.piece_at(mv.from()) {
            Some(piece) if piece.side == self.us => self.targets(position, piece, mv.from()).has(mv.to()),
            _ => false,
        }
    }

    /// Calls `visit` with every piece of the side to move, its point, and its legal destinations among `wanted`.
    #[inline]
    pub fn for_each(
        &self,
        position: &Position,
        wanted: Bitboard,
        mut visit: impl FnMut(Piece, Square, Bitboard),
    ) {
        let side = self.us;
        for role in MOST_MOBILE_FIRST {
            let piece = Piece { side, role };
            position.pieces(side, role).for_each(|from| {
                visit(piece, from, position.reach(piece, from) & self.allowed(position, from) & wanted);
            });
        }
        let general = Piece { side, role: Role::General };
        visit(general, position.general(side), self.general_targets(position, wanted));
    }

    /// Adds the legal moves that end on one of `wanted`.
    pub fn moves_to(&self, position: &Position, wanted: Bitboard, list: &mut MoveList) {
        self.for_each(position, wanted, |_, from, to| to.for_each(|to| list.push(Move::new(from, to))));
    }

    /// Whether the side to move has a legal move.
    pub fn has_moves(&self, position: &Position) -> bool {
        let can_move = |role: Role| {
            let piece = Piece { side: self.us, role };
            position.pieces(self.us, role).any(|from| !self.targets(position, piece, from).is_empty())
        };
        MOST_MOBILE_FIRST.into_iter().any(can_move) || can_move(Role::General)
    }

    /// The number of legal moves.
    pub fn count(&self, position: &Position) -> u32 {
        let mut count = 0;
        self.for_each(position, Bitboard::ALL, |_, _, to| count += to.count());
        count
    }
}

impl Position {
    /// All legal moves, most mobile pieces first.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        Legality::of(self).moves_to(self, Bitboard::ALL, &mut list);
        list
    }

    /// Whether the side to move may play this move. To test many moves of one position, make one [`Legality`].
    pub fn is_legal(&self, mv: Move) -> bool {
        Legality::of(self).is_legal(self, mv)
    }

    /// Whether the side to move is checkmated or stalemated. Both lose in Xiangqi.
    pub fn has_no_moves(&self) -> bool {
        !Legality::of(self).has_moves(self)
    }

    /// Whether a legal move gives check, decided without making it.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(Piece { side: us, role: moved }) = self.piece_at(from) else { return false };
        let general = self.general(us.other());
        let (near, cross) = (attacks::surroundings(general), attacks::cross(general));
        let changed = near & (Bitboard::of(from) | Bitboard::of(to));
        if changed.is_empty() {
            return false;
        }
        let occupied = self.occupied().without(from).with(to);
        let after = |role| {
            let pieces = self.pieces(us, role).without(from);
            if role == moved { pieces.with(to) } else { pieces }
        };
        let by_line = || {
            let lines = attacks::lines(general, occupied);
            lines.slides.intersects(after(Role::Rook))
                || lines.jumps.intersects(after(Role::Cannon))
                || moved == Role::Soldier && attacks::soldier(us, to).has(general)
        };
        let by_horse = || attacks::horse_to(general, occupied).intersects(after(Role::Horse));
        changed.intersects(cross) && by_line() || changed.intersects(!cross) && by_horse()
    }
}

/// Which moves of the side to move give check, for tests of many moves of one position.
#[derive(Clone, Debug)]
pub struct Checks {
    /// A move from elsewhere gives check only by the point it ends on.
    near: Bitboard,
    /// The points on which a piece from elsewhere gives check, by role.
    direct: [Bitboard; Role::COUNT],
}

impl Checks {
    /// Computes from where each role of the side to move would give check.
    pub fn of(position: &Position) -> Checks {
        let us = position.turn();
        let general = position.general(us.other());
        let occupied = position.occupied();
        let lines = attacks::lines(general, occupied);
        // Any piece between the general and a cannon becomes the cannon's screen.
        let mut screens = Bitboard::EMPTY;
        for cannon in lines.slides & position.pieces(us, Role::Cannon) {
            screens |= attacks::between(general, cannon);
        }
        let mut direct = [screens; Role::COUNT];
        direct[Role::Rook as usize] |= lines.slides;
        direct[Role::Cannon as usize] |= lines.jumps;
        direct[Role::Horse as usize] |= attacks::horse_to(general, occupied);
        direct[Role::Soldier as usize] |= attacks::soldier_to(us, general);
        Checks { near: attacks::surroundings(general), direct }
    }

    /// The points on which moves of a piece of this role from `from` may give check.
    #[inline]
    pub fn targets(&self, role: Role, from: Square) -> Bitboard {
        if self.near.has(from) { Bitboard::ALL } else { self.direct[role as usize] }
    }

    /// As [`Position::gives_check`] of the same position.
    #[inline]
    pub fn has(&self, position: &Position, mv: Move) -> bool {
        if self.near.has(mv.from()) {
            return position.gives_check(mv);
        }
        position.piece_at(mv.from()).is_some_and(|piece| self.direct[piece.role as usize].has(mv.to()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    /// Compares the prediction with the position after the move, for every legal move of random games.
    #[test]
    fn a_move_that_gives_check_is_predicted() {
        let mut random = SmallRng::seed_from_u64(11);
        let start: Position = crate::xiangqi::START_FEN.parse().unwrap();
        let (mut position, mut checks) = (start.clone(), 0);
        for _ in 0..5_000 {
            let moves = position.legal_moves();
            let prepared = Checks::of(&position);
            for &mv in &moves {
                let mut after = position.clone();
                after.make_move(mv);
                assert_eq!(position.gives_check(mv), after.in_check(), "{mv} in {position}");
                assert_eq!(prepared.has(&position, mv), after.in_check(), "{mv} in {position}");
                checks += u32::from(after.in_check());
            }
            if moves.is_empty() || random.random_ratio(1, 150) {
                position = start.clone();
            } else {
                position.make_move(moves[random.random_range(0..moves.len())]);
            }
        }
        assert!(checks > 500, "only {checks} checks were seen");
    }
}
