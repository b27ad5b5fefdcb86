//! When a bot offers a draw and when it accepts one, by what its program thinks.

use crate::engine::Score;

/// A draw is accepted unless the program thinks that it is better by more than this, in hundredths of a soldier.
const ACCEPTED: i32 = 20;
/// A draw is offered when the program has thought for this many moves that neither side is better by more than [`EVEN`].
const EVEN_MOVES: u32 = 8;
const EVEN: i32 = 10;
/// The first ply after which a draw is offered, and how many plies pass before the next offer.
const FIRST_PLY: usize = 80;
const NEXT_OFFER: usize = 40;

/// What the program thought, and when the bot has offered a draw.
#[derive(Debug, Default)]
pub struct Draws {
    /// The score of its last move. None if it reports none.
    score: Option<i32>,
    even_moves: u32,
    offered_at: Option<usize>,
}

impl Draws {
    /// Notes the score of a move.
    pub fn note(&mut self, score: Option<Score>) {
        self.score = score.map(Score::in_hundredths);
        let is_even = self.score.is_some_and(|score| score.abs() <= EVEN);
        self.even_moves = if is_even { self.even_moves + 1 } else { 0 };
    }

    pub fn accepts(&self) -> bool {
        self.score.is_some_and(|score| score <= ACCEPTED)
    }

    /// Whether to offer a draw after this many plies of the game.
    pub fn offers(&mut self, ply: usize) -> bool {
        let is_soon = self.offered_at.is_some_and(|offered_at| ply < offered_at + NEXT_OFFER);
        let offers = ply >= FIRST_PLY && self.even_moves >= EVEN_MOVES && !is_soon;
        if offers {
            self.offered_at = Some(ply);
        }
        offers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(scores: impl IntoIterator<Item = i32>) -> Draws {
        let mut draws = Draws::default();
        scores.into_iter().for_each(|score| draws.note(Some(Score::Cp(score))));
        draws
    }

    #[test]
    fn an_even_game_is_offered_as_a_draw_late_and_not_again_at_once() {
        let mut draws = after([5; 8]);
        assert!(!draws.offers(79));
        assert!(draws.offers(80));
        assert!(!draws.offers(82));
        assert!(draws.offers(120));
    }

    #[test]
    fn one_move_with_an_advantage_begins_the_count_of_even_moves_again() {
        assert!(!after([0, 0, 0, 0, 0, 0, 0, 30]).offers(200));
        assert!(!after([0, 0, 0, 0, 30, 0, 0, 0]).offers(200));
    }

    #[test]
    fn a_draw_is_accepted_unless_the_program_is_better_or_says_nothing() {
        assert!(after([-300]).accepts() && after([20]).accepts());
        assert!(!after([21]).accepts());
        assert!(!Draws::default().accepts());
    }
}
