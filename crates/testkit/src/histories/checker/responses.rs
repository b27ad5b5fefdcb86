//! Checks single responses and pairs of responses.

use super::Violation;
use crate::histories::history::{Change, Digest, GameState, History, Operation, Response, Timestamp};
use std::collections::{HashMap, HashSet};

/// Every idempotency key gets the same response for every attempt.
pub fn operations(history: &History) -> Vec<Violation> {
    history.operations.iter().flat_map(check_operation).collect()
}

fn check_operation(operation: &Operation) -> Vec<Violation> {
    let key = || operation.key.clone();
    let Some(first) = operation.response() else { return vec![Violation::NeverAnswered { key: key() }] };
    let mut violations = Vec::new();
    if first.is_replay && operation.attempts.len() == 1 {
        violations.push(Violation::WrongReplayHeader { key: key(), says_replay: true });
    }
    for (_, later) in operation.responses().skip(1) {
        if (later.status, later.digest) != (first.status, first.digest) {
            let statuses = (first.status, later.status);
            violations.push(Violation::ResponsesDiffer { key: key(), statuses });
        }
        if !later.is_replay {
            violations.push(Violation::WrongReplayHeader { key: key(), says_replay: false });
        }
    }
    if operation.is_refused() && operation.has_sole_writer {
        let code = first.code.clone().unwrap_or_default();
        violations.push(Violation::LegalChangeRefused { key: key(), status: first.status, code });
    }
    violations.extend(check_reply(operation));
    violations
}

/// Checks that an acknowledged move has the engine's reply.
fn check_reply(operation: &Operation) -> Option<Violation> {
    let Change::Move { wants_reply: true, .. } = operation.change else { return None };
    let state = operation.acknowledged()?;
    let last = state.moves.last();
    let replied = last.is_some_and(|last| {
        last.by_engine
            && Some(&last.text) == operation.response().and_then(|response| response.reply.as_ref())
    });
    if replied || state.status != "playing" {
        return None;
    }
    Some(Violation::MissingReply { key: operation.key.clone(), game: state.game.clone() })
}

/// Every response that contains a game.
fn shown(history: &History) -> impl Iterator<Item = (&Response, &GameState)> {
    let to_changes = history.operations.iter().flat_map(|operation| operation.responses());
    let reads = history.reads.iter().chain(&history.final_reads).map(|read| &read.response);
    let responses = to_changes.map(|(_, response)| response).chain(reads);
    responses.filter_map(|response| Some((response, response.state.as_ref()?)))
}

/// On all servers, a strong ETag stands for one state.
pub fn tags(history: &History) -> Vec<Violation> {
    let tagged = shown(history).filter_map(|(response, _)| response.tag_and_state());
    ambiguous_names(tagged, |&tag, state, other| Violation::TagOfTwoStates {
        game: state.game.clone(),
        tag: tag.to_owned(),
        states: (state.to_string(), other.to_string()),
    })
}

/// A version stands for one state, provided that the store loses nothing.
pub fn versions(history: &History) -> Vec<Violation> {
    let versions = shown(history).map(|(_, state)| (state.version, state));
    ambiguous_names(versions, |&version, state, other| Violation::VersionOfTwoStates {
        game: state.game.clone(),
        version,
        states: (state.to_string(), other.to_string()),
    })
}

/// The ETags of changes that were lost before they were acknowledged: only reads have them, and their version was later
/// acknowledged with another one.
pub fn lost_tags(history: &History) -> HashSet<String> {
    let answers = history.operations.iter().filter_map(Operation::response);
    let acknowledged = answers.filter(|response| response.is_success());
    let kept = acknowledged.chain(history.final_reads.iter().map(|read| &read.response));
    let mut kept_tags: HashMap<(&str, u64), HashSet<&str>> = HashMap::new();
    for (tag, state) in kept.filter_map(Response::tag_and_state) {
        kept_tags.entry((&state.game, state.version)).or_default().insert(tag);
    }
    let is_lost = |tag: &str, state: &GameState| {
        kept_tags.get(&(&*state.game, state.version)).is_some_and(|kept| !kept.contains(tag))
    };
    let read = history.reads.iter().filter_map(|read| read.response.tag_and_state());
    read.filter(|(tag, state)| is_lost(tag, state)).map(|(tag, _)| tag.to_owned()).collect()
}

