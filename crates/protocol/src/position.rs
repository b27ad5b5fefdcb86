//! The command `position`, which UCI and UCCI share.

use super::FirstRank;
use duiyi_rules::xiangqi::{Game, Move, Options, START_FEN};
use duiyi_rules::{self as rules, MoveError, Referee, Ruleset};

/// These options without the limit on plies without a capture. The interface is the referee and may go on after that limit.
pub fn without_limit(options: Options) -> Options {
    Options { no_capture_limit: 0, ..options }
}

/// The game at the start position.
pub fn start(options: Options) -> Game {
    Game::new(without_limit(options), None).expect("the start position is valid")
}

/// Reads the words after `position`: `startpos` or `fen` and a FEN, then perhaps `moves` and moves.
///
/// # Errors
/// A message about the first error, which names the move and its number.
pub fn read(words: &[&str], options: Options, ranks: FirstRank) -> Result<Game, String> {
    let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (setup, moves) = words.split_at(moves_at);
    let fen = match setup {
        ["startpos"] => START_FEN.to_owned(),
        ["fen", fen @ ..] if !fen.is_empty() => fen.join(" "),
        _ => return Err(format!("expected startpos or fen and a FEN, got {:?}", setup.join(" "))),
    };
    let mut game = Game::new(without_limit(options), Some(&fen)).map_err(|error| error.to_string())?;
    for (ply, &word) in moves.iter().skip(1).enumerate() {
        let played = read_move(&game, word, ranks).and_then(|mv| play(&mut game, mv));
        played.map_err(|error| format!("move {} ({word}): {error}", ply + 1))?;
    }
    play_on(&mut game);
    Ok(game)
}

/// Reads a legal move. Accepts it even if the game is over by our rules, for example after a repetition, because the interface
/// may play on.
///
/// # Errors
/// If the text is no move or the move is not legal.
pub fn read_move(game: &Game, word: &str, ranks: FirstRank) -> Result<rules::Move, MoveError> {
    let text = ranks.read(word).unwrap_or_else(|| word.to_owned());
    game.parse(&text).or_else(|error| {
        let mv = Ruleset::Xiangqi.read_coordinates(&text);
        let is_legal = |mv: &rules::Move| Move::try_from(*mv).is_ok_and(|mv| game.position().is_legal(mv));
        mv.filter(is_legal).ok_or(error)
    })
}

/// Plays a move that [`read_move`] has read. If the game is over by our rules, starts a new game at the position after the move.
fn play(game: &mut Game, mv: rules::Move) -> Result<(), MoveError> {
    let over = match game.play(mv) {
        Err(over @ MoveError::GameOver(_)) => over,
        result => return result,
    };
    let Ok(xiangqi_move) = Move::try_from(mv) else { return Err(over) };
    let mut position = game.position().clone();
    position.make_move(xiangqi_move);
    *game = Game::new(game.rules(), Some(&position.to_string())).map_err(|_| over)?;
    Ok(())
}

/// If the game is over by our rules but the side to move has a legal move, starts a new game at the current position: the
/// interface expects a move.
fn play_on(game: &mut Game) {
    if game.outcome().is_some()
        && !game.position().legal_moves().is_empty()
        && let Ok(fresh) = Game::new(game.rules(), Some(&game.fen()))
    {
        *game = fresh;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_words(text: &str) -> Result<Game, String> {
        read(&text.split_whitespace().collect::<Vec<_>>(), Options::default(), FirstRank::Zero)
    }

    #[test]
    fn a_position_is_read_with_its_moves() {
        let game = read_words("startpos moves h2e2 h9g7").unwrap();
        assert_eq!(game.ply(), 2);
        let game = read_words("fen 3k5/9/9/9/9/9/9/9/9/4K3R w moves i0i9").unwrap();
        assert!(game.in_check());
        let words = ["startpos", "moves", "h3e3", "h10g8"];
        assert_eq!(read(&words, Options::default(), FirstRank::One).unwrap().ply(), 2);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, expected) in [
            ("", "expected startpos or fen"),
            ("fen", "expected startpos or fen"),
            ("fen 9/9 w", "expected 10 ranks"),
            ("startpos moves h2e2 h2e2", "move 2 (h2e2): there is no piece"),
            ("startpos moves h2e2 castle", "move 2 (castle): \"castle\" is not a move"),
            ("fen 3k4R/7R1/9/9/9/9/9/9/9/4K4 b moves d9d8", "move 1 (d9d8): the game is over"),
        ] {
            let error = read_words(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn the_interface_may_play_on_after_a_repetition() {
        let round = "b0c2 b9c7 c2b0 c7b9 ";
        let game = read_words(&format!("startpos moves {}h2e2", round.repeat(5))).unwrap();
        assert!(game.fen().contains("1C2C4"), "{}", game.fen());
        let game = read_words(&format!("startpos moves {}", round.repeat(2))).unwrap();
        assert_eq!(game.legal_moves().len(), 44);
    }

    #[test]
    fn the_interface_may_play_on_after_the_last_piece_that_attacks() {
        let game = read_words("fen 3k5/9/9/9/9/9/9/9/4p4/4K4 w moves e0e1 d9d8 e1e0").unwrap();
        assert_eq!(game.fen(), "9/3k5/9/9/9/9/9/9/9/4K4 b - - 2 2");
        assert!(game.outcome().is_some());
    }
}
