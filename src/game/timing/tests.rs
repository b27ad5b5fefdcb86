use super::*;
use crate::game::clock::{Clock, TimeControl};
use crate::game::player::EnginePlayer;
use crate::rules::{BySide, Game, Options, Ruleset, Side};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use proptest::sample::Index;

fn people() -> BySide<Player> {
    BySide { first: Player::Human, second: Player::Human }
}

fn engine() -> Player {
    Player::Engine(Box::new(EnginePlayer::from(&crate::service::SearchSettings::with_time(
        std::time::Duration::from_millis(100),
    ))))
}

const UNTIMED: TimeControl = TimeControl {
    initial_ms: None,
    increment_ms: None,
    move_ms: None,
    byoyomi_ms: None,
    first_move_ms: 30_000,
    days_per_move: None,
};

fn blitz() -> TimeControl {
    TimeControl { initial_ms: Some(60_000), increment_ms: Some(1000), ..UNTIMED }
}

/// A game whose clock has started at game time 0.
fn game(control: TimeControl, fen: Option<&str>, players: BySide<Player>) -> Session {
    let game = Game::new(&Options::defaults(Ruleset::Xiangqi), fen).unwrap();
    let clock = Some(Box::new(Clock::new(control, 0)));
    Session { clock, ..Session::new(game, players, None) }.started(GameTime(0))
}

fn play(session: &Session, text: &str, at: i64) -> Session {
    session.with_move(session.game.parse(text).unwrap(), false, GameTime(at)).unwrap()
}

/// A game in which both sides have made their first moves, at the game times 10 and 20 seconds.
fn begun(control: TimeControl) -> Session {
    play(&play(&game(control, None, people()), "h2e2", 10_000), "h9g7", 20_000)
}

fn remaining(session: &Session) -> (u64, u64) {
    let sides = &session.clock.as_ref().unwrap().sides;
    (sides.first.remaining_ms, sides.second.remaining_ms)
}

fn clock_ms(session: &Session) -> Vec<Option<u64>> {
    session.clock.as_ref().unwrap().moves.iter().collect()
}

#[test]
fn time_is_charged_once_both_sides_have_made_their_first_moves() {
    let new = game(blitz(), None, people());
    let first = play(&new, "h2e2", 10_000);
    let clock = |session: &Session| {
        let clock = session.clock.as_ref().unwrap();
        (clock.has_begun(), clock.running_left_ms())
    };
    assert_eq!(clock(&new), (false, Some(30_000)));
    assert_eq!(clock(&first), (false, Some(30_000)));
    assert_eq!(clock(&begun(blitz())), (true, Some(60_000)));
}

#[test]
fn first_moves_are_free_and_later_ones_are_charged_and_earn_the_increment() {
    let session = begun(blitz());
    assert_eq!((remaining(&session), session.deadline()), ((60_000, 60_000), Some(GameTime(80_000))));
    let session = play(&session, "h0g2", 25_500);
    assert_eq!((remaining(&session), session.deadline()), ((55_500, 60_000), Some(GameTime(85_500))));
    let session = play(&session, "i9h9", 26_000);
    assert_eq!(remaining(&session), (55_500, 60_500));
    assert_eq!(clock_ms(&session), [60_000, 60_000, 55_500, 60_500].map(Some));
}

#[test]
fn a_late_first_move_aborts_the_game() {
    let session = game(blitz(), None, people());
    assert_eq!(session.deadline(), Some(GameTime(30_000)));
    assert!(session.timed_out(GameTime(29_999)).is_none());
    assert_eq!(session.timed_out(GameTime(30_000)).unwrap().game.outcome(), Some(Outcome::Aborted));
    let second = play(&session, "h2e2", 20_000);
    assert_eq!(second.deadline(), Some(GameTime(50_000)));
    let aborted = second.timed_out(GameTime(50_000)).unwrap();
    assert_eq!((aborted.game.outcome(), aborted.deadline()), (Some(Outcome::Aborted), None));
}

