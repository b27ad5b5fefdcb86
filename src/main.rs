use clap::Parser;
use duiyi::cli::{self, Cli, Error};
use std::io;
use std::process::ExitCode;

/// One thread often allocates what another thread frees. The C library's allocator takes a lock for that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if let Err(missing) = cli::check_processor() {
        eprintln!("duiyi: {missing}");
        return ExitCode::FAILURE;
    }
    match Cli::parse_from(cli::arguments(std::env::args_os())).run(&mut io::stdout()) {
        Err(error) if !is_broken_pipe(&error) => {
            eprintln!("duiyi: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Whether the reader of the output closed the pipe early, as `head` does.
fn is_broken_pipe(error: &Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
