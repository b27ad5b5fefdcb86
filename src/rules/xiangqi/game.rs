//! A game: where it started, what was played, how it ended.

use super::fen::START_FEN;
use super::legality::Legality;
use super::options::Options;
use super::position::{Position, Undo};
use super::recurrence::{Occurrences, Recurrence};
use super::repetition::{self, Cycle, Walk};
use super::types::{Move, Piece, Role};
use super::{illegal, notation};
use crate::rules::{
    self, DrawReason, ForbiddenPoint, MoveError, MoveText, Outcome, PositionError, Referee, ReplayError,
    Ruleset, Side, UndoError, Verdict, Warning, WinReason,
};

/// A move as it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The key of the position it was played in.
    pub key: u64,
    pub mv: Move,
    pub captured: Option<Piece>,
    /// Whether it gave check.
    pub check: bool,
}

/// As much of a move that was played as tells all the rest.
#[derive(Clone, Copy, Debug)]
struct Ply {
    mv: Move,
    captured: Option<Piece>,
}

const _: () = assert!(size_of::<Ply>() == 4, "games are many, and have a hundred of these");

/// A position with its history, under options.
#[derive(Clone, Debug)]
pub struct Game {
    options: Options,
    position: Position,
    start_clock: u32,
    plies: Vec<Ply>,
    /// The positions since the last capture, once there are [`Game::MANY_REPEATABLE`] of them.
    recurrence: Option<Box<Recurrence>>,
    outcome: Option<Outcome>,
}

impl Game {
    /// How often a position must have occurred for its repetition to be judged.
    pub const OCCURRENCES_TO_JUDGE: usize = 3;

    /// A table of fewer positions would be no faster than a walk back over them. Under the usual no-capture limit there
    /// are never so many, and games that are kept by the thousand carry no table.
    const MANY_REPEATABLE: usize = 128;

    /// # Errors
    /// Every reason why the position cannot be played from.
    pub fn new(options: Options, fen: Option<&str>) -> Result<Game, PositionError> {
        Ok(Game::from_position(options, fen.unwrap_or(START_FEN).parse()?))
    }

    fn from_position(options: Options, position: Position) -> Game {
        let start_clock = position.clock();
        let plies = Vec::new();
        let mut game = Game { options, position, start_clock, plies, recurrence: None, outcome: None };
        game.outcome = game.outcome_on_board();
        game
    }

