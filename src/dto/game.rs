//! Positions and games as JSON. They are serialized for every move of every game, so they go straight to text, without a
//! `serde_json::Value` in between.

use super::clock::ClockJson;
use super::moves::{LegalMoves, Notation};
use super::played::{PlayedJson, played_from, played_to};
use super::sides::{Sides, SomeSides};
use crate::engine::Limits;
use crate::game::{EnginePlayer, GameStatus, Player, Rematch, Seats, Session, TakebackOffer};
use crate::options::{OptionsJson, to_json};
use crate::record::{Import, Note, Tags};
use crate::rules::{BySide, DrawReason, Game, OpeningState, Outcome, Ruleset, Verdict, WinReason};
use crate::service::{AbortedJson, Converted, Presence, RulingJson, Secrets, Whereabouts};
use crate::store::KeepTimes;
use data_encoding::BASE64;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

/// A position and what the rules say about it.
#[derive(Debug, Serialize)]
pub struct PositionJson<'a> {
    ruleset: Ruleset,
    options: OptionsJson,
    start_fen: String,
    fen: String,
    turn: &'static str,
    ply: usize,
    in_check: bool,
    #[serde(flatten)]
    result: ResultJson,
    verdict: Option<VerdictJson>,
    legal_moves: LegalMoves<'a>,
    forbidden: Vec<ForbiddenJson>,
    warnings: Vec<WarningJson>,
    opening: Option<OpeningJson>,
    moves: Vec<PlayedJson>,
}

/// Whether a game is over, and how it ended.
#[derive(Debug, Serialize)]
pub(super) struct ResultJson {
    status: GameStatus,
    winner: Option<&'static str>,
    reason: Option<Reason>,
}

impl ResultJson {
    fn of_game(game: &Game) -> ResultJson {
        let names = game.ruleset().side_names();
        let (winner, reason) = match game.outcome() {
            Some(Outcome::Won { winner, reason }) => (Some(names[winner]), Some(Reason::Won(reason))),
            Some(Outcome::Drawn { reason }) => (None, Some(Reason::Drawn(reason))),
            None | Some(Outcome::Aborted) => (None, None),
        };
        ResultJson { status: GameStatus::of_game(game), winner, reason }
    }

    pub fn of_session(session: &Session) -> ResultJson {
        match session.is_waiting() {
            true => ResultJson { status: GameStatus::Waiting, winner: None, reason: None },
            false => ResultJson::of_game(&session.game),
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Reason {
    Won(WinReason),
    Drawn(DrawReason),
}

#[derive(Debug, Serialize)]
struct VerdictJson {
    side: Option<&'static str>,
    kind: &'static str,
    cycle: Vec<String>,
    chased: Option<String>,
    rule: &'static str,
}

#[derive(Debug, Serialize)]
struct ForbiddenJson {
    point: String,
    kind: &'static str,
}

#[derive(Debug, Serialize)]
struct WarningJson {
    code: &'static str,
    side: Option<&'static str>,
    #[serde(rename = "move")]
    coordinates: Option<String>,
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    remaining: Option<u32>,
}

#[derive(Debug, Serialize)]
struct OpeningJson {
    name: &'static str,
    phase: &'static str,
    stone: &'static str,
    choices: Vec<String>,
    offered: Vec<String>,
    offers_left: u8,
    swapped: bool,
}

impl PositionJson<'_> {
    /// A position that belongs to no stored game.
    pub fn new(game: &Game, notation: Notation) -> PositionJson<'_> {
        PositionJson::with_moves(game, notation, played_to(game))
    }

    fn with_moves(game: &Game, notation: Notation, moves: Vec<PlayedJson>) -> PositionJson<'_> {
        let names = game.ruleset().side_names();
        let forbidden = game.forbidden().into_iter();
        let warnings = game.warnings().into_iter();
        PositionJson {
            ruleset: game.ruleset(),
            options: to_json(&game.options()),
            start_fen: game.start_fen(),
            fen: game.fen(),
            turn: names[game.turn()],
            ply: game.ply(),
            in_check: game.in_check(),
            result: ResultJson::of_game(game),
            verdict: game.verdict().map(|verdict| VerdictJson::new(game, verdict)),
            legal_moves: LegalMoves { game, notation },
            forbidden: forbidden
                .map(|it| ForbiddenJson { point: game.coordinates(it.point), kind: it.kind })
                .collect(),
            warnings: warnings
                .map(|it| WarningJson {
                    code: it.code,
                    side: it.side.map(|side| names[side]),
                    coordinates: it.mv.map(|mv| game.coordinates(mv)),
                    detail: it.detail,
                    remaining: it.remaining,
                })
                .collect(),
            opening: game.opening().map(|opening| OpeningJson::new(game, opening)),
            moves,
        }
    }
}

