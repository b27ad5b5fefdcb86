//! The commands on files: `duiyi backup`, `check`, `compact`, `export`.

use super::players::{client, create_game, play};
use duiyi_testkit::processes::{Server, TestStore};
use serde_json::Value;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

fn duiyi(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_duiyi")).args(arguments).output().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The lines that a successful command prints.
#[track_caller]
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = duiyi(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[track_caller]
fn error(arguments: &[&str]) -> String {
    let output = duiyi(arguments);
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

async fn get(server: &Server, path: &str) -> Value {
    client().get(server.url(path)).send().await.unwrap().json().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_running_server_has_every_game_and_can_be_served_and_exported() {
    let store = TestStore::redb();
    let admin = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let server = store.serve_with(&[("DUIYI_ADMIN_LISTEN", &admin)]);
    let http = client();
    let mut games = Vec::new();
    for _ in 0..20 {
        let game = create_game(&http, &server.url("")).await.unwrap();
        games.push(play(&http, &server.url(""), &game).await.unwrap());
    }
    let resign = http.post(server.url(&format!("/v1/games/{}/resign", games[0].id)));
    resign.json(&serde_json::json!({"side": "red"})).send().await.unwrap().error_for_status().unwrap();

    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.redb");
    let backup = ["backup", text(&copy), "--admin", &admin];
    assert_eq!(lines(&backup)[0], "games 20");
    assert!(error(&backup).contains("exists"), "a backup is never overwritten");
    // What happens after the backup is not in it.
    let shown = get(&server, &format!("/v1/games/{}", games[1].id)).await;
    play(&http, &server.url(""), &games[1]).await.unwrap();

    assert_eq!(
        lines(&["check", text(&copy)]),
        ["checksums right", "playing 19", "finished 1", "unreadable 0"]
    );
    let exported = lines(&["export", text(&copy)]);
    let exported: Vec<Value> = exported.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(exported.len(), 20);
    assert!(exported.contains(&shown));
    let finished = lines(&["export", text(&copy), "--finished"]);
    assert_eq!(finished.len(), 1);
    assert!(finished[0].contains("\"resignation\""));

    drop(server);
    let settings = [("DUIYI_STORE", "redb"), ("DUIYI_REDB_PATH", text(&copy)), ("DUIYI_TABLE_MIB", "1")];
    let restored = Server::start(&settings).unwrap();
    assert_eq!(get(&restored, &format!("/v1/games/{}", games[1].id)).await, shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_in_use_is_neither_checked_nor_copied() {
    let store = TestStore::redb();
    let mut server = store.serve();
    create_game(&client(), &server.url("")).await.unwrap();
    let file = store.file();
    assert!(error(&["check", text(&file)]).contains(text(&file)));
    server.kill().unwrap();
    assert_eq!(lines(&["check", text(&file)])[1], "playing 1", "after a crash");
    let copy = store.file().with_extension("copy");
    let output = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .args(["backup", text(&copy)])
        .env("DUIYI_REDB_PATH", &file)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(lines(&["check", text(&copy)])[1], "playing 1");
}

#[test]
fn a_damaged_file_is_no_file_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.redb");
    std::fs::write(&file, [7; 10_000]).unwrap();
    assert!(error(&["check", text(&file)]).contains("cannot open"));
    assert!(error(&["export", text(&folder.path().join("none.redb"))]).contains("none.redb"));
}

#[tokio::test(flavor = "multi_thread")]
async fn compaction_returns_the_space_of_deleted_games() {
    let store = TestStore::redb();
    let mut server = store.serve();
    let http = client();
    let mut games = Vec::new();
    for _ in 0..600 {
        games.push(create_game(&http, &server.url("")).await.unwrap());
    }
    let kept = games.pop().unwrap();
    for game in games {
        let delete = http.delete(server.url(&format!("/v1/games/{}", game.id)));
        delete.send().await.unwrap().error_for_status().unwrap();
    }
    server.terminate().unwrap();
    server.wait().unwrap();
    let length = || std::fs::metadata(store.file()).unwrap().len();
    let before = length();
    let file = store.file();
    let sizes = lines(&["compact", text(&file)]);
    assert_eq!(sizes, [format!("before {before}"), format!("after {}", length())]);
    assert!(2 * length() < before, "{sizes:?}");
    let server = store.serve();
    assert_eq!(get(&server, &format!("/v1/games/{}", kept.id)).await["version"], 1);
}
