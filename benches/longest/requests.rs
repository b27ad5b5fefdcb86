//! The most expensive requests to every endpoint that fit into the body limit.

use duiyi::rules::Ruleset;
use duiyi_testkit::long_games::{self, GameRequest, Notation};
use reqwest::Method;
use serde_json::{Value, json};

/// The body limit.
const BODY: usize = 64 << 10;
/// A little less than the limit on the head of a request.
const HEAD: usize = 60 << 10;

/// How much of the response the client reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    All,
    /// The beginning of a stream.
    Beginning,
}

/// A request. `{id}` and `{tag}` in its path and headers stand for those of its game, `{new}` for a text that is new each
/// time.
#[derive(Clone, Debug)]
pub struct Request {
    pub name: String,
    /// The body that creates the game of the request, if it is about one.
    pub game: Option<Value>,
    /// The request changes the game, so each request needs a new game.
    pub changes: bool,
    pub method: Method,
    pub path: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: Option<String>,
    pub reads: Reads,
}

impl Request {
    fn new(method: Method, path: &str, name: impl Into<String>) -> Request {
        Request {
            name: format!("{method} {path} {}", name.into()),
            game: None,
            changes: false,
            method,
            path: path.to_owned(),
            headers: Vec::new(),
            body: None,
            reads: Reads::All,
        }
    }

    fn post(path: &str, name: impl Into<String>, body: impl ToString) -> Request {
        Request { body: Some(body.to_string()), ..Request::new(Method::POST, path, name) }
    }

    fn get(path: &str, name: impl Into<String>) -> Request {
        Request::new(Method::GET, path, name)
    }

    fn of(self, game: &GameRequest) -> Request {
        Request { game: Some(game.fields()), ..self }
    }

    fn changing(self, game: &GameRequest) -> Request {
        Request { changes: true, ..self.of(game) }
    }

    fn with(mut self, name: &'static str, value: impl Into<String>) -> Request {
        self.name += &format!(", {name}");
        self.headers.push((name, value.into()));
        self
    }

    fn reading_only_the_beginning(self) -> Request {
        Request { reads: Reads::Beginning, ..self }
    }

    /// Whether the request reads a game from the store.
    pub fn needs_store(&self) -> bool {
        self.game.is_some()
    }
}

/// Adds fields to a JSON object.
fn with_fields(mut fields: Value, more: Value) -> Value {
    let more = more.as_object().expect("an object");
    fields.as_object_mut().expect("an object").extend(more.clone());
    fields
}

/// A body between `before` and `after`, filled with as many items as fit.
fn filled(before: &str, after: &str, separator: &str, item: impl Fn(usize) -> String) -> String {
    let mut text = before.to_owned();
    for number in 0.. {
        let next = item(number);
        if text.len() + separator.len() + next.len() + after.len() > BODY {
            break;
        }
        if number > 0 {
            text += separator;
        }
        text += &next;
    }
    text + after
}

/// A search that ends as soon as it begins.
fn no_search() -> Value {
    json!({"book": false, "limits": {"nodes": 1}})
}

/// Requests about a game of this length. Where the request plays a move, the game is one ply shorter.
pub fn of_length(plies: usize) -> Vec<Request> {
    let long = long_games::quiet(None, plies, Notation::Coordinates);
    let mut requests = stateless(&format!("{plies} quiet plies"), &long);
    requests.extend(about(&format!("{plies} quiet plies"), &long));
    requests
}

/// The same moves given to all endpoints that take moves.
fn stateless(name: &str, game: &GameRequest) -> Vec<Request> {
    vec![
        Request::post("/v1/positions", name, game.fields()),
        Request::post("/v1/positions?notation=all", name, game.fields()),
        Request::post("/v1/openings", name, game.fields()),
        Request::post("/v1/games", name, game.fields()),
        Request::post("/v1/games", format!("{name} as a record"), game.record()),
        Request::post("/v1/analysis", name, with_fields(game.fields(), no_search())),
        Request::post("/v1/analyses", name, with_fields(game.fields(), no_search())),
    ]
}

