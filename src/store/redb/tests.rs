use super::*;
use crate::game::fixtures::{moved, timed_session};
use crate::rules::Side;
use crate::store::fixtures::{HOUR, key, ours, session};
use crate::store::times::now;
use ::redb::{ReadableDatabase, ReadableTable, TableDefinition};
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

const LIMITS: RecordLimits = RecordLimits { keep: HOUR, per_client: 100, bytes_per_client: 100_000 };
const GAMES: TableDefinition<'_, u128, (u64, &[u8])> = TableDefinition::new("games");
const USED: TableDefinition<'_, u128, i64> = TableDefinition::new("used");
const META: TableDefinition<'_, &str, u32> = TableDefinition::new("meta");

fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.redb");
    (folder, path)
}

/// Opens a file. Retries while the writer thread of the closed store still has it open.
fn when_free<T>(open: impl Fn() -> Result<T, OpenError>) -> T {
    loop {
        match open() {
            Err(OpenError::Database(::redb::Error::DatabaseAlreadyOpen)) => std::thread::yield_now(),
            opened => return opened.unwrap(),
        }
    }
}

fn open(path: &Path, idle: Duration) -> RedbStore {
    when_free(|| RedbStore::open(path, 10, idle, LIMITS))
}

fn change_file(path: &Path, change: impl Fn(&::redb::WriteTransaction)) {
    let database = when_free(|| Ok(Database::create(path).map_err(::redb::Error::from)?));
    let transaction = database.begin_write().unwrap();
    change(&transaction);
    transaction.commit().unwrap();
}

fn done(byte: u8) -> Recorded {
    Recorded::Done(vec![byte])
}

fn record<'a>(ticket: &'a Ticket, state: &'a Recorded) -> Option<IdempotencyRecord<'a>> {
    Some(IdempotencyRecord { ticket, state })
}

impl RedbStore {
    async fn claim_of(&self, number: u8) -> Claim {
        self.claim(key(number, 1), [number; 32]).await.unwrap()
    }

    /// Writes a change to the file, then marks the file as failed before the change is reported.
    fn fail_after(&self, change: Change) {
        let database = self.shared.database().unwrap();
        let (game_time, idle_time) = (self.clock().at(Instant::now()), self.shared.idle_time());
        let made =
            change::apply(&database, &self.shared.ledger, &[&change], Some(game_time), idle_time).unwrap();
        made[0].as_ref().unwrap();
        drop(database);
        self.shared.fail(&::redb::Error::PreviousIo);
        if let Some(record) = change.record() {
            self.shared.ledger.lock().end_write(&record.claimant, false);
        }
    }
}

#[tokio::test]
async fn games_outlive_the_process() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let first = store.insert(session(), None).await.unwrap();
    let second = store.replace(first.tag(), moved(&first), None).await.unwrap();
    drop(store);
    let store = open(&path, HOUR);
    assert_eq!(store.tag(first.id).await.unwrap(), second.tag(), "read from the file");
    let late = store.replace(first.tag(), moved(&first), None).await;
    assert!(matches!(late, Err(StoreError::Conflict(now)) if now.to_stored() == second.to_stored()));
    assert_eq!(store.get(first.id).await.unwrap().to_stored(), second.to_stored());
    store.remove(first.id, Some(second.tag())).await.unwrap();
    drop(store);
    assert!(open(&path, HOUR).is_empty());
}

#[tokio::test]
async fn records_outlive_the_process_and_claims_do_not() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let first = store.insert(session(), None).await.unwrap();
    let (whole, part, running) =
        (ours(store.claim_of(1).await), ours(store.claim_of(2).await), ours(store.claim_of(3).await));
    let second = store.replace(first.tag(), moved(&first), record(&whole, &done(5))).await.unwrap();
    let begun = Recorded::Begun(vec![6]);
    store.replace(second.tag(), moved(&second), record(&part, &begun)).await.unwrap();
    drop(store);
    let store = open(&path, HOUR);
    assert!(matches!(store.claim_of(1).await, Claim::Done(bytes) if bytes == [5]));
    assert!(matches!(store.claim_of(2).await, Claim::Resumed(_, bytes) if bytes == [6]));
    assert!(matches!(store.claim(key(1, 1), [9; 32]).await.unwrap(), Claim::Reused));
    ours(store.claim_of(3).await);
    let late = store.settle(IdempotencyRecord { ticket: &running, state: &done(7) }).await;
    assert!(matches!(late, Err(StoreError::ClaimLost)), "another process had that claim");
}

