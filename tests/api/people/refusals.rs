//! Everything that a side may not do is refused with its code, and changes nothing.

use super::{People, Who, offer};
use crate::support::{Server, start, without_presence};
use Request::{Delete, Get, Post};
use State::{
    Aborted, DrawOffered, Moved, Moves, Over, Private, RematchOffered, Started, TakebackOffered, Waiting,
};
use Who::{Black, Guest, Red, Spectator, Stranger};
use reqwest::Method;
use serde_json::{Value, json};

/// The state of the game when the request arrives.
#[derive(Clone, Copy, Debug)]
enum State {
    /// Red has created it; nobody has joined.
    Waiting,
    /// Both are there, and nobody has moved.
    Started,
    /// Red has moved.
    Moved,
    /// Both have moved twice.
    Moves,
    /// The same, and Red has offered a draw.
    DrawOffered,
    /// The same, and Red has asked to take moves back.
    TakebackOffered,
    /// Black has resigned.
    Over,
    /// The same, and Red has offered a rematch.
    RematchOffered,
    /// Red has aborted it.
    Aborted,
    /// Both have moved twice in a private game.
    Private,
}

async fn game(server: &Server, state: State) -> People<'_> {
    let fields = if matches!(state, Private) { json!({"private": true}) } else { json!({}) };
    if matches!(state, Waiting) {
        return People::waiting(server, fields).await;
    }
    let game = People::begin(server, fields).await;
    let moves: &[&str] = match state {
        Waiting | Started | Aborted => &[],
        Moved => &["h2e2"],
        _ => &["h2e2", "h9g7", "b0c2", "b9c7"],
    };
    game.play(moves).await;
    if matches!(state, Over | RematchOffered) {
        game.end().await;
    }
    let step = match state {
        DrawOffered => Some(("draw", offer("red", "offer"))),
        TakebackOffered => Some(("takeback", offer("red", "offer"))),
        RematchOffered => Some(("rematch", offer("red", "offer"))),
        Aborted => Some(("abort", json!({"side": "red"}))),
        _ => None,
    };
    if let Some((what, body)) = step {
        game.act(Red, what, body).await.expect(200);
    }
    game
}

