//! Moves are taken back when both players agree.

use super::{People, Who, offer};
use crate::support::start;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_offer_makes_it_the_turn_of_who_asked() {
    let server = start().await;
    for (who, side, plies) in [(Who::Red, "red", 2), (Who::Black, "black", 1)] {
        let game = People::after(&server, &["h2e2", "h9g7", "b0c2", "b9c7"]).await;
        let offered = game.act(who, "takeback", offer(side, "offer")).await.expect(200);
        assert_eq!(offered["takeback_offer"], json!({"side": side, "plies": plies}));
        assert_eq!(offered["ply"], 4, "an offer takes nothing back");
        let (other, name) = if who == Who::Red { (Who::Black, "black") } else { (Who::Red, "red") };
        let accepted = game.act(other, "takeback", offer(name, "accept")).await.expect(200);
        assert_eq!((&accepted["ply"], &accepted["turn"]), (&json!(4 - plies), &json!(side)));
        assert_eq!(accepted["takeback_offer"], Value::Null);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_declined_by_an_answer_or_by_a_move_and_accepted_by_an_offer() {
    let server = start().await;
    let game = People::after(&server, &["h2e2", "h9g7", "b0c2"]).await;
    let ask = json!({"side": "red", "action": "offer", "plies": 3});
    game.act(Who::Red, "takeback", ask.clone()).await.expect(200);
    let declined = game.act(Who::Black, "takeback", offer("black", "decline")).await.expect(200);
    assert_eq!((&declined["takeback_offer"], &declined["ply"]), (&Value::Null, &json!(3)));
    game.act(Who::Red, "takeback", ask.clone()).await.expect(200);
    game.act(Who::Red, "draw", offer("red", "offer")).await.expect(200);
    let moved = game.act(Who::Black, "moves", json!({"move": "b9c7"})).await.expect(200)["game"].clone();
    assert_eq!(
        (&moved["takeback_offer"], &moved["draw_offer"], &moved["ply"]),
        (&Value::Null, &Value::Null, &json!(4))
    );
    game.act(Who::Red, "takeback", ask).await.expect(200);
    let accepted = game.act(Who::Black, "takeback", offer("black", "offer")).await.expect(200);
    assert_eq!(accepted["ply"], 1, "as many as Red asked for");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_takes_back_at_once() {
    let server = start().await;
    let body = json!({"ruleset": "xiangqi", "seats": true, "players": {"black": {"kind": "engine", "limits": {"depth": 1}}}});
    let created = server.post("/v1/games", body).await.expect(201);
    let path = format!("/v1/games/{}", created["id"].as_str().unwrap());
    let act = async |what: &str, body: Value| {
        let request = server.request(reqwest::Method::POST, &format!("{path}/{what}"));
        server
            .send(request.bearer_auth(created["tokens"]["red"].as_str().unwrap()).json(&body))
            .await
            .expect(200)
    };
    assert_eq!(act("moves", json!({"move": "h2e2"})).await["game"]["ply"], 2);
    let taken_back = act("takeback", offer("red", "offer")).await;
    assert_eq!((&taken_back["ply"], &taken_back["takeback_offer"]), (&json!(0), &Value::Null));
}
