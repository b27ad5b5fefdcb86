use crate::lines::Lines;
use crate::support::{Server, assert_valid, config, start, start_with};
use duiyi::config::Config;
use futures_util::StreamExt;
use reqwest::Method;
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_streams_every_depth_and_one_result() {
    let server = start().await;
    let body = json!({"ruleset": "xiangqi", "book": false, "limits": {"depth": 7, "time_ms": 60000}});
    let events =
        Lines::open(&server, server.request(Method::POST, "/v1/analysis").json(&body)).await.all().await;
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["info", "info", "info", "info", "info", "info", "info", "result", "end"]);
    let depths: Vec<u64> = events[..7].iter().map(|(_, data)| data["depth"].as_u64().unwrap()).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(events[8].1, json!({"reason": "done"}));

    let request =
        server.request(Method::POST, "/v1/analysis").header("accept", "text/event-stream").json(&body);
    let response = request.send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert!(!response.headers().contains_key("content-encoding"));
    let text = response.text().await.unwrap();
    assert_eq!(text.matches("event: info\n").count(), 7);
    assert!(text.ends_with("event: end\ndata: {\"reason\":\"done\"}\n\n"), "{text}");

    let plain =
        server.request(Method::POST, "/v1/analysis").header("accept", "application/json, text/event-stream");
    server.send(plain.json(&body)).await.expect(200);

    // An invalid request gets a problem document instead of a stream.
    let refused = server.request(Method::POST, "/v1/analysis").header("accept", "text/event-stream");
    server.send(refused.json(&json!({"ruleset": "go"}))).await.expect_problem(400, "invalid_request");
}

#[tokio::test(flavor = "multi_thread")]
async fn listeners_see_every_change_of_a_game_until_it_ends() {
    let server = start().await;
    let engine = json!({"kind": "engine", "limits": {"depth": 5, "time_ms": 60000}, "book": false});
    let game = server.game(json!({"ruleset": "xiangqi", "players": {"black": engine}})).await;
    let open = async || Lines::open(&server, server.request(Method::GET, &format!("{game}/events"))).await;
    let mut events = open().await;
    assert_eq!(events.next().await.unwrap().1["ply"], 0);
    server.play(&game, &["h2e2"]).await;
    assert_eq!(events.next().await.unwrap().1["ply"], 1);
    let mut thoughts = 0;
    let reply = loop {
        match events.next().await.unwrap() {
            (name, data) if name == "game" => break data,
            (name, _) => {
                assert_eq!(name, "thinking");
                thoughts += 1;
            }
        }
    };
    assert_eq!((reply["ply"].as_u64(), thoughts), (Some(2), 5));
    let last = events.last_id.unwrap();
    drop(events);

    let again =
        server.request(Method::GET, &format!("{game}/events")).header("last-event-id", last.to_string());
    let mut resumed = Lines::open(&server, again).await;
    resumed.last_id = Some(last);
    assert_eq!(
        resumed.next().await.unwrap().1["ply"],
        2,
        "the server sends the state again with a greater id"
    );
    let nonsense =
        server.request(Method::GET, &format!("{game}/events")).header("last-event-id", u64::MAX.to_string());
    assert_eq!(Lines::open(&server, nonsense).await.next().await.unwrap().1["ply"], 2);
    server.post(&format!("{game}/resign"), json!({"side": "red"})).await.expect(200);
    assert_eq!(resumed.next().await.unwrap().1["status"], "won");
    let end = json!({"reason": "game_over", "next_game": null});
    assert_eq!(resumed.next().await.unwrap(), ("end".to_owned(), end));
    assert_eq!(resumed.next().await, None);
    assert_eq!(open().await.all().await.len(), 2, "the stream of a finished game has its state and the end");
}

