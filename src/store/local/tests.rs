//! The store in memory and with a file. Those of the file's damages are in [`damage`].

mod damage;

use super::*;
use crate::game::fixtures::{moved, timed_session};
use crate::rules::Side;
use crate::store::Event;
use crate::store::fixtures::{HOUR, done, key, ours, record, session};
use crate::store::times::now;
use ::redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use std::path::PathBuf;
use std::time::Instant;

const LIMITS: RecordLimits = RecordLimits { keep: HOUR, per_client: 100, bytes_per_client: 100_000 };
const GAMES: TableDefinition<'_, u128, (u64, &[u8])> = TableDefinition::new("games");
const USED: TableDefinition<'_, u128, i64> = TableDefinition::new("used");
const META: TableDefinition<'_, &str, u32> = TableDefinition::new("meta");
const GAME_TIME: TableDefinition<'_, (), i64> = TableDefinition::new("game_time");

fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.redb");
    (folder, path)
}

/// Opens a file. Retries while the writer thread of the closed store still has it open.
fn when_free<T>(open: impl Fn() -> Result<T, FileError>) -> T {
    loop {
        match open() {
            Err(FileError::Database(::redb::Error::DatabaseAlreadyOpen)) => std::thread::yield_now(),
            opened => return opened.unwrap(),
        }
    }
}

fn open(path: &Path, idle: Duration) -> LocalStore {
    when_free(|| LocalStore::open(path, 10, idle, LIMITS))
}

fn change_file(path: &Path, change: impl Fn(&::redb::WriteTransaction)) {
    let database = when_free(|| Ok(Database::create(path).map_err(::redb::Error::from)?));
    let transaction = database.begin_write().unwrap();
    change(&transaction);
    transaction.commit().unwrap();
}

/// A change to the state `base`.
fn change(base: &Session, next: &Arc<Session>, record: Option<IdempotencyRecord<'_>>) -> Change {
    let next = Next { session: Arc::clone(next), bytes: next.to_stored() };
    Change::Write { base: Some(base.tag()), next, record: record.map(PendingRecord::from), news: Vec::new() }
}

impl LocalStore {
    fn disk(&self) -> &Disk {
        self.disk.as_ref().unwrap()
    }

    async fn claim_of(&self, number: u8) -> Claim {
        self.claim(key(number, 1), [number; 32]).await.unwrap()
    }

    fn entry(&self, id: Uuid) -> Arc<Entry> {
        self.shared.entry(id).unwrap()
    }

