//! Reads the binary files of CCBridge (象棋桥): a record of one game (`.cbr`), and a library of many (`.cbl`), which holds such
//! records in slots of 4096 bytes. Numbers are little-endian, texts UTF-16.

use super::format::Format;
use super::parsed::{ClaimedGame, Ending, Parsed, Place, ReadError, collected};
use super::pieces;
use super::tags::kept;
use crate::rules::xiangqi::{Move, Piece, Role, Square};
use crate::rules::{Ruleset, Side};
use encoding_rs::UTF_16LE;

const RECORD: &[u8] = b"CCBridge Record\0";
const LIBRARY: &[u8] = b"CCBridgeLibrary\0";
/// The fields of a record: an offset and a size.
const TITLE: (usize, usize) = (180, 128);
const EVENT: (usize, usize) = (692, 64);
const RED: (usize, usize) = (1076, 64);
const BLACK: (usize, usize) = (1300, 64);
const RESULT: usize = 2076;
/// 1 if Red moves first, 2 if Black does.
const TURN: usize = 2112;
const BOARD: usize = 2120;
const MOVES: usize = 2214;

/// The binary format of CCBridge that these bytes have.
pub(super) fn format_of(bytes: &[u8]) -> Option<Format> {
    match bytes {
        _ if bytes.starts_with(RECORD) => Some(Format::Cbr),
        _ if bytes.starts_with(LIBRARY) => Some(Format::Cbl),
        _ => None,
    }
}

/// # Errors
/// When the file is cut off, or a piece or a move is not on the board. The error names the byte.
pub(super) fn read(bytes: &[u8]) -> Result<Parsed, ReadError> {
    read_at(bytes, 0, Format::Cbr)
}

/// Reads all records of a library.
///
/// # Errors
/// As [`read`], and when there is no record.
pub(super) fn read_library(bytes: &[u8]) -> Result<Vec<Parsed>, ReadError> {
    let starts = bytes.windows(RECORD.len()).enumerate().filter(|(_, window)| *window == RECORD);
    let games = collected(starts.map(|(at, _)| read_at(bytes, at, Format::Cbl)))?;
    match games.is_empty() {
        true => Err(ReadError::byte(0, "expected a library of CCBridge with at least one record")),
        false => Ok(games),
    }
}

/// Reads the record that starts at this offset.
fn read_at(bytes: &[u8], start: usize, format: Format) -> Result<Parsed, ReadError> {
    let record = bytes.get(start..).unwrap_or_default();
    if !record.starts_with(RECORD) {
        return Err(ReadError::byte(start, "expected \"CCBridge Record\" at the start of a CBR file"));
    }
    if record.len() < MOVES {
        let message = format!("expected a CBR header of {MOVES} bytes, got {}", record.len());
        return Err(ReadError::byte(bytes.len(), message));
    }
    let mut parsed = Parsed::new(format);
    parsed.claim.game = Some(ClaimedGame::Ruleset(Ruleset::Xiangqi));
    let text = |(at, size): (usize, usize)| kept(&utf16(&record[at..at + size]));
    let tags = &mut parsed.tags;
    (tags.event, tags.first, tags.second) = (text(EVENT), text(RED), text(BLACK));
    if tags.event.is_empty() {
        tags.event = text(TITLE);
    }
    parsed.ending = match record[RESULT] {
        1 => Some(Ending::Won(Side::First)),
        2 => Some(Ending::Won(Side::Second)),
        3 => Some(Ending::Drawn),
        _ => None,
    };
    Tree { bytes, at: start + MOVES }.read(&mut parsed)?;
    let first_mover = parsed.moves().first().and_then(|mv| mv.text.parse::<Move>().ok()).map(Move::from);
    let turn = if record[TURN] == 2 { Side::Second } else { Side::First };
    let placed =
        (0..Square::COUNT).filter_map(|index| Some((piece(record[BOARD + index])?, square(index as u8)?)));
    let fen = pieces::fen(placed, first_mover, turn);
    parsed.start_fen = Some(fen.map_err(|square| {
        ReadError::byte(start + BOARD, format!("expected one piece on {square}, got two"))
    })?);
    Ok(parsed)
}

