//! Games as a version of the program showed them.

use duiyi_testkit::processes::Server;
use reqwest::Client;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A game as the API showed it, and the token of a player who may act, if the game has seats.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KnownGame {
    pub shown: Value,
    pub token: Option<String>,
}

/// What another server, a later start or other settings may show otherwise. A running clock is corrected after a start.
const MAY_DIFFER: [&str; 7] =
    ["expires_at", "presence", "clock", "seats", "invitation", "spectator", "updated_at"];

impl KnownGame {
    pub fn of(game: &Value, token: Option<&str>) -> KnownGame {
        KnownGame { shown: game.clone(), token: token.map(str::to_owned) }
    }

    fn id(&self) -> &str {
        self.shown["id"].as_str().unwrap()
    }

    fn path(&self, action: &str) -> String {
        format!("/v1/games/{}{action}", self.id())
    }

    /// Fails unless `game` shows all that was shown.
    pub fn assert_equals(&self, game: &Value) {
        let has_clock = game["clock"].is_object();
        for (field, expected) in self.shown.as_object().unwrap() {
            let may_differ = MAY_DIFFER.contains(&field.as_str()) || (field == "version" && has_clock);
            assert!(may_differ || game[field] == *expected, "{field}: {} instead of {expected}", game[field]);
        }
    }

    pub async fn assert_shown(&self, http: &Client, server: &Server) {
        let mut request = http.get(server.url(&self.path("")));
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200, "{}", self.shown);
        self.assert_equals(&response.json().await.unwrap());
    }

    /// Plays a move if a player whose token is known is to move. Returns the game after it.
    pub async fn play_on(&self, http: &Client, server: &Server) -> KnownGame {
        let moves = self.shown["legal_moves"].as_array().unwrap();
        let mut turn = http.post(server.url(&self.path("/moves")));
        if let Some(token) = &self.token {
            turn = turn.bearer_auth(token);
        }
        let mv = moves.first().cloned().unwrap_or_else(|| json!("h8"));
        let response = turn.json(&json!({"move": mv, "reply": false})).send().await.unwrap();
        let status = response.status();
        let body: Value = response.json().await.unwrap();
        match (status.as_u16(), self.shown["status"].as_str().unwrap()) {
            (200, "playing") => KnownGame::of(&body["game"], self.token.as_deref()),
            // It is the turn of the other seat.
            (403, "playing") if self.token.is_some() => self.clone(),
            (409, "playing") => {
                assert_eq!(body["code"], "not_your_turn");
                self.clone()
            }
            (409, "waiting") => {
                assert_eq!(body["code"], "not_started");
                self.clone()
            }
            (409 | 422, _) => self.clone(),
            _ => panic!("{status} {body} after {}", self.shown),
        }
    }
}
