//! Positions that no two searches share.

use duiyi::rules::{Game, Options, Ruleset};

/// The moves of a short random game that is not over, always the same for a number.
pub fn moves(ruleset: Ruleset, number: usize) -> Vec<String> {
    const PLIES: usize = 10;
    for attempt in 0.. {
        let mut game = Game::new(&Options::defaults(ruleset), None).expect("the start position");
        let mut random = Random((number * 1000 + attempt) as u64);
        let mut moves = Vec::new();
        while moves.len() < PLIES && game.outcome().is_none() {
            let legal = game.legal_moves();
            let chosen = game.coordinates(legal[random.below(legal.len())]);
            game.play_text(&chosen).expect("a legal move");
            moves.push(chosen);
        }
        if game.outcome().is_none() {
            return moves;
        }
    }
    unreachable!("some game is not over after {PLIES} plies")
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}