/// Requests about a stored game.
fn about(name: &str, game: &GameRequest) -> Vec<Request> {
    let (before, last) = (game.up_to(game.moves.len() - 1), &game.moves[game.moves.len() - 1]);
    let get = |path: &str, more: &str| Request::get(path, format!("{name}{more}")).of(game);
    let post = |what: &str, body: Value| Request::post(&format!("/v1/games/{{id}}/{what}"), name, body);
    vec![
        get("/v1/games/{id}", ""),
        get("/v1/games/{id}", "").with("accept-encoding", "gzip"),
        get("/v1/games/{id}", ", not modified").with("if-none-match", "{tag}"),
        get("/v1/games/{id}", ", many tags").with("if-none-match", tags()),
        get("/v1/games/{id}?notation=all", ""),
        get("/v1/games/{id}/record?format=json", ""),
        get("/v1/games/{id}/record?format=pgn", ""),
        get("/v1/games/{id}/record?format=text", ""),
        get("/v1/games/{id}/record?format=svg", ""),
        get("/v1/games/{id}/record?format=text", ", not modified").with("if-none-match", "{tag}"),
        get("/g/{id}", ""),
        get("/embed/{id}", ""),
        get("/v1/games/{id}/events", "").reading_only_the_beginning(),
        post("moves", json!({"move": last})).changing(&before),
        post("moves", json!({"move": last})).changing(&before).with("if-match", "{tag}"),
        post("moves", json!({"move": last})).changing(&before).with("idempotency-key", "{new}"),
        post("moves", json!({"move": "a0a9"})).of(game),
        post("undo", json!({"plies": 1})).changing(game),
        post("undo", json!({"plies": game.moves.len()})).changing(game),
        post("resign", json!({"side": "red"})).changing(game),
        post("draw", json!({"side": "red", "action": "offer"})).changing(game),
        post("best-move", no_search()).of(game),
        post("best-move", with_fields(no_search(), json!({"play": true}))).changing(&before),
        post("review", no_search()).of(game).reading_only_the_beginning(),
        Request::new(Method::DELETE, "/v1/games/{id}", name).changing(game),
    ]
}

fn tags() -> String {
    vec!["\"000000\""; HEAD / 10].join(", ")
}

/// Games in which the positions cost more time than the moves.
pub fn of_positions() -> Vec<Request> {
    let mut requests = Vec::new();
    let repetitions = long_games::many_pending_repetitions(1900);
    let name = format!("many pending repetitions, {} plies", repetitions.moves.len());
    requests.extend(stateless(&name, &repetitions));
    requests.extend(about(&name, &repetitions));
    for penalty in ["lose", "refuse"] {
        let checks = long_games::perpetual_check(penalty);
        let name = format!("perpetual check, {penalty}, {} plies", checks.moves.len());
        requests.extend(stateless(&name, &checks));
        requests.extend(about(&name, &checks));
    }

    let crowded = long_games::slowest_to_write();
    let chinese = long_games::quiet(Some(&crowded), 1900, Notation::Chinese);
    requests.extend(stateless("1900 plies in Chinese, crowded", &chinese));
    requests.extend(about("1900 plies in Chinese, crowded", &chinese));

    for (ruleset, size) in [(Ruleset::Gomoku, 19), (Ruleset::GomokuStandard, 19), (Ruleset::Renju, 15)] {
        let full = long_games::full_board(ruleset, size);
        let name = format!("{}, {} stones", ruleset.name(), full.moves.len());
        requests.extend(stateless(&name, &full));
        let board = Request::get("/v1/games/{id}", &name).of(&full);
        let picture = Request::get("/v1/games/{id}/record?format=svg", &name).of(&full);
        requests.extend([board, picture]);
    }
    let forbidden = long_games::slowest_to_forbid();
    let forbidden =
        GameRequest { ruleset: Ruleset::Renju, options: json!({}), fen: Some(forbidden), moves: Vec::new() };
    requests.extend(stateless("renju, many forbidden points", &forbidden));
    requests.push(Request::get("/v1/games/{id}", "renju, many forbidden points").of(&forbidden));
    requests
}

