//! Checks the chain of states of each game: every acknowledged change was applied exactly once, every change without a
//! final response at most once, and nothing else changed the game.
//!
//! The acknowledged changes, ordered by version, are the links of the chain. Each link must lead from one acknowledged
//! state to the next. If its own change does not explain the step, a few changes without a response may have been applied
//! in between.

use super::Violation;
use crate::histories::history::{Change, GameState, History, Operation, PlayedMove};
use std::collections::HashMap;

/// The most changes without a final response that the checker tries to insert between two acknowledged ones. Each further
/// one multiplies the sequences to try by the number of candidates.
const MAX_INFERRED: usize = 2;

pub fn check(history: &History) -> Vec<Violation> {
    let mut games: HashMap<&str, Vec<&Operation>> = HashMap::new();
    for operation in &history.operations {
        if let Some(game) = operation.game_id() {
            games.entry(game).or_default().push(operation);
        }
    }
    let mut violations = Vec::new();
    for (game, operations) in games {
        let final_reads = history.final_reads.iter().filter(|read| read.game == game);
        let final_states: Vec<&GameState> =
            final_reads.filter_map(|read| read.response.state.as_ref()).collect();
        violations.extend(Chain::new(game, operations).check(&final_states));
    }
    violations
}

/// The changes of one game.
struct Chain<'a> {
    game: &'a str,
    /// The changes with a successful response, each with the state in that response, by version.
    acknowledged: Vec<(&'a Operation, &'a GameState)>,
    /// Changes without a final response. Each took effect once or not at all.
    unanswered: Vec<&'a Operation>,
    /// Changes that the server refused. None may have taken effect.
    refused: Vec<&'a Operation>,
    violations: Vec<Violation>,
}

