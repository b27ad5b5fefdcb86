//! Lists of games and the news of their changes, in all stores.

use crate::game::fixtures::moved;
use crate::game::{DetailChanges, GameStatus, GameTime, Owner, Session};
use crate::rules::{Ruleset, Side};
use crate::store::Store;
use crate::store::error::StoreError;
use crate::store::fixtures::{claim, done, is_done, key, ours, record, session};
use crate::store::listing::{ListId, ListQuery, ReferenceId};
use crate::store::news::{News, NewsId, Written};
use futures_util::future::join_all;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use uuid::Uuid;

/// A game of `key`, on behalf of a user if `key` names one after a slash.
fn owned(key: &str, reference: Option<&str>) -> Arc<Session> {
    let (key, user) = key.split_once('/').map_or((key, None), |(key, user)| (key, Some(user)));
    let owner = Owner {
        key: key.to_owned(),
        user: user.map(str::to_owned),
        reference: reference.map(str::to_owned),
        metadata: [("a".to_owned(), "b".to_owned())].into(),
    };
    Arc::new(Session { owner: Some(Box::new(owner)), ..Arc::unwrap_or_clone(session()) })
}

fn all_of(list: ListId) -> ListQuery {
    ListQuery { lists: vec![list], status: None, ruleset: None, updated_after: None, after: None, limit: 10 }
}

async fn listed(store: &Store, query: &ListQuery) -> Vec<Uuid> {
    store.list(query).await.unwrap().games.iter().map(|game| game.id).collect()
}

pub async fn games_are_listed_for_their_owners(store: &Store) {
    let mut games = Vec::new();
    for owner in ["shop", "shop/anna", "club", "shop", "shop/anna"] {
        games.push(store.insert(owned(owner, None), None).await.unwrap());
    }
    store.insert(session(), None).await.unwrap();
    let id = |game: usize| games[game].id;
    let (shop, anna) = (all_of(ListId::of_key("shop")), all_of(ListId::of_user("shop", "anna")));
    assert_eq!(listed(store, &shop).await, [id(4), id(3), id(1), id(0)]);
    assert_eq!(listed(store, &anna).await, [id(4), id(1)]);
    let both = ListQuery { lists: vec![ListId::of_key("shop"), ListId::of_key("club")], ..shop.clone() };
    assert_eq!(listed(store, &both).await, [id(4), id(3), id(2), id(1), id(0)]);

    let changed = store.replace(games[1].tag(), moved(&games[1]), None).await.unwrap();
    assert_eq!(listed(store, &anna).await, [id(1), id(4)]);
    let first = store.list(&ListQuery { limit: 1, ..shop.clone() }).await.unwrap();
    assert_eq!(first.games[0].game.ply(), 1, "the list has the state after the change");
    let rest = ListQuery { after: first.next, ..shop.clone() };
    assert_eq!(listed(store, &rest).await, [id(4), id(3), id(0)]);
    let since = ListQuery { updated_after: Some(games[3].updated_at.as_microsecond()), ..shop.clone() };
    assert_eq!(listed(store, &since).await, [id(1), id(4)]);

    let over = Arc::new(changed.with_resignation(Side::First, GameTime(0)).unwrap());
    store.replace(changed.tag(), over, None).await.unwrap();
    assert_eq!(listed(store, &ListQuery { status: Some(GameStatus::Won), ..both.clone() }).await, [id(1)]);
    let playing = ListQuery { status: Some(GameStatus::Playing), ..anna.clone() };
    assert_eq!(listed(store, &playing).await, [id(4)]);
    assert!(listed(store, &ListQuery { ruleset: Some(Ruleset::Caro), ..both }).await.is_empty());
    store.remove(id(4), None).await.unwrap();
    assert_eq!(listed(store, &anna).await, [id(1)]);
}

