//! Whatever is done to them, the three stores give the same outcomes.

use super::fixtures::{HOUR, key, session};
use super::redis::process::{LEASE, Redis};
use super::{
    Claim, MemoryStore, Record, RecordLimits, Recorded, RedbStore, Session, Store, StoreError, Ticket,
};
use proptest::prelude::*;
use proptest::sample::Index;
use std::path::PathBuf;
use std::sync::Arc;
use tempfile::TempDir;

const CAPACITY: usize = 4;

#[derive(Clone, Debug)]
enum Act {
    Claim {
        number: u8,
        fingerprint: u8,
    },
    Release(Index),
    Settle(Index, Recorded),
    Create(Option<(Index, Recorded)>),
    /// A change to any state that any game was ever in.
    Change(Index, Option<(Index, Recorded)>),
    /// The last creation or change again.
    Again,
    Remove(Index),
    /// A server starts again: it has no claims.
    Restart,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let state = (any::<bool>(), 0_u8..200).prop_map(|(is_done, length)| {
        let bytes = vec![length; usize::from(length)];
        if is_done { Recorded::Done(bytes) } else { Recorded::Begun(bytes) }
    });
    let record = (any::<Index>(), state);
    let some_record = prop::option::of(record.clone());
    let act = prop_oneof![
        6 => (0_u8..4, 0_u8..2).prop_map(|(number, fingerprint)| Act::Claim { number, fingerprint }),
        3 => any::<Index>().prop_map(Act::Release),
        2 => record.prop_map(|(ticket, state)| Act::Settle(ticket, state)),
        2 => some_record.clone().prop_map(Act::Create),
        6 => (any::<Index>(), some_record).prop_map(|(state, record)| Act::Change(state, record)),
        2 => Just(Act::Again),
        1 => any::<Index>().prop_map(Act::Remove),
        1 => Just(Act::Restart),
    ];
    prop::collection::vec(act, 1..60)
}

/// A store, and how its server starts again.
enum Kept {
    Memory,
    Redb(TempDir),
    Redis(Redis),
}

struct Server {
    kept: Kept,
    store: Option<Store>,
    limits: RecordLimits,
    /// What it was given when it claimed, with the tickets of the other servers in the same place.
    tickets: Vec<Option<Ticket>>,
}

impl Server {
    fn start(kept: Kept, limits: RecordLimits) -> Server {
        let store = match &kept {
            Kept::Memory => MemoryStore::new(CAPACITY, HOUR, limits).into(),
            Kept::Redb(folder) => open(folder.path().join("games.redb"), limits),
            Kept::Redis(redis) => redis.store_with(CAPACITY, limits, LEASE).into(),
        };
        Server { kept, store: Some(store), limits, tickets: Vec::new() }
    }

    fn store(&self) -> &Store {
        self.store.as_ref().unwrap()
    }

    async fn release(&self, place: usize) {
        if let Some(ticket) = &self.tickets[place] {
            self.store().release(ticket);
            if let Kept::Redis(redis) = &self.kept {
                redis.await_release(ticket).await;
            }
        }
    }

    async fn restart(&mut self) {
        match &self.kept {
            Kept::Redb(folder) => {
                self.store = None;
                self.store = Some(open(folder.path().join("games.redb"), self.limits));
            }
            Kept::Memory | Kept::Redis(_) => {
                for place in 0..self.tickets.len() {
                    self.release(place).await;
                }
            }
        }
        self.tickets.clear();
    }

    async fn claim(&mut self, number: u8, fingerprint: u8) -> String {
        let (ticket, told) =
            match self.store().claim(key(number, number % 2), [fingerprint; 32]).await.unwrap() {
                Claim::Ours(ticket) => (Some(ticket), "ours".to_owned()),
                Claim::Resumed(ticket, bytes) => (Some(ticket), format!("resumed {bytes:?}")),
                Claim::Done(bytes) => (None, format!("done {bytes:?}")),
                Claim::InFlight => (None, "in flight".to_owned()),
                Claim::Reused => (None, "reused".to_owned()),
            };
        self.tickets.push(ticket);
        told
    }

    fn record<'a>(&'a self, asked: &'a Option<(Index, Recorded)>) -> Option<Record<'a>> {
        let (place, state) = asked.as_ref()?;
        Some(Record { ticket: self.ticket(place)?, state })
    }

    fn ticket(&self, place: &Index) -> Option<&Ticket> {
        if self.tickets.is_empty() { None } else { self.tickets[place.index(self.tickets.len())].as_ref() }
    }
}

