//! Moves in any notation, one a line, of a game whose ruleset the first byte chooses. Each that is played is read again in all
//! notations in which it can be written.
#![no_main]

use duiyi_rules::{Game, Options, Ruleset};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, moves) = input;
    let ruleset = Ruleset::ALL[usize::from(choice) % Ruleset::ALL.len()];
    let mut game = Game::new(&Options::defaults(ruleset), None).expect("a start position");
    for line in moves.lines() {
        let Ok(mv) = game.parse(line) else { continue };
        let text = game.describe(mv);
        for text in [Some(text.coordinates), text.chinese, text.wxf].into_iter().flatten() {
            assert_eq!(game.parse(&text), Ok(mv), "{text} of {line:?}");
        }
        let ply = game.ply();
        if game.play(mv).is_ok() {
            assert_eq!(game.ply(), ply + 1);
        }
    }
    _ = (game.verdict(), game.warnings());
    let played = game.ply();
    game.undo(played).expect("all that was played");
    assert_eq!(game.fen(), game.start_fen());
});
