//! Records of games, in every format that is read. What is read is written in every format of text, and read again without its names:
//! they may be the marks of another format.
#![no_main]

use duiyi_record::{Export, Tags, read};
use duiyi_rules::{Options, Ruleset};
use libfuzzer_sys::fuzz_target;

const MAX_PLIES: usize = 200;

fuzz_target!(|bytes: &[u8]| {
    let Ok(parsed) = read(bytes, None) else { return };
    let Ok(chosen) = parsed.ruleset(None).or_else(|_| parsed.ruleset(Some(Ruleset::Gomoku))) else { return };
    let Ok(options) = parsed.options(Options::defaults(chosen.ruleset), false) else { return };
    let Ok(imported) = parsed.play(&options, MAX_PLIES) else { return };
    for name in ["pgn", "text", "dhtmlxq", "sgf", "psq", "text_board", "pos", "svg"] {
        let Ok(Some(format)) = Export::named(Some(name), None) else { continue };
        let _named = format.write(&imported.game, &imported.import.tags, &[]);
        let Ok(text) = format.write(&imported.game, &Tags::default(), &[]) else { continue };
        if name != "svg" {
            read(&text, None).unwrap_or_else(|error| panic!("{name} is not read back: {error}"));
        }
    }
});
