//! From fields to what the rules and the engine take.

use super::fields::Fields;
use super::problem::{Code, Problem, Result};
use crate::config::Config;
use crate::engine::{Level, SearchRequest};
use crate::options;
use crate::record;
use crate::rules::{Game, Move, Options, Ruleset, Side};
use crate::session::{Player, SearchSettings};
use std::time::Duration;

/// The fewest milliseconds a search can be given.
pub const MIN_TIME_MS: u64 = 10;
pub const MAX_LINES: u64 = 5;

/// `ruleset`, `options`, `fen`, `moves` and `record`: where a game or an analysis starts.
#[derive(Debug)]
pub struct Start {
    ruleset: Option<Ruleset>,
    options: Option<Options>,
    fen: Option<String>,
    moves: Option<Vec<String>>,
    record: Option<String>,
}

impl Start {
    pub fn read(fields: &mut Fields) -> Start {
        let rulesets = Ruleset::ALL.map(|ruleset| (ruleset.name(), ruleset));
        let ruleset = fields.required_one_of("ruleset", &rulesets);
        let options = match ruleset {
            Some(ruleset) => {
                let given = fields.object("options", |options| read_options(ruleset, options));
                given.unwrap_or_else(|| Some(Options::defaults(ruleset)))
            }
            None => {
                fields.object("options", |options| options.drain());
                None
            }
        };
        Start { ruleset, options, fen: fields.string("fen"), moves: fields.strings("moves"), record: None }
    }

    /// The ruleset, if it was told rightly.
    pub fn ruleset(&self) -> Option<Ruleset> {
        self.ruleset
    }

    /// `record` too, which a new game can be made from.
    pub fn read_with_record(fields: &mut Fields) -> Start {
        let record = fields.string("record");
        let start = Start { record, ..Start::read(fields) };
        if start.record.is_some() && (start.moves.is_some() || start.fen.is_some()) {
            fields.error(
                "record",
                "holds the moves and the position itself: expected no fen and no moves beside it",
            );
        }
        start
    }

    /// The game the fields describe, up to its last move. To be asked after the fields were found to be right.
    ///
    /// # Errors
    /// When the position is not valid, or a move is not legal, with its ply.
    pub fn game(&self) -> Result<Game> {
        let Some(options) = &self.options else { return Err(Problem::field("/ruleset", "is required")) };
        if let Some(text) = &self.record {
            return record::import(options, text, usize::MAX).map_err(|error| {
                let ply = error.ply();
                let problem = Problem::from_import(error);
                match ply {
                    Some(ply) => problem.with("ply", ply),
                    None => problem,
                }
            });
        }
        let mut game = Game::new(options, self.fen.as_deref())?;
        for (index, text) in self.moves.iter().flatten().enumerate() {
            game.play_text(text).map_err(|error| {
                Problem::from(error)
                    .with("ply", index + 1)
                    .with("move", text.chars().take(40).collect::<String>())
            })?;
        }
        Ok(game)
    }
}

impl Problem {
    fn from_import(error: record::ImportError) -> Problem {
        match error {
            record::ImportError::Position(error) => error.into(),
            record::ImportError::Move { error, text, .. } => Problem::from(error).with("move", text),
            record::ImportError::Unreadable(detail) => Problem::new(Code::InvalidMoveText, detail),
            error @ record::ImportError::TooLong { .. } => Problem::field("/record", error.to_string()),
        }
    }
}

fn read_options(ruleset: Ruleset, fields: &mut Fields) -> Option<Options> {
    match options::from_json(ruleset, &fields.drain()) {
        Ok(options) => Some(options),
        Err(errors) => {
            errors.into_iter().for_each(|error| fields.error(&error.name, error.message));
            None
        }
    }
}

/// What is told about a search, before the game is known that its moves are of.
#[derive(Debug)]
pub struct SearchFields {
    time_ms: Option<u64>,
    depth: Option<u64>,
    nodes: Option<u64>,
    level: Option<Level>,
    lines: Option<u64>,
    threads: Option<u64>,
    search_moves: Vec<String>,
    avoid_moves: Vec<String>,
    seed: Option<u64>,
    isolated: Option<bool>,
    book: Option<bool>,
}

