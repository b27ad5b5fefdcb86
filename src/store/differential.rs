//! Differential tests: all stores return the same outcomes for random sequences of operations.

use super::Store;
use super::error::StoreError;
use super::fixtures::{HOUR, key, session};
use super::local::{FileError, LocalStore};
use super::records::{Claim, IdempotencyRecord, RecordLimits, Recorded, Ticket};
use super::redis::process::{LEASE, Redis};
use crate::game::{GameTime, Session};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use std::path::PathBuf;
use std::sync::Arc;
use tempfile::TempDir;

const CAPACITY: usize = 4;

#[derive(Clone, Debug)]
enum Operation {
    Claim {
        number: u8,
        fingerprint: u8,
    },
    Release(Index),
    Settle(Index, Recorded),
    Create(Option<(Index, Recorded)>),
    /// A change based on any earlier state of any game.
    Change(Index, Option<(Index, Recorded)>),
    /// Repeats the last creation or change.
    Again,
    Remove(Index),
    /// Restarts the server, which loses its claims.
    Restart,
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let state = (any::<bool>(), 0_u8..200).prop_map(|(is_done, length)| {
        let bytes = vec![length; usize::from(length)];
        if is_done { Recorded::Done(bytes) } else { Recorded::Begun(bytes) }
    });
    let record = (any::<Index>(), state);
    let some_record = prop::option::of(record.clone());
    let operation = prop_oneof![
        6 => (0_u8..4, 0_u8..2).prop_map(|(number, fingerprint)| Operation::Claim { number, fingerprint }),
        3 => any::<Index>().prop_map(Operation::Release),
        2 => record.prop_map(|(ticket, state)| Operation::Settle(ticket, state)),
        2 => some_record.clone().prop_map(Operation::Create),
        6 => (any::<Index>(), some_record).prop_map(|(state, record)| Operation::Change(state, record)),
        2 => Just(Operation::Again),
        1 => any::<Index>().prop_map(Operation::Remove),
        1 => Just(Operation::Restart),
    ];
    prop::collection::vec(operation, 1..60)
}

/// The kind of a store, and what survives a restart of its server.
enum Backend {
    Memory,
    File(TempDir),
    Redis(Redis),
}

struct Server {
    backend: Backend,
    store: Option<Store>,
    limits: RecordLimits,
    /// The result of each claim. The tickets of one claim have the same index in all servers.
    tickets: Vec<Option<Ticket>>,
}

impl Server {
    fn start(backend: Backend, limits: RecordLimits) -> Server {
        let store = match &backend {
            Backend::Memory => LocalStore::in_memory(CAPACITY, HOUR, limits).into(),
            Backend::File(folder) => open(folder.path().join("games.redb"), limits),
            Backend::Redis(redis) => redis.store_with(CAPACITY, limits, LEASE).into(),
        };
        Server { backend, store: Some(store), limits, tickets: Vec::new() }
    }

    fn store(&self) -> &Store {
        self.store.as_ref().unwrap()
    }

    async fn release(&self, place: usize) {
        if let Some(ticket) = &self.tickets[place] {
            self.store().release(ticket);
            if let Backend::Redis(redis) = &self.backend {
                redis.await_release(ticket).await;
            }
        }
    }

    async fn restart(&mut self) {
        match &self.backend {
            Backend::File(folder) => {
                self.store = None;
                self.store = Some(open(folder.path().join("games.redb"), self.limits));
            }
            Backend::Memory | Backend::Redis(_) => {
                for place in 0..self.tickets.len() {
                    self.release(place).await;
                }
            }
        }
        self.tickets.clear();
    }

    async fn claim(&mut self, number: u8, fingerprint: u8) -> String {
        let (ticket, outcome) =
            match self.store().claim(key(number, number % 2), [fingerprint; 32]).await.unwrap() {
                Claim::Ours(ticket) => (Some(ticket), "ours".to_owned()),
                Claim::Resumed(ticket, bytes) => (Some(ticket), format!("resumed {bytes:?}")),
                Claim::Done(bytes) => (None, format!("done {bytes:?}")),
                Claim::InFlight => (None, "in flight".to_owned()),
                Claim::Reused => (None, "reused".to_owned()),
            };
        self.tickets.push(ticket);
        outcome
    }

    fn record<'a>(&'a self, asked: &'a Option<(Index, Recorded)>) -> Option<IdempotencyRecord<'a>> {
        let (place, state) = asked.as_ref()?;
        Some(IdempotencyRecord { ticket: self.ticket(place)?, state })
    }

