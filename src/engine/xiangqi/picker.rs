//! Staged move ordering: the moves most likely to cause a cutoff first, each stage generated only when it is reached.
//! <https://www.chessprogramming.org/Move_Ordering>

use super::history::{History, PieceTo, PreviousMoves};
use super::see;
use super::value::Value;
use crate::rules::xiangqi::{Bitboard, Legality, MAX_MOVES, Move, MoveList, Position};
use arrayvec::ArrayVec;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    HashMove,
    GenerateCaptures,
    GoodCaptures,
    Killers,
    GenerateQuiets,
    Quiets,
    Checks,
    BadCaptures,
    Done,
}

/// The moves that a node searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    All,
    Captures,
    /// Captures, those that lose material only if they give check, and quiet checks that lose none.
    CapturesAndChecks,
}

/// Killer moves and the countermove, tried before the other quiet moves.
pub type Refutations = [Option<Move>; 3];

#[derive(Debug)]
pub struct Picker {
    legality: Legality,
    wanted: Wanted,
    stage: Stage,
    hash_move: Option<Move>,
    refutations: Refutations,
    previous: PreviousMoves,
    next_refutation: usize,
    /// The moves of this stage with their scores. Those before `at` have been returned.
    moves: ArrayVec<(Move, i32), MAX_MOVES>,
    at: usize,
    bad_captures: MoveList,
    next_bad_capture: usize,
}

impl Picker {
    /// The hash move and the refutations may belong to other positions; the picker checks them.
    pub fn new(
        position: &Position,
        legality: Legality,
        wanted: Wanted,
        hash_move: Option<Move>,
        refutations: Refutations,
        previous: PreviousMoves,
    ) -> Picker {
        let fits = |&mv: &Move| {
            legality.is_legal(position, mv)
                && (wanted == Wanted::All
                    || position.piece_at(mv.to()).is_some()
                    || wanted == Wanted::CapturesAndChecks && position.gives_check(mv))
        };
        let hash_move = hash_move.filter(fits);
        Picker {
            legality,
            wanted,
            stage: Stage::HashMove,
            hash_move,
            refutations,
            previous,
            next_refutation: 0,
            moves: ArrayVec::new(),
            at: 0,
            bad_captures: MoveList::new(),
            next_bad_capture: 0,
        }
    }

