//! Checks that each state of a game follows from the previous one by one requested change, applied once.

use super::Violation;
use crate::history::{Change, GameState, History, Operation, PlayedMove};
use std::collections::HashMap;

/// How many unacknowledged changes the checker tries between two acknowledged ones.
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
        let last = history.final_reads.iter().filter(|read| read.game == game);
        let states: Vec<&GameState> = last.filter_map(|read| read.answer.state.as_ref()).collect();
        violations.extend(Chain::new(game, operations).check(&states));
    }
    violations
}

/// The acknowledged changes of one game, in the order of the versions that their answers show.
struct Chain<'a> {
    game: &'a str,
    acknowledged: Vec<(&'a Operation, &'a GameState)>,
    /// Operations without a final response. Each took effect once or not at all.
    unanswered: Vec<&'a Operation>,
    refused: Vec<&'a Operation>,
    violations: Vec<Violation>,
}

impl<'a> Chain<'a> {
    fn new(game: &'a str, operations: Vec<&'a Operation>) -> Chain<'a> {
        let acknowledged =
            operations.iter().filter_map(|&operation| Some((operation, operation.acknowledged()?)));
        let mut acknowledged: Vec<_> = acknowledged.collect();
        acknowledged.sort_by_key(|(operation, state)| (state.version, operation.invoked()));
        let those = |wanted: fn(&Operation) -> bool| {
            operations.iter().copied().filter(|operation| wanted(operation)).collect()
        };
        Chain {
            game,
            acknowledged,
            unanswered: those(|operation| operation.answer().is_none()),
            refused: those(Operation::is_refused),
            violations: Vec::new(),
        }
    }

    fn check(mut self, last: &[&'a GameState]) -> Vec<Violation> {
        self.check_order();
        for index in 1..self.acknowledged.len() {
            self.check_link(index);
        }
        let Some(&(operation, state)) = self.acknowledged.last() else { return self.violations };
        // `responses::versions` checks that all servers show the same state.
        if let Some(shown) = last.iter().find(|shown| shown.digest != state.digest) {
            self.check_end(operation, state, shown);
        }
        self.violations
    }

    fn game(&self) -> String {
        self.game.to_owned()
    }

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

    /// Explains a final state that differs from the last acknowledged one.
    fn check_end(&mut self, last: &'a Operation, state: &'a GameState, shown: &'a GameState) {
        if shown.version > state.version && self.explain(state, None, shown) {
            return;
        }
        let violation = if shown.version <= state.version {
            Violation::LostChange { key: last.key.clone(), game: self.game() }
        } else {
            self.diagnose(self.acknowledged.len(), state, None, shown)
        };
        self.violations.push(violation);
    }

    /// Whether some unanswered changes, followed by `last`, lead from one state to the other. Removes the changes it
    /// uses from `unanswered`, because each may take effect only once.
    fn explain(&mut self, before: &GameState, last: Option<&Operation>, after: &GameState) -> bool {
        let Some(inferred) = find_changes(&self.unanswered, before, last, after) else { return false };
        self.unanswered.retain(|operation| !inferred.iter().any(|used| used.key == operation.key));
        true
    }

    /// The violation that best explains `after`, the state after the acknowledged change with that index.
    fn diagnose(
        &mut self,
        index: usize,
        before: &GameState,
        operation: Option<&Operation>,
        after: &GameState,
    ) -> Violation {
        if let Some(inferred) = find_changes(&self.refused, before, operation, after) {
            let key = inferred[0].key.clone();
            self.refused.retain(|operation| !inferred.iter().any(|used| used.key == operation.key));
            return Violation::AppliedThoughRefused { key, game: self.game() };
        }
        let until_now: Vec<&Operation> = self.acknowledged[..self.acknowledged.len().min(index + 1)]
            .iter()
            .rev()
            .map(|(operation, _)| *operation)
            .collect();
        if let Some(inferred) = find_changes(&until_now, before, operation, after) {
            return Violation::AppliedTwice { key: inferred[0].key.clone(), game: self.game() };
        }
        let without_the_previous = index.checked_sub(2).and_then(|index| {
            Some(find_changes(&[], self.acknowledged[index].1, operation, after)?.is_empty())
        });
        if without_the_previous.is_some() {
            let key = self.acknowledged[index - 1].0.key.clone();
            return Violation::LostChange { key, game: self.game() };
        }
        Violation::Unexplained { game: self.game(), from: before.to_string(), to: after.to_string() }
    }
}

