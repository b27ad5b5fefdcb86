//! How a move is chosen. Knows the rules; knows no HTTP and no session, never prints, is never async.

pub mod bench;
mod budget;
pub mod gomoku;
mod level;
mod pv_table;
mod pvs;
mod report;
mod root;
mod run;
mod singular;
pub mod table;
mod value;
mod worker;
pub mod xiangqi;

pub use crate::limits::Limits;
pub use budget::{Budget, StopFlag, share_of_clock};
pub use level::{Handicap, Level, Scope};
pub use report::{Bound, Line, Score, SearchReport, Source, logistic};

use crate::rules::{Game, Move, Ruleset};

/// What to search for, besides the limits, which are the [`Budget`]'s.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SearchRequest {
    /// Full strength when absent.
    pub level: Option<Level>,
    /// How many best lines to report, 1 to 5.
    pub lines: usize,
    /// How many threads search this one position.
    pub threads: usize,
    /// Only these root moves, when there are any.
    pub search_moves: Vec<Move>,
    /// Not these root moves.
    pub avoid_moves: Vec<Move>,
    /// Makes every random choice repeatable.
    pub seed: Option<u64>,
    /// A private table: the same nodes and seed give the same answer on every machine.
    pub isolated: bool,
    /// Whether the opening book may answer.
    pub book: bool,
}

impl Default for SearchRequest {
    fn default() -> SearchRequest {
        SearchRequest {
            level: None,
            lines: 1,
            threads: 1,
            search_moves: Vec::new(),
            avoid_moves: Vec::new(),
            seed: None,
            isolated: false,
            book: true,
        }
    }
}

/// Why there is nothing to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    #[error("the game is over: no move can be played")]
    GameOver,
    #[error("search_moves and avoid_moves leave no legal move")]
    NoMoveLeft,
}

/// Is told of every finished depth, best lines first. A report's moves are legal from the root.
pub type Sink<'a> = dyn FnMut(&SearchReport) + 'a;

/// How the Xiangqi engine judges a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Evaluation {
    #[default]
    Network,
    /// The terms the network has superseded, which need no weights that were learnt.
    HandMade,
}

/// What the engines are built with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// The size of each ruleset's shared transposition table, in MiB.
    pub table_mib: usize,
    /// The size of the private table of an `isolated` search, in MiB.
    pub isolated_table_mib: usize,
    pub evaluation: Evaluation,
    /// The numbers of the Xiangqi search, which the lab varies.
    pub parameters: xiangqi::Parameters,
}

impl EngineSettings {
    /// With tables of these sizes.
    pub fn with_tables(table_mib: usize, isolated_table_mib: usize) -> EngineSettings {
        EngineSettings { table_mib, isolated_table_mib, ..EngineSettings::default() }
    }
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            table_mib: 64,
            isolated_table_mib: 4,
            evaluation: Evaluation::default(),
            parameters: xiangqi::Parameters::default(),
        }
    }
}

/// The engines of all rulesets with their shared tables. One lives as long as the process.
#[derive(Debug)]
pub struct Engines {
    xiangqi: xiangqi::Engine,
    gomoku: gomoku::Engine,
}

impl Engines {
    pub fn new(settings: EngineSettings) -> Engines {
        Engines { xiangqi: xiangqi::Engine::new(settings), gomoku: gomoku::Engine::new(settings) }
    }

    /// For a program that plays one game only: the other game's engine gets the smallest table, 1 MiB.
    pub fn for_ruleset(ruleset: Ruleset, settings: EngineSettings) -> Engines {
        let smallest = EngineSettings { table_mib: 1, ..settings };
        let (xiangqi, gomoku) = match ruleset {
            Ruleset::Xiangqi => (settings, smallest),
            Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Renju => (smallest, settings),
        };
        Engines { xiangqi: xiangqi::Engine::new(xiangqi), gomoku: gomoku::Engine::new(gomoku) }
    }

    /// Searches until the budget is spent or the answer is certain; always answers with a legal move.
    ///
    /// Burns a whole core for that long: call it from a thread that may block.
    ///
    /// # Errors
    /// When there is no move to choose from.
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

    /// Forgets everything learnt from earlier searches.
    pub fn clear(&self) {
        self.xiangqi.clear();
        self.gomoku.clear();
    }
}