/// Waits until the file is free, as its writer ends on its own.
fn open(path: PathBuf, limits: RecordLimits) -> Store {
    loop {
        match RedbStore::open(&path, CAPACITY, HOUR, limits) {
            Err(super::OpenError::Database(::redb::Error::DatabaseAlreadyOpen)) => std::thread::yield_now(),
            opened => return opened.unwrap().into(),
        }
    }
}

fn told<T>(result: Result<T, StoreError>) -> String {
    match result {
        Ok(_) => "made".to_owned(),
        Err(StoreError::Conflict(now)) => format!("conflict with {}", now.tag()),
        Err(error) => format!("{error:?}"),
    }
}

/// The last creation or change: the state it was made from, if any, the new state and the record.
type Change = (Option<Arc<Session>>, Arc<Session>, Option<(Index, Recorded)>);

struct Run {
    servers: Vec<Server>,
    states: Vec<Arc<Session>>,
    last: Option<Change>,
}

impl Run {
    async fn act(&mut self, act: Act) -> Vec<String> {
        let mut outcomes = Vec::new();
        let change = match &act {
            Act::Create(record) => Some((None, session(), record.clone())),
            Act::Change(state, record) if !self.states.is_empty() => {
                let base = Arc::clone(state.get(&self.states));
                let next = Arc::new(base.with_undo(0).unwrap());
                Some((Some(base), next, record.clone()))
            }
            Act::Again => self.last.clone(),
            _ => None,
        };
        if let Some((_, next, _)) = &change {
            self.states.push(Arc::clone(next));
            self.last.clone_from(&change);
        }
        for server in &mut self.servers {
            outcomes.push(Run::act_on(server, &self.states, &change, &act).await);
        }
        outcomes
    }

    async fn act_on(
        server: &mut Server,
        states: &[Arc<Session>],
        change: &Option<Change>,
        act: &Act,
    ) -> String {
        match (act, change) {
            (Act::Claim { number, fingerprint }, _) => server.claim(*number, *fingerprint).await,
            (Act::Release(place), _) if !server.tickets.is_empty() => {
                server.release(place.index(server.tickets.len())).await;
                String::new()
            }
            (Act::Settle(place, state), _) => match server.ticket(place) {
                Some(ticket) => told(server.store().settle(Record { ticket, state }).await),
                None => String::new(),
            },
            (_, Some((None, next, record))) => {
                told(server.store().insert(Arc::clone(next), server.record(record)).await)
            }
            (_, Some((Some(base), next, record))) => {
                let record = server.record(record);
                told(server.store().replace(base.tag(), Arc::clone(next), record).await)
            }
            (Act::Remove(state), _) if !states.is_empty() => {
                let state = state.get(states);
                told(server.store().remove(state.id, Some(state.tag())).await)
            }
            (Act::Restart, _) => {
                server.restart().await;
                String::new()
            }
            _ => String::new(),
        }
    }

    /// What is left in each: every game, and every request.
    async fn left(&mut self) -> Vec<Vec<String>> {
        let mut all = Vec::new();
        for server in &mut self.servers {
            let mut left = Vec::new();
            for state in &self.states {
                let (game, tag) = (server.store().get(state.id).await, server.store().tag(state.id).await);
                let stored = game.map(|game| String::from_utf8(game.to_stored()).unwrap());
                left.push(format!("{stored:?} {tag:?}"));
            }
            server.restart().await;
            for number in 0..4 {
                left.push(server.claim(number, 0).await);
            }
            all.push(left);
        }
        all
    }
}

/// Does the same to each server and compares what comes of it.
fn compare(kept: [Kept; 2], limits: RecordLimits, acts: Vec<Act>) -> Result<(), TestCaseError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let servers = kept.map(|kept| Server::start(kept, limits)).into();
        let mut run = Run { servers, states: Vec::new(), last: None };
        for act in acts {
            let outcomes = run.act(act.clone()).await;
            for other in &outcomes[1..] {
                prop_assert_eq!(other, &outcomes[0], "{:?}", act);
            }
        }
        let left = run.left().await;
        for other in &left[1..] {
            prop_assert_eq!(other, &left[0]);
        }
        Ok(())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_file_does_what_memory_does(acts in acts()) {
        let limits = RecordLimits { keep: HOUR, per_client: 1, bytes: 900 };
        compare([Kept::Memory, Kept::Redb(tempfile::tempdir().unwrap())], limits, acts)?;
    }

    #[test]
    #[ignore = "needs redis-server"]
    fn redis_does_what_memory_does(acts in acts()) {
        compare([Kept::Memory, Kept::Redis(Redis::start())], RecordLimits::default(), acts)?;
    }
}
