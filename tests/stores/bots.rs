//! Programs play each other by their clocks, while one of the two servers that share a store is killed.

use super::players::client;
use duiyi_testkit::processes::{Server, TestStore};
use duiyi_testkit::server::program;
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// `printf %s shop | sha256sum`
const KEYS: &str =
    "[{name = \"shop\", sha256 = \"8d9001d32c6a703d95921a77115050f33dd823d3f1730bd35215dcbecad6dc20\"}]";

fn serve(store: &TestStore) -> Server {
    store.serve_with(&[("DUIYI_API_KEYS", KEYS)])
}

/// Forwards each connection to the first of the servers that is up, as a load balancer does; its URL.
async fn balance(servers: [String; 2]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            let (mut client, _) = listener.accept().await.unwrap();
            let servers = servers.clone();
            tokio::spawn(async move {
                for server in servers {
                    if let Ok(mut server) = TcpStream::connect(server).await {
                        let _ended = copy_bidirectional(&mut client, &mut server).await;
                        return;
                    }
                }
            });
        }
    });
    url
}

async fn send(request: RequestBuilder) -> Value {
    let response = request.header("x-api-key", "shop").send().await.unwrap();
    response.error_for_status().unwrap().json().await.unwrap()
}

/// A bot with this credential, which plays with our own engine.
fn bot(url: &str, credential: &[&str], protocol: &str) -> Child {
    Command::new(program())
        .args(["bot", "--server", url])
        .args(credential)
        .args(["--protocol", protocol, "--"])
        .args([program(), protocol.into()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

async fn until(http: &Client, server: &Server, id: &str, condition: impl Fn(&Value) -> bool) -> Value {
    loop {
        let game = send(http.get(server.url(&format!("/v1/games/{id}")))).await;
        if condition(&game) {
            return game;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn two_bots_play_by_their_clocks_to_the_end_although_a_server_is_killed() {
    let store = TestStore::redis();
    let (mut first, second) = (serve(&store), serve(&store));
    let url = balance([first.address.clone(), second.address.clone()]).await;
    let http = client();
    // A rook cannot win against all four guards, and the limit ends the game soon.
    let body = json!({
        "ruleset": "xiangqi", "fen": "3ak4/4a4/4b4/9/2b6/9/9/4B4/4A4/R3K4 w", "options": {"no_capture_limit": 20}, "seats": true,
        "clock": {"initial_ms": 30_000, "increment_ms": 100}, "players": {"black": {"kind": "human", "name": "Fish"}},
    });
    let game = send(http.post(second.url("/v1/games")).json(&body)).await;
    let id = game["id"].as_str().unwrap();
    // One plays by the token of its seat, the other finds the game by its name, and its token in what the owner noted.
    let red = bot(&url, &["--game", id, "--token", game["tokens"]["red"].as_str().unwrap()], "uci");
    let mut black = bot(&url, &["--key", "shop", "--name", "Fish"], "ucci");
    let noted = json!({"metadata": {"Fish": game["tokens"]["black"]}});
    send(http.patch(second.url(&format!("/v1/games/{id}"))).json(&noted)).await;

    let before =
        until(&http, &second, id, |game| game["ply"].as_u64() >= Some(2) || game["status"] != "playing")
            .await;
    assert_eq!(before["status"], "playing", "{before:#}");
    first.kill().unwrap();
    let after = until(&http, &second, id, |game| game["status"] != "playing").await;
    let output = tokio::task::spawn_blocking(|| red.wait_with_output()).await.unwrap().unwrap();
    black.kill().unwrap();
    black.wait().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains(id), "{said}");
    assert!(after["ply"].as_u64() > before["ply"].as_u64(), "{after:#}");
    assert!(matches!(after["status"].as_str(), Some("won" | "drawn")), "{after:#}");
    assert!(after["reason"] != "timeout" && after["reason"] != "abandonment", "{after:#}");
    // Each move was made once: besides them the game was created, its owner noted the token, and draws may have been offered.
    let (version, ply) = (after["version"].as_u64().unwrap(), after["ply"].as_u64().unwrap());
    assert!((ply + 2..ply + 6).contains(&version), "{after:#}");
}
