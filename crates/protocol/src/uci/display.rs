//! What the commands `d` and `go perft` print, in the form in which Stockfish and Pikafish print it: neither is part of UCI, but
//! programs that look for the position or its legal moves read it.

use crate::FirstRank;
use duiyi_rules::Referee;
use duiyi_rules::xiangqi::{Game, Position, divide};

/// The board with Red below, then the position's FEN, its key and the squares of the pieces that give check.
pub fn board(game: &Game, ranks: FirstRank) -> String {
    let (fen, position) = (game.fen(), game.position());
    let border = format!(" +{}", "---+".repeat(9));
    let mut lines = vec![String::new(), border.clone()];
    let placement = fen.split(' ').next().unwrap_or_default();
    for (row, rank) in placement.split('/').zip((0..10).rev()) {
        let squares: String = row.chars().flat_map(squares).map(|piece| format!(" {piece} |")).collect();
        let number = ranks.write(rank.to_string());
        lines.extend([format!(" |{squares} {number}"), border.clone()]);
    }
    let checkers = position.checkers().into_iter().map(|square| ranks.write(square.to_string()));
    lines.extend([
        "   a   b   c   d   e   f   g   h   i".to_owned(),
        String::new(),
        format!("Fen: {fen}"),
        format!("Key: {:016X}", position.key()),
        format!("Checkers: {}", checkers.collect::<Vec<_>>().join(" ")),
    ]);
    lines.join("\n")
}

/// The squares that a letter of a FEN stands for.
fn squares(letter: char) -> impl Iterator<Item = char> {
    let (piece, count) = letter.to_digit(10).map_or((letter, 1), |empty| (' ', empty as usize));
    std::iter::repeat_n(piece, count)
}

/// The number of leaf nodes below each legal move, and their sum.
pub fn perft(position: &Position, depth: u32, ranks: FirstRank) -> String {
    let counts = divide(&mut position.clone(), depth);
    let sum: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
    let lines = counts.into_iter().map(|(mv, nodes)| format!("{}: {nodes}\n", ranks.write(mv.to_string())));
    format!("{}\nNodes searched: {sum}\n", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;
    use duiyi_rules::xiangqi::Options;

    #[test]
    fn the_board_is_shown_with_its_fen_and_the_pieces_that_give_check() {
        let fen = "3k4R/7R1/9/9/9/9/9/9/9/4K4 b - - 3 8";
        let words: Vec<&str> = ["fen"].into_iter().chain(fen.split(' ')).collect();
        let game = position::read(&words, Options::default(), FirstRank::Zero).unwrap();
        let shown = board(&game, FirstRank::One);
        assert!(shown.contains("\n |   |   |   | k |   |   |   |   | R | 10\n"), "{shown}");
        assert!(shown.contains("\n |   |   |   |   | K |   |   |   |   | 1\n"), "{shown}");
        assert!(shown.contains(&format!("\nFen: {fen}\nKey: ")), "{shown}");
        assert!(shown.ends_with("\nCheckers: i10"), "{shown}");
    }

    #[test]
    fn perft_counts_the_leaf_nodes_of_each_move() {
        let start = position::start(Options::default());
        let counts = perft(start.position(), 2, FirstRank::Zero);
        assert!(counts.contains("h2e2: 4"), "{counts}");
        assert!(counts.ends_with("\n\nNodes searched: 1920\n"), "{counts}");
        let counts = perft(start.position(), 1, FirstRank::One);
        assert!(counts.starts_with("a1a2: 1\n") && counts.contains("\nNodes searched: 44\n"), "{counts}");
    }
}
