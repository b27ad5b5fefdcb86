//! Reads moves of Xiangqi in the short algebraic notation of chess programs, such as `Cbe2`, `Rxb9` or `exe5`: XBoard counts
//! the ranks from 0, Pychess from 1.

use crate::rules::xiangqi::{Game, IllegalMove, Move, Role, Square};
use crate::rules::{MoveError, shortened};

/// A move: its piece, what is said of the point where it starts, and the point where it ends.
struct San {
    role: Role,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
}

/// Whether a word can be a move of a piece other than a soldier, which five in a row does not have.
pub(super) fn names_a_piece(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_uppercase() && role(letter).is_some())
        && [0, 1].into_iter().any(|first_rank| split(text, first_rank).is_some())
}

fn role(letter: char) -> Option<Role> {
    Some(match letter {
        'K' | 'G' => Role::General,
        'A' => Role::Advisor,
        'E' | 'B' => Role::Elephant,
        'H' | 'N' => Role::Horse,
        'R' => Role::Rook,
        'C' => Role::Cannon,
        'P' | 'S' => Role::Soldier,
        _ => return None,
    })
}

/// Takes a move apart. `first_rank` is the number of the first rank.
fn split(text: &str, first_rank: u8) -> Option<San> {
    let text = text.trim_end_matches(['+', '#']);
    let (role, rest) = match text.chars().next().and_then(role) {
        Some(role) => (role, &text[1..]),
        None => (Role::Soldier, text),
    };
    let file_at = rest.rfind(|letter: char| letter.is_ascii_lowercase() && letter != 'x')?;
    let (from, to) = rest.split_at(file_at);
    let file = |letter: u8| Some(letter.wrapping_sub(b'a')).filter(|&file| file < Square::FILES);
    let rank = |digits: &str| {
        // A number may have a sign, which stands for something else here.
        let digits = Some(digits).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
        let rank = digits.parse::<u8>().ok()?.checked_sub(first_rank)?;
        (rank < Square::RANKS).then_some(rank)
    };
    let to = Square::new(file(to.as_bytes()[0])?, rank(&to[1..])?);
    let from = from.strip_suffix(['x', '-']).unwrap_or(from);
    let (from_file, digits) = match from.as_bytes().first().copied().and_then(file) {
        Some(file) => (Some(file), &from[1..]),
        None => (None, from),
    };
    let from_rank = if digits.is_empty() { None } else { Some(rank(digits)?) };
    Some(San { role, file: from_file, rank: from_rank, to })
}

/// Reads a legal move. None if the text has another form.
pub(super) fn read(game: &Game, text: &str, first_rank: u8) -> Option<Result<Move, MoveError>> {
    let San { role, file, rank, to } = split(text, first_rank)?;
    let position = game.position();
    let is_meant = |mv: &Move| {
        mv.to() == to
            && position.piece_at(mv.from()).is_some_and(|piece| piece.role == role)
            && file.is_none_or(|file| mv.from().file() == file)
            && rank.is_none_or(|rank| mv.from().rank() == rank)
    };
    let mut meant: Vec<Move> = position.legal_moves().into_iter().filter(is_meant).collect();
    // A soldier without a file stays on it, as a pawn does.
    if role == Role::Soldier && file.is_none() && meant.len() > 1 {
        meant.retain(|mv| mv.from().file() == to.file());
    }
    Some(match meant[..] {
        [mv] => Ok(mv),
        [] => Err(IllegalMove::LeadsNowhere { text: shortened(text).to_owned(), role }.into()),
        _ => Err(MoveError::Ambiguous {
            input: shortened(text).to_owned(),
            candidates: meant.iter().map(Move::to_string).collect(),
        }),
    })
}
