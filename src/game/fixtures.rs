//! Fixtures for the tests of games and of their stores.

use super::clock::{Clock, GameTime, TimeControl};
use super::player::Player;
use super::session::Session;
use crate::rules::{BySide, Game, Options, Ruleset};
use std::sync::Arc;

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
