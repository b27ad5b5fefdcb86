use crate::support::{Server, start};
use serde_json::{Value, json};

fn quick(level: u64) -> Value {
    json!({"kind": "engine", "level": level, "limits": {"time_ms": 60}, "seed": 1})
}

async fn position_after(server: &Server, ruleset: &str, options: Value, moves: &[&str]) -> Value {
    let body = json!({"ruleset": ruleset, "options": options, "moves": moves});
    server.post("/v1/positions", body).await.expect(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_ruleset_is_played_against_the_engine_until_five_in_a_row() {
    let server = start().await;
    for ruleset in ["gomoku", "gomoku_standard", "renju", "caro"] {
        let players = json!({"white": quick(1)});
        let game = server.game(json!({"ruleset": ruleset, "players": players})).await;
        let mut state = server.get(&game).await.expect(200);
        assert_eq!(
            (state["turn"].as_str(), state["legal_moves"].as_array().unwrap().len()),
            (Some("black"), 225)
        );
        // The test plays Black with hints at full strength.
        while state["status"] == "playing" {
            let limits = json!({"limits": {"time_ms": 100}});
            let hint = server.post(&format!("{game}/best-move"), limits).await.expect(200);
            let body = json!({"move": hint["best_move"]});
            state = server.post(&format!("{game}/moves"), body).await.expect(200)["game"].clone();
        }
        assert_eq!(
            (state["winner"].as_str(), state["reason"].as_str()),
            (Some("black"), Some("five_in_a_row"))
        );
        assert_eq!(state["legal_moves"], json!([]));
        let body = json!({"move": "a1"});
        server.post(&format!("{game}/moves"), body).await.expect_problem(409, "game_over");
        for format in ["json", "pgn", "text", "svg"] {
            let record = server.get(&format!("{game}/record?format={format}")).await;
            assert_eq!(record.status, 200);
            if matches!(format, "pgn" | "text") {
                let again =
                    server.post("/v1/games", json!({"ruleset": ruleset, "record": record.text})).await;
                assert_eq!(again.expect(201)["fen"], state["fen"], "{}", record.text);
            }
        }
        let undone = server.post(&format!("{game}/undo"), json!({"plies": 1})).await.expect(200);
        assert_eq!((undone["status"].as_str(), undone["turn"].as_str()), (Some("playing"), Some("black")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forbidden_point_is_listed_and_playing_it_is_refused_or_loses() {
    let server = start().await;
    let moves = ["h8", "a1", "i8", "a3", "g9", "a5", "g10", "a7"];
    let position = position_after(&server, "renju", json!({}), &moves).await;
    assert_eq!(position["forbidden"], json!([{"point": "g8", "kind": "three_three"}]));
    assert!(!position["legal_moves"].as_array().unwrap().contains(&json!("g8")));
    let body = json!({"ruleset": "renju", "moves": moves});
    let game = server.game(body.clone()).await;
    let refused = server.post(&format!("{game}/moves"), json!({"move": "g8"})).await;
    let refused = refused.expect_problem(422, "illegal_move");
    assert_eq!(refused["reason"], "forbidden_three_three");

    let mut body = body;
    body["options"] = json!({"forbidden_loses": true});
    let game = server.game(body).await;
    let lost = server.play(&game, &["g8"]).await;
    assert_eq!((lost["winner"].as_str(), lost["reason"].as_str()), (Some("white"), Some("forbidden_move")));

    for (moves, point, reason) in [
        ("h8 a1 i8 a3 j8 a5 h9 b1 h10 c1 k7 d1", "k8", None),
        ("g8 a1 h8 a3 i8 a5 k8 b1 k9 c1 k10 d2 m1 e1", "l8", None),
        ("f8 a1 g8 a3 h8 a5 j8 b1 k8 d1 l8 a9", "i8", Some("forbidden_overline")),
        ("f8 a1 g8 a3 h8 a5 i9 b1 i10 d1 i11 a9", "i8", Some("forbidden_four_four")),
    ] {
        let moves: Vec<&str> = moves.split(' ').chain([point]).collect();
        let response = server.post("/v1/positions", json!({"ruleset": "renju", "moves": moves})).await;
        match reason {
            None => drop(response.expect(200)),
            Some(reason) => assert_eq!(response.expect_problem(422, "illegal_move")["reason"], reason),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_returns_a_proved_win_with_its_winning_line() {
    let server = start().await;
    for ruleset in ["gomoku", "gomoku_standard", "renju", "caro"] {
        // White has closed Black's three on one side; a two of Black crosses it.
        let moves = ["h8", "g8", "i8", "a3", "j8", "a5", "l9", "c1", "l10", "e1"];
        let body = json!({"ruleset": ruleset, "moves": moves, "limits": {"time_ms": 1000}});
        let found = server.post("/v1/analysis", body).await.expect(200);
        assert_eq!(found["source"], "threats", "{found:#}");
        let mate = found["score"]["mate"].as_u64().unwrap() as usize;
        let line: Vec<&str> = found["pv"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert_eq!(line.len(), 2 * mate - 1);
        let all: Vec<&str> = moves.into_iter().chain(line).collect();
        let end = position_after(&server, ruleset, json!({}), &all).await;
        assert_eq!((end["winner"].as_str(), end["reason"].as_str()), (Some("black"), Some("five_in_a_row")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_keep_their_tokens_when_an_opening_swaps_the_colors() {
    let server = start().await;
    let body = json!({"ruleset": "gomoku", "options": {"opening": "swap2"}, "seats": true});
    let made = server.post("/v1/games", body).await.expect(201);
    let tokens = made["tokens"].clone();
    let game = format!("/v1/games/{}", made["id"].as_str().unwrap());
    let play = |text: &'static str, token: Value| {
        let request = server.request(reqwest::Method::POST, &format!("{game}/moves"));
        server.send(request.bearer_auth(token.as_str().unwrap()).json(&json!({"move": text})))
    };
    let (proposer, chooser) = (tokens["black"].clone(), tokens["white"].clone());
    for stone in ["h8", "i9", "j10"] {
        play(stone, proposer.clone()).await.expect(200);
    }
    let state = server.get(&game).await.expect(200);
    assert_eq!(
        (state["turn"].as_str(), state["opening"]["phase"].as_str(), state["legal_moves"].clone()),
        (Some("white"), Some("choose"), json!(["stay", "swap", "two_more"]))
    );
    play("a1", chooser.clone()).await.expect_problem(422, "illegal_move");
    play("swap", proposer.clone()).await.expect_problem(403, "forbidden");
    let swapped = play("swap", chooser.clone()).await.expect(200)["game"].clone();
    assert_eq!(
        (swapped["opening"]["swapped"].as_bool(), swapped["turn"].as_str()),
        (Some(true), Some("white"))
    );
    // The chooser is Black now, so the proposer plays the next white stone.
    play("g7", chooser.clone()).await.expect_problem(403, "forbidden");
    play("g7", proposer.clone()).await.expect(200);
    play("f6", chooser.clone()).await.expect(200);
    let takeback = |token: &Value, body: Value| {
        let request = server.request(reqwest::Method::POST, &format!("{game}/takeback"));
        server.send(request.bearer_auth(token.as_str().unwrap()).json(&body))
    };
    takeback(&proposer, json!({"side": "white", "action": "offer", "plies": 3})).await.expect(200);
    let undone = takeback(&chooser, json!({"side": "black", "action": "accept"})).await.expect(200);
    assert_eq!(undone["opening"]["swapped"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_makes_the_choices_of_every_opening() {
    let server = start().await;
    for (ruleset, opening, stones) in [
        ("gomoku", "swap", 3),
        ("caro", "swap", 3),
        ("gomoku", "swap2", 3),
        ("caro", "swap2", 3),
        ("gomoku_standard", "pro", 3),
        ("caro", "long_pro", 3),
        ("renju", "swap2", 3),
        ("renju", "soosyrv8", 4),
        ("renju", "taraguchi10", 5),
    ] {
        // With an engine on both sides, the game is created with its opening complete.
        let engine = json!({"kind": "engine", "limits": {"time_ms": 300}, "seed": 3});
        let body = json!({
            "ruleset": ruleset,
            "options": {"opening": opening},
            "players": {"black": engine, "white": engine},
        });
        let made = server.post("/v1/games", body).await.expect(201);
        assert_eq!(made["opening"]["phase"], "play", "{made:#}");
        assert!(made["ply"].as_u64().unwrap() >= stones, "{made:#}");

        // With an engine as White, it makes every choice that falls to its side.
        let body = json!({
            "ruleset": ruleset,
            "options": {"opening": opening},
            "players": {"white": engine},
        });
        let game = server.game(body).await;
        let mut state = server.get(&game).await.expect(200);
        while state["opening"]["phase"] != "play" {
            let mv = state["legal_moves"][0].clone();
            state =
                server.post(&format!("{game}/moves"), json!({"move": mv})).await.expect(200)["game"].clone();
            let turn = state["turn"].as_str().unwrap();
            assert_eq!(state["players"][turn]["kind"], "human", "{state:#}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_caro_five_between_two_stones_of_the_opponent_does_not_win() {
    let server = start().await;
    // Black fills h8 to l8 between the white stones g8 and m8, and then n1 to n6.
    let moves = ["h8", "g8", "i8", "m8", "j8", "a1", "k8", "a3", "l8"];
    let more = ["a5", "n1", "a7", "n2", "a9", "n3", "a11", "n5", "a13", "n6", "a15", "n4"];
    for (overline_wins, status) in [(true, "won"), (false, "playing")] {
        let options = json!({"overline_wins": overline_wins});
        let game = server.game(json!({"ruleset": "caro", "options": options, "moves": moves})).await;
        let state = server.get(&game).await.expect(200);
        assert_eq!((state["status"].as_str(), state["winner"].clone()), (Some("playing"), Value::Null));
        assert_eq!(
            state["options"],
            json!({"board_size": 15, "opening": "free", "overline_wins": overline_wins})
        );
        let ended = server.play(&game, &more).await;
        assert_eq!(ended["status"].as_str(), Some(status), "six in a row with {options}");
        for format in ["json", "pgn", "text", "svg"] {
            assert_eq!(server.get(&format!("{game}/record?format={format}")).await.status, 200);
        }
    }
    let standard = position_after(&server, "gomoku_standard", json!({}), &moves).await;
    assert_eq!(standard["status"], "won");
    let listed = server.get("/v1/rulesets").await.expect(200);
    let caro = listed["rulesets"].as_array().unwrap().iter().find(|ruleset| ruleset["ruleset"] == "caro");
    let options = &caro.expect("caro is listed")["options"];
    assert_eq!(options["overline_wins"], json!({"default": true, "values": [false, true]}));
    assert_eq!(options["opening"]["values"], json!(["free", "swap", "swap2", "pro", "long_pro"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caro_analysis_stops_a_four_where_its_five_would_be_blocked() {
    let server = start().await;
    // Black has h8 to k8, with White on f8 and m8: only g8 and l8 stop both fives.
    let moves = ["h8", "f8", "i8", "m8", "j8", "a1", "k8"];
    for level in [Value::Null, json!(1)] {
        let body = json!({"ruleset": "caro", "moves": moves, "level": level, "limits": {"time_ms": 100}});
        let found = server.post("/v1/analysis", body).await.expect(200);
        let best = found["best_move"].as_str().unwrap();
        assert!(["g8", "l8"].contains(&best), "{found:#}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_openings_refuse_a_third_stone_near_the_center() {
    let server = start().await;
    for (opening, refused, taken) in [("pro", "j10", "k8"), ("long_pro", "k8", "l8")] {
        let body = json!({"ruleset": "gomoku_standard", "options": {"opening": opening}});
        let game = server.game(body).await;
        let first = server.get(&game).await.expect(200);
        assert_eq!(
            (first["opening"]["phase"].as_str(), first["legal_moves"].clone()),
            (Some("put"), json!(["h8"]))
        );
        server.play(&game, &["h8", "i9"]).await;
        let problem = server.post(&format!("{game}/moves"), json!({"move": refused})).await;
        assert_eq!(problem.expect_problem(422, "illegal_move")["reason"], "not_now");
        let state = server.play(&game, &[taken]).await;
        assert_eq!(
            (state["opening"]["phase"].as_str(), state["turn"].as_str()),
            (Some("play"), Some("white"))
        );
    }
    let body = json!({"ruleset": "renju", "options": {"opening": "pro"}});
    server.post("/v1/games", body).await.expect_problem(400, "invalid_request");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_has_the_requested_size() {
    let server = start().await;
    for (ruleset, size) in [("gomoku", 9), ("gomoku", 20), ("gomoku_standard", 20), ("caro", 9), ("caro", 20)]
    {
        let options = json!({"board_size": size});
        let position = position_after(&server, ruleset, options.clone(), &[]).await;
        assert_eq!(position["legal_moves"].as_array().unwrap().len(), size * size);
        let corner = format!("{}{size}", char::from(b'a' + size as u8 - 1));
        let position = position_after(&server, ruleset, options.clone(), &[&corner]).await;
        assert!(position["fen"].as_str().unwrap().starts_with(&format!("{}b/", size - 1)), "{position}");
        let body =
            json!({"ruleset": ruleset, "options": options, "moves": ["a1", "b2"], "limits": {"time_ms": 50}});
        server.post("/v1/analysis", body).await.expect(200);
    }
    for options in [
        json!({"board_size": 8}),
        json!({"board_size": 21}),
        json!({"board_size": "15"}),
        json!({"opening": "taraguchi10"}),
    ] {
        let body = json!({"ruleset": "gomoku", "options": options});
        let problem = server.post("/v1/games", body).await.expect_problem(400, "invalid_request");
        assert!(problem["errors"][0]["pointer"].as_str().unwrap().starts_with("/options/"), "{problem:#}");
    }
    let body = json!({"ruleset": "renju", "options": {"board_size": 19}});
    server.post("/v1/games", body).await.expect_problem(400, "invalid_request");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_illegal_move_is_refused_with_its_reason() {
    let server = start().await;
    let game = server.game(json!({"ruleset": "gomoku", "moves": ["h8"]})).await;
    for (text, status, code, reason) in [
        ("h8", 422, "illegal_move", Some("occupied")),
        ("p1", 422, "illegal_move", Some("off_board")),
        ("swap", 422, "illegal_move", Some("not_now")),
        ("h2e2", 422, "invalid_move_text", None),
    ] {
        let problem = server.post(&format!("{game}/moves"), json!({"move": text})).await;
        let problem = problem.expect_problem(status, code);
        assert_eq!(problem["reason"].as_str(), reason, "{problem:#}");
    }
    let body = json!({"ruleset": "gomoku", "fen": "15/15 b"});
    server.post("/v1/positions", body).await.expect_problem(422, "invalid_position");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_streams_every_ply_and_one_result() {
    let server = start().await;
    let moves = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"];
    let game = server.game(json!({"ruleset": "gomoku", "moves": moves})).await;
    let request = server.request(reqwest::Method::POST, &format!("{game}/review"));
    let request = request.header("accept", "text/event-stream").json(&json!({"limits": {"nodes": 300}}));
    let response = server.send(request).await;
    let count = |name: &str| response.text.lines().filter(|line| *line == format!("event: {name}")).count();
    assert_eq!((count("ply"), count("result"), count("end")), (moves.len(), 1, 1), "{}", response.text);
}
