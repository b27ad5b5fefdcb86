//! Rulings on the current position: the outcome, the verdict on a repetition, and the moves that are refused or get a
//! warning.

use super::super::illegal_move::IllegalMove;
use super::super::repetition::ruling::{Ruling, idle, mutual, too_many};
use super::super::repetition::tiantian::{
    Attack, Attacks, COUNTED_CHECKS, IDLE_OCCURRENCES, MOST_PLIES, Sequence,
};
use super::super::{Repetition, RepetitionPenalty};
use super::*;
use crate::{BySide, MoveError};
use std::borrow::Cow;

impl Game {
    /// Updates the outcome and the moves that are refused.
    pub(super) fn rule(&mut self) {
        self.refused = Box::default();
        self.outcome = self.outcome_on_board();
        let refuses = self.options.repetition_penalty == RepetitionPenalty::Refuse;
        if self.outcome.is_none() && refuses && self.ply() >= self.accepted {
            self.refused = self.refusals().map(|(mv, _)| mv).collect();
            if !self.refused.is_empty() && self.refused.len() == self.position.legal_moves().len() {
                let winner = self.position.turn().other();
                self.outcome = Some(Outcome::Won { winner, reason: WinReason::Stalemate });
            }
        }
    }

    fn outcome_on_board(&self) -> Option<Outcome> {
        let turn = self.position.turn();
        if self.position.has_no_moves() {
            let reason = if self.position.in_check() { WinReason::Checkmate } else { WinReason::Stalemate };
            return Some(Outcome::Won { winner: turn.other(), reason });
        }
        if self.accepted > 0 && self.ply() <= self.accepted {
            return None;
        }
        if let Some((_, ruling)) = self.ruling() {
            return Some(ruling.outcome());
        }
        let drawn = |reason| Some(Outcome::Drawn { reason });
        if !Side::ALL.iter().any(|&side| can_attack(&self.position, side)) {
            return drawn(DrawReason::InsufficientMaterial);
        }
        let limit = self.options.no_capture_limit;
        if limit > 0 && self.position.clock() >= limit && self.counted_plies() >= limit {
            return drawn(DrawReason::NoCaptureLimit);
        }
        if self.counts_attacks() && self.ply() >= MOST_PLIES {
            return drawn(DrawReason::MoveLimit);
        }
        None
    }

    fn counts_attacks(&self) -> bool {
        self.options.repetition == Repetition::Tiantian
    }

    /// The plies since the last capture that count towards the limit.
    fn counted_plies(&self) -> u32 {
        let clock = self.position.clock();
        if !self.counts_attacks() {
            return clock;
        }
        let mut checks: BySide<u32> = BySide::default();
        let mut position = self.position.clone();
        for mv in self.moves_since_capture() {
            checks[position.turn().other()] += u32::from(position.in_check());
            position.unmake_move(mv, Undo { captured: None, clock: 0 });
        }
        clock - Side::ALL.map(|side| checks[side].saturating_sub(COUNTED_CHECKS)).iter().sum::<u32>()
    }

    /// The moves of this game since the last capture, latest first.
    fn moves_since_capture(&self) -> impl Iterator<Item = Move> {
        self.plies.iter().rev().take(self.plies_since_capture()).map(|ply| ply.mv())
    }

    /// The ruling on a repetition that ends the game now, and the ply at which the repetition starts.
    fn ruling(&self) -> Option<(usize, Ruling)> {
        if self.counts_attacks() {
            return self.ruling_by_count();
        }
        let from = self.cycle_start()?;
        let ruling = self.judge(from).ruling();
        self.ends_the_game(&ruling).then_some((from, ruling))
    }

    /// Whether the game ends with this ruling. A forbidden repetition does not end it if it is refused instead.
    fn ends_the_game(&self, ruling: &Ruling) -> bool {
        ruling.loser.is_none() || self.options.repetition_penalty == RepetitionPenalty::Lose
    }

    /// Judges the cycle that starts at ply `from` and ends at the current position.
    fn judge(&self, from: usize) -> Cycle {
        let moves = self.plies[from..].iter().map(|played| played.mv());
        repetition::judge(&self.position, moves, self.options.repetition)
    }

    /// [`Game::ruling`] where attacks are counted.
    fn ruling_by_count(&self) -> Option<(usize, Ruling)> {
        let attacks = self.attacks();
        let mover = self.position.turn().other();
        if let Some(ruling) = self.too_many(&attacks, mover, &self.position) {
            let count = attacks.sequence(mover).map_or(0, |sequence| sequence.count);
            return Some((self.ply() - (2 * count - 1), ruling));
        }
        if let Some(kind) = attacks.mutual() {
            return Some((
                self.ply() - 2 * attacks.of(mover).len().min(attacks.of(mover.other()).len()),
                mutual(kind),
            ));
        }
        self.occurrences().filter(|&earlier| is_frequent(earlier))?;
        let from = self.fifth_last(self.position.key())?;
        self.is_idle_since(from).then(|| (from, idle()))
    }

