//! The opening book: the moves of known positions and how often to choose each.

use duiyi_rules::Referee;
use duiyi_rules::xiangqi::{Game, Move, Position, START_FEN, Square};
use rand::RngExt;
use rand::rngs::SmallRng;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Written by `duiyi-lab book`.
static LINES: &str = include_str!("book/lines.txt");
static BOOK: LazyLock<Book> = LazyLock::new(|| Book::read(LINES));

/// The moves of each position, by the position's key, with their weights.
#[derive(Debug)]
pub struct Book {
    moves: HashMap<u64, Vec<(Move, u32)>>,
}

impl Book {
    /// The book that is part of the program.
    pub fn get() -> &'static Book {
        &BOOK
    }

    /// Parses lines that consist of a weight and moves in coordinates; `#` begins a comment. The weight of a move is
    /// the sum of the weights of its lines.
    ///
    /// # Panics
    /// If a line is not legal. Books are part of the program or the lab, and tests parse them.
    pub fn read(text: &str) -> Book {
        let mut moves: HashMap<u64, Vec<(Move, u32)>> = HashMap::new();
        for line in text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
            let mut words = line.split_whitespace();
            let Some(weight) = words.next() else { continue };
            let weight: u32 = weight.parse().expect("a book line begins with its weight");
            let mut position: Position = START_FEN.parse().expect("the start position is valid");
            for word in words {
                let square = |text: &str| text.parse::<Square>().expect("a book move names two points");
                let mv = Move::new(square(&word[..2]), square(&word[2..]));
                assert!(position.is_legal(mv), "the book's move {word} in {line:?} is not legal");
                let known = moves.entry(position.key()).or_default();
                match known.iter_mut().find(|(known, _)| *known == mv) {
                    Some((_, sum)) => *sum += weight,
                    None => known.push((mv, weight)),
                }
                position.make_move(mv);
            }
        }
        Book { moves }
    }

    /// The number of positions in the book, not counting mirror images.
    pub fn positions(&self) -> usize {
        self.moves.len()
    }

    /// The moves of this position, not of its mirror image, and their weights.
    pub fn lines_from(&self, position: &Position) -> Vec<(Move, u32)> {
        self.moves.get(&position.key()).cloned().unwrap_or_default()
    }

    /// The moves of this position and of its mirror image, and their weights.
    pub fn moves(&self, position: &Position) -> Vec<(Move, u32)> {
        let mut known = self.lines_from(position);
        if let Some(mirrored) = self.moves.get(&mirrored(position).key()) {
            for (mv, weight) in mirrored.iter().map(|&(mv, weight)| (mv.mirrored(), weight)) {
                if known.iter().all(|&(known, _)| known != mv) {
                    known.push((mv, weight));
                }
            }
        }
        known
    }

    /// The moves that [`Book::choose`] chooses from: those that do not repeat a position, with their weights.
    pub fn choices(&self, game: &Game) -> Vec<(Move, u32)> {
        let mut moves = self.moves(game.position());
        moves.retain(|&(mv, _)| game.position().is_legal(mv) && !repeats(game, mv));
        moves
    }

    /// Chooses a random move by weight.
    pub fn choose(&self, game: &Game, random: &mut SmallRng) -> Option<Move> {
        let moves = self.choices(game);
        let total: u32 = moves.iter().map(|&(_, weight)| weight).sum();
        let mut left = (total > 0).then(|| random.random_range(0..total))?;
        moves.into_iter().find_map(|(mv, weight)| {
            let chosen = left < weight;
            left = left.wrapping_sub(weight);
            chosen.then_some(mv)
        })
    }
}

fn repeats(game: &Game, mv: Move) -> bool {
    let mut after = game.clone();
    after.play(mv.into()).is_err() || after.is_repeated()
}

/// The position with left and right exchanged.
pub fn mirrored(position: &Position) -> Position {
    let setup = position.to_setup();
    let mut mirrored = setup.clone();
    for square in Square::all() {
        mirrored.board[square.mirrored().index()] = setup.board[square.index()];
    }
    Position::try_from(&mirrored).expect("the mirror image of a position is one")
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::xiangqi::Options;
    use rand::SeedableRng;

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(Options::default(), None).unwrap();
        for text in moves {
            game.play(game.parse(text).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn the_central_cannon_is_played_most_and_others_too() {
        let mut counts: HashMap<String, u32> = HashMap::new();
        let mut random = SmallRng::seed_from_u64(1);
        for _ in 0..1_000 {
            let mv = Book::get().choose(&game(&[]), &mut random).unwrap();
            *counts.entry(mv.to_string()).or_default() += 1;
        }
        let of = |moves: [&str; 2]| moves.iter().filter_map(|&mv| counts.get(mv)).sum::<u32>();
        let (cannon, soldier, elephant) = (of(["h2e2", "b2e2"]), of(["c3c4", "g3g4"]), of(["c0e2", "g0e2"]));
        assert!(cannon > soldier && cannon > elephant && soldier > 0 && elephant > 0, "{counts:?}");
    }

    #[test]
    fn the_mirror_image_is_known_too() {
        let left = Book::get().moves(game(&["h2e2"]).position());
        let right = Book::get().moves(game(&["b2e2"]).position());
        let mut mirrored: Vec<_> = right.iter().map(|&(mv, weight)| (mv.mirrored(), weight)).collect();
        let mut left = left.clone();
        left.sort();
        mirrored.sort();
        assert!(!left.is_empty());
        assert_eq!(left, mirrored);
    }

    #[test]
    fn a_book_move_that_repeats_a_position_is_not_played() {
        let book = Book::read("1 h2e2 h9g7 e2h2 g7h9 h2e2\n1 h2e2 h9g7 h0g2");
        let mut random = SmallRng::seed_from_u64(1);
        let after = game(&["h2e2", "h9g7", "e2h2"]);
        assert_eq!(book.moves(after.position()).len(), 1);
        assert_eq!(book.choose(&after, &mut random), None);
        let before = game(&["h2e2", "h9g7"]);
        assert!(book.moves(before.position()).len() == 2);
    }
}
