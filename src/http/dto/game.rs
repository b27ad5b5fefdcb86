//! Positions and games as JSON. Written for every move of every game, so they go from the types to the text without a
//! tree of values in between.

use crate::rules::{
    BySide, DrawReason, Game, MoveText, OpeningState, Outcome, Ruleset, Side, Verdict, WinReason,
};
use crate::session::{Player, Session};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::time::Duration;
use uuid::Uuid;

/// How the moves that can be played are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    #[default]
    Coordinates,
    All,
}

/// What the rules say about where we are.
#[derive(Debug, Serialize)]
pub struct PositionJson {
    ruleset: Ruleset,
    options: Value,
    start_fen: String,
    fen: String,
    turn: &'static str,
    ply: usize,
    in_check: bool,
    status: &'static str,
    winner: Option<&'static str>,
    reason: Option<Reason>,
    verdict: Option<VerdictJson>,
    legal_moves: Vec<LegalMove>,
    forbidden: Vec<ForbiddenJson>,
    warnings: Vec<WarningJson>,
    opening: Option<OpeningJson>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Reason {
    Won(WinReason),
    Drawn(DrawReason),
}

#[derive(Debug, Serialize)]
pub struct MoveJson {
    #[serde(rename = "move")]
    coordinates: String,
    chinese: Option<String>,
    wxf: Option<String>,
}

impl From<MoveText> for MoveJson {
    fn from(MoveText { coordinates, chinese, wxf }: MoveText) -> MoveJson {
        MoveJson { coordinates, chinese, wxf }
    }
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum LegalMove {
    Coordinates(String),
    All(MoveJson),
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
    side: &'static str,
    #[serde(rename = "move")]
    coordinates: String,
    detail: String,
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

impl PositionJson {
    pub fn new(game: &Game, notation: Notation) -> PositionJson {
        let names = game.ruleset().side_names();
        let (status, winner, reason) = match game.outcome() {
            None => ("playing", None, None),
            Some(Outcome::Won { winner, reason }) => ("won", Some(names[winner]), Some(Reason::Won(reason))),
            Some(Outcome::Drawn { reason }) => ("drawn", None, Some(Reason::Drawn(reason))),
        };
        let legal = |mv| match notation {
            Notation::Coordinates => LegalMove::Coordinates(game.coordinates(mv)),
            Notation::All => LegalMove::All(game.describe(mv).into()),
        };
        let forbidden = game.forbidden().into_iter();
        let warnings = game.warnings().into_iter();
        PositionJson {
            ruleset: game.ruleset(),
            options: game.options().to_json(),
            start_fen: game.start_fen(),
            fen: game.fen(),
            turn: names[game.turn()],
            ply: game.ply(),
            in_check: game.in_check(),
            status,
            winner,
            reason,
            verdict: game.verdict().map(|verdict| VerdictJson::new(game, verdict)),
            legal_moves: game.legal_moves().into_iter().map(legal).collect(),
            forbidden: forbidden
                .map(|it| ForbiddenJson { point: game.coordinates(it.point), kind: it.kind })
                .collect(),
            warnings: warnings
                .map(|it| WarningJson {
                    code: it.code,
                    side: names[it.side],
                    coordinates: game.coordinates(it.mv),
                    detail: it.detail,
                })
                .collect(),
            opening: game.opening().map(|opening| OpeningJson::new(game, opening)),
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
            phase: opening.phase,
            stone: game.ruleset().side_names()[opening.stone],
            choices: opening.choices,
            offered: opening.offered.iter().map(|&mv| game.coordinates(mv)).collect(),
            offers_left: opening.offers_left,
            swapped: opening.is_swapped,
        }
    }
}

/// A position with an identity.
#[derive(Debug, Serialize)]
pub struct GameJson {
    #[serde(flatten)]
    position: PositionJson,
    id: Uuid,
    version: u64,
    players: Value,
    seats: Value,
    draw_offer: Option<&'static str>,
    created_at: Timestamp,
    updated_at: Timestamp,
    expires_at: Option<Timestamp>,
}

impl GameJson {
    pub fn new(session: &Session, view: &View<'_>) -> GameJson {
        let names = session.game.ruleset().side_names();
        let players = Side::ALL.iter().map(|&side| (names[side].to_owned(), player(&session.players[side])));
        // From the last change, which all answers for a version agree on; a later use puts it off.
        let idle = jiff::SignedDuration::try_from(view.idle).unwrap_or_default();
        GameJson {
            position: PositionJson::new(&session.game, view.notation),
            id: session.id,
            version: session.version,
            players: Value::Object(players.collect()),
            seats: view
                .tokens
                .map_or(json!(session.seats.is_some()), |it| tokens(session.game.ruleset(), it)),
            draw_offer: session.draw_offer.map(|side| names[side]),
            created_at: session.created_at,
            updated_at: session.updated_at,
            expires_at: session.updated_at.checked_add(idle).ok(),
        }
    }
}

/// How a game is to be shown.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub notation: Notation,
    /// How long it is kept after its last use.
    pub idle: Duration,
    /// The secret tokens of its seats, which are told once.
    pub tokens: Option<&'a BySide<String>>,
}

fn player(player: &Player) -> Value {
    match player {
        Player::Human => json!({"kind": "human"}),
        Player::Engine(settings) => {
            let mut limits =
                Map::from_iter([("time_ms".to_owned(), json!(settings.time.as_millis() as u64))]);
            limits.extend(settings.depth.map(|depth| ("depth".to_owned(), json!(depth))));
            limits.extend(settings.nodes.map(|nodes| ("nodes".to_owned(), json!(nodes))));
            json!({
                "kind": "engine",
                "level": settings.level().map(|level| level.get()),
                "limits": limits,
                "seed": settings.request.seed,
                "book": settings.request.book,
            })
        }
    }
}

fn tokens(ruleset: Ruleset, tokens: &BySide<String>) -> Value {
    let names = ruleset.side_names();
    Value::Object(Side::ALL.iter().map(|&side| (names[side].to_owned(), json!(tokens[side]))).collect())
}
