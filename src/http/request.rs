//! Parses request bodies into the types of the service.

use super::problem::Result;
use crate::config::Config;
use crate::engine::Level;
use crate::json::{Fields, MAX_INTEGER};
use crate::limits::Limits;
use crate::options::{self, OptionError};
use crate::record::{self, ChosenRuleset, Format, ReadError};
use crate::rules::{BySide, Options, Ruleset, Side};
use crate::service::{
    Analysis, Command, DrawAction, MAX_LINES, MIN_TIME, NewGame, SearchOptions, SearchSettings, SideName,
    Start, StartSource,
};
use crate::session::{EnginePlayer, Player};
use std::time::Duration;

/// More moves than are legal in any position.
const MAX_LISTED_MOVES: usize = 400;

/// The fields that describe the start of a game or an analysis. A field with an error is none.
struct StartFields {
    ruleset: Option<Ruleset>,
    options: Option<Options>,
    source: StartSource,
}

fn rulesets() -> [(&'static str, Ruleset); Ruleset::ALL.len()] {
    Ruleset::ALL.map(|ruleset| (ruleset.name(), ruleset))
}

impl StartFields {
    fn read(fields: &mut Fields) -> StartFields {
        let ruleset = fields.required_one_of("ruleset", &rulesets());
        let options = read_options(fields, ruleset).map(|given| given.options);
        let (fen, moves) = (fields.string("fen"), fields.strings("moves"));
        StartFields { ruleset, options, source: StartSource::Moves { fen, moves: moves.unwrap_or_default() } }
    }

    /// Also reads `record`, because a new game can start from an imported record.
    ///
    /// # Errors
    /// When the record cannot be read: the ruleset and so the other fields depend on it.
    fn read_with_record(fields: &mut Fields) -> Result<StartFields> {
        let Some(given) = GivenRecord::read(fields) else { return Ok(StartFields::read(fields)) };
        let parsed = record::read(&given.bytes?, given.format)?;
        if fields.string("fen").is_some() || fields.strings("moves").is_some_and(|moves| !moves.is_empty()) {
            let message = "contains the position and the moves: expected no fen and no moves beside it";
            fields.error("record", message);
        }
        let asked = fields.one_of("ruleset", &rulesets());
        let chosen = parsed.ruleset(asked).map_err(|message| fields.error("ruleset", message)).ok();
        let ruleset = chosen.map(|chosen| chosen.ruleset);
        // The record may have a board of another size.
        let options = read_options(fields, ruleset).and_then(|GivenOptions { options, has_size }| {
            let options = parsed.options(options, has_size);
            options.map_err(|message| fields.nested_error("options", "board_size", message)).ok()
        });
        // Without a ruleset there are no options, so this default is not used.
        let chosen = chosen.unwrap_or(ChosenRuleset { ruleset: Ruleset::Xiangqi, is_assumed: false });
        Ok(StartFields { ruleset, options, source: StartSource::Record(Box::new(parsed), chosen) })
    }

    /// None if a field had an error, which [`Fields::finish`] reports.
    fn complete(self) -> Option<Start> {
        Some(Start { options: self.options?, source: self.source })
    }
}

/// The field `record`: a text, or an object with a text or with bytes in base64, and optionally the format.
struct GivenRecord {
    bytes: std::result::Result<Vec<u8>, ReadError>,
    format: Option<Format>,
}

impl GivenRecord {
    /// None if there is no record, or it had an error.
    fn read(fields: &mut Fields) -> Option<GivenRecord> {
        if !fields.is_object("record") {
            let text = fields.string("record")?;
            return Some(GivenRecord { bytes: Ok(text.into_bytes()), format: None });
        }
        fields.object("record", |inner| {
            let format = inner.one_of("format", &Format::ALL.map(|format| (format.name(), format)));
            let bytes = match (inner.string("text"), inner.string("base64")) {
                (Some(text), None) => Ok(text.into_bytes()),
                (None, Some(base64)) => record::from_base64(&base64),
                _ => {
                    inner.error("text", "expected either text or base64");
                    return None;
                }
            };
            Some(GivenRecord { bytes, format })
        })?
    }
}

/// The options of a request.
struct GivenOptions {
    options: Options,
    /// Whether the size of the board was given.
    has_size: bool,
}

fn read_options(fields: &mut Fields, ruleset: Option<Ruleset>) -> Option<GivenOptions> {
    let given = fields.object("options", |inner| {
        let object = inner.drain();
        let has_size = object.get("board_size").is_some_and(|size| !size.is_null());
        let read = options::from_json(ruleset?, &object).map(|options| GivenOptions { options, has_size });
        read.map_err(|errors| {
            for OptionError { name, message } in errors {
                inner.error(&name, message);
            }
        })
        .ok()
    });
    match given {
        Some(options) => options,
        None => ruleset.map(|ruleset| GivenOptions { options: Options::defaults(ruleset), has_size: false }),
    }
}

fn read_search(fields: &mut Fields) -> SearchOptions {
    let mut moves = |name| {
        let moves = fields.strings(name).unwrap_or_default();
        if moves.len() > MAX_LISTED_MOVES {
            fields.error(name, format!("expected at most {MAX_LISTED_MOVES} moves, got {}", moves.len()));
        }
        moves
    };
    let (search_moves, avoid_moves) = (moves("search_moves"), moves("avoid_moves"));
    SearchOptions { search_moves, avoid_moves, ..read_search_settings(fields) }
}

/// The names of the fields that [`read_search_settings`] reads.
const SEARCH_SETTINGS: [&str; 7] = ["limits", "level", "lines", "threads", "seed", "isolated", "book"];

/// Reads the search settings that do not depend on the position. Players of kind `engine` have the same fields.
fn read_search_settings(fields: &mut Fields) -> SearchOptions {
    let limits = fields.object("limits", |limits| {
        let time = limits.integer("time_ms", MIN_TIME.as_millis() as u64..=MAX_INTEGER);
        let depth = limits.integer("depth", 1..=100).map(|depth| depth as u32);
        Limits {
            time: time.map(Duration::from_millis),
            depth,
            nodes: limits.integer("nodes", 1..=MAX_INTEGER),
        }
    });
    let level = fields.integer("level", u64::from(Level::MIN)..=u64::from(Level::MAX));
    SearchOptions {
        limits: limits.unwrap_or_default(),
        level: level.and_then(|level| Level::new(level as u8)),
        lines: fields.integer("lines", 1..=MAX_LINES as u64).map(|lines| lines as usize),
        threads: fields.integer("threads", 1..=1024).map(|threads| threads as usize),
        seed: fields.integer("seed", 0..=MAX_INTEGER),
        isolated: fields.boolean("isolated"),
        book: fields.boolean("book"),
        ..SearchOptions::default()
    }
}

/// Reads `players`, an object keyed by the names of the ruleset's sides. Each is human by default.
fn read_players(fields: &mut Fields, ruleset: Option<Ruleset>, config: &Config) -> BySide<Player> {
    let mut players = BySide { first: Player::Human, second: Player::Human };
    fields.object("players", |sides| {
        let Some(ruleset) = ruleset else {
            sides.drain();
            return;
        };
        for side in Side::ALL {
            let name = ruleset.side_names()[side];
            if let Some(player) = sides.object(name, |player| read_player(player, config)) {
                players[side] = player;
            }
        }
        SideName::ALL.iter().for_each(|(name, _)| sides.accept_null(name));
    });
    players
}

fn read_player(fields: &mut Fields, config: &Config) -> Player {
    let is_engine = fields.required_one_of("kind", &[("human", false), ("engine", true)]) == Some(true);
    if !is_engine {
        SEARCH_SETTINGS.iter().for_each(|name| fields.accept_null(name));
        return Player::Human;
    }
    let settings = read_search_settings(fields).with_defaults(&SearchSettings::default_of(config), config);
    Player::Engine(Box::new(EnginePlayer::from(&settings)))
}

fn required_side(fields: &mut Fields) -> Option<SideName> {
    fields.required_one_of("side", &SideName::ALL)
}

/// The body of `POST /v1/games`.
pub fn new_game(mut fields: Fields, config: &Config) -> Result<NewGame> {
    let start = StartFields::read_with_record(&mut fields)?;
    let players = read_players(&mut fields, start.ruleset, config);
    let has_seats = fields.boolean("seats").unwrap_or(false);
    Ok(fields.finish(start.complete()).map(|start| NewGame { start, players, has_seats })?)
}

/// The body of `POST /v1/positions`.
pub fn position(mut fields: Fields) -> Result<Start> {
    let start = StartFields::read(&mut fields);
    Ok(fields.finish(start.complete())?)
}

/// The body of `POST /v1/analysis`, and the request of a job.
///
/// # Errors
/// When a field is wrong, or when [`Analysis::new`] fails.
pub fn analysis(mut fields: Fields, config: &Config) -> Result<Analysis> {
    let start = StartFields::read(&mut fields);
    let search = read_search(&mut fields);
    let start = fields.finish(start.complete())?;
    Ok(Analysis::new(&start, &search, config)?)
}

/// The body of `POST …/review`.
pub fn review(mut fields: Fields) -> Result<SearchOptions> {
    let search = read_search(&mut fields);
    Ok(fields.finish(Some(search))?)
}

/// The body of `POST …/best-move`.
pub enum BestMove {
    Hint(SearchOptions),
    Play(Command),
}

pub fn best_move(mut fields: Fields) -> Result<BestMove> {
    let search = read_search(&mut fields);
    let plays = fields.boolean("play").unwrap_or(false);
    let request = if plays { BestMove::Play(Command::PlayBest(search)) } else { BestMove::Hint(search) };
    Ok(fields.finish(Some(request))?)
}

/// The body of `POST …/moves`.
pub fn play_move(mut fields: Fields) -> Result<Command> {
    let text = fields.required_string("move");
    let wants_reply = fields.boolean("reply").unwrap_or(true);
    Ok(fields.finish(text.map(|text| Command::Play { text, wants_reply }))?)
}

/// The body of `POST …/undo`.
pub fn undo(mut fields: Fields) -> Result<Command> {
    let plies = fields.integer("plies", 1..=100_000).unwrap_or(1);
    Ok(fields.finish(Some(Command::Undo { plies: plies as usize }))?)
}

/// The body of `POST …/resign`.
pub fn resign(mut fields: Fields) -> Result<Command> {
    let side = required_side(&mut fields);
    Ok(fields.finish(side.map(|side| Command::Resign { side }))?)
}

/// The body of `POST …/draw`.
pub fn draw(mut fields: Fields) -> Result<Command> {
    let actions =
        [("offer", DrawAction::Offer), ("accept", DrawAction::Accept), ("decline", DrawAction::Decline)];
    let (side, action) = (required_side(&mut fields), fields.required_one_of("action", &actions));
    Ok(fields.finish(side.zip(action).map(|(side, action)| Command::Draw { side, action }))?)
}
