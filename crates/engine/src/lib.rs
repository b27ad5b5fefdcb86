#![doc = include_str!("../README.md")]
//!
//! The engines know the rules and nothing else. They print nothing, read no file and are not async: a search keeps the
//! calling thread busy until its [`Budget`] is spent.
#![warn(missing_docs)]

pub mod bench;
mod budget;
pub mod gomoku;
mod level;
mod limits;
mod parameter;
mod parameters;
pub mod puzzle;
mod pv_table;
mod pvs;
mod report;
mod root;
mod run;
#[cfg(feature = "lab")]
pub mod samples;
mod singular;
pub mod table;
mod time;
mod value;
mod worker;
pub mod xiangqi;

pub use budget::{Budget, Pace, StopFlag};
pub use level::{Group, Handicap, Level, Overlooks, Scope};
pub use limits::Limits;
pub use parameter::{Parameter, ParameterError};
pub use parameters::Parameters;
pub use report::{Bound, Line, Score, SearchReport, Source, logistic};
pub use run::report_without_search;
pub use time::{Allotment, DEFAULT_MOVE_OVERHEAD, TimeLeft};

use duiyi_rules::{Game, Move, Referee, Ruleset};

/// What to search for. The limits are in the [`Budget`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SearchRequest {
    /// Full strength if none.
    pub level: Option<Level>,
    /// In place of that of the level. The lab tunes levels with it.
    #[cfg(feature = "lab")]
    pub handicap: Option<Handicap>,
    /// The number of best lines to report (MultiPV), at least 1.
    pub lines: usize,
    /// The number of threads that search the position.
    pub threads: usize,
    /// If not empty, only these root moves are searched.
    pub search_moves: Vec<Move>,
    /// These root moves are not searched.
    pub avoid_moves: Vec<Move>,
    /// The seed of all random choices; a random one if none.
    pub seed: Option<u64>,
    /// Use a private table: the same nodes and seed then give the same answer on every machine.
    pub isolated: bool,
    /// Whether the opening book may choose the move.
    pub book: bool,
    /// Whether the only legal move is returned without a search, as in a game. An analysis wants to know its score.
    pub skip_forced: bool,
    /// Search for a mate in this many moves: end when one is found, and not with a longer one.
    pub mate_in: Option<u8>,
}

impl Default for SearchRequest {
    fn default() -> SearchRequest {
        SearchRequest {
            level: None,
            #[cfg(feature = "lab")]
            handicap: None,
            lines: 1,
            threads: 1,
            search_moves: Vec::new(),
            avoid_moves: Vec::new(),
            seed: None,
            isolated: false,
            book: true,
            skip_forced: true,
            mate_in: None,
        }
    }
}

impl SearchRequest {
    /// The only legal move, if it is to be returned without a search.
    fn forced_move<M: Copy>(&self, game: &dyn Referee, candidates: &[M]) -> Option<M> {
        match candidates {
            [only] if self.skip_forced && self.mate_in.is_none() && game.legal_moves().len() == 1 => {
                Some(*only)
            }
            _ => None,
        }
    }

    /// How much weaker than full strength the engine plays this ruleset; none at full strength.
    fn handicap(&self, ruleset: Ruleset) -> Option<Handicap> {
        #[cfg(feature = "lab")]
        if self.handicap.is_some() {
            return self.handicap;
        }
        self.level.and_then(|level| level.handicap(ruleset))
    }

    /// The budget with the limits of the handicap.
    fn limit(&self, budget: &Budget, ruleset: Ruleset) -> Budget {
        let limits = self.handicap(ruleset).map_or(budget.limits, |handicap| handicap.limit(budget.limits));
        Budget { limits, ..budget.clone() }
    }
}

/// Why there is nothing to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The game has ended, so there is nothing to search.
    #[error("the game is over: no move can be played")]
    GameOver,
    /// The request allows none of the legal moves.
    #[error("search_moves and avoid_moves leave no legal move")]
    NoMoveLeft,
}

/// Called after every finished depth, with the best lines first. The moves of a report are legal from the root.
pub type Sink<'a> = dyn FnMut(&SearchReport) + 'a;

/// The settings of the engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// The size of each ruleset's shared transposition table, in MiB.
    pub table_mib: usize,
    /// The size of the private table of an `isolated` search, in MiB.
    pub isolated_table_mib: usize,
    /// The parameters of the searches, which the lab varies.
    pub parameters: Parameters,
}

impl EngineSettings {
    /// The default size of a shared table, in MiB.
    pub const DEFAULT_TABLE_MIB: usize = 64;

    /// The default settings with these table sizes.
    pub fn with_tables(table_mib: usize, isolated_table_mib: usize) -> EngineSettings {
        EngineSettings { table_mib, isolated_table_mib, ..EngineSettings::default() }
    }
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            table_mib: EngineSettings::DEFAULT_TABLE_MIB,
            isolated_table_mib: 4,
            parameters: Parameters::default(),
        }
    }
}

/// The engines of all rulesets with their shared tables. A process needs only one of these.
#[derive(Debug)]
pub struct Engines {
    xiangqi: xiangqi::Engine,
    gomoku: gomoku::Engine,
}

impl Engines {
    /// Allocates the tables. Their memory stays allocated until the engines are dropped.
    pub fn new(settings: EngineSettings) -> Engines {
        Engines { xiangqi: xiangqi::Engine::new(settings), gomoku: gomoku::Engine::new(settings) }
    }

    /// For a program that plays one game only. The other game's engine gets the smallest table, 1 MiB.
    pub fn for_ruleset(ruleset: Ruleset, settings: EngineSettings) -> Engines {
        let smallest = EngineSettings { table_mib: 1, ..settings };
        let (xiangqi, gomoku) = match ruleset {
            Ruleset::Xiangqi => (settings, smallest),
            Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Renju | Ruleset::Caro => {
                (smallest, settings)
            }
        };
        Engines { xiangqi: xiangqi::Engine::new(xiangqi), gomoku: gomoku::Engine::new(gomoku) }
    }

    /// Searches until the budget is spent or the result is certain. The answer is always a legal move.
    ///
    /// Keeps a processor busy all the time: call it from a thread that may block.
    ///
    /// # Errors
    /// If there is no root move to choose from.
    pub fn search_blocking(
        &self,
        game: &Game,
        request: &SearchRequest,
        budget: &Budget,
        sink: &mut Sink<'_>,
    ) -> Result<SearchReport, SearchError> {
        match game {
            Game::Xiangqi(game) => self.xiangqi.search_blocking(game, request, budget, sink),
            Game::Gomoku(game) => self.gomoku.search_blocking(game, request, budget, sink),
        }
    }

    /// Where the search for five in a row leaves positions that the lab trains the network on.
    #[cfg(feature = "lab")]
    pub fn gomoku_samples(&self) -> &samples::Samples<gomoku::Sample> {
        &self.gomoku.samples
    }

    /// As [`Engines::gomoku_samples`], for Xiangqi.
    #[cfg(feature = "lab")]
    pub fn xiangqi_samples(&self) -> &samples::Samples<duiyi_rules::xiangqi::Position> {
        &self.xiangqi.samples
    }

    /// Clears the tables and everything else kept from earlier searches.
    pub fn clear(&self) {
        self.xiangqi.clear();
        self.gomoku.clear();
    }
}
