//! A session as bytes: JSON that says its own format, so that what a newer version wrote is known as such.

use super::{MoveNote, Player, SearchSettings, Seats, Session, StoreError};
use crate::engine::{Level, SearchRequest};
use crate::options;
use crate::rules::{BySide, DrawReason, Game, Outcome, Ruleset, Side, WinReason};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use uuid::Uuid;

/// The newest format this version reads, and the one it writes.
pub const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Stored {
    format: u32,
    id: Uuid,
    version: u64,
    ruleset: Ruleset,
    options: serde_json::Value,
    start_fen: String,
    /// Each move in coordinates, when it was played in milliseconds since the epoch, whether by an engine.
    moves: Vec<(String, i64, bool)>,
    ending: Option<Ending>,
    players: [StoredPlayer; 2],
    /// Digests of the tokens, in hexadecimal.
    seats: Option<[String; 2]>,
    draw_offer: Option<StoredSide>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

#[derive(Deserialize)]
struct FormatOnly {
    format: u32,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredSide {
    First,
    Second,
}

impl From<Side> for StoredSide {
    fn from(side: Side) -> StoredSide {
        match side {
            Side::First => StoredSide::First,
            Side::Second => StoredSide::Second,
        }
    }
}

impl From<StoredSide> for Side {
    fn from(side: StoredSide) -> Side {
        match side {
            StoredSide::First => Side::First,
            StoredSide::Second => Side::Second,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ending {
    Won { winner: StoredSide, reason: WinReason },
    Drawn { reason: DrawReason },
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Won { winner, reason } => Ending::Won { winner: winner.into(), reason },
            Outcome::Drawn { reason } => Ending::Drawn { reason },
        }
    }
}

impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Outcome {
        match ending {
            Ending::Won { winner, reason } => Outcome::Won { winner: winner.into(), reason },
            Ending::Drawn { reason } => Outcome::Drawn { reason },
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum StoredPlayer {
    Human,
    Engine {
        level: Option<u8>,
        lines: usize,
        threads: usize,
        seed: Option<u64>,
        isolated: bool,
        book: bool,
        time_ms: u64,
        depth: Option<u32>,
        nodes: Option<u64>,
    },
}

impl From<&Player> for StoredPlayer {
    fn from(player: &Player) -> StoredPlayer {
        match player {
            Player::Human => StoredPlayer::Human,
            Player::Engine(settings) => {
                let SearchSettings { request, time, depth, nodes } = &**settings;
                StoredPlayer::Engine {
                    level: request.level.map(Level::get),
                    lines: request.lines,
                    threads: request.threads,
                    seed: request.seed,
                    isolated: request.isolated,
                    book: request.book,
                    time_ms: time.as_millis() as u64,
                    depth: *depth,
                    nodes: *nodes,
                }
            }
        }
    }
}

impl From<StoredPlayer> for Player {
    fn from(player: StoredPlayer) -> Player {
        match player {
            StoredPlayer::Human => Player::Human,
            StoredPlayer::Engine { level, lines, threads, seed, isolated, book, time_ms, depth, nodes } => {
                let level = level.and_then(Level::new);
                let request =
                    SearchRequest { level, lines, threads, seed, isolated, book, ..SearchRequest::default() };
                let time = Duration::from_millis(time_ms);
                Player::Engine(Box::new(SearchSettings { request, time, depth, nodes }))
            }
        }
    }
}

impl Session {
    /// The session as it is kept outside of memory.
    pub fn to_stored(&self) -> Vec<u8> {
        let moves = self.game.moves().into_iter().zip(&self.notes);
        let stored = Stored {
            format: FORMAT,
            id: self.id,
            version: self.version,
            ruleset: self.game.ruleset(),
            options: serde_json::json!(options::to_json(&self.game.options())),
            start_fen: self.game.start_fen(),
            moves: moves
                .map(|(mv, note)| (self.game.coordinates(mv), note.at().as_millisecond(), note.by_engine()))
                .collect(),
            ending: self.game.outcome().map(Ending::from),
            players: Side::ALL.map(|side| StoredPlayer::from(&self.players[side])),
            seats: self.seats.as_ref().map(|seats| Side::ALL.map(|side| seats.digest_text(side))),
            draw_offer: self.draw_offer.map(StoredSide::from),
            created_at: self.created_at,
            updated_at: self.updated_at,
        };
        serde_json::to_vec(&stored).expect("it has string keys only")
    }

    /// Whether this version can make sense of the bytes.
    pub fn is_readable(bytes: &[u8]) -> bool {
        serde_json::from_slice(bytes).is_ok_and(|FormatOnly { format }| format <= FORMAT)
    }

    /// What [`Session::to_stored`] wrote.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when a newer version wrote it, or it is not what any version wrote.
    pub fn from_stored(bytes: &[u8]) -> Result<Session, StoreError> {
        let unreadable =
            |what: &dyn std::fmt::Display| StoreError::Unreadable(format!("a stored game: {what}"));
        // Read as ours first, which it nearly always is.
        let read = serde_json::from_slice::<Stored>(bytes);
        let format = match &read {
            Ok(stored) => Ok(stored.format),
            Err(_) => serde_json::from_slice(bytes).map(|FormatOnly { format }| format),
        };
        if let Ok(format) = format
            && format > FORMAT
        {
            return Err(unreadable(&newer(format)));
        }
        let stored = read.map_err(|error| unreadable(&error))?;
        let object =
            stored.options.as_object().ok_or_else(|| unreadable(&"expected an object of options"))?;
        let options = options::from_json(stored.ruleset, object).map_err(|errors| unreadable(&errors[0]))?;
        let mut game = Game::new(&options, Some(&stored.start_fen)).map_err(|error| unreadable(&error))?;
        let mut notes = Vec::with_capacity(stored.moves.len());
        for (text, at, by_engine) in stored.moves {
            game.parse(&text).and_then(|mv| game.play(mv)).map_err(|error| unreadable(&error))?;
            let at = Timestamp::from_millisecond(at).map_err(|error| unreadable(&error))?;
            notes.push(MoveNote::new(by_engine, at));
        }
        if let (None, Some(ending)) = (game.outcome(), stored.ending) {
            game.conclude(ending.into());
        }
        let seats = match stored.seats {
            None => None,
            Some(digests) => {
                let seats = Seats::from_digest_texts(&digests);
                Some(seats.ok_or_else(|| unreadable(&"expected SHA-256 digests for its seats"))?)
            }
        };
        let [first, second] = stored.players.map(Player::from);
        Ok(Session {
            id: stored.id,
            version: stored.version,
            game,
            players: BySide { first, second },
            seats,
            notes,
            draw_offer: stored.draw_offer.map(Side::from),
            created_at: stored.created_at,
            updated_at: stored.updated_at,
        })
    }
}

/// That something has a format later than ours.
pub fn newer(format: u32) -> String {
    format!("it has format {format} and was written by a newer version; this one reads up to format {FORMAT}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Options;
    use proptest::prelude::*;

    fn engine() -> Player {
        let request =
            SearchRequest { level: Level::new(3), seed: Some(u64::MAX), book: false, ..Default::default() };
        let time = Duration::from_millis(250);
        Player::Engine(Box::new(SearchSettings { request, time, depth: Some(4), nodes: None }))
    }

    fn options() -> impl Strategy<Value = Options> {
        let openings = [
            (Ruleset::Xiangqi, "{}"),
            (Ruleset::Xiangqi, r#"{"repetition": "draw", "no_capture_limit": 4}"#),
            (Ruleset::Gomoku, r#"{"board_size": 19, "opening": "swap2"}"#),
            (Ruleset::GomokuStandard, "{}"),
            (Ruleset::Renju, r#"{"forbidden_loses": true}"#),
            (Ruleset::Renju, r#"{"opening": "taraguchi10"}"#),
            (Ruleset::Renju, r#"{"opening": "soosyrv8"}"#),
        ];
        prop::sample::select(openings.to_vec()).prop_map(|(ruleset, fields)| {
            options::from_json(ruleset, &serde_json::from_str(fields).unwrap()).unwrap()
        })
    }

    proptest! {
        #[test]
        fn what_was_stored_comes_back(
            options in options(),
            choices in prop::collection::vec(any::<(prop::sample::Index, bool)>(), 0..60),
            ending in 0..4,
            with_seats in any::<bool>(),
        ) {
            let game = Game::new(&options, None).unwrap();
            let seats = with_seats.then(|| Seats::new().0);
            let mut session = Session::new(game, BySide { first: Player::Human, second: engine() }, seats);
            for (choice, by_engine) in choices {
                let moves = session.game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                session = session.with_move(*choice.get(&moves), by_engine).unwrap();
            }
            let ended = match ending {
                1 => session.with_resignation(Side::Second),
                2 => session.with_draw_offer(Side::First),
                3 => session.with_draw_offer(Side::First).and_then(|it| it.with_draw_accepted(Side::Second)),
                _ => Ok(session.clone()),
            };
            let session = ended.unwrap_or(session);
            let back = Session::from_stored(&session.to_stored()).unwrap();
            prop_assert_eq!(back.to_stored(), session.to_stored());
            prop_assert_eq!(
                (back.game.fen(), back.game.moves(), back.game.outcome(), back.game.opening(), back.game.turn()),
                (
                    session.game.fen(),
                    session.game.moves(),
                    session.game.outcome(),
                    session.game.opening(),
                    session.game.turn(),
                )
            );
            prop_assert_eq!(
                (back.players, back.seats, back.notes, back.draw_offer),
                (session.players, session.seats, session.notes, session.draw_offer)
            );
        }
    }

    #[test]
    fn what_a_newer_version_wrote_is_refused_with_its_format() {
        let error = Session::from_stored(br#"{"format": 2, "unheard_of": true}"#).unwrap_err();
        assert!(error.to_string().contains("format 2"), "{error}");
        assert!(matches!(Session::from_stored(b"rubbish"), Err(StoreError::Unreadable(_))));
    }
}
