//! Measures the nodes and the time that the problems take.

use duiyi_engine::gomoku::board::Board;
use duiyi_engine::gomoku::threat_space::{Proof, ProofKind, ThreatSearch};
use duiyi_rules::Ruleset;
use duiyi_rules::gomoku::{Position, Variant};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Solves the problems of `gomoku-problems`, each within a second, and prints nodes and time by kind.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long, default_value = "crates/engine/tests/data/gomoku-problems.txt")]
    problems: PathBuf,
}

const TIME: Duration = Duration::from_secs(1);

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let text = fs::read_to_string(&args.problems)?;
    for (name, kind) in [("vcf", ProofKind::Vcf), ("vct", ProofKind::Vct)] {
        let (mut solved, mut nodes, mut times) = (0, Vec::new(), Vec::new());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split(" ; ").collect();
            let [ruleset, kind_name, _, fen] = words[..] else {
                return Err(format!("not a problem: {line}").into());
            };
            if kind_name != name {
                continue;
            }
            let ruleset =
                Ruleset::ALL.into_iter().find(|known| known.name() == ruleset).ok_or("no ruleset")?;
            let variant = Variant::of(ruleset).ok_or("expected a ruleset of five in a row")?;
            let mut board = Board::new(&Position::parse(fen, variant, 15)?);
            let mut threats = ThreatSearch::default();
            let started = Instant::now();
            let proof = threats.prove(&mut board, kind, 40, u64::MAX / 2, &mut |_| started.elapsed() > TIME);
            times.push(started.elapsed());
            nodes.push(threats.nodes);
            solved += usize::from(matches!(proof, Proof::Won(_)));
        }
        nodes.sort_unstable();
        times.sort_unstable();
        println!(
            "{name}: {solved} of {} solved; nodes median {}, most {}; time median {:.1?}, longest {:.1?}",
            nodes.len(),
            nodes[nodes.len() / 2],
            nodes[nodes.len() - 1],
            times[times.len() / 2],
            times[times.len() - 1],
        );
    }
    Ok(())
}
