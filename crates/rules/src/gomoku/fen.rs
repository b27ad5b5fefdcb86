//! Reads and writes positions as text: the rows from the top, then the side to move.

use super::position::Position;
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
        let mut reasons = Vec::new();
        let mut position = Position::empty(variant, size);
        let mut words = text.split_whitespace();
        let rows: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
        if rows.len() == usize::from(size) {
            for (row, rank) in rows.iter().zip((0..size).rev()) {
                if let Err(reason) = read_row(&mut position, row, rank) {
                    reasons.push(reason);
                }
            }
        } else {
            reasons.push(format!("expected {size} rows with / between them, got {}", rows.len()));
        }
        let turn = words.next();
        if let Some(more) = words.next() {
            reasons.push(format!("expected nothing after the side to move, got {:?}", shortened(more)));
        }
        if reasons.is_empty() {
            reasons.extend(read_turn(&mut position, turn).err());
        }
        if reasons.is_empty() && position.winners().len() > 1 {
            reasons.push("both sides have a winning row".to_owned());
        }
        if reasons.is_empty() { Ok(position) } else { Err(PositionError { reasons }) }
    }
}

fn read_row(position: &mut Position, row: &str, rank: u8) -> Result<(), String> {
    let size = u32::from(position.size());
    let number = rank + 1;
    let mut file = 0;
    let mut letters = row.chars().peekable();
    while let Some(letter) = letters.next() {
        let side = match letter {
            'b' | 'B' => Some(Side::First),
            'w' | 'W' => Some(Side::Second),
            '0'..='9' => None,
            other => return Err(format!("row {number}: expected b, w and numbers, got {other:?}")),
        };
        match side {
            Some(side) if file < size => {
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
    if file == size { Ok(()) } else { Err(format!("row {number}: expected {size} points, got {file}")) }
}

/// Reads the side to move. Positions of puzzles may have any numbers of stones; without a side to move the numbers must tell it,
/// because Black moves first.
fn read_turn(position: &mut Position, text: Option<&str>) -> Result<(), String> {
    let count =
        |side: Side| Point::all(position.size()).filter(|&point| position.at(point) == Some(side)).count();
    let turn = match text {
        Some("b") => Side::First,
        Some("w") => Side::Second,
        Some(other) => {
            return Err(format!("expected b or w as the side to move, got {:?}", shortened(other)));
        }
        None => match (count(Side::First), count(Side::Second)) {
            (black, white) if black == white => Side::First,
            (black, white) if black == white + 1 => Side::Second,
            (black, white) => {
                return Err(format!(
                    "expected b or w as the side to move, which {black} black and {white} white stones do not tell"
                ));
            }
        },
    };
    position.set_turn(turn);
    Ok(())
}
