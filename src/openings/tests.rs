use super::*;
use crate::rules::{Options, Ruleset};

fn name_of(ruleset: Ruleset, fen: Option<&str>, moves: &str) -> Option<&'static str> {
    let mut game = Game::new(&Options::defaults(ruleset), fen).unwrap();
    for mv in moves.split_whitespace() {
        game.play_text(mv).unwrap();
    }
    name(&game).map(|name| name.english)
}

/// The moves of another opening do not change a name that has been given.
#[test]
fn a_name_holds_until_a_more_special_one_of_its_family_replaces_it() {
    for (moves, name) in [
        // Both horses come out behind cannons that were in the same direction from the start.
        ("h2e2 h7e7 h0g2 h9g7 i0h0 b9c7", "Same Direction Cannons"),
        ("h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 h0h6", "Central Cannon vs. Sandwiched Horses"),
        ("h2e2 h9g7 h0g2 i9h9 i0i1 h7i7 b0c2 b9c7", "Central Cannon vs. Left Three-Step Tiger"),
        ("h2e2 h9g7 h0g2 i9h9 i0i1 h7i7 b0c2 b7e7", "Three-Step Tiger to Opposite Direction Cannons"),
        ("g3g4 c9e7 b0c2 c6c5", "Pointing the Way"),
        ("g3g4 c6c5 b0c2 h7g7", "Opposed Soldiers"),
    ] {
        assert_eq!(name_of(Ruleset::Xiangqi, None, moves), Some(name), "{moves}");
    }
}

/// What the names of ECCO contain, by the beginning of its code.
const ECCO: [(&str, &str); 20] = [
    ("A1", "飞相"),
    ("A2", "飞相"),
    ("A3", "飞相"),
    ("A4", "起马"),
    ("A5", "士角炮"),
    ("A6", "过宫炮"),
    ("B0", "中炮"),
    ("B2", "三步虎"),
    ("B3", "反宫马"),
    ("B4", "反宫马"),
    ("B5", "反宫马"),
    ("C", "屏风马"),
    ("D0", "顺炮"),
    ("D1", "顺炮"),
    ("D2", "顺炮"),
    ("D3", "列炮"),
    ("D4", "列炮"),
    ("D5", "列炮"),
    ("E4", "对兵"),
    ("E", "仙人指路"),
];

/// Games that ECCO has classified, where they are at hand: at least 97 of 100 have a name of the same family.
#[test]
fn foreign_games_have_names_of_the_families_of_ecco() {
    const FILE: &str = "xiangqi_ecco_names.jsonl";
    let Some(games) = duiyi_testkit::foreign::lines(FILE) else { return };
    let (mut count, mut others) = (0, Vec::new());
    for line in &games {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let code = game["ecco"].as_str().unwrap();
        let moves: Vec<String> = serde_json::from_value(game["moves"].clone()).unwrap();
        let (_, family) = ECCO.iter().find(|(start, _)| code.starts_with(start)).unwrap();
        let name = xiangqi(&moves[..PLIES.min(moves.len())]).map_or("", |name| name.chinese);
        count += 1;
        if !name.contains(family) {
            others.push(format!("{code} {}: {name}", game["ecco_opening"]));
        }
    }
    let agree = format!("{} of {count}", count - others.len());
    duiyi_testkit::foreign::row(FILE, "names of the family of ECCO", &agree);
    assert!(100 * others.len() <= 3 * count, "{} of {count}: {others:#?}", others.len());
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