pub async fn a_reference_belongs_to_one_game(store: &Store) {
    let taken_by = |result: Result<Arc<Session>, StoreError>| match result {
        Err(StoreError::ReferenceTaken(id)) => id,
        other => panic!("expected that the reference is taken, got {other:?}"),
    };
    let first = store.insert(owned("shop", Some("1")), None).await.unwrap();
    assert_eq!(taken_by(store.insert(owned("shop/anna", Some("1")), None).await), first.id);
    store.insert(owned("club", Some("1")), None).await.unwrap();
    let reference = ReferenceId::new("shop", "1");
    assert_eq!(store.with_reference(reference).await.unwrap(), Some(first.id));

    let second = store.insert(owned("shop", Some("2")), None).await.unwrap();
    let with = |session: &Session, text: Option<&str>| {
        let reference = Some(text.map(str::to_owned));
        Arc::new(session.with_details(DetailChanges { reference, ..Default::default() }).unwrap())
    };
    let change = async |session: &Session, text: Option<&str>| {
        let next = with(session, text);
        store.reserve_reference(&next).await?;
        store.replace(session.tag(), next, None).await
    };
    assert_eq!(taken_by(change(&second, Some("1")).await), first.id);
    change(&first, None).await.unwrap();
    store.release_reference(&first).await;
    let second = change(&second, Some("1")).await.unwrap();
    assert_eq!(store.with_reference(reference).await.unwrap(), Some(second.id));
    store.remove(second.id, None).await.unwrap();
    store.release_reference(&second).await;
    store.insert(owned("shop", Some("1")), None).await.unwrap();
}

pub async fn many_games_are_stored_together_or_not_at_all(store: &Store) {
    let byte = key(1, 1).game_byte;
    let game = |reference: &str| {
        let mut session = Arc::unwrap_or_clone(owned("shop", Some(reference)));
        let mut id = session.id.into_bytes();
        id[15] = byte;
        session.id = Uuid::from_bytes(id);
        Arc::new(session)
    };
    let ticket = ours(claim(store, 1).await);
    let games = [game("1"), game("2"), game("3")];
    store.insert_all(&games.clone().map(Written::from), record(&ticket, &done(5))).await.unwrap();
    assert!(is_done(&claim(store, 1).await, 5));
    assert_eq!(listed(store, &all_of(ListId::of_key("shop"))).await.len(), 3);
    for game in &games {
        assert_eq!(store.get(game.id).await.unwrap().tag(), game.tag());
    }
    let refused = store.insert_all(&[game("4"), game("2")].map(Written::from), None).await;
    assert!(matches!(refused, Err(StoreError::ReferenceTaken(id)) if id == games[1].id));
    let many: Vec<_> = (5..205).map(|number| Written::from(game(&number.to_string()))).collect();
    assert!(matches!(store.insert_all(&many, None).await, Err(StoreError::Full)));
    assert_eq!(store.list(&all_of(ListId::of_key("shop"))).await.unwrap().games.len(), 3);
}

