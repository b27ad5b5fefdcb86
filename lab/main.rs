//! The lab: what measures the engines' strength. Not part of the service.

mod engine;
mod matches;
mod minimax;
mod openings;
mod play;
mod selfplay;
mod stats;

use clap::Parser;

/// Measures the engines' strength and makes the data they are fitted to.
#[derive(Debug, Parser)]
enum Command {
    Match(matches::Args),
    Selfplay(selfplay::Args),
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match Command::parse() {
        Command::Match(args) => matches::run(&args),
        Command::Selfplay(args) => selfplay::run(&args),
    }
}
