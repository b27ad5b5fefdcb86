//! The points that a piece attacks, by table lookup.
//!
//! The index for a sliding piece is the occupancy of the seven inner points of its rank and the eight inner points of
//! its file, because a piece on the edge blocks nothing behind it. The index for a leaper is the occupancy of the four
//! points that can hobble it.

use super::bitboard::Bitboard;
use super::types::Square;
use crate::Side;

/// The points that a sliding piece reaches along its rank and file.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// The points up to and including the first piece: a rook's attacks, and a cannon's moves without a capture.
    pub slides: Bitboard,
    /// The points beyond the first piece, up to and including the second: a cannon's captures.
    pub jumps: Bitboard,
}

const RANK_INNER_BITS: usize = 7;
const FILE_INNER_BITS: usize = 8;

/// Slides and jumps along one line, as bit sets of places on the line.
type LineEntry = (u16, u16);

const fn line_entry(place: usize, length: usize, inner: usize) -> LineEntry {
    let occupied = (inner as u16) << 1;
    let (mut slides, mut jumps) = (0, 0);
    let mut direction = 0;
    while direction < 2 {
        let mut screens = 0;
        let mut at = place as isize + if direction == 0 { 1 } else { -1 };
        while at >= 0 && at < length as isize && screens < 2 {
            if screens == 0 {
                slides |= 1 << at;
            } else {
                jumps |= 1 << at;
            }
            if occupied >> at & 1 != 0 {
                screens += 1;
            }
            at += if direction == 0 { 1 } else { -1 };
        }
        direction += 1;
    }
    (slides, jumps)
}

const fn line_table<const PLACES: usize, const ENTRIES: usize>() -> [[LineEntry; ENTRIES]; PLACES] {
    let mut table = [[(0, 0); ENTRIES]; PLACES];
    let mut place = 0;
    while place < PLACES {
        let mut inner = 0;
        while inner < ENTRIES {
            table[place][inner] = line_entry(place, PLACES, inner);
            inner += 1;
        }
        place += 1;
    }
    table
}

static ON_RANK: [[LineEntry; 1 << RANK_INNER_BITS]; Square::FILES as usize] = line_table();
static ON_FILE: [[LineEntry; 1 << FILE_INNER_BITS]; Square::RANKS as usize] = line_table();

/// The points of file `a` on the ranks of a bit set.
static FILE_A: [u128; 1 << Square::RANKS] = {
    let mut table = [0; 1 << Square::RANKS];
    let mut ranks = 0;
    while ranks < table.len() {
        let mut rank = 0;
        while rank < Square::RANKS {
            if ranks >> rank & 1 != 0 {
                table[ranks] |= 1 << (rank * Square::FILES);
            }
            rank += 1;
        }
        ranks += 1;
    }
    table
};

#[inline]
const fn rank_inner(rank: u8, occupied: Bitboard) -> usize {
    (occupied.0 >> (rank * Square::FILES + 1)) as usize & ((1 << RANK_INNER_BITS) - 1)
}

/// Gathers eight bits that are nine bits apart: bit `9i` times `2^(56-8i)` is bit `56+i`, and no two products collide.
#[inline]
const fn file_inner(file: u8, occupied: Bitboard) -> usize {
    const EVERY_NINTH: u64 = 0x8040_2010_0804_0201;
    let column = (occupied.0 >> (file + Square::FILES)) as u64 & EVERY_NINTH;
    (column.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
}

/// The slides and jumps from `square` on a board with these occupied points.
#[inline]
pub fn lines(square: Square, occupied: Bitboard) -> Lines {
    let (file, rank) = (square.file(), square.rank());
    let on_rank = ON_RANK[file as usize][rank_inner(rank, occupied)];
    let on_file = ON_FILE[rank as usize][file_inner(file, occupied)];
    let across = rank * Square::FILES;
    Lines {
        slides: Bitboard((on_rank.0 as u128) << across | FILE_A[on_file.0 as usize] << file),
        jumps: Bitboard((on_rank.1 as u128) << across | FILE_A[on_file.1 as usize] << file),
    }
}

/// The points that a rook on `square` attacks or defends.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    lines(square, occupied).slides
}

/// The points on which a cannon on `square` captures an enemy.
#[inline]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    lines(square, occupied).jumps
}

/// The offset of a leap, and the offset of the point that hobbles it.
type Leap = ((i8, i8), (i8, i8));

