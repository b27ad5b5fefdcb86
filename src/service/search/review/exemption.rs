//! By what a move is judged: by the advantage that it keeps or, where the colors are still to be chosen, by the balance. Some moves are
//! not judged at all.

use crate::engine::xiangqi::Book;
use crate::openings;
use crate::rules::gomoku::{self, Choice, Phase};
use crate::rules::{Game, Move, Side, xiangqi};
use serde::Serialize;

/// Why a move cannot be a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Exemption {
    /// The opening book of the engine has the move, or it belongs to an opening of Renju.
    Book,
    /// It was the only legal move.
    Forced,
    /// A decision of an opening protocol that no single score tells right from wrong.
    Opening,
}

/// What the value of a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standard {
    /// The score of the side that moved.
    Advantage,
    /// How little either color is ahead, because the other side chooses its color next.
    Balance,
    /// The score of the color that the choice has brought.
    Color(Side),
    /// Nothing.
    Exempt(Exemption),
}

/// By what the move `mv` between two positions is judged. `named_stones` is the number of first stones that make a named opening.
pub fn standard_of(before: &Game, mv: Move, after: &Game, named_stones: usize) -> Standard {
    if before.legal_moves().len() == 1 {
        return Standard::Exempt(Exemption::Forced);
    }
    match (before, after) {
        (Game::Xiangqi(was), _) if is_in_book(was, mv) => Standard::Exempt(Exemption::Book),
        (Game::Gomoku(was), Game::Gomoku(is)) if was.rules().opening.exchanges_colors() => {
            of_exchange(was, mv, is)
        }
        (Game::Gomoku(_), _) if after.ply() <= named_stones => Standard::Exempt(Exemption::Book),
        _ => Standard::Advantage,
    }
}

fn is_in_book(game: &xiangqi::Game, mv: Move) -> bool {
    xiangqi::Move::try_from(mv)
        .is_ok_and(|mv| Book::get().moves(game.position()).iter().any(|&(known, _)| known == mv))
}

/// In an opening protocol in which the players may exchange colors.
fn of_exchange(before: &gomoku::Game, mv: Move, after: &gomoku::Game) -> Standard {
    match (before.phase(), after.phase(), gomoku::Move::try_from(mv)) {
        (Phase::Play, ..) => Standard::Advantage,
        (Phase::Put { actor, .. }, Phase::Choose { actor: chooser, .. }, _) if actor != chooser => {
            Standard::Balance
        }
        (Phase::Choose { actor, .. }, Phase::Play, Ok(gomoku::Move::Choice(choice))) => match choice {
            Choice::Stay => Standard::Color(*actor),
            Choice::Swap => Standard::Color(actor.other()),
            _ => Standard::Exempt(Exemption::Opening),
        },
        _ => Standard::Exempt(Exemption::Opening),
    }
}

/// How many of the first stones make an opening with a name: three in the openings of Renju.
pub fn named_stones(game: &Game) -> usize {
    const STONES: usize = 3;
    let is_named = matches!(game, Game::Gomoku(_))
        && game.prefixes().nth(STONES).is_some_and(|prefix| openings::name(&prefix).is_some());
    if is_named { STONES } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Options, Ruleset};

    /// By what the last of these moves is judged.
    fn standard(options: &Options, fen: Option<&str>, moves: &[&str]) -> Standard {
        let mut game = Game::new(options, fen).unwrap();
        let (last, earlier) = moves.split_last().unwrap();
        for text in earlier {
            game.play_text(text).unwrap();
        }
        let before = game.clone();
        game.play_text(last).unwrap();
        standard_of(&before, *game.moves().last().unwrap(), &game, named_stones(&game))
    }

    fn in_xiangqi(moves: &[&str]) -> Standard {
        standard(&Options::defaults(Ruleset::Xiangqi), None, moves)
    }

    fn with_opening(opening: gomoku::Opening) -> Options {
        match Options::defaults(Ruleset::Gomoku) {
            Options::Gomoku(options) => Options::Gomoku(gomoku::Options { opening, ..options }),
            other => other,
        }
    }

    #[test]
    fn moves_of_the_book_are_exempt_and_others_are_not() {
        let book = Standard::Exempt(Exemption::Book);
        assert_eq!(in_xiangqi(&["h2e2"]), book);
        assert_eq!(in_xiangqi(&["h2e2", "h9g7"]), book);
        assert_eq!(in_xiangqi(&["a0a1"]), Standard::Advantage);
    }

    #[test]
    fn the_only_legal_move_is_exempt() {
        let options = Options::defaults(Ruleset::Xiangqi);
        let fen = "3k1r3/9/9/9/9/9/9/9/4r4/4K4 w";
        assert_eq!(standard(&options, Some(fen), &["e0e1"]), Standard::Exempt(Exemption::Forced));
    }

    #[test]
    fn a_stone_before_a_choice_of_colors_is_judged_by_the_balance() {
        let swap = with_opening(gomoku::Opening::Swap);
        let opening = Standard::Exempt(Exemption::Opening);
        assert_eq!(standard(&swap, None, &["h8", "i9"]), opening);
        assert_eq!(standard(&swap, None, &["h8", "i9", "j8"]), Standard::Balance);
        let chosen = |choice| standard(&swap, None, &["h8", "i9", "j8", choice]);
        assert_eq!(chosen("stay"), Standard::Color(Side::Second));
        assert_eq!(chosen("swap"), Standard::Color(Side::First));
        assert_eq!(standard(&swap, None, &["h8", "i9", "j8", "stay", "g7"]), Standard::Advantage);
    }

    #[test]
    fn an_opening_without_an_exchange_of_colors_is_judged_by_the_advantage() {
        let pro = with_opening(gomoku::Opening::Pro);
        assert_eq!(standard(&pro, None, &["h8", "h9"]), Standard::Advantage);
    }

    #[test]
    fn the_three_stones_of_an_opening_of_renju_are_exempt() {
        let renju = Options::defaults(Ruleset::Renju);
        for count in 1..=3 {
            assert_eq!(named_stones_standard(&renju, count), Standard::Exempt(Exemption::Book), "{count}");
        }
        assert_eq!(standard(&renju, None, &["h8", "h9", "h10", "a1"]), Standard::Advantage);
    }

    /// By what a stone of a game is judged whose first three stones have a name.
    fn named_stones_standard(options: &Options, count: usize) -> Standard {
        let mut game = Game::new(options, None).unwrap();
        for text in ["h8", "h9", "h10", "g7"] {
            game.play_text(text).unwrap();
        }
        let mut prefixes = game.prefixes();
        let before = prefixes.nth(count - 1).unwrap();
        let after = prefixes.next().unwrap();
        standard_of(&before, game.moves()[count - 1], &after, named_stones(&game))
    }
}
