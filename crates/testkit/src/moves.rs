//! Moves of random games.

use duiyi_rules::{Game, Options, Ruleset};

/// The moves of a random unfinished game of this length, as coordinates.
pub fn moves(plies: usize) -> Vec<String> {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let fresh = || Game::new(&Options::defaults(Ruleset::Xiangqi), None).expect("the start position");
    loop {
        let mut game = fresh();
        let mut texts = Vec::new();
        while game.outcome().is_none() && texts.len() < plies {
            random = duiyi_rules::splitmix64(random);
            let legal = game.legal_moves();
            let mv = legal[random as usize % legal.len()];
            texts.push(game.coordinates(mv));
            game.play(mv).expect("it is legal");
        }
        if texts.len() == plies && game.outcome().is_none() {
            return texts;
        }
    }
}
