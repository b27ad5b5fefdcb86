//! The arguments of `duiyi bot`.

use super::player::Player;
use crate::config::Protocol;
use crate::protocol::driver::Program;
use crate::rules::Game;
use clap::Args;
use std::time::Duration;

#[derive(Debug, Args)]
pub struct BotArgs {
    /// The server, such as `https://play.example`.
    #[arg(long, value_name = "URL")]
    pub server: String,
    /// The id of the game, to play one.
    #[arg(long, value_name = "ID", requires = "token", conflicts_with = "name")]
    pub game: Option<String>,
    /// The token of the side to play in that game.
    #[arg(long, env = "DUIYI_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
    /// The API key whose games to play, with the scopes games and feed.
    #[arg(long, env = "DUIYI_KEY", hide_env_values = true, required_unless_present = "game")]
    pub key: Option<String>,
    /// The name of the bot: it plays the sides that have this name.
    #[arg(long, required_unless_present = "game")]
    pub name: Option<String>,
    /// The most games at once, each with a process of the program.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..))]
    pub games: u8,
    /// The protocol of the program; by default UCI for Xiangqi and Gomocup for the other games.
    #[arg(long, value_enum)]
    protocol: Option<Protocol>,
    /// The number of Red's back rank in UCI: 0 as in Pikafish, or 1 as in Fairy-Stockfish.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    first_rank: u8,
    /// An option of the program, such as Hash=256.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    options: Vec<(String, String)>,
    /// The time for each move in a game without a clock, in milliseconds.
    #[arg(long, default_value_t = 1000)]
    time_ms: u64,
    /// Accept a rematch, and go on with it.
    #[arg(long)]
    pub rematch: bool,
    /// The program and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl BotArgs {
    /// A player for this game, who starts the program when it is needed.
    pub fn player(&self, game: &Game) -> Player {
        let usual = match game {
            Game::Xiangqi(_) => Protocol::Uci,
            Game::Gomoku(_) => Protocol::Gomocup,
        };
        let dialect = self.protocol.unwrap_or(usual).dialect(self.first_rank);
        let program =
            Program { options: self.options.clone(), ..Program::new(self.command.clone(), dialect) };
        Player::new(program, Duration::from_millis(self.time_ms))
    }
}
