//! A game: where it started, what was played, how it ended.

use super::fen::START_FEN;
use super::legality::Legality;
use super::options::Options;
use super::position::{Position, Undo};
use super::repetition::{self, Cycle};
use super::types::{Move, Piece, Role};
use super::{illegal, notation};
use crate::rules::{
    self, DrawReason, ForbiddenPoint, MoveError, MoveText, Outcome, PositionError, Referee, Ruleset, Side,
    UndoError, Verdict, Warning, WinReason,
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

const _: () = assert!(size_of::<Played>() == 16, "a game of a hundred moves should stay small");

/// A position with its history, under options.
#[derive(Clone, Debug)]
pub struct Game {
    options: Options,
    position: Position,
    start_clock: u32,
    history: Vec<Played>,
    outcome: Option<Outcome>,
}

impl Game {
    /// How often a position must have occurred for its repetition to be judged.
    pub const OCCURRENCES_TO_JUDGE: usize = 3;

    /// # Errors
    /// Every reason why the position cannot be played from.
    pub fn new(options: Options, fen: Option<&str>) -> Result<Game, PositionError> {
        let position: Position = fen.unwrap_or(START_FEN).parse()?;
        let start_clock = position.clock();
        let mut game = Game { options, position, start_clock, history: Vec::new(), outcome: None };
        game.outcome = game.outcome_on_board();
        Ok(game)
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played, oldest first.
    pub fn history(&self) -> &[Played] {
        &self.history
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
        let mut position = self.position.clone();
        for ply in (ply..self.history.len()).rev() {
            self.step_back(&mut position, ply);
        }
        position
    }

    fn step_back(&self, position: &mut Position, ply: usize) {
        let Played { mv, captured, .. } = self.history[ply];
        let before = &self.history[..ply];
        let clock = match before.iter().rposition(|played| played.captured.is_some()) {
            Some(capture) => (ply - 1 - capture) as u32,
            None => self.start_clock + ply as u32,
        };
        position.undo_unchecked(mv, Undo { captured, clock });
    }

    /// The move, as a move of this game.
    fn own(mv: rules::Move) -> Result<Move, MoveError> {
        Move::try_from(mv).map_err(|_| MoveError::Unreadable {
            input: format!("#{}", mv.0),
            expected: "a move from one point of the board to another",
        })
    }

    /// Plays a legal move without asking how the game stands.
    fn push(&mut self, mv: Move) {
        let key = self.position.key();
        let undo = self.position.play_unchecked(mv);
        let check = self.position.in_check();
        // Games are many and live long, and most never grow again after they were copied.
        self.history.reserve_exact(1);
        self.history.push(Played { key, mv, captured: undo.captured, check });
        self.outcome = self.outcome_on_board();
    }

    fn outcome_on_board(&self) -> Option<Outcome> {
        let turn = self.position.turn();
        if self.position.has_no_moves() {
            let reason = if self.position.in_check() { WinReason::Checkmate } else { WinReason::Stalemate };
            return Some(Outcome::Won { winner: turn.other(), reason });
        }
        if let Some(cycle) = self.cycle() {
            return Some(self.judge(&cycle).outcome());
        }
        if !can_attack(&self.position) {
            return Some(Outcome::Drawn { reason: DrawReason::InsufficientMaterial });
        }
        let limit = self.options.no_capture_limit;
        (limit > 0 && self.position.clock() >= limit)
            .then_some(Outcome::Drawn { reason: DrawReason::NoCaptureLimit })
    }

    /// The plies since the position was there first, when it is there often enough to be judged.
    fn cycle(&self) -> Option<std::ops::Range<usize>> {
        let key = self.position.key();
        let mut occurrences = 1;
        let mut first = self.history.len();
        for (ply, played) in self.history.iter().enumerate().rev() {
            if played.captured.is_some() {
                break;
            }
            if played.key == key {
                occurrences += 1;
                first = ply;
            }
        }
        (occurrences >= Game::OCCURRENCES_TO_JUDGE).then_some(first..self.history.len())
    }

    fn judge(&self, plies: &std::ops::Range<usize>) -> Cycle {
        let start = self.position_before(plies.start);
        repetition::judge(
            start,
            self.history[plies.clone()].iter().map(|played| played.mv),
            self.options.repetition,
        )
    }
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

    fn options(&self) -> rules::Options {
        rules::Options::Xiangqi(self.options)
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
        self.history.len()
    }

    fn moves(&self) -> Vec<rules::Move> {
        self.history.iter().map(|played| played.mv.into()).collect()
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
        let plies = self.cycle().filter(|_| by_repetition)?;
        let moves: Vec<rules::Move> =
            self.history[plies.clone()].iter().map(|played| played.mv.into()).collect();
        Some(self.judge(&plies).verdict(one_turn(&moves).to_vec()))
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
        let side = self.turn();
        let mut warnings = Vec::new();
        for mv in self.position.legal_moves() {
            let mut after = self.clone();
            after.push(mv);
            let Some(cycle) = after.cycle().map(|plies| after.judge(&plies)) else { continue };
            // A move can mate, too, in a position that was there before: then nothing is wrong with it.
            if after.verdict().is_some() {
                warnings.push(cycle.warning(
                    side,
                    mv.into(),
                    &notation::describe(&self.position, mv).coordinates,
                ));
            }
        }
        warnings
    }

    fn coordinates(&self, mv: rules::Move) -> String {
        Move::try_from(mv).map_or_else(|_| format!("#{}", mv.0), |mv| mv.to_string())
    }

    fn describe(&self, mv: rules::Move) -> MoveText {
        match Move::try_from(mv) {
            Ok(mv) if self.position.is_legal(mv) => notation::describe(&self.position, mv),
            _ => MoveText { coordinates: self.coordinates(mv), chinese: None, wxf: None },
        }
    }

    fn describe_played(&self) -> Vec<MoveText> {
        let mut position = self.start();
        let mut texts = Vec::with_capacity(self.history.len());
        for played in &self.history {
            texts.push(notation::describe(&position, played.mv));
            position.play_unchecked(played.mv);
        }
        texts
    }

    fn parse(&self, text: &str) -> Result<rules::Move, MoveError> {
        if let Some(outcome) = self.outcome {
            return Err(MoveError::GameOver(outcome));
        }
        notation::parse(&self.position, text).map(rules::Move::from)
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
        let played = self.history.len();
        if plies > played {
            return Err(UndoError { asked: plies, played });
        }
        self.position = self.position_before(played - plies);
        self.history.truncate(played - plies);
        self.outcome = self.outcome_on_board();
        Ok(())
    }

    fn conclude(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }
}
