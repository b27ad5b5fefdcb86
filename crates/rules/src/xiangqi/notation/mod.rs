//! Reads and writes moves in coordinates, in Chinese notation and in WXF notation.
//!
//! Chinese and WXF notation have the same content in different letters: the piece, by its file or by its place among
//! others of the same role; the way; and the distance or the destination file. [`Phrase`] is this content.

mod chinese;
mod phrase;
mod wxf;

use super::illegal;
use super::illegal_move::IllegalMove;
use super::legality::Legality;
use super::position::Position;
use super::types::{Move, Square};
use crate::{MoveError, MoveText, shortened};
use arrayvec::ArrayVec;
use phrase::Phrase;

const EXPECTED: &str = "coordinates such as h2e2, Chinese such as 炮二平五, or WXF such as C2=5";

/// Writes a legal move of this position in every notation.
pub fn describe(position: &Position, mv: Move) -> MoveText {
    let phrase = Phrase::of(position, mv);
    MoveText {
        coordinates: mv.to_string(),
        chinese: phrase.map(|phrase| chinese::write(position.turn(), &phrase)),
        wxf: phrase.map(|phrase| wxf::write(position, mv.from(), &phrase)),
    }
}

/// Reads a legal move of this position in any notation.
///
/// # Errors
/// If the text is not a move, matches several legal moves, or matches no legal move.
pub fn parse(position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    if let Some(mv) = coordinates(text)? {
        return if position.is_legal(mv) { Ok(mv) } else { Err(illegal::explain(position, mv).into()) };
    }
    let phrase = chinese::read(text).or_else(|| wxf::read(text)).ok_or_else(|| unreadable(text))?;
    let candidates = phrase.candidates(position);
    let legality = Legality::of(position);
    let legal: Vec<Move> = candidates.iter().copied().filter(|&mv| legality.is_legal(position, mv)).collect();
    match (&legal[..], &candidates[..]) {
        ([mv], _) => Ok(*mv),
        ([], []) => Err(phrase.explain_nothing(position, text).into()),
        ([], [mv, ..]) => Err(illegal::explain(position, *mv).into()),
        (several, _) => Err(MoveError::Ambiguous {
            input: shortened(text).to_owned(),
            candidates: several.iter().map(Move::to_string).collect(),
        }),
    }
}

fn unreadable(text: &str) -> MoveError {
    MoveError::Unreadable { input: shortened(text).to_owned(), expected: EXPECTED }
}

/// Reads two points, with or without a hyphen. Returns `None` if the text has another form.
fn coordinates(text: &str) -> Result<Option<Move>, MoveError> {
    const LONGEST: usize = 5;
    if text.len() > LONGEST {
        return Ok(None);
    }
    let compact: ArrayVec<u8, LONGEST> = text.bytes().filter(|&byte| byte != b'-').collect();
    let is_point = |point: &[u8]| point[0].is_ascii_alphabetic() && point[1].is_ascii_digit();
    if compact.len() != 4 || !is_point(&compact[..2]) || !is_point(&compact[2..]) {
        return Ok(None);
    }
    let square = |point: &[u8]| std::str::from_utf8(point).unwrap_or_default().parse::<Square>();
    match (square(&compact[..2]), square(&compact[2..])) {
        (Ok(from), Ok(to)) => Ok(Some(Move::new(from, to))),
        _ => Err(IllegalMove::OffBoard { text: text.to_owned() }.into()),
    }
}

#[cfg(test)]
mod tests;
