//! One game, refereed by our rules.

use crate::adjudicate::{Adjudication, Adjudicator};
use crate::engine::{Choice, Contestant, Failure};
use crate::pace::{Clocks, Pace, TIME_MARGIN};
use crate::stats::GameResult;
use duiyi::record::{self, PgnMoves, Tags};
use duiyi::rules::{Game, Options, Outcome, Ruleset, Side, WinReason, gomoku};
use serde_json::{Value, json};

/// The number of plies after which a game is a draw.
const MAX_PLIES: usize = 400;

/// What the games of a match have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Terms {
    pub options: Options,
    pub pace: Pace,
    pub adjudication: Adjudication,
}

#[derive(Debug)]
pub struct Played {
    game: Game,
    /// The contestant that moved first.
    first: usize,
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

    pub fn record(&self, number: usize, names: [&str; 2], pace: Pace) -> Value {
        let moves: Vec<String> = self.game.moves().into_iter().map(|mv| self.game.coordinates(mv)).collect();
        json!({
            "number": number,
            "first": names[self.first],
            "second": names[1 - self.first],
            "pace": pace.record(),
            "result": self.result_for(0).name(),
            "reason": self.reason,
            "moves": moves.join(" "),
        })
    }

    /// The game as PGN.
    pub fn pgn(&self, names: [&str; 2]) -> String {
        let [first, second] = [names[self.first], names[1 - self.first]].map(str::to_owned);
        let tags = Tags { first, second, date: "????.??.??".to_owned(), ..Tags::default() };
        record::pgn(&self.game, &tags, PgnMoves::Coordinates)
    }
}

/// The options of tournaments: in Renju a forbidden move loses.
pub fn options(ruleset: Ruleset) -> Options {
    match Options::defaults(ruleset) {
        Options::Gomoku(options) => {
            Options::Gomoku(gomoku::Options { forbidden_loses: ruleset == Ruleset::Renju, ..options })
        }
        options => options,
    }
}

/// Plays a game from the opening. `first` is the contestant with the color that moves first.
pub fn play(engines: &mut [Contestant; 2], first: usize, opening: &[String], terms: &Terms) -> Played {
    let mut game = Game::new(&terms.options, None).expect("the start position is valid");
    for text in opening {
        game.parse(text).and_then(|mv| game.play(mv)).expect("openings are legal");
    }
    engines.iter_mut().for_each(Contestant::new_game);
    let contestant = |side: Side| if side == Side::First { first } else { 1 - first };
    let mut clocks = Clocks::new(terms.pace);
    let mut adjudicator = Adjudicator::new(terms.adjudication);
    let mut ended_by = None;
    loop {
        let side = game.turn();
        if let Some(outcome) = game.outcome() {
            let reason = ended_by.unwrap_or_else(|| match outcome {
                Outcome::Won { reason, .. } => format!("{reason:?}"),
                Outcome::Drawn { reason } => format!("{reason:?}"),
            });
            return Played { winner: outcome.winner().map(contestant), reason, game, first };
        }
        if game.ply() >= MAX_PLIES {
            return Played { winner: None, reason: "TooLong".to_owned(), game, first };
        }
        let allowance = clocks.allowance();
        let in_time = |choice: Choice| match allowance.most(side) {
            Some(most) if choice.spent > most + TIME_MARGIN => Err(Failure::Time),
            _ => Ok(choice),
        };
        match engines[contestant(side)].choose(&game, allowance).and_then(in_time) {
            Err(Failure::Illegal(text)) => ended_by = Some(format!("Illegal {text}")),
            Err(failure) => ended_by = Some(format!("{failure:?}")),
            Ok(choice) => {
                clocks.spend(side, choice.spent);
                let ply = game.ply();
                game.play(choice.mv).expect("contestants choose legal moves");
                if let Some(outcome) = adjudicator.adjudicate(side, ply, choice.score)
                    && game.outcome().is_none()
                {
                    ended_by = Some("Adjudicated".to_owned());
                    game.conclude(outcome);
                }
                continue;
            }
        }
        game.conclude(Outcome::Won { winner: side.other(), reason: WinReason::Resignation });
    }
}
