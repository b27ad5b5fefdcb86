//! A game of five in a row: the opening, the moves played and the outcome.

use super::illegal_move::IllegalMove;
use super::opening::Phase;
use super::options::Options;
use super::position::Position;
use super::position_problem::PositionProblem;
use super::types::{Choice, Move, Point, Variant};
use crate::{
    DrawReason, ForbiddenPoint, MoveError, MoveText, OpeningState, Outcome, PositionError, Referee,
    ReplayError, Ruleset, Side, UndoError, Verdict, Warning, WinReason,
};

/// A position with its options, its opening and its history.
#[derive(Clone, Debug)]
pub struct Game {
    options: Options,
    /// `None` stands for the empty board.
    start: Option<Box<Position>>,
    position: Box<Position>,
    phase: Phase,
    moves: Vec<Move>,
    outcome: Option<Outcome>,
    /// See [`Referee::accept`].
    accepted: usize,
}

impl Game {
    /// Starts a game from the position `fen`, or from the empty board.
    ///
    /// # Errors
    /// Every reason why the position is not valid.
    pub fn new(options: Options, fen: Option<&str>) -> Result<Game, PositionError> {
        let start = match fen {
            Some(fen) => Some(Box::new(Position::parse(fen, options.variant, options.board_size)?))
                .filter(|position| position.stones() > 0),
            None => None,
        };
        if start.is_some() && options.opening.first_phase() != Phase::Play {
            let problem = PositionProblem::OpeningNeedsEmptyBoard { opening: options.opening.name() };
            return Err(PositionError { reasons: vec![problem.into()] });
        }
        Ok(Game::starting(options, start))
    }

    /// A game before its first move.
    fn starting(options: Options, start: Option<Box<Position>>) -> Game {
        let empty = || Box::new(Position::empty(options.variant, options.board_size));
        let position = start.clone().unwrap_or_else(empty);
        let phase = options.opening.first_phase();
        let mut game =
            Game { options, start, position, phase, moves: Vec::new(), outcome: None, accepted: 0 };
        let winner = game.position.winners().first().copied();
        game.outcome = winner.map(five_in_a_row).or_else(|| game.outcome_without_row());
        game
    }

    /// The options of the game.
    pub fn rules(&self) -> Options {
        self.options
    }

    /// The stones on the board, and the side to move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The kind of move that comes next.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The stones played and their colors, oldest first. Leaves out choices and points that were only offered.
    pub fn stones_played(&self) -> Vec<(Point, Side)> {
        let mut replay = self.at_start();
        self.moves.iter().filter_map(|&mv| replay.make(mv)).collect()
    }

    /// See [`crate::Game::replay`].
    pub(crate) fn replay(
        options: Options,
        fen: Option<&str>,
        moves: impl Iterator<Item = crate::Move>,
    ) -> Result<Game, ReplayError> {
        let mut game = Game::new(options, fen)?;
        game.moves.reserve_exact(moves.size_hint().0);
        let mut moves = moves.peekable();
        while let Some(mv) = moves.next() {
            let refused = ReplayError::Move { ply: game.ply() + 1, mv };
            let mv = Move::try_from(mv).ok().filter(|&mv| game.is_plausible(mv)).ok_or(refused)?;
            match moves.peek() {
                Some(_) => _ = game.make(mv),
                None => game.push(mv),
            }
        }
        Ok(game)
    }

    /// Whether a trusted move can be made at all: a stone on an empty point, or an available choice.
    fn is_plausible(&self, mv: Move) -> bool {
        match (mv, &self.phase) {
            (Move::Choice(choice), Phase::Choose { choices, .. }) => choices.contains(&choice),
            (Move::Choice(_), _) | (Move::Stone(_), Phase::Choose { .. }) => false,
            (Move::Stone(point), phase) => {
                self.position.contains(point)
                    && self.position.at(point).is_none()
                    && match phase {
                        Phase::Pick { offered } => offered.contains(&point),
                        _ => true,
                    }
            }
        }
    }

    /// The game before its first move.
    pub(crate) fn at_start(&self) -> Game {
        Game { accepted: self.accepted, ..Game::starting(self.options, self.start.clone()) }
    }

    /// Plays a legal move and updates the outcome.
    fn push(&mut self, mv: Move) {
        let is_forbidden = match mv {
            Move::Stone(point) if !self.is_fact(self.ply()) => {
                self.forbids() && self.position.forbidden_at(point).is_some()
            }
            Move::Stone(_) | Move::Choice(_) => false,
        };
        self.outcome = match self.make(mv) {
            Some(_) if is_forbidden => Some(lost_on_forbidden_point()),
            Some((point, side)) if self.position.wins_at(point, side) => Some(five_in_a_row(side)),
            // What a record reports after its end does not change that end.
            _ => self.outcome.or_else(|| self.outcome_without_row()),
        };
    }