enum Request {
    Post(&'static str, Value),
    Get(&'static str),
    Delete,
}

/// A sentence, the state of the game, who sends which request, and the status and code of the response.
type Refusal = (&'static str, State, Who, Request, u16, &'static str);

fn mv(text: &str) -> Request {
    Post("moves", json!({"move": text}))
}

fn side(what: &'static str, side: &str) -> Request {
    Post(what, json!({"side": side}))
}

fn acts(what: &'static str, side: &str, action: &str) -> Request {
    Post(what, offer(side, action))
}

fn join() -> Request {
    Post("join", json!({"invitation": "guess"}))
}

fn hint() -> Request {
    Post("best-move", json!({"limits": {"depth": 1}}))
}

fn best_move() -> Request {
    Post("best-move", json!({"limits": {"depth": 1}, "play": true}))
}

fn review() -> Request {
    Post("review", json!({"limits": {"depth": 1}}))
}

fn undo() -> Request {
    Post("undo", json!({"plies": 1}))
}

/// Those without a token of the seat.
fn without_the_token() -> Vec<Refusal> {
    vec![
        ("a stranger does not move", Moves, Stranger, mv("a0a1"), 401, "unauthorized"),
        ("a made-up token does not move", Moves, Guest, mv("a0a1"), 401, "unauthorized"),
        ("a player does not move for the other", Moves, Black, mv("a0a1"), 403, "forbidden"),
        ("a stranger does not resign", Moves, Stranger, side("resign", "red"), 401, "unauthorized"),
        ("a made-up token does not resign", Moves, Guest, side("resign", "red"), 401, "unauthorized"),
        ("a player does not resign for the other", Moves, Black, side("resign", "red"), 403, "forbidden"),
        (
            "a stranger does not offer a draw",
            Moves,
            Stranger,
            acts("draw", "red", "offer"),
            401,
            "unauthorized",
        ),
        ("nobody offers a draw for the other", Moves, Black, acts("draw", "red", "offer"), 403, "forbidden"),
        (
            "nobody accepts their own draw offer",
            DrawOffered,
            Red,
            acts("draw", "black", "accept"),
            403,
            "forbidden",
        ),
        (
            "a stranger asks for no takeback",
            Moves,
            Stranger,
            acts("takeback", "red", "offer"),
            401,
            "unauthorized",
        ),
        (
            "a made-up token asks for no takeback",
            Moves,
            Guest,
            acts("takeback", "red", "offer"),
            401,
            "unauthorized",
        ),
        (
            "nobody asks for a takeback for the other",
            Moves,
            Black,
            acts("takeback", "red", "offer"),
            403,
            "forbidden",
        ),
        (
            "nobody grants their own takeback",
            TakebackOffered,
            Red,
            acts("takeback", "black", "accept"),
            403,
            "forbidden",
        ),
        (
            "a stranger grants no takeback",
            TakebackOffered,
            Stranger,
            acts("takeback", "black", "accept"),
            401,
            "unauthorized",
        ),
        (
            "a stranger declines no takeback",
            TakebackOffered,
            Stranger,
            acts("takeback", "black", "decline"),
            401,
            "unauthorized",
        ),
        ("a stranger does not undo", Moves, Stranger, undo(), 401, "unauthorized"),
        ("a stranger aborts nothing", Started, Stranger, side("abort", "red"), 401, "unauthorized"),
        ("a made-up token aborts nothing", Started, Guest, side("abort", "red"), 401, "unauthorized"),
        ("nobody aborts for the other", Started, Black, side("abort", "red"), 403, "forbidden"),
        (
            "a stranger offers no rematch",
            Over,
            Stranger,
            acts("rematch", "red", "offer"),
            401,
            "unauthorized",
        ),
        (
            "nobody offers a rematch for the other",
            Over,
            Black,
            acts("rematch", "red", "offer"),
            403,
            "forbidden",
        ),
        (
            "nobody accepts their own rematch",
            RematchOffered,
            Red,
            acts("rematch", "black", "accept"),
            403,
            "forbidden",
        ),
        (
            "a stranger accepts no rematch",
            RematchOffered,
            Stranger,
            acts("rematch", "black", "accept"),
            401,
            "unauthorized",
        ),
        ("a stranger deletes no running game", Moves, Stranger, Delete, 401, "unauthorized"),
        ("a stranger deletes no waiting game", Waiting, Stranger, Delete, 401, "unauthorized"),
        ("a stranger deletes no finished game", Over, Stranger, Delete, 401, "unauthorized"),
        ("a made-up token deletes nothing", Over, Guest, Delete, 401, "unauthorized"),
    ]
}

/// Requests that come too early or too late.
fn at_the_wrong_time() -> Vec<Refusal> {
    vec![
        ("a waiting game takes no move", Waiting, Red, mv("h2e2"), 409, "not_started"),
        ("a waiting game is not resigned", Waiting, Red, side("resign", "red"), 409, "not_started"),
        ("a waiting game is not drawn", Waiting, Red, acts("draw", "red", "offer"), 409, "not_started"),
        (
            "a waiting game has nothing to take back",
            Waiting,
            Red,
            acts("takeback", "red", "offer"),
            409,
            "not_started",
        ),
        ("a waiting game is not undone", Waiting, Red, undo(), 409, "not_started"),
        (
            "a waiting game has no rematch",
            Waiting,
            Red,
            acts("rematch", "red", "offer"),
            409,
            "game_not_over",
        ),
        ("a wrong invitation takes no seat", Waiting, Stranger, join(), 403, "forbidden"),
        ("no seat is left for a second guest", Started, Stranger, join(), 409, "seat_taken"),
        ("a player takes no second seat", Started, Red, join(), 409, "seat_taken"),
        ("nobody joins a game that is over", Over, Stranger, join(), 409, "game_over"),
        ("nobody joins an aborted game", Aborted, Stranger, join(), 409, "game_over"),
        ("a running game has no rematch", Moves, Red, acts("rematch", "red", "offer"), 409, "game_not_over"),
        (
            "a running game has no rematch to accept",
            Moves,
            Red,
            acts("rematch", "red", "accept"),
            409,
            "game_not_over",
        ),
        ("a running game is not deleted", Moves, Red, Delete, 409, "game_not_over"),
        ("a game without moves is not deleted", Started, Black, Delete, 409, "game_not_over"),
        ("Red does not abort after both have moved", Moves, Red, side("abort", "red"), 409, "game_started"),
        (
            "Black does not abort after both have moved",
            Moves,
            Black,
            side("abort", "black"),
            409,
            "game_started",
        ),
        ("there is no draw to accept", Moves, Black, acts("draw", "black", "accept"), 409, "no_draw_offer"),
        ("there is no draw to decline", Moves, Black, acts("draw", "black", "decline"), 409, "no_draw_offer"),
        (
            "there is no takeback to accept",
            Moves,
            Black,
            acts("takeback", "black", "accept"),
            409,
            "no_takeback_offer",
        ),
        (
            "there is no takeback to decline",
            Moves,
            Black,
            acts("takeback", "black", "decline"),
            409,
            "no_takeback_offer",
        ),
        (
            "nobody answers their own takeback",
            TakebackOffered,
            Red,
            acts("takeback", "red", "accept"),
            409,
            "no_takeback_offer",
        ),
        (
            "nobody takes back before the first move",
            Started,
            Red,
            acts("takeback", "red", "offer"),
            409,
            "nothing_to_undo",
        ),
        (
            "nobody takes back only the other's move",
            Moved,
            Black,
            acts("takeback", "black", "offer"),
            409,
            "nothing_to_undo",
        ),
        (
            "there is no rematch to accept",
            Over,
            Black,
            acts("rematch", "black", "accept"),
            409,
            "no_rematch_offer",
        ),
        (
            "there is no rematch to decline",
            Over,
            Black,
            acts("rematch", "black", "decline"),
            409,
            "no_rematch_offer",
        ),
        (
            "nobody answers their own rematch",
            RematchOffered,
            Red,
            acts("rematch", "red", "accept"),
            409,
            "no_rematch_offer",
        ),
    ]
}

/// Results stand, and nobody takes moves back or gets help alone.
fn unfair() -> Vec<Refusal> {
    vec![
        ("no move after the end", Over, Red, mv("a0a1"), 409, "game_over"),
        ("no second resignation", Over, Red, side("resign", "red"), 409, "game_over"),
        ("no undo of a resignation", Over, Black, undo(), 409, "game_over"),
        ("no takeback after the end", Over, Black, acts("takeback", "black", "offer"), 409, "game_over"),
        ("no draw after the end", Over, Black, acts("draw", "black", "offer"), 409, "game_over"),
        ("no abort after the end", Over, Black, side("abort", "black"), 409, "game_over"),
        ("no hint after the end", Over, Red, hint(), 409, "game_over"),
        ("no engine move after the end", Over, Red, best_move(), 409, "game_over"),
        ("no move in an aborted game", Aborted, Red, mv("h2e2"), 409, "game_over"),
        ("no second abort", Aborted, Black, side("abort", "black"), 409, "game_over"),
        ("Red does not undo alone", Moves, Red, undo(), 403, "consent_needed"),
        ("Black does not undo alone", Moves, Black, undo(), 403, "consent_needed"),
        ("an offer is no consent", TakebackOffered, Red, undo(), 403, "consent_needed"),
        ("no hint for the side to move", Moves, Red, hint(), 403, "hints_off"),
        ("no hint for the other side", Moves, Black, hint(), 403, "hints_off"),
        ("no hint for a stranger", Moves, Stranger, hint(), 403, "hints_off"),
        ("no engine plays for a player", Moves, Red, best_move(), 403, "hints_off"),
        ("no review for a player", Moves, Red, review(), 403, "hints_off"),
        ("no review for a stranger", Moves, Stranger, review(), 403, "hints_off"),
        ("no hint before the game", Waiting, Red, hint(), 403, "hints_off"),
    ]
}

/// A private game shows nothing without one of its tokens, and a spectator only watches.
fn private() -> Vec<Refusal> {
    vec![
        ("a stranger does not read", Private, Stranger, Get(""), 401, "unauthorized"),
        ("a made-up token does not read", Private, Guest, Get(""), 401, "unauthorized"),
        ("a stranger does not listen", Private, Stranger, Get("/events"), 401, "unauthorized"),
        ("a made-up token does not listen", Private, Guest, Get("/events"), 401, "unauthorized"),
        ("a stranger gets no record", Private, Stranger, Get("/record?format=pgn"), 401, "unauthorized"),
        ("a stranger gets no picture", Private, Stranger, Get("/record?format=svg"), 401, "unauthorized"),
        ("a stranger gets no review", Private, Stranger, review(), 401, "unauthorized"),
        ("a stranger gets no hint", Private, Stranger, hint(), 401, "unauthorized"),
        ("a stranger does not move", Private, Stranger, mv("a0a1"), 401, "unauthorized"),
        ("a spectator does not move", Private, Spectator, mv("a0a1"), 403, "forbidden"),
        ("a spectator does not resign", Private, Spectator, side("resign", "red"), 403, "forbidden"),
        ("a spectator offers no draw", Private, Spectator, acts("draw", "red", "offer"), 403, "forbidden"),
        (
            "a spectator asks for no takeback",
            Private,
            Spectator,
            acts("takeback", "red", "offer"),
            403,
            "forbidden",
        ),
        ("a spectator does not undo", Private, Spectator, undo(), 403, "forbidden"),
        ("a spectator aborts nothing", Private, Spectator, side("abort", "red"), 403, "forbidden"),
        (
            "a spectator offers no rematch",
            Private,
            Spectator,
            acts("rematch", "red", "offer"),
            403,
            "forbidden",
        ),
        ("a spectator gets no hint", Private, Spectator, hint(), 403, "hints_off"),
        ("a spectator deletes nothing", Private, Spectator, Delete, 403, "forbidden"),
    ]
}

async fn check(refusals: Vec<Refusal>) {
    let server = start().await;
    for (sentence, state, who, request, status, code) in refusals {
        let game = game(&server, state).await;
        let before = game.read().await;
        let response = match request {
            Post(what, body) => game.act(who, what, body).await,
            Get(what) => game.get(who, what).await,
            Delete => server.send(game.request(who, Method::DELETE, "")).await,
        };
        let got = (response.status.as_u16(), response.body["code"].as_str());
        assert_eq!(got, (status, Some(code)), "{sentence} ({state:?}): {}", response.text);
        let after = game.read().await;
        assert_eq!(without_presence(after), without_presence(before), "{sentence}: nothing has changed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_without_the_token_of_the_seat() {
    check(without_the_token()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_before_or_after_the_time() {
    check(at_the_wrong_time()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn results_stand_and_nobody_takes_back_or_gets_help_alone() {
    check(unfair()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_game_shows_nothing_to_strangers_and_spectators_only_watch() {
    check(private()).await;
}
