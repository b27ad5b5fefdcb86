//! Histories made by hand, good ones and bad ones.

use super::*;
use crate::history::{Answer, Attempt, Board, Change, Digest, Operation, Outcome, Played, Read};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

const GAME: &str = "the game";

/// A history of one game, whose changes are asked for and answered one after another.
#[derive(Default)]
struct Script {
    history: History,
    now: u64,
}

/// The game after these moves; those of the engine begin with an `!`.
fn board(version: u64, moves: &[&str]) -> Board {
    let played = |(ply, text): (usize, &&str)| Played {
        text: text.trim_start_matches('!').to_owned(),
        by_engine: text.starts_with('!'),
        at: format!("at ply {ply}"),
    };
    let moves: Vec<Played> = moves.iter().enumerate().map(played).collect();
    sealed(Board {
        game: GAME.to_owned(),
        version,
        moves,
        status: "playing".to_owned(),
        draw_offer: None,
        is_engines_turn: false,
        digest: Digest::default(),
    })
}

/// Gives a board that was changed the digest it must have.
fn sealed(board: Board) -> Board {
    let plain = Board { digest: Digest::default(), ..board.clone() };
    Board { digest: Sha256::digest(format!("{plain:?}")).into(), ..board }
}

fn answer(status: u16, board: Option<Board>) -> Answer {
    let digest = board.as_ref().map_or([status as u8; 32], |board| board.digest);
    let tag = board.as_ref().map(|board| format!("\"{}\"", board.version));
    Answer { status, code: None, is_replay: false, tag, digest, board, reply: None }
}

fn answered(answer: Answer) -> Outcome {
    Outcome::Answered(Box::new(answer))
}

fn replay(answer: Answer) -> Outcome {
    answered(Answer { is_replay: true, ..answer })
}

fn mv(text: &str) -> Change {
    Change::Move { text: text.to_owned(), is_replied_to: false }
}

fn mv_with_reply(text: &str) -> Change {
    Change::Move { text: text.to_owned(), is_replied_to: true }
}

