//! The stored form of a session: JSON with a format number, so that data of a newer version is recognized.

use super::aborted::Aborted;
use super::clock::{Clock, GameTime};
use super::move_infos::MoveInfos;
use super::owner::Owner;
use super::player::Player;
use super::ruling::Ruling;
use super::run::Run;
use super::seats::Seats;
use super::session::Session;
use super::tag::Tag;
use crate::options;
use crate::record::Import;
use crate::rules::{BySide, Game, Move, Outcome, Ruleset, Side};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The newest format this version reads, and the one it writes.
pub const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Stored {
    format: u32,
    id: Uuid,
    version: u64,
    revision: u64,
    ruleset: Ruleset,
    options: serde_json::Value,
    start_fen: String,
    /// The coordinates of the moves, separated by spaces.
    moves: String,
    /// When the moves were played and by whom: [`MoveInfos`] in base64.
    played: MoveInfos,
    ending: Option<Outcome>,
    /// The number of plies that a record reports; see [`crate::rules::Referee::accept`].
    #[serde(default, skip_serializing_if = "is_zero")]
    accepted: usize,
    players: [Player; 2],
    #[serde(default, skip_serializing_if = "has_no_name")]
    names: [Option<String>; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<Box<Owner>>,
    seats: Option<Box<Seats>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<Box<Clock>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    run: Option<Run>,
    draw_offer: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ruling: Option<Box<Ruling>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paused_until: Option<GameTime>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    aborted: Option<Aborted>,
    /// Only in imported games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    import: Option<Box<Import>>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

fn has_no_name(names: &[Option<String>; 2]) -> bool {
    names.iter().all(Option::is_none)
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Deserialize)]
struct FormatOnly {
    format: u32,
}

#[derive(Deserialize)]
struct TagOnly {
    version: u64,
    revision: u64,
}

impl Tag {
    /// The tag of a stored session, without parsing the game.
    ///
    /// # Errors
    /// As [`Session::from_stored`].
    pub fn of_stored(bytes: &[u8]) -> Result<Tag, Unreadable> {
        match serde_json::from_slice(bytes) {
            Ok(TagOnly { version, revision }) => Ok(Tag { version, revision }),
            // Says what is wrong.
            Err(_) => Ok(Session::from_stored(bytes)?.tag()),
        }
    }
}

/// # Errors
/// Says which move is not one of the ruleset.
fn read_moves(text: &str, ruleset: Ruleset) -> Result<Vec<Move>, String> {
    let read = |text: &str| ruleset.read_coordinates(text).ok_or_else(|| format!("{text:?} is no move"));
    text.split_ascii_whitespace().map(read).collect()
}

/// Stored data that is corrupt, or that a newer version of the program wrote. It is left unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a stored game: {0}")]
pub struct Unreadable(String);

impl Session {
    /// Serializes the session for a store.
    pub fn to_stored(&self) -> Vec<u8> {
        let moves = self.game.moves().into_iter().map(|mv| self.game.coordinates(mv));
        let stored = Stored {
            format: FORMAT,
            id: self.id,
            version: self.version,
            revision: self.revision,
            ruleset: self.game.ruleset(),
            options: serde_json::json!(options::to_json(&self.game.options())),
            start_fen: self.game.start_fen(),
            moves: moves.collect::<Vec<_>>().join(" "),
            played: self.move_infos.clone(),
            ending: self.game.outcome(),
            accepted: self.game.accepted(),
            players: Side::ALL.map(|side| self.players[side].clone()),
            names: Side::ALL.map(|side| self.names[side].clone()),
            owner: self.owner.clone(),
            seats: self.seats.clone(),
            clock: self.clock.clone(),
            run: self.run,
            draw_offer: self.draw_offer,
            ruling: self.ruling.clone(),
            paused_until: self.paused_until,
            aborted: self.aborted,
            import: self.import.clone(),
            created_at: self.created_at,
            updated_at: self.updated_at,
        };
        serde_json::to_vec(&stored).expect("it has string keys only")
    }

    /// Whether this version of the program can read the format of the bytes.
    pub fn is_readable(bytes: &[u8]) -> bool {
        serde_json::from_slice(bytes).is_ok_and(|FormatOnly { format }| format <= FORMAT)
    }

    /// Parses what [`Session::to_stored`] wrote.
    ///
    /// # Errors
    /// When a newer version wrote the bytes, or when they are corrupt.
    pub fn from_stored(bytes: &[u8]) -> Result<Session, Unreadable> {
        let unreadable = |what: &dyn std::fmt::Display| Unreadable(what.to_string());
        // Parse the current format first: nearly all sessions have it.
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
        let moves = read_moves(&stored.moves, stored.ruleset).map_err(|error| unreadable(&error))?;
        if stored.played.iter().count() != moves.len() {
            return Err(unreadable(&"expected as many times as moves"));
        }
        if stored.clock.as_ref().is_some_and(|clock| clock.moves.iter().count() != moves.len()) {
            return Err(unreadable(&"expected as many clock times as moves"));
        }
        let replayed = Game::replay(&options, Some(&stored.start_fen), moves);
        let mut game = replayed.map_err(|error| unreadable(&error))?;
        if stored.accepted > 0 {
            game.accept(stored.accepted);
        }
        if let Some(ending) = stored.ending
            && game.outcome() != Some(ending)
        {
            game.conclude(ending);
        }
        let [first, second] = stored.players;
        let [first_name, second_name] = stored.names;
        Ok(Session {
            id: stored.id,
            version: stored.version,
            revision: stored.revision,
            parent: None,
            game,
            players: BySide { first, second },
            names: BySide { first: first_name, second: second_name },
            owner: stored.owner,
            seats: stored.seats,
            clock: stored.clock,
            run: stored.run,
            move_infos: stored.played,
            draw_offer: stored.draw_offer,
            ruling: stored.ruling,
            paused_until: stored.paused_until,
            aborted: stored.aborted,
            import: stored.import,
            created_at: stored.created_at,
            updated_at: stored.updated_at,
        })
    }
}

/// The error message for data in a newer format.
pub fn newer(format: u32) -> String {
    format!("it has format {format} and was written by a newer version; this one reads up to format {FORMAT}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::fixtures::{engine, owner};
    use crate::game::{Act, Run, Seat, TimeControl, TokenDigest};
    use crate::rules::Options;
    use proptest::prelude::*;

    fn options() -> impl Strategy<Value = Options> {
        let openings = [
            (Ruleset::Xiangqi, "{}"),
            (Ruleset::Xiangqi, r#"{"repetition": "draw", "no_capture_limit": 4}"#),
            (Ruleset::Xiangqi, r#"{"repetition": "tiantian"}"#),
            (Ruleset::Xiangqi, r#"{"repetition_penalty": "refuse"}"#),
            (Ruleset::Gomoku, r#"{"board_size": 19, "opening": "swap2"}"#),
            (Ruleset::GomokuStandard, "{}"),
            (Ruleset::GomokuStandard, r#"{"opening": "pro"}"#),
            (Ruleset::Caro, r#"{"opening": "swap"}"#),
            (Ruleset::Caro, r#"{"board_size": 10, "opening": "long_pro", "overline_wins": false}"#),
            (Ruleset::Renju, r#"{"forbidden_loses": true}"#),
            (Ruleset::Renju, r#"{"opening": "taraguchi10"}"#),
            (Ruleset::Renju, r#"{"opening": "soosyrv8"}"#),
        ];
        prop::sample::select(openings.to_vec()).prop_map(|(ruleset, fields)| {
            options::from_json(ruleset, &serde_json::from_str(fields).unwrap()).unwrap()
        })
    }

    /// Seats of every kind. The token of the first one is `one`.
    fn seats() -> impl Strategy<Value = Seats> {
        let fields = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), 1..86_400_000_u64);
        fields.prop_map(|(is_open, has_ready_check, is_private, hints, abandon_ms)| Seats {
            ready: has_ready_check.then(BySide::default),
            spectator: is_private.then(|| TokenDigest::of("spectator")),
            hints,
            abandon_ms,
            ..Seats::new(BySide {
                first: Seat::Taken(TokenDigest::of("one")),
                second: if is_open {
                    Seat::Open(TokenDigest::of("invitation"))
                } else {
                    Seat::Taken(TokenDigest::of("two"))
                },
            })
        })
    }

    fn control() -> impl Strategy<Value = TimeControl> {
        let ms = || prop::option::of(1..100_000_u64);
        (ms(), ms(), ms(), ms(), 1..100_000_u64).prop_map(
            |(initial_ms, increment_ms, move_ms, byoyomi_ms, first_move_ms)| TimeControl {
                initial_ms,
                increment_ms,
                move_ms,
                byoyomi_ms,
                first_move_ms,
                days_per_move: None,
            },
        )
    }

    proptest! {
        #[test]
        fn a_stored_session_reads_back_unchanged(
            options in options(),
            choices in prop::collection::vec(any::<(prop::sample::Index, bool)>(), 0..60),
            ending in 0..11,
            seats in prop::option::of(seats()),
            is_against_engine in any::<bool>(),
            control in prop::option::of(control()),
            (thought, started) in (0_i64..2000, -1_000_000_i64..1_000_000),
        ) {
            let game = Game::new(&options, None).unwrap();
            let second = if is_against_engine { engine() } else { Player::Human };
            let mut session = Session::new(game, BySide { first: Player::Human, second }, seats.map(Box::new));
            session.clock = control.map(|control| Box::new(Clock::new(control, 0)));
            session.names = BySide { first: Some("Li".to_owned()), second: None };
            session.owner = Some(Box::new(owner()));
            session.run = is_against_engine.then_some(Run { by: u128::MAX / 3, due: GameTime(started) });
            let mut now = GameTime(started);
            if !session.is_waiting() {
                session = session.started(now);
            } else if !choices.is_empty()
                && let Ok(joined) = session.with_joined("invitation", "two", now)
            {
                session = joined;
            }
            for side in Side::ALL {
                if !choices.is_empty()
                    && let Ok(ready) = session.with_ready(side, now)
                {
                    session = ready;
                }
            }
            for (choice, by_engine) in choices {
                let moves = session.game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                session = session.with_move(*choice.get(&moves), by_engine, now).unwrap();
                now.0 += thought;
            }
            let resigned = session.with_resignation(Side::Second, now);
            let ended = match ending {
                1 => resigned,
                2 => session.with_draw_offer(Side::First, now),
                3 => session.with_draw_offer(Side::First, now).and_then(|it| it.with_draw_accepted(Side::Second, now)),
                4 => session.with_takeback_offer(Side::First, Some(1), now),
                5 => session.with_abort(Side::Second, now),
                6 => resigned.and_then(|it| it.with_rematch_offer(Side::First)),
                7 => resigned.map(|it| it.with_next_game(Uuid::from_u128(7))),
                8 => resigned.map(|it| it.next_game(Uuid::from_u128(7)).unwrap()),
                9 => session.with_ruling("club", Act::AddTime { side: Side::First, ms: 5000 }, now),
                10 => session.with_ruling("club", Act::Pause, now),
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
                (back.tag(), back.players, back.aborted, back.seats, back.clock, back.move_infos, back.draw_offer),
                (
                    session.tag(),
                    session.players,
                    session.aborted,
                    session.seats,
                    session.clock,
                    session.move_infos,
                    session.draw_offer,
                )
            );
            prop_assert_eq!(
                (back.id, back.names, back.owner, back.run, back.ruling, back.paused_until),
                (session.id, session.names, session.owner, session.run, session.ruling, session.paused_until)
            );
        }
    }

    #[test]
    fn a_stored_session_keeps_what_it_was_imported_from() {
        let record = "[Red \"A\"]\n[Date \"1982.12.11\"]\n\n1. h2e2 {central} (1. b2e2) h9g7";
        let parsed = crate::record::read(record.as_bytes(), None).unwrap();
        let imported = parsed.play(&Options::defaults(Ruleset::Xiangqi), 10).unwrap();
        let people = BySide { first: Player::Human, second: Player::Human };
        let import = Some(Box::new(imported.import));
        let session = Session { import, ..Session::new(imported.game, people, None) };
        let back = Session::from_stored(&session.to_stored()).unwrap();
        assert_eq!(back.import, session.import);
        let tree = back.import.as_ref().and_then(|import| import.tree.as_ref()).unwrap();
        assert_eq!((tree.counts(), back.to_stored()), ((1, 1), session.to_stored()));
    }

    #[test]
    fn a_stored_session_keeps_what_a_record_says_against_the_rules() {
        let repeated = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 h2e2";
        for (record, outcome) in [
            (format!("{repeated} *"), None),
            ("a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9".to_owned(), None),
            (
                format!("{repeated} 0-1"),
                Some(Outcome::Won { winner: Side::Second, reason: crate::rules::WinReason::Resignation }),
            ),
        ] {
            let parsed = crate::record::read(record.as_bytes(), None).unwrap();
            let game = parsed.play(&Options::defaults(Ruleset::Xiangqi), 100).unwrap().game;
            let people = BySide { first: Player::Human, second: Player::Human };
            let session = Session::new(game, people, None);
            let back = Session::from_stored(&session.to_stored()).unwrap();
            assert_eq!((back.game.outcome(), session.game.outcome()), (outcome, outcome), "{record}");
            assert_eq!(back.game.legal_moves(), session.game.legal_moves(), "{record}");
            assert_eq!(back.to_stored(), session.to_stored());
        }
    }

    #[test]
    fn a_session_of_a_newer_version_is_refused_with_its_format() {
        let error = Session::from_stored(br#"{"format": 2, "unheard_of": true}"#).unwrap_err();
        assert!(error.to_string().contains("format 2"), "{error}");
        assert!(Session::from_stored(b"rubbish").is_err());
    }
}
