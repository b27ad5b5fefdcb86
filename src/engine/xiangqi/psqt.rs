//! What a piece is worth on a point: material and place, in the middle game and in the endgame.
//!
//! The numbers are our own, set by hand from what players know; the lab tunes them.

use crate::rules::xiangqi::{Piece, Role, Square};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value in the middle game and one in the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    pub mid: i32,
    pub end: i32,
}

pub const fn s(mid: i32, end: i32) -> Tapered {
    Tapered { mid, end }
}

impl Tapered {
    /// The value when `phase` of [`FULL_PHASE`] is left of the middle game.
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

/// Material alone, as exchanges are reckoned.
pub const fn material(role: Role) -> i32 {
    MATERIAL[role as usize].mid
}

/// By role: general, advisor, elephant, horse, rook, cannon, soldier.
const MATERIAL: [Tapered; Role::COUNT] =
    [s(0, 0), s(205, 190), s(205, 195), s(430, 480), s(960, 1020), s(465, 470), s(85, 110)];

/// One side of the board from the left edge to the middle file, own baseline first; the other side mirrors it.
type HalfBoard = [[i32; 5]; Square::RANKS as usize];

const GENERAL: HalfBoard = {
    let mut table = [[0; 5]; 10];
    table[0] = [0, 0, 0, 0, 6];
    table[1] = [0, 0, 0, -22, -12];
    table[2] = [0, 0, 0, -38, -30];
    table
};

const ADVISOR: HalfBoard = {
    let mut table = [[0; 5]; 10];
    table[0] = [0, 0, 0, 0, 0];
    table[1] = [0, 0, 0, 0, 6];
    table[2] = [0, 0, 0, -6, 0];
    table
};

const ELEPHANT: HalfBoard = {
    let mut table = [[0; 5]; 10];
    table[2] = [-10, 0, 0, 0, 9];
    table[4] = [0, 0, -5, 0, 0];
    table
};

const HORSE: HalfBoard = [
    [-16, -14, -8, -8, -14],
    [-12, -6, -2, 0, -36],
    [-6, -2, 10, 6, 2],
    [0, 6, 8, 12, 8],
    [4, 14, 14, 16, 16],
    [6, 18, 20, 24, 22],
    [8, 24, 26, 28, 26],
    [8, 22, 30, 30, 24],
    [6, 16, 34, 22, 6],
    [-6, 2, 8, 8, -4],
];

const ROOK: HalfBoard = [
    [-14, 2, -2, 8, -6],
    [-6, 4, 2, 10, -2],
    [-6, 4, 0, 12, 4],
    [0, 8, 4, 12, 10],
    [4, 10, 6, 14, 14],
    [6, 12, 10, 16, 16],
    [8, 14, 12, 18, 18],
    [6, 12, 10, 18, 18],
    [10, 16, 14, 22, 24],
    [6, 10, 8, 16, 14],
];

const CANNON: HalfBoard = [
    [-4, -2, 0, 2, 2],
    [-2, 0, 2, 4, 2],
    [0, 2, 6, 4, 12],
    [-2, 0, 0, 0, 4],
    [-2, 0, 0, 2, 6],
    [-2, 0, 0, 2, 8],
    [-2, 0, 0, -2, 8],
    [0, 2, 0, -4, -2],
    [2, 2, -4, -8, -8],
    [8, 6, 0, -10, -14],
];

const SOLDIER_MID: HalfBoard = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [-4, 0, 0, 0, 8],
    [0, 0, 8, 0, 6],
    [20, 32, 42, 48, 52],
    [34, 52, 68, 74, 78],
    [40, 62, 82, 98, 104],
    [38, 62, 86, 110, 106],
    [0, 4, 8, 14, 18],
];

const SOLDIER_END: HalfBoard = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 4],
    [4, 0, 6, 0, 6],
    [40, 58, 66, 70, 70],
    [48, 68, 80, 86, 86],
    [50, 72, 90, 104, 106],
    [42, 68, 90, 110, 112],
    [-30, -20, -10, 4, 6],
];

const fn place(role: Role, rank: usize, file: usize) -> Tapered {
    let column = if file > 4 { 8 - file } else { file };
    match role {
        Role::General => s(GENERAL[rank][column], -GENERAL[rank][column] / 4),
        Role::Advisor => s(ADVISOR[rank][column], ADVISOR[rank][column] / 2),
        Role::Elephant => s(ELEPHANT[rank][column], ELEPHANT[rank][column] / 2),
        Role::Horse => s(HORSE[rank][column], HORSE[rank][column] / 2),
        Role::Rook => s(ROOK[rank][column], ROOK[rank][column] / 2),
        Role::Cannon => s(CANNON[rank][column], CANNON[rank][column] / 3),
        Role::Soldier => s(SOLDIER_MID[rank][column], SOLDIER_END[rank][column]),
    }
}

/// Black's are Red's seen from the other side, and negative.
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

/// Material and place for Red: negative for a black piece.
#[inline]
pub fn piece_at(piece: Piece, square: Square) -> Tapered {
    PIECE_AT[piece.index()][square.index()]
}
