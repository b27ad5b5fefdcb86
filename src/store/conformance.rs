//! Conformance tests of the store interface, run against all stores.

mod lists;

use super::Store;
use super::deadlines::Overdue;
use super::error::StoreError;
use super::fixtures::{HOUR, claim, claim_when_free, done, game_time, is_done, key, ours, record, session};
use super::last_seen::LastSeen;
use super::local::LocalStore;
use super::records::{Claim, IdempotencyRecord, RecordLimits, Recorded, Ticket};
use super::redis::process::Redis;
use super::seeks::conformance::{
    an_engine_takes_the_place_of_who_has_not_come, many_who_come_at_once_meet_in_pairs, seeks_are_bounded,
    seeks_that_differ_stay_open_and_can_be_withdrawn, two_who_seek_the_same_are_matched_in_one_step,
};
use super::stream_tickets::MOST_TICKETS;
use crate::game::fixtures::{moved, timed_session};
use crate::game::{GameTime, Seats, Session, Tag, TokenDigest};
use crate::rules::BySide;
use futures_util::future::join_all;
use lists::{
    a_reader_resumes_after_a_time_without_news, a_reference_belongs_to_one_game,
    each_change_is_in_the_news_once_and_in_the_order_of_its_game, games_are_listed_for_their_owners,
    many_games_are_stored_together_or_not_at_all, news_are_written_with_their_changes_and_read_in_order,
};
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;

const LIMITS: RecordLimits = RecordLimits { keep: HOUR, per_client: 2, bytes_per_client: 10_000 };

/// Generates each test once for each store.
macro_rules! of_every_store {
    ($($test:ident)*) => {
        mod memory {
            $(#[tokio::test]
            async fn $test() {
                super::$test(&super::LocalStore::in_memory(10, super::HOUR, super::LIMITS).into()).await;
            })*
        }
        mod file {
            $(#[tokio::test]
            async fn $test() {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("games.redb");
                let store = super::LocalStore::open(&path, 10, super::HOUR, super::LIMITS).unwrap();
                super::$test(&store.into()).await;
            })*
        }
        mod redis {
            $(#[tokio::test]
            #[ignore = "needs redis-server"]
            async fn $test() {
                let server = super::Redis::start();
                super::$test(&server.store(super::LIMITS).into()).await;
            })*
        }
        mod redis_cluster {
            $(#[tokio::test]
            #[ignore = "needs redis-server"]
            async fn $test() {
                let server = super::Redis::start_cluster().await;
                super::$test(&server.store(super::LIMITS).into()).await;
            })*
        }
    };
}

of_every_store! {
    two_who_seek_the_same_are_matched_in_one_step
    seeks_that_differ_stay_open_and_can_be_withdrawn
    an_engine_takes_the_place_of_who_has_not_come
    seeks_are_bounded
    many_who_come_at_once_meet_in_pairs
    a_request_is_claimed_once
    one_of_many_concurrent_attempts_is_executed
    a_released_request_can_be_another
    a_request_that_is_done_replays_its_outcome
    a_retry_resumes_an_interrupted_request
    a_game_is_stored_with_the_record_of_its_request
    a_change_is_stored_with_its_record
    a_refused_change_stores_no_record
    a_lost_claim_changes_nothing
    a_claim_that_is_done_writes_no_more
    another_revision_of_the_same_version_conflicts
    a_retried_change_is_made_once
    a_game_is_removed_only_in_the_given_state
    a_full_store_refuses
    the_tag_of_a_game_is_readable_alone
    a_seated_game_is_read_with_its_players
    a_ticket_of_a_game_is_taken_once
    a_ticket_that_has_expired_is_not_taken
    a_token_has_a_bounded_number_of_tickets
    a_client_keeps_its_latest_records
    large_records_of_a_client_evict_its_own_only
    a_game_is_overdue_from_its_deadline_until_it_is_over
    one_server_postpones_an_overdue_game
    a_removed_game_has_no_deadline
    game_time_runs
    games_are_listed_for_their_owners
    a_reference_belongs_to_one_game
    many_games_are_stored_together_or_not_at_all
    news_are_written_with_their_changes_and_read_in_order
    each_change_is_in_the_news_once_and_in_the_order_of_its_game
    a_reader_resumes_after_a_time_without_news
}

fn begun(byte: u8) -> Recorded {
    Recorded::Begun(vec![byte])
}

