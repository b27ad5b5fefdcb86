//! What a quiet position is worth, beyond material and place: activity, the general's safety, known draws.

use super::board::Board;
use super::psqt::{Tapered, s};
use super::value::Value;
use crate::rules::Side;
use crate::rules::xiangqi::{Bitboard, Position, Role, Square, attacks};

const TEMPO: Value = 14;
const ROOK_MOBILITY: Tapered = s(4, 5);
const CANNON_MOBILITY: Tapered = s(2, 3);
const HORSE_MOBILITY: Tapered = s(9, 9);
/// A horse that cannot jump anywhere safe is a burden.
const HORSE_STUCK: Tapered = s(-28, -20);

/// What a piece that bears on the enemy palace adds to the pressure on it.
const ROOK_PRESSURE: i32 = 10;
const HORSE_PRESSURE: i32 = 8;
const CANNON_PRESSURE: i32 = 6;
const SOLDIER_PRESSURE: i32 = 7;
/// Pressure counts by its square, so that attackers count together; per cent of that square.
const PRESSURE_PERCENT: i32 = 7;
/// Each missing advisor or elephant lets more of the pressure through; in per cent.
const PRESSURE_PER_MISSING_GUARD: i32 = 22;

/// A cannon that faces the general on an open file: nothing may be put between but at its mercy.
const CANNON_BARE_GENERAL: Tapered = s(74, 36);
/// A cannon with two pieces between it and the general on its file: both are tied to each other.
const CANNON_CENTRAL: Tapered = s(18, 6);
/// A cannon on the enemy baseline, looking along it at the general past one guard or none.
const CANNON_BOTTOM: Tapered = s(26, 8);

const ROOK_FACES_GENERAL_FILE: Tapered = s(14, 8);
/// For each missing advisor while the enemy has a rook or a horse, and elephant while it has a cannon.
const MISSING_ADVISOR_TO_ROOK: Tapered = s(-16, -8);
const MISSING_ELEPHANT_TO_CANNON: Tapered = s(-14, -4);

const LINKED_SOLDIERS: Tapered = s(10, 14);
const HANGING: Tapered = s(-24, -14);

/// The score of a side that cannot win is cut to this part, in 1/128.
const SCALE_NO_ATTACKER: i32 = 4;
const SCALE_ONE_MINOR: i32 = 40;
const SCALE_FULL: i32 = 128;

/// The static evaluation for the side to move.
pub fn evaluate(board: &Board) -> Value {
    let position = board.position();
    let red = Terms::of(position, Side::First);
    let black = Terms::of(position, Side::Second);
    let balance = board.balance() + red.score - black.score;
    let value = balance.blend(board.phase());
    let leader = if value >= 0 { Side::First } else { Side::Second };
    let value = value * winning_scale(position, leader) / SCALE_FULL;
    let own = if board.turn() == Side::First { value } else { -value };
    own + TEMPO
}

struct Terms {
    score: Tapered,
    pressure: i32,
    /// What any piece of this side attacks.
    attacked: Bitboard,
}

impl Terms {
    fn of(position: &Position, side: Side) -> Terms {
        let mut terms = Terms { score: Tapered::default(), pressure: 0, attacked: Bitboard::EMPTY };
        terms.rooks(position, side);
        terms.cannons(position, side);
        terms.horses(position, side);
        terms.soldiers(position, side);
        terms.guards(position, side);
        terms.king_attack(position, side);
        terms
    }

    fn rooks(&mut self, position: &Position, side: Side) {
        let enemy_general = position.general(side.other());
        for square in position.pieces(side, Role::Rook) {
            let reach = attacks::rook(square, position.occupied());
            self.attacked |= reach;
            self.score += ROOK_MOBILITY * (reach & !position.by_side(side)).count() as i32;
            self.press(reach, side, ROOK_PRESSURE);
            if square.file() == enemy_general.file() {
                self.score += ROOK_FACES_GENERAL_FILE;
            }
        }
    }

    fn cannons(&mut self, position: &Position, side: Side) {
        let general = position.general(side.other());
        let occupied = position.occupied();
        for square in position.pieces(side, Role::Cannon) {
            let lines = attacks::lines(square, occupied);
            self.attacked |= lines.jumps;
            self.score += CANNON_MOBILITY * (lines.slides & !occupied).count() as i32;
            self.press(lines.jumps, side, CANNON_PRESSURE);
            if square.file() == general.file() {
                match (attacks::between(square, general) & occupied).count() {
                    0 => self.score += CANNON_BARE_GENERAL,
                    2 => self.score += CANNON_CENTRAL,
                    _ => {}
                }
            } else if square.rank() == general.rank()
                && square.relative_rank(side) == Square::RANKS - 1
                && (attacks::between(square, general) & occupied).count() <= 2
            {
                self.score += CANNON_BOTTOM;
            }
        }
    }

    fn horses(&mut self, position: &Position, side: Side) {
        let by_enemy_soldiers = soldier_attacks(position, side.other());
        for square in position.pieces(side, Role::Horse) {
            let reach = attacks::horse(square, position.occupied());
            self.attacked |= reach;
            let free = (reach & !position.by_side(side) & !by_enemy_soldiers).count() as i32;
            self.score += if free == 0 { HORSE_STUCK } else { HORSE_MOBILITY * free };
            self.press(reach, side, HORSE_PRESSURE);
        }
    }

