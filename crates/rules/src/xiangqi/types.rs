//! Points, pieces and moves of the Xiangqi board.

use crate::{Side, WriteCoordinates};
use arrayvec::ArrayVec;
use std::fmt;
use std::str::FromStr;

/// One of the 90 points. Files `a`–`i` run from Red's left, ranks `0`–`9` from Red's side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of points of the board.
    pub const COUNT: usize = 90;
    /// The number of files.
    pub const FILES: u8 = 9;
    /// The number of ranks.
    pub const RANKS: u8 = 10;

    /// # Panics
    /// If the file is not less than 9 or the rank is not less than 10.
    #[inline]
    #[track_caller]
    pub const fn new(file: u8, rank: u8) -> Square {
        assert!(file < Square::FILES && rank < Square::RANKS);
        Square(rank * Square::FILES + file)
    }

    /// The point with this index (rank times 9 plus file), or `None` if the index is 90 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::COUNT { Some(Square(index as u8)) } else { None }
    }

    /// The caller must know that the index is less than 90, as in a loop over the board.
    #[inline]
    pub(super) const fn from_index_unchecked(index: usize) -> Square {
        debug_assert!(index < Square::COUNT);
        Square(index as u8)
    }

    /// All points, rank by rank from Red's left.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..Square::COUNT as u8).map(Square)
    }

    /// The rank times 9 plus the file.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 (file `a`) to 8.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % Square::FILES
    }

    /// 0 (Red's baseline) to 9.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / Square::FILES
    }

    /// The point `files` to the right and `ranks` up, or `None` if it is not on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || file >= Square::FILES as i8 || rank < 0 || rank >= Square::RANKS as i8 {
            None
        } else {
            Some(Square::new(file as u8, rank as u8))
        }
    }

    /// The coordinates, for example `h2`.
    const fn letters(self) -> [u8; 2] {
        [b'a' + self.file(), b'0' + self.rank()]
    }

    /// The point mirrored left to right.
    #[inline]
    pub const fn mirrored(self) -> Square {
        Square::new(Square::FILES - 1 - self.file(), self.rank())
    }

    /// The point mirrored from Red's side to Black's. The file does not change.
    #[inline]
    pub const fn flipped(self) -> Square {
        Square::new(self.file(), Square::RANKS - 1 - self.rank())
    }

    /// The rank, counted from 0 at the baseline of `side`.
    #[inline]
    pub const fn relative_rank(self, side: Side) -> u8 {
        match side {
            Side::First => self.rank(),
            Side::Second => Square::RANKS - 1 - self.rank(),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ascii(&self.letters()))
    }
}

fn ascii(letters: &[u8]) -> &str {
    std::str::from_utf8(letters).expect("files are letters and ranks are digits")
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a point of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a file a to i and a rank 0 to 9")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let [file, rank] = <[u8; 2]>::try_from(text.as_bytes()).map_err(|_| ParseSquareError)?;
        match (file.to_ascii_lowercase(), rank) {
            (file @ b'a'..=b'i', b'0'..=b'9') => Ok(Square::new(file - b'a', rank - b'0')),
            _ => Err(ParseSquareError),
        }
    }
}

/// The kind of a piece, without its side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Role {
    /// 帅 or 将, the king.
    General,
    /// 仕 or 士, the guard.
    Advisor,
    /// 相 or 象, the bishop.
    Elephant,
    /// 马, the knight.
    Horse,
    /// 车, the chariot.
    Rook,
    /// 炮.
    Cannon,
    /// 兵 or 卒, the pawn.
    Soldier,
}

impl Role {
    /// The number of roles.
    pub const COUNT: usize = 7;
    /// All roles, by their numbers.
    pub const ALL: [Role; Role::COUNT] =
        [Role::General, Role::Advisor, Role::Elephant, Role::Horse, Role::Rook, Role::Cannon, Role::Soldier];

    /// The lowercase letter in canonical FEN.
    pub const fn letter(self) -> char {
        match self {
            Role::General => 'k',
            Role::Advisor => 'a',
            Role::Elephant => 'b',
            Role::Horse => 'n',
            Role::Rook => 'r',
            Role::Cannon => 'c',
            Role::Soldier => 'p',
        }
    }