/// The shortest sequence of `candidates` that, applied before `last`, leads from one state to the other.
fn find_changes<'a>(
    candidates: &[&'a Operation],
    before: &GameState,
    last: Option<&Operation>,
    after: &GameState,
) -> Option<Vec<&'a Operation>> {
    let leads = |inferred: &[&Operation]| {
        let changes = inferred.iter().copied().chain(last).map(|operation| &operation.change);
        leads_to(before, changes, after)
    };
    let mut orders: Vec<Vec<&'a Operation>> = vec![Vec::new()];
    for _ in 0..=MAX_INFERRED {
        if let Some(inferred) = orders.iter().find(|inferred| leads(inferred)) {
            return Some(inferred.clone());
        }
        let longer = orders.iter().flat_map(|order| {
            let unused = candidates.iter().filter(|next| order.iter().all(|used| used.key != next.key));
            unused.map(|&next| [&order[..], &[next]].concat())
        });
        orders = longer.collect();
    }
    None
}

/// What some changes say about the state after them.
#[derive(Clone)]
struct Expected<'a> {
    /// How many of the earlier moves remain.
    kept: usize,
    added: Vec<Added<'a>>,
    versions: u64,
}

#[derive(Clone, Copy)]
enum Added<'a> {
    Move(&'a str),
    AnyMove,
    AnyReply,
}

impl Added<'_> {
    fn fits(self, played: &PlayedMove) -> bool {
        match self {
            Added::Move(text) => played.text == text && !played.by_engine,
            Added::AnyMove => true,
            Added::AnyReply => played.by_engine,
        }
    }
}

impl<'a> Expected<'a> {
    fn with(&self, more: &[Added<'a>], versions: u64) -> Expected<'a> {
        let added = [&self.added[..], more].concat();
        Expected { kept: self.kept, added, versions: self.versions + versions }
    }

    /// Every possible result of the change.
    fn after(&self, change: &'a Change) -> Vec<Expected<'a>> {
        match change {
            Change::Create { .. } => vec![],
            Change::Move { text, wants_reply: false } => vec![self.with(&[Added::Move(text)], 1)],
            // There is no reply if the move ended the game. The server may store the reply with the move or after it.
            Change::Move { text, wants_reply: true } => vec![
                self.with(&[Added::Move(text), Added::AnyReply], 2),
                self.with(&[Added::Move(text), Added::AnyReply], 1),
                self.with(&[Added::Move(text)], 1),
            ],
            Change::EngineMove => vec![self.with(&[Added::AnyMove], 1)],
            Change::Undo { plies } => self.without(*plies).into_iter().collect(),
            Change::Resign { .. } | Change::OfferDraw { .. } => vec![self.with(&[], 1)],
        }
    }

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

/// Whether these changes, each applied once in this order, lead from one state to the other.
fn leads_to<'a>(before: &GameState, changes: impl Iterator<Item = &'a Change>, after: &GameState) -> bool {
    let unchanged = Expected { kept: before.moves.len(), added: Vec::new(), versions: 0 };
    let mut all = vec![unchanged];
    let mut last = None;
    for change in changes {
        all = all.iter().flat_map(|expected| expected.after(change)).collect();
        last = Some(change);
    }
    let end_fits = match last {
        Some(Change::Resign { .. }) => after.status == "won",
        Some(Change::OfferDraw { side, to_engine: false }) => {
            after.draw_offer.as_ref() == Some(side) || after.status == "drawn"
        }
        _ => true,
    };
    end_fits && all.iter().any(|expected| expected.matches(before, after))
}
