//! Reads request bodies into the types of the service.

mod arbiter;
mod clock;
mod details;
mod search;
mod seats;
mod seek;
mod start;

use crate::config::Config;
use crate::game::{ClaimedResult, EnginePlayer, Phrase, Player};
use crate::json::Fields;
use crate::rules::{BySide, Ruleset, Side};
use crate::service::{
    Analysis, Batch, Command, JobRequest, Joiner, NewGame, OfferAction, Result, SearchOptions,
    SearchSettings, SideName, Start, in_batch,
};
pub use arbiter::{add_time, adjudicate, pause, resume};
pub use details::changes;
use search::{SEARCH_SETTINGS, read_search, read_search_settings};
pub use seek::seek;
use start::StartFields;
pub use start::conversion;

/// Reads `players`, an object keyed by the names of the ruleset's sides, with their names. Each is human by default.
fn read_players(
    fields: &mut Fields,
    ruleset: Option<Ruleset>,
    config: &Config,
) -> (BySide<Player>, BySide<Option<String>>) {
    let mut players = BySide { first: Player::Human, second: Player::Human };
    let mut names = BySide::default();
    fields.object("players", |sides| {
        let Some(ruleset) = ruleset else {
            sides.drain();
            return;
        };
        for side in Side::ALL {
            let player = sides.object(ruleset.side_names()[side], |player| {
                names[side] = details::name(player);
                read_player(player, ruleset, config)
            });
            if let Some(player) = player {
                players[side] = player;
            }
        }
        SideName::ALL.iter().for_each(|(name, _)| sides.accept_null(name));
    });
    (players, names)
}

fn read_player(fields: &mut Fields, ruleset: Ruleset, config: &Config) -> Player {
    let is_engine = fields.required_one_of("kind", &[("human", false), ("engine", true)]) == Some(true);
    if !is_engine {
        SEARCH_SETTINGS.iter().for_each(|name| fields.accept_null(name));
        return Player::Human;
    }
    let options = read_search_settings(fields, config);
    if let Some(Err(message)) = options.engine.as_ref().map(|name| config.engine_for(name, ruleset)) {
        fields.error("engine", message);
    }
    let settings = options.with_defaults(&SearchSettings::default_of(config), config);
    Player::Engine(Box::new(EnginePlayer::from(&settings)))
}

/// The longest time that a request may give the players: a day.
const DAY_MS: u64 = 86_400_000;
/// The most plies that a request may name.
const MAX_PLIES: u64 = 100_000;

fn required_side(fields: &mut Fields) -> Option<SideName> {
    fields.required_one_of("side", &SideName::ALL)
}

/// The body of `POST /v1/games`.
pub fn new_game(mut fields: Fields, config: &Config) -> Result<NewGame> {
    let start = StartFields::read_with_record(&mut fields)?;
    let (players, names) = read_players(&mut fields, start.ruleset, config);
    let has_abandon_ms = fields.has("abandon_ms");
    let seats = seats::read(&mut fields, start.ruleset, &players, config);
    let clock = clock::read(&mut fields, config);
    if has_abandon_ms && clock.is_some_and(|clock| clock.is_correspondence()) {
        fields.error("abandon_ms", "expected none in a game by correspondence: nobody can abandon it");
    }
    if seats.is_some_and(|seats| seats.has_ready_check)
        && clock.is_some_and(|clock| clock.is_correspondence())
    {
        fields.error("ready_check", "expected none in a game by correspondence: nobody need be there");
    }
    let (reference, metadata) = (details::reference(&mut fields), details::metadata(&mut fields));
    let run = fields.boolean("run").unwrap_or(false);
    let is_between_engines = Side::ALL.iter().all(|&side| matches!(players[side], Player::Engine(_)));
    if run && !is_between_engines {
        fields.error("run", "expected engines on both sides: the server plays such games by itself");
    }
    let start = fields.finish(start.complete())?;
    Ok(NewGame { start, players, names, seats, clock, run, reference, metadata })
}

/// The body of `POST /v1/games/batch`: new games, each read as that of `POST /v1/games`.
pub fn new_games(mut fields: Fields, config: &Config) -> Result<Vec<NewGame>> {
    const MOST: usize = 500;
    let games = fields.objects("games", 1..=MOST);
    let games = fields.finish(games)?;
    let read = |(place, game)| new_game(game, config).map_err(|error| in_batch(place, error));
    games.into_iter().enumerate().map(read).collect()
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
    let search = read_search(&mut fields, config);
    let start = fields.finish(start.complete())?;
    Analysis::new(&start, &search, config)
}