#[test]
fn a_side_that_runs_out_of_time_loses() {
    let session = begun(blitz());
    assert!(session.timed_out(GameTime(79_999)).is_none());
    let lost = session.timed_out(GameTime(80_000)).unwrap();
    let by_time = Outcome::Won { winner: Side::Second, reason: WinReason::Timeout };
    assert_eq!((lost.game.outcome(), remaining(&lost), lost.deadline()), (Some(by_time), (0, 60_000), None));
    assert!(lost.timed_out(GameTime(90_000)).is_none(), "a game ends once");
}

#[test]
fn a_timeout_is_a_draw_if_the_other_side_has_nothing_left_to_win_with() {
    let bare = "3ak4/9/4b4/9/9/9/9/4R4/9/4K4 w - - 0 1";
    let session = game(blitz(), Some(bare), people());
    let session = play(&play(&session, "e2f2", 1000), "e9e8", 2000);
    let drawn = session.timed_out(GameTime(90_000)).unwrap().game.outcome();
    assert_eq!(drawn, Some(Outcome::Drawn { reason: DrawReason::InsufficientMaterial }));
    // The side with the rook wins if the other is late.
    let lost = play(&session, "f2e2", 3000).timed_out(GameTime(90_000)).unwrap().game.outcome();
    assert_eq!(lost, Some(Outcome::Won { winner: Side::First, reason: WinReason::Timeout }));
}

#[test]
fn byoyomi_begins_when_the_initial_time_is_used_up_and_is_new_for_each_move() {
    let control = TimeControl { initial_ms: Some(10_000), byoyomi_ms: Some(5000), ..UNTIMED };
    let session = begun(control);
    assert_eq!(session.deadline(), Some(GameTime(35_000)));
    // 12 seconds: all the initial time and two of the five.
    let session = play(&session, "h0g2", 32_000);
    assert_eq!(clock_ms(&session)[2], Some(3000));
    let session = play(&session, "i9h9", 33_000);
    let clock = session.clock.as_ref().unwrap();
    assert!(clock.sides.first.is_in_byoyomi(&control) && !clock.sides.second.is_in_byoyomi(&control));
    assert_eq!(clock.sides.first.shown_ms(&control, true), 5000);
    assert_eq!(session.deadline(), Some(GameTime(38_000)));
}

#[test]
fn the_time_of_a_move_limits_each_move() {
    let session = begun(TimeControl { move_ms: Some(3000), ..blitz() });
    assert_eq!(session.deadline(), Some(GameTime(23_000)));
    let alone = begun(TimeControl { move_ms: Some(3000), ..UNTIMED });
    let session = play(&alone, "h0g2", 22_000);
    assert_eq!((clock_ms(&session)[2], session.deadline()), (Some(1000), Some(GameTime(25_000))));
}

const DAY: i64 = 86_400_000;

#[test]
fn by_correspondence_each_move_may_take_its_days_and_the_first_one_too() {
    let mut session = game(TimeControl::by_correspondence(3), None, people());
    let mut at = 0;
    for text in ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"] {
        assert_eq!(session.deadline(), Some(GameTime(at + 3 * DAY)), "{text}");
        at += 2 * DAY;
        session = play(&session, text, at);
    }
    let left = [3, 3, 1, 1, 1].map(|days| Some(days * DAY as u64));
    assert_eq!(clock_ms(&session), left, "first moves are free");
    assert!(session.timed_out(GameTime(at + 3 * DAY - 1)).is_none());
    let lost = session.timed_out(GameTime(at + 3 * DAY)).unwrap().game.outcome();
    assert_eq!(lost, Some(Outcome::Won { winner: Side::First, reason: WinReason::Timeout }));
}

