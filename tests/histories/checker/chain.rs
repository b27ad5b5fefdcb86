//! Every state of a game follows from the one before by one change that somebody asked for, once.

use super::Violation;
use crate::history::{Board, Change, History, Operation, Played};
use std::collections::HashMap;

/// How many changes nobody was told of are tried between two that were acknowledged.
const MOST_SILENT: usize = 2;

pub fn check(history: &History) -> Vec<Violation> {
    let mut games: HashMap<&str, Vec<&Operation>> = HashMap::new();
    for operation in &history.operations {
        if let Some(game) = operation.about() {
            games.entry(game).or_default().push(operation);
        }
    }
    let mut violations = Vec::new();
    for (game, operations) in games {
        let last = history.last_reads.iter().filter(|read| read.game == game);
        let boards: Vec<&Board> = last.filter_map(|read| read.answer.board.as_ref()).collect();
        violations.extend(Chain::new(game, operations).check(&boards));
    }
    violations
}

/// The acknowledged changes of one game, in the order of the versions that their answers show.
struct Chain<'a> {
    game: &'a str,
    acknowledged: Vec<(&'a Operation, &'a Board)>,
    /// Never answered: each took effect once or not at all.
    unanswered: Vec<&'a Operation>,
    refused: Vec<&'a Operation>,
    violations: Vec<Violation>,
}

impl<'a> Chain<'a> {
    fn new(game: &'a str, operations: Vec<&'a Operation>) -> Chain<'a> {
        let acknowledged =
            operations.iter().filter_map(|&operation| Some((operation, operation.acknowledged()?)));
        let mut acknowledged: Vec<_> = acknowledged.collect();
        acknowledged.sort_by_key(|(operation, board)| (board.version, operation.invoked()));
        let without = |wanted: fn(&Operation) -> bool| {
            operations.iter().copied().filter(|operation| wanted(operation)).collect()
        };
        Chain {
            game,
            acknowledged,
            unanswered: without(|operation| operation.answer().is_none()),
            refused: without(Operation::is_refused),
            violations: Vec::new(),
        }
    }

    fn check(mut self, last: &[&'a Board]) -> Vec<Violation> {
        self.check_order();
        for index in 1..self.acknowledged.len() {
            self.check_link(index);
        }
        let Some(&(operation, board)) = self.acknowledged.last() else { return self.violations };
        // That servers do not show different games is looked at elsewhere.
        if let Some(shown) = last.iter().find(|shown| shown.digest != board.digest) {
            self.check_end(operation, board, shown);
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
            let violation = Violation::OneVersionForTwo { game: self.game(), version: after.version, keys };
            return self.violations.push(violation);
        }
        if self.explain(before, Some(operation), after) {
            return;
        }
        let violation = self.blame(index, before, Some(operation), after);
        self.violations.push(violation);
    }

    /// The game has changed since the last acknowledged change.
    fn check_end(&mut self, last: &'a Operation, board: &'a Board, shown: &'a Board) {
        if shown.version > board.version && self.explain(board, None, shown) {
            return;
        }
        let violation = if shown.version <= board.version {
            Violation::NotDone { key: last.key.clone(), game: self.game() }
        } else {
            self.blame(self.acknowledged.len(), board, None, shown)
        };
        self.violations.push(violation);
    }

    /// Whether changes that were never answered, and then `last`, lead from one state to the other. Those that are needed
    /// have then happened.
    fn explain(&mut self, before: &Board, last: Option<&Operation>, after: &Board) -> bool {
        let Some(silent) = silently(&self.unanswered, before, last, after) else { return false };
        self.unanswered.retain(|operation| !silent.iter().any(|used| used.key == operation.key));
        true
    }

    /// What went wrong on the way to `after`, the state after the acknowledged change of that index.
    fn blame(
        &mut self,
        index: usize,
        before: &Board,
        operation: Option<&Operation>,
        after: &Board,
    ) -> Violation {
        if let Some(silent) = silently(&self.refused, before, operation, after) {
            let key = silent[0].key.clone();
            self.refused.retain(|operation| !silent.iter().any(|used| used.key == operation.key));
            return Violation::DoneThoughRefused { key, game: self.game() };
        }
        let until_now: Vec<&Operation> = self.acknowledged[..self.acknowledged.len().min(index + 1)]
            .iter()
            .rev()
            .map(|(operation, _)| *operation)
            .collect();
        if let Some(silent) = silently(&until_now, before, operation, after) {
            return Violation::DoneTwice { key: silent[0].key.clone(), game: self.game() };
        }
        let without_the_previous = index
            .checked_sub(2)
            .and_then(|index| Some(silently(&[], self.acknowledged[index].1, operation, after)?.is_empty()));
        if without_the_previous.is_some() {
            let key = self.acknowledged[index - 1].0.key.clone();
            return Violation::NotDone { key, game: self.game() };
        }
        Violation::Unexplained { game: self.game(), from: before.to_string(), to: after.to_string() }
    }
}

/// The fewest of `candidates` that, made in some order before `last`, lead from one state to the other.
fn silently<'a>(
    candidates: &[&'a Operation],
    before: &Board,
    last: Option<&Operation>,
    after: &Board,
) -> Option<Vec<&'a Operation>> {
    let leads = |silent: &[&Operation]| {
        let changes = silent.iter().copied().chain(last).map(|operation| &operation.change);
        leads_to(before, changes, after)
    };
    let mut orders: Vec<Vec<&'a Operation>> = vec![Vec::new()];
    for _ in 0..=MOST_SILENT {
        if let Some(silent) = orders.iter().find(|silent| leads(silent)) {
            return Some(silent.clone());
        }
        let longer = orders.iter().flat_map(|order| {
            let unused = candidates.iter().filter(|next| order.iter().all(|used| used.key != next.key));
            unused.map(|&next| [&order[..], &[next]].concat())
        });
        orders = longer.collect();
    }
    None
}

/// A game after some changes, as far as they say.
#[derive(Clone)]
struct Expected<'a> {
    /// How many of the moves before are still there.
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
    fn fits(self, played: &Played) -> bool {
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

    /// What the change can make of it.
    fn after(&self, change: &'a Change) -> Vec<Expected<'a>> {
        match change {
            Change::Create { .. } => vec![],
            Change::Move { text, is_replied_to: false } => vec![self.with(&[Added::Move(text)], 1)],
            // The reply is missing when the game was over, and may be written with the move or after it.
            Change::Move { text, is_replied_to: true } => vec![
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

    fn is(&self, before: &Board, after: &Board) -> bool {
        let Some((kept, added)) = after.moves.split_at_checked(self.kept) else { return false };
        before.version + self.versions == after.version
            && *kept == before.moves[..self.kept]
            && added.len() == self.added.len()
            && self.added.iter().zip(added).all(|(expected, played)| expected.fits(played))
    }
}

/// Whether the game goes from one state to the other by these changes, each made once, in this order.
fn leads_to<'a>(before: &Board, changes: impl Iterator<Item = &'a Change>, after: &Board) -> bool {
    let unchanged = Expected { kept: before.moves.len(), added: Vec::new(), versions: 0 };
    let mut all = vec![unchanged];
    let mut last = None;
    for change in changes {
        all = all.iter().flat_map(|expected| expected.after(change)).collect();
        last = Some(change);
    }
    let ends_so = match last {
        Some(Change::Resign { .. }) => after.status == "won",
        Some(Change::OfferDraw { side, to_engine: false }) => {
            after.draw_offer.as_ref() == Some(side) || after.status == "drawn"
        }
        _ => true,
    };
    ends_so && all.iter().any(|expected| expected.is(before, after))
}
