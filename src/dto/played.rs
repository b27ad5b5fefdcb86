//! The moves that were played, as JSON.

use super::moves::MoveJson;
use crate::game::{MoveClocks, MoveInfo, MoveInfos, Session};
use crate::rules::Game;
use jiff::Timestamp;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct PlayedJson {
    #[serde(flatten)]
    text: MoveJson,
    #[serde(flatten)]
    info: Option<InfoJson>,
    /// Only in games with a clock: what the mover had left after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock_ms: Option<u64>,
}

#[derive(Debug, Serialize)]
struct InfoJson {
    by: &'static str,
    at: Timestamp,
}

impl From<MoveInfo> for InfoJson {
    fn from(info: MoveInfo) -> InfoJson {
        InfoJson { by: if info.by_engine { "engine" } else { "human" }, at: info.at }
    }
}

/// The moves of a game from a ply on, with what is known about each.
fn played(
    game: &Game,
    first_ply: usize,
    infos: Option<&MoveInfos>,
    clocks: Option<&MoveClocks>,
) -> Vec<PlayedJson> {
    if first_ply >= game.ply() {
        return Vec::new();
    }
    let latest: Vec<_> = infos.into_iter().flat_map(|infos| infos.latest(game.ply() - first_ply)).collect();
    let mut infos = latest.into_iter().rev();
    let mut clocks = clocks.into_iter().flat_map(MoveClocks::iter).skip(first_ply);
    let moves = game.describe_played(first_ply).into_iter().map(|text| PlayedJson {
        text: text.into(),
        info: infos.next().map(InfoJson::from),
        clock_ms: clocks.next().flatten(),
    });
    moves.collect()
}

/// The moves of a session from a ply on. Empty if it has no more.
pub(super) fn played_from(session: &Session, first_ply: usize) -> Vec<PlayedJson> {
    let clocks = session.clock.as_ref().map(|clock| &clock.moves);
    played(&session.game, first_ply, Some(&session.move_infos), clocks)
}

/// The moves of a position that belongs to no stored game.
pub(super) fn played_to(game: &Game) -> Vec<PlayedJson> {
    played(game, 0, None, None)
}
