use super::*;
use crate::rules::{Options, Ruleset};

fn name_of(ruleset: Ruleset, fen: Option<&str>, moves: &str) -> Option<&'static str> {
    let mut game = Game::new(&Options::defaults(ruleset), fen).unwrap();
    for mv in moves.split_whitespace() {
        game.play_text(mv).unwrap();
    }
    name(&game).map(|name| name.english)
}

#[test]
fn the_name_with_the_most_moves_wins() {
    for (moves, name) in [
        ("h2e2", "Central Cannon"),
        ("h2e2 h9g7 h0g2 b9c7", "Central Cannon vs. Screen Horses"),
        (
            "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6",
            "Central Cannon with River-Crossing Chariot vs. Screen Horses",
        ),
        ("h2e2 h9g7 h0g2 b7d7 i0h0 b9c7", "Central Cannon vs. Sandwiched Horses"),
        ("h2e2 b7e7 h0g2 h9g7", "Opposite Direction Cannons"),
        ("h2e2 h9g7 h0g2 b7e7", "Delayed Opposite Direction Cannons"),
    ] {
        assert_eq!(name_of(Ruleset::Xiangqi, None, moves), Some(name), "{moves}");
    }
}

#[test]
fn an_opening_has_the_same_name_mirrored_and_turned() {
    assert_eq!(name_of(Ruleset::Xiangqi, None, "b2e2 b7e7"), Some("Same Direction Cannons"));
    assert_eq!(name_of(Ruleset::Xiangqi, None, "c0e2"), Some("Elephant Opening"));
    for moves in ["h8 h9 i9", "h8 h9 g9"] {
        assert_eq!(name_of(Ruleset::Renju, None, moves), Some("Kagetsu"));
    }
    for moves in ["h8 i9 i7", "h8 g7 g9", "h8 g9 i9"] {
        assert_eq!(name_of(Ruleset::Renju, None, moves), Some("Hogetsu"));
    }
}

#[test]
fn other_games_other_starts_and_unusual_moves_have_no_name() {
    assert_eq!(name_of(Ruleset::Gomoku, None, "h8 h9 i9"), None);
    assert_eq!(name_of(Ruleset::Xiangqi, None, "a0a1"), None);
    let endgame = "4k4/9/9/9/9/9/9/7C1/9/3K5 w - - 0 1";
    assert_eq!(name_of(Ruleset::Xiangqi, Some(endgame), "h2e2"), None);
    assert_eq!(name_of(Ruleset::Renju, None, "h8 h9"), None);
    assert_eq!(name_of(Ruleset::Renju, None, "h8 h9 a1"), None);
}

#[test]
fn no_two_openings_have_the_same_moves_and_each_has_its_name() {
    let mut lines: Vec<_> = XIANGQI.iter().map(|opening| (&opening.red, &opening.black)).collect();
    let count = lines.len();
    lines.sort();
    lines.dedup();
    assert_eq!((lines.len(), RENJU.len()), (count, 26));
    for (stones, name) in RENJU.iter() {
        assert_eq!(name_of(Ruleset::Renju, None, &format!("h8 {stones}")), Some(name.english));
    }
}
