//! A file of games with damaged pages, under a server and offline.

use super::players::{client, create_game};
use super::ready::until_ready;
use duiyi_testkit::processes::TestStore;
use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;

const GAMES: usize = 150;
const PAGE: u64 = 4096;

/// Overwrites the beginnings of pages, of which there is one every so many.
fn damage(path: &Path, first: u64, every: usize) {
    let file = OpenOptions::new().write(true).open(path).unwrap();
    let pages = file.metadata().unwrap().len() / PAGE;
    for page in (first..pages).step_by(every) {
        file.write_all_at(&[0xa5; 64], page * PAGE).unwrap();
    }
}

/// Fills a file with games. No server has it open then.
async fn fill(store: &TestStore) {
    let mut server = store.serve();
    for _ in 0..GAMES {
        create_game(&client(), &server.url("")).await.unwrap();
    }
    server.terminate().unwrap();
    server.wait().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_file_is_damaged_says_that_its_store_takes_no_changes() {
    let store = TestStore::redb();
    fill(&store).await;
    let (http, server) = (client(), store.serve());
    damage(&store.file(), 1, 1);
    // A new game is written between those that are there.
    let body = serde_json::json!({"ruleset": "xiangqi"});
    http.post(server.url("/v1/games")).json(&body).send().await.unwrap();
    until_ready(&http, &server, 200, "store", "unavailable").await;
    let metrics = http.get(server.url("/metrics")).send().await.unwrap().text().await.unwrap();
    assert!(metrics.contains("\nduiyi_store_available 0\n"), "{metrics}");
    assert!(http.get(server.url("/healthz")).send().await.unwrap().status().is_success());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_say_what_is_left_of_a_damaged_file_and_never_panic() {
    let store = TestStore::redb();
    fill(&store).await;
    let folder = tempfile::tempdir().unwrap();
    let mut saved_some = false;
    for every in [2, 5, 17, 10_000] {
        for first in [0, 1, 3, 9, 14, 21, 28, 35] {
            let copy = folder.path().join("copy.redb");
            std::fs::copy(store.file(), &copy).unwrap();
            damage(&copy, first, every);
            for command in ["export", "check", "compact"] {
                let output =
                    Command::new(env!("CARGO_BIN_EXE_duiyi")).arg(command).arg(&copy).output().unwrap();
                let errors = String::from_utf8(output.stderr).unwrap();
                assert!(!errors.contains("panicked"), "{command} {first} {every}: {errors}");
                assert_eq!(output.status.success(), errors.is_empty(), "{command} {first} {every}: {errors}");
                let printed = output.stdout.iter().filter(|&&byte| byte == b'\n').count();
                if command == "export" {
                    assert!(printed == GAMES || !errors.is_empty());
                    saved_some |= (1..GAMES).contains(&printed);
                }
            }
        }
    }
    assert!(saved_some);
}