#[test]
fn a_game_by_correspondence_has_a_deadline_also_while_an_engine_is_to_move() {
    let players = BySide { first: Player::Human, second: engine() };
    let session = game(TimeControl::by_correspondence(1), None, players);
    let moved = play(&session, "h2e2", DAY / 2);
    let replied = play(&play(&moved, "h9g7", DAY), "h0g2", 2 * DAY - 1);
    assert_eq!(
        (moved.deadline(), replied.deadline()),
        (Some(GameTime(3 * DAY / 2)), Some(GameTime(3 * DAY - 1)))
    );
}

#[test]
fn moves_that_are_taken_back_give_no_time() {
    let control = TimeControl { initial_ms: Some(10_000), increment_ms: Some(1000), ..UNTIMED };
    let moved = play(&begun(control), "h0g2", 24_000);
    assert_eq!(remaining(&moved), (7000, 10_000));
    let back = moved.with_undo(1, GameTime(26_000)).unwrap();
    assert_eq!((remaining(&back), back.deadline()), ((7000, 8000), Some(GameTime(33_000))));
    assert_eq!(clock_ms(&back).len(), 2);
    let again = play(&back, "h0g2", 27_000);
    assert_eq!(remaining(&again), (6000, 8000), "a move that is played again earns no second increment");

    let control = TimeControl { move_ms: Some(5000), ..UNTIMED };
    let back = play(&begun(control), "h0g2", 24_000).with_undo(1, GameTime(24_500)).unwrap();
    assert_eq!(back.deadline(), Some(GameTime(25_500)), "four of the five seconds are used");
}

#[test]
fn the_end_of_a_game_stops_its_clock() {
    let session = begun(blitz());
    let now = GameTime(30_000);
    let ends = [
        session.with_resignation(Side::Second, now).unwrap(),
        session.with_draw_offer(Side::First, now).unwrap().with_draw_accepted(Side::Second, now).unwrap(),
    ];
    for end in ends {
        assert_eq!((end.deadline(), remaining(&end)), (None, (50_000, 60_000)));
    }
}

#[test]
fn the_clock_of_an_engine_runs_only_while_it_thinks() {
    let session = game(blitz(), None, BySide { first: Player::Human, second: engine() });
    let asked = play(&session, "h2e2", 1000);
    assert_eq!(asked.deadline(), Some(GameTime(31_000)), "its first move must come in time");
    let answered = asked.with_move(asked.game.parse("h9g7").unwrap(), true, GameTime(2000)).unwrap();
    let idle = play(&answered, "h0g2", 3000);
    assert_eq!(idle.deadline(), None);
    let thinking = idle.clone().with_engine_thinking(GameTime(50_000));
    assert_eq!(thinking.deadline(), Some(GameTime(110_000)));
    let mv = thinking.game.parse("i9h9").unwrap();
    let answered = thinking.with_move(mv, true, GameTime(52_000)).unwrap();
    assert_eq!(remaining(&answered), (60_000, 59_000));
}

#[test]
fn clocks_follow_the_players_who_exchange_colors() {
    let text = r#"{"opening": "swap2"}"#;
    let options = crate::options::from_json(Ruleset::Gomoku, &serde_json::from_str(text).unwrap()).unwrap();
    let clock = Some(Box::new(Clock::new(blitz(), 0)));
    let session = Session { clock, ..Session::new(Game::new(&options, None).unwrap(), people(), None) };
    let mut session = session.started(GameTime(0));
    for (stone, at) in [("h8", 1000), ("i9", 11_000), ("a1", 21_000)] {
        session = play(&session, stone, at);
    }
    // The player of black has placed all three stones: the first is free.
    assert_eq!(remaining(&session), (42_000, 60_000));
    let swapped = play(&session, "swap", 22_000);
    assert_eq!((remaining(&swapped), swapped.game.turn()), ((60_000, 42_000), Side::Second));
    assert_eq!(swapped.clock.as_ref().unwrap().running.unwrap().side, Side::Second);
    let back = swapped.with_undo(1, GameTime(23_000)).unwrap();
    assert_eq!(remaining(&back), (41_000, 60_000));
}

