//! One generation of the network of five in a row: games of all its rulesets, then training on them.

use super::{selfplay, train};
use duiyi_rules::Ruleset;
use std::fs;
use std::path::{Path, PathBuf};

/// Plays games of all rulesets by the engine of this build, then trains a network on them.
///
/// The folder gets a file of games for each ruleset, `weights.bin`, and `recipe.txt` with the arguments. An interrupted run goes
/// on if its arguments are the same, but for the threads: it keeps the games that are there, and trains again from the start unless the training had
/// finished.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long)]
    folder: PathBuf,
    /// Games that are played at the same time, and threads of the training.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    #[command(flatten)]
    recipe: Recipe,
}

/// What makes the games and the network the same again.
#[derive(Debug, clap::Args)]
struct Recipe {
    /// Games of all rulesets together.
    #[arg(long, default_value_t = 20_000)]
    games: u64,
    /// Nodes per move.
    #[arg(long, default_value_t = 3_000)]
    nodes: u64,
    /// The percentage of moves after which a position of the search tree is searched as well.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=100))]
    tree_percent: u32,
    /// The shares of Gomoku, standard Gomoku and Renju, in percent of the games.
    #[arg(long, value_delimiter = ',', num_args = 3, default_values_t = [45, 10, 45])]
    shares: Vec<u64>,
    /// Games of earlier generations to train on as well, each as RULESET:PATH.
    #[arg(long, num_args = 1..)]
    earlier: Vec<String>,
    #[command(flatten)]
    training: train::Settings,
}

const RULESETS: [Ruleset; 3] = [Ruleset::Gomoku, Ruleset::GomokuStandard, Ruleset::Renju];

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let Args { folder, threads, recipe } = args;
    fs::create_dir_all(folder)?;
    keep_recipe(folder, &format!("{recipe:#?}\n"))?;
    let mut games = recipe.earlier.clone();
    for (ruleset, share) in RULESETS.into_iter().zip(&recipe.shares) {
        let out = folder.join(format!("{}.txt", ruleset.name()));
        games.push(format!("{}:{}", ruleset.name(), out.display()));
        selfplay::run(&selfplay::Args {
            ruleset,
            out,
            nodes: recipe.nodes,
            games: recipe.games * share / 100,
            tree_percent: recipe.tree_percent,
            seed: recipe.training.seed,
            concurrency: *threads,
        })?;
    }
    let (unfinished, weights) = (folder.join("weights.bin.unfinished"), folder.join("weights.bin"));
    if !weights.exists() {
        let settings = recipe.training.clone();
        train::run(&train::Args { games, out: unfinished.clone(), threads: *threads, settings })?;
        fs::rename(unfinished, weights)?;
    }
    Ok(())
}

/// Writes the recipe into the folder of a new generation.
///
/// # Errors
/// If the folder holds a generation made by another recipe.
fn keep_recipe(folder: &Path, recipe: &str) -> Result<(), String> {
    let path = folder.join("recipe.txt");
    match fs::read_to_string(&path) {
        Ok(known) if known == recipe => Ok(()),
        Ok(known) => Err(format!(
            "{} holds a generation made with other arguments; choose another folder, or these arguments:\n{known}",
            folder.display()
        )),
        Err(_) => fs::write(&path, recipe).map_err(|error| format!("{}: {error}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_keeps_to_the_arguments_of_its_first_run() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(keep_recipe(folder.path(), "games: 5"), Ok(()));
        assert_eq!(keep_recipe(folder.path(), "games: 5"), Ok(()));
        assert!(keep_recipe(folder.path(), "games: 6").unwrap_err().ends_with("games: 5"));
    }
}
