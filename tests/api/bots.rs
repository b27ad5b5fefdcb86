//! `duiyi bot`: programs play through the public API.

use super::support::*;
use duiyi::config::Config;
use duiyi_testkit::fake_engine::fake_engine;
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

/// Starts a bot for the side of this token.
fn bot(server: &str, game: &Value, side: &str, command: &[&str]) -> Child {
    let token = game["tokens"][side].as_str().unwrap();
    Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .args(["bot", "--server", server, "--game", game["id"].as_str().unwrap(), "--token", token, "--"])
        .args(command)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// A game in which both tokens are known.
async fn seated(server: &Server, mut body: Value) -> Value {
    body["seats"] = json!(true);
    server.post("/v1/games", body).await.expect(201)
}

async fn until_ply(server: &Server, id: &str, ply: u64) -> Value {
    loop {
        let game = server.get(&format!("/v1/games/{id}")).await.expect(200);
        if game["ply"].as_u64() >= Some(ply) || game["status"] != "playing" {
            return game;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// Waits for the end of a bot; what it printed.
async fn ended(bot: Child) -> String {
    let output = tokio::task::spawn_blocking(|| bot.wait_with_output()).await.unwrap().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_play_each_other_by_their_clocks_to_the_end() {
    let server = start().await;
    // Black is in a corner, and the limit ends the game soon.
    let body = json!({"ruleset": "xiangqi", "options": {"no_capture_limit": 20}, "clock": {"initial_ms": 20000, "increment_ms": 100},
        "fen": "3k5/9/9/9/9/9/9/9/9/R3K4 w"});
    let game = seated(&server, body).await;
    let ours = env!("CARGO_BIN_EXE_duiyi");
    let bots = [("red", "uci"), ("black", "ucci")].map(|(side, protocol)| {
        let token = game["tokens"][side].as_str().unwrap();
        Command::new(ours)
            .args(["bot", "--server", &server.base, "--game", game["id"].as_str().unwrap(), "--token", token])
            .args(["--protocol", protocol, "--", ours, protocol])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    });
    for bot in bots {
        let text = ended(bot).await;
        assert!(text.contains("won, red") || text.contains("drawn"), "{text}");
    }
    let end = server.get(&format!("/v1/games/{}", game["id"].as_str().unwrap())).await.expect(200);
    assert!(end["reason"] != "timeout" && end["reason"] != "abandonment", "{end:#}");
}

/// Forwards connections to a server, and can drop them all.
struct Forwarder {
    base: String,
    open: Arc<Mutex<Vec<AbortHandle>>>,
}

impl Forwarder {
    async fn start(server: &Server) -> Forwarder {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let target = server.base.strip_prefix("http://").unwrap().to_owned();
        let open = Arc::<Mutex<Vec<AbortHandle>>>::default();
        let handles = Arc::clone(&open);
        tokio::spawn(async move {
            // The first connections are lost at once.
            for _ in 0..2 {
                drop(listener.accept().await.unwrap());
            }
            loop {
                let (mut client, _) = listener.accept().await.unwrap();
                let target = target.clone();
                let forward = tokio::spawn(async move {
                    let mut server = TcpStream::connect(target).await.unwrap();
                    let _ended = copy_bidirectional(&mut client, &mut server).await;
                });
                handles.lock().unwrap().push(forward.abort_handle());
            }
        });
        Forwarder { base, open }
    }

    fn drop_all(&self) {
        self.open.lock().unwrap().drain(..).for_each(|forward| forward.abort());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_comes_back_after_a_lost_connection_and_declines_a_draw() {
    let server = start().await;
    let forwarder = Forwarder::start(&server).await;
    let game = seated(&server, json!({"ruleset": "gomoku"})).await;
    let id = game["id"].as_str().unwrap();
    let play = |text: &str| {
        let request = server.request(reqwest::Method::POST, &format!("/v1/games/{id}/moves"));
        let token = game["tokens"]["white"].as_str().unwrap();
        request.bearer_auth(token).json(&json!({"move": text}))
    };
    let ours = env!("CARGO_BIN_EXE_duiyi");
    let bot = bot(&forwarder.base, &game, "black", &[ours, "piskvork"]);
    until_ply(&server, id, 1).await;
    forwarder.drop_all();
    server.send(play("a1")).await.expect(200);
    until_ply(&server, id, 3).await;
    forwarder.drop_all();
    let request = |path: &str, body: Value| {
        let token = game["tokens"]["white"].as_str().unwrap();
        server
            .request(reqwest::Method::POST, &format!("/v1/games/{id}/{path}"))
            .bearer_auth(token)
            .json(&body)
    };
    server.send(request("draw", json!({"side": "white", "action": "offer"}))).await.expect(200);
    while !server.get(&format!("/v1/games/{id}")).await.expect(200)["draw_offer"].is_null() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(server.get(&format!("/v1/games/{id}")).await.expect(200)["status"], "playing");
    server.send(request("resign", json!({"side": "white"}))).await.expect(200);
    assert!(ended(bot).await.contains("won, black (resignation)"));
}

/// A bot for all games of a key. Ends with this value.
struct Hall(Child);

impl Hall {
    fn open(server: &Server, more: &[&str], command: &[&str]) -> Hall {
        let bot = Command::new(env!("CARGO_BIN_EXE_duiyi"))
            .args(["bot", "--server", &server.base, "--key", "shop", "--name", "Fish", "--time-ms", "50"])
            .args(more)
            .arg("--")
            .args(command)
            .stdout(Stdio::null())
            .spawn();
        Hall(bot.unwrap())
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

async fn of_shop(server: &Server, method: reqwest::Method, path: &str, body: Value) -> Value {
    let request = server.request(method, path).header("x-api-key", "shop").json(&body);
    let response = server.send(request).await;
    assert!(response.status.is_success(), "{}", response.text);
    response.body
}

/// Waits until a game of the key is so.
async fn until_game(server: &Server, game: &Value, condition: impl Fn(&Value) -> bool) -> Value {
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    loop {
        let request = server.request(reqwest::Method::GET, &path).header("x-api-key", "shop");
        let game = server.send(request).await.expect(200);
        if condition(&game) {
            return game;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_with_a_key_plays_the_games_in_which_a_side_has_its_name() {
    let server = start_with(Config { api_keys: vec![api_key("shop")], ..config() }).await;
    let post = async |path: &str, body| of_shop(&server, reqwest::Method::POST, path, body).await;
    let named =
        |name: &str| json!({"ruleset": "xiangqi", "players": {"red": {"kind": "human", "name": name}}});
    let before = post("/v1/games", named("Fish")).await;
    let _bot = Hall::open(&server, &[], &[env!("CARGO_BIN_EXE_duiyi"), "uci"]);
    until_game(&server, &before, |game| game["ply"] == 1).await;
    // Several at once, and those of others not.
    let others = post("/v1/games", named("Bird")).await;
    let after = post("/v1/games", named("Fish")).await;
    until_game(&server, &after, |game| game["ply"] == 1).await;
    let id = before["id"].as_str().unwrap();
    post(&format!("/v1/games/{id}/moves"), json!({"move": "h9g7"})).await;
    until_game(&server, &before, |game| game["ply"] == 3).await;
    // In a game with seats it needs the token.
    let mut seats = named("Fish");
    seats["seats"] = json!(true);
    let seated = post("/v1/games", seats).await;
    let path = format!("/v1/games/{}", seated["id"].as_str().unwrap());
    let noted = json!({"metadata": {"Fish": seated["tokens"]["red"]}});
    of_shop(&server, reqwest::Method::PATCH, &path, noted).await;
    until_game(&server, &seated, |game| game["ply"] == 1).await;
    assert_eq!(until_game(&server, &others, |_| true).await["ply"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_accepts_a_rematch_and_plays_it() {
    let server = start_with(Config { api_keys: vec![api_key("shop")], ..config() }).await;
    let _bot = Hall::open(&server, &["--rematch"], &[env!("CARGO_BIN_EXE_duiyi"), "uci"]);
    let body =
        json!({"ruleset": "xiangqi", "seats": true, "players": {"red": {"kind": "human", "name": "Fish"}}});
    let game = of_shop(&server, reqwest::Method::POST, "/v1/games", body).await;
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let noted = json!({"metadata": {"Fish": game["tokens"]["red"]}});
    of_shop(&server, reqwest::Method::PATCH, &path, noted).await;
    until_game(&server, &game, |game| game["ply"] == 1).await;
    let as_black = async |what: &str, body: Value| {
        let request = server.request(reqwest::Method::POST, &format!("{path}/{what}"));
        server
            .send(request.bearer_auth(game["tokens"]["black"].as_str().unwrap()).json(&body))
            .await
            .expect(200)
    };
    as_black("resign", json!({"side": "black"})).await;
    as_black("rematch", json!({"side": "black", "action": "offer"})).await;
    let ended = until_game(&server, &game, |game| !game["next_game"].is_null()).await;
    let next = json!({"id": ended["next_game"]});
    let play =
        server.request(reqwest::Method::POST, &format!("/v1/games/{}/moves", next["id"].as_str().unwrap()));
    // The sides are exchanged.
    let play = play.bearer_auth(game["tokens"]["black"].as_str().unwrap()).json(&json!({"move": "h2e2"}));
    server.send(play).await.expect(200);
    until_game(&server, &next, |game| game["ply"] == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_make_the_choices_of_an_opening_and_then_their_programs_play() {
    let server = start().await;
    let ours = env!("CARGO_BIN_EXE_duiyi");
    for (ruleset, opening) in [("gomoku", "swap2"), ("renju", "soosyrv8"), ("renju", "taraguchi10")] {
        let game = seated(&server, json!({"ruleset": ruleset, "options": {"opening": opening}})).await;
        let mut bots = ["black", "white"].map(|side| {
            let token = game["tokens"][side].as_str().unwrap();
            Command::new(ours)
                .args([
                    "bot",
                    "--server",
                    &server.base,
                    "--game",
                    game["id"].as_str().unwrap(),
                    "--token",
                    token,
                ])
                .args(["--time-ms", "50", "--", ours, "piskvork"])
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        });
        let id = game["id"].as_str().unwrap();
        loop {
            let game = server.get(&format!("/v1/games/{id}")).await.expect(200);
            if game["opening"]["phase"] == "play" && game["ply"].as_u64() >= Some(12)
                || game["status"] != "playing"
            {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        for bot in &mut bots {
            bot.kill().unwrap();
            bot.wait().unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_whose_program_fails_again_and_again_ends_with_an_error() {
    let server = start().await;
    let game = seated(&server, json!({"ruleset": "xiangqi"})).await;
    let command = fake_engine("uci", "illegal");
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let mut failing = bot(&server.base, &game, "red", &command);
    let status = tokio::task::spawn_blocking(move || failing.wait()).await.unwrap().unwrap();
    assert!(!status.success());
    let stranger = json!({"id": game["id"], "tokens": {"red": "seat_of_nobody"}});
    let mut stranger = bot(&server.base, &stranger, "red", &command);
    let status = tokio::task::spawn_blocking(move || stranger.wait()).await.unwrap().unwrap();
    assert!(!status.success());
}