/// The hobbling points are in index order, which is the order of the bits of [`legs`] and [`eyes`].
const HORSE_LEAPS: [Leap; 8] = [
    ((-1, -2), (0, -1)),
    ((1, -2), (0, -1)),
    ((-2, -1), (-1, 0)),
    ((-2, 1), (-1, 0)),
    ((2, -1), (1, 0)),
    ((2, 1), (1, 0)),
    ((-1, 2), (0, 1)),
    ((1, 2), (0, 1)),
];
const LEG_ORDER: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// The leaps in reverse. The leg of a horse that attacks a point is diagonally next to that point.
const HORSE_LEAPS_TO: [Leap; 8] = [
    ((-1, -2), (-1, -1)),
    ((-2, -1), (-1, -1)),
    ((1, -2), (1, -1)),
    ((2, -1), (1, -1)),
    ((-2, 1), (-1, 1)),
    ((-1, 2), (-1, 1)),
    ((2, 1), (1, 1)),
    ((1, 2), (1, 1)),
];
const ELEPHANT_LEAPS: [Leap; 4] =
    [((-2, -2), (-1, -1)), ((2, -2), (1, -1)), ((-2, 2), (-1, 1)), ((2, 2), (1, 1))];
const EYE_ORDER: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

type LeapTable = [[u128; 16]; Square::COUNT];

const fn leap_table(leaps: &[Leap], order: &[(i8, i8); 4], crosses_river: bool) -> LeapTable {
    let mut table = [[0; 16]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index_unchecked(index);
        let mut blocked = 0;
        while blocked < 16 {
            let mut i = 0;
            while i < leaps.len() {
                let ((files, ranks), hobble) = leaps[i];
                let mut bit = 0;
                while order[bit].0 != hobble.0 || order[bit].1 != hobble.1 {
                    bit += 1;
                }
                if blocked >> bit & 1 == 0
                    && let Some(target) = square.offset(files, ranks)
                    && (crosses_river || (target.rank() < 5) == (square.rank() < 5))
                {
                    table[index][blocked] |= 1 << target.index();
                }
                i += 1;
            }
            blocked += 1;
        }
        index += 1;
    }
    table
}

static HORSE: LeapTable = leap_table(&HORSE_LEAPS, &LEG_ORDER, true);
static HORSE_TO: LeapTable = leap_table(&HORSE_LEAPS_TO, &EYE_ORDER, true);
static ELEPHANT: LeapTable = leap_table(&ELEPHANT_LEAPS, &EYE_ORDER, false);

/// The occupied orthogonal neighbors as four bits: below, left, right, above.
#[inline]
const fn legs(square: Square, occupied: Bitboard) -> usize {
    let near = ((occupied.0 << 9) >> square.index()) as usize;
    near & 1 | near >> 7 & 2 | near >> 8 & 4 | near >> 15 & 8
}

/// The occupied diagonal neighbors as four bits: below left, below right, above left, above right.
#[inline]
const fn eyes(square: Square, occupied: Bitboard) -> usize {
    let near = ((occupied.0 << 10) >> square.index()) as usize;
    near & 1 | near >> 1 & 2 | near >> 16 & 4 | near >> 17 & 8
}

/// The points that a horse attacks whose legs are blocked where `occupied` has a piece.
#[inline]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(HORSE[square.index()][legs(square, occupied)])
}

/// The points from which a horse attacks `square`.
#[inline]
pub fn horse_to(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(HORSE_TO[square.index()][eyes(square, occupied)])
}

/// The points that an elephant on `square` attacks, which are also the points from which an elephant attacks `square`.
#[inline]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(ELEPHANT[square.index()][eyes(square, occupied)])
}

/// The point that hobbles a horse on its leap from `from` to `to`. Halfway along other moves, such as the eye of an elephant.
pub const fn horse_leg(from: Square, to: Square) -> Square {
    let (files, ranks) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    match from.offset(files / 2, ranks / 2) {
        Some(leg) => leg,
        None => panic!("a point between two points is on the board"),
    }
}

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

const fn in_palace(square: Square) -> bool {
    let rank = square.rank();
    square.file() >= 3 && square.file() <= 5 && (rank <= 2 || rank >= 7)
}

const fn palace_steps(steps: &[(i8, i8); 4]) -> [u128; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index_unchecked(index);
        let mut i = 0;
        while i < steps.len() {
            if in_palace(square)
                && let Some(target) = square.offset(steps[i].0, steps[i].1)
                && in_palace(target)
            {
                table[index] |= 1 << target.index();
            }
            i += 1;
        }
        index += 1;
    }
    table
}

static GENERAL: [u128; Square::COUNT] = palace_steps(&ORTHOGONAL);
static ADVISOR: [u128; Square::COUNT] = palace_steps(&DIAGONAL);

/// The points to which a general steps in its palace.
#[inline]
pub fn general(square: Square) -> Bitboard {
    Bitboard(GENERAL[square.index()])
}

