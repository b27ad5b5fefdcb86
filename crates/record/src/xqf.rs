//! Reads XQF, the binary format of XQStudio: a header of 1024 bytes and a tree of moves. Files of a version above 10 are
//! enciphered. Texts are GBK.

use super::encoding::gb18030;
use super::format::Format;
use super::parsed::{ClaimedGame, Ending, Parsed, Place, ReadError, RecordMove};
use super::pieces::{self, PIECES};
use super::tags::kept;
use crate::rules::xiangqi::{Move, Square};
use crate::rules::{Ruleset, Side};

const SIGNATURE: &[u8] = b"XQ";
const HEADER: usize = 1024;
/// The last version without a cipher.
const LAST_PLAIN: u8 = 10;
/// The last version that is known.
const LAST: u8 = 18;

/// Whether these bytes begin as an XQF file does: no text has the version number there.
pub(super) fn is_xqf(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE) && bytes.get(2).is_some_and(|&version| version < b' ')
}

/// The numbers that the cipher of a file adds.
struct Cipher {
    piece: u8,
    from: u8,
    to: u8,
    /// Added to the length of each comment.
    length: u32,
    /// Added to each byte of the tree, in turn.
    stream: [u8; 32],
}

impl Cipher {
    const PLAIN: Cipher = Cipher { piece: 0, from: 0, to: 0, length: 0, stream: [0; 32] };

    fn of(header: &[u8]) -> Cipher {
        if header[2] <= LAST_PLAIN {
            return Cipher::PLAIN;
        }
        let (mask, keys) = (header[3], &header[12..16]);
        let scrambled = |key: u8| key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221);
        let piece = scrambled(keys[1]).wrapping_mul(keys[1]);
        let from = scrambled(keys[2]).wrapping_mul(piece);
        let to = scrambled(keys[3]).wrapping_mul(from);
        let length = (u32::from(keys[0]) * 256 + u32::from(keys[1])) % 32_000 + 767;
        let mut stream = *b"[(C) Copyright Mr. Dong Shiwei.]";
        for (index, byte) in stream.iter_mut().enumerate() {
            *byte &= (keys[index % 4] & mask) | header[8 + index % 4];
        }
        Cipher { piece, from, to, length, stream }
    }
}

/// # Errors
/// When the file is cut off, or a piece or a move is not on the board. The error names the byte.
pub(super) fn read(bytes: &[u8]) -> Result<Parsed, ReadError> {
    if !is_xqf(bytes) {
        return Err(ReadError::byte(0, "expected XQ and a version at the start of an XQF file"));
    }
    let version = bytes[2];
    if version > LAST {
        return Err(ReadError::byte(2, format!("expected an XQF version up to {LAST}, got {version}")));
    }
    if bytes.len() < HEADER {
        let message = format!("expected an XQF header of {HEADER} bytes, got {}", bytes.len());
        return Err(ReadError::byte(bytes.len(), message));
    }
    let cipher = Cipher::of(bytes);
    let mut parsed = Parsed::new(Format::Xqf);
    parsed.claim.game = Some(ClaimedGame::Ruleset(Ruleset::Xiangqi));
    read_header(bytes, &mut parsed);
    Tree { bytes, at: HEADER, cipher: &cipher, is_plain: version <= LAST_PLAIN }.read(&mut parsed)?;
    let first_mover = parsed.moves().first().and_then(|mv| mv.text.parse::<Move>().ok()).map(Move::from);
    parsed.start_fen = Some(read_position(bytes, &cipher, first_mover)?);
    Ok(parsed)
}

fn read_header(bytes: &[u8], parsed: &mut Parsed) {
    /// The fields of the header: an offset and a size, the first byte being the length of the text.
    const TITLE: (usize, usize) = (80, 64);
    const EVENT: (usize, usize) = (208, 64);
    const DATE: (usize, usize) = (272, 16);
    const SITE: (usize, usize) = (288, 16);
    const RED: (usize, usize) = (304, 16);
    const BLACK: (usize, usize) = (320, 16);
    let text = |(at, size): (usize, usize)| {
        let length = usize::from(bytes[at]).min(size - 1);
        kept(gb18030(&bytes[at + 1..=at + length]).trim_end_matches('\0'))
    };
    let tags = &mut parsed.tags;
    (tags.event, tags.date, tags.site) = (text(EVENT), text(DATE), text(SITE));
    (tags.first, tags.second) = (text(RED), text(BLACK));
    if tags.event.is_empty() {
        tags.event = text(TITLE);
    }
    parsed.ending = match bytes[51] {
        1 => Some(Ending::Won(Side::First)),
        2 => Some(Ending::Won(Side::Second)),
        3 => Some(Ending::Drawn),
        _ => None,
    };
}

