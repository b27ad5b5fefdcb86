//! One game, judged by our referee.

use crate::engine::{Contestant, Failure};
use crate::stats::GameResult;
use duiyi::rules::{Game, Options, Outcome, Ruleset, Side, gomoku};
use serde_json::{Value, json};
use std::time::Duration;

/// Plies after which a game is a draw.
const MAX_PLIES: usize = 400;

/// What an engine may spend on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    Time(Duration),
    Nodes(u64),
}

#[derive(Debug)]
pub struct Played {
    game: Game,
    /// The contestant that won; none in a draw.
    winner: Option<usize>,
    pub reason: String,
}

impl Played {
    pub fn result_for(&self, contestant: usize) -> GameResult {
        match self.winner {
            None => GameResult::Draw,
            Some(winner) if winner == contestant => GameResult::Win,
            Some(_) => GameResult::Loss,
        }
    }

    pub fn record(&self, number: usize, engine: &str, opponent: &str, first: usize, pace: Pace) -> Value {
        let names = [engine, opponent];
        let moves: Vec<String> = self.game.moves().into_iter().map(|mv| self.game.coordinates(mv)).collect();
        let (time_ms, nodes) = match pace {
            Pace::Time(time) => (Some(time.as_millis() as u64), None),
            Pace::Nodes(nodes) => (None, Some(nodes)),
        };
        json!({
            "number": number,
            "first": names[first],
            "second": names[1 - first],
            "time_ms": time_ms,
            "nodes": nodes,
            "result": self.result_for(0).name(),
            "reason": self.reason,
            "moves": moves.join(" "),
        })
    }
}

/// As tournaments play: what is forbidden in Renju loses.
pub fn options(ruleset: Ruleset) -> Options {
    match Options::defaults(ruleset) {
        Options::Gomoku(options) => {
            Options::Gomoku(gomoku::Options { forbidden_loses: ruleset == Ruleset::Renju, ..options })
        }
        options => options,
    }
}

/// Plays from the opening; `first` is the contestant that has the colour that moves first in the ruleset.
pub fn play(
    engines: &mut [Contestant; 2],
    first: usize,
    options: &Options,
    opening: &[String],
    pace: Pace,
) -> Played {
    let mut game = Game::new(options, None).expect("the start position is valid");
    for text in opening {
        game.parse(text).and_then(|mv| game.play(mv)).expect("openings are legal");
    }
    engines.iter_mut().for_each(Contestant::new_game);
    let contestant = |side: Side| if side == Side::First { first } else { 1 - first };
    loop {
        let turn = game.turn();
        if let Some(outcome) = game.outcome() {
            let reason = match outcome {
                Outcome::Won { reason, .. } => format!("{reason:?}"),
                Outcome::Drawn { reason } => format!("{reason:?}"),
            };
            return Played { winner: outcome.winner().map(contestant), reason, game };
        }
        if game.ply() >= MAX_PLIES {
            return Played { winner: None, reason: "TooLong".to_owned(), game };
        }
        match engines[contestant(turn)].choose(&game, pace) {
            Ok(mv) => game.play(mv).expect("contestants choose legal moves"),
            Err(failure) => {
                let reason = match failure {
                    Failure::Illegal(text) => format!("Illegal {text}"),
                    failure => format!("{failure:?}"),
                };
                return Played { winner: Some(contestant(turn.other())), reason, game };
            }
        }
    }
}