/// Bodies and heads that are expensive to parse.
pub fn of_text() -> Vec<Request> {
    let unknown = |path: &str| {
        let body = filled("{\"ruleset\":\"xiangqi\",", "}", ",", |number| format!("\"{number:x}\":0"));
        Request::post(path, "unknown fields", body)
    };
    let no_strings = filled("{\"ruleset\":\"xiangqi\",\"moves\":[", "]}", ",", |_| "0".to_owned());
    let wrong = |path: &str| Request::post(path, "moves that are not strings", &no_strings);
    let options = filled("{\"ruleset\":\"xiangqi\",\"options\":{", "}}", ",", |n| format!("\"{n:x}\":0"));
    let wide = |open: &str, shut: &str| {
        let deep = open.repeat(120) + "0" + &shut.repeat(120);
        filled("{\"ruleset\":\"xiangqi\",\"moves\":[", "]}", ",", |_| deep.clone())
    };
    let record = |before: &str, item: &str| {
        filled(&format!("{{\"ruleset\":\"xiangqi\",\"record\":\"{before}"), "\"}", "", |_| item.to_owned())
    };
    let fen = filled("{\"ruleset\":\"xiangqi\",\"fen\":\"", "\"}", "", |_| "R".to_owned());
    let ambiguous = filled("{\"ruleset\":\"xiangqi\",\"moves\":[\"", "\"]}", "", |_| "炮".to_owned());
    let digits = filled("{\"ruleset\":\"xiangqi\",\"limits\":{\"nodes\":0.", "}}", "", |_| "9".to_owned());
    let escapes = filled("{\"ruleset\":\"", "\"}", "", |_| "\\u70ae".to_owned());
    let mut requests: Vec<Request> =
        ["/v1/positions", "/v1/games", "/v1/analysis", "/v1/analyses"].map(unknown).into();
    requests.extend(["/v1/positions", "/v1/games", "/v1/analysis"].map(wrong));
    requests.extend([
        wrong("/v1/positions").with("accept-encoding", "gzip"),
        Request::post("/v1/positions", "unknown options", options),
        Request::post("/v1/positions", "nested too deep", "{\"ruleset\":".to_owned() + &"[".repeat(60_000)),
        Request::post("/v1/positions", "arrays of 120 levels", wide("[", "]")),
        Request::post("/v1/positions", "objects of 120 levels", wide("{\"a\":", "}")),
        Request::post("/v1/games", "a record of brackets", record("", "(")),
        Request::post("/v1/games", "a record of comments", record("", "{}")),
        Request::post("/v1/games", "a record of move numbers", record("", "1. ")),
        Request::post("/v1/games", "a record of headers", record("", "[A \\\"b\\\"]\\n")),
        Request::post("/v1/games", "a record of words", record("1. ", "x ")),
        Request::post("/v1/positions", "a long fen", fen),
        Request::post("/v1/positions", "a long move", ambiguous),
        Request::post("/v1/analysis", "a long number", digits),
        Request::post("/v1/positions", "escapes", escapes),
        Request::get("/v1/rulesets", "a long head").with("accept-language", "x".repeat(HEAD)),
        Request::post(
            "/v1/analysis",
            "many media types",
            with_fields(json!({"ruleset": "xiangqi"}), no_search()),
        )
        .with("accept", vec!["text/x;q=0.1"; HEAD / 14].join(", ")),
    ]);
    let start = GameRequest { ruleset: Ruleset::Xiangqi, options: json!({}), fen: None, moves: Vec::new() };
    for field in ["search_moves", "avoid_moves"] {
        let body = |text: &str| {
            let before = format!("{{\"limits\":{{\"nodes\":1}},\"book\":false,\"{field}\":[");
            filled(&before, "]}", ",", |_| format!("\"{text}\""))
        };
        for (name, text) in [("in coordinates", "h2e2"), ("in Chinese", "炮二平五"), ("that are none", "x")]
        {
            let name = format!("{field} {name}");
            requests.push(Request::post("/v1/games/{id}/best-move", name, body(text)).of(&start));
        }
    }
    for path in ["/", "/docs", "/openapi.yaml", "/v1/rulesets", "/metrics", "/healthz", "/readyz"] {
        requests.push(Request::get(path, "plain"));
        requests.push(Request::get(path, "plain").with("accept-encoding", "gzip"));
    }
    requests
}

/// Games longer than 2000 plies.
pub fn of_any_length() -> Vec<Request> {
    let mut requests = of_length(7000);
    let longest = long_games::quiet(None, 13_000, Notation::Coordinates);
    requests.push(Request::post("/v1/games", "13000 quiet plies as a record", longest.record()));
    let repetitions = long_games::many_pending_repetitions(7000);
    requests.extend(stateless("many pending repetitions, 7000 plies", &repetitions));
    requests
}