async fn settle(store: &Store, ticket: &Ticket, state: &Recorded) -> Result<(), StoreError> {
    store.settle(IdempotencyRecord { ticket, state }).await
}

fn conflict(result: Result<Arc<Session>, StoreError>) -> Arc<Session> {
    match result {
        Err(StoreError::Conflict(now)) => now,
        other => panic!("expected a conflict, got {other:?}"),
    }
}

async fn a_request_is_claimed_once(store: &Store) {
    let _ticket = ours(claim(store, 1).await);
    assert!(matches!(claim(store, 1).await, Claim::InFlight));
    assert!(matches!(store.claim(key(1, 1), [9; 32]).await.unwrap(), Claim::Reused));
    assert!(matches!(claim(store, 2).await, Claim::Ours(_)), "another request");
}

async fn one_of_many_concurrent_attempts_is_executed(store: &Store) {
    let claims = join_all((0..20).map(|_| claim(store, 1))).await;
    assert_eq!(claims.iter().filter(|claim| matches!(claim, Claim::Ours(_))).count(), 1);
    assert_eq!(claims.iter().filter(|claim| matches!(claim, Claim::InFlight)).count(), 19);
}

async fn a_released_request_can_be_another(store: &Store) {
    let first = ours(claim(store, 1).await);
    store.release(&first);
    let second = ours(claim_when_free(store, key(1, 1), [9; 32]).await);
    store.release(&first);
    settle(store, &second, &done(5)).await.unwrap();
    assert!(matches!(store.claim(key(1, 1), [9; 32]).await.unwrap(), Claim::Done(_)));
}

async fn a_request_that_is_done_replays_its_outcome(store: &Store) {
    let ticket = ours(claim(store, 1).await);
    settle(store, &ticket, &done(5)).await.unwrap();
    store.release(&ticket);
    for _ in 0..2 {
        assert!(is_done(&claim(store, 1).await, 5));
        assert!(matches!(store.claim(key(1, 1), [9; 32]).await.unwrap(), Claim::Reused));
    }
}

async fn a_retry_resumes_an_interrupted_request(store: &Store) {
    let ticket = ours(claim(store, 1).await);
    settle(store, &ticket, &begun(3)).await.unwrap();
    assert!(matches!(claim(store, 1).await, Claim::InFlight));
    store.release(&ticket);
    let Claim::Resumed(ticket, bytes) = claim_when_free(store, key(1, 1), [1; 32]).await else {
        panic!("it was begun")
    };
    assert_eq!(bytes, [3]);
    assert!(matches!(claim(store, 1).await, Claim::InFlight));
    store.release(&ticket);
    let claim_again = claim_when_free(store, key(1, 1), [1; 32]).await;
    let Claim::Resumed(ticket, bytes) = claim_again else { panic!("it is still begun") };
    assert_eq!(bytes, [3]);
    settle(store, &ticket, &done(4)).await.unwrap();
    assert!(is_done(&claim(store, 1).await, 4));
}

async fn a_game_is_stored_with_the_record_of_its_request(store: &Store) {
    let (ticket, first) = (ours(claim(store, 1).await), session());
    store.insert(Arc::clone(&first), record(&ticket, &done(5))).await.unwrap();
    assert_eq!(store.get(first.id).await.unwrap().to_stored(), first.to_stored());
    assert!(is_done(&claim(store, 1).await, 5));
}

async fn a_change_is_stored_with_its_record(store: &Store) {
    let first = store.insert(session(), None).await.unwrap();
    let ticket = ours(claim(store, 1).await);
    let second = moved(&first);
    store.replace(first.tag(), Arc::clone(&second), record(&ticket, &begun(2))).await.unwrap();
    assert!(matches!(claim(store, 1).await, Claim::InFlight));
    let third = moved(&second);
    store.replace(second.tag(), Arc::clone(&third), record(&ticket, &done(3))).await.unwrap();
    assert_eq!(store.get(first.id).await.unwrap().to_stored(), third.to_stored());
    assert!(is_done(&claim(store, 1).await, 3));
}

