use super::*;
use crate::game::clock::{Clock, TimeControl};
use crate::game::fixtures::{session, timed_session};

const MINUTE: i64 = 60_000;

fn at(minutes: i64) -> GameTime {
    GameTime(minutes * MINUTE)
}

fn play(session: &Session, text: &str, now: GameTime) -> Session {
    session.with_text_move(text, now).unwrap()
}

/// A game of a minute for each side, of which Red has used a quarter of its first charged move.
fn begun() -> Session {
    let first = play(&timed_session(GameTime(0)), "h2e2", GameTime(100));
    play(&first, "h9g7", GameTime(200))
}

fn rule(session: &Session, act: Act, now: GameTime) -> Session {
    session.with_ruling("club", act, now).unwrap()
}

#[test]
fn a_paused_game_charges_nobody_and_takes_no_move_until_it_is_resumed() {
    let paused = rule(&begun(), Act::Pause, GameTime(15_200));
    assert_eq!(paused.with_text_move("h0g2", GameTime(16_000)).unwrap_err(), ChangeError::Paused);
    assert_eq!(paused.with_undo(1, GameTime(16_000)).unwrap_err(), ChangeError::Paused);
    assert_eq!(paused.with_ruling("club", Act::Pause, at(1)).unwrap_err(), ChangeError::Paused);
    assert!(paused.timed_out(at(60)).is_none());
    let resumed = rule(&paused, Act::Resume, at(60));
    assert_eq!(resumed.deadline(), Some(GameTime(60 * MINUTE + 45_000)), "15 of its 60 seconds are used");
    assert_eq!(resumed.with_ruling("club", Act::Resume, at(61)).unwrap_err(), ChangeError::NotPaused);
    let ruling = resumed.ruling.as_deref().unwrap();
    assert_eq!((&*ruling.by, &ruling.act), ("club", &Act::Resume));
    assert!(resumed.timed_out(GameTime(60 * MINUTE + 45_000)).is_some());
}

#[test]
fn a_pause_that_nobody_ends_aborts_the_game_after_ninety_days() {
    let paused = rule(&session(), Act::Pause, at(0));
    let end = paused.deadline().unwrap();
    assert_eq!(end, GameTime(90 * 86_400_000));
    assert!(paused.timed_out(GameTime(end.0 - 1)).is_none());
    let aborted = paused.timed_out(end).unwrap();
    assert_eq!((aborted.game.outcome(), aborted.deadline()), (Some(Outcome::Aborted), None));
}

#[test]
fn time_is_added_to_the_game_or_to_the_move_that_is_made_next() {
    let act = Act::AddTime { side: Side::First, ms: 30_000 };
    let more = rule(&begun(), act.clone(), GameTime(20_200));
    assert_eq!(more.deadline(), Some(GameTime(90_200)));
    assert_eq!(session().with_ruling("club", act.clone(), at(0)).unwrap_err(), ChangeError::NoClock);

    let control = TimeControl { initial_ms: None, move_ms: Some(10_000), ..begun().clock.unwrap().control };
    let clock = Some(Box::new(Clock::new(control, 0)));
    let by_moves = Session { clock, ..session() }.started(GameTime(0));
    let by_moves = play(&play(&by_moves, "h2e2", GameTime(0)), "h9g7", GameTime(0));
    let more = rule(&by_moves, act, GameTime(4000));
    assert_eq!(more.deadline(), Some(GameTime(40_000)));
    let next = play(&play(&more, "h0g2", GameTime(35_000)), "i9h9", GameTime(36_000));
    assert_eq!(next.deadline(), Some(GameTime(46_000)), "only one move has the addition");
}

#[test]
fn an_arbiter_decides_also_a_paused_game() {
    let paused = rule(&begun(), Act::Pause, GameTime(1000));
    let won = rule(&paused, Act::Adjudicate { winner: Some(Side::Second), detail: None }, at(5));
    let outcome = Outcome::Won { winner: Side::Second, reason: WinReason::Adjudication };
    assert_eq!((won.game.outcome(), won.deadline(), won.is_paused()), (Some(outcome), None, false));
    let again = won.with_ruling("club", Act::Adjudicate { winner: None, detail: None }, at(6));
    assert!(matches!(again, Err(ChangeError::GameOver(_))));
    let read = Session::from_stored(&won.to_stored()).unwrap();
    assert_eq!((read.ruling, read.game.outcome()), (won.ruling, Some(outcome)));
}
