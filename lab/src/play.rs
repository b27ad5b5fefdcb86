//! One game, refereed by our rules.

use crate::adjudicate::{Adjudication, Adjudicator};
use crate::engine::{Choice, Contestant, Failure};
use crate::stats::GameResult;
use crate::time_control::{Clocks, TIME_MARGIN, TimeControl};
use duiyi_record::{self as record, PgnMoves, Tags};
use duiyi_rules::{BySide, Game, Options, Outcome, Ruleset, Side, WinReason, gomoku};
use serde_json::{Value, json};

/// The reason of a game that ended by a late answer.
pub const LATE: &str = "Time";
/// The number of plies after which a game is a draw.
const MAX_PLIES: usize = 400;

/// The conditions of all games of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct GameConditions {
    pub options: Options,
    /// Those of the two contestants.
    pub time_controls: [TimeControl; 2],
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

    pub fn record(&self, number: usize, names: [&str; 2], [pace, opponents]: [TimeControl; 2]) -> Value {
        let moves: Vec<String> = self.game.moves().into_iter().map(|mv| self.game.coordinates(mv)).collect();
        json!({
            "number": number,
            "first": names[self.first],
            "second": names[1 - self.first],
            "pace": pace.record(),
            "opponent_pace": opponents.record(),
            "result": self.result_for(0).name(),
            "reason": self.reason,
            "moves": moves.join(" "),
        })
    }

    /// The game as PGN.
    pub fn pgn(&self, names: [&str; 2]) -> String {
        let [first, second] = [names[self.first], names[1 - self.first]].map(str::to_owned);
        let tags = Tags { first, second, date: "????.??.??".to_owned(), ..Tags::default() };
        record::pgn(&self.game, &tags, PgnMoves::Coordinates, &[])
    }
}

/// The number and the result of a game, from its [`Played::record`].
///
/// # Errors
/// When one of them is missing.
pub fn recorded(record: &Value) -> Result<(usize, GameResult), &'static str> {
    let number = record["number"].as_u64().ok_or("a game without a number")? as usize;
    let result =
        record["result"].as_str().and_then(GameResult::from_name).ok_or("a game without a result")?;
    Ok((number, result))
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

/// The game after the moves of an opening.
pub fn after_opening(opening: &[String], options: &Options) -> Game {
    let mut game = Game::new(options, None).expect("the start position is valid");
    for text in opening {
        game.parse(text).and_then(|mv| game.play(mv)).expect("openings are legal");
    }
    game
}

/// Plays a game to its end. `first` is the contestant with the color that moves first.
pub fn play(
    engines: &mut [Contestant; 2],
    first: usize,
    mut game: Game,
    conditions: &GameConditions,
) -> Played {
    engines.iter_mut().for_each(Contestant::new_game);
    let contestant = |side: Side| if side == Side::First { first } else { 1 - first };
    let mut clocks = Clocks::new(BySide::from_fn(|side| conditions.time_controls[contestant(side)]));
    let mut adjudicator = Adjudicator::new(conditions.adjudication);
    let mut ended_by = None;
    loop {
        let side = game.turn();
        if let Some(outcome) = game.outcome() {
            let reason = ended_by.unwrap_or_else(|| match outcome {
                Outcome::Won { reason, .. } => format!("{reason:?}"),
                Outcome::Drawn { reason } => format!("{reason:?}"),
                Outcome::Aborted => "Aborted".to_owned(),
            });
            return Played { winner: outcome.winner().map(contestant), reason, game, first };
        }
        if game.ply() >= MAX_PLIES {
            return Played { winner: None, reason: "TooLong".to_owned(), game, first };
        }
        let allowance = clocks.allowance(side);
        let in_time = |choice: Choice| match allowance.max_time(side) {
            Some(most) if choice.spent > most + TIME_MARGIN => Err(Failure::Time),
            _ => Ok(choice),
        };
        match engines[contestant(side)].choose(&game, allowance).and_then(in_time) {
            Err(Failure::Illegal(text)) => ended_by = Some(format!("Illegal {text}")),
            Err(Failure::Time) => ended_by = Some(LATE.to_owned()),
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
