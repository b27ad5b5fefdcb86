//! Tests of the checker with valid and invalid histories.

use super::*;
use crate::histories::history::{
    Attempt, Change, Digest, GameState, Operation, Outcome, PlayedMove, Read, Response,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const GAME: &str = "the game";

/// A history of one game with sequential changes.
#[derive(Default)]
struct Script {
    history: History,
    now: u64,
}

/// The state after these moves; a `!` marks a move of the engine.
fn state(version: u64, moves: &[&str]) -> GameState {
    let played = |(ply, text): (usize, &&str)| PlayedMove {
        text: text.trim_start_matches('!').to_owned(),
        by_engine: text.starts_with('!'),
        at: format!("at ply {ply}"),
    };
    let moves: Vec<PlayedMove> = moves.iter().enumerate().map(played).collect();
    with_digest(GameState {
        game: GAME.to_owned(),
        version,
        moves,
        status: "playing".to_owned(),
        draw_offer: None,
        is_engines_turn: false,
        digest: Digest::default(),
    })
}

/// Recomputes the digest of a modified state.
fn with_digest(state: GameState) -> GameState {
    let plain = GameState { digest: Digest::default(), ..state.clone() };
    GameState { digest: Sha256::digest(format!("{plain:?}")).into(), ..state }
}

fn response(status: u16, state: Option<GameState>) -> Response {
    let digest = state.as_ref().map_or([status as u8; 32], |state| state.digest);
    let tag = state.as_ref().map(|state| format!("\"{}\"", state.version));
    Response { status, code: None, is_replay: false, tag, digest, state, reply: None }
}

fn answered(response: Response) -> Outcome {
    Outcome::Answered(Box::new(response))
}

fn replay(response: Response) -> Outcome {
    answered(Response { is_replay: true, ..response })
}

fn mv(text: &str) -> Change {
    Change::Move { text: text.to_owned(), wants_reply: false }
}

fn mv_with_reply(text: &str) -> Change {
    Change::Move { text: text.to_owned(), wants_reply: true }
}

impl Script {
    /// Starts with the creation of the game.
    fn new() -> Script {
        let mut script = Script::default();
        let create = Change::Create { body: Value::Null };
        script.operation(create, vec![answered(response(201, Some(state(1, &[]))))]);
        script.history.operations[0].game = None;
        script.history.games_in_store = Some(1);
        script
    }

    fn operation(&mut self, change: Change, outcomes: Vec<Outcome>) -> &mut Script {
        let attempts = outcomes.into_iter().map(|outcome| {
            self.now += 2;
            Attempt { invoked: self.now - 1, completed: self.now, outcome }
        });
        let attempts = attempts.collect();
        let key = format!("key {}", self.history.operations.len());
        let game = Some(GAME.to_owned());
        self.history.operations.push(Operation { key, game, change, has_sole_writer: true, attempts });
        self
    }

    /// Adds a change whose first attempt is acknowledged with the state after it.
    fn acknowledged(&mut self, change: Change, after: GameState) -> &mut Script {
        self.operation(change, vec![answered(response(200, Some(after)))])
    }

    fn acknowledged_with_reply(&mut self, change: Change, after: GameState, reply: &str) -> &mut Script {
        let reply = Some(reply.to_owned());
        self.operation(change, vec![answered(Response { reply, ..response(200, Some(after)) })])
    }

    fn next_read(&mut self, state: GameState) -> Read {
        self.now += 2;
        let response = response(200, Some(state));
        Read { game: GAME.to_owned(), invoked: self.now - 1, completed: self.now, response }
    }

    fn read(&mut self, state: GameState) -> &mut Script {
        let read = self.next_read(state);
        self.history.reads.push(read);
        self
    }

    fn final_read(&mut self, state: GameState) -> &mut Script {
        let read = self.next_read(state);
        self.history.final_reads.push(read);
        self
    }

    #[track_caller]
    fn assert_valid(&self) {
        assert_eq!(check(&self.history), []);
    }

    #[track_caller]
    fn assert_violations(&self, expected: &[Violation]) {
        assert_eq!(check(&self.history), expected);
    }
}

fn key(number: usize) -> String {
    format!("key {number}")
}

fn game() -> String {
    GAME.to_owned()
}

#[test]
fn a_game_with_moves_undo_and_resignation_is_valid() {
    let mut script = Script::new();
    script.acknowledged(mv("a"), state(2, &["a"])).acknowledged(mv("b"), state(3, &["a", "b"]));
    script.read(state(3, &["a", "b"]));
    script.acknowledged(Change::Undo { plies: 2 }, state(4, &[])).acknowledged(mv("c"), state(5, &["c"]));
    let resigned = with_digest(GameState { status: "won".to_owned(), ..state(6, &["c"]) });
    script.acknowledged(Change::Resign { side: "red".to_owned() }, resigned.clone());
    script.final_read(resigned.clone()).final_read(resigned).assert_valid();
}

#[test]
fn a_retry_that_gets_the_first_response_is_valid() {
    let first = response(200, Some(state(2, &["a"])));
    let mut script = Script::new();
    script.operation(
        mv("a"),
        vec![Outcome::Lost, Outcome::Retryable, replay(first.clone()), replay(first.clone())],
    );
    script.final_read(state(2, &["a"])).assert_valid();
}

#[test]
fn a_move_and_its_reply_may_take_one_version_or_two() {
    let mut script = Script::new();
    script.acknowledged_with_reply(mv_with_reply("a"), state(3, &["a", "!b"]), "b");
    script.acknowledged_with_reply(mv_with_reply("c"), state(4, &["a", "!b", "c", "!d"]), "d");
    script.final_read(state(4, &["a", "!b", "c", "!d"])).assert_valid();
}

#[test]
fn an_undo_applied_twice_is_found() {
    let mut script = Script::new();
    for (index, text) in ["a", "b", "c"].into_iter().enumerate() {
        script.acknowledged(mv(text), state(index as u64 + 2, &["a", "b", "c"][..=index]));
    }
    script.operation(
        Change::Undo { plies: 1 },
        vec![Outcome::Lost, answered(response(200, Some(state(6, &["a"]))))],
    );
    script
        .final_read(state(6, &["a"]))
        .assert_violations(&[Violation::AppliedTwice { key: key(4), game: game() }]);
}

#[test]
fn an_undo_applied_again_after_its_response_is_found() {
    let mut script = Script::new();
    script.acknowledged(mv("a"), state(2, &["a"])).acknowledged(mv("b"), state(3, &["a", "b"]));
    script.acknowledged(Change::Undo { plies: 1 }, state(4, &["a"]));
    script
        .final_read(state(5, &[]))
        .assert_violations(&[Violation::AppliedTwice { key: key(3), game: game() }]);
}

#[test]
fn a_draw_offer_applied_twice_is_found_by_its_versions() {
    let offered =
        |version| with_digest(GameState { draw_offer: Some("red".to_owned()), ..state(version, &[]) });
    let offer = Change::OfferDraw { side: "red".to_owned(), to_engine: false };
    Script::new().acknowledged(offer.clone(), offered(2)).final_read(offered(2)).assert_valid();
    let twice = [Violation::AppliedTwice { key: key(1), game: game() }];
    Script::new().acknowledged(offer, offered(3)).final_read(offered(3)).assert_violations(&twice);
}

#[test]
fn a_lost_acknowledged_change_is_found() {
    let lost = Violation::LostChange { key: key(1), game: game() };
    let last = state(1, &[]);
    let stale = Violation::StaleRead { game: game(), shown: last.to_string(), known: 2 };
    Script::new().acknowledged(mv("a"), state(2, &["a"])).final_read(last).assert_violations(&[lost, stale]);

    // The next change does not build on the lost one.
    let mut script = Script::new();
    script.acknowledged(mv("a"), state(2, &["a"])).acknowledged(mv("b"), state(3, &["b"]));
    let unexplained = Violation::Unexplained {
        game: game(),
        from: state(2, &["a"]).to_string(),
        to: state(3, &["b"]).to_string(),
    };
    script.final_read(state(3, &["b"])).assert_violations(&[unexplained]);
}

#[test]
fn one_version_acknowledged_for_two_changes_is_found() {
    let mut script = Script::new();
    script.acknowledged(mv("a"), state(2, &["a"])).acknowledged(mv("b"), state(3, &["a", "b"]));
    script.acknowledged(mv("c"), state(3, &["a", "c"])).final_read(state(3, &["a", "c"]));
    let found = check(&script.history);
    let keys = (key(2), key(3));
    assert!(
        found.contains(&Violation::VersionAcknowledgedTwice { game: game(), version: 3, keys }),
        "{found:?}"
    );
}

#[test]
fn a_move_that_was_played_again_is_found_by_its_time() {
    let mut script = Script::new();
    let mut replayed = state(3, &["a", "b"]);
    replayed.moves[0].at = "later".to_owned();
    script.acknowledged(mv("a"), state(2, &["a"])).acknowledged(mv("b"), with_digest(replayed));
    assert!(matches!(check(&script.history)[..], [Violation::Unexplained { .. }]));
}

#[test]
fn an_unanswered_change_may_take_effect_once() {
    let never = Violation::NeverAnswered { key: key(2) };
    let unanswered = |after: GameState| {
        let mut script = Script::new();
        script
            .acknowledged(mv("a"), state(2, &["a"]))
            .operation(mv("b"), vec![Outcome::Lost, Outcome::Retryable]);
        script.final_read(after);
        script
    };
    unanswered(state(2, &["a"])).assert_violations(std::slice::from_ref(&never));
    unanswered(state(3, &["a", "b"])).assert_violations(std::slice::from_ref(&never));
    let twice = check(&unanswered(state(4, &["a", "b", "b"])).history);
    assert!(
        matches!(twice[..], [Violation::Unexplained { .. }, Violation::NeverAnswered { .. }]),
        "{twice:?}"
    );
}

#[test]
fn a_refused_change_that_took_effect_is_found() {
    let refused = |after: GameState| {
        let mut script = Script::new();
        script.operation(mv("a"), vec![Outcome::Lost, answered(response(422, None))]);
        script.history.operations[1].has_sole_writer = false;
        script.final_read(after);
        script
    };
    refused(state(1, &[])).assert_valid();
    refused(state(2, &["a"]))
        .assert_violations(&[Violation::AppliedThoughRefused { key: key(1), game: game() }]);
}

#[test]
fn a_refused_change_of_a_sole_writer_is_found() {
    let mut script = Script::new();
    script.operation(mv("a"), vec![answered(response(409, None))]);
    script.final_read(state(1, &[]));
    script.assert_violations(&[Violation::LegalChangeRefused {
        key: key(1),
        status: 409,
        code: String::new(),
    }]);
}

#[test]
fn different_or_unmarked_responses_to_one_key_are_found() {
    let first = response(200, Some(state(2, &["a"])));
    let other = response(200, Some(state(3, &["a", "a"])));
    let mut script = Script::new();
    script.operation(mv("a"), vec![answered(first.clone()), replay(other)]);
    script.final_read(state(2, &["a"]));
    script.assert_violations(&[Violation::ResponsesDiffer { key: key(1), statuses: (200, 200) }]);

    let mut script = Script::new();
    script.operation(mv("a"), vec![answered(first.clone()), answered(first.clone())]);
    script.final_read(state(2, &["a"]));
    script.assert_violations(&[Violation::WrongReplayHeader { key: key(1), says_replay: false }]);

    let mut script = Script::new();
    script.operation(mv("a"), vec![replay(first)]).final_read(state(2, &["a"]));
    script.assert_violations(&[Violation::WrongReplayHeader { key: key(1), says_replay: true }]);
}

#[test]
fn a_missing_or_different_reply_is_found() {
    let mut script = Script::new();
    script.acknowledged_with_reply(mv_with_reply("a"), state(3, &["a", "!b"]), "c");
    script.final_read(state(3, &["a", "!b"]));
    script.assert_violations(&[Violation::MissingReply { key: key(1), game: game() }]);

    let waiting = with_digest(GameState { is_engines_turn: true, ..state(2, &["a"]) });
    let mut script = Script::new();
    script.acknowledged(mv_with_reply("a"), waiting.clone()).final_read(waiting);
    script.assert_violations(&[
        Violation::MissingReply { key: key(1), game: game() },
        Violation::LeftOnEnginesTurn { game: game() },
    ]);
}

#[test]
fn a_postponed_reply_is_valid() {
    let waiting = with_digest(GameState { is_engines_turn: true, ..state(2, &["a"]) });
    Script::new().acknowledged(mv("a"), waiting.clone()).final_read(waiting).assert_valid();
}

#[test]
fn an_etag_of_two_states_is_found() {
    let (first, other) =
        (state(2, &["a"]), with_digest(GameState { status: "won".to_owned(), ..state(2, &["a"]) }));
    let mut script = Script::new();
    script.acknowledged(mv("a"), first.clone()).read(other.clone()).final_read(first.clone());
    let states = (first.to_string(), other.to_string());
    let tag = Violation::TagOfTwoStates { game: game(), tag: "\"2\"".to_owned(), states: states.clone() };
    script.assert_violations(&[
        tag.clone(),
        Violation::VersionOfTwoStates { game: game(), version: 2, states },
    ]);
    assert_eq!(check_after_loss(&script.history), [tag]);
}

#[test]
fn a_stale_read_is_found() {
    let mut script = Script::new();
    script.acknowledged(mv("a"), state(2, &["a"])).read(state(1, &[])).final_read(state(2, &["a"]));
    let shown = state(1, &[]).to_string();
    script.assert_violations(&[Violation::StaleRead { game: game(), shown, known: 2 }]);

    let mut script = Script::new();
    script.read(state(2, &["a"])).read(state(1, &[]));
    let found = check(&script.acknowledged(mv("a"), state(2, &["a"])).history);
    assert!(matches!(found[..], [Violation::StaleRead { known: 2, .. }]), "{found:?}");
}

/// A primary made a move, showed it and died before its replica had it, so that the repeated request made it again.
#[test]
fn a_read_of_a_change_that_was_lost_before_it_was_acknowledged_is_valid_with_replicas() {
    let lost = Response { tag: Some("\"2-lost\"".to_owned()), ..response(200, Some(state(2, &["a"]))) };
    let again = with_digest(GameState { status: "later".to_owned(), ..state(2, &["a"]) });
    let shows_it = |lasting: Response| {
        let mut script = Script::new();
        let (read, not_modified) = (script.next_read(state(2, &["a"])), script.next_read(state(2, &["a"])));
        script.read(state(1, &[])).operation(mv("a"), vec![Outcome::Lost, answered(lasting)]);
        script.history.reads.push(Read { response: lost.clone(), ..read });
        let unchanged = Response { status: 304, state: None, ..lost.clone() };
        script.history.reads.push(Read { response: unchanged, ..not_modified });
        script.final_read(again.clone());
        script.history
    };
    let repeated = || shows_it(response(200, Some(again.clone())));
    let found = check(&repeated());
    assert!(found.iter().any(|it| matches!(it, Violation::StaleRead { known: 2, .. })), "{found:?}");
    assert!(
        found.iter().any(|it| matches!(it, Violation::VersionOfTwoStates { version: 2, .. })),
        "{found:?}"
    );
    assert_eq!(check_with_replicas(repeated()), []);

    // Acknowledged, it must stay.
    let found = check_with_replicas(shows_it(lost.clone()));
    assert!(found.iter().any(|it| matches!(it, Violation::LostChange { .. })), "{found:?}");
}

#[test]
fn a_stale_304_is_found() {
    let not_modified = |version: u64| {
        let mut script = Script::new();
        script.acknowledged(mv("a"), state(2, &["a"]));
        let read = script.next_read(state(version, &[]));
        let response = Response { state: None, status: 304, ..read.response };
        script.history.reads.push(Read { response, ..read });
        script.final_read(state(2, &["a"]));
        script
    };
    not_modified(2).assert_valid();
    let found = check(&not_modified(1).history);
    assert!(matches!(found[..], [Violation::StaleRead { .. }]), "{found:?}");
}

#[test]
fn changes_out_of_order_are_found() {
    let mut script = Script::new();
    script.acknowledged(mv("b"), state(3, &["a", "b"])).acknowledged(mv("a"), state(2, &["a"]));
    let found = check(&script.final_read(state(3, &["a", "b"])).history);
    let out_of_order = Violation::OutOfOrder { game: game(), earlier: key(2), later: key(1) };
    assert_eq!(found, [out_of_order]);
}

#[test]
fn an_extra_game_and_a_lost_game_are_found() {
    let mut script = Script::new();
    script.history.games_in_store = Some(2);
    script.assert_violations(&[Violation::WrongGameCount { created: 1, in_store: 2 }]);

    let mut script = Script::new();
    let read = script.next_read(state(1, &[]));
    script.history.final_reads.push(Read { response: response(404, None), ..read });
    script.assert_violations(&[Violation::GameLost { game: game() }]);
}

#[test]
fn an_internal_error_is_found() {
    let mut script = Script::new();
    script.history.internal_errors.push("a panic".to_owned());
    assert_eq!(check(&script.history), [Violation::InternalError { body: "a panic".to_owned() }]);
    assert_eq!(check_after_loss(&script.history).len(), 1);
}

/// The events of a game of two moves: each with its version and ply.
fn events(moves: &[(u64, u64, &str)]) -> Vec<Value> {
    let event = |name: &str, data: Value| json!({"event": name, "game": GAME, "data": data});
    let played = moves.iter().map(|(version, ply, text)| {
        event("move_played", json!({"version": version, "ply": ply, "move": text}))
    });
    [event("game_created", json!({"version": 1, "ply": 0}))].into_iter().chain(played).collect()
}

#[test]
fn events_that_are_missing_repeated_or_out_of_order_are_found() {
    let mut script = Script::new();
    script.acknowledged(mv("a"), state(2, &["a"])).acknowledged(mv("b"), state(3, &["a", "b"]));
    script.final_read(state(3, &["a", "b"]));
    script.history.events = Some(events(&[(2, 1, "a"), (3, 2, "b")]));
    script.assert_valid();
    let first = script.history.events.as_ref().unwrap()[0].clone();
    for wrong in [
        events(&[(2, 1, "a")]),
        events(&[(2, 1, "a"), (3, 2, "b"), (3, 2, "b")]),
        events(&[(3, 2, "b"), (2, 1, "a")]),
        events(&[(2, 1, "a"), (3, 2, "c")]),
        [events(&[(2, 1, "a"), (3, 2, "b")]), vec![first]].concat(),
        Vec::new(),
    ] {
        script.history.events = Some(wrong);
        assert!(check(&script.history).iter().any(|it| matches!(it, Violation::ToldWrongly { .. })));
    }
}
