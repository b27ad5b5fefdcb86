use super::*;
use crate::game::clock::{Clock, TimeControl};
use crate::game::fixtures::session;
use crate::game::{Seats, Session};

/// A game of a minute for each side in which Red has a seat, Black is invited, and the game waits until both are ready.
fn invited() -> Session {
    let seats = Seats {
        ready: Some(BySide::default()),
        ..Seats::new(BySide {
            first: Seat::Taken(TokenDigest::of("red")),
            second: Seat::Open(TokenDigest::of("invitation")),
        })
    };
    let control = TimeControl {
        initial_ms: Some(60_000),
        increment_ms: None,
        move_ms: None,
        byoyomi_ms: None,
        first_move_ms: 10_000,
        days_per_move: None,
    };
    Session { seats: Some(Box::new(seats)), clock: Some(Box::new(Clock::new(control, 0))), ..session() }
}

fn join(session: &Session, now: i64) -> Session {
    session.with_joined("invitation", "black", GameTime(now)).unwrap()
}

#[test]
fn a_game_with_a_ready_check_begins_when_the_second_player_is_ready() {
    let joined = join(&invited(), 100);
    assert_eq!((joined.is_waiting(), joined.deadline()), (true, None));
    assert_eq!(joined.ready(), Some(BySide { first: false, second: true }));
    assert_eq!(joined.with_text_move("h2e2", GameTime(150)).unwrap_err(), ChangeError::NotStarted);
    let again = joined.with_ready(Side::Second, GameTime(200)).unwrap();
    assert!(again.is_waiting(), "a player cannot be ready for both");
    let begun = again.with_ready(Side::First, GameTime(5_000)).unwrap();
    assert_eq!((begun.is_waiting(), begun.ready()), (false, None));
    assert_eq!(begun.deadline(), Some(GameTime(15_000)), "the clock starts with the game");
    assert_eq!(begun.with_ready(Side::First, GameTime(6_000)).unwrap_err(), ChangeError::NoReadyCheck);
}

#[test]
fn a_creator_who_is_ready_before_the_guest_joins_waits_for_nothing_else() {
    let ready = invited().with_ready(Side::First, GameTime(0)).unwrap();
    assert!(ready.is_waiting(), "the seat is open");
    assert!(!join(&ready, 100).is_waiting());
}

#[test]
fn who_has_left_is_not_ready() {
    let joined = join(&invited(), 100);
    let alone = joined.without_absent(BySide { first: true, second: false });
    assert_eq!(alone.tag(), joined.tag(), "it is the same state of the game for the store");
    let waiting = alone.with_ready(Side::First, GameTime(9_000)).unwrap();
    assert_eq!((waiting.ready(), waiting.deadline()), (Some(BySide { first: true, second: false }), None));
    let begun = waiting.with_ready(Side::Second, GameTime(20_000)).unwrap();
    assert_eq!(begun.deadline(), Some(GameTime(30_000)));
}

#[test]
fn a_rematch_begins_at_once_and_an_aborted_game_waits_for_nobody() {
    let joined = join(&invited(), 100);
    let aborted = joined.with_abort(Side::First, GameTime(200)).unwrap();
    assert_eq!((aborted.is_waiting(), aborted.ready()), (false, None));
    let offered = aborted.with_rematch_offer(Side::First).unwrap();
    let next = offered.next_game(offered.rematch_id().unwrap()).unwrap();
    assert!(!next.is_waiting(), "both have just agreed to play");
    let alone = invited().with_abort(Side::First, GameTime(200)).unwrap();
    assert_eq!(alone.with_rematch_offer(Side::First).unwrap_err(), ChangeError::NotStarted);
}
