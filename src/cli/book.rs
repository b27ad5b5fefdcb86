use super::{Error, StartArgs};
use crate::engine::xiangqi::book::{Book, Recipe, build};
use crate::rules::{Game, Referee};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct BookArgs {
    #[command(flatten)]
    start: StartArgs,
    /// Makes the book anew, from the lines people play, deep searches and games of the engine against itself. It becomes
    /// part of the program when that is built again.
    #[arg(long, conflicts_with_all = ["ruleset", "fen", "moves"])]
    rebuild: bool,
    /// Where the new book is written.
    #[arg(long, default_value = "src/engine/xiangqi/book/lines.txt", requires = "rebuild")]
    out: PathBuf,
    #[command(flatten)]
    recipe: RecipeArgs,
}

#[derive(Debug, Args)]
#[group(id = "recipe", requires = "rebuild")]
struct RecipeArgs {
    /// How long the lines may be.
    #[arg(long, default_value_t = Recipe::default().plies)]
    plies: usize,
    /// How many positions are to have an answer.
    #[arg(long, default_value_t = Recipe::default().positions)]
    positions: usize,
    /// Nodes of the search of each.
    #[arg(long, default_value_t = Recipe::default().nodes)]
    nodes: u64,
    /// Games of the engine against itself.
    #[arg(long, default_value_t = Recipe::default().games)]
    games: usize,
    /// Nodes of each of their moves.
    #[arg(long, default_value_t = Recipe::default().game_nodes)]
    game_nodes: u64,
    #[arg(long, default_value_t = Recipe::default().seed)]
    seed: u64,
}

pub fn book(args: &BookArgs, out: &mut impl Write) -> Result<(), Error> {
    if args.rebuild { rebuild(args, out) } else { show(args, out) }
}

/// Prints the moves that the book knows in a position, each with how often it is chosen.
fn show(args: &BookArgs, out: &mut impl Write) -> Result<(), Error> {
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

fn rebuild(args: &BookArgs, out: &mut impl Write) -> Result<(), Error> {
    let &RecipeArgs { plies, positions, nodes, games, game_nodes, seed } = &args.recipe;
    let recipe = Recipe { plies, positions, nodes, games, game_nodes, seed };
    let mut searched = 0;
    let mut printed = Ok(());
    let lines = build(&recipe, &mut |game, moves| {
        searched += 1;
        let line: Vec<String> = game.moves().into_iter().map(|mv| game.coordinates(mv)).collect();
        // The book is made whether or not somebody watches.
        if printed.is_ok() {
            printed = writeln!(out, "{searched} [{}]: {moves}", line.join(" "));
        }
    });
    fs::write(&args.out, lines).map_err(|error| format!("{}: {error}", args.out.display()))?;
    printed?;
    writeln!(out, "written to {}", args.out.display())?;
    Ok(())
}