    /// As [`rules::Game::replay`].
    pub(in crate::rules) fn replay(
        options: Options,
        fen: Option<&str>,
        moves: impl Iterator<Item = rules::Move>,
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
    pub(in crate::rules) fn at_start(&self) -> Game {
        Game::from_position(self.options, self.start())
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played, oldest first.
    pub fn history(&self) -> Vec<Played> {
        let mut position = self.start();
        let played = |&Ply { mv, captured }: &Ply| {
            let key = position.key();
            position.make_move(mv);
            Played { key, mv, captured, check: position.in_check() }
        };
        self.plies.iter().map(played).collect()
    }

    pub fn rules(&self) -> Options {
        self.options
    }

    /// The position the game started from.
    pub fn start(&self) -> Position {
        self.position_before(0)
    }

    /// The position in which the move of that ply, counted from 0, was played.
    pub fn position_before(&self, ply: usize) -> Position {
        let before = &self.plies[..ply];
        let clock = match before.iter().rposition(|played| played.captured.is_some()) {
            Some(capture) => (ply - 1 - capture) as u32,
            None => self.start_clock + ply as u32,
        };
        let mut position = self.position.clone();
        for &Ply { mv, captured } in self.plies[ply..].iter().rev() {
            position.unmake_move(mv, Undo { captured, clock });
        }
        position
    }

    /// The move, as a move of this game.
    fn own(mv: rules::Move) -> Result<Move, MoveError> {
        Move::try_from(mv).map_err(|_| MoveError::Unreadable {
            input: format!("#{}", mv.0),
            expected: "a move from one point of the board to another",
        })
    }

    /// Plays a legal move and sees whether it ends the game.
    fn push(&mut self, mv: Move) {
        let (ply, key) = (self.ply(), self.position.key());
        self.make(mv);
        match &mut self.recurrence {
            Some(recurrence) if self.position.clock() > 0 => recurrence.add(ply, key),
            _ => self.recurrence = self.tabulated(),
        }
        self.outcome = self.outcome_on_board();
    }

    /// Plays a legal move without asking how the game stands.
    fn make(&mut self, mv: Move) {
        let Undo { captured, .. } = self.position.make_move(mv);
        if self.plies.len() == self.plies.capacity() {
            // Games are many and live long, and most never grow again after they were copied.
            self.plies.reserve_exact(1 + self.plies.len() / 16);
        }
        self.plies.push(Ply { mv, captured });
    }

    /// Sees how the game stands after moves were made or taken back.
    fn settle(&mut self) {
        self.recurrence = self.tabulated();
        self.outcome = self.outcome_on_board();
    }

    /// A table of the positions that can come again, if they are many.
    fn tabulated(&self) -> Option<Box<Recurrence>> {
        (self.plies_since_capture() >= Game::MANY_REPEATABLE).then(|| Box::new(self.repeatable().collect()))
    }

    /// Those of this game alone, though the position it started from may count more.
    fn plies_since_capture(&self) -> usize {
        self.ply().min(self.position.clock() as usize)
    }

    fn outcome_on_board(&self) -> Option<Outcome> {
        let turn = self.position.turn();
        if self.position.has_no_moves() {
            let reason = if self.position.in_check() { WinReason::Checkmate } else { WinReason::Stalemate };
            return Some(Outcome::Won { winner: turn.other(), reason });
        }
        if let Some(from) = self.cycle_start() {
            return Some(self.judge(from).outcome());
        }
        if !can_attack(&self.position) {
            return Some(Outcome::Drawn { reason: DrawReason::InsufficientMaterial });
        }
        let limit = self.options.no_capture_limit;
        (limit > 0 && self.position.clock() >= limit)
            .then_some(Outcome::Drawn { reason: DrawReason::NoCaptureLimit })
    }

    /// The positions before this one that can come again, which are those since the last capture: each with its ply and
    /// its key, latest first.
    fn repeatable(&self) -> impl Iterator<Item = (usize, u64)> {
        let mut position = self.position.clone();
        let since_capture = self.plies.iter().enumerate().rev().take(self.plies_since_capture());
        since_capture.map(move |(ply, &Ply { mv, captured })| {
            position.unmake_move(mv, Undo { captured, clock: 0 });
            (ply, position.key())
        })
    }

    /// The earlier occurrences of the present position.
    fn occurrences(&self) -> Option<Occurrences> {
        let key = self.position.key();
        match &self.recurrence {
            Some(recurrence) => recurrence.of(key),
            None => self.repeatable().filter(|&(_, before)| before == key).collect::<Recurrence>().of(key),
        }
    }

    /// The move that led to the position.
    pub fn last_move(&self) -> Option<Move> {
        self.plies.last().map(|ply| ply.mv)
    }

    /// Whether the position was there before.
    pub fn is_repeated(&self) -> bool {
        self.occurrences().is_some()
    }

    /// The first ply after the position was there first, when it is there often enough to be judged.
    fn cycle_start(&self) -> Option<usize> {
        self.occurrences().and_then(cycle_start)
    }

    /// Judges the moves from that ply on, which lead to the position they began from.
    fn judge(&self, from: usize) -> Cycle {
        let moves = self.plies[from..].iter().map(|played| played.mv);
        repetition::judge(&self.position, moves, self.options.repetition)
    }

    /// The legal moves after which a cycle is judged, each with the ply at which the cycle begins.
    fn moves_to_judge(&self) -> Vec<(usize, Move)> {
        // Two turns of the shortest cycle, but for the move that is still to come.
        const FEWEST_PLIES: usize = 7;
        if self.plies_since_capture() < FEWEST_PLIES {
            return Vec::new();
        }
        let walked;
        let recurrence = match &self.recurrence {
            Some(recurrence) => &**recurrence,
            None => {
                walked = self.repeatable().collect();
                &walked
            }
        };
        let starts = |mv: Move| recurrence.of(self.position.key_after(mv)).and_then(cycle_start);
        self.position.legal_moves().into_iter().filter_map(|mv| Some((starts(mv)?, mv))).collect()
    }
}

/// Where the cycle begins that one more occurrence completes, if there were enough before it.
fn cycle_start(earlier: Occurrences) -> Option<usize> {
    (earlier.count as usize + 1 >= Game::OCCURRENCES_TO_JUDGE).then_some(earlier.first as usize)
}

/// Whether a move of a record that is trusted can be made at all: by a piece of the side to move, the way it goes, and
/// not onto a general.
fn is_plausible(position: &Position, mv: Move) -> bool {
    position.piece_at(mv.from()).is_some_and(|piece| piece.side == position.turn())
        && position.targets(mv.from()).has(mv.to())
        && !position.by_role(Role::General).has(mv.to())
}

/// Whether the side that has moved left its general to be captured, by the other general even.
fn leaves_general_attacked(position: &Position) -> bool {
    let (waiting, occupied) = (position.general(position.turn().other()), position.occupied());
    position.attackers_to(waiting, occupied).intersects(position.by_side(position.turn()))
}

/// The moves without their repetitions, when they are but one sequence over and over.
fn one_turn<T: PartialEq>(moves: &[T]) -> &[T] {
    let length = moves.len();
    let repeats = |&turn: &usize| length.is_multiple_of(turn) && moves[turn..] == moves[..length - turn];
    &moves[..(1..length).find(repeats).unwrap_or(length)]
}

/// Whether either side has a piece that can cross the river. With advisors and elephants alone nobody can be
/// mated by force, which every federation scores as a draw.
fn can_attack(position: &Position) -> bool {
    [Role::Rook, Role::Cannon, Role::Horse, Role::Soldier]
        .iter()
        .any(|&role| !position.by_role(role).is_empty())
}

impl Referee for Game {
    fn ruleset(&self) -> Ruleset {
        Ruleset::Xiangqi
    }

    fn start_fen(&self) -> String {
        self.start().to_string()
    }

    fn fen(&self) -> String {
        self.position.to_string()
    }

    fn turn(&self) -> Side {
        self.position.turn()
    }

    fn ply(&self) -> usize {
        self.plies.len()
    }

    fn moves(&self) -> Vec<rules::Move> {
        self.plies.iter().map(|played| played.mv.into()).collect()
    }

    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn verdict(&self) -> Option<Verdict> {
        let by_repetition = matches!(
            self.outcome,
            Some(Outcome::Drawn { reason: DrawReason::Repetition })
                | Some(Outcome::Won { reason: WinReason::PerpetualCheck | WinReason::PerpetualChase, .. })
        );
        let from = if by_repetition { self.cycle_start()? } else { return None };
        let moves: Vec<rules::Move> = self.plies[from..].iter().map(|played| played.mv.into()).collect();
        Some(self.judge(from).verdict(one_turn(&moves).to_vec()))
    }

    fn legal_moves(&self) -> Vec<rules::Move> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => self.position.legal_moves().into_iter().map(rules::Move::from).collect(),
        }
    }

