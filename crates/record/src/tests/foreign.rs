//! Files that other people's programs wrote, where their folder lies beside the repository (or `DUIYI_FOREIGN` names it). Run
//! `cargo test -p duiyi-record --lib -- --nocapture foreign` for a table; without the folder there is nothing to test.

use super::*;
use crate::rules::Ruleset;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

fn folder() -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/foreign"));
    let folder = std::env::var_os("DUIYI_FOREIGN").map_or_else(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// The text values of this name in a line of JSON without escapes: enough for files of one flat object a line.
fn text<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split_once(&format!("\"{name}\": \""))?.1.split('"').next()
}

/// The texts of the list of this name.
fn list<'a>(line: &'a str, name: &str) -> Vec<&'a str> {
    let list = line.split_once(&format!("\"{name}\": [")).and_then(|(_, rest)| rest.split(']').next());
    list.map(|list| list.split(['"', ',', ' ']).filter(|word| !word.is_empty()).collect()).unwrap_or_default()
}

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
    let Some(folder) = folder() else { return };
    let mut counts = BTreeMap::<&str, (usize, usize)>::new();
    let mut refused = Vec::new();
    let records = fs::read_to_string(folder.join("records_raw.jsonl")).unwrap();
    for line in records.lines() {
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
        println!("{read:>4} of {all:>4}  {expect}");
    }
    assert_eq!(refused, Vec::<String>::new());
}

#[test]
fn foreign_positions_of_five_in_a_row_can_be_set_up() {
    let Some(folder) = folder() else { return };
    let tests = fs::read_to_string(folder.join("renju_gomoku_rule_tests.jsonl")).unwrap();
    let (mut all, mut asked, mut agree) = (0, 0, 0);
    for line in tests.lines() {
        let fen = text(line, "fen").unwrap();
        let ruleset = match text(line, "rules") {
            Some("FREESTYLE") => Ruleset::Gomoku,
            Some("STANDARD") => Ruleset::GomokuStandard,
            Some(caro) if caro.starts_with("CARO") => Ruleset::Caro,
            _ => Ruleset::Renju,
        };
        let Options::Gomoku(options) = Options::defaults(ruleset) else { continue };
        let board_size = (fen.matches('/').count() + 1) as u8;
        let game = Game::new(&Options::Gomoku(gomoku::Options { board_size, ..options }), Some(fen));
        let game = game.unwrap_or_else(|error| panic!("{fen}: {error}"));
        all += 1;
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
    println!("{all:>4} positions of five in a row set up; the forbidden points named in {agree} of {asked}");
}

#[test]
fn foreign_games_keep_all_their_moves_under_every_rule_of_repetition() {
    let Some(folder) = folder() else { return };
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
        let games = fs::read_to_string(folder.join(file)).unwrap();
        let (mut whole, mut plies, mut noted) = (0, 0, 0);
        for line in games.lines() {
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
            (whole, plies) = (whole + 1, plies + moves.len());
        }
        println!(
            "{whole:>4} games, {plies} plies, all kept; {noted} of {} imports have notes  {file}",
            3 * whole
        );
    }
}
