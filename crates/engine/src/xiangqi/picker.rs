//! Staged move ordering: the moves most likely to cause a cutoff first, each stage generated only when it is reached.
//! <https://www.chessprogramming.org/Move_Ordering>

use super::history::{History, PieceTo, PreviousMoves};
use super::see;
use super::value::Value;
use arrayvec::ArrayVec;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Bitboard, Checks, Legality, MAX_MOVES, Move, MoveList, Piece, Position, Square};

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

/// Most of a new picker is uninitialized memory, and [`Picker::next`] fills it in place: it is too large to be copied at every
/// node.
#[derive(Debug)]
pub struct Picker {
    legality: Legality,
    wanted: Wanted,
    stage: Stage,
    hash_move: Option<Move>,
    refutations: Refutations,
    previous: PreviousMoves,
    next_refutation: usize,
    /// The moves of this stage. Those before `at` have been returned.
    moves: MoveList,
    /// By move, up to a multiple of [`LANES`]: see [`sort_key`]. The least possible number for moves that have been returned.
    keys: ArrayVec<i32, { MAX_MOVES.next_multiple_of(LANES) }>,
    at: usize,
    bad_captures: MoveList,
    next_bad_capture: usize,
}

/// The sort keys that are compared at once.
const LANES: usize = 8;

/// Greater than the index of any move.
const PLACES: i32 = 512;
const _: () = assert!(MAX_MOVES < PLACES as usize);

/// Orders moves by score, and those of the same score by their place.
#[inline]
fn sort_key(score: i32, place: usize) -> i32 {
    score * PLACES + (PLACES - 1 - place as i32)
}

/// The key of the same score at another place.
#[inline]
fn moved_key(key: i32, place: usize) -> i32 {
    sort_key(key.div_euclid(PLACES), place)
}

#[inline]
fn place_of(key: i32) -> usize {
    (PLACES - 1 - key.rem_euclid(PLACES)) as usize
}

impl Picker {
    /// For a position of the side `turn`. The hash move and the refutations may belong to other positions; the picker checks
    /// them.
    #[inline]
    pub fn new(
        turn: Side,
        wanted: Wanted,
        hash_move: Option<Move>,
        refutations: Refutations,
        previous: PreviousMoves,
    ) -> Picker {
        Picker {
            legality: Legality::new(turn),
            wanted,
            stage: Stage::HashMove,
            hash_move,
            refutations,
            previous,
            next_refutation: 0,
            moves: MoveList::new_const(),
            keys: ArrayVec::new_const(),
            at: 0,
            bad_captures: MoveList::new_const(),
            next_bad_capture: 0,
        }
    }

    /// Whether a move is legal and of the wanted kind.
    fn fits(&self, position: &Position, mv: Move) -> bool {
        self.legality.is_legal(position, mv)
            && (self.wanted == Wanted::All
                || position.piece_at(mv.to()).is_some()
                || self.wanted == Wanted::CapturesAndChecks && position.gives_check(mv))
    }

    /// The next move and the stage it comes from.
    pub fn next(&mut self, position: &Position, history: &History) -> Option<(Move, Stage)> {
        loop {
            match self.stage {
                Stage::HashMove => {
                    self.legality.scan(position);
                    self.hash_move = self.hash_move.filter(|&mv| self.fits(position, mv));
                    self.stage = Stage::GenerateCaptures;
                    if let Some(mv) = self.hash_move {
                        return Some((mv, Stage::HashMove));
                    }
                }
                Stage::GenerateCaptures => {
                    let captures = position.by_side(position.turn().other());
                    self.generate(position, captures, |piece, to| {
                        capture_score(position, history, piece, to)
                    });
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
                                self.generate_checks(position);
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
                    let scores = history.quiet_scores(self.previous);
                    self.generate(position, !position.occupied(), |piece, to| {
                        scores.score(PieceTo::new(piece, to))
                    });
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.best_left() {
                    Some(mv) if Some(mv) == self.hash_move || self.refutations.contains(&Some(mv)) => {}
                    Some(mv) => return Some((mv, Stage::Quiets)),
                    None => self.stage = Stage::BadCaptures,
                },
                // In the order of generation: there is hardly ever more than one.
                Stage::Checks => match self.moves.get(self.at) {
                    Some(&mv) => {
                        self.at += 1;
                        if Some(mv) != self.hash_move && see::wins_at_least(position, mv, 0) {
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

    /// Generates the moves that end on one of `targets`, with their scores.
    #[inline]
    fn generate(&mut self, position: &Position, targets: Bitboard, score: impl Fn(Piece, Square) -> i32) {
        let Picker { legality, moves, keys, .. } = self;
        moves.clear();
        keys.clear();
        legality.for_each(position, targets, |piece, from, to| {
            to.for_each(|to| {
                keys.push(sort_key(score(piece, to), moves.len()));
                moves.push(Move::new(from, to));
            });
        });
        let padding = keys.len().next_multiple_of(LANES) - keys.len();
        keys.extend(std::iter::repeat_n(i32::MIN, padding));
        self.at = 0;
    }

    /// Generates the quiet moves that may give check.
    fn generate_checks(&mut self, position: &Position) {
        let checks = Checks::of(position);
        let moves = &mut self.moves;
        moves.clear();
        self.legality.for_each(position, !position.occupied(), |piece, from, to| {
            let to = to & checks.targets(piece.role, from);
            moves.extend(to.map(|to| Move::new(from, to)).filter(|&mv| checks.has(position, mv)));
        });
        self.at = 0;
    }

    /// Selects the best of the remaining moves. Most nodes are cut off long before all are sorted.
    fn best_left(&mut self) -> Option<Move> {
        let at = self.at;
        if at == self.moves.len() {
            return None;
        }
        let mut best = [i32::MIN; LANES];
        for keys in &self.keys.as_chunks::<LANES>().0[at / LANES..] {
            for lane in 0..LANES {
                best[lane] = best[lane].max(keys[lane]);
            }
        }
        let place = place_of(best.into_iter().fold(i32::MIN, i32::max));
        self.keys[place] = moved_key(self.keys[at], place);
        self.keys[at] = i32::MIN;
        self.moves.swap(at, place);
        self.at += 1;
        Some(self.moves[at])
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
fn capture_score(position: &Position, history: &History, piece: Piece, to: Square) -> i32 {
    const VICTIM_WEIGHT: Value = 16;
    let Some(victim) = position.piece_at(to) else { return 0 };
    let learnt = history.capture_score(PieceTo::new(piece, to), victim.role);
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
        let mut position: Position = duiyi_rules::xiangqi::START_FEN.parse().unwrap();
        for _ in 0..2_000 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                position = duiyi_rules::xiangqi::START_FEN.parse().unwrap();
                continue;
            }
            let mut any = || Move::from_bits(random.random::<u16>()).filter(|_| true);
            let (hash, killers) = (
                legal.get(1).copied().or_else(&mut any),
                [legal.last().copied(), any(), legal.first().copied()],
            );
            let history = History::new();
            let mut picker = Picker::new(position.turn(), wanted, hash, killers, [None; 3]);
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
