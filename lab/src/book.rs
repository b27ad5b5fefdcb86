//! Rebuilds the opening book of Xiangqi.

mod build;

use build::{Recipe, build};
use duiyi_rules::Referee;
use std::fs;
use std::path::PathBuf;

/// Rebuilds the opening book of Xiangqi from the lines people play, deep searches and games of the engine against itself.
/// The book becomes part of the program at the next build.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where the book is written.
    #[arg(long, default_value = "crates/engine/src/xiangqi/book/lines.txt")]
    out: PathBuf,
    #[command(flatten)]
    recipe: Recipe,
}

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let mut searched = 0;
    let lines = build(&args.recipe, &mut |game, moves| {
        searched += 1;
        let line: Vec<String> = game.moves().into_iter().map(|mv| game.coordinates(mv)).collect();
        println!("{searched} [{}]: {moves}", line.join(" "));
    });
    fs::write(&args.out, lines).map_err(|error| format!("{}: {error}", args.out.display()))?;
    println!("written: {}", args.out.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::build::PEOPLE;
    use super::*;
    use duiyi_engine::xiangqi::Book;
    use duiyi_rules::xiangqi::{Game, Options};

    #[test]
    fn the_book_is_written_to_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let recipe = Recipe { plies: 2, positions: 2, nodes: 300, games: 1, game_nodes: 20, seed: 1 };
        let out = folder.path().join("lines.txt");
        run(&Args { out: out.clone(), recipe }).unwrap();
        let book = fs::read_to_string(&out).unwrap();
        assert!(book.lines().count() > 3, "{book}");
        assert!(book.lines().skip(1).all(|line| matches!(line.split(' ').count(), 2 | 3)), "{book}");
        let out = folder.path().join("missing").join("lines.txt");
        assert!(run(&Args { out, recipe }).unwrap_err().to_string().contains("lines.txt"));
    }

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(Options::default(), None).unwrap();
        for text in moves {
            game.play(game.parse(text).unwrap()).unwrap();
        }
        game
    }

    /// The engine's book knows the likeliest line after each first move of people's, and after each answer of theirs
    /// that holds.
    #[test]
    fn the_openings_of_human_games_are_covered() {
        let book = Book::get();
        let follow = |opening: &[&str]| {
            let mut game = game(opening);
            while let Some((mv, _)) = book.moves(game.position()).into_iter().max_by_key(|known| known.1) {
                game.play(mv.into()).unwrap();
            }
            game.moves().len()
        };
        for line in PEOPLE.lines().filter(|line| !line.starts_with('#')) {
            let moves: Vec<&str> = line.split_whitespace().skip(1).take(2).collect();
            let knows = |before: &[&str], mv: &str| {
                book.moves(game(before).position()).iter().any(|(known, _)| known.to_string() == mv)
            };
            assert!(knows(&[], moves[0]) && follow(&moves[..1]) >= 10, "{line}");
            assert!(!knows(&moves[..1], moves[1]) || follow(&moves) >= 6, "{line}: {}", follow(&moves));
        }
    }
}
