//! Damaged files: a server says that its store takes no changes and goes on once the file is sound again, and what can be read of a
//! file that no server has open is read.

use super::*;
use std::fs::{self, OpenOptions};
use std::os::unix::fs::FileExt;

const GAMES_STORED: usize = 300;
const PAGE: u64 = 4096;

/// A file of many games, which no store has open.
async fn filled() -> (tempfile::TempDir, PathBuf, Vec<Uuid>) {
    let (folder, path) = file();
    let store = when_free(|| LocalStore::open(&path, GAMES_STORED, HOUR, LIMITS));
    let mut ids = Vec::new();
    for _ in 0..GAMES_STORED {
        ids.push(
            store
                .insert(Arc::new(Session { id: Uuid::new_v4(), ..Session::clone(&session()) }), None)
                .await
                .unwrap()
                .id,
        );
    }
    drop(store);
    drop(when_free(|| GameFile::open(&path)));
    (folder, path, ids)
}

/// Overwrites bytes of pages, of which there is one every so many.
fn damage(path: &Path, every: u64, first: u64) {
    let file = OpenOptions::new().write(true).open(path).unwrap();
    let pages = file.metadata().unwrap().len() / PAGE;
    for page in (first..pages).step_by(every as usize) {
        file.write_all_at(&[0xa5; 64], page * PAGE).unwrap();
    }
}

/// The number of games that can be read, and that of those that cannot. Panics of redb would end the test.
fn count(path: &Path) -> Option<(usize, usize)> {
    let file = GameFile::open(path).ok()?;
    let games = file.games().ok()?;
    let (whole, lost): (Vec<_>, Vec<_>) = games.read().partition(|(_, game)| game.is_ok());
    Some((whole.len(), lost.len() + usize::from(games.damage.is_some())))
}

#[tokio::test]
async fn whatever_page_is_damaged_the_other_games_are_read_and_the_lost_are_named() {
    let (folder, path, _) = filled().await;
    assert_eq!(count(&path), Some((GAMES_STORED, 0)));
    let pages = fs::metadata(&path).unwrap().len() / PAGE;
    let (mut saved_some, mut lost_some) = (0, 0);
    for page in 1..pages {
        let copy = folder.path().join("copy.redb");
        fs::copy(&path, &copy).unwrap();
        damage(&copy, pages, page);
        if let Some((whole, lost)) = count(&copy) {
            assert!(whole == GAMES_STORED || lost > 0, "page {page}: {whole} games, none is said to be lost");
            saved_some += usize::from(whole > 0 && lost > 0);
            lost_some += lost;
        }
        if let Ok(mut file) = GameFile::open(&copy) {
            file.verify();
        }
    }
    assert!(saved_some > 10 && lost_some > saved_some, "{saved_some} {lost_some}");
}

#[tokio::test]
async fn a_store_whose_file_is_damaged_takes_no_changes_until_the_file_is_sound_again() {
    let (folder, path, ids) = filled().await;
    let sound = folder.path().join("sound.redb");
    fs::copy(&path, &sound).unwrap();
    let store = when_free(|| LocalStore::open(&path, GAMES_STORED + 1, HOUR, LIMITS));
    let cached = store.get(ids[0]).await.unwrap();
    damage(&path, 1, 1);
    assert!(matches!(store.get(ids[GAMES_STORED - 1]).await, Err(StoreError::Unavailable(_))));
    // Not every change needs a damaged page that is not in memory.
    for id in &ids {
        let _removed_or_not = store.remove(*id, None, Vec::new()).await;
    }
    assert!(!store.takes_changes());
    assert!(!store.clock().is_running());
    assert!(matches!(store.insert(session(), None).await, Err(StoreError::Unavailable(_))));
    fs::rename(&sound, &path).unwrap();
    store.disk().verify_now();
    let again = loop {
        match store.insert(session(), None).await {
            Ok(again) => break again,
            Err(StoreError::Unavailable(_)) => tokio::time::sleep(Duration::from_millis(20)).await,
            Err(other) => panic!("{other:?}"),
        }
    };
    assert!(store.takes_changes() && store.clock().is_running());
    assert_eq!(store.get(again.id).await.unwrap().tag(), again.tag());
    assert_eq!(store.get(ids[0]).await.unwrap().tag(), cached.tag());
}

#[tokio::test]
async fn a_damaged_file_is_not_opened_or_opened_and_used_without_a_panic() {
    let (folder, path, _) = filled().await;
    let pages = fs::metadata(&path).unwrap().len() / PAGE;
    for page in (0..pages).step_by(3) {
        let copy = folder.path().join(format!("copy{page}.redb"));
        fs::copy(&path, &copy).unwrap();
        damage(&copy, pages, page);
        let Ok(store) = LocalStore::open(&copy, GAMES_STORED + 1, HOUR, LIMITS) else { continue };
        let inserted = store.insert(session(), None).await;
        let is_right = match inserted {
            Ok(_) => store.takes_changes(),
            Err(error) => matches!(error, StoreError::Unavailable(_)),
        };
        assert!(is_right, "page {page}");
        store.sweep().await;
    }
}
