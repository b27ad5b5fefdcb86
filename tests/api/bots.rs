//! `duiyi bot`: programs play through the public API.

use super::support::*;
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