#[tokio::test]
async fn a_change_whose_caller_is_gone_is_made_with_its_record_or_not_at_all() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let mut games = Vec::new();
    for number in 0..10 {
        let first = store.insert(session(), None).await.unwrap();
        games.push((number, ours(store.claim_of(number).await), first));
    }
    for (number, ticket, first) in &games {
        let state = done(*number);
        let change = store.replace(first.tag(), moved(first), record(ticket, &state));
        assert!(futures_util::FutureExt::now_or_never(change).is_none(), "it waits for the disk");
        // Half of the claims are released during the write.
        if number % 2 == 0 {
            store.release(ticket);
        }
    }
    drop(store);
    let store = open(&path, HOUR);
    for (number, _, first) in &games {
        let version = store.tag(first.id).await.unwrap().version;
        match store.claim_of(*number).await {
            Claim::Done(bytes) => assert_eq!((version, bytes), (2, vec![*number])),
            Claim::Ours(_) => assert_eq!((version, number % 2), (1, 0)),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn after_a_failure_the_file_decides_which_changes_were_made() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let first = store.insert(session(), None).await.unwrap();
    let (ticket, other) = (ours(store.claim_of(1).await), ours(store.claim_of(2).await));
    let (second, state) = (moved(&first), done(5));
    store.fail_after(Change::Replace {
        base: first.tag(),
        session: Arc::clone(&second),
        bytes: second.to_stored(),
        record: record(&ticket, &state).map(PendingRecord::from),
    });
    assert!(matches!(store.claim(key(3, 1), [3; 32]).await, Err(StoreError::Unavailable(_))));
    // The writer opens the file for the next change.
    store.settle(IdempotencyRecord { ticket: &other, state: &done(6) }).await.unwrap();
    assert_eq!(store.get(first.id).await.unwrap().to_stored(), second.to_stored());
    store.replace(first.tag(), Arc::clone(&second), record(&ticket, &state)).await.unwrap();
    let more = store.replace(second.tag(), moved(&second), record(&ticket, &state)).await;
    assert!(matches!(more, Err(StoreError::ClaimLost)), "its request is done");
    store.release(&ticket);
    assert!(matches!(store.claim_of(1).await, Claim::Done(bytes) if bytes == [5]));
    assert!(matches!(store.claim_of(2).await, Claim::Done(bytes) if bytes == [6]));
}

#[tokio::test]
async fn a_session_read_from_a_file_that_failed_since_is_not_cached() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let first = store.insert(session(), None).await.unwrap();
    let second = moved(&first);
    let reading = store.shared.database().unwrap();
    store.fail_after(Change::Replace {
        base: first.tag(),
        session: Arc::clone(&second),
        bytes: second.to_stored(),
        record: None,
    });
    let entry = store.shared.entry(first.id);
    *entry.lock() = None;
    entry.cache_if_newer(&store.shared, &reading, Arc::clone(&first));
    assert!(entry.lock().is_none());
    drop(reading);
    assert!(matches!(store.get(first.id).await, Err(StoreError::Unavailable(_))));
    store.change(Change::ExpireRecords).await.unwrap();
    assert_eq!(store.get(first.id).await.unwrap().tag(), second.tag());
}