/// The game moves on while an engine searches. Listeners must not take its thinking about the old position for thinking
/// about the new one.
#[tokio::test(flavor = "multi_thread")]
async fn thinking_about_an_outdated_position_is_not_sent() {
    let server = start().await;
    let game = server.human_game().await;
    let mut events = Lines::open(&server, server.request(Method::GET, &format!("{game}/events"))).await;
    events.next().await.unwrap();
    let plays = json!({"play": true, "book": false, "limits": {"time_ms": 1500}});
    let path = format!("{game}/best-move");
    let (late, ()) = tokio::join!(server.post(&path, plays), async {
        assert_eq!(events.next().await.unwrap().0, "thinking");
        server.play(&game, &["h2e2"]).await;
        while events.next().await.unwrap().0 == "thinking" {}
    });
    late.expect_problem(409, "game_changed");
    server.post(&format!("{game}/resign"), json!({"side": "red"})).await.expect(200);
    assert_eq!(
        events.next().await.unwrap().1["status"],
        "won",
        "no thinking event comes between the move and the resignation"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_when_its_game_is_deleted_or_the_server_shuts_down() {
    let mut server = start_with(Config { shutdown_grace_ms: 2000, ..config() }).await;
    let game = server.human_game().await;
    let mut events = Lines::open(&server, server.request(Method::GET, &format!("{game}/events"))).await;
    events.next().await.unwrap();
    assert_eq!(server.send(server.request(Method::DELETE, &game)).await.status, 204);
    assert_eq!(events.next().await.unwrap().1, json!({"reason": "deleted", "next_game": null}));

    let game = server.human_game().await;
    let mut events = Lines::open(&server, server.request(Method::GET, &format!("{game}/events"))).await;
    events.next().await.unwrap();
    let body = json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": 50000}});
    let mut search = Lines::open(&server, server.request(Method::POST, "/v1/analysis").json(&body)).await;
    search.next().await.unwrap();
    server.shut_down();
    assert_eq!(events.next().await.unwrap().1, json!({"reason": "shutdown", "next_game": null}));
    let last = search.all().await;
    assert_eq!(last[last.len() - 2].0, "result", "an interrupted search still sends its result");
    assert_eq!(last[last.len() - 1].1, json!({"reason": "shutdown"}));
    (&mut server.running).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_sends_one_event_for_each_ply_and_a_result() {
    let server = start().await;
    let blunder = ["h2e2", "h9g7", "e2e6", "g7e6"];
    let game = server.game(json!({"ruleset": "xiangqi", "moves": blunder})).await;
    let body = json!({"limits": {"depth": 5, "time_ms": 20000}});
    let review = server.request(Method::POST, &format!("{game}/review")).json(&body);
    let events = Lines::open(&server, review).await.all().await;
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["ply", "ply", "ply", "ply", "result", "end"]);
    for (name, data) in &events {
        match name.as_str() {
            "ply" => assert_valid("Ply", data),
            "result" => assert_valid("ReviewResult", data),
            _ => assert_eq!(data, &json!({"reason": "done"})),
        }
    }
    // The third move leaves the cannon to the horse.
    let blunder = &events[2].1;
    let oversight = json!({"kind": "loses_piece", "moves": null, "point": "e6", "piece": "cannon"});
    assert_eq!(blunder["oversight"], oversight, "{blunder}");
    assert_eq!(blunder["best_line"][0], blunder["best_move"]);
    let fresh = server.human_game().await;
    server.post(&format!("{fresh}/review"), json!({})).await.expect_problem(400, "invalid_request");
}

/// How many games the server has read from the store.
async fn reads(server: &Server) -> u64 {
    let text = server.get("/metrics").await.text;
    let count =
        text.lines().find_map(|line| line.strip_prefix("duiyi_store_seconds_count{operation=\"get\"} "));
    count.unwrap().parse().unwrap()
}

/// A server reads the games of its streams every five seconds, in case the store published no change.
#[tokio::test(flavor = "multi_thread")]
async fn the_streams_of_a_game_share_its_reads() {
    let server = start().await;
    let game = server.human_game().await;
    let mut streams = Vec::new();
    for _ in 0..40 {
        let request = server.request(Method::GET, &format!("{game}/events"));
        let mut events = Lines::open(&server, request).await;
        events.next().await.unwrap();
        streams.push(events);
    }
    let (before, began) = (reads(&server).await, Instant::now());
    while reads(&server).await < before + 2 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let (read, rounds) = (reads(&server).await - before, began.elapsed().as_secs() / 5 + 1);
    assert!(read <= rounds, "{read} reads in {rounds} rounds");
}

/// Both formats wait at the same time, because each takes eight seconds.
#[tokio::test(flavor = "multi_thread")]
async fn an_idle_stream_sends_heartbeats() {
    let server = start().await;
    let game = server.human_game().await;
    let second_chunk = async |accept: &str| {
        let request = server.request(Method::GET, &format!("{game}/events")).header("accept", accept);
        let mut chunks = request.send().await.unwrap().bytes_stream();
        assert!(chunks.next().await.unwrap().unwrap().ends_with(b"\n"), "the first chunk is the state");
        loop {
            let chunk = chunks.next().await.unwrap().unwrap();
            // The two streams count each other.
            if !String::from_utf8_lossy(&chunk).contains("watchers") {
                return chunk;
            }
        }
    };
    let (sse, lines) = tokio::join!(second_chunk("text/event-stream"), second_chunk("application/x-ndjson"));
    assert_eq!((&sse[..], &lines[..]), (&b":\n\n"[..], &b"\n"[..]));
}
