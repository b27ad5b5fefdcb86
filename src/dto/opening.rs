//! The JSON of what is known about the opening of a game.

use crate::engine::xiangqi::Book;
use crate::openings;
use crate::rules::xiangqi::Move;
use crate::rules::{Game, Referee};
use serde_json::{Value, json};

/// The name of the opening, if it has one, and the moves that the engine's book knows in this position.
pub fn opening(game: &Game) -> Value {
    let mut known = json!({"book": book(game)});
    if let Some(name) = openings::name(game) {
        known["name"] = json!({"english": name.english, "chinese": name.chinese});
    }
    known
}

fn book(game: &Game) -> Vec<Value> {
    let Game::Xiangqi(own) = game else { return Vec::new() };
    if game.outcome().is_some() {
        return Vec::new();
    }
    let mut moves = Book::get().choices(own);
    moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
    let total: u32 = moves.iter().map(|&(_, weight)| weight).sum();
    let entry = |(mv, weight): (Move, u32)| {
        let text = own.describe(mv.into());
        json!({
            "move": text.coordinates,
            "chinese": text.chinese,
            "wxf": text.wxf,
            "weight": weight,
            "share": f64::from(weight) / f64::from(total),
        })
    };
    moves.into_iter().map(entry).collect()
}