impl<'a> Chain<'a> {
    fn new(game: &'a str, operations: Vec<&'a Operation>) -> Chain<'a> {
        let acknowledged =
            operations.iter().filter_map(|&operation| Some((operation, operation.acknowledged()?)));
        let mut acknowledged: Vec<_> = acknowledged.collect();
        acknowledged.sort_by_key(|(operation, state)| (state.version, operation.invoked()));
        let select = |is_selected: fn(&Operation) -> bool| {
            operations.iter().copied().filter(|operation| is_selected(operation)).collect()
        };
        Chain {
            game,
            acknowledged,
            unanswered: select(|operation| operation.response().is_none()),
            refused: select(Operation::is_refused),
            violations: Vec::new(),
        }
    }

    /// `final_states` are the states that the servers showed at the end.
    fn check(mut self, final_states: &[&'a GameState]) -> Vec<Violation> {
        self.check_order();
        for index in 1..self.acknowledged.len() {
            self.check_link(index);
        }
        let Some(&(newest, acknowledged)) = self.acknowledged.last() else { return self.violations };
        // One state that differs is enough: `responses::versions` checks that all servers show the same.
        if let Some(shown) = final_states.iter().find(|shown| shown.digest != acknowledged.digest) {
            self.check_end(newest, acknowledged, shown);
        }
        self.violations
    }

    fn game(&self) -> String {
        self.game.to_owned()
    }

    /// Checks that versions follow real time: if a change was acknowledged before another one was sent, it has the smaller
    /// version.
    fn check_order(&mut self) {
        for (index, (earlier, _)) in self.acknowledged.iter().enumerate() {
            let overtaken = self.acknowledged[index + 1..]
                .iter()
                .filter(|(later, _)| later.completed() < earlier.invoked());
            self.violations.extend(overtaken.map(|(later, _)| Violation::OutOfOrder {
                game: self.game.to_owned(),
                earlier: earlier.key.clone(),
                later: later.key.clone(),
            }));
        }
    }

    /// Checks the step from the acknowledged change before `index` to the one at `index`.
    fn check_link(&mut self, index: usize) {
        let ((previous, before), (operation, after)) =
            (self.acknowledged[index - 1], self.acknowledged[index]);
        if before.version == after.version {
            let keys = (previous.key.clone(), operation.key.clone());
            let violation =
                Violation::VersionAcknowledgedTwice { game: self.game(), version: after.version, keys };
            return self.violations.push(violation);
        }
        if self.explain(before, Some(operation), after) {
            return;
        }
        let violation = self.diagnose(index, before, Some(operation), after);
        self.violations.push(violation);
    }

    /// Checks the step from the newest acknowledged change to a final state that differs from it.
    fn check_end(&mut self, newest: &'a Operation, acknowledged: &'a GameState, shown: &'a GameState) {
        if shown.version > acknowledged.version && self.explain(acknowledged, None, shown) {
            return;
        }
        let violation = if shown.version <= acknowledged.version {
            Violation::LostChange { key: newest.key.clone(), game: self.game() }
        } else {
            self.diagnose(self.acknowledged.len(), acknowledged, None, shown)
        };
        self.violations.push(violation);
    }

    /// Whether some unanswered changes, followed by the acknowledged one, lead from `before` to `after`. If so, removes
    /// them from `unanswered`, because each may take effect only once.
    fn explain(&mut self, before: &GameState, acknowledged: Option<&Operation>, after: &GameState) -> bool {
        let Some(inferred) = find_changes(&self.unanswered, before, acknowledged, after) else {
            return false;
        };
        self.unanswered.retain(|operation| !inferred.iter().any(|used| used.key == operation.key));
        true
    }

    /// The violation to report for a step from `before` to `after` that [`Chain::explain`] could not explain. `acknowledged`
    /// is the change at `index`, or `None` for the step to the final state.
    fn diagnose(
        &mut self,
        index: usize,
        before: &GameState,
        acknowledged: Option<&Operation>,
        after: &GameState,
    ) -> Violation {
        if let Some(inferred) = find_changes(&self.refused, before, acknowledged, after) {
            let key = inferred[0].key.clone();
            self.refused.retain(|operation| !inferred.iter().any(|used| used.key == operation.key));
            return Violation::AppliedThoughRefused { key, game: self.game() };
        }
        let already_applied: Vec<&Operation> = self.acknowledged[..self.acknowledged.len().min(index + 1)]
            .iter()
            .rev()
            .map(|(operation, _)| *operation)
            .collect();
        if let Some(inferred) = find_changes(&already_applied, before, acknowledged, after) {
            return Violation::AppliedTwice { key: inferred[0].key.clone(), game: self.game() };
        }
        // The previous change is lost if this one was applied to the state before both.
        let skips_previous = index.checked_sub(2).is_some_and(|index| {
            let changes = acknowledged.map(|operation| &operation.change);
            leads_to(self.acknowledged[index].1, changes.into_iter(), after)
        });
        if skips_previous {
            let key = self.acknowledged[index - 1].0.key.clone();
            return Violation::LostChange { key, game: self.game() };
        }
        Violation::Unexplained { game: self.game(), from: before.to_string(), to: after.to_string() }
    }
}

/// The shortest sequence of at most [`MAX_INFERRED`] `candidates` that, followed by the acknowledged change if there is
/// one, leads from `before` to `after`. No candidate is used twice.
fn find_changes<'a>(
    candidates: &[&'a Operation],
    before: &GameState,
    acknowledged: Option<&Operation>,
    after: &GameState,
) -> Option<Vec<&'a Operation>> {
    let leads = |inferred: &[&Operation]| {
        let changes = inferred.iter().copied().chain(acknowledged).map(|operation| &operation.change);
        leads_to(before, changes, after)
    };
    let mut sequences: Vec<Vec<&'a Operation>> = vec![Vec::new()];
    for _ in 0..=MAX_INFERRED {
        if let Some(inferred) = sequences.iter().find(|inferred| leads(inferred)) {
            return Some(inferred.clone());
        }
        let longer = sequences.iter().flat_map(|sequence| {
            let unused = candidates.iter().filter(|next| sequence.iter().all(|used| used.key != next.key));
            unused.map(|&next| [&sequence[..], &[next]].concat())
        });
        sequences = longer.collect();
    }
    None
}

