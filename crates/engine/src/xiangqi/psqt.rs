//! Piece-square tables: material and the value of each point, in the middle game and in the endgame.

mod places;

use duiyi_rules::xiangqi::{Piece, Role, Square};
use places::{MATERIAL, PLACES};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value in the middle game and one in the endgame. <https://www.chessprogramming.org/Tapered_Eval>
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    pub mid: i32,
    pub end: i32,
}

pub const fn s(mid: i32, end: i32) -> Tapered {
    Tapered { mid, end }
}

impl Tapered {
    /// The value at this phase, interpolated.
    #[inline]
    pub fn blend(self, phase: i32) -> i32 {
        let phase = phase.min(FULL_PHASE);
        (self.mid * phase + self.end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        s(self.mid + other.mid, self.end + other.end)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        s(self.mid - other.mid, self.end - other.end)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline]
    fn neg(self) -> Tapered {
        s(-self.mid, -self.end)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, times: i32) -> Tapered {
        s(self.mid * times, self.end * times)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

/// The phase with all attackers on the board.
pub const FULL_PHASE: i32 = 2 * 2 * (4 + 2 + 2);

/// What a piece adds to the phase.
#[inline]
pub const fn phase(role: Role) -> i32 {
    match role {
        Role::Rook => 4,
        Role::Cannon | Role::Horse => 2,
        _ => 0,
    }
}

/// The value of a role in static exchange evaluation.
pub const fn material(role: Role) -> i32 {
    MATERIAL[role as usize].mid
}

const fn place(role: Role, rank: usize, file: usize) -> Tapered {
    let column = if file > 4 { 8 - file } else { file };
    let (mid, end) = &PLACES[role as usize];
    s(mid[rank][column], end[rank][column])
}

/// Black's values are Red's, flipped and negated.
static PIECE_AT: [[Tapered; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[s(0, 0); Square::COUNT]; Piece::COUNT];
    let mut role = 0;
    while role < Role::COUNT {
        let mut index = 0;
        while index < Square::COUNT {
            let (rank, file) = (index / 9, index % 9);
            let place = place(Role::ALL[role], rank, file);
            let (mid, end) = (MATERIAL[role].mid + place.mid, MATERIAL[role].end + place.end);
            table[role][index] = s(mid, end);
            table[Role::COUNT + role][(9 - rank) * 9 + file] = s(-mid, -end);
            index += 1;
        }
        role += 1;
    }
    table
};

/// The value of a piece on a point, for Red: negative for a black piece.
#[inline]
pub fn piece_at(piece: Piece, square: Square) -> Tapered {
    PIECE_AT[piece.index()][square.index()]
}
