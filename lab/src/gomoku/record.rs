//! A game of self-play, as a line of text.
//!
//! A line is the result for Black (0, 1 for a draw, 2), then every move with the score for the side that made it, in hundredths:
//! `h8:35`. Moves of the opening have no score: `h8:`. After some moves follows a position that the search for the move met, as
//! the moves that lead to it, and what a search of its own found there: `h8:35|h9,j10,g7:-20`, where g7 is the best move after
//! h9 and j10.

use duiyi_rules::Side;
use duiyi_rules::gomoku::Point;
use std::fmt;
use std::str::FromStr;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// None if the game was drawn.
    pub winner: Option<Side>,
    pub moves: Vec<RecordedMove>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    pub point: Point,
    /// None in the opening.
    pub score: Option<i32>,
    pub below: Option<Below>,
}

/// A position of the search tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Below {
    /// The moves from the position before the recorded move.
    pub path: Vec<Point>,
    pub best: Point,
    pub score: i32,
}

impl Record {
    /// The result for a side: 0 lost, 0.5 drawn, 1 won.
    pub fn result(&self, side: Side) -> f32 {
        match self.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.winner {
            Some(Side::Second) => 0,
            None => 1,
            Some(Side::First) => 2,
        };
        write!(formatter, "{result}")?;
        for RecordedMove { point, score, below } in &self.moves {
            write!(formatter, " {point}:")?;
            if let Some(score) = score {
                write!(formatter, "{score}")?;
            }
            if let Some(Below { path, best, score }) = below {
                formatter.write_str("|")?;
                path.iter().try_for_each(|point| write!(formatter, "{point},"))?;
                write!(formatter, "{best}:{score}")?;
            }
        }
        Ok(())
    }
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a game of self-play, at \"{0}\"")]
pub struct Malformed(String);

impl FromStr for Record {
    type Err = Malformed;

    fn from_str(line: &str) -> Result<Record, Malformed> {
        let (result, moves) = line.split_once(' ').unwrap_or((line, ""));
        let winner = match result {
            "0" => Some(Side::Second),
            "1" => None,
            "2" => Some(Side::First),
            other => return Err(Malformed(other.to_owned())),
        };
        let read = |word: &str| recorded_move(word).ok_or_else(|| Malformed(word.to_owned()));
        Ok(Record { winner, moves: moves.split_whitespace().map(read).collect::<Result<_, _>>()? })
    }
}

fn recorded_move(word: &str) -> Option<RecordedMove> {
    let (mv, below) = word.split_once('|').map_or((word, None), |(mv, below)| (mv, Some(below)));
    let (point, score) = mv.split_once(':')?;
    let score = if score.is_empty() { None } else { Some(score.parse().ok()?) };
    let below = match below {
        Some(text) => Some(self::below(text)?),
        None => None,
    };
    Some(RecordedMove { point: Point::parse(point)?, score, below })
}

fn below(text: &str) -> Option<Below> {
    let (points, score) = text.split_once(':')?;
    let mut path = points.split(',').map(Point::parse).collect::<Option<Vec<_>>>()?;
    let best = path.pop()?;
    Some(Below { path, best, score: score.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written() {
        for line in ["2 h8: i9: j10:35|h9,j11,g7:-20 a1:-10000", "1 o15:0", "0"] {
            assert_eq!(line.parse::<Record>().unwrap().to_string(), line);
        }
    }

    #[test]
    fn the_error_names_the_word_that_is_wrong() {
        for (line, wrong) in [("3 h8:", "3"), ("2 h8: z9:5", "z9:5"), ("2 h8:|i9:", "h8:|i9:")] {
            assert_eq!(line.parse::<Record>(), Err(Malformed(wrong.to_owned())));
        }
    }
}
