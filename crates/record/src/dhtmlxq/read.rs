use super::super::format::Format;
use super::super::parsed::{ClaimedGame, Ending, Parsed, Place, ReadError, RecordMove};
use super::super::pieces::{self, PIECES};
use super::super::tags::kept;
use super::escape::unescaped;
use super::square;
use crate::rules::xiangqi::{Move, Piece, Square};
use crate::rules::{Ruleset, Side};
use std::collections::HashMap;

const PREFIXES: [&str; 2] = ["[DhtmlXQ_", "[DHJHtmlXQ_"];
const COMMON_START: &str = "[D";

/// Where a text has the first value of this format.
pub fn first_value(text: &str) -> Option<usize> {
    next_prefix(text).map(|(at, _)| at)
}

/// The first of [`PREFIXES`] in a text, and where it is. Looks for both at once: a search for one that is missing would go to the
/// end of the text for each value.
fn next_prefix(text: &str) -> Option<(usize, &'static str)> {
    text.match_indices(COMMON_START).find_map(|(at, _)| {
        let prefix = PREFIXES.into_iter().find(|prefix| text[at..].starts_with(prefix))?;
        Some((at, prefix))
    })
}

/// A value of the record.
struct Value<'a> {
    name: &'a str,
    text: &'a str,
    line: usize,
}

/// The values in a text, which may be a whole web page.
///
/// # Errors
/// When a value is not closed.
fn values(text: &str) -> Result<Vec<Value<'_>>, ReadError> {
    let mut values = Vec::new();
    let mut rest = text;
    let mut line = 1;
    let mut skip = |rest: &mut &str, length: usize| {
        line += rest[..length].matches('\n').count();
        *rest = &rest[length..];
        line
    };
    loop {
        let Some((at, prefix)) = next_prefix(rest) else { return Ok(values) };
        let line = skip(&mut rest, at + prefix.len());
        let unclosed = |name: &str| {
            let name = name.chars().take(40).collect::<String>();
            ReadError::line(line, format!("expected [/{}{name}] after the value", &prefix[1..]))
        };
        let (name, after) = rest.split_once(']').ok_or_else(|| unclosed(""))?;
        // CCBridge closes `blacktime` as `time`.
        let close = format!("[/{}", &prefix[1..]);
        let end = after.find(&close).ok_or_else(|| unclosed(name))?;
        let close = after[end..].find(']').ok_or_else(|| unclosed(name))? + 1;
        values.push(Value { name: name_of(prefix, name), text: &after[..end], line });
        let whole = name.len() + 1 + end + close;
        skip(&mut rest, whole);
    }
}

/// DHJHtmlXQ has numbers for most names.
fn name_of<'a>(prefix: &str, name: &'a str) -> &'a str {
    match name {
        _ if prefix == PREFIXES[0] => name,
        "11" => "event",
        "13" => "date",
        "14" => "place",
        "15" => "round",
        "17" => "red",
        "18" => "redname",
        "21" => "black",
        "22" => "blackname",
        "28" => "result",
        "31" => "board",
        "32" => "side",
        "34" => "movelist",
        _ => name,
    }
}

