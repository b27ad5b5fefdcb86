//! The games of an API key that wait for a bot. A side is the bot's if it is human and has the bot's name. In a game with seats the
//! bot needs the token of the side: it takes that from the metadata of the game, under its own name.

use super::super::Error;
use super::api::{Api, Credential};
use super::args::BotArgs;
use super::connection::{Connection, problem};
use super::news::News;
use super::play::{Identity, play};
use super::state::{GameState, Named};
use crate::headers::API_KEY;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use reqwest::Method;
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};
use std::io::Write;

/// A page of the list of games.
#[derive(Debug, Deserialize)]
struct Page {
    games: Vec<Listed>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Listed {
    id: String,
    players: BTreeMap<String, Named>,
    metadata: Option<BTreeMap<String, String>>,
}

/// A game that waits for the bot.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Place {
    game: String,
    credential: Credential,
}

/// Plays the games of the key, several at once, until the program is ended.
pub async fn play_all(args: &BotArgs, key: &str, name: &str, out: &mut impl Write) -> Result<(), Error> {
    let connection = Connection::new(&args.server)?;
    let mut news = News::new(&connection, key);
    let mut playing = FuturesUnordered::new();
    // Those that are played, and those in which the bot failed.
    let mut begun: HashSet<Place> = HashSet::new();
    loop {
        let places = places(&connection, key, name).await?;
        begun.retain(|place| places.contains(place));
        for place in places {
            if playing.len() < usize::from(args.games) && begun.insert(place.clone()) {
                playing.push(play_place(args, &connection, name, place));
            }
        }
        tokio::select! {
            Some((place, ended)) = playing.next() => match ended {
                Ok(state) => writeln!(out, "{}: {}", place.game, state.result())?,
                Err(error) => eprintln!("{}: {error}", place.game),
            },
            heard = news.next() => heard?,
        }
        out.flush()?;
    }
}

async fn play_place(
    args: &BotArgs,
    connection: &Connection,
    name: &str,
    place: Place,
) -> (Place, Result<GameState, Error>) {
    let api = Api::new(connection.clone(), &place.game, place.credential.clone());
    let ended = Box::pin(play(args, &api, Identity::Name(name))).await;
    (place, ended)
}

/// The games of the key that are played and have a side of the bot.
async fn places(connection: &Connection, key: &str, name: &str) -> Result<HashSet<Place>, Error> {
    let mut places = HashSet::new();
    let mut cursor = None;
    loop {
        let mut query = form_urlencoded::Serializer::new("status=playing&limit=200".to_owned());
        query.extend_pairs(cursor.as_ref().map(|cursor: &String| ("cursor", cursor)));
        let path = format!("/v1/games?{}", query.finish());
        let request = || connection.request(Method::GET, &path).header(API_KEY, key);
        let response = connection.send(request).await?;
        if !response.status().is_success() {
            return Err(problem(response).await);
        }
        let page: Page = response.json().await?;
        places.extend(page.games.into_iter().filter_map(|game| game.place(key, name)));
        match page.next_cursor {
            Some(next) => cursor = Some(next),
            None => return Ok(places),
        }
    }
}

impl Listed {
    fn place(self, key: &str, name: &str) -> Option<Place> {
        self.players.values().find(|player| player.is_bot(name))?;
        let token = self.metadata.and_then(|mut metadata| metadata.remove(name));
        let credential = token.map_or_else(|| Credential::Key(key.to_owned()), Credential::Token);
        Some(Place { game: self.id, credential })
    }
}