    /// Sweeps when a game has not been used for some time. Returns whether it is still there.
    async fn is_kept_after(&self, id: Uuid, unused_for: Duration) -> bool {
        let last_used = self.shared.idle_time().before(unused_for);
        self.entry(id).last_used.store(last_used, Ordering::Relaxed);
        self.sweep().await;
        self.shared.entry(id).is_some()
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
    store.remove(first.id, Some(second.tag()), Vec::new()).await.unwrap();
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
    store.disk().fail_after(&change(&first, &second, record(&ticket, &state)));
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
    let entry = store.entry(first.id);
    entry.drop_session();
    store.disk().fail_during_read(&change(&first, &second, None), &entry, &first);
    assert!(entry.session().is_none());
    assert!(matches!(store.get(first.id).await, Err(StoreError::Unavailable(_))));
    store.change(Change::ExpireRecords).await.unwrap();
    assert_eq!(store.get(first.id).await.unwrap().tag(), second.tag());
}

#[tokio::test]
async fn records_in_the_file_are_limited_too() {
    let (_folder, path) = file();
    let limits = RecordLimits { per_client: 2, ..LIMITS };
    let store = when_free(|| LocalStore::open(&path, 10, HOUR, limits));
    for number in 1..=5 {
        let ticket = ours(store.claim_of(number).await);
        store.settle(IdempotencyRecord { ticket: &ticket, state: &done(number) }).await.unwrap();
    }
    let in_file = |store: &LocalStore, number: u8| store.disk().has_record(&key(number, 1).digest);
    assert_eq!([1, 2, 3, 4, 5].map(|number| in_file(&store, number)), [false, false, false, true, true]);
    drop(store);
    // A file may have more records than the current limits allow.
    let store = when_free(|| LocalStore::open(&path, 10, HOUR, RecordLimits { per_client: 1, ..limits }));
    assert_eq!([4, 5].map(|number| in_file(&store, number)), [false, true]);
    drop(store);
    let brief = RecordLimits { keep: Duration::ZERO, ..limits };
    let store = when_free(|| LocalStore::open(&path, 10, HOUR, brief));
    while in_file(&store, 5) {
        tokio::time::sleep(Duration::from_millis(20)).await;
        store.sweep().await;
    }
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
    assert_eq!(empty.games().unwrap().read().count(), 0);
    let copy = tempfile::NamedTempFile::new_in(folder.path()).unwrap();
    empty.copy(copy.reopen().unwrap()).unwrap();
    assert_eq!(open(copy.path(), HOUR).len(), 0);
}

/// Whatever has a name stays if the process is killed.
#[tokio::test]
async fn a_backup_leaves_nothing_beside_the_file() {
    let (folder, path) = file();
    let store = open(&path, HOUR);
    store.insert(session(), None).await.unwrap();
    let backup = store.backup().await.unwrap().unwrap();
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
        transaction.delete_table(USED).unwrap();
    });
    let refused = LocalStore::open(&path, 10, HOUR, LIMITS).unwrap_err();
    assert!(refused.to_string().contains("format 9"), "{refused}");
    let database = Database::open(&path).unwrap();
    let reading = database.begin_read().unwrap();
    assert_eq!(reading.open_table(META).unwrap().get("format").unwrap().unwrap().value(), 9);
    assert!(reading.open_table(USED).is_err(), "nothing was added");
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
    assert!(store.is_kept_after(session.id, Duration::from_secs(120)).await);
    assert!(store.entry(session.id).session().is_none(), "not in use");
    assert_eq!(store.tag(session.id).await.unwrap(), session.tag());
    assert!(store.entry(session.id).session().is_none(), "its tag needs no session");
    assert_eq!(store.get(session.id).await.unwrap().to_stored(), session.to_stored());
    drop(store);
    let store = open(&path, HOUR);
    let used = store.entry(session.id).last_used.load(Ordering::Relaxed);
    assert!(used <= now() - 120, "the sweep wrote the last use to the file");
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
        let database = store.disk().database().unwrap();
        let table = database.begin_read().unwrap().open_table(GAME_TIME).unwrap();
        table.get(()).unwrap().unwrap().value()
    };
    store.insert(timed_session(GameTime(0)), None).await.unwrap();
    let first = written();
    while written() == first {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A store in memory and one with a file.
fn both(capacity: usize, keep: impl Into<KeepTimes>) -> (tempfile::TempDir, [LocalStore; 2]) {
    let ((folder, path), keep) = (file(), keep.into());
    let with_file = when_free(|| LocalStore::open(&path, capacity, keep, LIMITS));
    (folder, [LocalStore::in_memory(capacity, keep, LIMITS), with_file])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_concurrent_changes_to_a_version_wins() {
    let (_folder, stores) = both(10, HOUR);
    for store in stores.map(Arc::new) {
        let first = store.insert(session(), None).await.unwrap();
        let mut changes = tokio::task::JoinSet::new();
        for mv in first.game.legal_moves() {
            let (store, base) = (Arc::clone(&store), first.tag());
            let next = Arc::new(first.with_move(mv, false, GameTime(0)).unwrap());
            changes.spawn(async move { store.replace(base, next, None).await.is_ok() });
        }
        assert_eq!(changes.join_all().await.iter().filter(|is_made| **is_made).count(), 1);
        let now = store.get(first.id).await.unwrap();
        assert_eq!((now.version, now.game.ply()), (2, 1));
    }
}

#[tokio::test]
async fn a_full_store_refuses_games_and_an_idle_game_expires() {
    let (_folder, stores) = both(1, Duration::ZERO);
    for store in stores {
        let id = store.insert(session(), None).await.unwrap().id;
        assert!(matches!(store.insert(session(), None).await, Err(StoreError::Full)));
        assert!(!store.is_kept_after(id, Duration::from_secs(2)).await);
        assert!(matches!(store.get(id).await, Err(StoreError::NotFound)) && store.is_empty());
        store.insert(session(), None).await.unwrap();
    }
}

#[tokio::test]
async fn expired_records_are_dropped() {
    let (_folder, path) = file();
    let brief = RecordLimits { keep: Duration::ZERO, ..LIMITS };
    for store in [LocalStore::in_memory(10, HOUR, brief), LocalStore::open(&path, 10, HOUR, brief).unwrap()] {
        let ticket = ours(store.claim_of(1).await);
        store.settle(IdempotencyRecord { ticket: &ticket, state: &done(1) }).await.unwrap();
        while let Claim::Done(_) = store.claim_of(1).await {
            tokio::time::sleep(Duration::from_millis(20)).await;
            store.sweep().await;
        }
    }
}

#[tokio::test]
async fn a_game_whose_clock_runs_does_not_expire() {
    let (_folder, stores) = both(10, Duration::ZERO);
    for store in stores {
        let timed = store.insert(timed_session(GameTime(0)), None).await.unwrap();
        assert!(store.is_kept_after(timed.id, HOUR).await);
        let ended = Arc::new(timed.timed_out(GameTime(1000)).unwrap());
        store.replace(timed.tag(), ended, None).await.unwrap();
        assert!(!store.is_kept_after(timed.id, HOUR).await);
    }
}

#[tokio::test]
async fn a_game_that_is_over_is_kept_longer() {
    let keep = KeepTimes { unfinished: Duration::ZERO, finished: HOUR, news: HOUR };
    let (_folder, stores) = both(10, keep);
    for store in stores {
        let (first, other) = (session(), session());
        store.insert(Arc::clone(&first), None).await.unwrap();
        store.insert(Arc::clone(&other), None).await.unwrap();
        let over = Arc::new(first.with_resignation(Side::First, GameTime(0)).unwrap());
        store.replace(first.tag(), over, None).await.unwrap();
        assert!(store.is_kept_after(first.id, HOUR * 9 / 10).await);
        assert!(!store.is_kept_after(other.id, HOUR * 9 / 10).await);
        assert!(!store.is_kept_after(first.id, HOUR * 11 / 10).await);
    }
}

#[tokio::test]
async fn a_game_that_is_over_is_kept_longer_also_after_a_restart() {
    let (_folder, path) = file();
    let keep = KeepTimes { unfinished: Duration::ZERO, finished: HOUR, news: HOUR };
    let open = || when_free(|| LocalStore::open(&path, 10, keep, LIMITS));
    let store = open();
    let first = store.insert(session(), None).await.unwrap();
    let over = Arc::new(first.with_resignation(Side::First, GameTime(0)).unwrap());
    store.replace(first.tag(), over, None).await.unwrap();
    drop(store);
    let store = open();
    assert!(store.is_kept_after(first.id, HOUR * 8 / 10).await, "read from the file");
    assert!(store.is_kept_after(first.id, HOUR * 9 / 10).await);
    assert!(!store.is_kept_after(first.id, HOUR * 11 / 10).await);
}

#[tokio::test]
async fn listeners_receive_changes_and_the_deletion() {
    let (_folder, stores) = both(10, HOUR);
    for store in stores {
        let first = store.insert(session(), None).await.unwrap();
        let mut feed = store.feeds().subscribe(first.id);
        let second = store.replace(first.tag(), moved(&first), None).await.unwrap();
        assert!(matches!(feed.recv().await, Ok(Event::Changed(session)) if session.version == 2));
        assert!(matches!(
            store.remove(first.id, Some(first.tag()), Vec::new()).await,
            Err(StoreError::Conflict(_))
        ));
        store.remove(first.id, Some(second.tag()), Vec::new()).await.unwrap();
        assert!(matches!(feed.recv().await, Ok(Event::Deleted)));
    }
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

/// The clock of the machine is set two days ahead while a server has the file open.
#[tokio::test]
async fn a_step_of_the_machines_clock_ages_neither_games_nor_records() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let game = store.insert(session(), None).await.unwrap();
    let ticket = ours(store.claim_of(1).await);
    // As if the file had been opened two days of the machine's clock ago.
    let two_days_behind = IdleTime::starting_at(now() - 2 * 86_400);
    store.shared.set_idle_time(two_days_behind);
    store.entry(game.id).last_used.store(two_days_behind.now(), Ordering::Relaxed);
    store.settle(IdempotencyRecord { ticket: &ticket, state: &done(5) }).await.unwrap();
    let assert_is_kept = async |store: LocalStore| {
        store.sweep().await;
        assert!(store.get(game.id).await.is_ok());
        assert!(matches!(store.claim_of(1).await, Claim::Done(bytes) if bytes == [5]));
    };
    assert_is_kept(store).await;
    assert_is_kept(open(&path, HOUR)).await;
}
