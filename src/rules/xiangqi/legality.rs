//! Which moves leave the own general safe, decided without making them.
//!
//! One look along the general's rank and file and at the horses and soldiers near it tells, for every other
//! piece, the set of points where it may go. Only the general's own steps are tried one by one.

use super::attacks;
use super::bitboard::Bitboard;
use super::position::Position;
use super::types::{Move, MoveList, Piece, Role, Square};
use crate::rules::Side;
use arrayvec::ArrayVec;

/// A check, and where a move must end to answer it.
#[derive(Clone, Copy, Debug)]
struct Check {
    by: Square,
    answers: Bitboard,
    /// A cannon's screen, if it is a piece of the side in check: it answers by leaving the line.
    screen: Option<(Square, Bitboard)>,
}

/// All but the general.
const MOST_MOBILE_FIRST: [Role; 6] =
    [Role::Rook, Role::Cannon, Role::Horse, Role::Soldier, Role::Elephant, Role::Advisor];

/// Enemy lines with a cannon beyond two pieces can bind two of ours each; rooks and horses bind one.
const MAX_PINS: usize = 16;
/// Two of each line piece and horse, and five soldiers of which three can be near; the other general too, in positions
/// that no legal move leads to.
const MAX_CHECKS: usize = 10;

/// What the side to move must heed in one position. Valid until the position changes.
#[derive(Clone, Debug)]
pub struct Legality {
    us: Side,
    /// Where a piece under no restriction of its own may go.
    common: Bitboard,
    /// Pieces with restrictions of their own: see `pins` and the screens of `checks`.
    special: Bitboard,
    /// Points where another piece would be the screen of a cannon that now has none.
    unscreened: Bitboard,
    pins: ArrayVec<(Square, Bitboard), MAX_PINS>,
    checks: ArrayVec<Check, MAX_CHECKS>,
}

impl Legality {
    pub fn of(position: &Position) -> Legality {
        let us = position.turn();
        let mut legality = Legality {
            us,
            common: Bitboard::ALL,
            special: Bitboard::EMPTY,
            unscreened: Bitboard::EMPTY,
            pins: ArrayVec::new(),
            checks: ArrayVec::new(),
        };
        legality.look_along_lines(position);
        legality.look_for_horses(position);
        legality.look_for_soldiers(position);
        legality.common = !legality.unscreened & !position.by_side(us);
        for check in &legality.checks {
            legality.common &= check.answers;
        }
        legality
    }

    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checks.is_empty()
    }

    /// The enemy pieces that give check.
    pub fn checkers(&self) -> Bitboard {
        self.checks.iter().map(|check| check.by).collect()
    }

    fn look_along_lines(&mut self, position: &Position) {
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

    fn look_for_horses(&mut self, position: &Position) {
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

    fn look_for_soldiers(&mut self, position: &Position) {
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

    /// The points where the piece on `square`, no general, may go as far as the own general is concerned.
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

    /// The points where the general may step.
    fn general_targets(&self, position: &Position) -> Bitboard {
        let from = position.general(self.us);
        let enemies = position.by_side(self.us.other());
        let without_general = position.occupied().without(from);
        let mut safe = attacks::general(from) & !position.by_side(self.us);
        for to in safe {
            let attackers = position.attackers_to(to, without_general.with(to)) & enemies;
            if !attackers.without(to).is_empty() {
                safe = safe.without(to);
            }
        }
        safe
    }

    /// The points where the piece of the side to move on `square` can legally go.
    #[inline]
    pub fn targets(&self, position: &Position, piece: Piece, square: Square) -> Bitboard {
        if piece.role == Role::General {
            self.general_targets(position)
        } else {
            position.reach(piece, square) & self.allowed(position, square)
        }
    }

    /// Whether any sixteen bits that name two points are a legal move here.
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        match position.piece_at(mv.from()) {
            Some(piece) if piece.side == self.us => self.targets(position, piece, mv.from()).has(mv.to()),
            _ => false,
        }
    }

    #[inline]
    fn for_each(&self, position: &Position, mut visit: impl FnMut(Square, Bitboard)) {
        let us = self.us;
        for role in MOST_MOBILE_FIRST {
            for from in position.pieces(us, role) {
                let reach = position.reach(Piece { side: us, role }, from);
                visit(from, reach & self.allowed(position, from));
            }
        }
        visit(position.general(us), self.general_targets(position));
    }

    /// Adds the legal moves that end on one of `targets`.
    pub fn moves_to(&self, position: &Position, targets: Bitboard, list: &mut MoveList) {
        self.for_each(position, |from, to| list.extend((to & targets).map(|to| Move::new(from, to))));
    }

    /// Whether there is a legal move.
    pub fn has_moves(&self, position: &Position) -> bool {
        let can_move = |role: Role| {
            let piece = Piece { side: self.us, role };
            position.pieces(self.us, role).any(|from| !self.targets(position, piece, from).is_empty())
        };
        MOST_MOBILE_FIRST.into_iter().any(can_move) || can_move(Role::General)
    }

    /// How many legal moves there are.
    pub fn count(&self, position: &Position) -> u32 {
        let mut count = 0;
        self.for_each(position, |_, to| count += to.count());
        count
    }
}

impl Position {
    /// Every legal move.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        Legality::of(self).moves_to(self, Bitboard::ALL, &mut list);
        list
    }

    pub fn is_legal(&self, mv: Move) -> bool {
        Legality::of(self).is_legal(self, mv)
    }

    /// Whether the side to move is mated or stalemated, which loses either way.
    pub fn has_no_moves(&self) -> bool {
        !Legality::of(self).has_moves(self)
    }

    /// Whether a legal move leaves the other side in check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(Piece { side: us, role: moved }) = self.piece_at(from) else { return false };
        let general = self.general(us.other());
        let near = attacks::surroundings(general);
        if !near.has(from) && !near.has(to) {
            return false;
        }
        let occupied = self.occupied().without(from).with(to);
        let after = |role| {
            let pieces = self.pieces(us, role).without(from);
            if role == moved { pieces.with(to) } else { pieces }
        };
        let lines = attacks::lines(general, occupied);
        lines.slides.intersects(after(Role::Rook))
            || lines.jumps.intersects(after(Role::Cannon))
            || attacks::horse_to(general, occupied).intersects(after(Role::Horse))
            || moved == Role::Soldier && attacks::soldier(us, to).has(general)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    /// In random games, what is foretold of every move is what is seen after it.
    #[test]
    fn a_check_is_foretold() {
        let mut random = SmallRng::seed_from_u64(11);
        let start: Position = crate::rules::xiangqi::START_FEN.parse().unwrap();
        let (mut position, mut checks) = (start.clone(), 0);
        for _ in 0..5_000 {
            let moves = position.legal_moves();
            for &mv in &moves {
                let mut after = position.clone();
                after.make_move(mv);
                assert_eq!(position.gives_check(mv), after.in_check(), "{mv} in {position}");
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
