//! A game of Xiangqi: the start position, the moves played and the outcome.

mod ply;
mod rulings;

use super::fen::START_FEN;
use super::legality::Legality;
use super::options::Options;
use super::position::{Point, Position, Undo};
use super::recurrence::{Occurrences, Recurrence};
use super::repetition::{self, Cycle, Walk};
use super::types::{Move, Piece, Role};
use super::{illegal, notation};
use crate::{
    DrawReason, ForbiddenPoint, MoveError, MoveText, Outcome, PositionError, Referee, ReplayError, Ruleset,
    Side, UndoError, Verdict, Warning, WinReason,
};
use ply::{Plies, Ply};
use std::fmt::Write;

/// A move of a game and its effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The key of the position before the move.
    pub key: u64,
    /// The move.
    pub mv: Move,
    /// The piece that it captured, if any.
    pub captured: Option<Piece>,
    /// Whether the move gave check.
    pub check: bool,
}

/// A position with its options and its history.
#[derive(Clone, Debug)]
pub struct Game {
    options: Options,
    position: Position,
    start_clock: u32,
    /// Whether the start position is [`START_FEN`], which then need not be reconstructed.
    starts_normally: bool,
    plies: Plies,
    /// A table of the positions since the last capture, if there are at least [`Game::MANY_REPEATABLE`] of them.
    recurrence: Option<Box<Recurrence>>,
    /// The moves that the rules of repetition refuse to the side to move.
    refused: Box<[Move]>,
    outcome: Option<Outcome>,
    /// See [`Referee::accept`].
    accepted: usize,
}

impl Game {
    /// The occurrence of a position at which the referee judges the repetition.
    pub const OCCURRENCES_TO_JUDGE: usize = 3;

    /// The number of positions from which a table is faster than a walk back through the game. With the default
    /// no-capture limit a game never reaches it, so that stored games have no table.
    const MANY_REPEATABLE: usize = 128;

    /// Starts a game from the position `fen`, or from [`START_FEN`].
    ///
    /// # Errors
    /// Every reason why the position is not valid.
    pub fn new(options: Options, fen: Option<&str>) -> Result<Game, PositionError> {
        Ok(Game::from_position(options, fen.unwrap_or(START_FEN).parse()?))
    }

    fn from_position(options: Options, position: Position) -> Game {
        let start_clock = position.clock();
        let mut game = Game {
            starts_normally: position.to_string() == START_FEN,
            options,
            position,
            start_clock,
            plies: Plies::default(),
            recurrence: None,
            refused: Box::default(),
            outcome: None,
            accepted: 0,
        };
        game.rule();
        game
    }

    /// See [`crate::Game::replay`].
    pub(crate) fn replay(
        options: Options,
        fen: Option<&str>,
        moves: impl Iterator<Item = crate::Move>,
    ) -> Result<Game, ReplayError> {
        let mut game = Game::new(options, fen)?;
        game.plies.reserve_exact(moves.size_hint().0);
        for mv in moves {
            let refused = ReplayError::Move { ply: game.ply() + 1, mv };
            match Move::try_from(mv) {
                Ok(mv) if is_plausible(&game.position, mv) => game.make(mv),
                _ => return Err(refused),
            }
        }
        if let Some(last) = game.last_move() {
            if leaves_general_attacked(&game.position) {
                return Err(ReplayError::Move { ply: game.ply(), mv: last.into() });
            }
            game.settle();
        }
        Ok(game)
    }

    /// The game before its first move.
    pub(crate) fn at_start(&self) -> Game {
        let mut game = Game::from_position(self.options, self.start());
        if self.accepted > 0 {
            game.accept(self.accepted);
        }
        game
    }

    /// The pieces on the board, the side to move and the counters.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played, oldest first.
    pub fn history(&self) -> Vec<Played> {
        let mut position = self.start();
        let played = |ply: &Ply| {
            let (key, mv) = (position.key(), ply.mv());
            let Undo { captured, .. } = position.make_move(mv);
            Played { key, mv, captured, check: position.in_check() }
        };
        self.plies.iter().map(played).collect()
    }

    /// The options of the game.
    pub fn rules(&self) -> Options {
        self.options
    }

    /// The start position of the game.
    pub fn start(&self) -> Position {
        self.position_before(0)
    }

    /// The position before a ply, counted from 0.
    ///
    /// # Panics
    /// If `ply` is more than the number of plies played.
    pub fn position_before(&self, ply: usize) -> Position {
        let before = &self.plies[..ply];
        let clock = match before.iter().rposition(|played| played.is_capture()) {
            Some(capture) => (ply - 1 - capture) as u32,
            None => self.start_clock + ply as u32,
        };
        let mut position = self.position.clone();
        for played in self.plies[ply..].iter().rev() {
            played.take_back(&mut position, clock);
        }
        position
    }

    /// Converts a move of any ruleset to a move of this game.
    fn own(mv: crate::Move) -> Result<Move, MoveError> {
        Move::try_from(mv).map_err(|_| MoveError::Unreadable {
            input: format!("#{}", mv.0),
            expected: "a move from one point of the board to another",
        })
    }

