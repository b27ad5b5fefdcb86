use super::process::Redis;
use super::*;
use crate::game::GameTime;
use crate::game::fixtures::{moved, timed_session};
use crate::rules::Side;
use crate::store::Store;
use crate::store::fixtures::{HOUR, claim_when_free, done, game_time, key, ours, record, report, session};
use crate::store::records::ClaimLease;
use futures_util::future::join_all;
use std::time::Instant;

const LIMITS: RecordLimits = RecordLimits { keep: HOUR, per_client: 100, bytes_per_client: usize::MAX };

async fn claim(store: &RedisStore, number: u8) -> Claim {
    store.claim(key(number, 1), [number; 32]).await.unwrap()
}

/// The remaining lifetime of a claim in milliseconds.
async fn life(server: &Redis, number: u8) -> i64 {
    server.command(&[b"PTTL", Keys::Single.claim(&key(number, 1)).as_bytes()]).await
}

fn quick_lease(life: Duration, renew_every: Duration) -> LeaseTimes {
    LeaseTimes { life, renew_every }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_claim_lives_as_long_as_its_ticket() {
    let server = Redis::start();
    let lease = quick_lease(HOUR, Duration::from_millis(20));
    let store = server.store_with(10, LIMITS, lease);
    let ticket = ours(claim(&store, 1).await);
    let mut least = life(&server, 1).await;
    loop {
        let now = life(&server, 1).await;
        if now > least {
            break;
        }
        least = now;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(ticket);
    let store = server.store_with(10, LIMITS, quick_lease(Duration::from_millis(50), HOUR));
    let _no_server_renews_it = ours(claim(&store, 2).await);
    ours(claim_when_free(&store.into(), key(2, 1), [2; 32]).await);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_claim_that_was_lost_is_not_renewed() {
    let server = Redis::start();
    let store = server.store_with(10, LIMITS, quick_lease(HOUR, Duration::from_millis(5)));
    let first = store.insert(session(), None).await.unwrap();
    let ticket = ours(claim(&store, 1).await);
    let _: i64 = server.command(&[b"DEL", Keys::Single.claim(&ticket.key).as_bytes()]).await;
    let other = server.store(LIMITS);
    let holder = ours(claim(&other, 1).await);
    let Some(ClaimLease::Renewed { _renewal: renewing }) = &ticket._lease else { panic!("it is renewed") };
    while !renewing.is_finished() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(life(&server, 1).await <= LEASE.life.as_millis() as i64, "it is the other's claim");
    let late = store.replace(first.tag(), moved(&first), record(&ticket, &done(1))).await;
    assert!(matches!(late, Err(StoreError::ClaimLost)));
    other.replace(first.tag(), moved(&first), record(&holder, &done(2))).await.unwrap();
    assert!(matches!(claim(&store, 1).await, Claim::Done(bytes) if bytes == [2]));
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_write_that_lands_after_its_timeout_is_made_with_its_record_or_not_at_all() {
    let server = Redis::start();
    let store = Arc::new(server.store(LIMITS));
    let mut tries = Vec::new();
    for number in 0..8 {
        let first = store.insert(session(), None).await.unwrap();
        tries.push((number, ours(claim(&store, number).await), moved(&first), first));
    }
    server.signal("-STOP");
    let late = join_all(tries.iter().map(|(number, ticket, second, first)| {
        let (store, state) = (Arc::clone(&store), done(*number));
        async move {
            let given_up = store.replace(first.tag(), Arc::clone(second), record(ticket, &state)).await;
            assert!(matches!(given_up, Err(StoreError::Unavailable(_))), "{given_up:?}");
            if number % 2 == 0 {
                store.release(ticket);
            }
        }
    }));
    late.await;
    server.signal("-CONT");
    let store = Store::from(Arc::into_inner(store).unwrap());
    for (number, ticket, second, first) in &tries {
        if number % 2 == 1 {
            // The caller retries and learns which change was made.
            let state = done(*number);
            while store.replace(first.tag(), Arc::clone(second), record(ticket, &state)).await.is_err() {}
            assert_eq!(store.tag(first.id).await.unwrap(), second.tag());
        }
        match claim_when_free(&store, key(*number, 1), [*number; 32]).await {
            Claim::Done(_) => assert_eq!(store.tag(first.id).await.unwrap(), second.tag()),
            Claim::Ours(_) => assert_eq!(store.tag(first.id).await.unwrap(), first.tag()),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_claim_that_is_executed_twice_is_held_by_its_owner() {
    let server = Redis::start();
    let mut connection = server.link().connection().unwrap();
    let claim_as = |owner: u8| {
        let value = [&[owner; 8][..], &[7; 32]].concat();
        let mut claim = scripts::CLAIM_REQUEST.key("claim");
        claim.key("record").arg(value).arg(&[7_u8; 32][..]).arg(10_000);
        claim
    };
    for (owner, reply) in [(1, b"ours".as_slice()), (1, b"ours"), (2, b"running")] {
        let claimed: ScriptReply = claim_as(owner).invoke(&mut connection).await.unwrap();
        assert_eq!(claimed, [reply]);
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_record_expires_after_its_retention_time() {
    let server = Redis::start();
    let store = server.store(LIMITS);
    let ticket = ours(claim(&store, 1).await);
    store.settle(IdempotencyRecord { ticket: &ticket, state: &done(5) }).await.unwrap();
    let life: i64 = server.command(&[b"TTL", Keys::Single.record(&ticket.key).as_bytes()]).await;
    assert!((3000..=3600).contains(&life), "{life}");
    assert_eq!(self::life(&server, 1).await, -2, "a request that is done is not claimed");
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn after_a_lost_write_no_server_shows_the_lost_state() {
    let server = Redis::start();
    let (ours, theirs) = (server.store(LIMITS), server.store(LIMITS));
    let first = ours.insert(session(), None).await.unwrap();
    let game = Keys::Single.game(first.id);
    let before: Vec<u8> = server.command(&[b"DUMP", game.as_bytes()]).await;
    let lost = ours.replace(first.tag(), moved(&first), None).await.unwrap();
    // Simulate a failover to a replica that has not received the change.
    let _: () = server.command(&[b"RESTORE", game.as_bytes(), b"0", &before, b"REPLACE"]).await;
    let other = Arc::new(first.with_move(first.game.legal_moves()[9], false, GameTime(0)).unwrap());
    let kept = theirs.replace(first.tag(), other, None).await.unwrap();
    assert_eq!(kept.version, lost.version);
    assert_ne!(kept.tag(), lost.tag());
    for store in [&ours, &theirs] {
        assert_eq!(store.tag(first.id).await.unwrap(), kept.tag());
        assert_eq!(store.get(first.id).await.unwrap().to_stored(), kept.to_stored());
    }
    match ours.replace(lost.tag(), moved(&lost), None).await {
        Err(StoreError::Conflict(now)) => assert_eq!(now.to_stored(), kept.to_stored()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_game_is_decoded_once_for_each_state() {
    let server = Redis::start();
    let (ours, theirs) = (server.store(LIMITS), server.store(LIMITS));
    let first = ours.insert(session(), None).await.unwrap();
    assert!(Arc::ptr_eq(&ours.get(first.id).await.unwrap(), &first));
    let read = theirs.get(first.id).await.unwrap();
    assert!(Arc::ptr_eq(&theirs.get(first.id).await.unwrap(), &read));
    let second = ours.replace(first.tag(), moved(&first), None).await.unwrap();
    let read = theirs.get(first.id).await.unwrap();
    assert_eq!(read.to_stored(), second.to_stored());
    assert!(Arc::ptr_eq(&theirs.get(first.id).await.unwrap(), &read));
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_game_of_a_newer_version_is_refused_and_left_unchanged() {
    let server = Redis::start();
    let store = server.store(LIMITS);
    let id = session().id;
    let (game, newer) = (Keys::Single.game(id), &br#"{"format": 9, "unheard_of": true}"#[..]);
    let write: [&[u8]; 8] = [b"HSET", game.as_bytes(), b"version", b"4", b"revision", b"7", b"value", newer];
    let _: i64 = server.command(&write).await;
    let refused = store.get(id).await;
    assert!(matches!(refused, Err(StoreError::Unreadable(error)) if error.to_string().contains("format 9")));
    let change = store.replace(
        Tag { version: 3, revision: 7 },
        Arc::new(Session { id, ..Session::clone(&session()) }),
        None,
    );
    assert!(matches!(change.await, Err(StoreError::Unreadable(_))));
    let stored: Vec<u8> = server.command(&[b"HGET", game.as_bytes(), b"value"]).await;
    assert_eq!(stored, newer);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn reading_a_game_or_its_tag_postpones_its_expiry() {
    let server = Redis::start();
    let store = server.store(LIMITS);
    let first = store.insert(session(), None).await.unwrap();
    let game = Keys::Single.game(first.id);
    for by_tag in [false, true] {
        let _: i64 = server.command(&[b"EXPIRE", game.as_bytes(), b"100"]).await;
        if by_tag {
            store.tag(first.id).await.unwrap();
        } else {
            store.get(first.id).await.unwrap();
        }
        let life: i64 = server.command(&[b"TTL", game.as_bytes()]).await;
        assert!(life > 3000, "{life}");
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn listeners_on_every_server_receive_the_events_of_a_game() {
    let server = Redis::start();
    let (ours, theirs) = (server.store(LIMITS), server.store(LIMITS));
    let first = ours.insert(session(), None).await.unwrap();
    let mut feeds = [ours.subscribe(first.id).await.unwrap(), theirs.subscribe(first.id).await.unwrap()];
    let second = ours.replace(first.tag(), moved(&first), None).await.unwrap();
    let published = Arc::new(report());
    theirs.publish_thinking(first.id, 2, Arc::clone(&published));
    for feed in &mut feeds {
        let changed = feed.recv().await.unwrap();
        assert!(matches!(changed, Event::Changed(now) if now.to_stored() == second.to_stored()));
        let thinking = feed.recv().await.unwrap();
        assert!(matches!(thinking, Event::Thinking { version: 2, report } if report == published));
    }
    ours.remove(first.id, None, &[]).await.unwrap();
    for feed in &mut feeds {
        assert!(matches!(feed.recv().await, Ok(Event::Deleted)));
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_listener_that_arrives_during_an_unsubscription_receives_events() {
    let server = Redis::start();
    let store = server.store(LIMITS);
    let mut games = Vec::new();
    for _ in 0..10 {
        games.push(store.insert(session(), None).await.unwrap());
    }
    for _ in 0..20 {
        let silent = join_all(games.iter().map(|game| store.subscribe(game.id))).await;
        drop(silent);
        let coming = join_all(games.iter().map(|game| store.subscribe(game.id)));
        let ((), feeds) = tokio::join!(store.sweep(), coming);
        for (game, feed) in games.iter_mut().zip(feeds) {
            let channel = Keys::Single.channel(game.id);
            let listening: (String, u64) = server.command(&[b"PUBSUB", b"NUMSUB", channel.as_bytes()]).await;
            assert_eq!(listening.1, 1);
            *game = store
                .replace(game.tag(), Arc::new(game.with_undo(0, GameTime(0)).unwrap()), None)
                .await
                .unwrap();
            let heard = feed.unwrap().recv().await;
            assert!(matches!(heard, Ok(Event::Changed(now)) if now.tag() == game.tag()));
        }
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_game_whose_clock_runs_does_not_expire() {
    let server = Redis::start();
    let store = Store::from(server.store(LIMITS));
    let timed = store.insert(timed_session(game_time(&store).await), None).await.unwrap();
    let game = Keys::Single.game(timed.id);
    let life = async || server.command::<i64>(&[b"TTL", game.as_bytes()]).await;
    store.get(timed.id).await.unwrap();
    store.tag(timed.id).await.unwrap();
    assert_eq!(life().await, -1);
    let ended = Arc::new(timed.timed_out(GameTime(i64::MAX)).unwrap());
    store.replace(timed.tag(), ended, None).await.unwrap();
    assert!((3000..=3600).contains(&life().await));
}

/// Waits until the store has advanced the game time again, and returns it.
async fn next_advance(server: &Redis) -> i64 {
    let advanced = async || server.command::<i64>(&[b"HGET", keys::GAME_TIME.as_bytes(), b"value"]).await;
    let before = advanced().await;
    loop {
        tokio::time::sleep(Duration::from_millis(2)).await;
        let now = advanced().await;
        if now != before {
            return now;
        }
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn the_seconds_before_a_server_starts_are_not_charged() {
    let server = Redis::start();
    let store = Store::from(server.store(LIMITS));
    game_time(&store).await;
    let before = next_advance(&server).await;
    drop(store);
    tokio::time::sleep(Duration::from_millis(2500)).await;
    let started = Instant::now();
    let GameTime(after) = game_time(&Store::from(server.store(LIMITS))).await;
    let most = before + 1 + started.elapsed().as_millis() as i64;
    assert!((before..=most).contains(&after), "{before} {after} {most}");
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn servers_share_the_game_time_and_a_gap_is_not_charged() {
    let server = Redis::start();
    let store = Store::from(server.store(LIMITS));
    game_time(&store).await;
    next_advance(&server).await;
    drop(store);
    let set_back = async |milliseconds: i64| {
        let at: i64 = server.command(&[b"HGET", keys::GAME_TIME.as_bytes(), b"at"]).await;
        let at = (at - milliseconds).to_string();
        let _: i64 = server.command(&[b"HSET", keys::GAME_TIME.as_bytes(), b"at", at.as_bytes()]).await;
        server.command::<i64>(&[b"HGET", keys::GAME_TIME.as_bytes(), b"value"]).await
    };
    // No server has been up for an hour.
    let before = set_back(3_600_000).await;
    let started = Instant::now();
    let (ours, theirs) = (Store::from(server.store(LIMITS)), Store::from(server.store(LIMITS)));
    let (first, second) = (game_time(&ours).await.0, game_time(&theirs).await.0);
    let most = before + 1 + started.elapsed().as_millis() as i64;
    assert!(
        (before..=most).contains(&first) && (before..=most).contains(&second),
        "{before} {first} {second}"
    );
}

/// Calls the script as a server whose last call returned this game time `ago` milliseconds before by the clock of Redis. By its
/// own clock it was `gap` milliseconds before. Returns the game time.
async fn advance(server: &Redis, time: i64, ago: i64, gap: i64) -> i64 {
    let (seconds, micros): (i64, i64) = server.command(&[b"TIME"]).await;
    let last = seconds * 1000 + micros / 1000 - ago;
    call_advance(server, &[time, last, gap]).await
}

async fn call_advance(server: &Redis, of_last: &[i64]) -> i64 {
    let mut call = scripts::ADVANCE_GAME_TIME.key(keys::GAME_TIME);
    call.arg(3000).arg(600).arg(of_last);
    let mut connection = server.link().connection().unwrap();
    call.invoke::<(i64, i64, Option<i64>, Option<usize>)>(&mut connection).await.unwrap().0
}

/// Makes it look as if a server last advanced the game time so many milliseconds before.
async fn advanced_before(server: &Redis, ago: i64) {
    let (seconds, micros): (i64, i64) = server.command(&[b"TIME"]).await;
    let at = (seconds * 1000 + micros / 1000 - ago).to_string();
    let _: i64 = server.command(&[b"HSET", keys::GAME_TIME.as_bytes(), b"at", at.as_bytes()]).await;
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_server_adds_to_the_game_time_what_nobody_has_counted_and_in_which_it_was_up() {
    let server = Redis::start();
    let first = advance(&server, 5000, 400, 500).await;
    assert!((5400..=5500).contains(&first), "Redis may have lost what the server knows: {first}");
    let time = advance(&server, 5000, 300, 300).await;
    assert!((first..first + 50).contains(&time), "the other server counted this time, too: {first} {time}");
    advanced_before(&server, 2600).await;
    assert_eq!(advance(&server, time, 2500, 100).await, time + 100, "the clock of Redis was set forward");
    assert_eq!(advance(&server, time + 100, -2500, 100).await, time + 100, "and back");
    advanced_before(&server, 3600).await;
    assert_eq!(advance(&server, time + 100, 3500, 3500).await, time + 100, "Redis stood still");
    advanced_before(&server, 100).await;
    let after = advance(&server, time - 500, 2000, 2000).await - time - 100;
    assert!((100..150).contains(&after), "others have gone on without a server that stood still: {after}");
    advanced_before(&server, 100).await;
    let last = advance(&server, time, 5000, 5000).await;
    assert!(
        (after..after + 150).contains(&(last - time - 100)),
        "also for longer than the longest gap: {last}"
    );
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn nobody_adds_the_time_that_a_starting_server_has_not_counted_because_none_was_up() {
    let server = Redis::start();
    let first = advance(&server, 5000, 100, 100).await;
    advanced_before(&server, 500).await;
    assert_eq!(call_advance(&server, &[]).await, first);
    let awake = advance(&server, first, 500, 500).await;
    assert!((first + 500..first + 550).contains(&awake), "the other server was up: {first} {awake}");
    advanced_before(&server, 2000).await;
    assert_eq!(call_advance(&server, &[]).await, awake);
    let after = advance(&server, awake, 2000, 2000).await;
    assert!(
        (awake..awake + 50).contains(&after),
        "one that stood still does not jump ahead: {awake} {after}"
    );
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn all_servers_take_from_the_same_quota_and_it_refills() {
    let server = Redis::start();
    let (one, other) = (server.store(LIMITS).shared_quotas(), server.store(LIMITS).shared_quotas());
    let (client, stranger) = ([1; 16], [2; 16]);
    assert_eq!(one.spend("games", &client, 4.0, 10, 1).await.unwrap().floor(), 6.0);
    assert_eq!(other.spend("games", &client, 9.0, 10, 1).await.unwrap().floor(), -3.0, "both had granted it");
    assert_eq!(other.spend("games", &client, 9.0, 10, 1).await.unwrap().floor(), -3.0, "a repetition");
    assert_eq!(other.spend("games", &stranger, 1.0, 10, 2).await.unwrap().floor(), 9.0);
    assert_eq!(
        one.spend("games", &client, -100.0, 10, 2).await.unwrap(),
        10.0,
        "no bucket has more than a minute's"
    );
    let key = Keys::quota("games", &client);
    assert!(!server.command::<bool>(&[b"EXISTS", key.as_bytes()]).await);
    assert!(one.spend("search", &client, 60_000.0, 60_000, 3).await.unwrap() <= 0.0);
    while one.spend("search", &client, 0.0, 60_000, 4).await.unwrap() < 5.0 {}
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_change_that_reaches_redis_too_late_for_its_clock_is_not_made() {
    let server = Redis::start();
    let store = Store::from(server.store(LIMITS));
    let now = game_time(&store).await;
    let first = store.insert(timed_session(now), None).await.unwrap();
    let next = moved(&first);
    let replace = async |latest: i64| {
        store.replace_by(first.tag(), Arc::clone(&next).into(), None, Some(GameTime(latest))).await.unwrap()
    };
    assert!(!replace(now.0 - 200).await);
    assert_eq!(store.get(first.id).await.unwrap().tag(), first.tag());
    assert!(replace(now.0 + 3_600_000).await);
    assert_eq!(store.get(first.id).await.unwrap().tag(), next.tag());
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_game_that_is_over_is_kept_longer() {
    let server = Redis::start();
    let store = server.store_keeping(KeepTimes { unfinished: HOUR, finished: 2 * HOUR, news: HOUR }, LIMITS);
    let first = store.insert(session(), None).await.unwrap();
    let game = Keys::Single.game(first.id);
    let life = async || server.command::<i64>(&[b"TTL", game.as_bytes()]).await;
    let over = Arc::new(first.with_resignation(Side::First, GameTime(0)).unwrap());
    store.replace(first.tag(), Arc::clone(&over), None).await.unwrap();
    assert!(life().await > 3600);
    for by_tag in [false, true] {
        let _: i64 = server.command(&[b"EXPIRE", game.as_bytes(), b"100"]).await;
        if by_tag {
            store.tag(first.id).await.unwrap();
        } else {
            store.get(first.id).await.unwrap();
        }
        assert!(life().await > 3600);
    }
    store.replace(over.tag(), Arc::new(over.with_undo(0, GameTime(0)).unwrap()), None).await.unwrap();
    assert!(life().await <= 3600);
    store.get(first.id).await.unwrap();
    assert!(life().await <= 3600);
}

/// The client of a cluster may repeat a command.
#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_request_that_is_settled_twice_is_settled() {
    let server = Redis::start_cluster().await;
    let store = server.store(LIMITS);
    let ticket = ours(claim(&store, 1).await);
    for _ in 0..2 {
        store.settle(IdempotencyRecord { ticket: &ticket, state: &done(5) }).await.unwrap();
    }
    let other = store.settle(IdempotencyRecord { ticket: &ticket, state: &done(6) }).await;
    assert!(matches!(other, Err(StoreError::ClaimLost)));
    assert!(matches!(claim(&store, 1).await, Claim::Done(bytes) if bytes == [5]));
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_redis_that_cannot_save_to_its_disk_still_serves_reads() {
    let server = Redis::start();
    let store = server.store(LIMITS);
    let first = store.insert(session(), None).await.unwrap();
    let (_, folder): (String, String) = server.command(&[b"CONFIG", b"GET", b"dir"]).await;
    // No file can have the name of a folder.
    std::fs::create_dir_all(format!("{folder}/dump.rdb/folder")).unwrap();
    let _: () = server.command(&[b"CONFIG", b"SET", b"save", b"3600 1"]).await;
    let _: String = server.command(&[b"BGSAVE"]).await;
    while !server.command::<String>(&[b"INFO", b"persistence"]).await.contains("rdb_last_bgsave_status:err") {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let refused = store.replace(first.tag(), moved(&first), None).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(why)) if why.contains("disk")));
    assert_eq!(store.get(first.id).await.unwrap().tag(), first.tag());
    assert_eq!(store.tag(first.id).await.unwrap(), first.tag());
}

/// A full primary cannot write, so it cannot find out whether its replicas have left it.
#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_full_primary_does_not_say_that_a_game_is_missing() {
    let (primary, port) = Redis::start_primary();
    let replica = Redis::start_replica(&port).await;
    let store = primary.store(LIMITS).waiting_for_replicas(1).unwrap();
    let missing = async || store.get(Uuid::new_v4()).await;
    while !matches!(missing().await, Err(StoreError::NotFound)) {}
    replica.signal("-STOP");
    assert!(matches!(missing().await, Err(StoreError::Unavailable(_))));
    let _: () = primary.command(&[b"CONFIG", b"SET", b"maxmemory", b"1"]).await;
    assert!(matches!(missing().await, Err(StoreError::Unavailable(_))));
}

/// Repeats what a slow replica makes unavailable, until it succeeds.
async fn once_replicated<T>(mut operation: impl AsyncFnMut() -> Result<T, StoreError>) -> T {
    loop {
        match operation().await {
            Err(StoreError::Unavailable(_)) => {}
            result => return result.unwrap(),
        }
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_change_is_acknowledged_only_once_a_replica_has_it() {
    let (primary, port) = Redis::start_primary();
    let replica = Redis::start_replica(&port).await;
    let store = primary.store(LIMITS).waiting_for_replicas(1).unwrap();
    let first = once_replicated(async || store.insert(session(), None).await).await;
    let game = Keys::Single.game(first.id);
    assert!(replica.command::<bool>(&[b"EXISTS", game.as_bytes()]).await);

    // An attempt that was not acknowledged keeps its claim, so each has a key of its own.
    let mut number = 0;
    let claimed = once_replicated(async || {
        number += 1;
        store.claim(key(number, 1), [number; 32]).await
    });
    let (ticket, next) = (ours(claimed.await), moved(&first));
    replica.signal("-STOP");
    let refused = store.replace(first.tag(), Arc::clone(&next), record(&ticket, &done(1))).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(why)) if why.starts_with("0 replicas")));
    assert!(!store.takes_changes());
    // Neither a second attempt nor the record of the first acknowledges what no replica has.
    let refused = store.replace(first.tag(), Arc::clone(&next), record(&ticket, &done(1))).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))));
    let refused = store.claim(key(number, 1), [number; 32]).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))));
    assert_eq!(store.tag(first.id).await.unwrap(), next.tag(), "the primary has it");

    replica.signal("-CONT");
    let replace = async || store.replace(first.tag(), Arc::clone(&next), record(&ticket, &done(1))).await;
    once_replicated(replace).await;
    while !store.takes_changes() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let claim = once_replicated(async || store.claim(key(number, 1), [number; 32]).await).await;
    assert!(matches!(claim, Claim::Done(bytes) if bytes == [1]));
    let version: String = replica.command(&[b"HGET", game.as_bytes(), b"version"]).await;
    assert_eq!(version, next.version.to_string());
}
