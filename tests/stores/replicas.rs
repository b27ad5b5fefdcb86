//! Two servers that share one Redis.

use super::players::{KnownGame, client, create_game, play, read_game, send_until_available};
use duiyi_testkit::processes::{Server, TestStore};
use futures_util::StreamExt;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// The event stream of a game from one server.
pub struct Events(mpsc::UnboundedReceiver<Value>);

impl Events {
    pub async fn listen(http: &Client, server: &Server, id: &str, last_seen: Option<u64>) -> Events {
        let mut request = http.get(server.url(&format!("/v1/games/{id}/events")));
        request = request.header("accept", "application/x-ndjson");
        if let Some(last_seen) = last_seen {
            request = request.header("last-event-id", last_seen);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        let (sender, receiver) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut chunks = response.bytes_stream();
            let mut text = Vec::new();
            while let Some(Ok(chunk)) = chunks.next().await {
                text.extend_from_slice(&chunk);
                while let Some(end) = text.iter().position(|&byte| byte == b'\n') {
                    let line: Vec<u8> = text.drain(..=end).collect();
                    if let Ok(event) = serde_json::from_slice(&line) {
                        let _the_receiver_may_be_gone = sender.send(event);
                    }
                }
            }
        });
        Events(receiver)
    }

    /// The next event of that kind; `None` when the stream has ended.
    pub async fn next(&mut self, kind: &str) -> Option<Value> {
        loop {
            let event = self.0.recv().await?;
            if event["event"] == kind {
                return Some(event);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn any_server_serves_any_game_even_after_another_dies() {
    let store = TestStore::redis();
    let (mut first, second) = (store.serve(), store.serve());
    let http = client();
    let mut game = create_game(&http, &first.url("")).await.unwrap();
    let mut here = Events::listen(&http, &first, &game.id, None).await;
    let mut there = Events::listen(&http, &second, &game.id, None).await;
    for events in [&mut here, &mut there] {
        assert_eq!(events.next("game").await.unwrap()["data"]["version"], 1);
    }
    for turn in 0..10 {
        let server = if turn % 2 == 0 { &first } else { &second };
        game = play(&http, &server.url(""), &game).await.unwrap();
        for events in [&mut here, &mut there] {
            let event = events.next("game").await.unwrap();
            assert_eq!(
                KnownGame::of(&event["data"]).moves,
                game.moves,
                "both servers send the move, no matter which one played it"
            );
        }
    }

    // Listeners of one server see the thinking of an engine on the other.
    let plays = json!({"play": true, "book": false, "limits": {"time_ms": 500}});
    let url = first.url(&format!("/v1/games/{}/best-move", game.id));
    let (played, thinking) = tokio::join!(http.post(url).json(&plays).send(), there.next("thinking"));
    assert!(game.legal.contains(&thinking.unwrap()["data"]["best_move"].as_str().unwrap().to_owned()));
    let played: Value = played.unwrap().error_for_status().unwrap().json().await.unwrap();
    game = KnownGame::of(&played["game"]);
    let last_seen = here.next("game").await.unwrap()["id"].as_u64().unwrap();

    first.kill().unwrap();
    assert!(here.next("end").await.is_none(), "a killed server sends no end event");
    assert_eq!(read_game(&http, &second, &game.id).await.moves, game.moves);
    let mut resumed = Events::listen(&http, &second, &game.id, Some(last_seen)).await;
    let state = resumed.next("game").await.unwrap();
    assert!(state["id"].as_u64().unwrap() > last_seen && state["data"]["version"] == game.version);
    game = play(&http, &second.url(""), &game).await.unwrap();
    assert_eq!(KnownGame::of(&resumed.next("game").await.unwrap()["data"]).moves, game.moves);

    let url = second.url(&format!("/v1/games/{}", game.id));
    assert_eq!(http.delete(url).send().await.unwrap().status(), StatusCode::NO_CONTENT);
    assert_eq!(resumed.next("end").await.unwrap()["data"]["reason"], "deleted");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn only_one_of_two_concurrent_moves_is_played() {
    let store = TestStore::redis();
    let servers = [store.serve(), store.serve()];
    let http = client();
    let mut game = create_game(&http, &servers[0].url("")).await.unwrap();
    for _ in 0..20 {
        let attempts = servers.iter().zip(&game.legal).map(|(server, mv)| {
            let url = server.url(&format!("/v1/games/{}/moves", game.id));
            http.post(url)
                .header("if-match", format!("\"{}\"", game.version))
                .json(&json!({"move": mv}))
                .send()
        });
        let responses = futures_util::future::join_all(attempts).await;
        let mut won = Vec::new();
        for response in responses {
            let (status, body): (_, Value) = {
                let response = response.unwrap();
                (response.status(), response.json().await.unwrap())
            };
            match status {
                StatusCode::OK => won.push(KnownGame::of(&body["game"])),
                status => assert_eq!((status.as_u16(), &body["code"]), (412, &json!("version_mismatch"))),
            }
        }
        assert_eq!(won.len(), 1);
        game = won.remove(0);
        if game.legal.len() < 2 {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_retry_at_another_server_gets_the_first_response() {
    let store = TestStore::redis();
    let servers = [store.serve(), store.serve()];
    let http = client();
    let create_game = async |server: &Server, ruleset: &str| {
        let request = http.post(server.url("/v1/games")).header("idempotency-key", "a-key-used-twice");
        let response = request.json(&json!({"ruleset": ruleset})).send().await.unwrap();
        (response.status().as_u16(), response.json::<Value>().await.unwrap())
    };
    let (status, first) = create_game(&servers[0], "renju").await;
    assert_eq!(status, 201);
    assert_eq!(create_game(&servers[1], "renju").await, (201, first));
    let (status, refused) = create_game(&servers[1], "gomoku").await;
    assert_eq!((status, &refused["code"]), (422, &json!("idempotency_key_reused")));
}

/// Otherwise a retry, which is executed again, could have another outcome.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_refusal_that_could_not_be_stored_is_not_answered() {
    let store = TestStore::redis();
    // No replica ever has what the second server writes.
    let (server, without_replica) = (store.serve(), store.serve_with(&[("DUIYI_REDIS_WAIT_REPLICAS", "1")]));
    let http = client();
    let game = create_game(&http, &server.url("")).await.unwrap();
    let refused_move = async |server: &Server| {
        let request = http.post(server.url(&format!("/v1/games/{}/moves", game.id)));
        let request = request.header("idempotency-key", "a-key-used-twice").json(&json!({"move": "a0a9"}));
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.headers().contains_key("idempotency-replayed"))
    };
    assert_eq!(refused_move(&without_replica).await, (503, false));
    assert_eq!(refused_move(&server).await, (422, true));
}

/// A primary that was cut off does not know the games that were created since.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_game_is_missing_only_if_the_replicas_still_follow() {
    let store = TestStore::redis();
    let (server, without_replica) = (store.serve(), store.serve_with(&[("DUIYI_REDIS_WAIT_REPLICAS", "1")]));
    let http = client();
    let game = create_game(&http, &server.url("")).await.unwrap();
    let path = format!("/v1/games/{}", uuid::Uuid::new_v4());
    let show = async |server: &Server, path: &str| {
        http.get(server.url(path)).send().await.unwrap().status().as_u16()
    };
    let play = async |server: &Server| {
        let request = http.post(server.url(&format!("{path}/moves"))).json(&json!({"move": "h2e2"}));
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!((show(&server, &path).await, play(&server).await), (404, 404));
    assert_eq!((show(&without_replica, &path).await, play(&without_replica).await), (503, 503));
    assert_eq!(show(&without_replica, &format!("/v1/games/{}", game.id)).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_client_has_one_quota_at_all_servers() {
    let store = TestStore::redis();
    let quota = [("DUIYI_GAMES_PER_MINUTE", "20")];
    let servers = [store.serve_with(&quota), store.serve_with(&quota)];
    let http = client();
    let create = async |server: &Server| {
        let request = http.post(server.url("/v1/games")).json(&json!({"ruleset": "gomoku"}));
        request.send().await.unwrap().status().as_u16()
    };
    let left = async |server: &Server| {
        let rulesets = http.get(server.url("/v1/rulesets")).send().await.unwrap();
        let left = rulesets.headers()["ratelimit"].to_str().unwrap().strip_prefix("\"games\";r=");
        left.unwrap().split(';').next().unwrap().parse::<u32>().unwrap()
    };
    // The other server grants a few games from its own count, settles, and then has little left, too.
    for _ in 0..5 {
        while create(&servers[0]).await != 429 {}
        create(&servers[1]).await;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        if left(&servers[1]).await < 10 {
            return;
        }
    }
    panic!("the other server has {} left of its own", left(&servers[1]).await);
}

/// A response about a game with seats shows the presence at the time of the change, also when it is replayed.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_retry_of_a_player_at_another_server_gets_the_first_response() {
    let store = TestStore::redis();
    let servers = [store.serve(), store.serve()];
    let http = client();
    let body = json!({"ruleset": "xiangqi", "seats": true});
    let created = http.post(servers[0].url("/v1/games")).json(&body).send().await.unwrap();
    let game: Value = created.error_for_status().unwrap().json().await.unwrap();
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let token = |side: &str| game["tokens"][side].as_str().unwrap();
    let play = async |server: &Server| {
        let request = http.post(server.url(&format!("{path}/moves"))).bearer_auth(token("red"));
        let request = request.header("idempotency-key", "a-key-used-twice").json(&json!({"move": "h2e2"}));
        let response = request.send().await.unwrap().error_for_status().unwrap();
        (response.headers()["etag"].clone(), response.text().await.unwrap())
    };
    let first = play(&servers[0]).await;
    let seen = http.get(servers[1].url(&path)).bearer_auth(token("black")).send().await.unwrap();
    let seen: Value = seen.json().await.unwrap();
    assert_eq!(seen["presence"], json!({"red": "here", "black": "here"}));
    for server in &servers {
        assert_eq!(play(server).await, first);
    }
}

/// Polls the analysis until the condition holds.
pub async fn until(http: &Client, server: &Server, path: &str, condition: impl Fn(&Value) -> bool) -> Value {
    loop {
        let response = send_until_available(http.get(server.url(path))).await;
        assert_eq!(response.status(), StatusCode::OK);
        let now: Value = response.json().await.unwrap();
        if condition(&now) {
            return now;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn another_server_takes_over_the_job_of_one_that_died() {
    let store = TestStore::redis();
    let http = client();
    let submit = async |server: &Server, time_ms: u64| {
        let request = json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": time_ms}});
        let response = http.post(server.url("/v1/analyses")).json(&request).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::ACCEPTED);
        response.headers()["location"].to_str().unwrap().to_owned()
    };
    let mut first = store.serve();
    let job = submit(&first, 5000).await;
    let known = until(&http, &first, &job, |job| !job["result"].is_null()).await;
    first.kill().unwrap();
    let second = store.serve();
    let orphan = until(&http, &second, &job, |_| true).await;
    assert_eq!(orphan["status"], "running");
    assert!(
        orphan["result"]["depth"].as_u64() >= known["result"]["depth"].as_u64(),
        "the partial result is store"
    );
    let done = until(&http, &second, &job, |job| job["status"] == "done").await;
    assert!(done["result"]["time_ms"].as_u64().unwrap() > 0);

    // A job can be cancelled through a server that does not run it.
    let job = submit(&second, 600_000).await;
    until(&http, &second, &job, |job| !job["result"].is_null()).await;
    let third = store.serve();
    let response = http.delete(third.url(&job)).send().await.unwrap();
    assert_eq!(response.json::<Value>().await.unwrap()["status"], "cancelled");
    let metrics = second.url("/metrics");
    loop {
        let text = http.get(&metrics).send().await.unwrap().text().await.unwrap();
        let threads = std::thread::available_parallelism().unwrap();
        if text.contains(&format!("duiyi_search_threads_idle {threads}\n")) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn another_server_goes_on_with_the_batch_of_one_that_died() {
    const POSITIONS: usize = 60;
    let store = TestStore::redis();
    let http = client();
    let mut first = store.serve();
    let position = json!({"ruleset": "xiangqi"});
    let request = json!({"positions": vec![position; POSITIONS], "book": false, "limits": {"time_ms": 100}});
    let response = http.post(first.url("/v1/analyses/batch")).json(&request).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::ACCEPTED);
    let batch = response.headers()["location"].to_str().unwrap().to_owned();
    let results = |batch: &Value| batch["results"].as_array().cloned().unwrap_or_default();
    let known = until(&http, &first, &batch, |batch| results(batch).len() > 5).await;
    first.kill().unwrap();
    let second = store.serve();
    let done = until(&http, &second, &batch, |batch| batch["status"] == "done").await;
    let (known, all) = (results(&known), results(&done));
    assert_eq!(all[..known.len()], known, "what was found before is not searched again");
    assert!(all.iter().enumerate().all(|(place, result)| result["index"] == place));
    assert_eq!(all.len(), POSITIONS);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_ticket_opens_one_stream_at_any_server() {
    let store = TestStore::redis();
    let (first, second) = (store.serve(), store.serve());
    let http = client();
    let body = json!({"ruleset": "xiangqi", "seats": true, "private": true});
    let created = http.post(first.url("/v1/games")).json(&body).send().await.unwrap();
    let created: Value = created.error_for_status().unwrap().json().await.unwrap();
    let game = format!("/v1/games/{}", created["id"].as_str().unwrap());
    let red = created["tokens"]["red"].as_str().unwrap();
    let issue = http.post(first.url(&format!("{game}/tickets"))).bearer_auth(red);
    let issued: Value = issue.send().await.unwrap().error_for_status().unwrap().json().await.unwrap();
    let events = format!("{game}/events?ticket={}", issued["ticket"].as_str().unwrap());
    let (here, there) =
        tokio::join!(http.get(first.url(&events)).send(), http.get(second.url(&events)).send());
    let mut statuses = [here, there].map(|response| response.unwrap().status().as_u16());
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_request_that_waits_sees_the_change_of_another_server() {
    let store = TestStore::redis();
    let (first, second) = (store.serve(), store.serve());
    let http = client();
    let game = create_game(&http, &first.url("")).await.unwrap();
    let path = format!("/v1/games/{}", game.id);
    let read = http.get(second.url(&path)).send().await.unwrap();
    let tag = read.headers()["etag"].clone();
    let wait = http.get(second.url(&path)).header("if-none-match", tag).header("prefer", "wait=60").send();
    let (changed, _) = tokio::join!(wait, async {
        while !metrics(&http, &second).await.contains("\nduiyi_streams 1\n") {}
        play(&http, &first.url(""), &game).await.unwrap()
    });
    let changed = changed.unwrap();
    assert_eq!(changed.status(), StatusCode::OK);
    assert_eq!(changed.json::<Value>().await.unwrap()["version"], 2);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn watchers_are_counted_over_all_servers_and_those_of_a_killed_one_only_for_a_while() {
    let store = TestStore::redis();
    let (first, mut second) = (store.serve(), store.serve());
    let http = client();
    let game = create_game(&http, &first.url("")).await.unwrap();
    let mut here = Events::listen(&http, &first, &game.id, None).await;
    let mut there = Events::listen(&http, &second, &game.id, None).await;
    let _other = Events::listen(&http, &second, &game.id, None).await;
    for events in [&mut here, &mut there] {
        while events.next("watchers").await.unwrap()["data"]["watchers"] != 3 {}
    }
    second.kill().unwrap();
    while here.next("watchers").await.unwrap()["data"]["watchers"] != 1 {}
}

async fn metrics(http: &Client, server: &Server) -> String {
    http.get(server.url("/metrics")).send().await.unwrap().text().await.unwrap()
}
