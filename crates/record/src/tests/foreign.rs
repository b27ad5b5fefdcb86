//! Files that other people's programs wrote, games that others collected and positions of other projects: see
//! [`duiyi_testkit::foreign`].

use super::*;
use crate::rules::Ruleset;
use crate::rules::gomoku::{Move, Variant};
use duiyi_testkit::foreign::{lines, list, row, text};
use std::collections::BTreeMap;

/// Imports a file, and gives its games or why it was refused.
fn import_all(bytes: &[u8], ruleset: Option<Ruleset>) -> Result<Vec<Imported>, String> {
    let games = read_all(bytes, None).map_err(|error| error.to_string())?;
    let import = |parsed: Parsed| {
        let chosen = parsed.ruleset(ruleset)?;
        let options = parsed.options(Options::defaults(chosen.ruleset), false)?;
        parsed.play(&options, 2000).map_err(|error| error.to_string())
    };
    games.into_iter().map(import).collect()
}

#[test]
fn foreign_files_are_imported() {
    const FILE: &str = "records_raw.jsonl";
    let Some(records) = lines(FILE) else { return };
    let mut counts = BTreeMap::<&str, (usize, usize)>::new();
    let mut refused = Vec::new();
    for line in &records {
        let (expect, source) = (text(line, "expect").unwrap(), text(line, "source").unwrap());
        let bytes = from_base64(text(line, "base64").unwrap()).unwrap();
        let ruleset = text(line, "ruleset").and_then(|name| name.parse().ok());
        let (read, all) = counts.entry(expect).or_default();
        *all += 1;
        match import_all(&bytes, ruleset) {
            Ok(games) if games.iter().all(|imported| imported.game.ply() > 0) => *read += 1,
            Ok(_) => refused.push(format!("{source}: no moves")),
            Err(error) => refused.push(format!("{source}: {error}")),
        }
    }
    for (expect, (read, all)) in &counts {
        row(FILE, expect, &format!("{read} of {all} imported"));
    }
    assert_eq!(refused, Vec::<String>::new());
}

#[test]
fn foreign_positions_of_five_in_a_row_can_be_set_up() {
    const FILE: &str = "renju_gomoku_rule_tests.jsonl";
    let Some(tests) = lines(FILE) else { return };
    let (mut asked, mut agree, mut outcomes) = (0, 0, 0);
    for line in &tests {
        let fen = text(line, "fen").unwrap();
        let variant = match text(line, "rules") {
            Some("FREESTYLE") => Variant::Freestyle,
            Some("STANDARD") => Variant::Standard,
            Some("CARO5") => Variant::CaroExact,
            Some("CARO6") => Variant::Caro,
            Some("RENJU") | None => Variant::Renju,
            Some(other) => panic!("{other}"),
        };
        let board_size = (fen.matches('/').count() + 1) as u8;
        let options = gomoku::Options { board_size, ..gomoku::Options::new(variant) };
        let game = Game::new(&Options::Gomoku(options), Some(fen));
        let game = game.unwrap_or_else(|error| panic!("{fen}: {error}"));
        if let (Some(point), Some(outcome)) = (text(line, "point"), text(line, "outcome")) {
            assert_eq!(is_won_at(&game, point), outcome == "CROSS_WIN", "{line}");
            outcomes += 1;
        }
        if line.contains("\"forbidden\": [") && game.turn() == Side::First {
            let mut forbidden: Vec<String> =
                game.forbidden().into_iter().map(|forbidden| game.coordinates(forbidden.point)).collect();
            let mut expected = list(line, "forbidden");
            forbidden.sort();
            expected.sort();
            let wanted = expected.iter().all(|point| forbidden.iter().any(|found| found == point));
            (asked, agree) = (asked + 1, agree + usize::from(wanted));
            if !wanted {
                println!("{fen}: expected {expected:?}, got {forbidden:?}");
            }
        }
    }
    row(FILE, "positions set up", &format!("{0} of {0}", tests.len()));
    row(FILE, "forbidden points named", &format!("{agree} of {asked}"));
    row(FILE, "wins, and rows that do not win", &format!("{outcomes} of {outcomes}"));
    assert_eq!(agree, asked);
}

/// Whether the row through the stone on this point, or of a black stone put there, wins.
fn is_won_at(game: &Game, point: &str) -> bool {
    let (Game::Gomoku(own), Some(Move::Stone(point))) = (game, Move::parse(point)) else { panic!("{point}") };
    let side = own.position().at(point).unwrap_or(Side::First);
    own.position().wins_at(point, side)
}

#[test]
fn foreign_openings_are_played() {
    for (file, variant) in [
        ("gomoku_openings_freestyle_balanced.txt", Variant::Freestyle),
        ("gomoku_openings_standard_balanced.txt", Variant::Standard),
        ("gomoku_openings_renju_balanced.txt", Variant::Renju),
    ] {
        let Some(openings) = lines(file) else { return };
        for opening in &openings {
            let parsed = read(opening.as_bytes(), None).unwrap();
            let Imported { game, import } =
                parsed.play(&Options::Gomoku(gomoku::Options::new(variant)), 225).unwrap();
            assert_eq!((game.ply(), game.outcome()), (opening.split_whitespace().count(), None), "{opening}");
            assert!(import.notes.is_empty(), "{opening}: {:?}", import.notes);
        }
        row(file, "played without a note", &format!("{0} of {0}", openings.len()));
    }
}

#[test]
fn foreign_games_keep_all_their_moves_under_every_rule_of_repetition() {
    let options = |penalty, repetition| {
        Options::Xiangqi(xiangqi::Options {
            repetition,
            repetition_penalty: penalty,
            ..xiangqi::Options::default()
        })
    };
    use xiangqi::{Repetition, RepetitionPenalty};
    let all = [
        options(RepetitionPenalty::Lose, Repetition::Asian),
        options(RepetitionPenalty::Refuse, Repetition::Asian),
        options(RepetitionPenalty::Lose, Repetition::Tiantian),
    ];
    for file in [
        "xiangqi_games_wukong.jsonl",
        "xiangqi_games_cut_by_repetition.jsonl",
        "xiangqi_games_xqwizard.jsonl",
    ] {
        let Some(games) = lines(file) else { return };
        let (mut plies, mut noted) = (0, 0);
        for line in &games {
            let moves = list(line, "moves");
            let record = match text(line, "fen") {
                Some(fen) => format!("[FEN \"{fen}\"]\n\n{}", moves.join(" ")),
                None => moves.join(" "),
            };
            for options in &all {
                let parsed = read(record.as_bytes(), None).unwrap();
                let Imported { game, import } = parsed.play(options, 2000).unwrap();
                assert_eq!(game.ply(), moves.len(), "{record}");
                noted += usize::from(!import.notes.is_empty());
                let replayed = Game::replay(options, Some(&game.start_fen()), game.moves()).unwrap();
                assert_eq!(replayed.fen(), game.fen());
            }
            plies += moves.len();
        }
        row(file, "games kept whole by three rules", &format!("{0} of {0}, {plies} plies", games.len()));
        row(file, "imports with notes", &format!("{noted} of {}", all.len() * games.len()));
    }
}
