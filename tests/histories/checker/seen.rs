//! What can be held against single answers, or pairs of them.

use super::Violation;
use crate::history::{Answer, Board, Change, Digest, History, Moment, Operation};
use std::collections::{HashMap, HashSet};

/// Every key has one answer, however often it is asked for.
pub fn answers(history: &History) -> Vec<Violation> {
    history.operations.iter().flat_map(answers_to).collect()
}

fn answers_to(operation: &Operation) -> Vec<Violation> {
    let key = || operation.key.clone();
    let Some(first) = operation.answer() else { return vec![Violation::NeverAnswered { key: key() }] };
    let mut violations = Vec::new();
    if first.is_replay && operation.attempts.len() == 1 {
        violations.push(Violation::ReplayMistold { key: key(), says_replay: true });
    }
    for (_, later) in operation.answers().skip(1) {
        if (later.status, later.digest) != (first.status, first.digest) {
            let statuses = (first.status, later.status);
            violations.push(Violation::AnswersDiffer { key: key(), statuses });
        }
        if !later.is_replay {
            violations.push(Violation::ReplayMistold { key: key(), says_replay: false });
        }
    }
    if operation.is_refused() && operation.has_sole_writer {
        let code = first.code.clone().unwrap_or_default();
        violations.push(Violation::Refused { key: key(), status: first.status, code });
    }
    violations.extend(reply(operation));
    violations
}

/// The reply that an engine owes to an acknowledged move.
fn reply(operation: &Operation) -> Option<Violation> {
    let Change::Move { is_replied_to: true, .. } = operation.change else { return None };
    let board = operation.acknowledged()?;
    let last = board.moves.last();
    let replied = last.is_some_and(|last| {
        last.by_engine && Some(&last.text) == operation.answer().and_then(|answer| answer.reply.as_ref())
    });
    if replied || board.status != "playing" {
        return None;
    }
    Some(Violation::NoReply { key: operation.key.clone(), game: board.game.clone() })
}

/// Every answer that shows a game.
fn shown(history: &History) -> impl Iterator<Item = (&Answer, &Board)> {
    let to_changes = history.operations.iter().flat_map(|operation| operation.answers());
    let reads = history.reads.iter().chain(&history.last_reads).map(|read| &read.answer);
    let answers = to_changes.map(|(_, answer)| answer).chain(reads);
    answers.filter_map(|answer| Some((answer, answer.board.as_ref()?)))
}

/// A strong tag stands for one board, at whatever server.
pub fn tags(history: &History) -> Vec<Violation> {
    let tagged = shown(history).filter_map(|(answer, board)| Some((answer.tag.as_ref()?, board)));
    two_boards(tagged, |tag, board, other| Violation::TagOfTwoBoards {
        game: board.game.clone(),
        tag: String::clone(tag),
        boards: (board.to_string(), other.to_string()),
    })
}

/// So does a version, while the store loses nothing.
pub fn versions(history: &History) -> Vec<Violation> {
    let versions = shown(history).map(|(_, board)| (board.version, board));
    two_boards(versions, |&version, board, other| Violation::VersionOfTwoBoards {
        game: board.game.clone(),
        version,
        boards: (board.to_string(), other.to_string()),
    })
}

fn two_boards<'a, N: std::hash::Hash + Eq>(
    named: impl Iterator<Item = (N, &'a Board)>,
    violation: impl Fn(&N, &Board, &Board) -> Violation,
) -> Vec<Violation> {
    let mut first_seen: HashMap<(&str, N), &Board> = HashMap::new();
    let mut told: HashSet<(&str, Digest)> = HashSet::new();
    let mut violations = Vec::new();
    for (name, board) in named {
        let place = (&*board.game, name);
        match first_seen.get(&place) {
            None => {
                first_seen.insert(place, board);
            }
            Some(first) if first.digest != board.digest && told.insert((&board.game, board.digest)) => {
                violations.push(violation(&place.1, first, board));
            }
            Some(_) => {}
        }
    }
    violations
}

/// Who reads after a change was acknowledged, or after it was read, sees it or what came after it.
pub fn reads(history: &History) -> Vec<Violation> {
    let all_reads = || history.reads.iter().chain(&history.last_reads);
    let changed = history.operations.iter().filter_map(|it| Some((it.completed(), it.acknowledged()?)));
    let read = all_reads().filter_map(|read| Some((read.completed, read.answer.board.as_ref()?)));
    let mut known: HashMap<&str, Vec<(Moment, u64)>> = HashMap::new();
    for (moment, board) in changed.chain(read) {
        known.entry(&board.game).or_default().push((moment, board.version));
    }
    let versions: HashMap<(&str, &str), u64> = shown(history)
        .filter_map(|(answer, board)| Some(((&*board.game, answer.tag.as_deref()?), board.version)))
        .collect();
    let mut violations = Vec::new();
    for read in all_reads() {
        let before = known.get(&*read.game).into_iter().flatten();
        let newest = before.filter(|(moment, _)| *moment < read.invoked).map(|&(_, version)| version).max();
        let Some(newest) = newest else { continue };
        let of_tag = || versions.get(&(&read.game, read.answer.tag.as_deref()?)).copied();
        let shown = read.answer.board.as_ref().map(|board| board.version).or_else(of_tag);
        if read.answer.status == 404 {
            violations.push(Violation::Gone { game: read.game.clone() });
        } else if shown.is_none_or(|shown| shown < newest) {
            let shown = read.answer.board.as_ref().map_or_else(
                || format!("{} for tag {:?}", read.answer.status, read.answer.tag),
                Board::to_string,
            );
            violations.push(Violation::StaleRead { game: read.game.clone(), shown, known: newest });
        }
    }
    violations
}

/// No game waits for an engine that nobody will ask again: who put off a reply also asked for it, in this history.
pub fn last_reads(history: &History) -> Vec<Violation> {
    let mut last_changes: HashMap<&str, &Operation> = HashMap::new();
    for operation in &history.operations {
        if let Some(game) = operation.about() {
            let last = last_changes.entry(game).or_insert(operation);
            if last.invoked() < operation.invoked() {
                *last = operation;
            }
        }
    }
    let was_put_off = |game: &str| {
        let last = last_changes.get(game).map(|operation| &operation.change);
        !matches!(last, Some(Change::Create { .. } | Change::Move { is_replied_to: true, .. }))
    };
    let mut games = HashSet::new();
    let boards = history.last_reads.iter().filter_map(|read| read.answer.board.as_ref());
    let left = boards.filter(|board| board.is_engines_turn && !was_put_off(&board.game));
    let left = left.filter(|board| games.insert(&*board.game));
    left.map(|board| Violation::LeftOnEnginesTurn { game: board.game.clone() }).collect()
}

/// There are as many games as were created. One whose creation was never answered may be there or not.
pub fn number_of_games(history: &History) -> Option<Violation> {
    let in_store = history.games_in_store?;
    let creations =
        || history.operations.iter().filter(|operation| matches!(operation.change, Change::Create { .. }));
    let created = creations().filter(|operation| operation.acknowledged().is_some()).count();
    let unanswered = creations().filter(|operation| operation.answer().is_none()).count();
    let right = created..=created + unanswered;
    (!right.contains(&in_store)).then_some(Violation::GamesMiscounted { created, in_store })
}
