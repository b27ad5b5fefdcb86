//! The lab: tools that measure the engines' strength and fit their evaluations. Not part of the service.

mod adam;
mod adjudicate;
mod book;
mod convert;
mod design;
mod engine;
mod gomoku;
mod judge;
mod ladder;
mod matches;
mod minimax;
mod newcomer;
mod openings;
mod play;
mod portions;
mod puzzles;
mod round_robin;
mod sample;
mod scale;
mod selfplay;
mod spsa;
mod stats;
mod tables;
mod threads;
mod time_control;
mod train;
mod tune_level;
mod vectors;

use std::process::ExitCode;

use clap::Parser;

/// Measures the engines' strength and makes the data that they are fitted to.
#[derive(Debug, Parser)]
enum Command {
    Agreement(judge::AgreementArgs),
    Book(book::Args),
    Convert(convert::Args),
    Design(design::Args),
    Judge(judge::Args),
    Ladder(ladder::Args),
    Match(matches::Args),
    Puzzles(puzzles::Args),
    RoundRobin(round_robin::Args),
    Selfplay(selfplay::Args),
    Spsa(spsa::Args),
    Tables(tables::Args),
    Train(train::Args),
    TuneLevel(tune_level::Args),
    GomokuGeneration(gomoku::generation::Args),
    GomokuJudge(gomoku::judge::Args),
    GomokuOpenings(gomoku::openings::Args),
    GomokuSelfplay(gomoku::selfplay::Args),
    GomokuTune(gomoku::tune::Args),
    GomokuProblems(gomoku::problems::Args),
    GomokuSolve(gomoku::solve::Args),
    GomokuTables(gomoku::tables::Args),
    GomokuTrain(gomoku::train::Args),
}

fn main() -> ExitCode {
    match run(Command::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn std::error::Error>> {
    match command {
        Command::Agreement(args) => judge::run_agreement(&args),
        Command::Book(args) => book::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Design(args) => design::run(&args),
        Command::Judge(args) => judge::run(&args),
        Command::Ladder(args) => ladder::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::RoundRobin(args) => round_robin::run(&args),
        Command::Spsa(args) => spsa::run(&args),
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Tables(args) => tables::run(&args),
        Command::Train(args) => train::run(&args),
        Command::TuneLevel(args) => tune_level::run(&args),
        Command::GomokuGeneration(args) => gomoku::generation::run(&args),
        Command::GomokuJudge(args) => gomoku::judge::run(&args),
        Command::GomokuOpenings(args) => gomoku::openings::run(&args),
        Command::GomokuSelfplay(args) => gomoku::selfplay::run(&args),
        Command::GomokuTune(args) => gomoku::tune::run(&args),
        Command::GomokuProblems(args) => gomoku::problems::run(&args),
        Command::GomokuSolve(args) => gomoku::solve::run(&args),
        Command::GomokuTables(args) => gomoku::tables::run(&args),
        Command::GomokuTrain(args) => gomoku::train::run(&args),
    }
}