/// One step of a random schedule.
#[derive(Clone, Debug)]
enum Step {
    Move(Index),
    Undo(usize),
    Offer(Side),
    Accept(Side),
    /// The server reads the game from its store after a time in which it was down: game time stands still.
    Restart,
    /// The running times are charged, as after a gap.
    Charge,
}

fn step() -> impl Strategy<Value = Step> {
    let side = prop::sample::select(Side::ALL.to_vec());
    prop_oneof![
        8 => any::<Index>().prop_map(Step::Move),
        2 => (1_usize..4).prop_map(Step::Undo),
        1 => side.clone().prop_map(Step::Offer),
        1 => side.prop_map(Step::Accept),
        1 => Just(Step::Restart),
        1 => Just(Step::Charge),
    ]
}

fn control() -> impl Strategy<Value = TimeControl> {
    let ms = |most: u64| prop::option::of(1..most);
    let with_initial = (1000_u64..20_000, ms(3000), ms(8000), ms(8000)).prop_map(
        |(initial, increment_ms, move_ms, byoyomi_ms)| TimeControl {
            initial_ms: Some(initial),
            increment_ms,
            move_ms,
            byoyomi_ms,
            first_move_ms: 9000,
            days_per_move: None,
        },
    );
    let of_moves =
        (1_u64..8000).prop_map(|limit| TimeControl { move_ms: Some(limit), first_move_ms: 9000, ..UNTIMED });
    prop_oneof![4 => with_initial, 1 => of_moves]
}

#[test]
fn a_clock_shows_when_its_time_began_to_run_even_if_the_move_was_stored_later() {
    let before = Timestamp::now();
    // The move arrived at 25 seconds of game time, and was stored 200 ms later.
    let base = begun(blitz());
    let session = play(&base, "h0g2", 25_000).stamped(Some(&base), GameTime(25_200));
    let began = session.clock.as_ref().unwrap().at + SignedDuration::from_millis(200);
    assert!(before <= began && began <= Timestamp::now(), "{before} {began}");
    assert!(session.restamped(GameTime(25_200)).is_none());
    // A change that is no move shows the same clock.
    let side = session.game.turn();
    let offered = session.with_draw_offer(side, GameTime(30_000)).unwrap();
    assert_eq!(offered.stamped(Some(&session), GameTime(30_100)).clock, session.clock);
}

#[test]
fn a_takeback_that_may_have_come_before_the_clock_began_leaves_what_the_clock_shows() {
    let mut session = Session::clone(&play(&begun(blitz()), "h0g2", 25_000));
    let began = Timestamp::now() - SignedDuration::from_secs(3);
    session.clock.as_mut().unwrap().at = began;
    // The server that reads the answer stood still, so it counts as having come when that began.
    let taken_back = session.with_undo(2, GameTime(24_000)).unwrap();
    let shown = taken_back.stamped(Some(&session), GameTime(28_000)).clock.unwrap();
    let before = session.clock.unwrap();
    assert_eq!((shown.running, shown.sides), (before.running, before.sides));
    assert_eq!(shown.at, began);
}

#[test]
fn a_move_that_is_stored_late_is_charged_by_its_arrival_and_starts_no_clock_in_the_past() {
    let base = begun(blitz());
    let played = play(&base, "h0g2", 25_000);
    let session = Session::clone(&played).stamped(Some(&base), GameTime(28_000));
    let (clock, arrived) = (session.clock.as_ref().unwrap(), played.clock.as_ref().unwrap());
    assert_eq!(clock.running.unwrap().since, GameTime(28_000));
    assert_eq!(clock.sides, arrived.sides);
    assert_eq!(session.deadline().unwrap().0, played.deadline().unwrap().0 + 3000);
    assert!(session.restamped(GameTime(28_000)).is_none());
}