/// The body of `POST /v1/analyses/batch`. A position that cannot be read is an error of its own.
///
/// # Errors
/// When a field beside the positions is wrong, or the positions are too many or no objects.
pub fn batch(mut fields: Fields, config: &Config) -> Result<Batch> {
    const MOST_POSITIONS: usize = 256;
    let positions = fields.objects("positions", 1..=MOST_POSITIONS);
    let options = read_search_settings(&mut fields, config);
    let lines = options.lines.unwrap_or(1) * positions.as_ref().map_or(0, Vec::len);
    if lines > MOST_BATCH_LINES {
        fields.error(
            "lines",
            format!("expected at most {MOST_BATCH_LINES} lines of all positions together, got {lines}"),
        );
    }
    let positions = fields.finish(positions)?;
    let read =
        |(index, fields)| position(fields).map_err(|error| error.within(&format!("/positions/{index}")));
    Ok(Batch { starts: positions.into_iter().enumerate().map(read).collect(), options })
}

/// The most lines of all positions of a batch together: they are in memory until the batch is read.
const MOST_BATCH_LINES: usize = 1280;

/// The request of a job: that of a batch has `positions`.
pub fn job(fields: Fields, config: &Config) -> Result<JobRequest> {
    Ok(match fields.has("positions") {
        true => JobRequest::Batch(Box::new(batch(fields, config)?)),
        false => JobRequest::Analysis(Box::new(analysis(fields, config)?)),
    })
}

/// The body of `POST …/review`.
pub fn review(mut fields: Fields, config: &Config) -> Result<SearchOptions> {
    let search = read_search(&mut fields, config);
    Ok(fields.finish(Some(search))?)
}

/// The body of `POST /v1/reviews`: a game, and the fields of `POST …/review`.
pub fn review_of_moves(mut fields: Fields, config: &Config) -> Result<(Start, SearchOptions)> {
    let start = StartFields::read_with_record(&mut fields)?;
    let search = read_search(&mut fields, config);
    let start = fields.finish(start.complete())?;
    Ok((start, search))
}

/// The body of `POST …/best-move`.
pub enum BestMove {
    Hint(SearchOptions),
    Play(Command),
}

pub fn best_move(mut fields: Fields, config: &Config) -> Result<BestMove> {
    let search = read_search(&mut fields, config);
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
    let plies = fields.integer("plies", 1..=MAX_PLIES).unwrap_or(1);
    Ok(fields.finish(Some(Command::Undo { plies: plies as usize }))?)
}

/// The body of `POST …/resign`.
pub fn resign(mut fields: Fields) -> Result<Command> {
    let side = required_side(&mut fields);
    Ok(fields.finish(side.map(|side| Command::Resign { side }))?)
}

/// The body of `POST …/draw`.
pub fn draw(mut fields: Fields) -> Result<Command> {
    let (side, action) = side_and_action(&mut fields);
    Ok(fields.finish(side.zip(action).map(|(side, action)| Command::Draw { side, action }))?)
}

/// The body of `POST …/takeback`.
pub fn takeback(mut fields: Fields) -> Result<Command> {
    let (side, action) = side_and_action(&mut fields);
    let plies = fields.integer("plies", 1..=MAX_PLIES).map(|plies| plies as usize);
    if plies.is_some() && action.is_some_and(|action| action != OfferAction::Offer) {
        fields.error("plies", "is a part of an offer: expected it only with \"action\": \"offer\"");
    }
    let command = side.zip(action).map(|(side, action)| Command::Takeback { side, action, plies });
    Ok(fields.finish(command)?)
}

/// The body of `POST …/rematch`.
pub fn rematch(mut fields: Fields) -> Result<Command> {
    let (side, action) = side_and_action(&mut fields);
    Ok(fields.finish(side.zip(action).map(|(side, action)| Command::Rematch { side, action }))?)
}

/// The body of `POST …/claim`.
pub fn claim(mut fields: Fields) -> Result<Command> {
    let results = [("win", ClaimedResult::Win), ("draw", ClaimedResult::Draw)];
    let (side, result) = (required_side(&mut fields), fields.required_one_of("result", &results));
    Ok(fields.finish(side.zip(result).map(|(side, result)| Command::Claim { side, result }))?)
}

/// The body of `POST …/abort`.
pub fn abort(mut fields: Fields) -> Result<Command> {
    let side = required_side(&mut fields);
    Ok(fields.finish(side.map(|side| Command::Abort { side }))?)
}

/// The body of `POST …/ready`.
pub fn ready(mut fields: Fields) -> Result<Command> {
    let side = required_side(&mut fields);
    Ok(fields.finish(side.map(|side| Command::Ready { side }))?)
}

/// The body of `POST …/phrases`.
pub fn phrase(mut fields: Fields) -> Result<Phrase> {
    let phrase = fields.required_one_of("phrase", &Phrase::ALL);
    Ok(fields.finish(phrase)?)
}

/// The body of `POST …/join`.
pub fn join(mut fields: Fields) -> Result<Joiner> {
    let (invitation, name) = (fields.required_string("invitation"), details::name(&mut fields));
    Ok(fields.finish(invitation.map(|invitation| Joiner { invitation, name }))?)
}

fn side_and_action(fields: &mut Fields) -> (Option<SideName>, Option<OfferAction>) {
    let actions =
        [("offer", OfferAction::Offer), ("accept", OfferAction::Accept), ("decline", OfferAction::Decline)];
    (required_side(fields), fields.required_one_of("action", &actions))
}
