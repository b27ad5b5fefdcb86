//! Games with seats: results are final, and hints are only for the side that asks.

use crate::lines::Lines;
use crate::support::{Response, Server, start};
use reqwest::Method;
use serde_json::{Value, json};

/// A game with seats and its tokens.
struct Seated<'a> {
    server: &'a Server,
    path: String,
    tokens: Value,
}

impl Seated<'_> {
    async fn begin(server: &Server, players: Value) -> Seated<'_> {
        let body = json!({"ruleset": "xiangqi", "seats": true, "hints": true, "players": players});
        let made = server.post("/v1/games", body).await.expect(201);
        let path = format!("/v1/games/{}", made["id"].as_str().unwrap());
        Seated { server, path, tokens: made["tokens"].clone() }
    }

    /// Sends a request with the token of the side, or without a token.
    async fn act(&self, side: Option<&str>, what: &str, body: Value) -> Response {
        let mut request = self.server.request(Method::POST, &format!("{}/{what}", self.path)).json(&body);
        if let Some(side) = side {
            request = request.bearer_auth(self.tokens[side].as_str().unwrap());
        }
        self.server.send(request).await
    }

    async fn listen(&self) -> Lines {
        let events = self.server.request(Method::GET, &format!("{}/events", self.path));
        let mut events = Lines::open(self.server, events).await;
        assert_eq!(events.next().await.unwrap().0, "game");
        events
    }
}

fn hint() -> Value {
    json!({"book": false, "limits": {"depth": 5, "time_ms": 60000}})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_with_seats_refuses_undo() {
    let server = start().await;
    let game = Seated::begin(&server, json!({})).await;
    game.act(Some("red"), "moves", json!({"move": "h2e2"})).await.expect(200);
    let over = game.act(Some("black"), "resign", json!({"side": "black"})).await.expect(200);
    for side in ["red", "black"] {
        game.act(Some(side), "undo", json!({"plies": 1})).await.expect_problem(409, "game_over");
    }
    assert_eq!(server.get(&game.path).await.expect(200), over);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_for_a_seated_game_needs_a_token() {
    let server = start().await;
    let game = Seated::begin(&server, json!({})).await;
    let refused = game.act(None, "best-move", hint()).await;
    assert_eq!(refused.header("www-authenticate"), "Bearer");
    refused.expect_problem(401, "unauthorized");
    let found = game.act(Some("red"), "best-move", hint()).await.expect(200);
    assert_eq!(found["depth"], 5);
    let guess = server.request(Method::POST, &format!("{}/best-move", game.path)).bearer_auth("guess");
    server.send(guess.json(&hint())).await.expect_problem(401, "unauthorized");
    // A game without seats needs no token.
    let open = server.human_game().await;
    server.post(&format!("{open}/best-move"), hint()).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_not_sent_to_listeners() {
    let server = start().await;
    let game = Seated::begin(&server, json!({})).await;
    let mut events = game.listen().await;
    game.act(Some("red"), "best-move", hint()).await.expect(200);
    game.act(Some("red"), "moves", json!({"move": "h2e2"})).await.expect(200);
    let mut next = events.next().await.unwrap();
    while next.0 == "presence" {
        next = events.next().await.unwrap();
    }
    let (name, data) = next;
    assert_eq!(
        (&*name, &data["ply"]),
        ("game", &json!(1)),
        "no thinking event of the hint comes before the move"
    );

    let open = server.human_game().await;
    let mut events = Lines::open(&server, server.request(Method::GET, &format!("{open}/events"))).await;
    events.next().await.unwrap();
    server.post(&format!("{open}/best-move"), hint()).await.expect(200);
    server.play(&open, &["h2e2"]).await;
    assert_eq!(events.next().await.unwrap().0, "game", "the same holds in a game without seats");
}

#[tokio::test(flavor = "multi_thread")]
async fn listeners_see_the_thinking_of_an_engine_that_plays() {
    let server = start().await;
    let engine = json!({"kind": "engine", "book": false, "limits": {"depth": 5, "time_ms": 60000}});
    let game = Seated::begin(&server, json!({"black": engine})).await;
    let mut events = game.listen().await;
    game.act(Some("red"), "moves", json!({"move": "h2e2"})).await.expect(200);
    let mut names = Vec::new();
    while names.iter().filter(|name| *name == "game").count() < 2 {
        names.push(events.next().await.unwrap().0);
    }
    assert!(names.iter().any(|name| name == "thinking"), "{names:?}");
}
