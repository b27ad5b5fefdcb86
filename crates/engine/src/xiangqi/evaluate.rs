//! The static evaluation of quiet positions: by the network, or by hand-made terms (material and piece-square values,
//! mobility, king safety, threats). Both know the same drawish endgames.

use super::board::Board;
use super::psqt::{Tapered, s};
use super::value::Value;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Bitboard, Position, Role, Square, attacks};

mod weights;

pub use weights::{WEIGHTS, Weights};

const TEMPO: Value = 14;
/// The king attack is the square of the pressure, so that several attackers count more than their sum, times this
/// percentage.
const PRESSURE_PERCENT: i32 = 4;

/// The value of a side that can hardly win is scaled to this fraction, in 1/128.
const SCALE_NO_ATTACKER: i32 = 4;
const SCALE_ONE_MINOR: i32 = 40;
const SCALE_FULL: i32 = 128;

/// The largest static evaluation.
const HIGHEST: Value = 10_000;

/// The static evaluation for the side to move: the network's, or the hand-made one for a board that has no network.
pub fn evaluate(board: &mut Board) -> Value {
    match board.network_value() {
        Some(value) => {
            let leader = if value >= 0 { board.turn() } else { board.turn().other() };
            let value = value * winning_scale(board.position(), leader) / SCALE_FULL;
            value.clamp(-HIGHEST, HIGHEST)
        }
        None => evaluate_with(board, &WEIGHTS),
    }
}

/// The hand-made evaluation with these weights.
#[inline]
pub fn evaluate_with(board: &Board, weights: &Weights) -> Value {
    let position = board.position();
    let red = Terms::of(position, Side::First, weights);
    let black = Terms::of(position, Side::Second, weights);
    let balance = board.balance() + red - black;
    let value = balance.blend(board.phase());
    let leader = if value >= 0 { Side::First } else { Side::Second };
    let value = value * winning_scale(position, leader) / SCALE_FULL;
    let own = if board.turn() == Side::First { value } else { -value };
    own + TEMPO
}

/// The points beyond the river, for Red and for Black.
const BEYOND_RIVER: [Bitboard; 2] = [bank(5), bank(0)];

/// The five ranks from `first` on.
const fn bank(first: u8) -> Bitboard {
    let mut points = Bitboard::EMPTY;
    let mut index = first as usize * Square::FILES as usize;
    while index < (first as usize + 5) * Square::FILES as usize {
        points = points.with(Square::new(index as u8 % Square::FILES, index as u8 / Square::FILES));
        index += 1;
    }
    points
}

/// The terms of one side besides material and piece-square values.
struct Terms<'a> {
    position: &'a Position,
    weights: &'a Weights,
    side: Side,
    score: Tapered,
    /// How strongly the pieces attack the enemy palace.
    pressure: Tapered,
    /// The points that the rooks, horses, cannons or soldiers of this side attack.
    attacked: Bitboard,
    attacked_by_soldiers: Bitboard,
    attacked_by_minors: Bitboard,
}

