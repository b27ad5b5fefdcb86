//! The files of Piskvork, which manages the tournaments of Gomocup: `Piskvorky 15x15, 11:11, 0`, then a line `x,y,ms` for
//! each stone, counted from 1 at the top left, then the names of the engines and a code for the end.

use super::format::Format;
use super::parsed::{ClaimedGame, Parsed, Place, ReadError};
use super::tags::kept;
use super::{Tags, one_line, stones};
use crate::rules::gomoku::{Game, MAX_SIZE};
use crate::rules::shortened;
use std::fmt::Write;

pub(super) const SIGNATURE: &str = "Piskvorky ";

/// # Errors
/// When the header or a point is malformed. The error names the line.
pub(super) fn read(text: &str) -> Result<Parsed, ReadError> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().zip(1..).peekable();
    while lines.next_if(|(line, _)| line.trim().is_empty()).is_some() {}
    let (header, line) = lines.next().unwrap_or(("", 1));
    let Header { size, first } = read_header(header.trim()).ok_or_else(|| {
        let message =
            format!("expected {SIGNATURE:?} and a square board such as 15x15, got {:?}", shortened(header));
        ReadError::line(line, message)
    })?;
    let mut parsed = Parsed::new(Format::Psq);
    parsed.claim.game = Some(ClaimedGame::FiveInARow);
    parsed.claim.board_size = Some(size);
    while let Some((stone, line)) = lines.next_if(|(line, _)| line.contains(',') || line.trim().is_empty()) {
        if stone.trim().is_empty() {
            continue;
        }
        let ply = parsed.moves().len() + 1;
        let text = read_stone(stone, size).ok_or_else(|| {
            let message = format!(
                "ply {ply}: expected x,y,ms with points from 1 to {size}, got {:?}",
                shortened(stone)
            );
            ReadError::line(line, message)
        })?;
        parsed.push(0, text, Place::Line(line));
    }
    let rest: Vec<&str> =
        lines.map(|(line, _)| line.trim()).filter(|line| !line.is_empty()).take(3).collect();
    let is_name = |line: &str| line.parse::<i64>().is_err();
    // The names may be numbers where the code for the end follows.
    let [one, other] = match rest[..] {
        [one, other, _] => [one, other],
        [one, other] if is_name(one) && is_name(other) => [one, other],
        _ => ["", ""],
    }
    .map(kept);
    (parsed.tags.first, parsed.tags.second) = if first == 0 { (one, other) } else { (other, one) };
    Ok(parsed)
}

struct Header {
    size: u32,
    /// The player who moves first: 0 or 1.
    first: u32,
}

fn read_header(header: &str) -> Option<Header> {
    let rest = header.strip_prefix(SIGNATURE)?;
    let (board, levels_and_first) = rest.split_once(',').unwrap_or((rest, ""));
    let (width, height) = board.trim().split_once('x')?;
    let size = width.trim().parse().ok().filter(|&size| size > 0 && width.trim() == height.trim())?;
    let first = levels_and_first.rsplit(',').next().and_then(|first| first.trim().parse().ok());
    Some(Header { size, first: first.unwrap_or(0) })
}

/// The point of a stone in coordinates.
fn read_stone(line: &str, size: u32) -> Option<String> {
    let mut numbers = line.split(',').map(|number| number.trim().parse::<u32>().ok());
    let (column, row) = (numbers.next()??.checked_sub(1)?, numbers.next()??.checked_sub(1)?);
    // The time may be missing, or negative when a clock was set back.
    if numbers.count() > 1 || column >= size || row >= size {
        return None;
    }
    match u8::try_from(size).ok().filter(|&size| size <= MAX_SIZE) {
        Some(size) => Some(stones::point(column, row, size)?.to_string()),
        // No ruleset has so large a board, and the import says so.
        None => Some(String::new()),
    }
}

/// Exports a game of five in a row from the empty board. The format has neither a result nor the choices of an opening, and
/// the times of the moves are written as 0.
pub fn psq(game: &Game, tags: &Tags) -> String {
    let size = game.rules().board_size;
    let mut text = format!("{SIGNATURE}{size}x{size}, 0:0, 0\n");
    for (point, _) in game.stones_played() {
        let (column, row) = stones::column_and_row(point, size);
        writeln!(text, "{},{},0", column + 1, row + 1).expect("writing to a string does not fail");
    }
    for name in [&tags.first, &tags.second] {
        let name = one_line(name).replace(',', " ");
        text.push_str(if name.is_empty() { "?" } else { &name });
        text.push('\n');
    }
    text.push_str("-1\n");
    text
}
