//! Injects faults into the replicas, the store, the network, the disks and the clocks, from a seed.

use super::network::Host;
use super::replicas::Replicas;
use super::store::Store;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fault {
    KillReplica,
    PauseReplica,
    CutReplicaFromStore,
    CutReplicaFromClients,
    StepClockOfReplica,
    KillPrimary,
    KillSecondary,
    PausePrimary,
    PauseSecondary,
    CutPrimaryFromAll,
    CutPrimaryFromStore,
    CutSecondary,
    FillDiskOfPrimary,
}

const OF_REPLICAS: [Fault; 5] = [
    Fault::KillReplica,
    Fault::PauseReplica,
    Fault::CutReplicaFromStore,
    Fault::CutReplicaFromClients,
    Fault::StepClockOfReplica,
];
const OF_STORE: [Fault; 8] = [
    Fault::KillPrimary,
    Fault::KillSecondary,
    Fault::PausePrimary,
    Fault::PauseSecondary,
    Fault::CutPrimaryFromAll,
    Fault::CutPrimaryFromStore,
    Fault::CutSecondary,
    Fault::FillDiskOfPrimary,
];

const SHORTEST_GAP: Duration = Duration::from_secs(1);
const DOWNTIME_MS: Range<u64> = 0..3000;
const STALL_MS: Range<u64> = 100..4000;
const CUT_MS: Range<u64> = 500..8000;
/// Long enough for a stream to notice it.
const CUT_FROM_CLIENTS_MS: Range<u64> = 500..30_000;
/// In seconds.
const STEP: Range<i64> = -600..600;

fn some(random: &mut StdRng, range: Range<u64>) -> Duration {
    Duration::from_millis(random.random_range(range))
}

/// What was done to the service.
#[derive(Debug, Default)]
pub struct Injected {
    counts: BTreeMap<Fault, usize>,
    pub failures: Vec<String>,
}

impl std::fmt::Display for Injected {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counts: Vec<String> =
            self.counts.iter().map(|(fault, count)| format!("{fault:?} {count}")).collect();
        write!(formatter, "{}", counts.join(", "))
    }
}

/// Two threads that inject faults, one into the replicas, and one into the store.
#[derive(Debug)]
pub struct Nemesis {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
    injected: Arc<Mutex<Injected>>,
}

impl Nemesis {
    pub fn start(
        replicas: Arc<Replicas>,
        store: Arc<Mutex<Store>>,
        seed: u64,
        longest_gap: Duration,
    ) -> Nemesis {
        let (stop, injected) = (Arc::new(AtomicBool::new(false)), Arc::default());
        let hosts = store.lock().unwrap().hosts();
        let to_replicas = Injector::new(&stop, &injected, seed, longest_gap);
        let to_store = Injector::new(&stop, &injected, seed + 1, longest_gap);
        let served = Arc::clone(&replicas);
        let of_replicas = move |fault, random: &mut StdRng| {
            into_replica(fault, &served, &hosts, random);
            Ok(())
        };
        let of_store = move |fault, random: &mut StdRng| {
            into_store(fault, &mut store.lock().unwrap(), &replicas, random)
        };
        let threads = vec![
            std::thread::spawn(move || to_replicas.run(&OF_REPLICAS, of_replicas)),
            std::thread::spawn(move || to_store.run(&OF_STORE, of_store)),
        ];
        Nemesis { stop, threads, injected }
    }

    /// Waits until the last fault is over and every process runs.
    pub fn stop(self) -> Injected {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads {
            if thread.join().is_err() {
                self.injected.lock().unwrap().failures.push("a fault could not be injected".to_owned());
            }
        }
        std::mem::take(&mut *self.injected.lock().unwrap())
    }
}

/// Injects one fault after another.
struct Injector {
    stop: Arc<AtomicBool>,
    injected: Arc<Mutex<Injected>>,
    random: StdRng,
    longest_gap: Duration,
}

impl Injector {
    fn new(
        stop: &Arc<AtomicBool>,
        injected: &Arc<Mutex<Injected>>,
        seed: u64,
        longest_gap: Duration,
    ) -> Injector {
        Injector {
            stop: Arc::clone(stop),
            injected: Arc::clone(injected),
            random: StdRng::seed_from_u64(seed),
            longest_gap,
        }
    }

    fn run(mut self, faults: &[Fault], mut inject: impl FnMut(Fault, &mut StdRng) -> Result<(), String>) {
        loop {
            std::thread::sleep(self.random.random_range(SHORTEST_GAP..=self.longest_gap.max(SHORTEST_GAP)));
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let fault = *faults.choose(&mut self.random).expect("there are some");
            if std::env::var_os("CHAOS_VERBOSE").is_some() {
                println!("    {fault:?}");
            }
            let result = inject(fault, &mut self.random);
            let mut injected = self.injected.lock().unwrap();
            *injected.counts.entry(fault).or_default() += 1;
            injected.failures.extend(result.err().map(|error| format!("{fault:?}: {error}")));
        }
    }
}

/// The first replica is never killed, so that its memory shows what it keeps.
fn into_replica(fault: Fault, replicas: &Replicas, store: &[Arc<Host>], random: &mut StdRng) {
    let number = random.random_range(usize::from(fault == Fault::KillReplica)..replicas.0.len());
    let replica = &replicas.0[number];
    match fault {
        Fault::KillReplica => replica.kill(|| std::thread::sleep(some(random, DOWNTIME_MS))),
        Fault::PauseReplica => replica.pause(|| std::thread::sleep(some(random, STALL_MS))),
        Fault::CutReplicaFromStore => {
            replica.host.cut_from(store);
            std::thread::sleep(some(random, CUT_MS));
            replica.host.reconnect_to(store);
        }
        Fault::CutReplicaFromClients => {
            replica.host.cut_from_clients();
            std::thread::sleep(some(random, CUT_FROM_CLIENTS_MS));
            replica.host.reconnect_to_clients();
        }
        _ => replica.clock.set(random.random_range(STEP)),
    }
}

/// Returns once the store is over it.
fn into_store(
    fault: Fault,
    store: &mut Store,
    replicas: &Replicas,
    random: &mut StdRng,
) -> Result<(), String> {
    let primary = store.settle()?;
    match fault {
        Fault::KillPrimary => store.kill_primary(primary),
        Fault::KillSecondary => store.kill_secondary(primary, some(random, DOWNTIME_MS)),
        Fault::PausePrimary => store.pause(primary, some(random, STALL_MS)),
        Fault::PauseSecondary => store.pause(1 - primary, some(random, STALL_MS)),
        Fault::CutPrimaryFromAll => {
            let replicas = replicas.0.iter().map(|replica| Arc::clone(&replica.host));
            let others: Vec<Arc<Host>> = store.others(primary).into_iter().chain(replicas).collect();
            cut(store, primary, &others, random);
        }
        Fault::CutPrimaryFromStore => cut(store, primary, &store.others(primary), random),
        Fault::CutSecondary => cut(store, 1 - primary, &store.others(1 - primary), random),
        _ => store.fill_disk(primary, some(random, CUT_MS)),
    }
    store.settle().map(|_| ())
}

fn cut(store: &Store, node: usize, others: &[Arc<Host>], random: &mut StdRng) {
    store.host(node).cut_from(others);
    std::thread::sleep(some(random, CUT_MS));
    store.host(node).reconnect_to(others);
}
