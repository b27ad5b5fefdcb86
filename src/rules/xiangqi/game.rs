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
        let mut game = Game { options, position, start_clock, plies: Vec::new(), outcome: None };
        game.outcome = game.outcome_on_board();
        Ok(game)
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played, oldest first.
    pub fn history(&self) -> Vec<Played> {
        let mut position = self.start();
        let played = |&Ply { mv, captured }: &Ply| {
            let key = position.key();
            position.play_unchecked(mv);
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
            position.undo_unchecked(mv, Undo { captured, clock });
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

    /// Plays a legal move without asking how the game stands.
    fn push(&mut self, mv: Move) {
        let Undo { captured, .. } = self.position.play_unchecked(mv);
        // Games are many and live long, and most never grow again after they were copied.
        self.plies.reserve_exact(1);
        self.plies.push(Ply { mv, captured });
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

    /// The positions before this one that can come again, which are those since the last capture: each with its ply and
    /// its key, latest first.
    fn repeatable(&self) -> impl Iterator<Item = (usize, u64)> {
        let mut position = self.position.clone();
        let since_capture = self.plies.iter().enumerate().rev().take_while(|(_, ply)| ply.captured.is_none());
        since_capture.map(move |(ply, &Ply { mv, captured })| {
            position.undo_unchecked(mv, Undo { captured, clock: 0 });
            (ply, position.key())
        })
    }

    /// The move that led to the position.
    pub fn last_move(&self) -> Option<Move> {
        self.plies.last().map(|ply| ply.mv)
    }

    /// Whether the position was there before.
    pub fn is_repeated(&self) -> bool {
        self.repeatable().any(|(_, before)| before == self.position.key())
    }

    /// The plies since the position was there first, when it is there often enough to be judged.
    fn cycle(&self) -> Option<std::ops::Range<usize>> {
        let key = self.position.key();
        let (mut occurrences, mut first) = (1, self.ply());
        for (ply, _) in self.repeatable().filter(|&(_, before)| before == key) {
            occurrences += 1;
            first = ply;
        }
        (occurrences >= Game::OCCURRENCES_TO_JUDGE).then_some(first..self.ply())
    }

    /// The keys of the positions that will be judged if they come once more.
    fn nearly_judged(&self) -> Vec<u64> {
        let mut keys: Vec<u64> = self.repeatable().map(|(_, key)| key).collect();
        keys.sort_unstable();
        let often = keys.chunk_by(u64::eq).filter(|same| same.len() + 1 >= Game::OCCURRENCES_TO_JUDGE);
        often.map(|same| same[0]).collect()
    }

    fn judge(&self, plies: &std::ops::Range<usize>) -> Cycle {
        let start = self.position_before(plies.start);
        repetition::judge(
            start,
            self.plies[plies.clone()].iter().map(|played| played.mv),
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
        let plies = self.cycle().filter(|_| by_repetition)?;
        let moves: Vec<rules::Move> =
            self.plies[plies.clone()].iter().map(|played| played.mv.into()).collect();
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
        let nearly_judged = if self.outcome.is_none() { self.nearly_judged() } else { Vec::new() };
        if nearly_judged.is_empty() {
            return Vec::new();
        }
        let side = self.turn();
        let mut warnings = Vec::new();
        for mv in self.position.legal_moves() {
            let mut position = self.position.clone();
            position.play_unchecked(mv);
            if !nearly_judged.contains(&position.key()) {
                continue;
            }
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
            position.play_unchecked(played.mv);
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
        self.outcome = self.outcome_on_board();
        Ok(())
    }

    fn conclude(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }
}
