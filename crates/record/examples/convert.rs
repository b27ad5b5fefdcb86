//! Converts a record of any format to PGN.
//!
//! `cargo run -p duiyi-record --example convert -- FILE`; without a file, a game in DhtmlXQ.

use duiyi_record::{Export, PgnMoves, read};
use duiyi_rules::Options;
use std::error::Error;

const SAMPLE: &[u8] = b"[DhtmlXQ]\n[DhtmlXQ_title]A cannon in the center[/DhtmlXQ_title]\n\
[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[/DhtmlXQ]";

/// The longest game that is converted, in plies.
const LONGEST: usize = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let bytes = std::env::args().nth(1).map_or_else(|| Ok(SAMPLE.to_vec()), std::fs::read)?;
    let parsed = read(&bytes, None)?;
    let chosen = parsed.ruleset(None)?;
    let options = parsed.options(Options::defaults(chosen.ruleset), false)?;
    let imported = parsed.play(&options, LONGEST)?;
    for note in &imported.import.notes {
        eprintln!("note: {}", note.detail());
    }
    let pgn = Export::Pgn(PgnMoves::Coordinates).write(&imported.game, &imported.import.tags, &[])?;
    print!("{}", String::from_utf8(pgn)?);
    Ok(())
}