    /// The name in English, for example `general`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::General => "general",
            Role::Advisor => "advisor",
            Role::Elephant => "elephant",
            Role::Horse => "horse",
            Role::Rook => "rook",
            Role::Cannon => "cannon",
            Role::Soldier => "soldier",
        }
    }

    /// The number of such pieces that a side has at the start of a game.
    pub const fn count_in_set(self) -> u32 {
        match self {
            Role::General => 1,
            Role::Soldier => 5,
            _ => 2,
        }
    }
}

/// A role of one side. Red is [`Side::First`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose piece it is.
    pub side: Side,
    /// What kind of piece it is.
    pub role: Role,
}

impl Piece {
    /// The number of different pieces.
    pub const COUNT: usize = 2 * Role::COUNT;

    /// A number below [`Piece::COUNT`] for look-up tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.side as usize * Role::COUNT + self.role as usize
    }

    /// Reads a piece letter of FEN. Also accepts `h` for `n` and `e` for `b`.
    pub fn from_fen(letter: char) -> Option<Piece> {
        let role = match letter.to_ascii_lowercase() {
            'k' => Role::General,
            'a' => Role::Advisor,
            'b' | 'e' => Role::Elephant,
            'n' | 'h' => Role::Horse,
            'r' => Role::Rook,
            'c' => Role::Cannon,
            'p' => Role::Soldier,
            _ => return None,
        };
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        Some(Piece { side, role })
    }

    /// The letter in canonical FEN: uppercase for Red.
    pub fn fen(self) -> char {
        match self.side {
            Side::First => self.role.letter().to_ascii_uppercase(),
            Side::Second => self.role.letter(),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = crate::Ruleset::Xiangqi.side_names()[self.side];
        write!(f, "{side} {}", self.role.name())
    }
}

/// A move from one point to another, in 14 bits: the start in bits 0 to 6, the end in bits 7 to 13.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// The move between these points. Whether it is legal is for a position to say.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.0 as u16 | (to.0 as u16) << 7)
    }

    /// Decodes 16 bits, for example from a slot of a hash table. Returns `None` if they do not encode two points.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let (from, to) = (bits & 0x7f, bits >> 7);
        if from < Square::COUNT as u16 && to < Square::COUNT as u16 { Some(Move(bits)) } else { None }
    }

    /// The 14 bits, as [`Move::from_bits`] takes them.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Where the move starts.
    #[inline]
    pub const fn from(self) -> Square {
        Square((self.0 & 0x7f) as u8)
    }

    /// Where the move ends.
    #[inline]
    pub const fn to(self) -> Square {
        Square((self.0 >> 7) as u8)
    }

    /// The move mirrored left to right.
    pub const fn mirrored(self) -> Move {
        Move::new(self.from().mirrored(), self.to().mirrored())
    }
}

impl Move {
    /// The coordinates, for example `h2e2`.
    const fn letters(self) -> [u8; 4] {
        let ([file, rank], [to_file, to_rank]) = (self.from().letters(), self.to().letters());
        [file, rank, to_file, to_rank]
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ascii(&self.letters()))
    }
}

impl WriteCoordinates for Move {
    fn write_to(self, text: &mut String) {
        text.push_str(ascii(&self.letters()));
    }
}

impl FromStr for Move {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Move, ParseSquareError> {
        let (from, to) = text.split_at_checked(2).ok_or(ParseSquareError)?;
        Ok(Move::new(from.parse()?, to.parse()?))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Move> for crate::Move {
    fn from(mv: Move) -> crate::Move {
        crate::Move(mv.0)
    }
}

impl TryFrom<crate::Move> for Move {
    type Error = ParseSquareError;

    fn try_from(mv: crate::Move) -> Result<Move, ParseSquareError> {
        Move::from_bits(mv.0).ok_or(ParseSquareError)
    }
}

/// The most moves of a side: 4 of its general, and 17 of each other piece if all are rooks or cannons.
pub const MAX_MOVES: usize = 4 + 17 * (MAX_PIECES - 1);

/// The most pieces of a side, of any kinds: as many as a set has.
pub const MAX_PIECES: usize = 16;

/// The moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