impl VerdictJson {
    fn new(game: &Game, verdict: Verdict) -> VerdictJson {
        let names = game.ruleset().side_names();
        VerdictJson {
            side: verdict.side.map(|side| names[side]),
            kind: verdict.kind,
            cycle: verdict.cycle.iter().map(|&mv| game.coordinates(mv)).collect(),
            chased: verdict.chased,
            rule: verdict.rule,
        }
    }
}

impl OpeningJson {
    fn new(game: &Game, opening: OpeningState) -> OpeningJson {
        OpeningJson {
            name: opening.name,
            phase: opening.phase.name(),
            stone: game.ruleset().side_names()[opening.stone],
            choices: opening.choices,
            offered: opening.offered.iter().map(|&mv| game.coordinates(mv)).collect(),
            offers_left: opening.offers_left,
            swapped: opening.is_swapped,
        }
    }
}

/// A game: a position with an id, players and seats.
#[derive(Debug, Serialize)]
pub struct GameJson<'a> {
    #[serde(flatten)]
    position: PositionJson<'a>,
    id: Uuid,
    version: u64,
    players: Sides<PlayerJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<&'a BTreeMap<String, String>>,
    seats: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<SomeSides<'a, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invitation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invitations: Option<Sides<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spectator: Option<&'a str>,
    hints: bool,
    #[serde(rename = "private")]
    is_private: bool,
    abandon_ms: Option<u64>,
    clock: Option<ClockJson>,
    /// None unless the game waits for its players to be ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    ready: Option<Sides<bool>>,
    /// Whether the server plays the game by itself.
    #[serde(skip_serializing_if = "is_false")]
    run: bool,
    paused: bool,
    ruling: Option<RulingJson<'a>>,
    draw_offer: Option<&'static str>,
    takeback_offer: Option<TakebackOfferJson>,
    rematch_offer: Option<&'static str>,
    next_game: Option<Uuid>,
    presence: Option<SomeSides<'a, Whereabouts>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    aborted: Option<AbortedJson>,
    import: Option<Value>,
    created_at: Timestamp,
    updated_at: Timestamp,
    expires_at: Option<Timestamp>,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// A player, and its name if it has one.
#[derive(Debug, Serialize)]
pub struct PlayerJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(flatten)]
    kind: PlayerKind,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum PlayerKind {
    Human,
    Engine {
        #[serde(skip_serializing_if = "Option::is_none")]
        engine: Option<String>,
        level: Option<u8>,
        limits: Limits,
        seed: Option<u64>,
        book: bool,
    },
}

/// The invitations to both sides, if the secrets have them.
pub(super) fn invitations<'a>(session: &Session, secrets: &'a Secrets) -> Option<Sides<&'a str>> {
    let BySide { first, second } = secrets.invitations.as_ref()?;
    let names = session.game.ruleset().side_names();
    Some(Sides { names, values: BySide { first: first.as_str(), second: second.as_str() } })
}

/// Which of the people are connected, by side.
pub fn presence<'a>(game: &Game, Presence(values): &'a Presence) -> SomeSides<'a, Whereabouts> {
    SomeSides { names: game.ruleset().side_names(), values }
}

#[derive(Debug, Serialize)]
struct TakebackOfferJson {
    side: &'static str,
    plies: u32,
}

