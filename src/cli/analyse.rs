use super::{Error, StartArgs};
use crate::engine::{
    Budget, EngineSettings, Engines, Level, Limits, Score, SearchReport, SearchRequest, StopFlag,
};
use crate::rules::Game;
use clap::Args;
use std::io::{self, Write};
use std::time::Duration;

#[derive(Debug, Args)]
pub struct AnalyseArgs {
    #[command(flatten)]
    start: StartArgs,
    /// Search time in milliseconds; 1000 unless a depth or a node limit is given.
    #[arg(long)]
    time_ms: Option<u64>,
    #[arg(long)]
    depth: Option<u32>,
    #[arg(long)]
    nodes: Option<u64>,
    /// Playing strength from 1 to 20; full strength by default.
    #[arg(long, value_parser = clap::value_parser!(u8).range(i64::from(Level::MIN)..=i64::from(Level::MAX)))]
    level: Option<u8>,
    /// How many principal variations to print (MultiPV).
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=100))]
    lines: u8,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The size of the transposition table in MiB.
    #[arg(long, default_value_t = 64)]
    table_mib: usize,
    /// Consult the opening book first.
    #[arg(long)]
    book: bool,
}

const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub fn analyse(args: &AnalyseArgs, out: &mut impl Write) -> Result<(), Error> {
    let game = args.start.game()?;
    let engines = Engines::new(EngineSettings { table_mib: args.table_mib, ..EngineSettings::default() });
    let request = SearchRequest {
        level: args.level.and_then(Level::new),
        lines: usize::from(args.lines),
        threads: args.threads.max(1),
        book: args.book,
        skip_forced: false,
        ..SearchRequest::default()
    };
    let limited = args.depth.is_some() || args.nodes.is_some();
    let time = args.time_ms.map(Duration::from_millis).or((!limited).then_some(DEFAULT_TIME));
    let limits = Limits { time, depth: args.depth, nodes: args.nodes, ..Limits::default() };
    let stop = StopFlag::default();
    let budget = Budget::new(limits, stop.clone());
    let mut printed = Ok(());
    let report = engines.search_blocking(&game, &request, &budget, &mut |report| {
        if printed.is_ok() {
            printed = print_depth(&game, report, out);
        }
        if printed.is_err() {
            stop.stop();
        }
    })?;
    printed?;
    let best = game.describe(report.best);
    writeln!(out, "best {} {}", best.coordinates, best.chinese.unwrap_or_default())?;
    writeln!(out, "nodes {}", report.nodes)?;
    Ok(())
}

fn print_depth(game: &Game, report: &SearchReport, out: &mut impl Write) -> io::Result<()> {
    for line in &report.lines {
        let score = match line.score {
            Score::Cp(score) => format!("cp {score}"),
            Score::Mate(moves) => format!("mate {moves}"),
        };
        let moves: Vec<String> = line.pv.iter().map(|&mv| game.coordinates(mv)).collect();
        let (nodes, ms) = (report.nodes, report.time.as_millis());
        writeln!(
            out,
            "depth {} seldepth {} {score} nodes {nodes} time_ms {ms} pv {}",
            line.depth,
            line.seldepth,
            moves.join(" ")
        )?;
    }
    Ok(())
}
