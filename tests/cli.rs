//! The command line of `duiyi`, run as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test")]

use duiyi_testkit::server::Server;
use sha2::Digest;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

fn duiyi(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_duiyi")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs a command that must succeed; returns the lines it prints.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = duiyi(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

/// Runs a command that must fail; returns its error message.
fn error_message(arguments: &[&str]) -> String {
    let output = duiyi(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    text(&output.stderr)
}

#[test]
fn perft_prints_the_divide_then_the_speed_then_the_total() {
    let lines = lines(&["perft", "--ruleset", "xiangqi", "--depth", "3"]);
    assert_eq!(lines.last().unwrap(), "nodes 79666");
    assert!(lines[lines.len() - 2].starts_with("nps "));
    let divide = &lines[..lines.len() - 2];
    assert_eq!(divide.len(), 44);
    let count = |line: &String| line.split_once(' ').unwrap().1.parse::<u64>().unwrap();
    assert_eq!(divide.iter().map(count).sum::<u64>(), 79666);
}

#[test]
fn perft_starts_from_the_given_position() {
    let fen = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";
    assert_eq!(lines(&["perft", "--fen", fen, "--depth", "2"]).last().unwrap(), "nodes 1128");
    assert_eq!(lines(&["perft", "--fen", fen, "--depth", "0"]).last().unwrap(), "nodes 1");
}

#[test]
fn analyse_prints_every_depth_and_the_best_move() {
    let lines = lines(&["analyse", "--depth", "4", "--moves", "炮二平五", "h9g7"]);
    assert!(lines[0].starts_with("depth 1 ") && lines[3].starts_with("depth 4 "), "{lines:?}");
    assert!(lines[4].starts_with("best "));
}

#[test]
fn book_lists_its_moves_with_their_probabilities() {
    let start = lines(&["book"]);
    let percent = |line: &String| line.split(' ').nth(2).unwrap().parse::<f64>().unwrap();
    let moves = &start[1..start.len() - 1];
    assert!(start[1].starts_with("h2e2 炮二平五 "), "{start:?}");
    assert!((moves.iter().map(percent).sum::<f64>() - 100.0).abs() < 1.0, "{start:?}");
    assert!(start.last().unwrap().starts_with("positions "));
    assert!(lines(&["book", "--moves", "炮二平五"])[1..].iter().any(|line| line.starts_with("h9g7 ")));
    let unknown = lines(&["book", "--fen", "3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1"]);
    assert_eq!(unknown[1], "the book knows no move here");
    assert!(error_message(&["book", "--moves", "h2e2", "h2e2"]).contains("ply 2"));
    assert!(error_message(&["book", "--ruleset", "renju"]).contains("--ruleset xiangqi"));
}

#[test]
fn ucci_plays_a_move() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .arg("ucci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let commands = "ucci\nposition startpos moves h2e2\ngo depth 3\nquit\n";
    process.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    let output = text(&process.wait_with_output().unwrap().stdout);
    assert!(output.lines().any(|line| line == "ucciok"));
    assert!(output.lines().any(|line| line.starts_with("bestmove ")), "{output}");
}

/// Sends the commands to `duiyi piskvork`; returns its answers without the messages.
fn piskvork(commands: &str) -> Vec<String> {
    let mut process = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .arg("piskvork")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    process.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    let output = text(&process.wait_with_output().unwrap().stdout);
    output.lines().filter(|line| !line.starts_with("MESSAGE")).map(str::to_owned).collect()
}

#[test]
fn piskvork_follows_the_protocol() {
    let answers = piskvork(
        "ABOUT\nSTART 15\nINFO timeout_turn 50\nBEGIN\nTURN 0,0\nTAKEBACK 0,1\nRESTART\nBOARD\n7,7,2\n8,7,1\n7,8,2\nDONE\n\
         START 4\nRECTSTART 15,20\nRECTSTART 15,15\nTURN 99,0\nFLY\nEND\nTURN 1,1\n",
    );
    assert!(answers[0].starts_with("name=\"Duiyi\""));
    assert_eq!((&*answers[1], &*answers[2]), ("OK", "7,7"));
    assert!(answers[3].contains(','), "{answers:?}");
    assert!(answers[4].starts_with("ERROR expected the last stone"), "{answers:?}");
    assert_eq!(answers[5], "OK");
    assert!(answers[6].contains(','), "{answers:?}");
    assert!(answers[7].starts_with("ERROR expected a board size from 9 to 20"));
    assert!(answers[8].starts_with("ERROR expected a square board"));
    assert_eq!(answers[9], "OK");
    assert!(answers[10].starts_with("ERROR expected x,y"));
    assert!(answers[11].starts_with("UNKNOWN FLY"));
    assert_eq!(answers.len(), 12, "{answers:?}");
}

#[test]
fn piskvork_completes_a_five_and_respects_the_rule_of_the_game() {
    let four = "1,1,1\n2,1,1\n3,1,1\n4,1,1\n";
    let scattered = "9,9,2\n9,11,2\n11,9,2\n12,12,2\n";
    let answers = piskvork(&format!("START 15\nINFO timeout_turn 20\nBOARD\n{four}{scattered}DONE\nEND\n"));
    assert!(matches!(&*answers[1], "0,1" | "5,1"), "{answers:?}");
    // Under rule 1 only exactly five wins, so the engine avoids the overline.
    let five_and_gap = "1,1,1\n2,1,1\n3,1,1\n4,1,1\n6,1,1\n";
    let board = format!("{five_and_gap}{scattered}9,3,2\n");
    let answers =
        piskvork(&format!("START 15\nINFO rule 1\nINFO timeout_turn 20\nBOARD\n{board}DONE\nEND\n"));
    assert_eq!(answers[1], "0,1");
    let answers = piskvork("START 19\nINFO rule 4\nBEGIN\nEND\n");
    assert!(answers[1].starts_with("ERROR renju is played on a board of 15"), "{answers:?}");
}

/// With a node limit, two programs can be compared fairly on a busy machine.
#[test]
fn piskvork_stops_at_the_node_limit() {
    let board = "BOARD\n7,7,2\n8,7,1\n7,8,2\nDONE\n";
    let commands = format!("START 15\nINFO timeout_turn 3600000\nINFO max_node 2000\n{board}END\n");
    let answers = piskvork(&commands);
    assert!(answers[1].contains(','), "{answers:?}");
    assert_eq!(answers, piskvork(&commands), "the same node limit gives the same answers");
}

#[test]
fn piskvork_plays_a_swap2_opening() {
    let start = "START 15\nINFO timeout_turn 100\nSWAP2BOARD\n";
    let proposed = piskvork(&format!("{start}DONE\nEND\n"));
    assert_eq!(proposed[1].split(' ').count(), 3, "{proposed:?}");
    // Black has an open three, so the engine chooses Black.
    let chosen = piskvork(&format!("{start}7,7\n0,0\n8,7\nDONE\nEND\n"));
    assert_eq!(chosen[1], "SWAP");
    let last = piskvork(&format!("{start}7,7\n0,0\n8,7\n14,14\n7,8\nDONE\nEND\n"));
    assert!(last[1] == "SWAP" || last[1].contains(','), "{last:?}");
}

#[test]
fn piskvork_knows_the_rule_numbers_of_caro() {
    // Our stones 0,1 to 3,1 and the opponent's 5,1 and 6,0 to 6,2: the five at 4,1 ends at the edge and at a stone.
    let edge = "0,1,1\n1,1,1\n2,1,1\n3,1,1\n5,1,2\n6,0,2\n6,2,2\n9,9,2\n";
    // With the opponent on both sides of the five, or with one of our stones beyond it.
    let blocked = "1,1,1\n2,1,1\n3,1,1\n4,1,1\n0,1,2\n6,1,2\n9,9,2\n12,3,2\n";
    let overline = "1,1,1\n2,1,1\n3,1,1\n4,1,1\n6,1,1\n0,1,2\n7,1,2\n9,9,2\n12,3,2\n14,14,2\n";
    let answer = |rule: u32, board: &str| {
        let commands = format!("START 15\nINFO rule {rule}\nINFO timeout_turn 50\nBOARD\n{board}DONE\nEND\n");
        piskvork(&commands)[1].clone()
    };
    for (rule, wins_blocked, wins_overline) in
        [(0, true, true), (1, true, false), (8, false, true), (9, false, false), (11, false, false)]
    {
        assert_eq!(answer(rule, edge), "4,1", "rule {rule}");
        assert_eq!(answer(rule, blocked) == "5,1", wins_blocked, "rule {rule}");
        assert_eq!(answer(rule, overline) == "5,1", wins_overline, "rule {rule}");
    }
}

#[test]
fn solve_prints_the_winning_line() {
    let position = ["--moves", "h8", "g8", "i8", "a3", "j8", "a5", "l9", "c1", "l10", "e1"];
    for threats in ["vcf", "vct", "all"] {
        let arguments = [&["solve", "--ruleset", "renju", "--threats", threats], &position[..]].concat();
        let lines = lines(&arguments);
        assert!(lines[0].starts_with("black won in 3: ") && lines[1].starts_with("nodes "), "{lines:?}");
    }
    assert_eq!(
        lines(&["solve", "--ruleset", "gomoku", "--moves", "h8", "a1"])[0],
        "black refuted within 40 stones"
    );
    assert!(error_message(&["solve"]).contains("--ruleset gomoku"));
}

#[test]
fn a_new_key_has_an_entry_that_the_settings_take() {
    let printed = lines(&["keys", "add", "shop-app", "--scopes", "games,feed"]);
    let (_, key) = printed[0].split_once(": ").unwrap();
    let digest = data_encoding::HEXLOWER.encode(&sha2::Sha256::digest(key));
    assert!(printed.contains(&format!("sha256 = {digest:?}")), "{printed:?}");
    let settings = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(settings.path(), printed.join("\n")).unwrap();
    let file = settings.path().to_str().unwrap();
    let [checked] = lines(&["serve", "--check", "--config", file]).try_into().unwrap();
    assert!(checked.ends_with("store memory, 1 API keys"), "{checked}");
    assert!(error_message(&["keys", "add", "two words"]).contains("visible ASCII"));
    assert!(
        error_message(&["keys", "add", "shop", "--scopes", "all"]).contains("games, analysis, feed, admin")
    );
}

#[test]
fn wrong_settings_are_found_without_a_start() {
    let settings = tempfile::NamedTempFile::new().unwrap();
    let file = settings.path().to_str().unwrap();
    for (text, reason) in
        [("max_gams = 3", "unknown field `max_gams`"), ("log = \"inf\"", "expected off, error")]
    {
        std::fs::write(settings.path(), text).unwrap();
        let message = error_message(&["serve", "--check", "--config", file]);
        assert!(message.contains(reason), "{message}");
    }
}

#[test]
fn healthcheck_succeeds_until_the_server_stops() {
    let mut server = Server::start(&[]).unwrap();
    let address = server.address.clone();
    assert!(duiyi(&["healthcheck", "--listen", &address]).status.success());
    server.terminate().unwrap();
    assert!(server.wait().unwrap().success());
    assert!(error_message(&["healthcheck", "--listen", &address]).starts_with("duiyi: "));
}

#[tokio::test]
async fn a_server_that_shuts_down_finishes_its_searches_and_refuses_new_ones() {
    let mut server = Server::start(&[("DUIYI_SEARCH_THREADS", "2")]).unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let analyse = |time_ms: u32| {
        let body = serde_json::json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": time_ms}});
        http.post(server.url("/v1/analysis")).json(&body).send()
    };
    let search = tokio::spawn(analyse(3000));
    while http
        .get(server.url("/metrics"))
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap()
        .contains("threads_idle 2")
    {}
    server.terminate().unwrap();
    while http.get(server.url("/readyz")).send().await.unwrap().status() != 503 {}
    // The server announces the shutdown before it refuses searches, and so it may admit one in between.
    let refused = loop {
        match analyse(100).await.unwrap() {
            admitted if admitted.status() == 200 => {}
            refused => break refused,
        }
    };
    assert_eq!(refused.status(), 503);
    assert!(refused.text().await.unwrap().contains("shutting_down"));
    assert_eq!(search.await.unwrap().unwrap().status(), 200);
    assert!(server.wait().unwrap().success());
}

#[tokio::test]
async fn a_hangup_reads_the_api_keys_again() {
    let digest = |key: &str| data_encoding::HEXLOWER.encode(&sha2::Sha256::digest(key));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("duiyi.toml");
    let write = |key: &str| {
        std::fs::write(
            &file,
            format!("table_mib = 1\n[[api_keys]]\nname = \"shop\"\nsha256 = \"{}\"\n", digest(key)),
        )
        .unwrap();
    };
    write("old");
    let server = Server::start(&[("DUIYI_CONFIG", file.to_str().unwrap())]).unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let status = async |key: &str| {
        let request = http.get(server.url("/v1/rulesets")).header("x-api-key", key);
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!((status("old").await, status("new").await), (200, 403));
    write("new");
    server.signal("-HUP").unwrap();
    while status("new").await != 200 {}
    assert_eq!(status("old").await, 403);
}

/// As in `duiyi analyse | head -1`.
#[test]
fn a_closed_pipe_ends_a_command_without_an_error() {
    let arguments = ["analyse", "--time-ms", "600000"];
    let mut process = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("depth 1 "), "{line}");
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn error_messages_say_what_was_expected() {
    assert!(error_message(&["perft", "--ruleset", "chess"]).contains("xiangqi"));
    assert!(error_message(&["analyse", "--level", "21"]).contains("1..=20"));
    assert!(error_message(&["perft", "--fen", "9/9 w"]).starts_with("duiyi: "));
    assert!(error_message(&["analyse", "--moves", "h2e2", "h2e2"]).contains("ply 2"));
    assert!(error_message(&["serve", "--config", "no-such-file.toml"]).contains("no-such-file.toml"));
}

#[test]
fn the_server_does_not_start_with_an_unknown_setting() {
    let file = std::env::temp_dir().join(format!("duiyi-{}.toml", std::process::id()));
    std::fs::write(&file, "max_game = 7\n").unwrap();
    let message = error_message(&["serve", "--config", file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    assert!(message.contains("max_game") && message.contains("line 1"), "{message}");
}

#[test]
fn the_server_refuses_a_setting_that_it_cannot_follow_in_one_line_that_names_it() {
    for (setting, value, name) in [
        ("DUIYI_LOG", "loud", "log: "),
        ("DUIYI_CORS_ORIGINS", "not an origin", "cors_origins: "),
        ("DUIYI_TABLE_MIB", "99999999", "table_mib: "),
    ] {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_duiyi"));
        let output = serve.args(["serve", "--listen", "127.0.0.1:0"]).env(setting, value).output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert_eq!(message.lines().last().unwrap().find(name), Some("duiyi: ".len()), "{message}");
    }
}
