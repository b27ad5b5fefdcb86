//! Which rows win, by reading whole lines of the board as text: slow, and independent of what the game computes.

use duiyi_rules::Side;
use duiyi_rules::gomoku::{Direction, Point, Position, Variant};

/// The sides that have a winning row.
pub fn winners(position: &Position) -> Vec<Side> {
    let lines = lines(position);
    let wins = |side: &Side| lines.iter().any(|line| has_winning_row(position.variant(), *side, line));
    Side::ALL.into_iter().filter(wins).collect()
}

/// Every line of the board, as `x` for Black, `o` for White and `.`, with `|` for the edge at both ends.
fn lines(position: &Position) -> Vec<String> {
    let size = position.size();
    let letter = |point: Point| match position.at(point) {
        Some(Side::First) => 'x',
        Some(Side::Second) => 'o',
        None => '.',
    };
    let mut lines = Vec::new();
    for direction in Direction::ALL {
        for start in Point::all(size).filter(|start| start.along(direction, -1, size).is_none()) {
            let points = (0..).map_while(|steps| start.along(direction, steps, size));
            lines.push(format!("|{}|", points.map(letter).collect::<String>()));
        }
    }
    lines
}

fn has_winning_row(variant: Variant, side: Side, line: &str) -> bool {
    let (own, other) = if side == Side::First { ('x', 'o') } else { ('o', 'x') };
    let letters: Vec<char> = line.chars().collect();
    let starts = (1..letters.len()).filter(|&at| letters[at] == own && letters[at - 1] != own);
    starts.into_iter().any(|start| {
        let length = letters[start..].iter().take_while(|&&letter| letter == own).count();
        let is_blocked = letters[start - 1] == other && letters[start + length] == other;
        match (variant, side) {
            (Variant::Freestyle, _) | (Variant::Renju, Side::Second) => length >= 5,
            (Variant::Standard, _) | (Variant::Renju, Side::First) => length == 5,
            (Variant::Caro, _) => length == 5 && !is_blocked || length > 5,
            (Variant::CaroExact, _) => length == 5 && !is_blocked,
        }
    })
}