#[tokio::test]
async fn records_in_the_file_are_limited_too() {
    let (_folder, path) = file();
    let limits = RecordLimits { per_client: 2, ..LIMITS };
    let store = when_free(|| RedbStore::open(&path, 10, HOUR, limits));
    for number in 1..=5 {
        let ticket = ours(store.claim_of(number).await);
        store.settle(IdempotencyRecord { ticket: &ticket, state: &done(number) }).await.unwrap();
    }
    let in_file = |store: &RedbStore, number: u8| {
        let database = store.shared.database().unwrap();
        records::read(&database, &key(number, 1).digest).unwrap().is_some()
    };
    assert_eq!([1, 2, 3, 4, 5].map(|number| in_file(&store, number)), [false, false, false, true, true]);
    drop(store);
    // A file may have more records than the current limits allow.
    let store = when_free(|| RedbStore::open(&path, 10, HOUR, RecordLimits { per_client: 1, ..limits }));
    assert_eq!([4, 5].map(|number| in_file(&store, number)), [false, true]);
    drop(store);
    let brief = RecordLimits { keep: Duration::ZERO, ..limits };
    let store = when_free(|| RedbStore::open(&path, 10, HOUR, brief));
    while in_file(&store, 5) {
        tokio::time::sleep(Duration::from_millis(20)).await;
        store.sweep().await;
    }
}

/// Writes a file as version 0.1 did: games without revisions, and stored responses with seat tokens.
fn write_file_of_0_1(path: &Path) {
    let games: [(u128, u64, &str); 2] = [
        (
            0xb11b_0074_5567_4608_8b2e_4ad4_1f60_9994,
            1,
            r#"{"format":1,"id":"b11b0074-5567-4608-8b2e-4ad41f609994","version":1,"ruleset":"renju","options":{"opening":"free","forbidden_loses":false},"start_fen":"15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b","moves":[],"ending":null,"players":[{"kind":"human"},{"kind":"human"}],"seats":["a7ba2a053364f21fb0b90b554421fa38865aeaa8b657426c622eb788857a2108","1ba8b9d7999abe84eb56896d17f263d0b58736f646c6e7639784fb56ff1616fb"],"draw_offer":null,"created_at":"2026-11-23T03:09:33.221650334Z","updated_at":"2026-11-23T03:09:33.221650334Z"}"#,
        ),
        (
            0x3a65_8e53_05e5_4f60_9549_b6ae_fb3f_c60e,
            3,
            r#"{"format":1,"id":"3a658e53-05e5-4f60-9549-b6aefb3fc60e","version":3,"ruleset":"xiangqi","options":{"repetition":"asian","no_capture_limit":120},"start_fen":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1","moves":[["h2e2",1795403429313,false],["b7e7",1795403429370,true]],"ending":null,"players":[{"kind":"human"},{"kind":"engine","level":3,"lines":1,"threads":1,"seed":null,"isolated":false,"book":true,"time_ms":1000,"depth":null,"nodes":null}],"seats":null,"draw_offer":null,"created_at":"2026-11-23T03:10:28.889390458Z","updated_at":"2026-11-23T03:10:29.370596741Z"}"#,
        ),
    ];
    let answers: TableDefinition<'_, u64, (&str, &[u8])> = TableDefinition::new("answers");
    change_file(path, |transaction| {
        transaction.open_table(META).unwrap().insert("format", 1).unwrap();
        let (mut stored, mut used) =
            (transaction.open_table(GAMES).unwrap(), transaction.open_table(USED).unwrap());
        for (id, version, json) in games {
            stored.insert(id, (version, json.as_bytes())).unwrap();
            used.insert(id, now()).unwrap();
        }
        let mut answers = transaction.open_table(answers).unwrap();
        for number in 0..50 {
            let padding = "x".repeat(number as usize * 97);
            let json = format!(r#"{{"status":201,"body":"{padding}","seats":{{"black":"{TOKEN}"}}}}"#);
            answers.insert(number, ("key", json.as_bytes())).unwrap();
        }
    });
}

const TOKEN: &str = "23b7112a1ef44e179a882c99a94e3205";

fn has_token(path: &Path) -> bool {
    std::fs::read(path).unwrap().windows(TOKEN.len()).any(|bytes| bytes == TOKEN.as_bytes())
}

#[tokio::test]
async fn a_file_of_version_0_1_is_readable_and_loses_its_seat_tokens() {
    let (_folder, path) = file();
    write_file_of_0_1(&path);
    assert!(has_token(&path));
    let store = open(&path, HOUR);
    assert_eq!(store.len(), 2);
    let seated = "b11b0074-5567-4608-8b2e-4ad41f609994".parse().unwrap();
    let played = "3a658e53-05e5-4f60-9549-b6aefb3fc60e".parse().unwrap();
    assert_eq!(store.get(seated).await.unwrap().seats.as_ref().unwrap().side_of(TOKEN), Some(Side::First));
    let old = Tag { version: 3, revision: 0 };
    assert_eq!(store.tag(played).await.unwrap(), old);
    let game = store.get(played).await.unwrap();
    assert_eq!((game.tag(), game.game.ply()), (old, 2));
    let next = store.replace(old, moved(&game), None).await.unwrap();
    assert!(matches!(store.replace(old, moved(&game), None).await, Err(StoreError::Conflict(_))));
    assert_eq!(store.tag(played).await.unwrap(), next.tag());
    drop(store);
    drop(open(&path, HOUR));
    assert!(!has_token(&path), "neither in a table nor in a free page");
}

#[cfg(unix)]
#[test]
fn a_new_file_can_be_read_by_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, path) = file();
    drop(open(&path, HOUR));
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