pub async fn news_are_written_with_their_changes_and_read_in_order(store: &Store) {
    let news = |text: &str| News { list: ListId::of_key("shop"), text: text.to_owned() };
    let written = |session: Arc<Session>, text: &str| Written { session, news: vec![news(text)] };
    let mut cursor = store.news_from(None).await.unwrap().unwrap();
    let first = store.insert(written(owned("shop", None), "created"), None).await.unwrap();
    let ticket = ours(claim(store, 1).await);
    let next = moved(&first);
    store.replace(first.tag(), written(Arc::clone(&next), "moved"), record(&ticket, &done(5))).await.unwrap();
    // Refused changes, and one that was made before, add nothing.
    let stale = store.replace(first.tag(), written(moved(&first), "stale"), None).await;
    assert!(matches!(stale, Err(StoreError::Conflict(_))));
    let lost = store.replace(next.tag(), written(moved(&next), "lost"), record(&ticket, &done(6))).await;
    assert!(matches!(lost, Err(StoreError::ClaimLost)));
    store.replace(first.tag(), written(Arc::clone(&next), "again"), None).await.unwrap();
    store.add_news(vec![news("analysed")]).await.unwrap();
    store.remove_with_news(first.id, None, vec![news("deleted"), news("really")]).await.unwrap();

    let mut read: Vec<(NewsId, String)> = Vec::new();
    while read.len() < 5 {
        let some = store.next_news(&mut cursor).await.unwrap();
        assert!(some.iter().all(|(_, list, _)| *list == ListId::of_key("shop")));
        read.extend(some.into_iter().map(|(id, _, text)| (id, text)));
    }
    let texts = |read: &[(NewsId, String)]| read.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>();
    let mut sorted = texts(&read);
    if store.is_cluster() {
        // What comes with no game is in another shard.
        sorted.retain(|text| text != "analysed");
        assert_eq!(sorted, ["created", "moved", "deleted", "really"]);
    } else {
        assert_eq!(sorted, ["created", "moved", "analysed", "deleted", "really"]);
        assert!(read.is_sorted_by_key(|(id, _)| *id));
        let mut resumed = store.news_from(Some(read[1].0)).await.unwrap().unwrap();
        let rest = store.next_news(&mut resumed).await.unwrap();
        assert_eq!(rest.len(), 3);
    }
    let too_old = store.news_from(Some(NewsId { major: 1, minor: 0 })).await.unwrap();
    // A file counts from one: there, nothing has expired.
    assert!(too_old.is_err() || read[0].0.major == 1);
}

pub async fn a_reader_resumes_after_a_time_without_news(store: &Store) {
    let news = || News { list: ListId::of_key("shop"), text: "late".to_owned() };
    let mut cursor = store.news_from(None).await.unwrap().unwrap();
    assert!(store.next_news(&mut cursor).await.unwrap().is_empty());
    let until = cursor.read_until();
    store.add_news(vec![news()]).await.unwrap();
    let mut resumed = store.news_from(Some(until)).await.unwrap().expect("nothing is lost");
    assert_eq!(store.next_news(&mut resumed).await.unwrap().len(), 1);
    assert!(resumed.read_until() >= until);
}

/// Several writers change each game at once, and each change that is made has its version as its news.
pub async fn each_change_is_in_the_news_once_and_in_the_order_of_its_game(store: &Store) {
    const GAMES: usize = 8;
    const WRITERS: usize = 3;
    const CHANGES: u64 = 150;
    let mut cursor = store.news_from(None).await.unwrap().unwrap();
    let news = |session: &Session| {
        let text = format!("{} {}", session.id, session.version);
        vec![News { list: ListId::of_key("shop"), text }]
    };
    let games: Vec<_> = (0..GAMES).map(|_| owned("shop", None)).collect();
    for game in &games {
        store.insert(Written { session: Arc::clone(game), news: news(game) }, None).await.unwrap();
    }
    let write = async |id: Uuid| {
        loop {
            let session = store.get(id).await.unwrap();
            if session.version > CHANGES {
                return;
            }
            let next = Arc::new(session.with_details(DetailChanges::default()).unwrap());
            let written = Written { session: Arc::clone(&next), news: news(&next) };
            // Another writer may have been faster.
            let _made_or_not = store.replace(session.tag(), written, None).await;
        }
    };
    join_all(games.iter().flat_map(|game| (0..WRITERS).map(move |_| game.id)).map(&write)).await;
    let mut seen: HashMap<String, Vec<u64>> = HashMap::new();
    let mut ids = HashSet::new();
    while seen.values().map(Vec::len).sum::<usize>() < GAMES * (CHANGES as usize + 1) {
        for (id, _, text) in store.next_news(&mut cursor).await.unwrap() {
            assert!(ids.insert(id), "two entries are {id}");
            let (game, version) = text.split_once(' ').unwrap();
            seen.entry(game.to_owned()).or_default().push(version.parse().unwrap());
        }
    }
    for game in &games {
        assert_eq!(seen[&game.id.to_string()], (1..=CHANGES + 1).collect::<Vec<_>>());
    }
    assert!(store.next_news(&mut cursor).await.unwrap().is_empty());
}