/// A violation for every name, such as an ETag, that a game used for two different states.
fn ambiguous_names<'a, N: std::hash::Hash + Eq>(
    named: impl Iterator<Item = (N, &'a GameState)>,
    violation: impl Fn(&N, &GameState, &GameState) -> Violation,
) -> Vec<Violation> {
    let mut first_seen: HashMap<(&str, N), &GameState> = HashMap::new();
    let mut reported: HashSet<(&str, Digest)> = HashSet::new();
    let mut violations = Vec::new();
    for (name, state) in named {
        let key = (&*state.game, name);
        match first_seen.get(&key) {
            None => {
                first_seen.insert(key, state);
            }
            Some(first) if first.digest != state.digest && reported.insert((&state.game, state.digest)) => {
                violations.push(violation(&key.1, first, state));
            }
            Some(_) => {}
        }
    }
    violations
}

/// A read that starts after a version was acknowledged or read returns that version or a later one.
pub fn reads(history: &History) -> Vec<Violation> {
    let all_reads = || history.reads.iter().chain(&history.final_reads);
    let changed = history.operations.iter().filter_map(|it| Some((it.completed(), it.acknowledged()?)));
    let read = all_reads().filter_map(|read| Some((read.completed, read.response.state.as_ref()?)));
    let mut known: HashMap<&str, Vec<(Timestamp, u64)>> = HashMap::new();
    for (time, state) in changed.chain(read) {
        known.entry(&state.game).or_default().push((time, state.version));
    }
    let versions: HashMap<(&str, &str), u64> = shown(history)
        .filter_map(|(response, state)| Some(((&*state.game, response.tag.as_deref()?), state.version)))
        .collect();
    let mut violations = Vec::new();
    for read in all_reads() {
        let before = known.get(&*read.game).into_iter().flatten();
        let newest = before.filter(|(time, _)| *time < read.invoked).map(|&(_, version)| version).max();
        let Some(newest) = newest else { continue };
        let of_tag = || versions.get(&(&read.game, read.response.tag.as_deref()?)).copied();
        let shown = read.response.state.as_ref().map(|state| state.version).or_else(of_tag);
        if read.response.status == 404 {
            violations.push(Violation::GameLost { game: read.game.clone() });
        } else if shown.is_none_or(|shown| shown < newest) {
            let shown = read.response.state.as_ref().map_or_else(
                || format!("{} for tag {:?}", read.response.status, read.response.tag),
                GameState::to_string,
            );
            violations.push(Violation::StaleRead { game: read.game.clone(), shown, known: newest });
        }
    }
    violations
}

/// At the end no game waits for an engine, unless its last change left the reply to a later `best-move`.
pub fn final_reads(history: &History) -> Vec<Violation> {
    let mut last_changes: HashMap<&str, &Operation> = HashMap::new();
    for operation in &history.operations {
        if let Some(game) = operation.game_id() {
            let last = last_changes.entry(game).or_insert(operation);
            if last.invoked() < operation.invoked() {
                *last = operation;
            }
        }
    }
    let is_postponed = |game: &str| {
        let last = last_changes.get(game).map(|operation| &operation.change);
        !matches!(
            last,
            Some(Change::Create { .. } | Change::CreateAll { .. } | Change::Move { wants_reply: true, .. })
        )
    };
    let mut games = HashSet::new();
    let states = history.final_reads.iter().filter_map(|read| read.response.state.as_ref());
    let left = states.filter(|state| state.is_engines_turn && !is_postponed(&state.game));
    let left = left.filter(|state| games.insert(&*state.game));
    left.map(|state| Violation::LeftOnEnginesTurn { game: state.game.clone() }).collect()
}

/// The store has as many games as were created. A creation without a response may or may not have created one.
pub fn number_of_games(history: &History) -> Option<Violation> {
    let in_store = history.games_in_store?;
    let sum = |counts: fn(&Operation) -> bool| -> usize {
        history.operations.iter().filter(|operation| counts(operation)).map(Operation::creates).sum()
    };
    let created = sum(|operation| operation.acknowledged().is_some());
    let unanswered = sum(|operation| operation.response().is_none());
    let allowed = created..=created + unanswered;
    (!allowed.contains(&in_store)).then_some(Violation::WrongGameCount { created, in_store })
}

/// No request fails by a fault of the server.
pub fn internal_errors(history: &History) -> impl Iterator<Item = Violation> {
    history.internal_errors.iter().map(|body| Violation::InternalError { body: body.clone() })
}
