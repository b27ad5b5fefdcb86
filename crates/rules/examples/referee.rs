//! Referees a game: reads one move a line from standard input and says what is wrong with it, or who has won.
//!
//! `cargo run -p duiyi-rules --example referee -- renju`, for any ruleset; Xiangqi if none is named.

use duiyi_rules::{Game, MoveError, Options, Outcome, Ruleset};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let ruleset = std::env::args().nth(1).map_or(Ok(Ruleset::Xiangqi), |name| name.parse())?;
    let names = ruleset.side_names();
    let mut game = Game::new(&Options::defaults(ruleset), None)?;
    for line in std::io::stdin().lines() {
        match game.play_text(&line?) {
            Ok(mv) => println!("{}. {}", game.ply(), game.coordinates(mv)),
            Err(MoveError::Illegal(illegal)) => println!("illegal: {illegal} ({:?})", illegal.reason()),
            Err(error) => println!("{error}"),
        }
        match game.outcome() {
            None => println!("{} to move: {}", names[game.turn()], game.fen()),
            Some(Outcome::Won { winner, reason }) => println!("{} wins: {reason:?}", names[winner]),
            Some(outcome) => println!("the game is over: {outcome:?}"),
        }
    }
    Ok(())
}
