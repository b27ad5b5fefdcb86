//! The command line.

mod analyse;
mod book;
mod bot;
mod files;
mod mcp;
mod names;
mod serve;
mod solve;

use crate::config::LogFormat;
use crate::engine::bench;
use crate::protocol::{piskvork, ucci, uci};
use crate::rules::{Game, Options, Ruleset, gomoku, xiangqi};
use clap::{Args, Parser, Subcommand};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Instant;

pub use names::arguments;

pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// A game server for Xiangqi, Gomoku, Renju and Caro with its own engines.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the HTTP API until SIGTERM or Ctrl-C.
    Serve(ServeArgs),
    /// Check that a running server answers, for container health checks; exits with 0 if it does.
    Healthcheck(HealthcheckArgs),
    /// Copy the file of a server, running or not, and check the copy.
    Backup(files::BackupArgs),
    /// Check a file of games; prints how many games are playing, finished and unreadable.
    Check(files::CheckArgs),
    /// Return the free space of a file of games to the disk; prints its sizes before and after in bytes.
    Compact(files::CompactArgs),
    /// Print the games of a file, each as a line of JSON.
    Export(files::ExportArgs),
    /// Search a position; prints each completed depth, then the best move.
    Analyse(analyse::AnalyseArgs),
    /// Prove or refute a win by continuous fours (VCF) or threats (VCT) for the side to move in Gomoku, Renju or Caro.
    Solve(solve::SolveArgs),
    /// Show the moves of the Xiangqi opening book in a position.
    Book(book::BookArgs),
    /// Count the leaf nodes of the legal move tree; prints the count below each root move, the speed, and `nodes N` last.
    Perft(PerftArgs),
    /// Search fixed positions; prints `nodes N`, a checksum of search behavior, and `nps N` last.
    Bench,
    /// Let a program that speaks UCI, UCCI or the Gomocup protocol play a side of a game on a server.
    Bot(bot::BotArgs),
    /// Offer the API to an agent as tools of the Model Context Protocol on standard input and output.
    Mcp(mcp::McpArgs),
    /// Speak UCI on standard input and output, for Xiangqi GUIs and match runners.
    ///
    /// The program does so without arguments if its file's name begins with duiyi-uci: see install-links.
    Uci,
    /// Speak UCCI on standard input and output, for Xiangqi GUIs and match runners.
    ///
    /// The program does so without arguments if its file's name begins with duiyi-ucci: see install-links.
    Ucci,
    /// Speak the Gomocup protocol on standard input and output, for Gomoku GUIs such as Piskvork.
    ///
    /// The program does so without arguments if its file's name begins with pbrain-: see install-links.
    Piskvork,
    /// Make the links duiyi-uci, duiyi-ucci and pbrain-duiyi to this program, for GUIs that start a program by its file
    /// alone.
    InstallLinks(names::LinksArgs),
}

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The address and port to listen on; 127.0.0.1:8080 by default.
    #[arg(long, value_name = "ADDR:PORT")]
    pub listen: Option<SocketAddr>,
    /// A settings file (optional); duiyi.toml in the source repository lists every setting.
    #[arg(long, value_name = "FILE", env = "DUIYI_CONFIG")]
    pub config: Option<PathBuf>,
    /// The log filter, such as info or debug.
    #[arg(long)]
    pub log: Option<String>,
    /// The log format.
    #[arg(long, value_enum)]
    pub log_format: Option<LogFormat>,
}

#[derive(Debug, Args)]
pub struct HealthcheckArgs {
    /// The server's address; the `listen` setting by default.
    #[arg(long, value_name = "ADDR:PORT")]
    pub listen: Option<SocketAddr>,
    #[arg(long, value_name = "FILE", env = "DUIYI_CONFIG")]
    pub config: Option<PathBuf>,
}

/// The arguments that set up a position.
#[derive(Debug, Args)]
struct StartArgs {
    /// The ruleset.
    #[arg(long, default_value = "xiangqi")]
    ruleset: Ruleset,
    /// The position as FEN. Default: the start position.
    #[arg(long)]
    fen: Option<String>,
    /// Moves to play from the position, in any notation.
    #[arg(long, num_args = 0..)]
    moves: Vec<String>,
}

