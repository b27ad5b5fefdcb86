//! Clients that play random games of every kind.

use super::client::{Client, Conditions, Run};
use super::history::{Change, game_of};
use super::wire::HttpResponse;
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use std::ops::Range;
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Two people; one client plays for both.
    People,
    /// The same with seats, so that each move needs a token.
    Seated,
    Engine {
        moves_first: bool,
    },
    /// Two people, each with a client of their own; the clients compete.
    Shared,
}

/// The kinds of game with their weights.
const KINDS: [(Kind, u32); 5] = [
    (Kind::People, 4),
    (Kind::Seated, 2),
    (Kind::Engine { moves_first: false }, 4),
    (Kind::Engine { moves_first: true }, 1),
    (Kind::Shared, 3),
];

const CHANGES_IN_A_GAME: Range<usize> = 4..40;

/// A game as its client last saw it.
struct ClientGame {
    id: String,
    tag: Option<String>,
    /// By side; null in a game without seats.
    tokens: Value,
    game: Value,
}

impl ClientGame {
    /// `None` when no game was created.
    fn created(response: HttpResponse) -> Option<ClientGame> {
        let tag = response.tag().map(str::to_owned);
        let game = game_of(&response.body).clone();
        let id = game["id"].as_str()?.to_owned();
        let tokens = game["tokens"].clone();
        Some(ClientGame { id, tag, tokens, game })
    }

    fn update(&mut self, response: HttpResponse) {
        self.tag = response.tag().map(str::to_owned);
        self.game = game_of(&response.body).clone();
    }

    fn turn(&self) -> &str {
        self.game["turn"].as_str().unwrap()
    }

    fn is_over(&self) -> bool {
        self.game["status"] != "playing"
    }

    fn plies(&self) -> usize {
        self.game["moves"].as_array().map_or(0, Vec::len)
    }

    fn has_engine(&self) -> bool {
        self.game["players"].as_object().unwrap().values().any(|player| player["kind"] == "engine")
    }

    fn is_engines_turn(&self) -> bool {
        self.game["players"][self.turn()]["kind"] == "engine"
    }

    fn random_move(&self) -> String {
        let legal = self.game["legal_moves"].as_array().unwrap();
        legal.choose(&mut rand::rng()).unwrap().as_str().unwrap().to_owned()
    }

    /// A random change that the rules allow in this state.
    fn random_change(&self, client: &Client) -> Change {
        if client.run.api_key.is_some() && rand::rng().random_bool(0.1) {
            let name = rand::rng().random_range(0..u32::MAX).to_string();
            return Change::Rename { side: self.turn().to_owned(), name };
        }
        if self.is_engines_turn() {
            return Change::EngineMove;
        }
        let undone_plies = if self.has_engine() { 2 } else { rand::rng().random_range(1..=3) };
        match rand::rng().random_range(0..100) {
            // In a game with seats an undo needs the consent of both players.
            0..16 if self.tokens.is_null() && self.plies() > undone_plies => {
                Change::Undo { plies: undone_plies }
            }
            16..20 if self.game["draw_offer"].is_null() => {
                Change::OfferDraw { side: self.turn().to_owned(), to_engine: self.has_engine() }
            }
            20..22 => Change::Resign { side: self.turn().to_owned() },
            22..26 if !self.has_engine() => Change::EngineMove,
            chance => {
                let wants_reply = self.has_engine() && chance < 90;
                Change::Move { text: self.random_move(), wants_reply }
            }
        }
    }
}

impl Kind {
    pub fn random() -> Kind {
        KINDS.choose_weighted(&mut rand::rng(), |(_, weight)| *weight).unwrap().0
    }

    fn creation(self) -> Value {
        let engine =
            json!({"kind": "engine", "book": false, "limits": {"time_ms": rand::rng().random_range(20..60)}});
        let ruleset = *["xiangqi", "xiangqi", "gomoku", "renju"].choose(&mut rand::rng()).unwrap();
        match self {
            Kind::People | Kind::Shared => json!({"ruleset": ruleset}),
            Kind::Seated => json!({"ruleset": ruleset, "seats": true, "hints": true}),
            Kind::Engine { moves_first: false } => {
                json!({"ruleset": "xiangqi", "players": {"black": engine}})
            }
            Kind::Engine { moves_first: true } => json!({"ruleset": "xiangqi", "players": {"red": engine}}),
        }
    }
}

/// Creates a game and plays it until it is over or the client has made enough changes. A client waits for the response
/// to each change before it makes the next.
pub async fn play(kind: Kind, run: Arc<Run>, mut client: Client, number: usize) {
    let create = match client.run.api_key {
        Some(_) if rand::rng().random_bool(0.3) => Change::CreateAll {
            games: vec![kind.creation(), Kind::random().creation(), Kind::People.creation()],
        },
        _ => Change::Create { body: kind.creation() },
    };
    let conditions = Conditions { has_sole_writer: true, ..Conditions::default() };
    let Some(known) = client.change(None, create, conditions).await.and_then(ClientGame::created) else {
        return;
    };
    if matches!(kind, Kind::Shared) {
        let other = Client::new(run, number + 1, None);
        let theirs = ClientGame { tokens: Value::Null, game: Value::Null, tag: None, ..copy(&known) };
        tokio::join!(play_against_another(client, known, 0), play_against_another(other, theirs, 1));
    } else {
        play_alone(client, known).await;
    }
}

fn copy(known: &ClientGame) -> ClientGame {
    let ClientGame { id, tag, tokens, game } = known;
    ClientGame { id: id.clone(), tag: tag.clone(), tokens: tokens.clone(), game: game.clone() }
}

fn random_length() -> usize {
    rand::rng().random_range(CHANGES_IN_A_GAME)
}

async fn play_alone(mut client: Client, mut known: ClientGame) {
    for _ in 0..random_length() {
        if known.is_over() || !client.has_slot() || !client.run.take_operation() {
            return;
        }
        let change = known.random_change(&client);
        // Each side needs its own token.
        let token = known.tokens[known.turn()].as_str();
        let if_match = known.tag.as_deref().filter(|_| rand::rng().random_bool(0.3));
        let conditions = Conditions { token, if_match, has_sole_writer: true };
        let response = client.change(Some(&known.id), change, conditions).await;
        let Some(response) = response.filter(|response| response.status < 300) else { return };
        known.update(response);
        if rand::rng().random_bool(0.2) {
            let tag = known.tag.as_deref().filter(|_| rand::rng().random_bool(0.3));
            client.read(&known.id, tag).await;
        }
    }
}

/// Reads the game before each change, because the other client changes it too. The change may still come too late.
async fn play_against_another(mut client: Client, mut known: ClientGame, side: usize) {
    let mut waited = 0;
    for _ in 0..random_length() {
        match client.read(&known.id, None).await {
            Some(response) if response.status == 200 => known.update(response),
            Some(_) => return,
            None => continue,
        }
        if known.is_over() {
            return;
        }
        // The client sometimes moves out of turn; the server refuses that unless the other has moved meanwhile.
        let is_mine = known.plies() % 2 == side;
        if !is_mine && waited < 5 && rand::rng().random_bool(0.8) {
            waited += 1;
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            continue;
        }
        waited = 0;
        if !client.run.take_operation() {
            return;
        }
        let if_match = known.tag.as_deref().filter(|_| rand::rng().random_bool(0.5));
        let conditions = Conditions { if_match, ..Conditions::default() };
        let change = known.random_change(&client);
        client.change(Some(&known.id), change, conditions).await;
    }
}
