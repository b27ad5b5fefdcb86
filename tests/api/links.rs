//! Links to a game: the page that they open, its preview, the board in a frame of another site.

use crate::people::{People, Who};
use crate::support::{config, start, start_with};
use duiyi::config::{ApiKey, Config};
use reqwest::Method;
use serde_json::json;

/// The path of the page for a game, from its path in the API.
fn page(kind: &str, game: &str) -> String {
    format!("/{kind}/{}", game.rsplit('/').next().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_a_game_describes_it_for_previews() {
    let server = start().await;
    let record = "[Game \"Xiangqi\"]\n[Red \"Hu <b>\"]\n[Black \"Li \\\"Q\\\" & Co\"]\n\n1. H2-E2 H9-G7 *";
    let game = server.game(json!({"ruleset": "xiangqi", "record": record})).await;
    let request = server
        .request(Method::GET, &page("g", &game))
        .header("host", "play.example")
        .header("x-forwarded-proto", "https");
    let shown = server.send(request).await;
    assert_eq!((shown.status.as_u16(), shown.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(shown.header("content-security-policy").ends_with("frame-ancestors 'none'"));
    assert_eq!(shown.header("x-frame-options"), "DENY");
    for text in [
        "property=\"og:title\" content=\"Xiangqi 象棋: Hu &lt;b&gt; – ",
        "content=\"After 2 moves: Red to move.\"",
        &format!("property=\"og:image\" content=\"https://play.example{game}/record?format=png\""),
        "name=\"twitter:card\" content=\"summary_large_image\"",
    ] {
        assert!(shown.text.contains(text), "{text} in {}", shown.text);
    }
    assert!(!shown.text.contains("<b>"));
    let picture = server.get(&format!("{game}/record?format=png")).await;
    assert_eq!((picture.status.as_u16(), picture.header("content-type")), (200, "image/png"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_a_private_or_unknown_game_opens_the_page_without_a_preview() {
    let server = start().await;
    let people = People::begin(&server, json!({"private": true})).await;
    let id = people.get(Who::Red, "").await.expect(200)["id"].as_str().unwrap().to_owned();
    for (id, status) in [(&*id, 200), ("00000000-0000-4000-8000-000000000000", 404), ("none", 404)] {
        let shown = server.get(&format!("/g/{id}")).await;
        assert_eq!(shown.status, status, "{id}");
        assert!(shown.text.contains("<html") && !shown.text.contains("og:title"), "{id}");
    }
    server.get(&format!("/embed/{id}")).await.expect_problem(401, "unauthorized");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_tells_that_its_game_is_gone() {
    let server = start().await;
    let shown = server.get("/embed/00000000-0000-4000-8000-000000000000").await;
    assert_eq!((shown.status.as_u16(), shown.header("content-type")), (404, "text/html; charset=utf-8"));
    assert!(shown.header("content-security-policy").ends_with("frame-ancestors *"));
    assert_eq!(shown.header("x-frame-options"), "");
    assert!(shown.text.contains("<html"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_root_describes_itself_for_previews() {
    let server = start().await;
    let shown = server.get("/").await;
    assert_eq!((shown.status.as_u16(), shown.header("content-type")), (200, "text/html; charset=utf-8"));
    assert_eq!(shown.text.matches("property=\"og:title\"").count(), 1);
    let request = server.request(Method::GET, "/").header("if-none-match", shown.header("etag"));
    assert_eq!(server.send(request).await.status, 304);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_embedded_board_may_be_in_a_frame_and_a_setting_says_of_whom() {
    for (setting, ancestors) in [
        (config().embed_frame_ancestors, "frame-ancestors *"),
        (
            vec!["https://a.example".to_owned(), "https://b.example".to_owned()],
            "frame-ancestors https://a.example https://b.example",
        ),
        (vec![], "frame-ancestors 'none'"),
    ] {
        let server = start_with(Config { embed_frame_ancestors: setting, ..config() }).await;
        let game = server.human_game().await;
        let board = server.get(&page("embed", &game)).await;
        assert_eq!(board.status, 200);
        assert!(board.header("content-security-policy").ends_with(ancestors), "{ancestors}");
        assert_eq!(board.header("x-frame-options"), "", "this header knows no list of sites");
        for path in ["/", &page("g", &game), "/docs", &game, "/nothing"] {
            let other = server.get(path).await;
            assert_eq!(other.header("x-frame-options"), "DENY", "{path}");
            assert!(other.header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_needs_keys_shows_no_game_without_one() {
    let hash = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";
    let server = start_with(Config { api_keys: vec![ApiKey::new("one", hash)], ..config() }).await;
    let create = server.request(Method::POST, "/v1/games").header("x-api-key", "secret");
    let game = server.send(create.json(&json!({"ruleset": "xiangqi"}))).await.expect(201);
    let id = game["id"].as_str().unwrap();
    assert!(!server.get(&format!("/g/{id}")).await.text.contains("og:title"));
    server.get(&format!("/embed/{id}")).await.expect_problem(401, "unauthorized");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_a_puzzle_opens_the_page_and_describes_it() {
    let server = start().await;
    let puzzle =
        server.get("/v1/puzzles/next?ruleset=xiangqi").await.expect(200)["id"].as_str().unwrap().to_owned();
    let request = server.request(Method::GET, &format!("/p/{puzzle}")).header("host", "play.example");
    let shown = server.send(request).await;
    assert_eq!((shown.status.as_u16(), shown.header("content-type")), (200, "text/html; charset=utf-8"));
    for text in
        ["content=\"Xiangqi 象棋: a puzzle\"", " mates in ", &format!("http://play.example/p/{puzzle}")]
    {
        assert!(shown.text.contains(text), "{text} in {}", shown.text);
    }
    for id in ["none", "%ff"] {
        let missing = server.get(&format!("/p/{id}")).await;
        assert_eq!(missing.status, 404, "{id}");
        assert!(missing.text.contains("<html") && !missing.text.contains("og:title"), "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn oembed_answers_a_link_to_a_game_with_a_frame_of_its_board() {
    let server = start().await;
    let record = "[Game \"Xiangqi\"]\n[Red \"Hu <b>\"]\n\n1. H2-E2 *";
    let game = server.game(json!({"ruleset": "xiangqi", "record": record})).await;
    let link = format!("http://play.example{}", page("g", &game));
    let ask = |query: String| {
        server.send(server.request(Method::GET, &format!("/oembed?{query}")).header("host", "play.example"))
    };
    let shown =
        server.send(server.request(Method::GET, &page("g", &game)).header("host", "play.example")).await;
    let address = format!(
        "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"http://play.example/oembed?url={link}\" />"
    );
    assert!(shown.text.contains(&address), "{}", shown.text);

    let frame = ask(format!("url={link}")).await.expect(200).clone();
    assert_eq!((&frame["version"], &frame["type"]), (&json!("1.0"), &json!("rich")));
    assert!(frame["title"].as_str().unwrap().starts_with("Xiangqi 象棋: Hu <b>"));
    let html = frame["html"].as_str().unwrap();
    assert!(html.contains(&format!("src=\"http://play.example{}\"", page("embed", &game))), "{html}");
    assert!(html.contains("Hu &lt;b&gt;") && html.contains("width=\"420\""), "{html}");

    let small = ask(format!("url={link}&maxwidth=300&maxheight=9000&format=json")).await.expect(200).clone();
    assert_eq!((&small["width"], &small["height"]), (&json!(300), &json!(520)));

    for (query, field) in [("maxwidth=9", "maxwidth"), ("maxheight=x", "maxheight"), ("format=xml", "format")]
    {
        let refused = ask(format!("url={link}&{query}")).await.expect_problem(400, "invalid_request");
        assert!(refused["errors"][0].to_string().contains(field), "{refused}");
    }
    let elsewhere = link.replace("play.example", "other.example");
    for url in [&elsewhere, "http://play.example/", ""] {
        ask(format!("url={url}")).await.expect_problem(404, "not_found");
    }
    let gone = "http://play.example/g/00000000-0000-4000-8000-000000000000";
    ask(format!("url={gone}")).await.expect_problem(404, "game_not_found");
}
