//! Analyses of positions that belong to no stored game.

use crate::config::Config;
use crate::rules::Game;
use crate::service::error::{Code, Error, Result};
use crate::service::play::start::Start;
use crate::service::search::settings::{SearchOptions, SearchSettings};

/// A position to search, and the settings of the search.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub game: Game,
    pub settings: SearchSettings,
}

impl Analysis {
    /// Sets up the position and applies the defaults and limits of the server to the options.
    ///
    /// # Errors
    /// When the start is not valid, the game is over in the position, or the options leave no move to search.
    pub fn new(start: &Start, options: &SearchOptions, config: &Config) -> Result<Analysis> {
        let game = start.game(config.max_plies)?;
        if game.outcome().is_some() {
            let detail = "the game is over in this position: there is nothing to search";
            return Err(Error::new(Code::GameOver, detail));
        }
        let mut settings = options.settings(&SearchSettings::default_of(config), &game, config)?;
        settings.request.skip_forced = false;
        Ok(Analysis { game, settings })
    }
}