/// The text before the first zero.
fn utf16(bytes: &[u8]) -> String {
    let pairs = bytes.chunks_exact(2);
    let length = 2 * pairs.take_while(|pair| *pair != [0, 0]).count();
    UTF_16LE.decode_without_bom_handling(&bytes[..length]).0.into_owned()
}

/// A point as a byte: the row from Black's side times nine, and the file from Red's left.
fn square(byte: u8) -> Option<Square> {
    let (row, file) = (byte / Square::FILES, byte % Square::FILES);
    (row < Square::RANKS).then(|| Square::new(file, Square::RANKS - 1 - row))
}

/// A piece as a byte: 0x10 for Red or 0x20 for Black, plus the number of its role.
fn piece(byte: u8) -> Option<Piece> {
    const ROLES: [Role; 7] =
        [Role::Rook, Role::Horse, Role::Elephant, Role::Advisor, Role::General, Role::Cannon, Role::Soldier];
    let side = match byte >> 4 {
        1 => Side::First,
        2 => Side::Second,
        _ => return None,
    };
    let role = *ROLES.get(usize::from(byte & 0x0f).checked_sub(1)?)?;
    Some(Piece { side, role })
}

/// The tree of moves: each node before its continuation, which comes before its next sibling.
struct Tree<'a> {
    bytes: &'a [u8],
    at: usize,
}

struct Node {
    at: usize,
    from: u8,
    to: u8,
    is_last: bool,
    has_sibling: bool,
    comment: String,
}

impl Tree<'_> {
    fn read(mut self, parsed: &mut Parsed) -> Result<(), ReadError> {
        // The first node stands for the start position and has no move.
        let mut node = self.node()?;
        parsed.comment(0, &node.comment);
        let mut line = 0;
        // The siblings to come: the line of each, and the plies before it.
        let mut siblings = Vec::new();
        loop {
            if node.is_last {
                let Some((parent, ply)) = siblings.pop() else { return Ok(()) };
                line = parsed.branch(parent, ply, Place::Byte(self.at))?;
            }
            node = self.node()?;
            if node.has_sibling {
                siblings.push((line, parsed.lines[line].end()));
            }
            let (Some(from), Some(to)) = (square(node.from), square(node.to)) else {
                let message = format!("expected points from 0 to 89, got {} and {}", node.from, node.to);
                return Err(ReadError::byte(node.at, message));
            };
            parsed.push(line, Move::new(from, to).to_string(), Place::Byte(node.at));
            parsed.comment(line, &node.comment);
        }
    }

    fn node(&mut self) -> Result<Node, ReadError> {
        let at = self.at;
        let [flags, _, from, to] = self.take()?;
        let comment = if flags & 0x04 != 0 { self.comment()? } else { String::new() };
        Ok(Node { at, from, to, is_last: flags & 0x01 != 0, has_sibling: flags & 0x02 != 0, comment })
    }

    fn comment(&mut self) -> Result<String, ReadError> {
        let length_at = self.at;
        let length = u32::from_le_bytes(self.take()?);
        let end = usize::try_from(length).ok().and_then(|length| self.at.checked_add(length));
        let Some(text) = end.and_then(|end| self.bytes.get(self.at..end)) else {
            let message = format!("expected the length of a comment within the file, got {length}");
            return Err(ReadError::byte(length_at, message));
        };
        self.at += text.len();
        Ok(utf16(text).replace("\r\n", "\n"))
    }

    fn take(&mut self) -> Result<[u8; 4], ReadError> {
        let bytes = self.bytes.get(self.at..self.at + 4).and_then(|bytes| bytes.try_into().ok());
        self.at += 4;
        bytes.ok_or_else(|| {
            ReadError::byte(self.bytes.len(), "expected another move, got the end of the file")
        })
    }
}