    /// Plays moves that were played before, at the start of the game.
    fn replay_all(&mut self, moves: &[Move]) {
        let Some((&last, before)) = moves.split_last() else { return };
        for &mv in before {
            match self.accepted {
                0 => _ = self.make(mv),
                // Any of them may have ended the game.
                _ => self.push(mv),
            }
        }
        self.push(last);
    }

    /// Plays a legal move without updating the outcome. Returns the stone that it placed, if it placed one.
    fn make(&mut self, mv: Move) -> Option<(Point, Side)> {
        let stone = match mv {
            Move::Stone(point) if !matches!(self.phase, Phase::Offer { .. }) => {
                Some((point, self.position.turn()))
            }
            Move::Stone(_) | Move::Choice(_) => None,
        };
        if let Some((point, _)) = stone {
            self.position.make_move(point);
        }
        let phase = std::mem::replace(&mut self.phase, Phase::Play);
        self.phase = match phase {
            Phase::Play => Phase::Play,
            phase => self.options.opening.next_phase(phase, mv, self.position.stones()),
        };
        if self.moves.len() == self.moves.capacity() {
            // The server keeps many games for a long time, so that spare capacity costs memory.
            self.moves.reserve_exact(1 + self.moves.len() / 16);
        }
        self.moves.push(mv);
        stone
    }

    /// The outcome if no side has five in a row: the board is full, or Black has only forbidden points left.
    fn outcome_without_row(&self) -> Option<Outcome> {
        if self.position.is_full() {
            return Some(Outcome::Drawn { reason: DrawReason::BoardFull });
        }
        // Only a nearly full board can have nothing but forbidden points.
        const FEW: usize = 8;
        let empty = usize::from(self.position.size()).pow(2) - self.position.stones();
        let must_choose = self.phase == Phase::Play && self.forbids() && empty <= FEW;
        (must_choose && self.position.forbidden_points().len() == empty).then(lost_on_forbidden_point)
    }

    /// Whether the side to move can have forbidden points.
    fn forbids(&self) -> bool {
        self.options.variant == Variant::Renju && self.position.turn() == Side::First
    }

    fn forbidden_points(&self) -> Vec<(Point, super::Forbidden)> {
        if self.forbids() && self.outcome.is_none() { self.position.forbidden_points() } else { Vec::new() }
    }

    /// Whether the last move placed a black stone on a forbidden point.
    fn last_is_forbidden(&self) -> bool {
        let Some(&Move::Stone(point)) = self.moves.last() else { return false };
        if self.options.variant != Variant::Renju || self.position.at(point) != Some(Side::First) {
            return false;
        }
        let mut before = self.position.clone();
        before.take(point);
        before.forbidden_at(point).is_some()
    }

    /// Whether a record reports the move with this index.
    fn is_fact(&self, index: usize) -> bool {
        index < self.accepted
    }

    /// A record may go on after its end.
    fn check_not_over(&self) -> Result<(), MoveError> {
        match self.outcome {
            Some(outcome) if !self.is_fact(self.ply()) => Err(MoveError::GameOver(outcome)),
            _ => Ok(()),
        }
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let point = match mv {
            Move::Stone(point) => point,
            Move::Choice(_) if self.phase.moves(&self.position).contains(&mv) => return Ok(()),
            Move::Choice(_) => return Err(self.not_now(mv)),
        };
        if !self.position.contains(point) {
            let edge = self.position.size() - 1;
            return Err(IllegalMove::OffBoard { point, last: Point::new(edge, edge) });
        }
        if let Some(side) = self.position.at(point) {
            return Err(IllegalMove::Occupied { point, side });
        }
        if self.phase != Phase::Play {
            return if self.phase.moves(&self.position).contains(&mv) {
                Ok(())
            } else {
                Err(self.not_now(mv))
            };
        }
        if self.forbids()
            && !self.options.forbidden_loses
            && !self.is_fact(self.ply())
            && let Some(kind) = self.position.forbidden_at(point)
        {
            return Err(IllegalMove::Forbidden { point, kind });
        }
        Ok(())
    }

    fn not_now(&self, mv: Move) -> IllegalMove {
        IllegalMove::NotNow { mv, phase: self.phase.clone(), size: self.position.size() }
    }
}

fn five_in_a_row(winner: Side) -> Outcome {
    Outcome::Won { winner, reason: WinReason::FiveInARow }
}

fn lost_on_forbidden_point() -> Outcome {
    Outcome::Won { winner: Side::Second, reason: WinReason::ForbiddenMove }
}

/// Converts a move of any ruleset to a move of this game.
fn own(mv: crate::Move) -> Result<Move, MoveError> {
    Move::try_from(mv)
        .map_err(|mv| MoveError::Unreadable { input: format!("#{}", mv.0), expected: "a point or a choice" })
}