impl StartArgs {
    fn game(&self) -> Result<Game, Error> {
        let mut game = Game::new(&Options::defaults(self.ruleset), self.fen.as_deref())?;
        for (index, text) in self.moves.iter().enumerate() {
            game.play_text(text).map_err(|error| format!("ply {}: {error}", index + 1))?;
        }
        Ok(game)
    }
}

#[derive(Debug, Args)]
struct PerftArgs {
    /// The ruleset.
    #[arg(long, default_value = "xiangqi")]
    ruleset: Ruleset,
    /// The position as FEN. Default: the start position.
    #[arg(long)]
    fen: Option<String>,
    /// The depth in plies.
    #[arg(long, default_value_t = 5)]
    depth: u32,
}

impl Cli {
    /// Runs the command and writes its output to `out`. Only UCI and UCCI ignore `out`: their search thread writes to
    /// standard output.
    ///
    /// # Errors
    /// When the command fails. The message is meant for the user.
    pub fn run(self, out: &mut impl Write) -> Result<(), Error> {
        match self.command {
            Command::Serve(args) => serve::serve(args),
            Command::Healthcheck(args) => serve::healthcheck(&args),
            Command::Backup(args) => files::backup(&args, out),
            Command::Check(args) => files::check(&args, out),
            Command::Compact(args) => files::compact(&args, out),
            Command::Export(args) => files::export(&args, out),
            Command::Analyse(args) => analyse::analyse(&args, out),
            Command::Solve(args) => solve::solve(&args, out),
            Command::Book(args) => book::book(&args, out),
            Command::Bot(args) => bot::bot(&args, out),
            Command::Mcp(args) => mcp::mcp(&args),
            Command::Perft(args) => perft(&args, out),
            Command::Bench => {
                let report = bench::run_blocking();
                writeln!(out, "nodes {}", report.nodes)?;
                writeln!(out, "nps {:.0}", report.nodes as f64 / report.time.as_secs_f64())?;
                Ok(())
            }
            Command::Piskvork => Ok(piskvork::run_blocking(io::stdin().lock(), out)?),
            Command::Uci => Ok(uci::run_blocking(io::stdin().lock(), io::stdout())?),
            Command::Ucci => Ok(ucci::run_blocking(io::stdin().lock(), io::stdout())?),
            Command::InstallLinks(args) => names::install_links(&args, out),
        }
    }
}

fn perft(args: &PerftArgs, out: &mut impl Write) -> Result<(), Error> {
    let started = Instant::now();
    let divide: Vec<(String, u64)> = match Game::new(&Options::defaults(args.ruleset), args.fen.as_deref())? {
        Game::Xiangqi(game) => {
            let divide = xiangqi::divide(&mut game.position().clone(), args.depth);
            divide.into_iter().map(|(mv, nodes)| (mv.to_string(), nodes)).collect()
        }
        Game::Gomoku(game) => {
            let divide = gomoku::divide(&game, args.depth);
            divide.into_iter().map(|(mv, nodes)| (mv.to_string(), nodes)).collect()
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    for (mv, nodes) in &divide {
        writeln!(out, "{mv} {nodes}")?;
    }
    let nodes = if args.depth == 0 { 1 } else { divide.iter().map(|(_, nodes)| nodes).sum() };
    writeln!(out, "nps {:.0}", nodes as f64 / seconds.max(1e-9))?;
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}

/// Checks that the processor has the instructions this build uses.
///
/// # Errors
/// When one is missing. The message names it.
pub fn check_processor() -> Result<(), String> {
    #[cfg(target_arch = "x86_64")]
    {
        let needed = [
            ("avx2", std::arch::is_x86_feature_detected!("avx2")),
            ("bmi2", std::arch::is_x86_feature_detected!("bmi2")),
            ("popcnt", std::arch::is_x86_feature_detected!("popcnt")),
        ];
        if let Some((name, _)) = needed.iter().find(|(_, there)| !there) {
            return Err(format!(
                "this build needs an x86-64-v3 processor (2013 or later), and this one lacks {name}: build from source \
                 with RUSTFLAGS='-C target-cpu=native'"
            ));
        }
    }
    Ok(())
}