/// # Errors
/// When a value is not closed, the position or the list of moves is malformed, or there is neither.
pub fn read(text: &str) -> Result<Parsed, ReadError> {
    let values = values(text)?;
    let value =
        |wanted: &str| values.iter().find(|value| value.name == wanted && !value.text.trim().is_empty());
    let mut parsed = Parsed::new(Format::DhtmlXq);
    parsed.claim.game = Some(ClaimedGame::Ruleset(Ruleset::Xiangqi));
    if let Some(list) = value("movelist") {
        parsed.lines[0].moves = read_moves(list)?;
    }
    parsed.start_fen = match (value("fen"), value("board"), value("binit")) {
        (Some(fen), ..) => Some(fen.text.trim().to_owned()),
        (None, Some(board), _) => Some(read_board(board, value("side"))?),
        (None, None, Some(binit)) => Some(read_binit(binit, first_mover(parsed.moves()))?),
        (None, None, None) if parsed.moves().is_empty() => {
            return Err(ReadError::line(1, "expected a value movelist, binit or fen, got none of them"));
        }
        (None, None, None) => None,
    };
    parsed.claim.options = value("options").map_or_else(String::new, |options| kept(options.text));
    parsed.ending = value("result").and_then(|result| Ending::parse(result.text.trim()));
    let tag = |names: [&str; 2]| {
        names
            .iter()
            .find_map(|name| value(name))
            .map_or_else(String::new, |value| kept(&unescaped(value.text)))
    };
    parsed.tags.event = tag(["event", "title"]);
    parsed.tags.site = tag(["place", "place"]);
    parsed.tags.date = tag(["date", "date"]);
    parsed.tags.round = tag(["round", "round"]);
    parsed.tags.first = tag(["red", "redname"]);
    parsed.tags.second = tag(["black", "blackname"]);
    read_variations(&values, &mut parsed)?;
    Ok(parsed)
}

