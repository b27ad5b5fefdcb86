//! The games of a list.

use super::game::{PlayerJson, players};
use super::short::ShortGame;
use super::sides::Sides;
use crate::game::Session;
use crate::store::Page;
use jiff::Timestamp;
use serde::Serialize;
use std::collections::BTreeMap;

/// A page of a list.
#[derive(Debug, Serialize)]
pub struct GamesJson<'a> {
    games: Vec<ListedGame<'a>>,
    next_cursor: Option<String>,
}

/// The short form of a game, with what its owner looks for.
#[derive(Debug, Serialize)]
struct ListedGame<'a> {
    #[serde(flatten)]
    short: ShortGame<'a>,
    players: Sides<PlayerJson<'a>>,
    user: Option<&'a str>,
    reference: Option<&'a str>,
    metadata: Option<&'a BTreeMap<String, String>>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl<'a> GamesJson<'a> {
    pub fn new(page: &'a Page) -> GamesJson<'a> {
        let games = page.games.iter().map(|session| ListedGame::new(session)).collect();
        GamesJson { games, next_cursor: page.next.map(|next| next.to_string()) }
    }
}

impl<'a> ListedGame<'a> {
    fn new(session: &'a Session) -> ListedGame<'a> {
        let owner = session.owner.as_deref();
        ListedGame {
            short: ShortGame::of_state(session),
            players: players(session),
            user: owner.and_then(|owner| owner.user.as_deref()),
            reference: owner.and_then(|owner| owner.reference.as_deref()),
            metadata: owner.map(|owner| &owner.metadata),
            created_at: session.created_at,
            updated_at: session.updated_at,
        }
    }
}
