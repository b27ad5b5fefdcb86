//! Makes the endgame tables of Xiangqi.

mod holds;
mod moves;
mod parallel;
mod set;
mod solve;
mod solved;

use duiyi_engine::xiangqi::endgame::{self, Material};
use set::Solutions;
use solved::Solved;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// Makes the endgame tables of Xiangqi by retrograde analysis. They become part of the program at the next build.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where the tables are written.
    #[arg(long, default_value = "crates/engine/src/xiangqi/endgame/tables.bin")]
    out: PathBuf,
    /// Make these tables, such as KCAKB, and those that captures lead to, instead of the program's.
    #[arg(long, value_delimiter = ',')]
    materials: Vec<Material>,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// These materials and all that captures lead to, those with the fewest pieces first.
fn with_captures(materials: impl IntoIterator<Item = Material>) -> Vec<Material> {
    let mut open: Vec<Material> = materials.into_iter().collect();
    let mut all = BTreeSet::new();
    while let Some(material) = open.pop() {
        if all.insert((material.pieces(), material)) {
            open.extend(material.after_captures());
        }
    }
    all.into_iter().map(|(_, material)| material).collect()
}

/// Solves these materials and all that captures lead to, and calls `done` with each.
fn solve_all(materials: &[Material], threads: usize, mut done: impl FnMut(&Solved)) -> Solutions {
    let mut solutions = Solutions::default();
    for &material in materials {
        let solved = solve::solve(material, &solutions, threads);
        done(&solved);
        solutions.insert(solved);
    }
    solutions
}

/// The bytes of the file with these tables.
fn file(materials: &[Material], solutions: &Solutions) -> Vec<u8> {
    endgame::write(materials, |material, index| solutions.of(material).weak_to_move(index))
}

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let wanted = if args.materials.is_empty() { set::program() } else { args.materials.clone() };
    let materials = with_captures(wanted);
    let started = Instant::now();
    println!("material positions won drawn unknown lost longest seconds");
    let solutions = solve_all(&materials, args.threads, |solved| {
        println!("{} {:.1}", solved.summary(), started.elapsed().as_secs_f64());
    });
    let file = file(&materials, &solutions);
    fs::write(&args.out, &file).map_err(|error| format!("{}: {error}", args.out.display()))?;
    println!("written: {} ({} tables, {} bytes)", args.out.display(), materials.len(), file.len());
    Ok(())
}

#[cfg(test)]
mod tests;
