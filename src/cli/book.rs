use super::{Error, StartArgs};
use crate::engine::xiangqi::Book;
use crate::rules::{Game, Referee};
use clap::Args;
use std::io::Write;

#[derive(Debug, Args)]
pub struct BookArgs {
    #[command(flatten)]
    start: StartArgs,
}

/// Prints the book moves of a position, each with its probability.
pub fn book(args: &BookArgs, out: &mut impl Write) -> Result<(), Error> {
    let Game::Xiangqi(game) = args.start.game()? else {
        return Err("expected --ruleset xiangqi: the others have no book".into());
    };
    let book = Book::get();
    let mut moves = book.moves(game.position());
    moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
    let whole: u32 = moves.iter().map(|&(_, weight)| weight).sum();
    writeln!(out, "{}", game.fen())?;
    for (mv, weight) in &moves {
        let text = game.describe((*mv).into());
        let share = 100.0 * f64::from(*weight) / f64::from(whole);
        writeln!(out, "{} {} {share:.1} %", text.coordinates, text.chinese.unwrap_or_default())?;
    }
    if moves.is_empty() {
        writeln!(out, "the book knows no move here")?;
    }
    writeln!(out, "positions {}", book.positions())?;
    Ok(())
}