    /// The ruling that `side` loses by the last of these attacks, if its sequence is too long. The attacks name pieces by
    /// their points in `position`.
    fn too_many(&self, attacks: &Attacks, side: Side, position: &Position) -> Option<Ruling> {
        let sequence = attacks.sequence(side).filter(Sequence::is_forbidden)?;
        let ruling = too_many(&sequence, side, position);
        self.ends_the_game(&ruling).then_some(ruling)
    }

    /// The attacks in a row up to the current position.
    fn attacks(&self) -> Attacks {
        Attacks::before(&self.position, self.moves_since_capture())
    }

    /// The ply of the earliest of the last four earlier occurrences of the position with this key.
    fn fifth_last(&self, key: u64) -> Option<usize> {
        self.repeatable().filter(|&(_, before)| before == key).nth(IDLE_OCCURRENCES - 2).map(|(ply, _)| ply)
    }

    /// Whether neither a move since this ply nor the move before it attacked anything. The first of them may answer
    /// that earlier move.
    fn is_idle_since(&self, from: usize) -> bool {
        let mut position = self.position.clone();
        for played in self.plies[from.saturating_sub(1)..].iter().rev() {
            let after = position.clone();
            played.take_back(&mut position, 0);
            if Attack::by(&position, played.mv(), &after).is_some() {
                return false;
            }
        }
        !position.in_check()
    }

    /// The legal moves that the rules of repetition refuse, and why.
    fn refusals(&self) -> impl Iterator<Item = (Move, String)> {
        let refused: Vec<(Move, String)> = if self.counts_attacks() {
            self.refusals_by_count()
        } else {
            let turn = self.position.turn();
            let judged = self.judged_moves().into_iter();
            let at_fault = judged.filter(|(_, ruling)| ruling.loser == Some(turn));
            at_fault.map(|(mv, ruling)| (mv, ruling.rule.to_owned())).collect()
        };
        refused.into_iter()
    }

    fn refusals_by_count(&self) -> Vec<(Move, String)> {
        let (attacks, turn) = (self.attacks(), self.position.turn());
        // Nothing can be forbidden to a side that has not attacked so often.
        const FEWEST: usize = 6;
        if attacks.of(turn).len() < FEWEST {
            return Vec::new();
        }
        let refused = |(mv, after): (Move, Position)| {
            let sequence = attacks.with(&self.position, mv, &after).sequence(turn)?;
            // What ends the game on the board is never refused.
            (sequence.is_forbidden() && !after.has_no_moves()).then(|| {
                let rule = too_many(&sequence, turn, &self.position).rule;
                (mv, format!("these would be {}: {rule}", sequence.describe(&self.position)))
            })
        };
        self.quiet_moves().filter_map(refused).collect()
    }

    /// The legal moves without a capture, each with the position after it.
    fn quiet_moves(&self) -> impl Iterator<Item = (Move, Position)> {
        let moves = self.position.legal_moves().into_iter();
        moves.filter(|mv| self.position.piece_at(mv.to()).is_none()).map(|mv| {
            let mut after = self.position.clone();
            after.make_move(mv);
            (mv, after)
        })
    }

    /// Refuses a legal move that the rules of repetition refuse.
    pub(super) fn allow(&self, mv: Move) -> Result<(), MoveError> {
        if !self.refused.contains(&mv) {
            return Ok(());
        }
        let why = self.refusals().find(|&(refused, _)| refused == mv).map(|(_, why)| why);
        Err(IllegalMove::ForbiddenRepetition { mv, rule: why.unwrap_or_default() }.into())
    }

    /// The legal moves that complete a cycle, each with the ruling on it.
    fn judged_moves(&self) -> Vec<(Move, Ruling)> {
        let mut closing: Vec<(usize, (usize, Move))> =
            self.moves_to_judge().into_iter().enumerate().collect();
        closing.sort_by_key(|&(_, (from, _))| std::cmp::Reverse(from));
        // All cycles end at the current position, so that one walk judges them all, from the shortest to the longest.
        let mut walk = Walk::new(&self.position, self.options.repetition);
        let mut walked_to = self.ply();
        let mut rulings = Vec::with_capacity(closing.len());
        for (place, (from, mv)) in closing {
            while walked_to > from && !walk.is_decided() {
                walked_to -= 1;
                walk.step_back(self.plies[walked_to].mv());
            }
            rulings.push((place, mv, walk.cycle_with(&self.position, mv).ruling()));
        }
        rulings.sort_by_key(|&(place, ..)| place);
        rulings.into_iter().map(|(_, mv, ruling)| (mv, ruling)).collect()
    }

    /// The legal moves that complete a cycle to be judged, each with the ply at which the cycle starts.
    pub(super) fn moves_to_judge(&self) -> Vec<(usize, Move)> {
        // Twice the shortest cycle of four plies, without the move that completes it.
        const FEWEST_PLIES: usize = 7;
        // A move changes two points.
        let can_repeat = || self.recurrence.is_some() || self.differing_points().any(|points| points == 2);
        if self.plies_since_capture() < FEWEST_PLIES || !can_repeat() {
            return Vec::new();
        }
        let recurrence = self.earlier_positions();
        let starts = |mv: Move| recurrence.of(self.position.key_after(mv)).and_then(cycle_start);
        self.position.legal_moves().into_iter().filter_map(|mv| Some((starts(mv)?, mv))).collect()
    }