/// A server may be killed before its first transaction.
#[test]
fn a_file_without_tables_is_an_empty_one() {
    let (folder, path) = file();
    drop(Database::create(&path).unwrap());
    let mut empty = GameFile::open(&path).unwrap();
    empty.compact().unwrap();
    assert_eq!(empty.games().unwrap().count(), 0);
    let copy = tempfile::NamedTempFile::new_in(folder.path()).unwrap();
    empty.copy(copy.reopen().unwrap()).unwrap();
    assert_eq!(open(copy.path(), HOUR).len(), 0);
}

#[test]
fn a_file_that_lacks_a_table_can_be_copied() {
    let (folder, path) = file();
    write_file_of_0_1(&path);
    let copy = tempfile::NamedTempFile::new_in(folder.path()).unwrap();
    GameFile::open(&path).unwrap().copy(copy.reopen().unwrap()).unwrap();
    assert_eq!(GameFile::open(copy.path()).unwrap().games().unwrap().count(), 2);
}

/// Whatever has a name stays if the process is killed.
#[tokio::test]
async fn a_backup_leaves_nothing_beside_the_file() {
    let (folder, path) = file();
    let store = open(&path, HOUR);
    store.insert(session(), None).await.unwrap();
    let backup = store.backup().await.unwrap();
    assert!(backup.metadata().unwrap().len() > 0);
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(names, [path]);
}

#[tokio::test]
async fn a_file_of_a_newer_version_is_refused_and_left_unchanged() {
    let (_folder, path) = file();
    drop(open(&path, HOUR));
    change_file(&path, |transaction| {
        transaction.open_table(META).unwrap().insert("format", 9).unwrap();
        transaction.delete_table(records::TABLE).unwrap();
    });
    let refused = RedbStore::open(&path, 10, HOUR, LIMITS).unwrap_err();
    assert!(refused.to_string().contains("format 9"), "{refused}");
    let database = Database::open(&path).unwrap();
    let reading = database.begin_read().unwrap();
    assert_eq!(reading.open_table(META).unwrap().get("format").unwrap().unwrap().value(), 9);
    assert!(reading.open_table(records::TABLE).is_err(), "nothing was added");
}

#[tokio::test]
async fn a_game_of_a_newer_version_is_refused_and_never_deleted() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let (ours, theirs) =
        (store.insert(session(), None).await.unwrap().id, store.insert(session(), None).await.unwrap().id);
    drop(store);
    let newer: &[u8] = br#"{"format": 9, "unheard_of": true}"#;
    change_file(&path, |transaction| {
        transaction.open_table(GAMES).unwrap().insert(theirs.as_u128(), (4, newer)).unwrap();
    });
    let store = open(&path, Duration::ZERO);
    assert!(
        matches!(store.get(theirs).await, Err(StoreError::Unreadable(error)) if error.to_string().contains("format 9"))
    );
    assert!(matches!(store.tag(theirs).await, Err(StoreError::Unreadable(_))));
    for entry in store.shared.games.pin().values() {
        entry.last_used.store(0, Ordering::Relaxed);
    }
    store.sweep().await;
    assert!(matches!(store.get(ours).await, Err(StoreError::NotFound)), "nobody used it");
    assert!(matches!(store.get(theirs).await, Err(StoreError::Unreadable(_))));
}