/// The points to which an advisor steps in its palace.
#[inline]
pub fn advisor(square: Square) -> Bitboard {
    Bitboard(ADVISOR[square.index()])
}

/// The steps of a soldier from each point, or to each point if `reverse` is true.
const fn soldier_table(reverse: bool) -> [[u128; Square::COUNT]; 2] {
    let mut table = [[0; Square::COUNT]; 2];
    let mut side = 0;
    while side < 2 {
        let forward = if side == 0 { 1 } else { -1 };
        let mut index = 0;
        while index < Square::COUNT {
            let from = Square::from_index_unchecked(index);
            let crossed = if side == 0 { from.rank() >= 5 } else { from.rank() < 5 };
            let steps = [(0, forward), (-1, 0), (1, 0)];
            let mut i = 0;
            while i < if crossed { 3 } else { 1 } {
                if let Some(to) = from.offset(steps[i].0, steps[i].1) {
                    if reverse {
                        table[side][to.index()] |= 1 << index;
                    } else {
                        table[side][index] |= 1 << to.index();
                    }
                }
                i += 1;
            }
            index += 1;
        }
        side += 1;
    }
    table
}

static SOLDIER: [[u128; Square::COUNT]; 2] = soldier_table(false);
static SOLDIER_TO: [[u128; Square::COUNT]; 2] = soldier_table(true);

/// The points that a soldier of this side attacks.
#[inline]
pub fn soldier(side: Side, square: Square) -> Bitboard {
    Bitboard(SOLDIER[side as usize][square.index()])
}

/// The points that these soldiers of `side` attack.
#[inline]
pub fn soldiers(side: Side, soldiers: Bitboard) -> Bitboard {
    soldiers.fold(Bitboard::EMPTY, |all, square| all | soldier(side, square))
}

/// The points from which a soldier of `side` attacks `square`.
#[inline]
pub fn soldier_to(side: Side, square: Square) -> Bitboard {
    Bitboard(SOLDIER_TO[side as usize][square.index()])
}

/// The number of directions of [`ray`]: up, right, down, left.
pub const DIRECTIONS: usize = 4;

/// All points beyond a point, by direction: up, right, down, left.
static RAYS: [[u128; Square::COUNT]; DIRECTIONS] = {
    let mut table = [[0; Square::COUNT]; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let (files, ranks) = ORTHOGONAL[direction];
        let mut index = 0;
        while index < Square::COUNT {
            let mut at = Square::from_index_unchecked(index);
            while let Some(next) = at.offset(files, ranks) {
                table[direction][index] |= 1 << next.index();
                at = next;
            }
            index += 1;
        }
        direction += 1;
    }
    table
};

/// All points from this one to the edge of the board, in one of the four directions of a rook.
#[inline]
pub fn ray(direction: usize, square: Square) -> Bitboard {
    Bitboard(RAYS[direction][square.index()])
}

/// The nearest of `pieces`, which must all be on one ray of this direction.
#[inline]
pub fn nearest(direction: usize, pieces: Bitboard) -> Option<Square> {
    if direction < 2 { pieces.first() } else { pieces.last() }
}

static CROSSES: [u128; Square::COUNT] = {
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = RAYS[0][index] | RAYS[1][index] | RAYS[2][index] | RAYS[3][index];
        index += 1;
    }
    table
};

/// The rank and the file of a point, without the point itself.
#[inline]
pub fn cross(square: Square) -> Bitboard {
    Bitboard(CROSSES[square.index()])
}

/// The points that matter for attacks on a point: its rank and file, the points from which horses attack it and the
/// points that hobble those horses. A move that neither leaves nor enters one of them changes no attack on the point.
static SURROUNDINGS: [u128; Square::COUNT] = {
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index_unchecked(index);
        let free_of_hobbles = HORSE_TO[index][0];
        table[index] = CROSSES[index] | free_of_hobbles;
        let mut i = 0;
        while i < DIAGONAL.len() {
            if let Some(leg) = square.offset(DIAGONAL[i].0, DIAGONAL[i].1) {
                table[index] |= 1 << leg.index();
            }
            i += 1;
        }
        index += 1;
    }
    table
};

/// The points of all attacks on `square`. Only a move from or to one of them can give check to a general there.
#[inline]
pub fn surroundings(square: Square) -> Bitboard {
    Bitboard(SURROUNDINGS[square.index()])
}

/// The points strictly between two points of one rank or file. Empty if they share neither.
pub fn between(a: Square, b: Square) -> Bitboard {
    (0..DIRECTIONS)
        .find(|&direction| ray(direction, a).has(b))
        .map_or(Bitboard::EMPTY, |direction| ray(direction, a) & ray((direction + 2) % DIRECTIONS, b))
}
