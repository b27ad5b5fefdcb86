//! Positions as FEN, of a ruleset that the first byte chooses. What is read is written, and reads as the same position.
#![no_main]

use duiyi_rules::{Game, Options, Ruleset};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, fen) = input;
    let ruleset = Ruleset::ALL[usize::from(choice) % Ruleset::ALL.len()];
    let options = Options::defaults(ruleset);
    let Ok(game) = Game::new(&options, Some(fen)) else { return };
    let again = Game::new(&options, Some(&game.fen())).expect("what we write is a position");
    assert_eq!((again.fen(), again.legal_moves()), (game.fen(), game.legal_moves()));
    _ = (game.warnings(), game.forbidden(), game.verdict());
});
