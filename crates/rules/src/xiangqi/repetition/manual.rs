//! The rulings of the World Xiangqi Federation's manual on its diagrams.
//!
//! `tests/data/xiangqi-wxf-rulings.jsonl` holds one position with moves and the verdict per line, with its source.

use super::super::{Game, Options};
use super::tests::Image;
use crate::{Outcome, Referee, Side};
use serde::Deserialize;

#[derive(Deserialize)]
struct Ruling {
    diagram: Option<String>,
    fen: String,
    moves: Vec<String>,
    verdict: String,
}

/// The side that loses when the moves are played up to the end of the game, and the game.
fn ruled(fen: &str, moves: &str) -> (Option<Side>, Game) {
    let mut game = Game::new(Options::default(), Some(fen)).unwrap();
    for mv in moves.split(' ') {
        if game.outcome().is_none() {
            game.play_text(mv).unwrap();
        }
    }
    let loser = match game.outcome().expect("the moves repeat a position three times") {
        Outcome::Drawn { .. } | Outcome::Aborted => None,
        Outcome::Won { winner, .. } => Some(winner.other()),
    };
    (loser, game)
}

#[test]
fn the_positions_of_the_manual_and_their_mirror_images_are_ruled_as_in_the_manual() {
    let data = include_str!("../../../tests/data/xiangqi-wxf-rulings.jsonl");
    let rulings: Vec<Ruling> = data.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rulings.len(), 60);
    for Ruling { diagram, fen, moves, verdict } in rulings {
        let moves = moves.join(" ");
        let loser = match verdict.as_str() {
            "draw" => None,
            "red_loses" => Some(Side::First),
            "black_loses" => Some(Side::Second),
            other => panic!("unknown verdict {other}"),
        };
        for (red_black, left_right) in [(false, false), (true, false), (false, true), (true, true)] {
            let image = Image { red_black, left_right };
            let (ruled, game) = ruled(&image.fen(&fen), &image.moves(&moves));
            let expected = loser.map(|side| image.side(side));
            assert_eq!(ruled, expected, "{diagram:?} {fen} {image:?} {:?}", game.verdict());
        }
    }
}
