//! What is new in a game for the key that owns it: an entry of the log of news for each event, written with the change.

use super::aborted::AbortedJson;
use super::offers::{Offer, offers_between};
use super::ruling::RulingJson;
use crate::game::{GameStatus, Owner, Session};
use crate::jobs::{Ending, Job, Status};
use crate::record::{Export, PgnMoves};
use crate::rules::Outcome;
use crate::store::{ListId, News, Written};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::sync::Arc;
use uuid::Uuid;

/// A state of a game, with what is new in it. Without a state before, the game is new.
pub(in crate::service) fn with_news(before: Option<&Session>, session: Arc<Session>) -> Written {
    Written { news: between(before, &session), session }
}

/// The news of a game that is deleted.
pub(in crate::service) fn of_deletion(session: &Session) -> Vec<News> {
    session
        .owner
        .as_deref()
        .map(|owner| of_game(owner, session, "game_deleted", json!({})))
        .into_iter()
        .collect()
}

/// The news of an analysis that ends, for the key that submitted it.
pub(in crate::service) fn of_analysis(job: &Job, ending: &Ending) -> Option<News> {
    let owner = job.owner.as_ref()?;
    let status = match ending {
        Ending::Done(_) => Status::Done,
        Ending::Failed(_) => Status::Failed,
    };
    let caller = (&*owner.key, owner.user.as_deref());
    Some(entry(caller, (None, None), "analysis_finished", json!({"analysis": job.id, "status": status})))
}

fn between(before: Option<&Session>, after: &Session) -> Vec<News> {
    let Some(owner) = after.owner.as_deref() else { return Vec::new() };
    let news = |name: &str, data: Value| of_game(owner, after, name, data);
    let mut entries = Vec::new();
    if before.is_none() {
        entries.push(news("game_created", state(after)));
    }
    if !after.is_waiting() && before.is_none_or(Session::is_waiting) {
        entries.push(news("game_started", state(after)));
    }
    let plies = before.map_or(0, |before| before.game.ply())..after.game.ply();
    // Moves that a new game was created with are no news.
    for ply in plies.filter(|_| before.is_some()) {
        entries.push(news("move_played", move_at(after, ply)));
    }
    let offers = before.map(|before| offers_between(before, after)).unwrap_or_default();
    entries.extend(offers.into_iter().map(|offer| news("offer", offer_json(after, offer))));
    if let Some(ruling) = after.ruling.as_deref()
        && before.is_some_and(|before| before.ruling.as_deref() != Some(ruling))
    {
        let names = after.game.ruleset().side_names();
        entries.push(news("arbiter", json!(RulingJson::new(ruling, names))));
    }
    if let Some(outcome) = after.game.outcome()
        && before.is_none_or(|before| before.game.outcome() != Some(outcome))
    {
        entries.push(news("game_finished", ending(after, outcome)));
    }
    entries
}

fn of_game(owner: &Owner, session: &Session, name: &str, data: Value) -> News {
    let caller = (&*owner.key, owner.user.as_deref());
    entry(caller, (Some(session.id), owner.reference.as_deref()), name, data)
}

/// An event for a key and its user. One that is not of a game has neither a game nor a reference.
fn entry(
    (key, user): (&str, Option<&str>),
    (game, reference): (Option<Uuid>, Option<&str>),
    name: &str,
    data: Value,
) -> News {
    let text = json!({
        "event": name,
        "at": Timestamp::now(),
        "game": game,
        "user": user,
        "reference": reference,
        "data": data,
    });
    News { list: ListId::of_key(key), text: text.to_string() }
}

/// The short form of a game.
fn state(session: &Session) -> Value {
    let names = session.game.ruleset().side_names();
    json!({
        "ruleset": session.game.ruleset(),
        "version": session.version,
        "ply": session.game.ply(),
        "turn": names[session.game.turn()],
        "fen": session.game.fen(),
        "status": GameStatus::of(session),
    })
}

fn move_at(session: &Session, ply: usize) -> Value {
    let game = &session.game;
    let mut data = state(session);
    data["ply"] = json!(ply + 1);
    data["move"] = json!(game.moves().get(ply).map(|&mv| game.coordinates(mv)));
    data
}

fn offer_json(session: &Session, Offer { kind, side, action }: Offer) -> Value {
    let side = session.game.ruleset().side_names()[side];
    json!({"kind": kind.name(), "side": side, "action": action})
}

fn ending(session: &Session, outcome: Outcome) -> Value {
    let names = session.game.ruleset().side_names();
    let (result, reason) = match outcome {
        Outcome::Won { winner, reason } => (names[winner], json!(reason)),
        Outcome::Drawn { reason } => ("draw", json!(reason)),
        Outcome::Aborted => ("aborted", Value::Null),
    };
    let record =
        Export::Pgn(PgnMoves::Coordinates).write(&session.game, &session.tags(), &session.move_clocks());
    let record = record.ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let mut data = state(session);
    data["result"] = json!(result);
    data["reason"] = reason;
    if let Some(aborted) = session.aborted {
        data["aborted"] = json!(AbortedJson::new(aborted, names));
    }
    data["record"] = json!(record);
    data
}