    /// Plays a legal move, and updates the outcome and the moves that are refused.
    fn push(&mut self, mv: Move) {
        let (ply, key) = (self.ply(), self.position.key());
        self.make(mv);
        match &mut self.recurrence {
            Some(recurrence) if self.position.clock() > 0 => recurrence.add(ply, key),
            _ => self.recurrence = self.tabulated(),
        }
        self.rule();
    }

    /// Plays a legal move without updating the outcome.
    fn make(&mut self, mv: Move) {
        let Undo { captured, .. } = self.position.make_move(mv);
        self.plies.push(Ply::new(mv, captured));
    }

    /// Updates the table of positions, the outcome and the moves that are refused after moves were made or taken back.
    fn settle(&mut self) {
        self.recurrence = self.tabulated();
        self.rule();
    }

    /// Builds a table of the positions that can recur, if there are many.
    fn tabulated(&self) -> Option<Box<Recurrence>> {
        (self.plies_since_capture() >= Game::MANY_REPEATABLE).then(|| Box::new(self.repeatable().collect()))
    }

    /// The plies of this game since the last capture. Leaves out those that the start position already counts.
    fn plies_since_capture(&self) -> usize {
        self.ply().min(self.position.clock() as usize)
    }

    /// The earlier positions that can recur, which are those since the last capture. Yields the ply and the key of each,
    /// latest first.
    fn repeatable(&self) -> impl Iterator<Item = (usize, u64)> {
        let mut position = self.position.clone();
        let since_capture = self.plies.iter().enumerate().rev().take(self.plies_since_capture());
        since_capture.map(move |(ply, played)| {
            played.take_back(&mut position, 0);
            (ply, position.key())
        })
    }

    /// On how many points each of those positions differs from the current one, latest first. Costs less than their keys.
    fn differing_points(&self) -> impl Iterator<Item = usize> {
        let now = self.position.points();
        let mut then = *now;
        let mut differing = 0;
        let since_capture = self.plies.iter().rev().take(self.plies_since_capture());
        since_capture.map(move |played| {
            let mv = played.mv();
            let (from, to) = (mv.from().index(), mv.to().index());
            let differ =
                |then: &[Point]| usize::from(then[from] != now[from]) + usize::from(then[to] != now[to]);
            differing -= differ(&then);
            then[from] = std::mem::replace(&mut then[to], Point::EMPTY);
            differing += differ(&then);
            differing
        })
    }

    /// The earlier occurrences of the current position.
    fn occurrences(&self) -> Option<Occurrences> {
        let key = self.position.key();
        match &self.recurrence {
            Some(recurrence) => recurrence.of(key),
            None if self.differing_points().all(|points| points > 0) => None,
            None => self.repeatable().filter(|&(_, before)| before == key).collect::<Recurrence>().of(key),
        }
    }

    /// The last move played.
    pub fn last_move(&self) -> Option<Move> {
        self.plies.last().map(|ply| ply.mv())
    }

    /// Whether the current position occurred before.
    pub fn is_repeated(&self) -> bool {
        self.occurrences().is_some()
    }

    /// The ply of the first occurrence of the current position, if it has occurred often enough to be judged.
    fn cycle_start(&self) -> Option<usize> {
        self.occurrences().and_then(cycle_start)
    }
}

/// The ply at which the cycle starts, if one more occurrence is enough for a ruling.
fn cycle_start(earlier: Occurrences) -> Option<usize> {
    (earlier.count as usize + 1 >= Game::OCCURRENCES_TO_JUDGE).then_some(earlier.first as usize)
}

/// Whether a trusted move can be made at all: it is pseudo-legal and does not capture a general.
fn is_plausible(position: &Position, mv: Move) -> bool {
    position.piece_at(mv.from()).is_some_and(|piece| piece.side == position.turn())
        && position.targets(mv.from()).has(mv.to())
        && !position.by_role(Role::General).has(mv.to())
}

/// Whether the side that has just moved left its general in check or facing the other general.
fn leaves_general_attacked(position: &Position) -> bool {
    let (waiting, occupied) = (position.general(position.turn().other()), position.occupied());
    position.attackers_to(waiting, occupied).intersects(position.by_side(position.turn()))
}

impl Referee for Game {
    fn ruleset(&self) -> Ruleset {
        Ruleset::Xiangqi
    }

    fn start_fen(&self) -> String {
        match self.starts_normally {
            true => START_FEN.to_owned(),
            false => self.start().to_string(),
        }
    }

    fn fen(&self) -> String {
        /// Longer than the FEN of almost every position, so that the string does not grow.
        const USUAL_LENGTH: usize = 96;
        let mut fen = String::with_capacity(USUAL_LENGTH);
        write!(fen, "{}", self.position).expect("writing to a string does not fail");
        fen
    }

    fn turn(&self) -> Side {
        self.position.turn()
    }

