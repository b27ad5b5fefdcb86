//! What a ladder prints: tables for the documentation and the Elo of the levels.

use crate::portions::{Pairing, Results};
use crate::scale::{self, Match};
use crate::stats::Score;
use std::fmt::Write;

/// The Elo of the lowest level that played, by definition: matches measure only differences.
const ANCHOR_ELO: f64 = 400.0;

/// The matches as a table in Markdown, and below it the Elo of every level.
pub fn markdown(pairings: &[Pairing], results: &[Results]) -> String {
    let players = players(pairings);
    let index = |name: &str| players.iter().position(|player| *player == name).unwrap_or_default();
    let scores: Vec<Score> = results.iter().map(|results| Score::of(results)).collect();
    let matches: Vec<Match> = pairings
        .iter()
        .zip(&scores)
        .map(|(pairing, score)| Match {
            players: pairing.names().map(index),
            points: score.points(),
            games: score.played(),
        })
        .collect();
    let anchor = players.iter().position(|name| level(name).is_some()).unwrap_or_default();
    let elo = scale::fit(players.len(), &matches, anchor, ANCHOR_ELO);
    let mut text = String::from(
        "| player | opponent | won / drawn / lost | score | Elo |\n| --- | --- | --- | --- | --- |\n",
    );
    for (pairing, score) in pairings.iter().zip(&scores).filter(|(_, score)| score.played() > 0.0) {
        let [losses, draws, wins] = score.games();
        let percent = 100.0 * score.points() / score.played();
        let difference =
            score.elo().map_or("–".to_owned(), |(elo, error)| format!("{elo:+.0} ± {error:.0}"));
        let [player, opponent] = pairing.names();
        let _ = writeln!(
            text,
            "| {player} | {opponent} | {wins} / {draws} / {losses} | {percent:.0} % | {difference} |"
        );
    }
    text.push_str("\n| player | Elo |\n| --- | --- |\n");
    for (name, elo) in players.iter().zip(elo) {
        let elo = elo.map_or("–".to_owned(), |elo| format!("{elo:.0}"));
        let _ = writeln!(text, "| {name} | {elo} |");
    }
    text
}

/// All players: the levels in order, then the others by name.
fn players(pairings: &[Pairing]) -> Vec<&str> {
    let mut players: Vec<&str> = pairings.iter().flat_map(Pairing::names).collect();
    players.sort_by_key(|name| (level(name).unwrap_or(u8::MAX), *name));
    players.dedup();
    players
}

fn level(name: &str) -> Option<u8> {
    name.strip_prefix("level:")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::portions::Player;
    use crate::stats::GameResult;
    use crate::time_control::TimeControl;

    #[test]
    fn levels_come_in_order_and_the_lowest_is_the_anchor() {
        let player = |name: &str| Player { name: name.into(), description: name.into() };
        let pairing = |engine, opponent| Pairing {
            players: [player(engine), player(opponent)],
            time_control: TimeControl::Nodes(1),
            games: 4,
        };
        let pairings = [pairing("level:10", "level:9"), pairing("level:9", "newcomer")];
        let won = vec![Some(GameResult::Win), Some(GameResult::Draw), Some(GameResult::Win), None];
        let text = markdown(&pairings, &[won, vec![None; 4]]);
        assert!(text.contains("| level:10 | level:9 | 2 / 1 / 0 | 83 % |"), "{text}");
        let [nine, ten] = ["| level:9 | 400 |", "| level:10 |"].map(|row| text.rfind(row).unwrap());
        assert!(nine < ten && text.ends_with("| newcomer | – |\n"), "{text}");
    }
}
