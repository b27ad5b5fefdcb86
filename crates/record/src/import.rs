//! Plays the moves of a record under the rules.

use super::imported::{ImportError, Imported};
use super::option_text;
use super::parsed::Parsed;
use super::replay::{RANKS_FROM_0, RANKS_FROM_1, Replay};
use super::san;
use crate::rules::Options;
use crate::rules::gomoku::{MAX_SIZE, MIN_SIZE, Variant};

impl Parsed {
    /// Plays the record, with at most `limit` plies. All moves that are legal by the way pieces move and check are played, and
    /// the game gets the result that the record claims: where the rules would have ended it otherwise, notes say so. A win that
    /// the board does not show counts as a resignation, a draw as an agreement. Variations are played up to their first illegal move.
    ///
    /// # Errors
    /// When the position is not valid, a move is not legal (with its ply), or there are more than `limit` moves. The last is
    /// checked before any move is played.
    pub fn play(&self, options: &Options, limit: usize) -> Result<Imported, ImportError> {
        let lines = self.word_lines(options.ruleset());
        let played = Replay::new(self, options, &lines, limit, RANKS_FROM_0)?.play();
        if played.is_ok() || !lines[0].words.iter().any(|word| san::names_a_piece(word.text)) {
            return played;
        }
        Replay::new(self, options, &lines, limit, RANKS_FROM_1)?.play().or(played)
    }

    /// The options under which the record is played: those given, or if they are the defaults those that a record of our own
    /// names, with the size of the record's board. `has_size` says whether the size of the board was given.
    ///
    /// # Errors
    /// A message when the size of the record's board contradicts the options.
    pub fn options(&self, mut given: Options, has_size: bool) -> Result<Options, String> {
        if given == Options::defaults(given.ruleset()) {
            given = option_text::apply(&self.claim.options, given);
        }
        if let Options::Gomoku(options) = &mut given
            && options.variant == Variant::Caro
            && self.claim.is_exact_caro
        {
            options.variant = Variant::CaroExact;
        }
        let (Options::Gomoku(mut options), Some(size)) = (given, self.board_size()) else { return Ok(given) };
        let wanted = u32::from(options.board_size);
        if wanted == size {
            return Ok(given);
        }
        if has_size {
            return Err(format!(
                "the option says {wanted}, but the record's board has {size} by {size} points"
            ));
        }
        let sizes = match options.variant {
            Variant::Renju => wanted..=wanted,
            _ => MIN_SIZE.into()..=MAX_SIZE.into(),
        };
        if !sizes.contains(&size) {
            let (name, least, most) = (options.variant.ruleset().name(), sizes.start(), sizes.end());
            return Err(format!(
                "the record's board has {size} by {size} points: expected {least} to {most} for {name}"
            ));
        }
        options.board_size = size as u8;
        Ok(Options::Gomoku(options))
    }
}