/// What a player has been given and has used, by the schedule alone.
#[derive(Clone, Copy, Default)]
struct Account {
    used: u64,
    increments: u64,
    /// New moves that the player had to think about.
    turns: u64,
}

/// The player on a side: the side on which it began.
fn player_on(session: &Session, side: Side) -> Side {
    if session.is_swapped() { side.other() } else { side }
}

fn execute(step: &Step, session: &Session, now: GameTime) -> Option<Session> {
    match step {
        Step::Move(index) => {
            let moves = session.game.legal_moves();
            session.with_move(*index.get(&moves), false, now).ok()
        }
        Step::Undo(plies) => session.with_undo(*plies, now).ok(),
        Step::Offer(side) => session.with_draw_offer(*side, now).ok(),
        Step::Accept(side) => session.with_draw_accepted(*side, now).ok(),
        Step::Restart => Some(Session::from_stored(&session.to_stored()).unwrap()),
        Step::Charge => Some(session.with_clock_charged(now)),
    }
}

proptest! {
    /// Each step comes some time after the one before, from a server whose game time may be behind that of the last one.
    #[test]
    fn no_schedule_gives_a_player_time_or_charges_both(
        control in control(),
        is_swapping in any::<bool>(),
        steps in prop::collection::vec((step(), 0_i64..3000, 0_i64..50), 1..80),
    ) {
        let text = if is_swapping { r#"{"opening": "swap2"}"# } else { r#"{"board_size": 9}"# };
        let options = crate::options::from_json(Ruleset::Gomoku, &serde_json::from_str(text).unwrap()).unwrap();
        let start = Game::new(&options, None).unwrap();
        let clock = Some(Box::new(Clock::new(control, 0)));
        let mut session = Session { clock, ..Session::new(start, people(), None) }.started(GameTime(0));
        let mut accounts: BySide<Account> = BySide::default();
        accounts[Side::First].turns = 1;
        let (mut time, mut charged_until, mut furthest) = (0, 0, 0);
        for (step, passed, behind) in steps {
            time += passed;
            let now = GameTime(time - behind);
            if let Some(ended) = session.timed_out(now) {
                prop_assert!(now >= session.deadline().unwrap());
                prop_assert!(ended.deadline().is_none() && ended.timed_out(now).is_none());
                break;
            }
            let Some(next) = execute(&step, &session, now) else { continue };
            let turn = session.game.turn();
            let mover = player_on(&session, turn);
            let has_moved = session.clock.as_ref().unwrap().sides[turn].has_moved;
            if !matches!(step, Step::Offer(_) | Step::Restart) || next.game.outcome().is_some() {
                if has_moved {
                    accounts[mover].used += u64::try_from(now.0 - charged_until).unwrap_or(0);
                }
                charged_until = charged_until.max(now.0);
            }
            if matches!(step, Step::Move(_)) {
                if has_moved && next.game.ply() > furthest {
                    accounts[mover].increments += control.increment_ms.unwrap_or(0);
                }
                accounts[player_on(&next, next.game.turn())].turns += 1;
            }
            furthest = furthest.max(next.game.ply());
            let clock = next.clock.as_deref().unwrap();
            for side in Side::ALL {
                let Account { used, increments, turns } = accounts[player_on(&next, side)];
                let left = clock.sides[side].remaining_ms;
                let given = control.initial_ms.unwrap_or(0) + increments;
                let of_moves = match control.initial_ms {
                    Some(_) => control.byoyomi_ms,
                    None => control.move_ms,
                };
                prop_assert!(used + left <= given + turns * of_moves.unwrap_or(0), "a player was given time");
                prop_assert!(used + left >= given, "a player was charged for the time of the other");
            }
            prop_assert_eq!(clock.moves.iter().count(), next.game.ply());
            prop_assert_eq!(clock.running.map(|running| running.side), match next.game.outcome() {
                None => Some(next.game.turn()),
                Some(_) => None,
            });
            if next.game.outcome().is_some() {
                break;
            }
            session = next;
        }
    }
}
