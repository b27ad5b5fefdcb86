//! Checks the events of all games: each change that was made has one event, in the order of its game, and there are no others.

use super::Violation;
use crate::histories::history::{Change, History};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

pub fn check(history: &History) -> Vec<Violation> {
    let Some(events) = &history.events else { return Vec::new() };
    let mut by_game: HashMap<&str, Vec<&Value>> = HashMap::new();
    for event in events {
        by_game.entry(event["game"].as_str().unwrap_or_default()).or_default().push(event);
    }
    let finals = history.final_reads.iter().filter_map(|read| read.response.state.as_ref());
    let finals: HashMap<&str, _> = finals.map(|state| (&*state.game, state)).collect();
    let mut violations = Vec::new();
    for (game, last) in finals {
        let none = Vec::new();
        let events = by_game.get(game).unwrap_or(&none);
        let mut report =
            |what: String| violations.push(Violation::ToldWrongly { game: game.to_owned(), what });
        let named = |name: &'static str| events.iter().filter(move |event| event["event"] == name);
        if named("game_created").count() != 1 {
            report(format!("{} events tell that it was created", named("game_created").count()));
            continue;
        }
        let versions: Vec<_> = events.iter().filter_map(|event| event["data"]["version"].as_u64()).collect();
        if !versions.is_sorted() {
            report(format!("the versions of its events are {versions:?}"));
        }
        let moves: Vec<(u64, u64, &str)> =
            named("move_played").filter_map(|event| told_move(event)).collect();
        let mut told = HashSet::new();
        if let Some((version, ply, _)) = moves.iter().find(|(version, ply, _)| !told.insert((version, ply))) {
            report(format!("the move at ply {ply} of version {version} has two events"));
        }
        // Moves with which a game is created are no news.
        let created_with = events[0]["data"]["ply"].as_u64().unwrap_or_default() as usize;
        for (ply, played) in last.moves.iter().enumerate().skip(created_with) {
            let is_told = moves.iter().any(|(_, told, text)| *told == ply as u64 + 1 && *text == played.text);
            if !is_told {
                report(format!("{} at ply {} has no event", played.text, ply + 1));
            }
        }
        let acknowledged = history.operations.iter().filter(|it| it.game_id() == Some(game));
        for operation in acknowledged.filter(|it| matches!(it.change, Change::Move { .. })) {
            let version = operation.acknowledged().map(|state| state.version);
            if version.is_some_and(|version| !moves.iter().any(|(told, ..)| *told == version)) {
                report(format!("the move {} has no event", operation.key));
            }
        }
    }
    violations
}

/// The version, the ply and the text of a move.
fn told_move(event: &Value) -> Option<(u64, u64, &str)> {
    let data = &event["data"];
    Some((data["version"].as_u64()?, data["ply"].as_u64()?, data["move"].as_str()?))
}
