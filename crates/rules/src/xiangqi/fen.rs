//! Reads and writes FEN: the ranks from Black's baseline down, the side to move, two unused fields, two counters.

use super::position::Position;
use super::position_problem::PositionProblem;
use super::setup::Setup;
use super::types::{Piece, Square};
use crate::{PositionError, Side, shortened};
use arrayvec::ArrayVec;
use std::fmt;
use std::str::FromStr;

/// The start position of Xiangqi.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The largest counter in a FEN: far longer than any game, and far from overflow.
const MAX_COUNTER: u32 = 9999;

impl FromStr for Setup {
    type Err = PositionError;

    fn from_str(fen: &str) -> Result<Setup, PositionError> {
        let mut setup = Setup::empty();
        let mut problems = Vec::new();
        let mut fields = fen.split_ascii_whitespace();
        read_board(fields.next().unwrap_or_default(), &mut setup, &mut problems);
        match fields.next() {
            Some("w" | "r" | "W" | "R") | None => setup.turn = Side::First,
            Some("b" | "B") => setup.turn = Side::Second,
            Some(other) => problems.push(PositionProblem::Turn { found: quoted(other) }),
        }
        for _ in 0..2 {
            if let Some(field) = fields.next().filter(|&field| field != "-") {
                problems.push(PositionProblem::UnusedField { found: quoted(field) });
            }
        }
        read_counter("plies since the last capture", fields.next(), 0, &mut setup.clock, &mut problems);
        read_counter("move number", fields.next(), 1, &mut setup.fullmove, &mut problems);
        if let Some(extra) = fields.next() {
            problems.push(PositionProblem::ExtraField { found: quoted(extra) });
        }
        PositionError::unless_empty(problems)?;
        Ok(setup)
    }
}

fn read_board(text: &str, setup: &mut Setup, problems: &mut Vec<PositionProblem>) {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != Square::RANKS as usize {
        problems.push(PositionProblem::RankCount { found: ranks.len() });
        return;
    }
    for (rank, row) in (0..Square::RANKS).rev().zip(ranks) {
        let mut file = 0;
        for (place, letter) in row.chars().enumerate() {
            if let Some(empty @ 1..=9) = letter.to_digit(10) {
                file += empty as usize;
            } else if let Some(piece) = Piece::from_fen(letter) {
                if file < Square::FILES as usize {
                    setup.board[Square::new(file as u8, rank).index()] = Some(piece);
                }
                file += 1;
            } else {
                // Limits the number of problems. If the rank is longer than the board, its length is also an error.
                if place < Square::FILES as usize {
                    problems.push(PositionProblem::PieceLetter { rank, found: letter });
                }
                file += 1;
            }
        }
        if file != Square::FILES as usize {
            problems.push(PositionProblem::RankLength { rank, found: file });
        }
    }
}

fn read_counter(
    counter: &'static str,
    field: Option<&str>,
    least: u32,
    value: &mut u32,
    problems: &mut Vec<PositionProblem>,
) {
    let Some(field) = field else { return };
    match field.parse() {
        Ok(number) if (least..=MAX_COUNTER).contains(&number) => *value = number,
        _ => {
            let found = quoted(field);
            problems.push(PositionProblem::Counter { counter, least, most: MAX_COUNTER, found });
        }
    }
}

/// The beginning of a field, for an error.
fn quoted(field: &str) -> String {
    shortened(field).to_owned()
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(fen: &str) -> Result<Position, PositionError> {
        Position::try_from(&fen.parse::<Setup>()?)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fen(f, |square| self.board[square.index()], self.turn, [self.clock, self.fullmove])
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fen(f, |square| self.piece_at(square), self.turn(), [self.clock(), self.fullmove()])
    }
}

fn write_fen(
    f: &mut fmt::Formatter<'_>,
    piece_at: impl Fn(Square) -> Option<Piece>,
    turn: Side,
    [clock, fullmove]: [u32; 2],
) -> fmt::Result {
    /// Ten ranks of nine points and nine separators.
    const LONGEST_BOARD: usize = 99;
    let mut board = ArrayVec::<u8, LONGEST_BOARD>::new();
    for rank in (0..Square::RANKS).rev() {
        let mut empty = 0;
        for file in 0..Square::FILES {
            match piece_at(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    push_count(&mut board, empty);
                    empty = 0;
                    board.push(piece.fen() as u8);
                }
            }
        }
        push_count(&mut board, empty);
        if rank > 0 {
            board.push(b'/');
        }
    }
    f.write_str(std::str::from_utf8(&board).expect("letters, digits and separators"))?;
    f.write_str(if turn == Side::First { " w - - " } else { " b - - " })?;
    write!(f, "{clock} {fullmove}")
}

fn push_count<const LENGTH: usize>(board: &mut ArrayVec<u8, LENGTH>, empty: u8) {
    if empty > 0 {
        board.push(b'0' + empty);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_any_length_is_refused_with_few_reasons() {
        let long = "x".repeat(6_000);
        let rows = [long.as_str(); 10].join("/");
        let reasons = rows.parse::<Setup>().unwrap_err().reasons;
        assert_eq!(reasons.len(), 10 * (9 + 1));
        assert!(reasons.iter().any(|reason| reason.to_string() == "rank 0: expected 9 points, got 6000"));
    }
}
