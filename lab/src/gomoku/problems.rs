//! Problems: positions from games in which the side to move wins by threats.

use super::record::Record;
use duiyi_engine::gomoku::board::Board;
use duiyi_engine::gomoku::threat_space::{Proof, ProofKind, ThreatSearch};
use duiyi_rules::Ruleset;
use duiyi_rules::gomoku::{Position, Variant};
use std::fs;
use std::path::PathBuf;

/// Prints positions from games of `gomoku-selfplay` that are won by continuous fours (vcf), or by continuous fours and
/// threes but not by fours alone (vct), as `ruleset ; kind ; stones of the winner ; position`. At most one position of
/// each kind is from the same game.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long)]
    ruleset: Ruleset,
    #[arg(long, required = true)]
    games: Vec<PathBuf>,
    /// How many problems of each kind.
    #[arg(long, default_value_t = 40)]
    count: usize,
    /// The fewest stones the winner needs.
    #[arg(long, default_value_t = 5)]
    least: usize,
}

const NODES: u64 = 300_000;
const STONES: usize = 40;

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let variant = Variant::of(args.ruleset).ok_or("expected a ruleset of five in a row")?;
    let mut found = [0, 0];
    for path in &args.games {
        for line in fs::read_to_string(path)?.lines() {
            for (kind, length, position) in problems(&line.parse()?, variant) {
                if length >= args.least && found[kind] < args.count {
                    found[kind] += 1;
                    println!("{} ; {} ; {length} ; {position}", args.ruleset.name(), ["vcf", "vct"][kind]);
                }
            }
        }
    }
    Ok(())
}

fn prove(position: &Position, kind: ProofKind) -> Proof {
    ThreatSearch::default().prove(&mut Board::new(position), kind, STONES, NODES, &mut |_| false)
}

/// The first position of a game that is won by a VCT, and the first position on its proof that is won by a VCF.
fn problems(record: &Record, variant: Variant) -> Vec<(usize, usize, Position)> {
    let mut position = Position::empty(variant, 15);
    for point in record.moves.iter().map(|mv| mv.point) {
        if position.wins_at(point, position.turn()) {
            break;
        }
        position.make_move(point);
        if prove(&position, ProofKind::Vcf) != Proof::Refuted {
            break;
        }
        let Proof::Won(proof) = prove(&position, ProofKind::Vct) else { continue };
        let mut found = vec![(1, proof.len().div_ceil(2), position.clone())];
        for pair in proof.chunks(2) {
            pair.iter().for_each(|&point| position.make_move(point));
            if let Proof::Won(fours) = prove(&position, ProofKind::Vcf) {
                found.push((0, fours.len().div_ceil(2), position));
                break;
            }
        }
        return found;
    }
    Vec::new()
}