/// A state that a sequence of changes can lead to, described as a difference from the state before them.
#[derive(Clone)]
struct Expected<'a> {
    /// How many moves of the earlier state remain.
    kept: usize,
    added: Vec<AddedMove<'a>>,
    /// By how much the version grows.
    versions: u64,
}

#[derive(Clone, Copy)]
enum AddedMove<'a> {
    Requested(&'a str),
    Any,
    EngineReply,
}

impl AddedMove<'_> {
    fn fits(self, played: &PlayedMove) -> bool {
        match self {
            AddedMove::Requested(text) => played.text == text && !played.by_engine,
            AddedMove::Any => true,
            AddedMove::EngineReply => played.by_engine,
        }
    }
}

impl<'a> Expected<'a> {
    fn with(&self, more: &[AddedMove<'a>], versions: u64) -> Expected<'a> {
        let added = [&self.added[..], more].concat();
        Expected { kept: self.kept, added, versions: self.versions + versions }
    }

    /// The possible states after one more change.
    fn after(&self, change: &'a Change) -> Vec<Expected<'a>> {
        match change {
            Change::Create { .. } | Change::CreateAll { .. } => vec![],
            Change::Move { text, wants_reply: false } => vec![self.with(&[AddedMove::Requested(text)], 1)],
            // There is no reply if the move ended the game. The server may store the reply with the move or after it.
            Change::Move { text, wants_reply: true } => vec![
                self.with(&[AddedMove::Requested(text), AddedMove::EngineReply], 2),
                self.with(&[AddedMove::Requested(text), AddedMove::EngineReply], 1),
                self.with(&[AddedMove::Requested(text)], 1),
            ],
            Change::EngineMove => vec![self.with(&[AddedMove::Any], 1)],
            Change::Undo { plies } => self.without(*plies).into_iter().collect(),
            Change::Resign { .. } | Change::OfferDraw { .. } | Change::Rename { .. } => {
                vec![self.with(&[], 1)]
            }
        }
    }

    /// The state after an undo; `None` if there are fewer moves.
    fn without(&self, plies: usize) -> Option<Expected<'a>> {
        let from_added = plies.min(self.added.len());
        let kept = self.kept.checked_sub(plies - from_added)?;
        let added = self.added[..self.added.len() - from_added].to_vec();
        Some(Expected { kept, added, versions: self.versions + 1 })
    }

    fn matches(&self, before: &GameState, after: &GameState) -> bool {
        let Some((kept, added)) = after.moves.split_at_checked(self.kept) else { return false };
        before.version + self.versions == after.version
            && *kept == before.moves[..self.kept]
            && added.len() == self.added.len()
            && self.added.iter().zip(added).all(|(expected, played)| expected.fits(played))
    }
}

/// Whether these changes, each applied once in this order, lead from `before` to `after`.
fn leads_to<'a>(before: &GameState, changes: impl Iterator<Item = &'a Change>, after: &GameState) -> bool {
    let unchanged = Expected { kept: before.moves.len(), added: Vec::new(), versions: 0 };
    let mut possible = vec![unchanged];
    let mut final_change = None;
    for change in changes {
        possible = possible.iter().flat_map(|expected| expected.after(change)).collect();
        final_change = Some(change);
    }
    let status_fits = match final_change {
        Some(Change::Resign { .. }) => after.status == "won",
        Some(Change::OfferDraw { side, to_engine: false }) => {
            after.draw_offer.as_ref() == Some(side) || after.status == "drawn"
        }
        _ => true,
    };
    status_fits && possible.iter().any(|expected| expected.matches(before, after))
}
