//! Reads and writes positions as text: the rows from the top, then the side to move.

use super::position::Position;
use super::position_problem::PositionProblem;
use super::types::{Point, Variant};
use crate::{PositionError, Side, shortened};
use std::fmt;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.size()).rev() {
            let mut empty = 0;
            for file in 0..self.size() {
                match self.at(Point::new(file, rank)) {
                    None => empty += 1,
                    Some(side) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        f.write_str(if side == Side::First { "b" } else { "w" })?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(if self.turn() == Side::First { "b" } else { "w" })
    }
}

impl Position {
    /// Reads a position: rows of `b`, `w` and counts of empty points, separated by `/`, then the side to move. If the
    /// side to move is missing, the numbers of stones decide it.
    ///
    /// # Errors
    /// Every reason why the text is not a position of the variant on a board of `size` by `size` points.
    pub fn parse(text: &str, variant: Variant, size: u8) -> Result<Position, PositionError> {
        let mut problems = Vec::new();
        let mut position = Position::empty(variant, size);
        let mut words = text.split_whitespace();
        let rows: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
        if rows.len() == usize::from(size) {
            for (row, rank) in rows.iter().zip((0..size).rev()) {
                problems.extend(read_row(&mut position, row, rank).err());
            }
        } else {
            problems.push(PositionProblem::RowCount { size, found: rows.len() });
        }
        let turn = words.next();
        if let Some(more) = words.next() {
            problems.push(PositionProblem::ExtraField { found: shortened(more).to_owned() });
        }
        if problems.is_empty() {
            problems.extend(read_turn(&mut position, turn).err());
        }
        if problems.is_empty() && position.winners().len() > 1 {
            problems.push(PositionProblem::TwoWinners);
        }
        PositionError::unless_empty(problems)?;
        Ok(position)
    }
}

fn read_row(position: &mut Position, row: &str, rank: u8) -> Result<(), PositionProblem> {
    let (size, row_number) = (position.size(), rank + 1);
    let mut file = 0;
    let mut letters = row.chars().peekable();
    while let Some(letter) = letters.next() {
        let side = match letter {
            'b' | 'B' => Some(Side::First),
            'w' | 'W' => Some(Side::Second),
            '0'..='9' => None,
            other => return Err(PositionProblem::StoneLetter { row: row_number, found: other }),
        };
        match side {
            Some(side) if file < u32::from(size) => {
                position.put(Point::new(file as u8, rank), side);
                file += 1;
            }
            Some(_) => file += 1,
            None => {
                let mut run = letter.to_digit(10).unwrap_or_default();
                while let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
                    run = (10 * run + digit).min(1000);
                    letters.next();
                }
                file += run;
            }
        }
    }
    if file == u32::from(size) {
        Ok(())
    } else {
        Err(PositionProblem::RowLength { row: row_number, size, found: file })
    }
}

/// Reads the side to move. Positions of puzzles may have any numbers of stones; without a side to move the numbers must tell it,
/// because Black moves first.
fn read_turn(position: &mut Position, text: Option<&str>) -> Result<(), PositionProblem> {
    let count =
        |side: Side| Point::all(position.size()).filter(|&point| position.at(point) == Some(side)).count();
    let turn = match text {
        Some("b") => Side::First,
        Some("w") => Side::Second,
        Some(other) => return Err(PositionProblem::Turn { found: shortened(other).to_owned() }),
        None => match (count(Side::First), count(Side::Second)) {
            (black, white) if black == white => Side::First,
            (black, white) if black == white + 1 => Side::Second,
            (black, white) => return Err(PositionProblem::StoneCounts { black, white }),
        },
    };
    position.set_turn(turn);
    Ok(())
}