impl GameJson<'_> {
    pub fn new<'a>(session: &'a Session, view: &'a View<'a>) -> GameJson<'a> {
        let names = session.game.ruleset().side_names();
        let owner = session.owner.as_deref().filter(|_| view.is_for_owner);
        // Counted from the last change, so that all responses for a version agree. A later read postpones the expiry.
        let keep = jiff::SignedDuration::try_from(view.keep.of(session)).unwrap_or_default();
        let seats = session.seats.as_deref();
        let mut position = PositionJson::with_moves(&session.game, view.notation, played_from(session, 0));
        position.result = ResultJson::of_session(session);
        let (rematch_offer, next_game) = match session.rematch() {
            None => (None, None),
            Some(Rematch::Offered { by, .. }) => (Some(names[by]), None),
            Some(Rematch::Agreed { next }) => (None, Some(next)),
        };
        GameJson {
            position,
            id: session.id,
            version: session.version,
            players: players(session),
            reference: owner.and_then(|owner| owner.reference.as_deref()),
            metadata: owner.map(|owner| &owner.metadata),
            seats: seats.is_some(),
            tokens: view.secrets.map(|secrets| SomeSides { names, values: &secrets.seats }),
            invitation: view.secrets.and_then(|secrets| secrets.invitation.as_deref()),
            invitations: view.secrets.and_then(|secrets| invitations(session, secrets)),
            spectator: view.secrets.and_then(|secrets| secrets.spectator.as_deref()),
            hints: seats.is_none_or(|seats| seats.hints),
            is_private: seats.is_some_and(Seats::is_private),
            abandon_ms: seats.filter(|_| !session.is_correspondence()).map(|seats| seats.abandon_ms),
            clock: ClockJson::new(session),
            ready: session.ready().map(|values| Sides { names, values }),
            run: session.run.is_some(),
            paused: session.is_paused(),
            ruling: session.ruling.as_deref().map(|ruling| RulingJson::new(ruling, names)),
            draw_offer: session.draw_offer.map(|side| names[side]),
            takeback_offer: session
                .takeback_offer()
                .map(|TakebackOffer { side, plies }| TakebackOfferJson { side: names[side], plies }),
            rematch_offer,
            next_game,
            presence: view.presence.as_ref().map(|it| presence(&session.game, it)),
            aborted: session.aborted.map(|aborted| AbortedJson::new(aborted, names)),
            import: session.import.as_deref().map(|import| import_json(import, names)),
            created_at: session.created_at,
            updated_at: session.updated_at,
            expires_at: session.updated_at.checked_add(keep).ok(),
        }
    }
}

/// A difference between the record and the game: a code, its numbers, and a sentence.
#[derive(Debug, Serialize)]
struct NoteJson<'a> {
    #[serde(flatten)]
    note: &'a Note,
    detail: String,
}

/// A record that was converted: a text, or bytes in base64.
#[derive(Debug, Serialize)]
pub struct ConvertedJson {
    ruleset: &'static str,
    ply: usize,
    #[serde(flatten)]
    result: ResultJson,
    import: Value,
    text: Option<String>,
    base64: Option<String>,
}

impl ConvertedJson {
    pub fn new(Converted { game, import, bytes, is_binary }: Converted) -> ConvertedJson {
        let (text, base64) = match is_binary {
            true => (None, Some(BASE64.encode(&bytes))),
            false => (Some(String::from_utf8_lossy(&bytes).into_owned()), None),
        };
        ConvertedJson {
            ruleset: game.ruleset().name(),
            ply: game.ply(),
            result: ResultJson::of_game(&game),
            import: import_json(&import, game.ruleset().side_names()),
            text,
            base64,
        }
    }
}

/// The headers and notes of the record that a game was imported from. Unknown headers are null.
fn import_json(import: &Import, names: BySide<&'static str>) -> Value {
    let known = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let Tags { event, site, date, round, first, second } = &import.tags;
    let notes = import.notes.iter().map(|note| NoteJson { note, detail: note.detail() });
    json!({
        "format": import.format.name(),
        "tags": {
            "event": known(event),
            "site": known(site),
            "date": known(date),
            "round": known(round),
            "players": {names.first: known(first), names.second: known(second)},
        },
        "notes": notes.collect::<Vec<_>>(),
    })
}

/// The players of a game.
pub(super) fn players(session: &Session) -> Sides<PlayerJson<'_>> {
    let player = |side| PlayerJson {
        name: session.names[side].as_deref(),
        kind: PlayerKind::from(&session.players[side]),
    };
    Sides { names: session.game.ruleset().side_names(), values: BySide::from_fn(player) }
}

impl From<&Player> for PlayerKind {
    fn from(player: &Player) -> PlayerKind {
        match player {
            Player::Human => PlayerKind::Human,
            Player::Engine(engine) => {
                let EnginePlayer { level, limits, seed, book, .. } = **engine;
                PlayerKind::Engine { engine: engine.engine.clone(), level, limits, seed, book }
            }
        }
    }
}

/// What the JSON of a game contains in addition to the game itself.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub notation: Notation,
    /// How long games are kept after their last use.
    pub keep: KeepTimes,
    /// The secrets of the player who created or joined the game. Only the response to that request contains them.
    pub secrets: Option<&'a Secrets>,
    /// Which players are connected; `None` for a game without seats.
    pub presence: Option<Presence>,
    /// Whether to show what the owner has noted about the game.
    pub is_for_owner: bool,
}
