use duiyi::rules::gomoku::{Point, Position, Variant};

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

/// See tests/oracle/renju.py.
#[test]
fn forbidden_points_are_those_of_two_independent_programs() {
    let mut count = 0;
    for line in include_str!("../data/renju-forbidden.txt").lines().filter(|line| !line.starts_with('#')) {
        let (fen, points) = line.split_once(';').unwrap();
        let expected: Vec<&str> = points.split_whitespace().collect();
        assert_eq!(forbidden(&position(fen.trim())), expected, "{fen}");
        count += 1;
    }
    assert!(count > 1400);
}

/// Where the two disagree, the text of the federation decides: a three counts only if a stone more makes a straight
/// four without making five at the same time. On these points a three can be extended by a five alone.
#[test]
fn a_three_that_only_a_five_extends_does_not_count() {
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