async fn a_refused_change_stores_no_record(store: &Store) {
    let first = store.insert(session(), None).await.unwrap();
    let second = store.replace(first.tag(), moved(&first), None).await.unwrap();
    let ticket = ours(claim(store, 1).await);
    let late = store.replace(first.tag(), moved(&first), record(&ticket, &done(5))).await;
    assert_eq!(conflict(late).tag(), second.tag());
    let nowhere = store.replace(first.tag(), session(), record(&ticket, &done(5))).await;
    assert!(matches!(nowhere, Err(StoreError::NotFound)));
    assert!(matches!(claim(store, 1).await, Claim::InFlight), "the claim holds");
    store.replace(second.tag(), moved(&second), record(&ticket, &done(6))).await.unwrap();
    assert!(is_done(&claim(store, 1).await, 6));
}

async fn a_lost_claim_changes_nothing(store: &Store) {
    let first = store.insert(session(), None).await.unwrap();
    let lost = ours(claim(store, 1).await);
    store.release(&lost);
    let holder = ours(claim_when_free(store, key(1, 1), [1; 32]).await);
    let state = done(5);
    let replaced = store.replace(first.tag(), moved(&first), record(&lost, &state)).await;
    assert!(matches!(replaced, Err(StoreError::ClaimLost)));
    let new = session();
    let inserted = store.insert(Arc::clone(&new), record(&lost, &state)).await;
    assert!(matches!(inserted, Err(StoreError::ClaimLost)));
    assert!(matches!(settle(store, &lost, &state).await, Err(StoreError::ClaimLost)));
    assert_eq!(store.tag(first.id).await.unwrap(), first.tag());
    assert!(matches!(store.get(new.id).await, Err(StoreError::NotFound)));
    assert!(matches!(claim(store, 1).await, Claim::InFlight));
    settle(store, &holder, &done(6)).await.unwrap();
    assert!(is_done(&claim(store, 1).await, 6));
}

async fn a_claim_that_is_done_writes_no_more(store: &Store) {
    let first = store.insert(session(), None).await.unwrap();
    let ticket = ours(claim(store, 1).await);
    settle(store, &ticket, &done(5)).await.unwrap();
    let late = store.replace(first.tag(), moved(&first), record(&ticket, &done(6))).await;
    assert!(matches!(late, Err(StoreError::ClaimLost)));
    assert_eq!(store.tag(first.id).await.unwrap(), first.tag());
    assert!(is_done(&claim(store, 1).await, 5));
}

async fn another_revision_of_the_same_version_conflicts(store: &Store) {
    let first = store.insert(session(), None).await.unwrap();
    let second = store.replace(first.tag(), moved(&first), None).await.unwrap();
    let lost = moved(&first);
    assert_eq!((lost.version, lost.tag() == second.tag()), (second.version, false));
    let onto_lost = store.replace(lost.tag(), moved(&lost), None).await;
    assert_eq!(conflict(onto_lost).to_stored(), second.to_stored());
    let close = Tag { revision: second.revision ^ 1, ..second.tag() };
    assert!(matches!(store.remove(first.id, Some(close)).await, Err(StoreError::Conflict(_))));
    assert_eq!(store.get(first.id).await.unwrap().to_stored(), second.to_stored());
}

async fn a_retried_change_is_made_once(store: &Store) {
    let (ticket, first) = (ours(claim(store, 1).await), session());
    let second = moved(&first);
    for _ in 0..2 {
        store.insert(Arc::clone(&first), record(&ticket, &begun(1))).await.unwrap();
    }
    for _ in 0..2 {
        store.replace(first.tag(), Arc::clone(&second), record(&ticket, &done(2))).await.unwrap();
    }
    assert_eq!(store.tag(first.id).await.unwrap(), second.tag());
    assert!(is_done(&claim(store, 1).await, 2));
    assert_eq!(conflict(store.insert(first, None).await).tag(), second.tag(), "it was changed since");
}

async fn a_game_is_removed_only_in_the_given_state(store: &Store) {
    let first = store.insert(session(), None).await.unwrap();
    let second = store.replace(first.tag(), moved(&first), None).await.unwrap();
    assert!(matches!(store.remove(first.id, Some(first.tag())).await, Err(StoreError::Conflict(_))));
    store.remove(first.id, Some(second.tag())).await.unwrap();
    assert!(matches!(store.remove(first.id, None).await, Err(StoreError::NotFound)));
    assert!(matches!(store.get(first.id).await, Err(StoreError::NotFound)));
    assert!(matches!(store.tag(first.id).await, Err(StoreError::NotFound)));
    let gone = store.replace(second.tag(), moved(&second), None).await;
    assert!(matches!(gone, Err(StoreError::NotFound)));
    let other = store.insert(session(), None).await.unwrap();
    store.remove(other.id, None).await.unwrap();
}

