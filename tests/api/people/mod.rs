//! Games between two people: what each may do, and above all what nobody may.

mod creation;
mod hints;
mod invitation;
mod presence;
mod private;
mod ready;
mod refusals;
mod rematch;
mod streams;
mod takeback;

use crate::support::{Response, Server};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

/// Who sends a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    Red,
    Black,
    /// Has the token of spectators, if the game is private.
    Spectator,
    /// Has a token, but not of this game.
    Guest,
    /// Has no token.
    Stranger,
}

/// A game and the secrets of both players.
pub struct People<'a> {
    pub server: &'a Server,
    pub path: String,
    pub red: String,
    pub black: String,
    pub spectator: String,
    pub invitation: String,
}

fn secret(game: &Value, name: &str) -> String {
    game[name].as_str().unwrap_or("none").to_owned()
}

impl<'a> People<'a> {
    /// A game of Xiangqi in which the creator plays Red and nobody has joined yet.
    pub async fn waiting(server: &'a Server, fields: Value) -> People<'a> {
        let mut body = json!({"ruleset": "xiangqi", "seats": "invite", "side": "red"});
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let created = server.post("/v1/games", body).await.expect(201);
        People {
            server,
            path: format!("/v1/games/{}", created["id"].as_str().unwrap()),
            red: secret(&created["tokens"], "red"),
            black: "none".to_owned(),
            spectator: secret(&created, "spectator"),
            invitation: secret(&created, "invitation"),
        }
    }

    /// The same game after the second player has joined it.
    pub async fn begin(server: &'a Server, fields: Value) -> People<'a> {
        let mut game = People::waiting(server, fields).await;
        let joined = game.join(&game.invitation).await.expect(200);
        game.black = secret(&joined["tokens"], "black");
        game
    }

    /// A game in which these moves have been played, Red's first.
    pub async fn after(server: &'a Server, moves: &[&str]) -> People<'a> {
        let game = People::begin(server, json!({})).await;
        game.play(moves).await;
        game
    }

    pub async fn join(&self, invitation: &str) -> Response {
        self.server.post(&format!("{}/join", self.path), json!({"invitation": invitation})).await
    }

    pub fn request(&self, who: Who, method: Method, what: &str) -> RequestBuilder {
        let request = self.server.request(method, &format!("{}{what}", self.path));
        match who {
            Who::Red => request.bearer_auth(&self.red),
            Who::Black => request.bearer_auth(&self.black),
            Who::Spectator => request.bearer_auth(&self.spectator),
            Who::Guest => request.bearer_auth("guess"),
            Who::Stranger => request,
        }
    }

    pub async fn act(&self, who: Who, what: &str, body: Value) -> Response {
        self.server.send(self.request(who, Method::POST, &format!("/{what}")).json(&body)).await
    }

    pub async fn get(&self, who: Who, what: &str) -> Response {
        self.server.send(self.request(who, Method::GET, what)).await
    }

    /// The game as Red sees it.
    pub async fn read(&self) -> Value {
        self.get(Who::Red, "").await.expect(200)
    }

    /// Plays the moves, Red's first; returns the game after them.
    pub async fn play(&self, moves: &[&str]) -> Value {
        let mut last = Value::Null;
        for (text, who) in moves.iter().zip([Who::Red, Who::Black].into_iter().cycle()) {
            last = self.act(who, "moves", json!({"move": text})).await.expect(200)["game"].clone();
        }
        last
    }

    /// Ends the game: Black resigns.
    pub async fn end(&self) -> Value {
        self.act(Who::Black, "resign", json!({"side": "black"})).await.expect(200)
    }
}

/// The body of an offer or an answer.
pub fn offer(side: &str, action: &str) -> Value {
    json!({"side": side, "action": action})
}
