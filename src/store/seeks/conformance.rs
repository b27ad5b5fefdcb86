//! Conformance tests of seeks, run against all stores.

use super::fixtures::{LIMITS, draw, seek};
use super::{PoolId, Seek, SeekLimits, SeekState, Terms};
use crate::rules::Side;
use crate::store::Store;
use crate::store::error::StoreError;
use crate::store::fixtures::game_time;
use futures_util::future::join_all;
use std::collections::HashMap;
use uuid::Uuid;

/// A seek that begins now.
async fn begun(store: &Store, side: Option<Side>) -> Seek {
    seek(side, game_time(store).await.0)
}

async fn lobby(store: &Store) -> Vec<Uuid> {
    store.open_seeks(PoolId::of_key(None)).await.unwrap().into_iter().map(|seek| seek.id).collect()
}

pub async fn two_who_seek_the_same_are_matched_in_one_step(store: &Store) {
    let (red, other) = (begun(store, Some(Side::First)).await, begun(store, None).await);
    assert_eq!(store.add_seek(&red, draw(), LIMITS).await.unwrap(), SeekState::Open);
    assert_eq!(store.add_seek(&red, draw(), LIMITS).await.unwrap(), SeekState::Open, "a retry finds it");
    assert_eq!(lobby(store).await, [red.id]);
    let SeekState::Matched(pairing) = store.add_seek(&other, draw(), LIMITS).await.unwrap() else {
        panic!("it fits")
    };
    assert_eq!((pairing.side, pairing.is_hosted), (Side::Second, false));
    assert_eq!(pairing.opponent.as_ref(), Some(&red));
    let (read, SeekState::Matched(theirs)) = store.seek(red.id).await.unwrap() else {
        panic!("both are matched")
    };
    assert_eq!((read, theirs.game, theirs.side), (red.clone(), pairing.game, Side::First));
    assert_eq!(theirs.opponent.as_ref(), Some(&other));
    assert!(lobby(store).await.is_empty());
    assert!(matches!(store.withdraw_seek(red.id).await, Err(StoreError::SeekMatched)));
    store.host_seeks(vec![red.id, other.id]).await.unwrap();
    for id in [red.id, other.id] {
        let (_, SeekState::Matched(pairing)) = store.seek(id).await.unwrap() else {
            panic!("it stays matched")
        };
        assert!(pairing.is_hosted);
    }
}

pub async fn seeks_that_differ_stay_open_and_can_be_withdrawn(store: &Store) {
    let red = begun(store, Some(Side::First)).await;
    let same_side = begun(store, Some(Side::First)).await;
    let other_key = Seek {
        terms: Terms { key: Some("club".to_owned()), ..red.terms.clone() },
        ..begun(store, Some(Side::Second)).await
    };
    for one in [&red, &same_side, &other_key] {
        assert_eq!(store.add_seek(one, draw(), LIMITS).await.unwrap(), SeekState::Open);
    }
    let mut open = store.open_seeks_of(&[red.id, other_key.id, Uuid::new_v4()]).await.unwrap();
    open.sort();
    let mut expected = vec![red.id, other_key.id];
    expected.sort();
    assert_eq!(open, expected);
    store.withdraw_seek(red.id).await.unwrap();
    assert!(matches!(store.withdraw_seek(red.id).await, Err(StoreError::NotFound)));
    assert!(matches!(store.seek(red.id).await, Err(StoreError::NotFound)));
    assert_eq!(lobby(store).await, [same_side.id]);
}

pub async fn an_engine_takes_the_place_of_who_has_not_come(store: &Store) {
    let alone = begun(store, None).await;
    store.add_seek(&alone, draw(), LIMITS).await.unwrap();
    let drawn = draw();
    store.meet_engine(alone.id, drawn).await.unwrap();
    store.meet_engine(alone.id, draw()).await.unwrap();
    let (_, SeekState::Matched(pairing)) = store.seek(alone.id).await.unwrap() else {
        panic!("it is matched")
    };
    assert_eq!((pairing.game, pairing.side, pairing.opponent), (drawn.game, drawn.side, None));
    let late = begun(store, None).await;
    assert_eq!(store.add_seek(&late, draw(), LIMITS).await.unwrap(), SeekState::Open, "it comes too late");
}

pub async fn seeks_are_bounded(store: &Store) {
    let limits = SeekLimits { all: 3, of_client: 2 };
    let of_client = async |client| Seek { client, ..begun(store, Some(Side::First)).await };
    for client in [1, 1, 2] {
        store.add_seek(&of_client(client).await, draw(), limits).await.unwrap();
    }
    let more = SeekLimits { all: 4, ..limits };
    let third = store.add_seek(&of_client(1).await, draw(), more).await;
    assert!(matches!(third, Err(StoreError::TooManySeeks(2))));
    assert!(matches!(store.add_seek(&of_client(3).await, draw(), limits).await, Err(StoreError::Full)));
}

pub async fn many_who_come_at_once_meet_in_pairs(store: &Store) {
    let since = game_time(store).await.0;
    let seekers: Vec<Seek> = (0..40).map(|_| seek(None, since)).collect();
    let added = join_all(seekers.iter().map(|seek| store.add_seek(seek, draw(), LIMITS))).await;
    assert!(added.iter().all(Result::is_ok));
    let mut games: HashMap<Uuid, Vec<Side>> = HashMap::new();
    for seeker in &seekers {
        let (_, SeekState::Matched(pairing)) = store.seek(seeker.id).await.unwrap() else {
            panic!("all fit")
        };
        games.entry(pairing.game).or_default().push(pairing.side);
    }
    assert_eq!(games.len(), 20);
    assert!(games.values().all(|sides| sides.len() == 2 && sides[0] != sides[1]));
}