async fn a_full_store_refuses(store: &Store) {
    for _ in 0..10 {
        store.insert(session(), None).await.unwrap();
    }
    let ticket = ours(claim(store, 1).await);
    let refused = store.insert(session(), record(&ticket, &done(5))).await;
    assert!(matches!(refused, Err(StoreError::Full)));
    assert!(matches!(claim(store, 1).await, Claim::InFlight), "it left no record");
}

async fn the_tag_of_a_game_is_readable_alone(store: &Store) {
    let first = store.insert(session(), None).await.unwrap();
    assert_eq!(store.tag(first.id).await.unwrap(), first.tag());
    let second = store.replace(first.tag(), moved(&first), None).await.unwrap();
    assert_eq!(store.tag(first.id).await.unwrap(), second.tag());
}

async fn a_seated_game_is_read_with_its_players(store: &Store) {
    let tokens = BySide { first: "one".to_owned(), second: "two".to_owned() };
    let seats = Some(Box::new(Seats::taken(&tokens)));
    let game = store.insert(Arc::new(Session { seats, ..Session::clone(&session()) }), None).await.unwrap();
    let now = game_time(store).await;
    let read = async || store.get_with_players(game.id).await.unwrap();
    assert_eq!(read().await.1, LastSeen::new());
    let (red, black) = (TokenDigest::of("one"), TokenDigest::of("two"));
    store.mark_present(game.id, red, HOUR).await.unwrap();
    let (first, seen) = read().await;
    assert!(matches!(seen[..], [(player, at)] if player == red && at >= now), "{seen:?}");
    store.mark_present(game.id, black, HOUR).await.unwrap();
    let (again, seen) = read().await;
    assert_eq!((first.tag(), again.tag(), seen.len()), (game.tag(), game.tag(), 2));
    assert_eq!(store.last_seen(game.id).await.unwrap().len(), 2);
    assert!(matches!(store.get_with_players(Uuid::new_v4()).await, Err(StoreError::NotFound)));
}

async fn a_client_keeps_its_latest_records(store: &Store) {
    let others = ours(store.claim(key(9, 2), [9; 32]).await.unwrap());
    settle(store, &others, &done(9)).await.unwrap();
    for number in 1..=3 {
        settle(store, &ours(claim(store, number).await), &done(number)).await.unwrap();
    }
    // A store may evict records asynchronously.
    let _ticket = loop {
        match claim(store, 1).await {
            Claim::Done(_) => tokio::time::sleep(Duration::from_millis(2)).await,
            claim => break ours(claim),
        }
    };
    assert!(is_done(&claim(store, 2).await, 2) && is_done(&claim(store, 3).await, 3));
    assert!(matches!(store.claim(key(9, 2), [9; 32]).await.unwrap(), Claim::Done(_)));
}

