//! Strangers look for an opponent, and say a few words to each other.

use crate::lines::Lines;
use crate::support::{Response, Server, api_key, config, start, start_with};
use duiyi::config::{ApiKey, Config, Scope};
use reqwest::Method;
use serde_json::{Value, json};

fn new(more: Value) -> Value {
    let mut seek = json!({"ruleset": "xiangqi", "clock": {"initial_ms": 60_000}});
    seek.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    seek
}

async fn seek(server: &Server, more: Value) -> Value {
    server.post("/v1/seeks", new(more)).await.expect(201)
}

fn request(server: &Server, method: Method, seek: &Value) -> reqwest::RequestBuilder {
    let path = format!("/v1/seeks/{}", seek["id"].as_str().unwrap());
    server.request(method, &path).bearer_auth(seek["secret"].as_str().unwrap())
}

async fn ask(server: &Server, seek: &Value, wait: Option<u32>) -> Response {
    let request = request(server, Method::GET, seek);
    let request = wait.iter().fold(request, |it, wait| it.header("prefer", format!("wait={wait}")));
    server.send(request).await
}

async fn lobby(server: &Server) -> Vec<Value> {
    server.get("/v1/seeks").await.expect(200)["seeks"].as_array().unwrap().clone()
}

async fn play(server: &Server, found: &Value, mv: &str) -> Response {
    let path = format!("/v1/games/{}/moves", found["game"].as_str().unwrap());
    let request = server.request(Method::POST, &path).bearer_auth(found["token"].as_str().unwrap());
    server.send(request.json(&json!({"move": mv}))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_seek_the_same_get_one_game_and_each_a_side() {
    let server = start().await;
    let first = seek(&server, json!({"name": "Lin", "side": "black"})).await;
    assert_eq!((&first["side"], &first["engine_after_ms"]), (&json!("black"), &Value::Null));
    assert_eq!(ask(&server, &first, None).await.expect(200), json!({"status": "open"}));
    let listed = lobby(&server).await;
    assert_eq!((listed.len(), &listed[0]["id"], &listed[0]["secret"]), (1, &first["id"], &Value::Null));

    let waiting = ask(&server, &first, Some(30));
    let second = async {
        let second = seek(&server, json!({"name": "Hu"})).await;
        ask(&server, &second, Some(30)).await.expect(200)
    };
    let (first_found, second_found) = tokio::join!(waiting, second);
    assert_eq!(first_found.header("preference-applied"), "wait=30");
    let first_found = first_found.expect(200);
    assert_eq!((&first_found["status"], &first_found["side"]), (&json!("matched"), &json!("black")));
    assert_eq!((&second_found["game"], &second_found["side"]), (&first_found["game"], &json!("red")));
    assert_eq!(ask(&server, &first, None).await.expect(200), first_found, "the same again");
    assert!(lobby(&server).await.is_empty());

    let game = server.get(&format!("/v1/games/{}", first_found["game"].as_str().unwrap())).await.expect(200);
    assert_eq!((&game["status"], &game["hints"]), (&json!("playing"), &json!(false)));
    assert_eq!(game["players"]["red"], json!({"kind": "human", "name": "Hu"}));
    assert_eq!(game["players"]["black"]["name"], "Lin");
    play(&server, &first_found, "h2e2").await.expect_problem(403, "forbidden");
    play(&server, &second_found, "h2e2").await.expect(200);
    play(&server, &first_found, "h9g7").await.expect(200);
    let late = server.send(request(&server, Method::DELETE, &first)).await;
    late.expect_problem(409, "seek_matched");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_meet_who_seek_the_same_and_want_other_sides() {
    let server = start().await;
    let red = seek(&server, json!({"side": "red"})).await;
    for other in [
        json!({"side": "red"}),
        json!({"clock": {"initial_ms": 61_000}}),
        json!({"clock": null}),
        json!({"clock": {"days_per_move": 2}}),
        json!({"options": {"repetition": "draw"}}),
        json!({"ruleset": "renju", "options": {}}),
    ] {
        let other = seek(&server, other).await;
        assert_eq!(ask(&server, &other, None).await.expect(200)["status"], "open");
    }
    assert_eq!(ask(&server, &red, None).await.expect(200)["status"], "open");
    assert_eq!(lobby(&server).await.len(), 7);
    // The defaults of the options are the same terms.
    let same = seek(&server, json!({"options": {"repetition": "asian"}, "side": "random"})).await;
    assert_eq!(ask(&server, &same, None).await.expect(200)["side"], "black");
    assert_eq!(ask(&server, &red, None).await.expect(200)["side"], "red");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_takes_the_place_of_an_opponent_who_does_not_come() {
    let server = start().await;
    let seek = seek(&server, json!({"side": "red", "engine_after_ms": 200, "level": 2})).await;
    assert_eq!((&seek["engine_after_ms"], &seek["level"]), (&json!(200), &json!(2)));
    let found = ask(&server, &seek, Some(30)).await.expect(200);
    assert_eq!((&found["status"], &found["side"]), (&json!("matched"), &json!("red")));
    let moved = play(&server, &found, "h2e2").await.expect(200);
    assert_eq!(moved["game"]["players"]["black"]["kind"], "engine");
    assert_eq!((&moved["game"]["players"]["black"]["level"], &moved["game"]["ply"]), (&json!(2), &json!(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seek_is_withdrawn_by_who_has_its_secret() {
    let server = start().await;
    let mine = seek(&server, json!({})).await;
    let mut forged = mine.clone();
    forged["secret"] = json!("guess");
    ask(&server, &forged, None).await.expect_problem(401, "unauthorized");
    let forged = server.send(request(&server, Method::DELETE, &forged)).await;
    forged.expect_problem(401, "unauthorized");
    server.send(request(&server, Method::DELETE, &mine)).await.expect(204);
    ask(&server, &mine, None).await.expect_problem(404, "seek_not_found");
    server.send(request(&server, Method::DELETE, &mine)).await.expect_problem(404, "seek_not_found");
    let nobody = server.request(Method::GET, "/v1/seeks/no-id").bearer_auth("secret");
    server.send(nobody).await.expect_problem(404, "seek_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_finds_the_same_seek_and_its_secret() {
    let server = start().await;
    let send = |name: &str| {
        let request =
            server.request(Method::POST, "/v1/seeks").header("idempotency-key", "once and not again");
        server.send(request.json(&new(json!({"name": name}))))
    };
    let first = send("Lin").await;
    let again = send("Lin").await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(201), first.expect(201));
    assert_eq!(lobby(&server).await.len(), 1);
    send("Hu").await.expect_problem(422, "idempotency_key_reused");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mistake_in_a_seek_is_refused_with_the_field_and_seeks_are_bounded() {
    let server = start_with(Config { max_seeks: 3, max_seeks_per_client: 2, ..config() }).await;
    for (more, pointer) in [
        (json!({"ruleset": null}), "/ruleset"),
        (json!({"side": "white"}), "/side"),
        (json!({"clock": {}}), "/clock/initial_ms"),
        (json!({"options": {"board_size": 15}}), "/options/board_size"),
        (json!({"name": ""}), "/name"),
        (json!({"level": 3}), "/level"),
        (json!({"engine_after_ms": 3_600_001}), "/engine_after_ms"),
        (json!({"engine_after_ms": 1, "level": 21}), "/level"),
        (json!({"fen": "x"}), "/fen"),
    ] {
        let problem = server.post("/v1/seeks", new(more)).await.expect_problem(400, "invalid_request");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    }
    for _ in 0..2 {
        seek(&server, json!({"side": "red"})).await;
    }
    let third = server.post("/v1/seeks", new(json!({"side": "red"}))).await;
    third.expect_problem(429, "rate_limited");
    let server = start_with(Config { max_seeks: 1, ..config() }).await;
    seek(&server, json!({"side": "red"})).await;
    let second = server.post("/v1/seeks", new(json!({"side": "red"}))).await;
    second.expect_problem(503, "overloaded");
}

#[tokio::test(flavor = "multi_thread")]
async fn seekers_meet_under_their_own_key_and_need_it_only_to_begin() {
    let feed_only = ApiKey { scopes: vec![Scope::Feed], ..api_key("feed") };
    let server =
        start_with(Config { api_keys: vec![api_key("shop"), api_key("club"), feed_only], ..config() }).await;
    let post = |key: &'static str| {
        server.send(server.request(Method::POST, "/v1/seeks").header("x-api-key", key).json(&new(json!({}))))
    };
    post("feed").await.expect_problem(403, "scope_missing");
    server.post("/v1/seeks", new(json!({}))).await.expect_problem(401, "unauthorized");
    let (shop, _club) = (post("shop").await.expect(201), post("club").await.expect(201));
    assert_eq!(ask(&server, &shop, None).await.expect(200)["status"], "open");
    let list = server.request(Method::GET, "/v1/seeks").header("x-api-key", "club");
    let list = server.send(list).await.expect(200);
    assert_eq!(list["seeks"].as_array().unwrap().len(), 1);
    post("shop").await.expect(201);
    let found = ask(&server, &shop, None).await.expect(200);
    let list = server.request(Method::GET, "/v1/games").header("x-api-key", "shop");
    let list = server.send(list).await.expect(200);
    assert_eq!(list["games"][0]["id"], found["game"], "the game belongs to the key");
}

#[tokio::test(flavor = "multi_thread")]
async fn players_say_twenty_phrases_and_those_who_listen_are_counted() {
    let server = start().await;
    let body = json!({"ruleset": "xiangqi", "seats": true});
    let game = server.post("/v1/games", body).await.expect(201);
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let mut events = Lines::open(&server, server.request(Method::GET, &format!("{path}/events"))).await;
    assert_eq!(events.next().await.unwrap().0, "game");
    let say = |token: &str, body: Value| {
        let request = server.request(Method::POST, &format!("{path}/phrases")).bearer_auth(token);
        server.send(request.json(&body))
    };
    let (red, black) = (game["tokens"]["red"].as_str().unwrap(), game["tokens"]["black"].as_str().unwrap());
    let said = say(black, json!({"phrase": "good_luck"})).await.expect(200);
    assert_eq!((&said["side"], &said["phrase"]), (&json!("black"), &json!("good_luck")));
    loop {
        let (name, data) = events.next().await.unwrap();
        if name == "phrase" {
            assert_eq!(data, said);
            break;
        }
    }
    loop {
        let (name, data) = events.next().await.unwrap();
        if name == "watchers" {
            assert_eq!(data, json!({"watchers": 1}));
            break;
        }
    }
    say("guess", json!({"phrase": "hello"})).await.expect_problem(401, "unauthorized");
    let wrong = say(red, json!({"phrase": "hurry up"})).await.expect_problem(400, "invalid_request");
    assert_eq!(wrong["errors"][0]["pointer"], "/phrase");
    for _ in 1..20 {
        say(black, json!({"phrase": "thanks"})).await.expect(200);
    }
    say(black, json!({"phrase": "sorry"})).await.expect_problem(409, "phrases_used_up");
    say(red, json!({"phrase": "well_played"})).await.expect(200);
}
