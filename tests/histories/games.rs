//! Games of every kind, played by clients at random.

use super::client::{Client, Conditions, Final, Run};
use super::history::Change;
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use std::ops::Range;
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Two people, for both of whom one client plays.
    People,
    /// The same with seats, whose tokens are asked for.
    Seated,
    Engine {
        moves_first: bool,
    },
    /// Two people, each with a client, who are in each other's way.
    Shared,
}

/// What is played, and how often.
const KINDS: [(Kind, u32); 5] = [
    (Kind::People, 4),
    (Kind::Seated, 2),
    (Kind::Engine { moves_first: false }, 4),
    (Kind::Engine { moves_first: true }, 1),
    (Kind::Shared, 3),
];

const CHANGES_IN_A_GAME: Range<usize> = 4..40;

/// A game as its client knows it.
struct Known {
    id: String,
    tag: Option<String>,
    /// By side; null in a game without seats.
    tokens: Value,
    game: Value,
}

impl Known {
    /// None when no game was created.
    fn created(answer: Final) -> Option<Known> {
        let id = answer.body["id"].as_str()?.to_owned();
        let seats = &answer.body["seats"];
        let tokens = if seats.is_object() { seats.clone() } else { Value::Null };
        Some(Known { id, tag: answer.tag, tokens, game: answer.body })
    }

    fn see(&mut self, answer: Final) {
        self.tag = answer.tag;
        self.game = if answer.body["game"].is_object() { answer.body["game"].clone() } else { answer.body };
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

    fn some_move(&self) -> String {
        let legal = self.game["legal_moves"].as_array().unwrap();
        legal.choose(&mut rand::rng()).unwrap().as_str().unwrap().to_owned()
    }

    /// Something that the rules allow now.
    fn some_change(&self) -> Change {
        if self.is_engines_turn() {
            return Change::EngineMove;
        }
        let plies_taken_back = if self.has_engine() { 2 } else { rand::rng().random_range(1..=3) };
        match rand::rng().random_range(0..100) {
            // Where both sides have a seat it takes the consent of both.
            0..16 if self.tokens.is_null() && self.plies() > plies_taken_back => {
                Change::Undo { plies: plies_taken_back }
            }
            16..20 if self.game["draw_offer"].is_null() => {
                Change::OfferDraw { side: self.turn().to_owned(), to_engine: self.has_engine() }
            }
            20..22 => Change::Resign { side: self.turn().to_owned() },
            22..26 if !self.has_engine() => Change::EngineMove,
            chance => {
                let is_replied_to = self.has_engine() && chance < 90;
                Change::Move { text: self.some_move(), is_replied_to }
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
            Kind::Seated => json!({"ruleset": ruleset, "seats": true}),
            Kind::Engine { moves_first: false } => {
                json!({"ruleset": "xiangqi", "players": {"black": engine}})
            }
            Kind::Engine { moves_first: true } => json!({"ruleset": "xiangqi", "players": {"red": engine}}),
        }
    }
}

/// Creates a game and plays it until it is over or the client has done enough. The changes of a client are one after
/// another: each is made when the one before is answered.
pub async fn play(kind: Kind, run: Arc<Run>, mut client: Client, number: usize) {
    let create = Change::Create { body: kind.creation() };
    let conditions = Conditions { has_sole_writer: true, ..Conditions::default() };
    let Some(known) = client.change(None, create, conditions).await.and_then(Known::created) else { return };
    if matches!(kind, Kind::Shared) {
        let other = Client::new(run, number + 1, None);
        let theirs = Known { tokens: Value::Null, game: Value::Null, tag: None, ..copy(&known) };
        tokio::join!(play_against_another(client, known, 0), play_against_another(other, theirs, 1));
    } else {
        play_alone(client, known).await;
    }
}

fn copy(known: &Known) -> Known {
    let Known { id, tag, tokens, game } = known;
    Known { id: id.clone(), tag: tag.clone(), tokens: tokens.clone(), game: game.clone() }
}

fn some_changes() -> usize {
    rand::rng().random_range(CHANGES_IN_A_GAME)
}

async fn play_alone(mut client: Client, mut known: Known) {
    for _ in 0..some_changes() {
        if known.is_over() || !client.has_place() || !client.run.takes_one_more() {
            return;
        }
        let change = known.some_change();
        // One may act only for the side whose token it is.
        let token = known.tokens[known.turn()].as_str();
        let if_match = known.tag.as_deref().filter(|_| rand::rng().random_bool(0.3));
        let conditions = Conditions { token, if_match, has_sole_writer: true };
        let answer = client.change(Some(&known.id), change, conditions).await;
        let Some(answer) = answer.filter(|answer| answer.status < 300) else { return };
        known.see(answer);
        if rand::rng().random_bool(0.2) {
            let tag = known.tag.as_deref().filter(|_| rand::rng().random_bool(0.3));
            client.read(&known.id, tag).await;
        }
    }
}

/// Reads before each change, as the other changes the game too, and may be too late all the same.
async fn play_against_another(mut client: Client, mut known: Known, side: usize) {
    let mut waited = 0;
    for _ in 0..some_changes() {
        match client.read(&known.id, None).await {
            Some(answer) if answer.status == 200 => known.see(answer),
            Some(_) => return,
            None => continue,
        }
        if known.is_over() {
            return;
        }
        // Sometimes out of turn, which is refused if the other has not moved meanwhile.
        let is_mine = known.plies() % 2 == side;
        if !is_mine && waited < 5 && rand::rng().random_bool(0.8) {
            waited += 1;
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            continue;
        }
        waited = 0;
        if !client.run.takes_one_more() {
            return;
        }
        let if_match = known.tag.as_deref().filter(|_| rand::rng().random_bool(0.5));
        let conditions = Conditions { if_match, ..Conditions::default() };
        client.change(Some(&known.id), known.some_change(), conditions).await;
    }
}
