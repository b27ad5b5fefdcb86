//! Fixtures for the tests of games and of their stores.

use super::clock::{Clock, GameTime, TimeControl};
use super::owner::Owner;
use super::player::{EnginePlayer, Player};
use super::session::Session;
use crate::engine::Limits;
use crate::rules::{BySide, Game, Options, Ruleset};
use std::sync::Arc;
use std::time::Duration;

/// A new game between people.
pub fn session() -> Session {
    let game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
    Session::new(game, BySide { first: Player::Human, second: Player::Human }, None)
}

/// A new game with a clock, in which Red must make its first move within a second of `now`.
pub fn timed_session(now: GameTime) -> Arc<Session> {
    let control = TimeControl {
        initial_ms: Some(60_000),
        increment_ms: None,
        move_ms: None,
        byoyomi_ms: None,
        first_move_ms: 1000,
        days_per_move: None,
    };
    let clock = Some(Box::new(Clock::new(control, 0)));
    Arc::new(Session { clock, ..session() }.started(now))
}

/// A game with one more move.
pub fn moved(session: &Session) -> Arc<Session> {
    Arc::new(session.with_move(session.game.legal_moves()[0], false, GameTime(0)).unwrap())
}

/// An engine with settings that are not the defaults.
pub fn engine() -> Player {
    let limits = Limits { time: Some(Duration::from_millis(250)), depth: Some(4), ..Limits::default() };
    Player::Engine(Box::new(EnginePlayer {
        engine: Some("pikafish".to_owned()),
        level: Some(3),
        lines: 1,
        threads: 2,
        seed: Some(u64::MAX),
        isolated: false,
        book: false,
        limits,
    }))
}

/// An owner with all that it can note about a game.
pub fn owner() -> Owner {
    Owner {
        key: "club".to_owned(),
        user: Some("7".to_owned()),
        reference: Some("table 3".to_owned()),
        metadata: [("round".to_owned(), "1".to_owned())].into(),
    }
}