/// Reads the values `move_PARENT_PLY_ID`, a variation to the move with this number in another line, and the comments
/// `commentPLY` of the main line and `commentID_PLY` of a variation. `glyphsPLY` and `glyphsID_PLY` are our own: the numeric
/// annotation glyphs of PGN.
fn read_variations(values: &[Value<'_>], parsed: &mut Parsed) -> Result<(), ReadError> {
    let numbers =
        |text: &str| text.split('_').map(|number| number.parse().ok()).collect::<Option<Vec<usize>>>();
    // The id of a line, 0 for the main line, and the ply.
    let place = |numbers: &[usize]| match *numbers {
        [ply] => Some((0, ply)),
        [id, ply] => Some((id, ply)),
        _ => None,
    };
    let mut variations: Vec<(usize, usize, usize, &Value<'_>)> = Vec::new();
    let mut comments: Vec<(usize, usize, &str)> = Vec::new();
    let mut glyphs: Vec<(usize, usize, &str)> = Vec::new();
    for value in values.iter().filter(|value| !value.text.trim().is_empty()) {
        let named = |prefix| value.name.strip_prefix(prefix).map(numbers);
        if let Some(Some(numbers)) = named("glyphs") {
            glyphs.extend(place(&numbers).map(|(id, ply)| (id, ply, value.text)));
        }
        match (named("move_"), named("comment")) {
            (Some(Some(numbers)), _) if numbers.len() == 3 && numbers[1] > 0 => {
                variations.push((numbers[2], numbers[0], numbers[1] - 1, value));
            }
            (Some(_), _) => parsed.variations += 1,
            (_, Some(numbers)) => match numbers.as_deref().and_then(place) {
                Some((id, ply)) => comments.push((id, ply, value.text)),
                None => parsed.comments += 1,
            },
            (None, None) => {}
        }
    }
    variations.sort_by_key(|&(id, ..)| id);
    let mut lines = HashMap::from([(0, 0)]);
    for (id, parent, ply, value) in variations {
        match (lines.get(&parent), read_moves(value)) {
            (Some(&parent), Ok(moves)) if parsed.lines[parent].end() >= ply && id > 0 => {
                let line = parsed.branch(parent, ply, Place::Line(value.line))?;
                parsed.lines[line].moves = moves;
                lines.insert(id, line);
            }
            _ => parsed.variations += 1,
        }
    }
    comments.sort_by_key(|&(_, ply, _)| ply);
    for (id, ply, text) in comments {
        match lines.get(&id) {
            Some(&line) if ply <= parsed.lines[line].end() => {
                parsed.lines[line].remarks.add_comment(ply, &unescaped(&text.replace("||", "\n")))
            }
            _ => parsed.comments += 1,
        }
    }
    glyphs.sort_by_key(|&(_, ply, _)| ply);
    for (id, ply, text) in glyphs {
        if let Some(&line) = lines.get(&id).filter(|&&line| ply <= parsed.lines[line].end()) {
            let numbers = text.split_whitespace().filter_map(|number| number.parse().ok());
            numbers.for_each(|glyph| parsed.lines[line].remarks.add_glyph(ply, glyph));
        }
    }
    Ok(())
}

fn first_mover(moves: &[RecordMove]) -> Option<Square> {
    moves.first()?.text.parse::<Move>().ok().map(Move::from)
}

fn digit(byte: u8) -> Option<u8> {
    byte.is_ascii_digit().then(|| byte - b'0')
}

/// Reads two points. The outer none stands for text that is not four digits.
pub fn read_move(text: &[u8]) -> Option<Option<Move>> {
    let &[from_file, from_row, to_file, to_row] = text else { return None };
    let from = square(digit(from_file)?, digit(from_row)?);
    let to = square(digit(to_file)?, digit(to_row)?);
    Some(from.zip(to).map(|(from, to)| Move::new(from, to)))
}

fn read_moves(list: &Value<'_>) -> Result<Vec<RecordMove>, ReadError> {
    let compact: Vec<u8> = list.text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let mut moves = Vec::with_capacity(compact.len() / 4);
    for (index, text) in compact.chunks(4).enumerate() {
        let wrong = |what: &str| {
            let got = String::from_utf8_lossy(text);
            ReadError::line(list.line, format!("movelist, ply {}: expected {what}, got {got:?}", index + 1))
        };
        let mv = read_move(text).ok_or_else(|| wrong("four digits"))?;
        let mv = mv.ok_or_else(|| wrong("points of the board"))?;
        moves.push(RecordMove { text: mv.to_string(), place: Place::Line(list.line) });
    }
    Ok(moves)
}

/// Reads the places of the 32 pieces. 99 stands for a piece that is not on the board.
fn read_binit(binit: &Value<'_>, first_mover: Option<Square>) -> Result<String, ReadError> {
    let wrong = |message: String| ReadError::line(binit.line, format!("binit: {message}"));
    let digits = binit.text.trim().as_bytes();
    if digits.len() != 2 * PIECES || !digits.iter().all(u8::is_ascii_digit) {
        return Err(wrong(format!("expected {} digits, got {} characters", 2 * PIECES, digits.len())));
    }
    let mut placed = Vec::with_capacity(PIECES);
    for (index, place) in digits.chunks_exact(2).enumerate() {
        if place == b"99" {
            continue;
        }
        let square = square(place[0] - b'0', place[1] - b'0');
        let off =
            || wrong(format!("expected a point or 99 for piece {}, got 9{}", index + 1, place[1] - b'0'));
        placed.push((pieces::piece(index), square.ok_or_else(off)?));
    }
    pieces::fen(placed.into_iter(), first_mover, Side::First)
        .map_err(|square| wrong(format!("expected one piece on {square}, got two")))
}

/// Reads the 90 points of DHJHtmlXQ, row by row from Black's left as Red sees it, and the side to move.
fn read_board(board: &Value<'_>, side: Option<&Value<'_>>) -> Result<String, ReadError> {
    let wrong = |message: String| ReadError::line(board.line, format!("board: {message}"));
    let letters: Vec<char> = board.text.trim().chars().collect();
    if letters.len() != Square::COUNT {
        return Err(wrong(format!("expected {} characters, got {}", Square::COUNT, letters.len())));
    }
    let files = usize::from(Square::FILES);
    let placed = letters.iter().enumerate().filter_map(|(index, &letter)| {
        let square = square((index % files) as u8, (index / files) as u8)?;
        Some((Piece::from_fen(letter)?, square))
    });
    let turn = match side.map(|side| side.text.trim()) {
        Some("1") => Side::Second,
        _ => Side::First,
    };
    pieces::fen(placed, None, turn).map_err(|square| wrong(format!("expected one piece on {square}")))
}
