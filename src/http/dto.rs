//! What travels out as JSON.

use crate::engine::{Line, SearchReport};
use crate::pool::Answer;
use crate::rules::{BySide, Game, MoveText, OpeningState, Outcome, Side, Verdict};
use crate::session::{Player, Session};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// How the moves that can be played are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    #[default]
    Coordinates,
    All,
}

fn move_json(text: &MoveText) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("move".to_owned(), json!(text.coordinates));
    object.insert("chinese".to_owned(), json!(text.chinese));
    object.insert("wxf".to_owned(), json!(text.wxf));
    object
}

/// What the rules say about where we are.
pub fn position(game: &Game, notation: Notation) -> Map<String, Value> {
    let names = game.ruleset().side_names();
    let (status, winner, reason) = match game.outcome() {
        None => ("playing", None, Value::Null),
        Some(Outcome::Won { winner, reason }) => ("won", Some(names[winner]), json!(reason)),
        Some(Outcome::Drawn { reason }) => ("drawn", None, json!(reason)),
    };
    let legal: Vec<Value> = game
        .legal_moves()
        .into_iter()
        .map(|mv| match notation {
            Notation::Coordinates => json!(game.coordinates(mv)),
            Notation::All => Value::Object(move_json(&game.describe(mv))),
        })
        .collect();
    let forbidden: Vec<Value> = game
        .forbidden()
        .iter()
        .map(|forbidden| json!({"point": game.coordinates(forbidden.point), "kind": forbidden.kind}))
        .collect();
    let warnings: Vec<Value> = game
        .warnings()
        .iter()
        .map(|warning| {
            json!({
                "code": warning.code,
                "side": names[warning.side],
                "move": game.coordinates(warning.mv),
                "detail": warning.detail,
            })
        })
        .collect();
    let moves: Vec<Value> =
        game.describe_played().iter().map(|text| Value::Object(move_json(text))).collect();
    let Value::Object(object) = json!({
        "ruleset": game.ruleset(),
        "options": game.options().to_json(),
        "start_fen": game.start_fen(),
        "fen": game.fen(),
        "turn": names[game.turn()],
        "ply": game.ply(),
        "in_check": game.in_check(),
        "status": status,
        "winner": winner,
        "reason": reason,
        "verdict": game.verdict().map(|verdict| verdict_json(game, &verdict)),
        "moves": moves,
        "legal_moves": legal,
        "forbidden": forbidden,
        "warnings": warnings,
        "opening": game.opening().map(|opening| opening_json(game, &opening)),
    }) else {
        return Map::new();
    };
    object
}

fn opening_json(game: &Game, opening: &OpeningState) -> Value {
    json!({
        "name": opening.name,
        "phase": opening.phase,
        "stone": game.ruleset().side_names()[opening.stone],
        "choices": opening.choices,
        "offered": opening.offered.iter().map(|&mv| game.coordinates(mv)).collect::<Vec<_>>(),
        "offers_left": opening.offers_left,
        "swapped": opening.is_swapped,
    })
}

fn verdict_json(game: &Game, verdict: &Verdict) -> Value {
    let names = game.ruleset().side_names();
    json!({
        "side": verdict.side.map(|side| names[side]),
        "kind": verdict.kind,
        "cycle": verdict.cycle.iter().map(|&mv| game.coordinates(mv)).collect::<Vec<_>>(),
        "chased": verdict.chased,
        "rule": verdict.rule,
    })
}

