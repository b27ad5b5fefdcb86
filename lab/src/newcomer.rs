//! An opponent that plays like somebody who has just learned the rules: it never looks at the reply.

use crate::minimax::piece_value;
use duiyi_rules::gomoku::{self, Point};
use duiyi_rules::{Game, Move, Referee, xiangqi};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

#[derive(Debug)]
pub struct Newcomer {
    random: SmallRng,
}

impl Newcomer {
    /// Parses the seed from `:SEED`; without one it is 0.
    pub fn seeded(text: &str) -> Option<Newcomer> {
        let seed = match text.strip_prefix(':') {
            Some(seed) => seed.parse().ok()?,
            None if text.is_empty() => 0,
            None => return None,
        };
        Some(Newcomer { random: SmallRng::seed_from_u64(seed) })
    }

    /// # Panics
    /// If the game is over.
    pub fn choose(&mut self, game: &Game) -> Move {
        let wanted = match game {
            Game::Xiangqi(game) => best_captures(game),
            Game::Gomoku(game) => fives_or_neighbors(game),
        };
        let moves = if wanted.is_empty() { game.legal_moves() } else { wanted };
        *moves.choose(&mut self.random).expect("a game that is not over has moves")
    }
}

/// The captures of the most valuable piece that can be taken.
fn best_captures(game: &xiangqi::Game) -> Vec<Move> {
    let value = |mv: Move| {
        let mv = xiangqi::Move::try_from(mv).ok()?;
        game.position().piece_at(mv.to()).map(|piece| piece_value(piece.role))
    };
    let moves = game.legal_moves();
    let most = moves.iter().filter_map(|&mv| value(mv)).max();
    moves.into_iter().filter(|&mv| most.is_some() && value(mv) == most).collect()
}

/// The points that make five; if there are none, those that block one; if there are none, those beside a stone.
fn fives_or_neighbors(game: &gomoku::Game) -> Vec<Move> {
    let position = game.position();
    let side = position.turn();
    let stones: Vec<Point> =
        Point::all(position.size()).filter(|&point| position.at(point).is_some()).collect();
    let legal = game.legal_moves();
    let those = |wanted: &dyn Fn(Point) -> bool| -> Vec<Move> {
        let is_wanted = |mv: &Move| matches!(gomoku::Move::try_from(*mv), Ok(gomoku::Move::Stone(point)) if wanted(point));
        legal.iter().copied().filter(is_wanted).collect()
    };
    let by_urgency: [&dyn Fn(Point) -> bool; 3] =
        [&|point| position.wins_at(point, side), &|point| position.wins_at(point, side.other()), &|point| {
            stones.iter().any(|stone| stone.distance(point) == 1)
        }];
    by_urgency.into_iter().map(those).find(|moves| !moves.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::{Options, Ruleset};

    fn answers(ruleset: Ruleset, fen: &str) -> Vec<String> {
        let game = Game::new(&Options::defaults(ruleset), Some(fen)).unwrap();
        let mut newcomer = Newcomer::seeded(":1").unwrap();
        let mut answers: Vec<_> = (0..40).map(|_| game.coordinates(newcomer.choose(&game))).collect();
        answers.sort();
        answers.dedup();
        answers
    }

    #[test]
    fn a_newcomer_takes_the_most_valuable_piece_although_it_is_protected() {
        assert_eq!(answers(Ruleset::Xiangqi, "3kr4/9/4n3p/9/9/9/9/4R3R/9/5K3 w - - 0 1"), ["e2e7"]);
    }

    #[test]
    fn a_newcomer_without_captures_plays_this_and_that() {
        assert!(answers(Ruleset::Xiangqi, "3k5/9/9/9/9/9/9/R8/9/5K3 w - - 0 1").len() > 5);
    }

    #[test]
    fn the_same_seed_gives_the_same_moves() {
        assert!(Newcomer::seeded(":x").is_none() && Newcomer::seeded("s").is_none());
        let game = Game::new(&Options::defaults(Ruleset::Gomoku), None).unwrap();
        let [mut one, mut other] = ["", ":0"].map(|text| Newcomer::seeded(text).unwrap());
        for _ in 0..20 {
            assert_eq!(one.choose(&game), other.choose(&game));
        }
    }

    #[test]
    fn a_newcomer_blocks_five_and_plays_beside_a_stone() {
        let play = |moves: &str| {
            let mut game = Game::new(&Options::defaults(Ruleset::Gomoku), None).unwrap();
            for text in moves.split(' ') {
                game.parse(text).and_then(|mv| game.play(mv)).unwrap();
            }
            let mv = Newcomer::seeded("").unwrap().choose(&game);
            game.coordinates(mv)
        };
        assert_eq!(play("a1 o1 b1 o3 c1 o5 d1"), "e1");
        assert_eq!(play("a1 o1 b1 o3 c1 o5 d1 o7"), "e1");
        let beside = play("h8");
        assert!(beside != "h8" && "ghi".contains(&beside[..1]) && "789".contains(&beside[1..]), "{beside}");
    }
}
