use clap::Parser;
use duiyi::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(missing) = duiyi::cli::check_processor() {
        eprintln!("duiyi: {missing}");
        return ExitCode::FAILURE;
    }
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("duiyi: {error}");
            ExitCode::FAILURE
        }
    }
}
