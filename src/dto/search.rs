//! Search results as JSON.

use super::wdl::Wdl;
use crate::engine::{Line, SearchReport};
use crate::game::Session;
use crate::pool::Answer;
use crate::rules::Game;
use crate::service::TimedReport;
use serde_json::{Value, json};
use std::time::Duration;

/// The name and version of the engine in responses.
pub const ENGINE: &str = concat!("duiyi ", env!("CARGO_PKG_VERSION"));

/// The result of a search of this position.
pub fn answer(game: &Game, answer: &Answer) -> Value {
    result_json(game, &answer.report, answer.report.time, answer.queued, answer.is_reduced)
}

/// The result of the last completed depth of a search.
pub fn report(game: &Game, report: &SearchReport) -> Value {
    result_json(game, report, report.time, Duration::ZERO, false)
}

/// The result of a shared search, with the times of one client.
pub fn timed_report(game: &Game, timed_report: &TimedReport) -> Value {
    let TimedReport { report, time, queued, is_reduced } = timed_report;
    result_json(game, report, *time, *queued, *is_reduced)
}

/// What a reply tells in a game without hints: nothing that judges the position.
const WITHOUT_HINTS: [&str; 7] = ["best_move", "chinese", "wxf", "time_ms", "queued_ms", "reduced", "engine"];

/// The result of the search that chose the last move of the game.
pub fn reply(session: &Session, found: &Answer) -> Value {
    let mut reply = answer(&before_last_move(session), found);
    if !session.allows_hints()
        && let Value::Object(fields) = &mut reply
    {
        fields.retain(|name, _| WITHOUT_HINTS.contains(&&**name));
    }
    reply
}

pub(super) fn before_last_move(session: &Session) -> Game {
    let mut before = session.game.clone();
    let _there_is_a_last_move = before.undo(1);
    before
}

fn result_json(
    game: &Game,
    report: &SearchReport,
    time: Duration,
    queued: Duration,
    is_reduced: bool,
) -> Value {
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
        "win_rate": win_rate(game, report),
        "depth": report.depth,
        "seldepth": report.seldepth,
        "nodes": report.nodes,
        "nps": per_second as u64,
        "time_ms": time.as_millis() as u64,
        "queued_ms": queued.as_millis() as u64,
        "reduced": is_reduced,
        "hash_hit_rate": round(report.hash_hit_rate, 4),
        "hash_full": round(report.hash_full, 4),
        "engine": report.by.as_deref().unwrap_or(ENGINE),
        "pv": report.lines.first().map_or_else(Vec::new, |line| pv(game, line)),
        "lines": report.lines.iter().map(|line| line_json(game, line)).collect::<Vec<_>>(),
    })
}

/// The winning chance of the side to move in a position that was searched, with four digits.
pub(super) fn win_rate(game: &Game, report: &SearchReport) -> f64 {
    let pv = report.lines.first().map_or(&[][..], |line| &line.pv);
    Wdl::of_line(game, report.score, pv).win_rate()
}

fn line_json(game: &Game, line: &Line) -> Value {
    let wdl = Wdl::of_line(game, line.score, &line.pv);
    json!({
        "pv": pv(game, line),
        "score": line.score,
        "win_rate": wdl.win_rate(),
        "wdl": wdl,
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
