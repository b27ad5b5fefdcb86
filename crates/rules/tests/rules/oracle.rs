//! Xiangqi moves and perft counts, compared with other programs.

use duiyi_rules::xiangqi::{Position, perft};
use std::path::PathBuf;

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split(';').map(str::trim).collect())
}

/// Reads the committed sample, or the file named by `XIANGQI_ORACLE`; see `tests/oracle/xiangqi.py`.
#[test]
fn legal_moves_match_an_independent_program() {
    let sample = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/xiangqi_moves.txt");
    let path = std::env::var_os("XIANGQI_ORACLE").map_or(sample, PathBuf::from);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut count = 0;
    for line in lines(&text) {
        let position: Position = line[0].parse().unwrap_or_else(|error| panic!("{}: {error}", line[0]));
        let mut ours: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
        ours.sort();
        assert_eq!(ours, line[1].split_whitespace().collect::<Vec<_>>(), "{}", line[0]);
        count += 1;
    }
    println!("{count} positions agree");
    assert!(count >= 400);
}

#[test]
fn perft_counts_match_an_independent_program() {
    let mut positions = std::collections::HashSet::new();
    for line in lines(include_str!("../data/xiangqi.perft")) {
        let mut position: Position = line[0].parse().unwrap();
        let (depth, count) = (line[1].parse().unwrap(), line[2].parse::<u64>().unwrap());
        assert_eq!(perft(&mut position, depth), count, "{} depth {depth}", line[0]);
        positions.insert(line[0].to_owned());
    }
    assert!(positions.len() > 20);
}

/// The published counts of the chess programming wiki and several engines.
#[test]
fn perft_of_the_start_position_matches_the_published_counts() {
    let mut position: Position = duiyi_rules::xiangqi::START_FEN.parse().unwrap();
    for (depth, count) in [(0, 1), (1, 44), (2, 1_920), (3, 79_666), (4, 3_290_240), (5, 133_312_995)] {
        assert_eq!(perft(&mut position, depth), count, "depth {depth}");
    }
}
