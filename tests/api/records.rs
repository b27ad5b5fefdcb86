//! Import and export of the formats in which people keep games.

use crate::support::{config, start, start_with};
use data_encoding::BASE64;
use reqwest::Method;
use serde_json::{Value, json};

const XQF: &[u8] = include_bytes!("../data/records/jiang-hu-1992-v18.xqf");
const GB18030: &[u8] = include_bytes!("../data/records/network-2017-gb18030.pgn");
const DHTMLXQ: &str = include_str!("../data/records/jiang-hu-1992-dhtmlxq.txt");
const SGF: &str = include_str!("../data/records/orc-2003.sgf");
const PSQ_20: &str = include_str!("../data/records/gomocup-20x20.psq");

#[tokio::test(flavor = "multi_thread")]
async fn a_binary_record_is_imported_from_base64_and_its_tags_are_exported_again() {
    let server = start().await;
    let body = json!({"record": {"base64": BASE64.encode(XQF)}});
    let game = server.post("/v1/games", body).await.expect(201);
    assert_eq!((game["ruleset"].as_str(), game["ply"].as_u64()), (Some("xiangqi"), Some(106)));
    assert_eq!((game["winner"].as_str(), game["reason"].as_str()), (Some("black"), Some("resignation")));
    let import = json!({
        "format": "xqf",
        "tags": {
            "event": "全国象棋个人锦标赛",
            "site": "北京",
            "date": "1992年10月31日",
            "round": null,
            "players": {"red": "安徽蒋志梁", "black": "上海胡荣华"},
        },
        "notes": [],
    });
    assert_eq!(game["import"], import);
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    assert_eq!(server.get(&path).await.expect(200)["import"], import);
    let pgn = server.get(&format!("{path}/record?format=pgn&notation=chinese")).await;
    for part in ["[Event \"全国象棋个人锦标赛\"]", "[Red \"安徽蒋志梁\"]", "1. 炮二平五 炮8平5"]
    {
        assert!(pgn.text.contains(part), "{}", pgn.text);
    }
    let wxf = server.get(&format!("{path}/record?format=pgn&notation=wxf")).await;
    assert!(wxf.text.contains("[Format \"WXF\"]") && wxf.text.contains("1. C2=5 C8=5"), "{}", wxf.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn text_in_another_encoding_is_imported_from_base64_with_line_breaks() {
    let server = start().await;
    let mut wrapped = BASE64.encode(GB18030);
    wrapped.insert_str(76, "\r\n");
    let record = json!({"base64": wrapped.trim_end_matches('='), "format": "pgn", "text": null});
    let game = server.post("/v1/games", json!({"record": record})).await.expect(201);
    assert_eq!((game["ply"].as_u64(), game["import"]["tags"]["site"].as_str()), (Some(102), Some("华山")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retried_import_gets_the_same_response() {
    let server = start().await;
    let ask = async || {
        let request = server.request(Method::POST, "/v1/games").json(&json!({"record": DHTMLXQ}));
        let key = "5f0e6f0a-8c0b-4c53-b9e8-records00001";
        server.send(request.header("idempotency-key", key)).await.expect(201)
    };
    let first = ask().await;
    assert_eq!(first["import"]["notes"], json!([]));
    assert_eq!(ask().await, first);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_format_of_a_game_has_a_content_type_and_a_file_name() {
    let server = start().await;
    let body = json!({"ruleset": "gomoku", "moves": ["h8", "i9", "j7"]});
    let gomoku = server.game(body).await;
    let xiangqi = server.game(json!({"ruleset": "xiangqi", "moves": ["h2e2"]})).await;
    for (game, format, kind, extension) in [
        (&gomoku, "json", "application/json", "json"),
        (&gomoku, "pgn", "application/x-chess-pgn; charset=utf-8", "pgn"),
        (&gomoku, "text", "text/plain; charset=utf-8", "txt"),
        (&gomoku, "svg", "image/svg+xml", "svg"),
        (&gomoku, "png", "image/png", "png"),
        (&gomoku, "sgf", "application/x-go-sgf; charset=utf-8", "sgf"),
        (&gomoku, "psq", "text/plain; charset=utf-8", "psq"),
        (&gomoku, "text_board", "text/plain; charset=utf-8", "txt"),
        (&gomoku, "pos", "application/octet-stream", "pos"),
        (&xiangqi, "dhtmlxq", "text/plain; charset=utf-8", "txt"),
    ] {
        let record = server.get(&format!("{game}/record?format={format}")).await;
        assert_eq!((record.status.as_u16(), record.header("content-type")), (200, kind), "{format}");
        let id = game.rsplit('/').next().unwrap();
        let name = format!("inline; filename=\"duiyi-{id}.{extension}\"");
        assert_eq!(record.header("content-disposition"), name);
        if matches!(format, "sgf" | "psq" | "text_board" | "dhtmlxq") {
            let again = server.post("/v1/games", json!({"record": record.text})).await.expect(201);
            assert_eq!(again["import"]["format"], format);
            assert_eq!(again["fen"], server.get(game).await.expect(200)["fen"]);
        }
    }
    for (game, query, pointer, right) in [
        (&xiangqi, "format=sgf", "format", "dhtmlxq"),
        (&gomoku, "format=dhtmlxq", "format", "sgf"),
        (&gomoku, "format=doc", "format", "text_board"),
        (&gomoku, "format=pgn&notation=wxf", "notation", "iccs"),
        (&xiangqi, "format=pgn&notation=san", "notation", "chinese"),
        (&xiangqi, "format=text&notation=wxf", "notation", "format=pgn"),
    ] {
        let problem = server.get(&format!("{game}/record?{query}")).await;
        let problem = problem.expect_problem(400, "invalid_request");
        assert_eq!(problem["errors"][0]["pointer"], pointer);
        assert!(problem["detail"].as_str().unwrap().contains(right), "{problem}");
    }
}

/// The refusal of a body, as code, pointer and message of its first error.
fn first_error(problem: &Value) -> (&str, &str) {
    let error = &problem["errors"][0];
    (error["pointer"].as_str().unwrap(), error["message"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ruleset_and_the_board_are_those_of_the_record_and_a_contradiction_names_both() {
    let server = start().await;
    let game = server.post("/v1/games", json!({"record": SGF})).await.expect(201);
    assert_eq!((game["ruleset"].as_str(), game["winner"].as_str()), (Some("renju"), Some("white")));
    let small = server.post("/v1/games", json!({"record": "(;GM[4]SZ[13];B[gg])"})).await.expect(201);
    assert_eq!(
        (small["ruleset"].as_str(), small["options"]["board_size"].as_u64()),
        (Some("gomoku"), Some(13))
    );
    assert_eq!(small["import"]["notes"][0]["code"], "ruleset_assumed");
    let refuse =
        async |body: Value| server.post("/v1/games", body).await.expect_problem(400, "invalid_request");
    let problem = refuse(json!({"ruleset": "gomoku", "record": SGF})).await;
    let (pointer, message) = first_error(&problem);
    assert!(pointer == "/ruleset" && message.contains("gomoku") && message.contains("renju"), "{message}");
    let sized = json!({"ruleset": "gomoku", "record": "(;GM[4]SZ[13];B[gg])", "options": {"board_size": 19}});
    let problem = refuse(sized).await;
    let (pointer, message) = first_error(&problem);
    assert!(
        pointer == "/options/board_size" && message.contains("19") && message.contains("13"),
        "{message}"
    );
    let large = server.post("/v1/games", json!({"record": PSQ_20})).await.expect(201);
    assert_eq!((large["options"]["board_size"].as_u64(), large["ply"].as_u64()), (Some(20), Some(16)));
    let problem = refuse(json!({"record": PSQ_20.replace("20x20", "21x21")})).await;
    assert!(first_error(&problem).1.contains("21 by 21 points: expected 9 to 20"), "{problem}");
    let problem = refuse(json!({"record": "1. ? ??"})).await;
    assert!(first_error(&problem).1.contains("is required"), "{problem}");
    for record in [json!({}), json!({"text": "h2e2", "base64": "aGk="})] {
        refuse(json!({"ruleset": "xiangqi", "record": record})).await;
    }
    refuse(json!({"record": {"text": "h2e2", "format": "doc"}})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_in_a_record_names_its_place() {
    let server = start_with(config()).await;
    let refuse = async |record: Value, code: &str| {
        server.post("/v1/games", json!({"record": record})).await.expect_problem(422, code)
    };
    let problem = refuse(json!("[Event \"?\"]\n1. h2e2 {never"), "invalid_record").await;
    assert_eq!((problem["line"].as_u64(), first_error(&problem).0), (Some(2), "/record"));
    let cut = json!({"base64": BASE64.encode(&XQF[..1200])});
    let problem = refuse(cut, "invalid_record").await;
    assert_eq!(problem["byte"], 1200);
    let problem = refuse(json!({"base64": "aG%="}), "invalid_record").await;
    assert_eq!(problem["byte"], 2);
    let problem = refuse(json!("[Game \"Chinese Chess\"]\n1. h2e2 h9g7\n2. h2h3"), "illegal_move").await;
    assert_eq!((problem["ply"].as_u64(), problem["line"].as_u64()), (Some(3), Some(3)));
    assert_eq!((problem["move"].as_str(), problem["reason"].as_str()), (Some("h2h3"), Some("no_piece")));
    let problem = refuse(json!("[FEN \"9/9/9/9/9/9/9/9/9/4K4 w\"]\nh2e2"), "invalid_position").await;
    assert_eq!(first_error(&problem).0, "/record");
}

/// Rooks shuttle until the position has occurred three times; then the game goes on.
const REPEATED: &str = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 h2e2 h9g7";

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_game_keeps_its_moves_and_its_result_and_notes_what_the_rules_say() {
    let server = start().await;
    let game = server.post("/v1/games", json!({"record": format!("{REPEATED} 0-1")})).await.expect(201);
    assert_eq!((game["ply"].as_u64(), game["winner"].as_str()), (Some(10), Some("black")));
    let notes = game["import"]["notes"].as_array().unwrap();
    let codes: Vec<&str> = notes.iter().map(|note| note["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["would_have_ended", "result_contradicts"]);
    assert_eq!((notes[0]["ply"].as_u64(), &notes[0]["verdict"]["reason"]), (Some(8), &json!("repetition")));
    assert_eq!(game["verdict"], Value::Null);
}

/// Black's stone on h8 makes two threes.
const FORBIDDEN: &str = "[Game \"Renju\"]\n\ni8 a1 j8 a3 h9 a5 h10 a7 h8 b15 g8";

#[tokio::test(flavor = "multi_thread")]
async fn a_forbidden_move_of_a_record_is_kept_and_noted() {
    let server = start().await;
    let won = server.post("/v1/games", json!({"record": format!("{FORBIDDEN} 0-1")})).await.expect(201);
    assert_eq!((won["ply"].as_u64(), won["winner"].as_str()), (Some(11), Some("white")));
    let note = &won["import"]["notes"][0];
    assert_eq!(
        (note["code"].as_str(), note["ply"].as_u64(), note["reason"].as_str()),
        (Some("would_have_been_refused"), Some(9), Some("forbidden_three_three"))
    );
    let game = server.game(json!({"record": FORBIDDEN})).await;
    let shown = server.get(&game).await.expect(200);
    assert_eq!((shown["status"].as_str(), shown["turn"].as_str()), (Some("playing"), Some("white")));
    let played = server.play(&game, &["c15"]).await;
    assert_eq!((played["ply"].as_u64(), played["status"].as_str()), (Some(12), Some("playing")));
    let review = server.post(&format!("{game}/review"), json!({"limits": {"depth": 1}})).await;
    assert_eq!(review.status, 200, "{}", review.text);
    let sgf = server.get(&format!("{game}/record?format=sgf")).await.text;
    let again = server.post("/v1/games", json!({"record": sgf})).await.expect(201);
    assert_eq!((again["fen"].as_str(), &again["import"]["notes"][0]), (played["fen"].as_str(), note));
    let undone = server.post(&format!("{game}/undo"), json!({"plies": 4})).await.expect(200);
    assert_eq!(undone["forbidden"][0]["point"], "h8");
    server.post(&format!("{game}/moves"), json!({"move": "h8"})).await.expect_problem(422, "illegal_move");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_keeps_so_much_of_a_large_tree_and_a_conversion_all() {
    let server = start().await;
    let record = format!("[Game \"Gomoku\"]\n\nh8 {}", "(i9)".repeat(10_000));
    let game = server.post("/v1/games", json!({"record": record})).await.expect(201);
    let [note] = game["import"]["notes"].as_array().unwrap().as_slice() else { panic!("{}", game["import"]) };
    assert_eq!((note["code"].as_str(), note["bytes"].as_u64()), (Some("tree_too_large"), Some(512 << 10)));
    let left_out = note["count"].as_u64().unwrap();
    let pgn = server.get(&format!("/v1/games/{}/record?format=pgn", game["id"].as_str().unwrap())).await.text;
    assert_eq!(pgn.matches("(1. i9)").count() as u64, 10_000 - left_out);
    let converted = server.post("/v1/records", json!({"record": record, "format": "pgn"})).await.expect(200);
    assert_eq!(converted["records"][0]["text"].as_str().unwrap().matches("(1. i9)").count(), 10_000);
    let record = format!("[Game \"Gomoku\"]\n\nh8 {}", "(i9)".repeat(20_000));
    let refused = server.post("/v1/records", json!({"record": record, "format": "pgn"})).await;
    let problem = refused.expect_problem(422, "invalid_record");
    assert!(problem["detail"].as_str().unwrap().contains("at most 20000 games and variations"), "{problem}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_game_without_a_result_is_played_on_from_its_end_in_every_store() {
    let server = start().await;
    let game = server.game(json!({"record": format!("{REPEATED} *")})).await;
    let shown = server.get(&game).await.expect(200);
    assert_eq!((shown["status"].as_str(), shown["ply"].as_u64()), (Some("playing"), Some(10)));
    let played = server.play(&game, &["h0g2"]).await;
    assert_eq!((played["ply"].as_u64(), played["status"].as_str()), (Some(11), Some("playing")));
    let undone = server.post(&format!("{game}/undo"), json!({"plies": 3})).await.expect(200);
    assert_eq!((undone["ply"].as_u64(), undone["status"].as_str()), (Some(8), Some("playing")));
    let review = server.post(&format!("{game}/review"), json!({"limits": {"depth": 1}})).await;
    assert_eq!(review.status, 200, "{}", review.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_game_gives_its_comments_and_variations_back() {
    let server = start().await;
    let record = "1. h2e2 {central} (1. b2e2 h9g7) 1... h9g7 *";
    let game = server.game(json!({"record": record})).await;
    server.play(&game, &["h0g2"]).await;
    let pgn = server.get(&format!("{game}/record?format=pgn&notation=wxf")).await.text;
    assert!(pgn.contains("1. C2=5 {central}\n(1. C8=5 H8+7)\n1. ... H8+7\n2. H2+3\n*"), "{pgn}");
    let dhtmlxq = server.get(&format!("{game}/record?format=dhtmlxq")).await.text;
    assert!(dhtmlxq.contains("[DhtmlXQ_move_0_1_1]17477062[/DhtmlXQ_move_0_1_1]"), "{dhtmlxq}");
    assert!(dhtmlxq.contains("[DhtmlXQ_comment1]central[/DhtmlXQ_comment1]"), "{dhtmlxq}");
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_converted_with_their_whole_trees_and_nothing_is_stored() {
    let server = start().await;
    let convert = async |body: Value| server.post("/v1/records", body).await;
    let xqf = json!({"record": {"base64": BASE64.encode(XQF)}, "format": "pgn", "notation": "chinese"});
    let converted = convert(xqf).await.expect(200);
    let record = &converted["records"][0];
    assert_eq!((record["ply"].as_u64(), record["base64"].as_str()), (Some(106), None));
    assert_eq!((record["winner"].as_str(), &record["import"]["format"]), (Some("black"), &json!("xqf")));
    assert!(record["text"].as_str().unwrap().contains("1. 炮二平五 炮8平5"), "{record}");

    let collection = "[Event \"a\"]\n\n1. h2e2 *\n\n[Event \"b\"]\n\n1. c3c4 (1. g3g4) 1-0\n";
    let converted = convert(json!({"record": collection, "format": "dhtmlxq"})).await.expect(200);
    let records = converted["records"].as_array().unwrap();
    assert_eq!(records.len(), 2);
    assert!(records[1]["text"].as_str().unwrap().contains("[DhtmlXQ_move_0_1_1]6665["), "{}", records[1]);

    let binary =
        convert(json!({"record": "h8 h9 i8", "format": "pos", "ruleset": "renju"})).await.expect(200);
    assert_eq!(binary["records"][0]["base64"], BASE64.encode(&[3, 112, 97, 113]));

    let wrong = collection.replace("c3c4", "c3c5");
    let problem = convert(json!({"record": wrong, "format": "pgn"})).await;
    let problem = problem.expect_problem(422, "illegal_move");
    assert_eq!((problem["game"].as_u64(), problem["ply"].as_u64()), (Some(2), Some(1)));
    for (body, pointer) in [
        (json!({"record": "h2e2"}), "/format"),
        (json!({"format": "pgn"}), "/record"),
        (json!({"record": "hello", "format": "pgn"}), "/ruleset"),
        (json!({"record": "h2e2", "format": "svg"}), "/format"),
        (json!({"record": "h2e2", "format": "sgf"}), "format"),
        (json!({"record": "h2e2", "format": "text", "notation": "wxf"}), "/notation"),
    ] {
        let problem = convert(body).await.expect_problem(400, "invalid_request");
        assert_eq!(first_error(&problem).0, pointer);
    }
    let many = "[A \"\"]\n*\n".repeat(2_001);
    let problem =
        convert(json!({"record": many, "format": "pgn"})).await.expect_problem(400, "invalid_request");
    assert!(first_error(&problem).1.contains("at most 2000 games"));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_conversion_may_have_a_large_body() {
    let server = start().await;
    let long = format!("1. h2e2 {{{}}} h9g7", "comment ".repeat(20_000));
    let converted = server.post("/v1/records", json!({"record": long, "format": "pgn"})).await.expect(200);
    assert_eq!(converted["records"][0]["ply"], 2);
    server.post("/v1/games", json!({"record": long})).await.expect_problem(413, "body_too_large");
    let longer = long.repeat(8);
    let problem = server.post("/v1/records", json!({"record": longer, "format": "pgn"})).await;
    problem.expect_problem(413, "body_too_large");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_writes_a_body_that_is_too_long_can_read_why_it_was_refused() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let server = start().await;
    let mut connection =
        tokio::net::TcpStream::connect(server.base.trim_start_matches("http://")).await.unwrap();
    let head = "POST /v1/games HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 300000\r\nconnection: close\r\n\r\n";
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.write_all(&[b' '; 300_000]).await.unwrap();
    let mut response = String::new();
    connection.read_to_string(&mut response).await.unwrap();
    assert!(response.starts_with("HTTP/1.1 413 "), "{response}");
}
