//! Converts records from one format to another. Nothing is stored.

use crate::record::{ChosenRuleset, Export, Import, Imported, Parsed};
use crate::rules::{Game, Options};
use crate::service::access::call::Call;
use crate::service::error::{Error, Result};
use crate::service::state::Service;

/// Records that have been read, and the format to write.
#[derive(Clone, Debug)]
pub struct Conversion {
    pub records: Vec<(Parsed, ChosenRuleset, Options)>,
    pub export: Export,
}

/// A record in its new format.
#[derive(Clone, Debug)]
pub struct Converted {
    pub game: Game,
    pub import: Import,
    pub bytes: Vec<u8>,
    /// Whether the bytes are no text.
    pub is_binary: bool,
}

impl Conversion {
    /// Plays the records and writes them with their comments and variations. Takes long for a large file.
    ///
    /// # Errors
    /// When a move is not legal, a game has more than `max_plies`, or the format is not for its ruleset. The error of one of
    /// several games has its number, counted from 1.
    pub fn run(self, max_plies: usize) -> Result<Vec<Converted>> {
        let count = self.records.len();
        let convert = |(index, (parsed, chosen, options)): (usize, (Parsed, ChosenRuleset, Options))| {
            let converted = convert(&parsed, chosen, &options, self.export, max_plies);
            converted.map_err(|error| if count > 1 { error.with("game", index + 1) } else { error })
        };
        self.records.into_iter().enumerate().map(convert).collect()
    }
}

fn convert(
    parsed: &Parsed,
    chosen: ChosenRuleset,
    options: &Options,
    export: Export,
    max_plies: usize,
) -> Result<Converted> {
    let Imported { game, import } = parsed.play(options, max_plies)?.with_ruleset(chosen);
    let bytes = export.write_tree(&game, &import.tags, &[], import.tree.as_deref()).map_err(Error::from)?;
    Ok(Converted { game, import, bytes, is_binary: export == Export::Pos })
}

impl Service {
    /// Takes a conversion from the client's quota of games: it costs as much as a new game.
    ///
    /// # Errors
    /// [`crate::service::Code::RateLimited`].
    pub fn admit_conversion(&self, call: &Call) -> Result<()> {
        self.quotas.take_game(&call.client, call.arrived)
    }
}