impl SearchFields {
    /// The fields of a search of a position.
    pub fn read(fields: &mut Fields) -> SearchFields {
        let search_moves = fields.strings("search_moves").unwrap_or_default();
        let avoid_moves = fields.strings("avoid_moves").unwrap_or_default();
        SearchFields { search_moves, avoid_moves, ..SearchFields::read_settings(fields) }
    }

    /// The fields that do not depend on the position, as a player of kind engine has them.
    fn read_settings(fields: &mut Fields) -> SearchFields {
        let limits = fields.object("limits", |limits| {
            let time_ms = limits.integer("time_ms", MIN_TIME_MS..=u64::MAX);
            (time_ms, limits.integer("depth", 1..=100), limits.integer("nodes", 1..=u64::MAX))
        });
        let (time_ms, depth, nodes) = limits.unwrap_or_default();
        let level = fields.integer("level", u64::from(Level::MIN)..=u64::from(Level::MAX));
        SearchFields {
            time_ms,
            depth,
            nodes,
            level: level.and_then(|level| Level::new(level as u8)),
            lines: fields.integer("lines", 1..=MAX_LINES),
            threads: fields.integer("threads", 1..=1024),
            search_moves: Vec::new(),
            avoid_moves: Vec::new(),
            seed: fields.integer("seed", 0..=u64::MAX),
            isolated: fields.boolean("isolated"),
            book: fields.boolean("book"),
        }
    }

    /// What is not told is taken from `base`; the server's limits are kept.
    ///
    /// # Errors
    /// When a move to search or avoid is not legal.
    pub fn settings(&self, base: &SearchSettings, game: &Game, config: &Config) -> Result<SearchSettings> {
        let mut settings = self.over(base, config);
        settings.request.search_moves = moves(game, "search_moves", &self.search_moves)?;
        settings.request.avoid_moves = moves(game, "avoid_moves", &self.avoid_moves)?;
        Ok(settings)
    }

    fn over(&self, base: &SearchSettings, config: &Config) -> SearchSettings {
        let request = SearchRequest {
            level: self.level.or(base.request.level),
            lines: self.lines.map_or(base.request.lines, |lines| lines as usize),
            threads: self
                .threads
                .map_or(base.request.threads, |threads| threads as usize)
                .min(config.max_threads.max(1)),
            seed: self.seed.or(base.request.seed),
            isolated: self.isolated.unwrap_or(base.request.isolated),
            book: self.book.unwrap_or(base.request.book),
            ..SearchRequest::default()
        };
        let time = self.time_ms.map_or(base.time, Duration::from_millis);
        SearchSettings {
            request,
            time: time.min(Duration::from_millis(config.max_time_ms)),
            depth: self.depth.map(|depth| depth as u32).or(base.depth),
            nodes: self.nodes.or(base.nodes),
        }
    }
}

fn moves(game: &Game, field: &str, texts: &[String]) -> Result<Vec<Move>> {
    texts
        .iter()
        .enumerate()
        .map(|(index, text)| {
            game.parse(text)
                .map_err(|error| Problem::from(error).with("pointer", format!("/{field}/{index}")))
        })
        .collect()
}

/// A search that nothing is said about.
pub fn default_settings(config: &Config) -> SearchSettings {
    let time = Duration::from_millis(config.default_time_ms);
    SearchSettings { request: SearchRequest::default(), time, depth: None, nodes: None }
}

/// `players`, by the names of the ruleset's sides; both human unless told otherwise.
pub fn read_players(
    fields: &mut Fields,
    ruleset: Option<Ruleset>,
    config: &Config,
) -> crate::rules::BySide<Player> {
    let mut players = crate::rules::BySide { first: Player::Human, second: Player::Human };
    fields.object("players", |sides| {
        let Some(ruleset) = ruleset else {
            sides.drain();
            return;
        };
        for side in Side::ALL {
            if let Some(player) =
                sides.object(ruleset.side_names()[side], |player| read_player(player, config))
            {
                players[side] = player;
            }
        }
    });
    players
}

fn read_player(fields: &mut Fields, config: &Config) -> Player {
    let is_engine = fields.required_one_of("kind", &[("human", false), ("engine", true)]) == Some(true);
    if !is_engine {
        return Player::Human;
    }
    let settings = SearchFields::read_settings(fields).over(&default_settings(config), config);
    Player::Engine(Box::new(settings))
}