    /// The next move and the stage it comes from.
    pub fn next(&mut self, position: &Position, history: &History) -> Option<(Move, Stage)> {
        loop {
            match self.stage {
                Stage::HashMove => {
                    self.stage = Stage::GenerateCaptures;
                    if let Some(mv) = self.hash_move {
                        return Some((mv, Stage::HashMove));
                    }
                }
                Stage::GenerateCaptures => {
                    self.generate(position, position.by_side(position.turn().other()));
                    for (mv, score) in &mut self.moves {
                        *score = capture_score(position, history, *mv);
                    }
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best_left() {
                    Some(mv) if Some(mv) == self.hash_move => {}
                    Some(mv) if see::wins_at_least(position, mv, 0) => {
                        return Some((mv, Stage::GoodCaptures));
                    }
                    Some(mv) => self.bad_captures.push(mv),
                    None => {
                        self.stage = match self.wanted {
                            Wanted::All => Stage::Killers,
                            Wanted::Captures => Stage::Done,
                            Wanted::CapturesAndChecks => {
                                self.generate(position, !position.occupied());
                                Stage::Checks
                            }
                        }
                    }
                },
                Stage::Killers => match self.refutations.get(self.next_refutation) {
                    Some(&killer) => {
                        self.next_refutation += 1;
                        if let Some(mv) = killer.filter(|&mv| self.is_fresh_refutation(position, mv)) {
                            return Some((mv, Stage::Killers));
                        }
                    }
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    self.generate(position, !position.occupied());
                    let previous = self.previous;
                    for (mv, score) in &mut self.moves {
                        *score = piece_to(position, *mv).map_or(0, |mv| history.quiet_score(mv, previous));
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.best_left() {
                    Some(mv) if Some(mv) == self.hash_move || self.refutations.contains(&Some(mv)) => {}
                    Some(mv) => return Some((mv, Stage::Quiets)),
                    None => self.stage = Stage::BadCaptures,
                },
                // In the order of generation: there is hardly ever more than one.
                Stage::Checks => match self.moves.get(self.at) {
                    Some(&(mv, _)) => {
                        self.at += 1;
                        if Some(mv) != self.hash_move
                            && position.gives_check(mv)
                            && see::wins_at_least(position, mv, 0)
                        {
                            return Some((mv, Stage::Checks));
                        }
                    }
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => match self.bad_captures.get(self.next_bad_capture) {
                    Some(&mv) => {
                        self.next_bad_capture += 1;
                        if self.wanted == Wanted::All || position.gives_check(mv) {
                            return Some((mv, Stage::BadCaptures));
                        }
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Leaves out all remaining quiet moves.
    pub fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Killers | Stage::GenerateQuiets | Stage::Quiets) {
            self.stage = Stage::BadCaptures;
        }
    }

    fn generate(&mut self, position: &Position, targets: Bitboard) {
        let mut list = MoveList::new();
        self.legality.moves_to(position, targets, &mut list);
        self.moves.clear();
        for mv in list {
            self.moves.push((mv, 0));
        }
        self.at = 0;
    }

    /// Selects the best of the remaining moves. Most nodes are cut off long before all are sorted.
    fn best_left(&mut self) -> Option<Move> {
        let (first, rest) = self.moves.get_mut(self.at..)?.split_first_mut()?;
        let mut best = first.1;
        let mut place = None;
        for (at, &(_, score)) in rest.iter().enumerate() {
            if score > best {
                (best, place) = (score, Some(at));
            }
        }
        if let Some(place) = place {
            std::mem::swap(first, &mut rest[place]);
        }
        self.at += 1;
        Some(first.0)
    }

    /// Whether a refutation is quiet and legal here and has not been returned yet.
    fn is_fresh_refutation(&self, position: &Position, mv: Move) -> bool {
        Some(mv) != self.hash_move
            && !self.refutations[..self.next_refutation - 1].contains(&Some(mv))
            && position.piece_at(mv.to()).is_none()
            && self.legality.is_legal(position, mv)
    }
}

pub fn piece_to(position: &Position, mv: Move) -> Option<PieceTo> {
    position.piece_at(mv.from()).map(|piece| PieceTo::new(piece, mv.to()))
}

/// Most valuable victim first; then by capture history, then least valuable attacker.
fn capture_score(position: &Position, history: &History, mv: Move) -> i32 {
    const VICTIM_WEIGHT: Value = 16;
    let (Some(piece), Some(victim)) = (position.piece_at(mv.from()), position.piece_at(mv.to())) else {
        return 0;
    };
    let learnt = history.capture_score(PieceTo::new(piece, mv.to()), victim.role);
    VICTIM_WEIGHT * see::piece_value(victim.role) + learnt / 4 - see::piece_value(piece.role).min(1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    /// The picker returns every legal move of the wanted kind exactly once, whatever hash move and killers it is given.
    fn come_once(wanted: Wanted, is_expected: impl Fn(&Position, Move) -> bool) {
        let mut random = SmallRng::seed_from_u64(3);
        let mut position: Position = crate::rules::xiangqi::START_FEN.parse().unwrap();
        for _ in 0..2_000 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                position = crate::rules::xiangqi::START_FEN.parse().unwrap();
                continue;
            }
            let mut any = || Move::from_bits(random.random::<u16>()).filter(|_| true);
            let (hash, killers) = (
                legal.get(1).copied().or_else(&mut any),
                [legal.last().copied(), any(), legal.first().copied()],
            );
            let history = History::new();
            let mut picker =
                Picker::new(&position, Legality::of(&position), wanted, hash, killers, [None; 3]);
            let mut picked: Vec<Move> =
                std::iter::from_fn(|| picker.next(&position, &history)).map(|(mv, _)| mv).collect();
            let mut expected: Vec<Move> =
                legal.iter().copied().filter(|&mv| is_expected(&position, mv)).collect();
            // The hash move is returned even if it loses material.
            let is_known = |hash: &Move| expected.contains(hash) || !legal.contains(hash);
            if let Some(hash) = hash.filter(|hash| picked.contains(hash) && !is_known(hash)) {
                expected.push(hash);
            }
            picked.sort();
            expected.sort();
            assert_eq!(picked, expected, "{position}");
            position.make_move(legal[random.random_range(0..legal.len())]);
        }
    }

    #[test]
    fn every_legal_move_comes_once() {
        come_once(Wanted::All, |_, _| true);
    }

    #[test]
    fn captures_and_checks_come_once() {
        let loses_nothing = |position: &Position, mv| see::wins_at_least(position, mv, 0);
        let is_capture = |position: &Position, mv: Move| position.piece_at(mv.to()).is_some();
        come_once(Wanted::Captures, |position, mv| is_capture(position, mv) && loses_nothing(position, mv));
        come_once(Wanted::CapturesAndChecks, |position, mv| match is_capture(position, mv) {
            true => loses_nothing(position, mv) || position.gives_check(mv),
            false => loses_nothing(position, mv) && position.gives_check(mv),
        });
    }
}