    fn ply(&self) -> usize {
        self.plies.len()
    }

    fn moves(&self) -> Vec<crate::Move> {
        self.plies.iter().map(|played| played.mv().into()).collect()
    }

    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn verdict(&self) -> Option<Verdict> {
        self.verdict_on_repetition()
    }

    fn legal_moves(&self) -> Vec<crate::Move> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let moves = self.position.legal_moves().into_iter();
        moves.filter(|mv| !self.refused.contains(mv)).map(crate::Move::from).collect()
    }

    fn warnings(&self) -> Vec<Warning> {
        self.warning_of_composition().into_iter().chain(self.warnings_of_repetition()).collect()
    }

    fn forbidden(&self) -> Vec<ForbiddenPoint> {
        Vec::new()
    }

    fn write_coordinates(&self, mv: crate::Move, text: &mut String) {
        crate::write_move::<Move>(mv, text);
    }

    fn describe(&self, mv: crate::Move) -> MoveText {
        match Move::try_from(mv) {
            Ok(mv) if self.position.is_legal(mv) => notation::describe(&self.position, mv),
            _ => MoveText { coordinates: self.coordinates(mv), chinese: None, wxf: None },
        }
    }

    fn describe_played(&self, from: usize) -> Vec<MoveText> {
        let mut position = self.position_before(from);
        let text = |played: &Ply| {
            let text = notation::describe(&position, played.mv());
            position.make_move(played.mv());
            text
        };
        self.plies[from..].iter().map(text).collect()
    }

    fn parse(&self, text: &str) -> Result<crate::Move, MoveError> {
        if let Some(outcome) = self.outcome {
            return Err(MoveError::GameOver(outcome));
        }
        let mv = notation::parse(&self.position, text)?;
        self.allow(mv)?;
        Ok(mv.into())
    }

    fn play_text(&mut self, text: &str) -> Result<crate::Move, MoveError> {
        let mv = self.parse(text)?;
        self.push(Game::own(mv)?);
        Ok(mv)
    }

    fn play(&mut self, mv: crate::Move) -> Result<(), MoveError> {
        if let Some(outcome) = self.outcome {
            return Err(MoveError::GameOver(outcome));
        }
        let mv = Game::own(mv)?;
        if !Legality::of(&self.position).is_legal(&self.position, mv) {
            return Err(illegal::explain(&self.position, mv).into());
        }
        self.allow(mv)?;
        self.push(mv);
        Ok(())
    }

    fn undo(&mut self, plies: usize) -> Result<(), UndoError> {
        let played = self.plies.len();
        if plies > played {
            return Err(UndoError { asked: plies, played });
        }
        self.position = self.position_before(played - plies);
        self.plies.truncate(played - plies);
        self.accepted = self.accepted.min(self.plies.len());
        self.settle();
        Ok(())
    }

    /// A side wins with a piece that can cross the river.
    fn can_win(&self, side: Side) -> bool {
        rulings::can_attack(&self.position, side)
    }

    fn conclude(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    fn accepted(&self) -> usize {
        self.accepted
    }

    fn accept(&mut self, plies: usize) {
        self.accepted = plies;
        self.rule();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::splitmix64;

    /// Two rooks of a side may exchange their points.
    const FEW_PIECES: &str = "3k5/9/9/r8/9/9/9/9/R7R/4K4 w - - 0 1";

    #[test]
    fn repetitions_are_found_as_by_the_keys_of_all_positions() {
        let (mut random, mut repeated, mut judged) = (1, 0, 0);
        for _ in 0..200 {
            let mut game = Game::new(Options::default(), Some(FEW_PIECES)).unwrap();
            while game.outcome.is_none() && game.ply() < Game::MANY_REPEATABLE {
                let key = game.position.key();
                assert_eq!(game.is_repeated(), game.repeatable().any(|(_, before)| before == key));
                let occurrences = |mv| {
                    let after = game.position.key_after(mv);
                    game.repeatable().filter(|&(_, before)| before == after).count()
                };
                let expected: Vec<Move> =
                    game.position.legal_moves().into_iter().filter(|&mv| occurrences(mv) >= 2).collect();
                let found: Vec<Move> = game.moves_to_judge().into_iter().map(|(_, mv)| mv).collect();
                assert_eq!(found, expected);
                (repeated, judged) = (repeated + usize::from(game.is_repeated()), judged + found.len());
                // Mostly the piece that moved before goes back, so that positions recur.
                let legal = game.position.legal_moves();
                let back = (game.ply() >= 2).then(|| game.plies[game.ply() - 2].mv());
                let back = back.map(|mv| Move::new(mv.to(), mv.from())).filter(|mv| legal.contains(mv));
                random = splitmix64(random);
                let any = legal[(random >> 8) as usize % legal.len()];
                game.push(if random % 4 > 0 { back.unwrap_or(any) } else { any });
            }
        }
        assert!(repeated > 500 && judged > 200, "{repeated} positions recurred, {judged} moves were judged");
    }
}