    fn forbidden(&self) -> Vec<ForbiddenPoint> {
        Vec::new()
    }

    fn warnings(&self) -> Vec<Warning> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut closing: Vec<(usize, (usize, Move))> =
            self.moves_to_judge().into_iter().enumerate().collect();
        closing.sort_by_key(|&(_, (from, _))| std::cmp::Reverse(from));
        // All cycles end here, so that one walk judges them, the shorter ones on its way to the longer.
        let mut walk = Walk::new(&self.position, self.options.repetition);
        let mut walked_to = self.ply();
        let mut warnings = Vec::with_capacity(closing.len());
        for (place, (from, mv)) in closing {
            while walked_to > from && !walk.is_decided() {
                walked_to -= 1;
                walk.step_back(self.plies[walked_to].mv);
            }
            let cycle = walk.cycle_with(&self.position, mv);
            warnings.push((place, cycle.warning(self.turn(), mv.into(), &mv.to_string())));
        }
        warnings.sort_by_key(|&(place, _)| place);
        warnings.into_iter().map(|(_, warning)| warning).collect()
    }

    fn write_coordinates(&self, mv: rules::Move, text: &mut String) {
        rules::write_move::<Move>(mv, text);
    }

    fn describe(&self, mv: rules::Move) -> MoveText {
        match Move::try_from(mv) {
            Ok(mv) if self.position.is_legal(mv) => notation::describe(&self.position, mv),
            _ => MoveText { coordinates: self.coordinates(mv), chinese: None, wxf: None },
        }
    }

    fn describe_played(&self, from: usize) -> Vec<MoveText> {
        let mut position = self.position_before(from);
        let text = |played: &Ply| {
            let text = notation::describe(&position, played.mv);
            position.make_move(played.mv);
            text
        };
        self.plies[from..].iter().map(text).collect()
    }

    fn parse(&self, text: &str) -> Result<rules::Move, MoveError> {
        if let Some(outcome) = self.outcome {
            return Err(MoveError::GameOver(outcome));
        }
        notation::parse(&self.position, text).map(rules::Move::from)
    }

    fn play_text(&mut self, text: &str) -> Result<rules::Move, MoveError> {
        let mv = self.parse(text)?;
        self.push(Game::own(mv)?);
        Ok(mv)
    }

    fn play(&mut self, mv: rules::Move) -> Result<(), MoveError> {
        if let Some(outcome) = self.outcome {
            return Err(MoveError::GameOver(outcome));
        }
        let mv = Game::own(mv)?;
        if !Legality::of(&self.position).is_legal(&self.position, mv) {
            return Err(illegal::explain(&self.position, mv));
        }
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
        self.settle();
        Ok(())
    }

    fn conclude(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }
}