/// A point as a byte: the file times ten and the rank, from Red's left.
fn square(byte: u8) -> Option<Square> {
    (byte / 10 < Square::FILES).then(|| Square::new(byte / 10, byte % 10))
}

fn read_position(bytes: &[u8], cipher: &Cipher, first_mover: Option<Square>) -> Result<String, ReadError> {
    /// The offset of the places of the pieces.
    const PLACES: usize = 16;
    let is_plain = bytes[2] <= LAST_PLAIN;
    let placed = (0..PIECES).filter_map(|slot| {
        let index = if is_plain { slot } else { (usize::from(cipher.piece) + slot + 1) % PIECES };
        let place = bytes[PLACES + slot].wrapping_sub(cipher.piece);
        Some((pieces::piece(index), square(place)?))
    });
    let turn = if bytes[50] == 1 { Side::Second } else { Side::First };
    pieces::fen(placed, first_mover, turn).map_err(|square| {
        ReadError::byte(PLACES, format!("expected one piece on {square}, got two: the keys may be damaged"))
    })
}

/// The tree of moves: each node before its children, its first child before its next sibling.
struct Tree<'a> {
    bytes: &'a [u8],
    at: usize,
    cipher: &'a Cipher,
    is_plain: bool,
}

struct Node {
    at: usize,
    from: u8,
    to: u8,
    has_child: bool,
    has_sibling: bool,
    comment: String,
}

impl Tree<'_> {
    /// Reads the main line, which follows the first children, and the variations.
    fn read(mut self, parsed: &mut Parsed) -> Result<(), ReadError> {
        // The first node stands for the start position and has no move.
        let mut node = self.node()?;
        parsed.comment(0, &node.comment);
        let mut line = 0;
        // The siblings to come: the line of each, and the plies before it.
        let mut siblings = Vec::new();
        loop {
            if !node.has_child {
                let Some((parent, ply)) = siblings.pop() else { return Ok(()) };
                line = parsed.branch(parent, ply, Place::Byte(self.at))?;
            }
            node = self.node()?;
            if node.has_sibling {
                siblings.push((line, parsed.lines[line].end()));
            }
            let mv = match (read_move(&node), line) {
                (Ok(mv), _) => mv,
                (Err(error), 0) => return Err(error),
                // The import leaves the rest of the variation out.
                (Err(_), _) => RecordMove { text: "?".to_owned(), place: Place::Byte(node.at) },
            };
            parsed.lines[line].moves.push(mv);
            parsed.comment(line, &node.comment);
        }
    }

    fn node(&mut self) -> Result<Node, ReadError> {
        let at = self.at;
        let [from, to, flags, _] = self.take()?;
        let (has_child, has_sibling, has_comment) = match self.is_plain {
            true => (flags & 0xf0 != 0, flags & 0x0f != 0, true),
            false => (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0),
        };
        let comment = if has_comment { self.comment()? } else { String::new() };
        let from = from.wrapping_sub(24).wrapping_sub(self.cipher.from);
        let to = to.wrapping_sub(32).wrapping_sub(self.cipher.to);
        Ok(Node { at, from, to, has_child, has_sibling, comment })
    }

    fn comment(&mut self) -> Result<String, ReadError> {
        let length_at = self.at;
        let length = u32::from_le_bytes(self.take()?).wrapping_sub(self.cipher.length);
        let end = usize::try_from(length).ok().and_then(|length| self.at.checked_add(length));
        let Some(end) = end.filter(|&end| end <= self.bytes.len()) else {
            let message = format!("expected the length of a comment within the file, got {length}");
            return Err(ReadError::byte(length_at, message));
        };
        let text: Vec<u8> = (self.at..end).map(|at| self.deciphered(at)).collect();
        self.at = end;
        Ok(gb18030(&text).replace("\r\n", "\n"))
    }

    /// The byte at this offset of the file, which is in it.
    fn deciphered(&self, at: usize) -> u8 {
        self.bytes[at].wrapping_sub(self.cipher.stream[(at - HEADER) % 32])
    }

    /// Deciphers the next four bytes.
    fn take(&mut self) -> Result<[u8; 4], ReadError> {
        let at = self.at;
        if at + 4 > self.bytes.len() {
            return Err(ReadError::byte(self.bytes.len(), "expected another move, got the end of the file"));
        }
        self.at += 4;
        Ok(std::array::from_fn(|index| self.deciphered(at + index)))
    }
}

fn read_move(node: &Node) -> Result<RecordMove, ReadError> {
    match (square(node.from), square(node.to)) {
        (Some(from), Some(to)) => {
            Ok(RecordMove { text: Move::new(from, to).to_string(), place: Place::Byte(node.at) })
        }
        _ => {
            let message = format!("expected points from 0 to 89, got {} and {}", node.from, node.to);
            Err(ReadError::byte(node.at, message))
        }
    }
}