impl Referee for Game {
    fn ruleset(&self) -> Ruleset {
        self.options.variant.ruleset()
    }

    fn start_fen(&self) -> String {
        match &self.start {
            Some(start) => start.to_string(),
            None => Position::empty(self.options.variant, self.options.board_size).to_string(),
        }
    }

    fn fen(&self) -> String {
        self.position.to_string()
    }

    fn turn(&self) -> Side {
        self.phase.actor(&self.position)
    }

    fn ply(&self) -> usize {
        self.moves.len()
    }

    fn moves(&self) -> Vec<crate::Move> {
        self.moves.iter().map(|&mv| mv.into()).collect()
    }

    fn in_check(&self) -> bool {
        false
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn verdict(&self) -> Option<Verdict> {
        None
    }

    fn legal_moves(&self) -> Vec<crate::Move> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut moves = self.phase.moves(&self.position);
        if self.phase == Phase::Play && !self.options.forbidden_loses {
            let forbidden = self.forbidden_points();
            moves.retain(|&mv| forbidden.iter().all(|&(point, _)| mv != Move::Stone(point)));
        }
        moves.into_iter().map(crate::Move::from).collect()
    }

    fn forbidden(&self) -> Vec<ForbiddenPoint> {
        let points = self.forbidden_points().into_iter();
        points
            .map(|(point, kind)| ForbiddenPoint { point: Move::Stone(point).into(), kind: kind.name() })
            .collect()
    }

    fn warnings(&self) -> Vec<Warning> {
        Vec::new()
    }

    fn opening(&self) -> Option<OpeningState> {
        let offered = match &self.phase {
            Phase::Offer { offered, .. } | Phase::Pick { offered } => offered.clone(),
            _ => Vec::new(),
        };
        let choices = match &self.phase {
            Phase::Choose { choices, .. } => choices.iter().map(Choice::to_string).collect(),
            _ => Vec::new(),
        };
        Some(OpeningState {
            name: self.options.opening.name(),
            phase: self.phase.kind(),
            stone: self.position.turn(),
            choices,
            offered: offered.into_iter().map(|point| Move::Stone(point).into()).collect(),
            offers_left: if let Phase::Offer { left, .. } = self.phase { left } else { 0 },
            is_swapped: self.moves.iter().filter(|&&mv| mv == Move::Choice(Choice::Swap)).count() % 2 == 1,
        })
    }

    fn write_coordinates(&self, mv: crate::Move, text: &mut String) {
        crate::write_move::<Move>(mv, text);
    }

    fn describe(&self, mv: crate::Move) -> MoveText {
        MoveText { coordinates: self.coordinates(mv), chinese: None, wxf: None }
    }

    fn describe_played(&self, from: usize) -> Vec<MoveText> {
        self.moves[from..].iter().map(|&mv| self.describe(mv.into())).collect()
    }

    fn parse(&self, text: &str) -> Result<crate::Move, MoveError> {
        self.check_not_over()?;
        let mv = Move::parse(text.trim()).ok_or_else(|| MoveError::Unreadable {
            input: text.chars().take(40).collect(),
            expected: "a point such as h8, or a choice of the opening such as swap",
        })?;
        self.check(mv)?;
        Ok(mv.into())
    }

    fn play_text(&mut self, text: &str) -> Result<crate::Move, MoveError> {
        let mv = self.parse(text)?;
        self.push(own(mv)?);
        Ok(mv)
    }

    fn play(&mut self, mv: crate::Move) -> Result<(), MoveError> {
        self.check_not_over()?;
        let mv = own(mv)?;
        self.check(mv)?;
        self.push(mv);
        Ok(())
    }

    fn undo(&mut self, plies: usize) -> Result<(), UndoError> {
        let played = self.moves.len();
        let Some(left) = played.checked_sub(plies) else { return Err(UndoError { asked: plies, played }) };
        let mut restarted = Game::starting(self.options, self.start.take());
        restarted.accepted = self.accepted.min(left);
        let moves = std::mem::replace(self, restarted).moves;
        self.replay_all(&moves[..left]);
        Ok(())
    }

    fn can_win(&self, side: Side) -> bool {
        self.position.can_win(side)
    }

    fn conclude(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    fn accepted(&self) -> usize {
        self.accepted
    }

    fn accept(&mut self, plies: usize) {
        self.accepted = plies;
        let last_is_fact = self.ply() <= plies;
        let has_lost = self.outcome == Some(lost_on_forbidden_point());
        if has_lost && last_is_fact {
            self.outcome = self.outcome_without_row();
        } else if self.outcome.is_none() && !last_is_fact && self.last_is_forbidden() {
            self.outcome = Some(lost_on_forbidden_point());
        }
    }
}