#[tokio::test]
async fn a_used_game_stays_cached_and_an_unused_one_is_read_again() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let session = store.insert(session(), None).await.unwrap();
    store.shared.entry(session.id).last_used.store(now() - 120, Ordering::Relaxed);
    store.sweep().await;
    assert!(store.shared.entry(session.id).lock().is_none(), "not in use");
    assert_eq!(store.tag(session.id).await.unwrap(), session.tag());
    assert!(store.shared.entry(session.id).lock().is_none(), "its tag needs no session");
    assert_eq!(store.get(session.id).await.unwrap().to_stored(), session.to_stored());
    drop(store);
    // The sweep wrote the last use to the file.
    let uses = when_free(|| file::open(&path, LIMITS)).indexes.uses;
    assert!(uses[0].1 <= now() - 120);
}

#[tokio::test]
async fn game_time_and_deadlines_outlive_the_process_and_time_in_between_does_not_count() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let timed = store.insert(timed_session(GameTime(500)), None).await.unwrap();
    let last = store.clock().at(Instant::now());
    // The writer thread writes the game time when it ends.
    drop(store);
    when_free(|| Ok(Database::create(&path).map_err(::redb::Error::from)?));
    std::thread::sleep(Duration::from_millis(300));
    let opening = Instant::now();
    let store = open(&path, HOUR);
    let now = store.clock().at(Instant::now());
    let open_for = opening.elapsed().as_millis() as i64;
    assert!(now >= last && now.0 <= last.0 + 100 + open_for, "{last:?} {now:?}");
    assert_eq!(store.deadlines().overdue(GameTime(1500)).games, [timed.id]);
}

#[tokio::test]
async fn the_game_time_is_written_while_a_clock_runs() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let written = || {
        let database = store.shared.database().unwrap();
        let table = database.begin_read().unwrap().open_table(file::GAME_TIME).unwrap();
        table.get(()).unwrap().unwrap().value()
    };
    store.insert(timed_session(GameTime(0)), None).await.unwrap();
    let first = written();
    while written() == first {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_game_whose_clock_runs_does_not_expire() {
    let (_folder, path) = file();
    let store = open(&path, Duration::ZERO);
    let timed = store.insert(timed_session(GameTime(0)), None).await.unwrap();
    store.shared.entry(timed.id).last_used.store(0, Ordering::Relaxed);
    store.sweep().await;
    assert!(store.shared.games.pin().contains_key(&timed.id));
    let ended = Arc::new(timed.timed_out(GameTime(1000)).unwrap());
    store.replace(timed.tag(), ended, None).await.unwrap();
    store.shared.entry(timed.id).last_used.store(0, Ordering::Relaxed);
    store.sweep().await;
    assert!(store.is_empty());
}

#[tokio::test]
async fn a_game_that_is_over_is_kept_longer_also_after_a_restart() {
    let (_folder, path) = file();
    let keep = KeepTimes { unfinished: Duration::ZERO, finished: HOUR };
    let open = || when_free(|| RedbStore::open(&path, 10, keep, LIMITS));
    let unused_for = async |store: &RedbStore, id: Uuid, seconds: i64| {
        store.shared.entry(id).last_used.store(now() - seconds, Ordering::Relaxed);
        store.sweep().await;
        store.shared.games.pin().contains_key(&id)
    };
    let store = open();
    let (first, other) = (session(), session());
    store.insert(Arc::clone(&first), None).await.unwrap();
    store.insert(Arc::clone(&other), None).await.unwrap();
    let over = Arc::new(first.with_resignation(Side::First, GameTime(0)).unwrap());
    store.replace(first.tag(), over, None).await.unwrap();
    assert!(unused_for(&store, first.id, 3000).await && !unused_for(&store, other.id, 10).await);
    drop(store);
    let store = open();
    assert!(unused_for(&store, first.id, 3100).await, "read from the file");
    assert!(unused_for(&store, first.id, 3200).await && !unused_for(&store, first.id, 3700).await);
}

#[tokio::test]
async fn time_in_which_no_server_ran_does_not_count_as_idleness() {
    const DAY: i64 = 86_400;
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let (used, left) = (session(), session());
    store.insert(Arc::clone(&used), None).await.unwrap();
    store.insert(Arc::clone(&left), None).await.unwrap();
    drop(store);
    // As if all that had been a day ago, and one game had then been idle for almost an hour.
    change_file(&path, |transaction| {
        let ago = now() - DAY;
        let mut uses = transaction.open_table(USED).unwrap();
        uses.insert(used.id.as_u128(), ago).unwrap();
        uses.insert(left.id.as_u128(), ago - 3590).unwrap();
        let written: TableDefinition<'_, (), (i64, i64)> = TableDefinition::new("idle_time");
        transaction.open_table(written).unwrap().insert((), (ago, 0)).unwrap();
    });
    let store = open(&path, HOUR);
    store.sweep().await;
    assert_eq!(store.len(), 2);
    // Ten more seconds of idleness end the other one's hour, across another downtime.
    drop(store);
    change_file(&path, |transaction| {
        let mut uses = transaction.open_table(USED).unwrap();
        let idle = uses.get(left.id.as_u128()).unwrap().unwrap().value() - 20;
        uses.insert(left.id.as_u128(), idle).unwrap();
    });
    let store = open(&path, HOUR);
    store.sweep().await;
    assert_eq!(store.len(), 1);
    assert!(store.get(used.id).await.is_ok());
}

#[tokio::test]
async fn a_file_of_an_older_version_counts_its_downtime_from_the_last_use() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let game = store.insert(session(), None).await.unwrap();
    drop(store);
    change_file(&path, |transaction| {
        transaction.open_table(USED).unwrap().insert(game.id.as_u128(), now() - 86_400).unwrap();
        let written: TableDefinition<'_, (), (i64, i64)> = TableDefinition::new("idle_time");
        transaction.delete_table(written).unwrap();
    });
    let store = open(&path, HOUR);
    store.sweep().await;
    assert!(store.get(game.id).await.is_ok());
}