    fn ticket(&self, place: &Index) -> Option<&Ticket> {
        if self.tickets.is_empty() { None } else { self.tickets[place.index(self.tickets.len())].as_ref() }
    }
}

/// Opens the file. Retries while the writer thread of the closed store still has it open.
fn open(path: PathBuf, limits: RecordLimits) -> Store {
    loop {
        match LocalStore::open(&path, CAPACITY, HOUR, limits) {
            Err(FileError::Database(::redb::Error::DatabaseAlreadyOpen)) => std::thread::yield_now(),
            opened => return opened.unwrap().into(),
        }
    }
}

fn outcome<T>(result: Result<T, StoreError>) -> String {
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
    async fn run(&mut self, operation: Operation) -> Vec<String> {
        let mut outcomes = Vec::new();
        let change = match &operation {
            Operation::Create(record) => Some((None, session(), record.clone())),
            Operation::Change(state, record) if !self.states.is_empty() => {
                let base = Arc::clone(state.get(&self.states));
                let next = Arc::new(base.with_undo(0, GameTime(0)).unwrap());
                Some((Some(base), next, record.clone()))
            }
            Operation::Again => self.last.clone(),
            _ => None,
        };
        if let Some((_, next, _)) = &change {
            self.states.push(Arc::clone(next));
            self.last.clone_from(&change);
        }
        for server in &mut self.servers {
            outcomes.push(Run::run_on(server, &self.states, &change, &operation).await);
        }
        outcomes
    }

    async fn run_on(
        server: &mut Server,
        states: &[Arc<Session>],
        change: &Option<Change>,
        operation: &Operation,
    ) -> String {
        match (operation, change) {
            (Operation::Claim { number, fingerprint }, _) => server.claim(*number, *fingerprint).await,
            (Operation::Release(place), _) if !server.tickets.is_empty() => {
                server.release(place.index(server.tickets.len())).await;
                String::new()
            }
            (Operation::Settle(place, state), _) => match server.ticket(place) {
                Some(ticket) => outcome(server.store().settle(IdempotencyRecord { ticket, state }).await),
                None => String::new(),
            },
            (_, Some((None, next, record))) => {
                outcome(server.store().insert(Arc::clone(next), server.record(record)).await)
            }
            (_, Some((Some(base), next, record))) => {
                let record = server.record(record);
                outcome(server.store().replace(base.tag(), Arc::clone(next), record).await)
            }
            (Operation::Remove(state), _) if !states.is_empty() => {
                let state = state.get(states);
                outcome(server.store().remove(state.id, Some(state.tag())).await)
            }
            (Operation::Restart, _) => {
                server.restart().await;
                String::new()
            }
            _ => String::new(),
        }
    }

    /// The final state of each server: every game and every record.
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

/// Runs the same operations on each server and compares the outcomes.
fn compare(
    backend: [Backend; 2],
    limits: RecordLimits,
    operations: Vec<Operation>,
) -> Result<(), TestCaseError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let servers = backend.map(|backend| Server::start(backend, limits)).into();
        let mut run = Run { servers, states: Vec::new(), last: None };
        for operation in operations {
            let outcomes = run.run(operation.clone()).await;
            for other in &outcomes[1..] {
                prop_assert_eq!(other, &outcomes[0], "{:?}", operation);
            }
        }
        let left = run.left().await;
        for other in &left[1..] {
            prop_assert_eq!(other, &left[0]);
        }
        Ok(())
    })
}

/// Runs as many cases whatever `PROPTEST_CASES` says, because each restarts stores and waits for the disk.
const CASES: u32 = 48;

fn behaves_like_one_in_memory(limits: RecordLimits, other: impl Fn() -> Backend) {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(CASES));
    let result =
        runner.run(&operations(), |operations| compare([Backend::Memory, other()], limits, operations));
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn a_store_with_a_file_behaves_like_one_without() {
    let limits = RecordLimits { keep: HOUR, per_client: 1, bytes_per_client: 900 };
    behaves_like_one_in_memory(limits, || Backend::File(tempfile::tempdir().unwrap()));
}

#[test]
#[ignore = "needs redis-server"]
fn the_redis_store_behaves_like_one_in_memory() {
    behaves_like_one_in_memory(RecordLimits::default(), || Backend::Redis(Redis::start()));
}
