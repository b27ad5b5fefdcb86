//! The files in which RenLib, the analysis program of Renju players, keeps a single line of moves on 15 by 15 points: its
//! text board (a diagram, then numbered moves) and its binary `.pos` (the number of moves, then a byte for each: the row
//! from the top times 15 and the column, both from 0).

use super::format::Format;
use super::parsed::{ClaimedGame, Ending, Parsed, Place, ReadError};
use super::tags::kept;
use super::{Tags, one_line, result, stones};
use crate::rules::gomoku::{Game, Point};
use crate::rules::{Side, shortened};
use std::fmt::Write;

/// The line between the diagram and the moves of a text board.
pub(super) const TEXT_BOARD: &str = "----- Text Board -----";

const SIZE: u8 = 15;
const POINTS: usize = SIZE as usize * SIZE as usize;

fn new(format: Format) -> Parsed {
    let mut parsed = Parsed::new(format);
    parsed.claim.game = Some(ClaimedGame::FiveInARow);
    parsed.claim.board_size = Some(SIZE.into());
    parsed
}

/// Whether these bytes are a position file. The file has no signature: it is recognized by its length, and by the points,
/// which are all different.
pub(super) fn is_pos(bytes: &[u8]) -> bool {
    let Some((&count, points)) = bytes.split_first() else { return false };
    let mut seen = [false; 256];
    count > 0
        && points.len() == usize::from(count)
        && points.iter().all(|&point| {
            let is_new = !std::mem::replace(&mut seen[usize::from(point)], true);
            is_new && usize::from(point) < POINTS
        })
}

/// # Errors
/// When the number of moves is wrong, or a byte is not a point. The error names the byte.
pub(super) fn read_pos(bytes: &[u8]) -> Result<Parsed, ReadError> {
    let mut parsed = new(Format::Pos);
    let (&count, points) = bytes.split_first().unwrap_or((&0, &[]));
    let count = usize::from(count);
    if count == 0 || count > POINTS {
        let message = format!("expected the number of moves, from 1 to {POINTS}, got {count}");
        return Err(ReadError::byte(0, message));
    }
    if points.len() < count {
        let message = format!("expected {count} moves, got {}", points.len());
        return Err(ReadError::byte(bytes.len(), message));
    }
    for (index, &byte) in points[..count].iter().enumerate() {
        let (column, row) = (u32::from(byte % SIZE), u32::from(byte / SIZE));
        let point = stones::point(column, row, SIZE).ok_or_else(|| {
            let message = format!("ply {}: expected a point from 0 to {}, got {byte}", index + 1, POINTS - 1);
            ReadError::byte(index + 1, message)
        })?;
        parsed.push(0, point.to_string(), Place::Byte(index + 1));
    }
    Ok(parsed)
}

/// Reads the moves of a text board. Lines before them, such as the names of the players, are comments.
///
/// # Errors
/// When the moves are not numbered from 1. The error names the line.
pub(super) fn read_text_board(text: &str) -> Result<Parsed, ReadError> {
    let mut parsed = new(Format::TextBoard);
    let mut lines = text.lines().zip(1..).skip_while(|(line, _)| !line.contains(TEXT_BOARD));
    let missing = || ReadError::line(1, format!("expected the line {TEXT_BOARD:?} before the moves"));
    lines.next().ok_or_else(missing)?;
    for (text, line) in lines {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_of_moves = words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        // A name may begin with a number.
        let is_title = parsed.moves().is_empty()
            && words.contains(&"-")
            && words.last().is_some_and(|word| Ending::parse(word).is_some());
        match (is_of_moves && !is_title, parsed.moves().is_empty()) {
            (true, _) => read_numbered(&words, line, &mut parsed)?,
            (false, _) if words.is_empty() || words == ["Black", "White"] => {}
            (false, true) => read_title(&words, &mut parsed),
            (false, false) => parsed.comments += 1,
        }
    }
    Ok(parsed)
}

fn read_numbered(words: &[&str], line: usize, parsed: &mut Parsed) -> Result<(), ReadError> {
    for pair in words.chunks(2) {
        let ply = parsed.moves().len() + 1;
        match *pair {
            [number, text] if number.parse() == Ok(ply) => {
                parsed.push(0, text.to_owned(), Place::Line(line));
            }
            _ => {
                let message =
                    format!("expected {ply} and a point such as H8, got {:?}", shortened(&pair.join(" ")));
                return Err(ReadError::line(line, message));
            }
        }
    }
    Ok(())
}

/// Reads a line such as `Black - White 1-0`.
fn read_title(words: &[&str], parsed: &mut Parsed) {
    let (players, ending) = match words.split_last() {
        Some((last, players)) if Ending::parse(last).is_some() => (players, Ending::parse(last)),
        _ => (words, None),
    };
    match players.join(" ").split_once(" - ") {
        Some((first, second)) => {
            parsed.tags.first = kept(first);
            parsed.tags.second = kept(second);
            parsed.ending = ending;
        }
        None => parsed.comments += 1,
    }
}

/// Exports a game on 15 by 15 points as a position file of RenLib. The choices of an opening are left out.
pub fn pos(game: &Game) -> Vec<u8> {
    let points: Vec<u8> = game
        .stones_played()
        .into_iter()
        .map(|(point, _)| {
            let (column, row) = stones::column_and_row(point, SIZE);
            row * SIZE + column
        })
        .collect();
    [&[points.len() as u8], &points[..]].concat()
}

/// Exports a game on 15 by 15 points as a text board of RenLib. The choices of an opening are left out.
pub fn text_board(game: &Game, tags: &Tags) -> String {
    let mut text = String::from("          X=Black   O=White\n\n");
    let files = "    A B C D E F G H I J K L M N O\n";
    text.push_str(files);
    for rank in (0..SIZE).rev() {
        let stones = (0..SIZE).map(|file| match game.position().at(Point::new(file, rank)) {
            None => " .",
            Some(Side::First) => " X",
            Some(Side::Second) => " O",
        });
        let stones: String = stones.collect();
        let number = rank + 1;
        writeln!(text, " {number:>2}{stones} {number}").expect("writing to a string does not fail");
    }
    text.push_str(files);
    let names = [&tags.first, &tags.second].map(|name| one_line(name));
    let end = result(&crate::rules::Game::Gomoku(game.clone()));
    write!(text, "    {TEXT_BOARD}\n\n    {} - {} {end}\n", names[0], names[1])
        .expect("writing to a string does not fail");
    for (index, pair) in game.stones_played().chunks(2).enumerate() {
        let numbered = pair
            .iter()
            .zip(2 * index + 1..)
            .map(|(&(point, _), ply)| format!("{ply:>7} {:<4}", point.to_string().to_uppercase()));
        text.push_str(numbered.collect::<String>().trim_end());
        text.push('\n');
    }
    text
}
