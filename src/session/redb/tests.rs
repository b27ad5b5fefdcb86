use super::*;
use crate::rules::{BySide, Game, Options, Ruleset};
use crate::session::{Claim, Player};
use ::redb::{ReadableDatabase, TableDefinition};

const HOUR: Duration = Duration::from_secs(3600);

fn session() -> Session {
    let game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
    Session::new(game, BySide { first: Player::Human, second: Player::Human }, None)
}

fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.redb");
    (folder, path)
}

/// Waits until the file is free, as its writer ends on its own.
fn open(path: &Path, idle: Duration) -> RedbStore {
    loop {
        match RedbStore::open(path, 10, idle) {
            Err(OpenError::Database(::redb::Error::DatabaseAlreadyOpen)) => std::thread::yield_now(),
            opened => return opened.unwrap(),
        }
    }
}

fn change_file(path: &Path, change: impl Fn(&::redb::WriteTransaction)) {
    let database = loop {
        match Database::open(path) {
            Err(::redb::DatabaseError::DatabaseAlreadyOpen) => std::thread::yield_now(),
            opened => break opened.unwrap(),
        }
    };
    let transaction = database.begin_write().unwrap();
    change(&transaction);
    transaction.commit().unwrap();
}

#[tokio::test]
async fn games_and_answers_outlive_the_process() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let first = store.insert(session().into()).await.unwrap();
    let mv = first.game.legal_moves()[0];
    let second = store.replace(first.with_move(mv, true).unwrap().into()).await.unwrap();
    match store.replace(first.with_move(mv, false).unwrap().into()).await {
        Err(StoreError::Conflict(now)) => assert_eq!(now.to_stored(), second.to_stored()),
        other => panic!("{other:?}"),
    }
    assert!(matches!(store.claim(), Claim::Ours));
    let answer = KeptAnswer {
        fingerprint: [7; 32],
        status: 200,
        headers: Vec::new(),
        is_problem: false,
        body: "{}".to_owned(),
    };
    store.settle_answer("key", answer).await.unwrap();
    drop(store);
    let store = open(&path, HOUR);
    assert_eq!(store.get(first.id).await.unwrap().to_stored(), second.to_stored());
    assert!(matches!(store.claim(), Claim::Answered(answer) if answer.status == 200));
    assert!(matches!(store.remove(first.id, Some(1)).await, Err(StoreError::Conflict(_))));
    store.remove(first.id, Some(2)).await.unwrap();
    assert!(matches!(store.get(first.id).await, Err(StoreError::NotFound)));
    drop(store);
    assert!(open(&path, HOUR).is_empty());
}

impl RedbStore {
    fn claim(&self) -> Claim {
        self.answers.claim("key", [7; 32])
    }
}

#[tokio::test]
async fn a_file_of_a_newer_version_is_refused_and_left_as_it_is() {
    let (_folder, path) = file();
    drop(open(&path, HOUR));
    let meta: TableDefinition<'_, &str, u32> = TableDefinition::new("meta");
    change_file(&path, |transaction| {
        transaction.open_table(meta).unwrap().insert("format", 9).unwrap();
    });
    let refused = RedbStore::open(&path, 10, HOUR).unwrap_err();
    assert!(refused.to_string().contains("format 9"), "{refused}");
    let database = Database::open(&path).unwrap();
    let table = database.begin_read().unwrap().open_table(meta).unwrap();
    assert_eq!(table.get("format").unwrap().unwrap().value(), 9);
}

#[tokio::test]
async fn a_game_of_a_newer_version_is_refused_and_never_dropped() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let (ours, theirs) =
        (store.insert(session().into()).await.unwrap().id, store.insert(session().into()).await.unwrap().id);
    drop(store);
    let games: TableDefinition<'_, u128, (u64, &[u8])> = TableDefinition::new("games");
    let newer: &[u8] = br#"{"format": 9, "unheard_of": true}"#;
    change_file(&path, |transaction| {
        transaction.open_table(games).unwrap().insert(theirs.as_u128(), (4, newer)).unwrap();
    });
    let store = open(&path, Duration::ZERO);
    assert!(
        matches!(store.get(theirs).await, Err(StoreError::Unreadable(told)) if told.contains("format 9"))
    );
    for entry in store.shared.games.pin().values() {
        entry.last_used.store(0, Ordering::Relaxed);
    }
    store.sweep().await;
    assert!(matches!(store.get(ours).await, Err(StoreError::NotFound)), "nobody used it");
    assert!(matches!(store.get(theirs).await, Err(StoreError::Unreadable(_))));
}

#[tokio::test]
async fn what_is_used_stays_and_what_rests_is_read_again() {
    let (_folder, path) = file();
    let store = open(&path, HOUR);
    let session = store.insert(session().into()).await.unwrap();
    store.shared.entry(session.id).last_used.store(now() - 120, Ordering::Relaxed);
    store.sweep().await;
    assert!(store.shared.entry(session.id).lock().is_none(), "not in use");
    assert_eq!(store.get(session.id).await.unwrap().to_stored(), session.to_stored());
    drop(store);
    // The file knows of the use that the sweep saw.
    let Opened { uses, .. } = loop {
        match file::open(&path) {
            Err(OpenError::Database(::redb::Error::DatabaseAlreadyOpen)) => std::thread::yield_now(),
            opened => break opened.unwrap(),
        }
    };
    assert!(uses[0].1 <= now() - 120);
}