impl Script {
    /// One in which the game was just created.
    fn new() -> Script {
        let mut script = Script::default();
        let create = Change::Create { body: Value::Null };
        script.operation(create, vec![answered(answer(201, Some(board(1, &[]))))]);
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

    /// A change that is answered at once with the game after it.
    fn done(&mut self, change: Change, after: Board) -> &mut Script {
        self.operation(change, vec![answered(answer(200, Some(after)))])
    }

    fn done_with_reply(&mut self, change: Change, after: Board, reply: &str) -> &mut Script {
        let reply = Some(reply.to_owned());
        self.operation(change, vec![answered(Answer { reply, ..answer(200, Some(after)) })])
    }

    fn some_read(&mut self, board: Board) -> Read {
        self.now += 2;
        let answer = answer(200, Some(board));
        Read { game: GAME.to_owned(), invoked: self.now - 1, completed: self.now, answer }
    }

    fn read(&mut self, board: Board) -> &mut Script {
        let read = self.some_read(board);
        self.history.reads.push(read);
        self
    }

    fn last_read(&mut self, board: Board) -> &mut Script {
        let read = self.some_read(board);
        self.history.last_reads.push(read);
        self
    }

    #[track_caller]
    fn is_good(&self) {
        assert_eq!(check(&self.history), []);
    }

    #[track_caller]
    fn is(&self, expected: &[Violation]) {
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
fn a_game_that_is_played_and_taken_back_is_good() {
    let mut script = Script::new();
    script.done(mv("a"), board(2, &["a"])).done(mv("b"), board(3, &["a", "b"]));
    script.read(board(3, &["a", "b"]));
    script.done(Change::Undo { plies: 2 }, board(4, &[])).done(mv("c"), board(5, &["c"]));
    let resigned = sealed(Board { status: "won".to_owned(), ..board(6, &["c"]) });
    script.done(Change::Resign { side: "red".to_owned() }, resigned.clone());
    script.last_read(resigned.clone()).last_read(resigned).is_good();
}

#[test]
fn a_retry_that_gets_the_first_answer_is_good() {
    let first = answer(200, Some(board(2, &["a"])));
    let mut script = Script::new();
    script.operation(
        mv("a"),
        vec![Outcome::Lost, Outcome::Postponed, replay(first.clone()), replay(first.clone())],
    );
    script.last_read(board(2, &["a"])).is_good();
}

#[test]
fn a_move_and_its_reply_may_be_one_version_or_two() {
    let mut script = Script::new();
    script.done_with_reply(mv_with_reply("a"), board(3, &["a", "!b"]), "b");
    script.done_with_reply(mv_with_reply("c"), board(4, &["a", "!b", "c", "!d"]), "d");
    script.last_read(board(4, &["a", "!b", "c", "!d"])).is_good();
}

#[test]
fn an_undo_done_twice_is_found() {
    let mut script = Script::new();
    for (index, text) in ["a", "b", "c"].into_iter().enumerate() {
        script.done(mv(text), board(index as u64 + 2, &["a", "b", "c"][..=index]));
    }
    script.operation(
        Change::Undo { plies: 1 },
        vec![Outcome::Lost, answered(answer(200, Some(board(6, &["a"]))))],
    );
    script.last_read(board(6, &["a"])).is(&[Violation::DoneTwice { key: key(4), game: game() }]);
}

#[test]
fn an_undo_done_again_after_its_answer_is_found() {
    let mut script = Script::new();
    script.done(mv("a"), board(2, &["a"])).done(mv("b"), board(3, &["a", "b"]));
    script.done(Change::Undo { plies: 1 }, board(4, &["a"]));
    script.last_read(board(5, &[])).is(&[Violation::DoneTwice { key: key(3), game: game() }]);
}

#[test]
fn an_offer_made_twice_is_found_by_its_versions() {
    let offered = |version| sealed(Board { draw_offer: Some("red".to_owned()), ..board(version, &[]) });
    let offer = Change::OfferDraw { side: "red".to_owned(), to_engine: false };
    Script::new().done(offer.clone(), offered(2)).last_read(offered(2)).is_good();
    let twice = [Violation::DoneTwice { key: key(1), game: game() }];
    Script::new().done(offer, offered(3)).last_read(offered(3)).is(&twice);
}

#[test]
fn a_lost_acknowledgement_is_found() {
    let lost = Violation::NotDone { key: key(1), game: game() };
    let last = board(1, &[]);
    let stale = Violation::StaleRead { game: game(), shown: last.to_string(), known: 2 };
    Script::new().done(mv("a"), board(2, &["a"])).last_read(last).is(&[lost, stale]);

    // What came after it does not know of it.
    let mut script = Script::new();
    script.done(mv("a"), board(2, &["a"])).done(mv("b"), board(3, &["b"]));
    let unexplained = Violation::Unexplained {
        game: game(),
        from: board(2, &["a"]).to_string(),
        to: board(3, &["b"]).to_string(),
    };
    script.last_read(board(3, &["b"])).is(&[unexplained]);
}

#[test]
fn one_version_is_not_acknowledged_to_two() {
    let mut script = Script::new();
    script.done(mv("a"), board(2, &["a"])).done(mv("b"), board(3, &["a", "b"]));
    script.done(mv("c"), board(3, &["a", "c"])).last_read(board(3, &["a", "c"]));
    let found = check(&script.history);
    let keys = (key(2), key(3));
    assert!(found.contains(&Violation::OneVersionForTwo { game: game(), version: 3, keys }), "{found:?}");
}

#[test]
fn a_move_that_was_played_again_has_another_time() {
    let mut script = Script::new();
    let mut replayed = board(3, &["a", "b"]);
    replayed.moves[0].at = "later".to_owned();
    script.done(mv("a"), board(2, &["a"])).done(mv("b"), sealed(replayed));
    assert!(matches!(check(&script.history)[..], [Violation::Unexplained { .. }]));
}

#[test]
fn what_was_never_answered_may_be_done_once() {
    let never = Violation::NeverAnswered { key: key(2) };
    let unanswered = |after: Board| {
        let mut script = Script::new();
        script.done(mv("a"), board(2, &["a"])).operation(mv("b"), vec![Outcome::Lost, Outcome::Postponed]);
        script.last_read(after);
        script
    };
    unanswered(board(2, &["a"])).is(std::slice::from_ref(&never));
    unanswered(board(3, &["a", "b"])).is(std::slice::from_ref(&never));
    let twice = check(&unanswered(board(4, &["a", "b", "b"])).history);
    assert!(
        matches!(twice[..], [Violation::Unexplained { .. }, Violation::NeverAnswered { .. }]),
        "{twice:?}"
    );
}

#[test]
fn what_was_refused_is_not_done() {
    let refused = |after: Board| {
        let mut script = Script::new();
        script.operation(mv("a"), vec![Outcome::Lost, answered(answer(422, None))]);
        script.history.operations[1].has_sole_writer = false;
        script.last_read(after);
        script
    };
    refused(board(1, &[])).is_good();
    refused(board(2, &["a"])).is(&[Violation::DoneThoughRefused { key: key(1), game: game() }]);
}

#[test]
fn a_sole_writer_is_not_refused() {
    let mut script = Script::new();
    script.operation(mv("a"), vec![answered(answer(409, None))]);
    script.last_read(board(1, &[]));
    script.is(&[Violation::Refused { key: key(1), status: 409, code: String::new() }]);
}

#[test]
fn answers_to_one_key_are_equal_and_marked() {
    let first = answer(200, Some(board(2, &["a"])));
    let other = answer(200, Some(board(3, &["a", "a"])));
    let mut script = Script::new();
    script.operation(mv("a"), vec![answered(first.clone()), replay(other)]);
    script.last_read(board(2, &["a"]));
    script.is(&[Violation::AnswersDiffer { key: key(1), statuses: (200, 200) }]);

    let mut script = Script::new();
    script.operation(mv("a"), vec![answered(first.clone()), answered(first.clone())]);
    script.last_read(board(2, &["a"]));
    script.is(&[Violation::ReplayMistold { key: key(1), says_replay: false }]);

    let mut script = Script::new();
    script.operation(mv("a"), vec![replay(first)]).last_read(board(2, &["a"]));
    script.is(&[Violation::ReplayMistold { key: key(1), says_replay: true }]);
}

#[test]
fn an_acknowledged_move_has_the_reply_it_tells() {
    let mut script = Script::new();
    script.done_with_reply(mv_with_reply("a"), board(3, &["a", "!b"]), "c");
    script.last_read(board(3, &["a", "!b"]));
    script.is(&[Violation::NoReply { key: key(1), game: game() }]);

    let waiting = sealed(Board { is_engines_turn: true, ..board(2, &["a"]) });
    let mut script = Script::new();
    script.done(mv_with_reply("a"), waiting.clone()).last_read(waiting);
    script.is(&[
        Violation::NoReply { key: key(1), game: game() },
        Violation::LeftOnEnginesTurn { game: game() },
    ]);
}

#[test]
fn a_reply_that_was_put_off_is_no_fault() {
    let waiting = sealed(Board { is_engines_turn: true, ..board(2, &["a"]) });
    Script::new().done(mv("a"), waiting.clone()).last_read(waiting).is_good();
}

#[test]
fn a_tag_stands_for_one_board() {
    let (first, other) = (board(2, &["a"]), sealed(Board { status: "won".to_owned(), ..board(2, &["a"]) }));
    let mut script = Script::new();
    script.done(mv("a"), first.clone()).read(other.clone()).last_read(first.clone());
    let boards = (first.to_string(), other.to_string());
    let tag = Violation::TagOfTwoBoards { game: game(), tag: "\"2\"".to_owned(), boards: boards.clone() };
    script.is(&[tag.clone(), Violation::VersionOfTwoBoards { game: game(), version: 2, boards }]);
    assert_eq!(check_after_loss(&script.history), [tag]);
}

#[test]
fn who_reads_after_a_change_or_another_read_sees_it() {
    let mut script = Script::new();
    script.done(mv("a"), board(2, &["a"])).read(board(1, &[])).last_read(board(2, &["a"]));
    let shown = board(1, &[]).to_string();
    script.is(&[Violation::StaleRead { game: game(), shown, known: 2 }]);

    let mut script = Script::new();
    script.read(board(2, &["a"])).read(board(1, &[]));
    let found = check(&script.done(mv("a"), board(2, &["a"])).history);
    assert!(matches!(found[..], [Violation::StaleRead { known: 2, .. }]), "{found:?}");
}

#[test]
fn what_is_not_modified_is_no_older_than_what_was_acknowledged() {
    let not_modified = |version: u64| {
        let mut script = Script::new();
        script.done(mv("a"), board(2, &["a"]));
        let read = script.some_read(board(version, &[]));
        let answer = Answer { board: None, status: 304, ..read.answer };
        script.history.reads.push(Read { answer, ..read });
        script.last_read(board(2, &["a"]));
        script
    };
    not_modified(2).is_good();
    let found = check(&not_modified(1).history);
    assert!(matches!(found[..], [Violation::StaleRead { .. }]), "{found:?}");
}

#[test]
fn changes_are_in_the_order_in_which_they_were_asked_for() {
    let mut script = Script::new();
    script.done(mv("b"), board(3, &["a", "b"])).done(mv("a"), board(2, &["a"]));
    let found = check(&script.last_read(board(3, &["a", "b"])).history);
    let out_of_order = Violation::OutOfOrder { game: game(), earlier: key(2), later: key(1) };
    assert_eq!(found, [out_of_order]);
}

#[test]
fn a_game_is_created_once_and_kept() {
    let mut script = Script::new();
    script.history.games_in_store = Some(2);
    script.is(&[Violation::GamesMiscounted { created: 1, in_store: 2 }]);

    let mut script = Script::new();
    let read = script.some_read(board(1, &[]));
    script.history.last_reads.push(Read { answer: answer(404, None), ..read });
    script.is(&[Violation::Gone { game: game() }]);
}