    /// The positions that can recur, by key.
    fn earlier_positions(&self) -> Cow<'_, Recurrence> {
        match &self.recurrence {
            Some(recurrence) => Cow::Borrowed(recurrence),
            None => Cow::Owned(self.repeatable().collect()),
        }
    }

    /// The warning about a position that no game can reach.
    pub(super) fn warning_of_composition(&self) -> Option<Warning> {
        let oddities = self.position.oddities();
        let detail = || format!("no game can reach this position: {}", oddities.join("; "));
        (!oddities.is_empty()).then(|| Warning {
            code: "composed_position",
            side: None,
            mv: None,
            detail: detail(),
            remaining: None,
        })
    }

    /// The warnings about moves that repeat the position, or that continue a row of counted attacks.
    pub(super) fn warnings_of_repetition(&self) -> Vec<Warning> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        if self.counts_attacks() {
            return self.warnings_by_count();
        }
        let judged = self.judged_moves().into_iter().filter(|(_, ruling)| self.ends_the_game(ruling));
        judged.map(|(mv, ruling)| ruling.warning(self.turn(), mv.into(), &mv.to_string())).collect()
    }

    fn warnings_by_count(&self) -> Vec<Warning> {
        let (attacks, turn) = (self.attacks(), self.turn());
        // Four times the shortest cycle of four plies, without the move that completes it.
        const FEWEST_PLIES: usize = 15;
        let may_recur = self.plies_since_capture() >= FEWEST_PLIES;
        let earlier = may_recur.then(|| self.earlier_positions());
        let occurs_often = |mv: Move| {
            let key = self.position.key_after(mv);
            earlier.as_ref().and_then(|earlier| earlier.of(key)).is_some_and(is_frequent)
        };
        let warning = |(mv, after): (Move, Position)| {
            let goes_on = !attacks.of(turn).is_empty();
            if !goes_on && !occurs_often(mv) || after.has_no_moves() || self.refused.contains(&mv) {
                return None;
            }
            let with = attacks.with(&self.position, mv, &after);
            let too_many = self.too_many(&with, turn, &self.position);
            let is_idle = || {
                let is_quiet = with.of(turn).is_empty() && occurs_often(mv);
                let from = is_quiet.then(|| self.fifth_last(self.position.key_after(mv)))??;
                self.is_idle_since(from).then(idle)
            };
            let ruling = too_many.or_else(|| with.mutual().map(mutual)).or_else(is_idle);
            match ruling {
                Some(ruling) => Some(ruling.warning(turn, mv.into(), &mv.to_string())),
                None => self.countdown(mv, with.sequence(turn)?),
            }
        };
        self.quiet_moves().filter_map(warning).collect()
    }

    /// The warning for a move that continues a sequence of attacks.
    fn countdown(&self, mv: Move, sequence: Sequence) -> Option<Warning> {
        if sequence.count < 2 {
            return None;
        }
        let turn = self.turn();
        let ruling = too_many(&sequence, turn, &self.position);
        let (remaining, sequence) = (sequence.remaining(), sequence.describe(&self.position));
        let detail =
            format!("{mv} makes {sequence}, after which {remaining} more are allowed: {}", ruling.rule);
        let remaining = u32::try_from(remaining).ok();
        Some(Warning { code: ruling.kind, side: Some(turn), mv: Some(mv.into()), detail, remaining })
    }

    /// [`Referee::verdict`].
    pub(super) fn verdict_on_repetition(&self) -> Option<Verdict> {
        let by_repetition = matches!(
            self.outcome,
            Some(Outcome::Drawn { reason: DrawReason::Repetition })
                | Some(Outcome::Won { reason: WinReason::PerpetualCheck | WinReason::PerpetualChase, .. })
        );
        let (from, ruling) = if by_repetition { self.ruling()? } else { return None };
        let moves: Vec<crate::Move> = self.plies[from..].iter().map(|played| played.mv().into()).collect();
        Some(ruling.verdict(one_turn(&moves).to_vec()))
    }
}

/// Whether one more occurrence is enough for a draw by an idle position where attacks are counted.
fn is_frequent(earlier: Occurrences) -> bool {
    earlier.count as usize + 1 >= IDLE_OCCURRENCES
}

/// The shortest sequence whose repetition gives `moves`.
fn one_turn<T: PartialEq>(moves: &[T]) -> &[T] {
    let length = moves.len();
    let repeats = |&turn: &usize| length.is_multiple_of(turn) && moves[turn..] == moves[..length - turn];
    &moves[..(1..length).find(repeats).unwrap_or(length)]
}

/// Whether the side has a piece that can cross the river. Advisors and elephants alone cannot force mate, and every
/// federation scores a position in which neither side has another piece as a draw.
pub(super) fn can_attack(position: &Position, side: Side) -> bool {
    [Role::Rook, Role::Cannon, Role::Horse, Role::Soldier]
        .iter()
        .any(|&role| !position.pieces(side, role).is_empty())
}
