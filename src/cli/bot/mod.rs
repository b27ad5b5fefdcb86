//! `duiyi bot`: a program plays on a server, through the public API alone: a side of one game, or all games of an API key that wait
//! for it.

mod api;
mod args;
mod connection;
mod draws;
mod hall;
mod news;
mod play;
mod player;
mod state;

pub use args::BotArgs;

use super::Error;
use api::{Api, Credential};
use connection::Connection;
use play::{Identity, play};
use std::io::Write;

/// Plays until the game is over, or without end the games of a key, and prints how each ended.
///
/// # Errors
/// When the server refuses the token or the key or does not know the game, or the program fails again and again.
pub fn bot(args: &BotArgs, out: &mut impl Write) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match (&args.game, &args.token, &args.key, &args.name) {
            (Some(game), Some(token), ..) => Box::pin(play_one(args, game, token, out)).await,
            (_, _, Some(key), Some(name)) => hall::play_all(args, key, name, out).await,
            _ => Err("expected --game and --token, or --key and --name".into()),
        }
    })
}

/// Plays a game and its rematches.
async fn play_one(args: &BotArgs, game: &str, token: &str, out: &mut impl Write) -> Result<(), Error> {
    let connection = Connection::new(&args.server)?;
    let mut id = game.to_owned();
    loop {
        let api = Api::new(connection.clone(), &id, Credential::Token(token.to_owned()));
        let ended = Box::pin(play(args, &api, Identity::Token)).await?;
        writeln!(out, "{}: {}", id, ended.result())?;
        match ended.next_game.filter(|_| args.rematch) {
            Some(next) => id = next,
            None => return Ok(()),
        }
    }
}
