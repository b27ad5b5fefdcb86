//! The JSON text of games and positions, built incrementally.

use super::ALWAYS_WRITABLE;
use super::game::{GameJson, MoveJson, Notation, PositionJson, View};
use crate::rules::Game;
use crate::session::{MoveClocks, MoveInfo, MoveInfos, Session};
use bytes::Bytes;
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

/// What is known about the moves of a game in addition to the moves themselves.
#[derive(Clone, Copy, Default)]
struct MoveNotes<'a> {
    infos: Option<&'a MoveInfos>,
    clocks: Option<&'a MoveClocks>,
}

impl MoveNotes<'_> {
    fn of(session: &Session) -> MoveNotes<'_> {
        MoveNotes {
            infos: Some(&session.move_infos),
            clocks: session.clock.as_ref().map(|clock| &clock.moves),
        }
    }

    /// The moves of the game from a ply on.
    fn played(self, game: &Game, first_ply: usize) -> impl Iterator<Item = PlayedJson> {
        let count = game.ply() - first_ply;
        let latest: Vec<_> = self.infos.into_iter().flat_map(|infos| infos.latest(count)).collect();
        let mut infos = latest.into_iter().rev();
        let mut clocks = self.clocks.into_iter().flat_map(MoveClocks::iter).skip(first_ply);
        game.describe_played(first_ply).into_iter().map(move |text| PlayedJson {
            text: text.into(),
            info: infos.next().map(InfoJson::from),
            clock_ms: clocks.next().flatten(),
        })
    }
}

/// The moves of a session from a ply on. Empty if it has no more.
pub(super) fn played_from(session: &Session, first_ply: usize) -> Vec<PlayedJson> {
    match first_ply < session.game.ply() {
        true => MoveNotes::of(session).played(&session.game, first_ply).collect(),
        false => Vec::new(),
    }
}

/// A position or a game as JSON text. The moves played so far are its last member. The next version of a game starts with
/// the same moves, so their text is copied instead of serialized again.
#[derive(Clone, Debug)]
pub struct GameText {
    pub text: Bytes,
    /// The offset in `text` of the first move.
    moves_at: usize,
    plies: usize,
}

impl GameText {
    const END: &[u8] = b"]}";

    pub fn of_position(game: &Game, notation: Notation) -> GameText {
        GameText::new(&PositionJson::new(game, notation), game, MoveNotes::default(), None)
    }

    /// The text of a session. `before` is the text of the previous version, if it is cached.
    pub fn of_session(session: &Session, view: &View<'_>, before: Option<&GameText>) -> GameText {
        GameText::new(&GameJson::new(session, view), &session.game, MoveNotes::of(session), before)
    }

    fn new(
        object: &impl Serialize,
        game: &Game,
        notes: MoveNotes<'_>,
        before: Option<&GameText>,
    ) -> GameText {
        // After an undo, the text before has moves that the game no longer has.
        let before = before.filter(|before| before.plies <= game.ply());
        let mut text = Vec::with_capacity(GameText::usual_length(game, before));
        serde_json::to_writer(&mut text, object).expect(ALWAYS_WRITABLE);
        let _closing_brace = text.pop();
        text.extend_from_slice(b",\"moves\":[");
        let moves_at = text.len();
        text.extend_from_slice(before.map_or(b"", GameText::moves));
        let known = before.map_or(0, |before| before.plies);
        for (ply, played) in (known..).zip(notes.played(game, known)) {
            if ply > 0 {
                text.push(b',');
            }
            serde_json::to_writer(&mut text, &played).expect(ALWAYS_WRITABLE);
        }
        text.extend_from_slice(GameText::END);
        GameText { text: text.into(), moves_at, plies: game.ply() }
    }

    /// The bytes that almost every text fits into. A buffer that is too small doubles, and the cache of texts would keep it so.
    fn usual_length(game: &Game, before: Option<&GameText>) -> usize {
        /// Everything but the moves; with all points of a board of 15 lines as legal moves.
        const REST: usize = 2304;
        const MOVE: usize = 100;
        /// A reply of the other side, and some legal moves more than in the position before.
        const GROWTH: usize = 512;
        match before {
            Some(before) => before.text.len() + GROWTH,
            None => REST + MOVE * game.ply(),
        }
    }

    pub fn into_string(self) -> String {
        String::from_utf8(self.text.into()).expect("JSON is UTF-8")
    }

    /// The text of the moves, without the brackets.
    fn moves(&self) -> &[u8] {
        &self.text[self.moves_at..self.text.len() - GameText::END.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BySide, Options, Ruleset};
    use crate::session::{GameTime, Player};
    use serde_json::Value;
    use std::time::Duration;

    /// The bytes that the buffer of a text has beyond it.
    fn spare_capacity(text: Bytes) -> usize {
        let length = text.len();
        text.try_into_mut().unwrap().capacity() - length
    }

    #[test]
    fn a_text_continued_from_the_previous_version_equals_one_built_from_scratch() {
        for ruleset in Ruleset::ALL {
            let game = Game::new(&Options::defaults(ruleset), None).unwrap();
            let people = BySide { first: Player::Human, second: Player::Human };
            let mut session = Session::new(game, people, None);
            let view = View {
                notation: Notation::Coordinates,
                keep: Duration::from_secs(60).into(),
                secrets: None,
                presence: None,
            };
            let mut before = GameText::of_session(&session, &view, None);
            for step in 0..60 {
                session = match step {
                    5 | 6 => session.with_undo(2, GameTime(0)).unwrap(),
                    8 => session.with_draw_offer(session.game.turn(), GameTime(0)).unwrap(),
                    _ => {
                        let legal = session.game.legal_moves();
                        let Some(&mv) = legal.get(step * 31 % legal.len().max(1)) else { break };
                        session.with_move(mv, step % 2 == 0, GameTime(0)).unwrap()
                    }
                };
                let from_scratch = GameText::of_session(&session, &view, None);
                let continued = GameText::of_session(&session, &view, Some(&before));
                assert_eq!(continued.text, from_scratch.text);
                for before in [None, Some(&before)] {
                    let spare = spare_capacity(GameText::of_session(&session, &view, before).text);
                    assert!(spare < 2048, "{ruleset:?} at step {step}: {spare} bytes");
                }
                let read: Value = serde_json::from_slice(&from_scratch.text).unwrap();
                assert_eq!(read["moves"].as_array().unwrap().len(), session.game.ply());
                before = continued;
            }
            assert!(session.version > 9, "{ruleset:?} ended too soon");
        }
    }
}
