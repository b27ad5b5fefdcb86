//! Forbidden points of Renju, compared with other programs.

use duiyi_rules::gomoku::{Point, Position, Variant};

fn position(fen: &str) -> Position {
    Position::parse(fen, Variant::Renju, 15).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn forbidden(position: &Position) -> Vec<String> {
    let mut points: Vec<String> = position
        .forbidden_points()
        .into_iter()
        .map(|(point, kind)| format!("{point}:{}", kind.name()))
        .collect();
    points.sort();
    points
}

/// See `tests/oracle/renju.py`.
#[test]
fn forbidden_points_match_two_independent_programs() {
    let mut count = 0;
    for line in include_str!("../data/renju-forbidden.txt").lines().filter(|line| !line.starts_with('#')) {
        let (fen, points) = line.split_once(';').unwrap();
        let expected: Vec<&str> = points.split_whitespace().collect();
        assert_eq!(forbidden(&position(fen.trim())), expected, "{fen}");
        count += 1;
    }
    assert!(count > 1400);
}

/// Where the two programs disagree, the rules of the Renju federation decide: a three counts only if one more stone
/// makes a straight four and no five at the same time. At these points every extension of one three makes a five.
#[test]
fn a_three_that_can_only_be_extended_to_five_does_not_count() {
    let mut count = 0;
    for line in include_str!("../data/renju-five-not-three.txt").lines().filter(|line| !line.starts_with('#'))
    {
        let (fen, point) = line.split_once(';').unwrap();
        let point = Point::parse(point.trim()).unwrap();
        assert_eq!(position(fen.trim()).forbidden_at(point), None, "{line}");
        count += 1;
    }
    assert_eq!(count, 11);
}
