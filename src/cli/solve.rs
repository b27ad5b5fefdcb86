use super::{Error, StartArgs};
use crate::engine::gomoku::board::Board;
use crate::engine::gomoku::threat_space::{Proof, ProofKind, ThreatSearch};
use crate::rules::{Game, Side};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::time::Instant;

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    start: StartArgs,
    /// The threats that the winning line may use.
    #[arg(long, value_enum, default_value_t = Threat::Vct)]
    threats: Threat,
    /// Search for the other side: what does it threaten if the side to move passes?
    #[arg(long)]
    pass: bool,
    /// The most stones that the attacker may place.
    #[arg(long, default_value_t = 40)]
    stones: usize,
    #[arg(long, default_value_t = 10_000_000)]
    nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Threat {
    /// Continuous fours.
    Vcf,
    /// Continuous fours and threes.
    Vct,
    /// All stones that threaten to win with two more: also those that prepare two fours at once without making a three, which
    /// a VCT does not count.
    All,
}

/// Prints `won in N` with the proof line, `refuted` or `unknown`, then nodes and time.
pub fn solve(args: &SolveArgs, out: &mut impl Write) -> Result<(), Error> {
    let Game::Gomoku(game) = args.start.game()? else {
        return Err("expected --ruleset gomoku, gomoku_standard, renju or caro".into());
    };
    let mut board = Board::new(game.position());
    if args.pass {
        board.set_turn(board.turn().other());
    }
    let attacker = if board.turn() == Side::First { "black" } else { "white" };
    let kind = match args.threats {
        Threat::Vcf => ProofKind::Vcf,
        Threat::Vct => ProofKind::Vct,
        Threat::All => ProofKind::AllThreats,
    };
    let started = Instant::now();
    let mut threats = ThreatSearch::default();
    let proof = threats.prove(&mut board, kind, args.stones, args.nodes, &mut |_| false);
    let time = started.elapsed();
    match proof {
        Proof::Won(line) => {
            let words: Vec<String> = line.iter().map(ToString::to_string).collect();
            writeln!(out, "{attacker} won in {}: {}", line.len().div_ceil(2), words.join(" "))?;
        }
        Proof::Refuted => writeln!(out, "{attacker} refuted within {} stones", args.stones)?,
        Proof::Unknown => writeln!(out, "{attacker} unknown")?,
    }
    writeln!(out, "nodes {}", threats.nodes)?;
    writeln!(out, "time_ms {:.1}", time.as_secs_f64() * 1000.0)?;
    Ok(())
}