impl Terms<'_> {
    #[inline]
    fn of(position: &Position, side: Side, weights: &Weights) -> Tapered {
        let attacked_by_soldiers = attacks::soldiers(side, position.pieces(side, Role::Soldier));
        let mut terms = Terms {
            position,
            weights,
            side,
            score: Tapered::default(),
            pressure: Tapered::default(),
            attacked: attacked_by_soldiers,
            attacked_by_soldiers,
            attacked_by_minors: attacked_by_soldiers,
        };
        terms.rooks();
        terms.cannons();
        terms.horses();
        terms.soldiers();
        terms.guards();
        terms.king_attack();
        terms.threats();
        terms.score
    }

    fn own(&self, role: Role) -> Bitboard {
        self.position.pieces(self.side, role)
    }

    fn enemy(&self, role: Role) -> Bitboard {
        self.position.pieces(self.side.other(), role)
    }

    fn rooks(&mut self) {
        let general = self.position.general(self.side.other());
        for square in self.own(Role::Rook) {
            let reach = attacks::rook(square, self.position.occupied());
            self.attacked |= reach;
            let free = (reach & !self.position.by_side(self.side)).count() as i32;
            self.score += self.weights.rook_mobility * free;
            self.press(reach, self.weights.rook_pressure);
            if square.file() == general.file() {
                self.score += self.weights.rook_on_file_of_general;
                let between = attacks::between(square, general) & self.position.occupied();
                if between.count() == 1 && between.intersects(self.position.by_side(self.side.other())) {
                    self.score += self.weights.rook_pins;
                }
            }
            if !Bitboard::file(square.file()).intersects(self.own(Role::Soldier)) {
                self.score += self.weights.rook_on_open_file;
            }
        }
    }

    fn cannons(&mut self) {
        let general = self.position.general(self.side.other());
        let occupied = self.position.occupied();
        for square in self.own(Role::Cannon) {
            let lines = attacks::lines(square, occupied);
            self.attacked_by_minors |= lines.jumps;
            self.score += self.weights.cannon_mobility * (lines.slides & !occupied).count() as i32;
            self.press(lines.jumps, self.weights.cannon_pressure);
            if square.file() == general.file() {
                self.cannon_before_general(square, general);
            } else if square.rank() == general.rank()
                && square.relative_rank(self.side) == Square::RANKS - 1
                && (attacks::between(square, general) & occupied).count() <= 2
            {
                self.score += self.weights.cannon_bottom;
            }
        }
    }

    /// A cannon on the file of the enemy general pins what is between.
    fn cannon_before_general(&mut self, square: Square, general: Square) {
        let between = attacks::between(square, general) & self.position.occupied();
        match between.count() {
            0 => self.score += self.weights.cannon_bare_general,
            2 => {
                let is_home = general.relative_rank(self.side.other()) == 0 && general.file() == 4;
                self.score +=
                    if is_home { self.weights.cannon_central } else { self.weights.cannon_two_screens };
                let tied = between & (self.enemy(Role::Horse) | self.enemy(Role::Rook));
                self.score += self.weights.tied_screen * tied.count() as i32;
                if is_home && self.enemy(Role::Advisor).count() == 2 {
                    self.score += self.weights.cannon_central_smothers;
                }
            }
            _ => {}
        }
    }

    fn horses(&mut self) {
        let unsafe_points = attacks::soldiers(self.side.other(), self.enemy(Role::Soldier))
            | self.position.by_side(self.side);
        for square in self.own(Role::Horse) {
            let reach = attacks::horse(square, self.position.occupied());
            self.attacked_by_minors |= reach;
            let free = (reach & !unsafe_points).count() as i32;
            self.score +=
                if free == 0 { self.weights.horse_stuck } else { self.weights.horse_mobility * free };
            self.press(reach, self.weights.horse_pressure);
        }
    }

    fn soldiers(&mut self) {
        let crossed = self.own(Role::Soldier) & BEYOND_RIVER[self.side as usize];
        for square in crossed {
            if square.offset(1, 0).is_some_and(|beside| crossed.has(beside)) {
                self.score += self.weights.linked_soldiers;
            }
            self.press(attacks::soldier(self.side, square), self.weights.soldier_pressure);
        }
    }

    fn guards(&mut self) {
        let count = |pieces: Bitboard| pieces.count() as i32;
        let advisors = 2 - count(self.own(Role::Advisor));
        let elephants = 2 - count(self.own(Role::Elephant));
        let raiders = count(self.enemy(Role::Rook) | self.enemy(Role::Horse));
        self.score += self.weights.missing_advisor * (advisors * raiders);
        self.score += self.weights.missing_advisor_to_rooks * (advisors * count(self.enemy(Role::Rook)));
        self.score +=
            self.weights.missing_elephant_to_soldiers * (elephants * count(self.enemy(Role::Soldier)));
        let attackers = count(self.own(Role::Rook) | self.own(Role::Horse) | self.own(Role::Cannon));
        let soldiers = count(self.own(Role::Soldier) & BEYOND_RIVER[self.side as usize]);
        self.score += self.weights.crossed_soldier_with_attackers * (soldiers * attackers);
        let cannons = count(self.own(Role::Cannon));
        let screens = count(self.position.occupied());
        self.score += self.weights.cannon_screens * (cannons * screens);
        if count(self.own(Role::Rook)) == 0 && count(self.enemy(Role::Rook)) > 0 {
            self.score += self.weights.rookless;
        }
        self.score += self.weights.missing_elephant * (elephants * count(self.enemy(Role::Cannon)));
    }

    /// Adds a piece's attacks on the enemy palace, or on the points in front of it, to the pressure.
    #[inline]
    fn press(&mut self, reach: Bitboard, weight: Tapered) {
        const MOST_POINTS: u32 = 3;
        self.pressure += weight * (reach & palace(self.side.other())).count().min(MOST_POINTS) as i32;
    }

    fn king_attack(&mut self) {
        let guards = (self.enemy(Role::Advisor) | self.enemy(Role::Elephant)).count() as i32;
        let exposed = self.weights.pressure_per_missing_guard * (4 - guards);
        let part = |pressure: i32, exposed: i32| {
            pressure * pressure * (PRESSURE_PERCENT * (100 + exposed) / 100) / 100
        };
        self.score += s(part(self.pressure.mid, exposed.mid), part(self.pressure.end, exposed.end));
    }

    fn threats(&mut self) {
        let minors = self.enemy(Role::Cannon) | self.enemy(Role::Horse);
        let rooks = self.enemy(Role::Rook);
        let by_lesser = rooks & self.attacked_by_minors | minors & self.attacked_by_soldiers;
        self.score += self.weights.attacked_by_lesser * by_lesser.count() as i32;
        let attacked = self.attacked | self.attacked_by_minors;
        for square in (minors | rooks) & attacked & !by_lesser {
            if !is_defended(self.position, self.side.other(), square) {
                self.score += self.weights.hanging;
            }
        }
    }
}

fn is_defended(position: &Position, side: Side, square: Square) -> bool {
    position.attackers_to(square, position.occupied()).intersects(position.by_side(side))
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

/// The fraction of its lead, in 1/128, that a side can hope to win by.
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
    use duiyi_rules::xiangqi::{START_FEN, Setup};

    fn value(fen: &str) -> Value {
        evaluate(&mut Board::new(fen.parse().unwrap()))
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
    fn the_evaluation_is_symmetric() {
        for fen in [
            START_FEN,
            "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
            "3ak4/9/4b4/9/2P6/9/9/4C4/4A4/4K4 b - - 0 1",
        ] {
            assert_eq!(value(fen), evaluate(&mut Board::new(flipped(fen))), "{fen}");
        }
        assert_eq!(value(START_FEN), TEMPO);
    }

    #[test]
    fn a_cannon_facing_the_bare_general_is_worth_more_than_one_on_another_file() {
        let before = "rnb1kabnr/9/9/p1p3p1p/9/9/P1P3P1P/4C4/9/RNBK1ABNR w - - 0 1";
        let aside = "rnb1kabnr/9/9/p1p3p1p/9/9/P1P3P1P/5C3/9/RNBK1ABNR w - - 0 1";
        assert!(value(before) > value(aside));
    }

    #[test]
    fn without_attackers_the_evaluation_is_close_to_a_draw() {
        assert!(value("3k5/9/9/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1").abs() < 60);
    }
}