    fn soldiers(&mut self, position: &Position, side: Side) {
        let soldiers = position.pieces(side, Role::Soldier);
        self.attacked |= soldier_attacks(position, side);
        for square in soldiers.filter(|square| square.relative_rank(side) >= 5) {
            if square.offset(1, 0).is_some_and(|beside| soldiers.has(beside)) {
                self.score += LINKED_SOLDIERS;
            }
            self.press(attacks::soldier(side, square), side, SOLDIER_PRESSURE);
        }
    }

    fn guards(&mut self, position: &Position, side: Side) {
        let enemy = |role| position.pieces(side.other(), role).count() as i32;
        let missing = |role: Role| 2 - position.pieces(side, role).count() as i32;
        self.score +=
            MISSING_ADVISOR_TO_ROOK * (missing(Role::Advisor) * (enemy(Role::Rook) + enemy(Role::Horse)));
        self.score += MISSING_ELEPHANT_TO_CANNON * (missing(Role::Elephant) * enemy(Role::Cannon));
    }

    /// Counts a piece that bears on the enemy palace or the points in front of it.
    fn press(&mut self, reach: Bitboard, side: Side, weight: i32) {
        self.pressure += weight * (reach & palace(side.other())).count().min(3) as i32;
    }

    fn king_attack(&mut self, position: &Position, side: Side) {
        let guards = (position.pieces(side.other(), Role::Advisor)
            | position.pieces(side.other(), Role::Elephant))
        .count();
        let percent = PRESSURE_PERCENT * (100 + PRESSURE_PER_MISSING_GUARD * (4 - guards as i32)) / 100;
        let weight = self.pressure * self.pressure * percent / 100;
        self.score += s(weight, weight / 3);
        let prey = position.by_side(side.other())
            & (position.by_role(Role::Rook) | position.by_role(Role::Cannon) | position.by_role(Role::Horse));
        let loose = prey & self.attacked;
        let defended: Bitboard =
            loose.filter(|&square| is_defended(position, side.other(), square)).collect();
        self.score -= HANGING * (loose & !defended).count() as i32;
    }
}

fn is_defended(position: &Position, side: Side, square: Square) -> bool {
    position.attackers_to(square, position.occupied()).intersects(position.by_side(side))
}

fn soldier_attacks(position: &Position, side: Side) -> Bitboard {
    position
        .pieces(side, Role::Soldier)
        .fold(Bitboard::EMPTY, |set, square| set | attacks::soldier(side, square))
}

/// The nine points of a side's palace and the three in front of it.
fn palace(side: Side) -> Bitboard {
    const fn zone(from_rank: u8) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        let mut rank = from_rank;
        while rank < from_rank + 4 {
            let mut file = 3;
            while file <= 5 {
                set = set.with(Square::new(file, rank));
                file += 1;
            }
            rank += 1;
        }
        set
    }
    const RED: Bitboard = zone(0);
    const BLACK: Bitboard = zone(6);
    match side {
        Side::First => RED,
        Side::Second => BLACK,
    }
}

/// How much of its lead a side can hope to turn into a win, in 1/128.
fn winning_scale(position: &Position, side: Side) -> i32 {
    let count = |role| position.pieces(side, role).count();
    let (rooks, minors) = (count(Role::Rook), count(Role::Horse) + count(Role::Cannon));
    let soldiers = count(Role::Soldier);
    match (rooks, minors, soldiers) {
        (0, 0, 0) => SCALE_NO_ATTACKER,
        (0, 1, 0) => SCALE_ONE_MINOR,
        _ => SCALE_FULL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::xiangqi::{START_FEN, Setup};

    fn value(fen: &str) -> Value {
        evaluate(&Board::new(fen.parse().unwrap()))
    }

    /// The same board with the sides exchanged.
    fn flipped(fen: &str) -> Position {
        let setup: Setup = fen.parse().unwrap();
        let mut other = Setup { turn: setup.turn.other(), ..Setup::empty() };
        for square in Square::all() {
            other.board[square.flipped().index()] = setup.board[square.index()].map(|mut piece| {
                piece.side = piece.side.other();
                piece
            });
        }
        Position::try_from(&other).unwrap()
    }

    #[test]
    fn both_sides_are_judged_alike() {
        for fen in [
            START_FEN,
            "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
            "3ak4/9/4b4/9/2P6/9/9/4C4/4A4/4K4 b - - 0 1",
        ] {
            assert_eq!(value(fen), evaluate(&Board::new(flipped(fen))), "{fen}");
        }
        assert_eq!(value(START_FEN), TEMPO);
    }

    #[test]
    fn a_cannon_before_the_bare_general_is_worth_more_than_one_aside() {
        let before = "3ak4/9/9/9/9/9/9/4C4/9/3K5 w - - 0 1";
        let aside = "3ak4/9/9/9/9/9/9/6C2/9/3K5 w - - 0 1";
        assert!(value(before) > value(aside));
    }

    #[test]
    fn nobody_wins_without_attackers() {
        assert!(value("3k5/9/9/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1").abs() < 60);
    }
}