#[tokio::test]
async fn reads_whose_requests_are_gone_take_few_threads() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let database = store.shared.database().unwrap();
    let (begun, end) = (Arc::new(AtomicUsize::new(0)), Arc::new(tokio::sync::RwLock::new(())));
    let held = end.write().await;
    let mut reads = Vec::new();
    for _ in 0..10 * MAX_READS {
        let (begun, end) = (Arc::clone(&begun), Arc::clone(&end));
        let wait = move |_: &Database| {
            begun.fetch_add(1, Ordering::Relaxed);
            drop(end.blocking_read());
            Ok(())
        };
        let mut reading = Box::pin(read(&database, wait));
        assert!(futures_util::poll!(&mut reading).is_pending());
        reads.push(reading);
    }
    drop(reads);
    drop(held);
    read(&database, |_| Ok(())).await.unwrap();
    assert!(begun.load(Ordering::Relaxed) <= MAX_READS);
}

/// The clock of the machine is set two days ahead while a server has the file open.
#[tokio::test]
async fn a_step_of_the_machines_clock_ages_neither_games_nor_records() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let two_days_behind = IdleTime { at_opening: now() - 2 * 86_400, opened: Instant::now() };
    let game = store.insert(session(), None).await.unwrap();
    let ticket = ours(store.claim_of(1).await);
    store.shared.entry(game.id).last_used.store(two_days_behind.now(), Ordering::Relaxed);
    *store.shared.idle_time.write().unwrap() = two_days_behind;
    store.settle(IdempotencyRecord { ticket: &ticket, state: &done(5) }).await.unwrap();
    let assert_is_kept = async |store: RedbStore| {
        store.sweep().await;
        assert!(store.get(game.id).await.is_ok());
        assert!(matches!(store.claim_of(1).await, Claim::Done(bytes) if bytes == [5]));
    };
    assert_is_kept(store).await;
    assert_is_kept(open(&path, HOUR)).await;
}