/// A position with an identity. `idle` is how long it is kept after its last use.
pub fn game(session: &Session, idle: Duration, notation: Notation) -> Value {
    let mut object = position(&session.game, notation);
    let names = session.game.ruleset().side_names();
    if let Some(Value::Array(moves)) = object.get_mut("moves") {
        for (mv, note) in moves.iter_mut().zip(&session.notes) {
            mv["by"] = json!(if note.by_engine() { "engine" } else { "human" });
            mv["at"] = json!(note.at());
        }
    }
    let players: Map<String, Value> =
        Side::ALL.iter().map(|&side| (names[side].to_owned(), player(&session.players[side]))).collect();
    object.insert("id".to_owned(), json!(session.id));
    object.insert("version".to_owned(), json!(session.version));
    object.insert("players".to_owned(), Value::Object(players));
    object.insert("seats".to_owned(), json!(session.seats.is_some()));
    object.insert("draw_offer".to_owned(), json!(session.draw_offer.map(|side| names[side])));
    object.insert("created_at".to_owned(), json!(session.created_at));
    object.insert("updated_at".to_owned(), json!(session.updated_at));
    // From the last change, which all answers for a version agree on; a later use puts it off.
    let idle = jiff::SignedDuration::try_from(idle).unwrap_or_default();
    let expires = session.updated_at.checked_add(idle);
    object.insert("expires_at".to_owned(), json!(expires.ok()));
    Value::Object(object)
}

fn player(player: &Player) -> Value {
    match player {
        Player::Human => json!({"kind": "human"}),
        Player::Engine(settings) => {
            let mut limits =
                Map::from_iter([("time_ms".to_owned(), json!(settings.time.as_millis() as u64))]);
            limits.extend(settings.depth.map(|depth| ("depth".to_owned(), json!(depth))));
            limits.extend(settings.nodes.map(|nodes| ("nodes".to_owned(), json!(nodes))));
            json!({
                "kind": "engine",
                "level": settings.level().map(|level| level.get()),
                "limits": limits,
                "seed": settings.request.seed,
                "book": settings.request.book,
            })
        }
    }
}

/// The secret tokens of the seats, told once.
pub fn seat_tokens(ruleset: crate::rules::Ruleset, tokens: &BySide<String>) -> Value {
    let names = ruleset.side_names();
    Value::Object(Side::ALL.iter().map(|&side| (names[side].to_owned(), json!(tokens[side]))).collect())
}

/// As answers name it.
pub const ENGINE: &str = concat!("duiyi ", env!("CARGO_PKG_VERSION"));

/// What a search of this position found.
pub fn search(game: &Game, answer: &Answer) -> Value {
    found(game, &answer.report, answer.report.time, answer.queued)
}

/// What a search has found so far.
pub fn report(game: &Game, report: &SearchReport) -> Value {
    found(game, report, report.time, Duration::ZERO)
}

/// The same for a client that knows other times than the search.
pub fn found(game: &Game, report: &SearchReport, time: Duration, queued: Duration) -> Value {
    let best = game.describe(report.best);
    let seconds = report.time.as_secs_f64();
    let per_second = if seconds > 0.0 { report.nodes as f64 / seconds } else { 0.0 };
    json!({
        "best_move": best.coordinates,
        "ponder": report.ponder.map(|mv| game.coordinates(mv)),
        "chinese": best.chinese,
        "wxf": best.wxf,
        "source": report.source,
        "score": report.score,
        "win_rate": round(report.win_rate, 4),
        "depth": report.depth,
        "seldepth": report.seldepth,
        "nodes": report.nodes,
        "nps": per_second as u64,
        "time_ms": time.as_millis() as u64,
        "queued_ms": queued.as_millis() as u64,
        "hash_hit_rate": round(report.hash_hit_rate, 4),
        "hash_full": round(report.hash_full, 4),
        "engine": ENGINE,
        "pv": report.lines.first().map_or_else(Vec::new, |line| pv(game, line)),
        "lines": report.lines.iter().map(|line| line_json(game, line)).collect::<Vec<_>>(),
    })
}

fn line_json(game: &Game, line: &Line) -> Value {
    json!({
        "pv": pv(game, line),
        "score": line.score,
        "bound": line.bound,
        "depth": line.depth,
        "seldepth": line.seldepth,
        "nodes": line.nodes,
    })
}

fn pv(game: &Game, line: &Line) -> Vec<String> {
    line.pv.iter().map(|&mv| game.coordinates(mv)).collect()
}

fn round(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (value * scale).round() / scale
}
