use super::types::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of points: bit `n` is the point with index `n`. Bits 90 and higher are never set. Iterates from the lowest
/// index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub(super) u128);

impl Bitboard {
    /// No point.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 90 points.
    pub const ALL: Bitboard = Bitboard((1 << Square::COUNT) - 1);

    /// Only this point.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// All points of a rank.
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0x1ff << (rank * Square::FILES))
    }

    /// All points of a file.
    pub const fn file(file: u8) -> Bitboard {
        let mut bits = 0;
        let mut rank = 0;
        while rank < Square::RANKS {
            bits |= 1 << (rank * Square::FILES + file);
            rank += 1;
        }
        Bitboard(bits)
    }

    /// The points of a rank, bit `n` for file `n`.
    #[inline]
    pub const fn on_rank(self, rank: u8) -> u16 {
        (self.0 >> (rank * Square::FILES)) as u16 & 0x1ff
    }

    /// Whether the set contains the point.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The set with this point added.
    #[inline]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }

    /// The set with this point removed.
    #[inline]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.index()))
    }

    /// Whether the set contains no point.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of points.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the two sets have a point in common.
    #[inline]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// A multiplicative hash. The highest bits are the best mixed.
    #[inline]
    pub const fn hash(self) -> u64 {
        let folded = self.0 as u64 ^ ((self.0 >> 64) as u64).rotate_left(29);
        (folded ^ folded >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The point with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index_unchecked(self.0.trailing_zeros() as usize)) }
    }

    /// The point with the highest index.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index_unchecked(127 - self.0.leading_zeros() as usize))
        }
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    /// Each half by itself, which is quicker than one point after the other.
    #[inline]
    fn fold<T, F: FnMut(T, Square) -> T>(self, first: T, mut f: F) -> T {
        let mut value = first;
        for (mut half, offset) in [(self.0 as u64, 0), ((self.0 >> u64::BITS) as u64, u64::BITS)] {
            while half != 0 {
                value = f(value, Square::from_index_unchecked((offset + half.trailing_zeros()) as usize));
                half &= half - 1;
            }
        }
        value
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = Bitboard::count(*self) as usize;
        (count, Some(count))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & Bitboard::ALL.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