async fn large_records_of_a_client_evict_its_own_only(store: &Store) {
    let others = ours(store.claim(key(9, 2), [9; 32]).await.unwrap());
    settle(store, &others, &done(9)).await.unwrap();
    for number in 1..=20 {
        let ticket = ours(store.claim(key(number + 9, 1), [number; 32]).await.unwrap());
        settle(store, &ticket, &Recorded::Done(vec![number; 6000])).await.unwrap();
    }
    let again = async |number: u8| store.claim(key(number + 9, 1), [number; 32]).await.unwrap();
    // Two of them are within the limit of number, but not within that of size.
    while matches!(again(19).await, Claim::Done(_)) {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert!(matches!(again(20).await, Claim::Done(bytes) if bytes == vec![20; 6000]));
    assert!(matches!(store.claim(key(9, 2), [9; 32]).await.unwrap(), Claim::Done(_)));
}

async fn a_game_is_overdue_from_its_deadline_until_it_is_over(store: &Store) {
    let now = game_time(store).await;
    assert_eq!(store.overdue(now).await.unwrap(), Overdue { games: vec![], look_again_after: None });
    store.insert(session(), None).await.unwrap();
    let (later, first) = (timed_session(GameTime(now.0 + 700)), timed_session(now));
    for timed in [&later, &first] {
        store.insert(Arc::clone(timed), None).await.unwrap();
        store.deadline_added().await;
    }
    let before = store.overdue(GameTime(now.0 + 999)).await.unwrap();
    assert_eq!((before.games.len(), before.look_again_after), (0, Some(Duration::from_millis(1))));
    assert_eq!(store.overdue(GameTime(now.0 + 1000)).await.unwrap().games, [first.id]);
    let ended = Arc::new(first.timed_out(GameTime(now.0 + 1000)).unwrap());
    store.replace(first.tag(), ended, None).await.unwrap();
    assert_eq!(store.games_with_deadline().await.unwrap(), [later.id]);
    let moved = Arc::new(later.with_move(later.game.legal_moves()[0], false, GameTime(now.0 + 800)).unwrap());
    store.replace(later.tag(), moved, None).await.unwrap();
    assert!(store.overdue(GameTime(now.0 + 1799)).await.unwrap().games.is_empty());
    assert_eq!(store.overdue(GameTime(now.0 + 1800)).await.unwrap().games, [later.id]);
}

async fn one_server_postpones_an_overdue_game(store: &Store) {
    let now = game_time(store).await;
    let timed = store.insert(timed_session(now), None).await.unwrap();
    let deadline = now.0 + 1000;
    let postpone = |before, until| store.postpone_deadline(timed.id, GameTime(before), GameTime(until));
    assert!(!postpone(deadline - 1, deadline + 500).await.unwrap(), "it is not due yet");
    assert!(postpone(deadline, deadline + 500).await.unwrap());
    assert!(!postpone(deadline, deadline + 500).await.unwrap(), "another has done it");
    assert!(store.overdue(GameTime(deadline)).await.unwrap().games.is_empty());
    assert_eq!(store.overdue(GameTime(deadline + 500)).await.unwrap().games, [timed.id]);
    assert!(!store.postpone_deadline(Uuid::new_v4(), now, now).await.unwrap());
}

async fn a_removed_game_has_no_deadline(store: &Store) {
    let timed = store.insert(timed_session(game_time(store).await), None).await.unwrap();
    store.remove(timed.id, None).await.unwrap();
    assert!(store.games_with_deadline().await.unwrap().is_empty());
}

async fn game_time_runs(store: &Store) {
    let (instant, before) = (Instant::now(), game_time(store).await);
    while store.game_time_now().0 < before.0 + 20 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(instant.elapsed() >= Duration::from_millis(19));
}

async fn a_ticket_of_a_game_is_taken_once(store: &Store) {
    let (id, other) = (Uuid::new_v4(), Uuid::new_v4());
    let [ticket, unknown, token] = ["ticket", "unknown", "token"].map(TokenDigest::of);
    assert!(store.keep_stream_ticket(id, ticket, token, HOUR).await.unwrap());
    assert_eq!(store.take_stream_ticket(id, unknown).await.unwrap(), None);
    assert_eq!(store.take_stream_ticket(other, ticket).await.unwrap(), None, "of another game");
    let taken = join_all((0..10).map(|_| store.take_stream_ticket(id, ticket))).await;
    let taken: Vec<_> = taken.into_iter().filter_map(Result::unwrap).collect();
    assert_eq!(taken, [token]);
}

async fn a_ticket_that_has_expired_is_not_taken(store: &Store) {
    let id = Uuid::new_v4();
    let [early, late, token] = ["early", "late", "token"].map(TokenDigest::of);
    assert!(store.keep_stream_ticket(id, early, token, Duration::from_millis(1)).await.unwrap());
    assert!(store.keep_stream_ticket(id, late, token, HOUR).await.unwrap());
    tokio::time::sleep(Duration::from_millis(5)).await;
    assert_eq!(store.take_stream_ticket(id, early).await.unwrap(), None);
    assert_eq!(store.take_stream_ticket(id, late).await.unwrap(), Some(token));
}

async fn a_token_has_a_bounded_number_of_tickets(store: &Store) {
    let id = Uuid::new_v4();
    let token = TokenDigest::of("token");
    let keep =
        |number: usize| store.keep_stream_ticket(id, TokenDigest::of(&number.to_string()), token, HOUR);
    for number in 0..MOST_TICKETS {
        assert!(keep(number).await.unwrap());
    }
    assert!(!keep(MOST_TICKETS).await.unwrap());
    let of_another =
        store.keep_stream_ticket(id, TokenDigest::of("other's"), TokenDigest::of("other"), HOUR).await;
    assert!(of_another.unwrap(), "only those of one token are used up");
    store.take_stream_ticket(id, TokenDigest::of("7")).await.unwrap();
    assert!(keep(MOST_TICKETS).await.unwrap(), "one has been used");
}
