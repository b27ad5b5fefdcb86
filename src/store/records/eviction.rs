//! The eviction of records: by age, by number and size per client, and by total size.

use super::{RecordDigest, RecordKey};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

/// The limits of the idempotency records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordLimits {
    pub keep: Duration,
    /// The most records of one client. Its oldest is evicted first.
    pub per_client: usize,
    /// The size of the records of one client. Its oldest is evicted first.
    pub bytes_per_client: usize,
}

impl RecordLimits {
    /// How many clients may have all of [`RecordLimits::bytes_per_client`] in the memory or the file of one server.
    const FULL_CLIENTS: usize = 64;
    /// A younger record is evicted for other records of its client only.
    const PROTECTED_FOR: Duration = Duration::from_secs(600);

    /// The total size of the records of all clients.
    fn bytes(&self) -> usize {
        self.bytes_per_client.saturating_mul(RecordLimits::FULL_CLIENTS)
    }
}

impl Default for RecordLimits {
    fn default() -> RecordLimits {
        RecordLimits { keep: Duration::from_secs(86_400), per_client: 1000, bytes_per_client: 4 << 20 }
    }
}

/// The memory that a record uses in addition to its bytes: its keys and its entries in the maps.
pub const OVERHEAD_BYTES: usize = 300;

#[derive(Debug)]
struct Place {
    client: [u8; 16],
    number: u64,
    bytes: usize,
    /// When it was put.
    at: i64,
}

/// The records of one client, the oldest first.
#[derive(Debug, Default)]
struct Own {
    numbers: BTreeSet<u64>,
    bytes: usize,
}

/// The eviction order of the records of one store. It has their sizes, not their contents.
#[derive(Debug)]
pub struct EvictionIndex {
    limits: RecordLimits,
    places: HashMap<RecordDigest, Place>,
    oldest_first: BTreeMap<u64, RecordDigest>,
    by_client: HashMap<[u8; 16], Own>,
    bytes: usize,
    next: u64,
}

impl EvictionIndex {
    pub fn new(limits: RecordLimits) -> EvictionIndex {
        EvictionIndex {
            limits,
            places: HashMap::new(),
            oldest_first: BTreeMap::new(),
            by_client: HashMap::new(),
            bytes: 0,
            next: 0,
        }
    }

    /// Adds a record, or replaces its earlier state. `at` is the time in seconds by which records expire. Returns the records that
    /// were evicted for it, possibly including itself.
    pub fn put(&mut self, key: &RecordKey, bytes: usize, at: i64) -> Vec<RecordDigest> {
        self.remove(&key.digest);
        let (number, bytes) = (self.next, bytes + OVERHEAD_BYTES);
        self.next += 1;
        self.places.insert(key.digest, Place { client: key.client, number, bytes, at });
        self.oldest_first.insert(number, key.digest);
        let own = self.by_client.entry(key.client).or_default();
        own.numbers.insert(number);
        own.bytes += bytes;
        self.bytes += bytes;
        let mut gone = self.expire(at);
        while let Some(number) = self.next_to_evict(&key.client, at) {
            gone.extend(self.pop(number));
        }
        gone
    }

    /// The record to evict after one of `client` was written at `now`. None if all limits are kept.
    fn next_to_evict(&self, client: &[u8; 16], now: i64) -> Option<u64> {
        let own = self.by_client.get(client);
        let limits = &self.limits;
        let is_over =
            |own: &&Own| own.numbers.len() > limits.per_client || own.bytes > limits.bytes_per_client;
        let oldest_own = |own: &Own| own.numbers.first().copied();
        if let Some(own) = own.filter(is_over) {
            return oldest_own(own);
        }
        if self.bytes <= limits.bytes() {
            return None;
        }
        self.first_older_than(RecordLimits::PROTECTED_FOR, now).or_else(|| own.and_then(oldest_own))
    }

    /// Removes the expired records, and returns their digests.
    pub fn expire(&mut self, now: i64) -> Vec<RecordDigest> {
        let mut gone = Vec::new();
        while let Some(number) = self.first_expired(now) {
            gone.extend(self.pop(number));
        }
        gone
    }

    /// Whether [`EvictionIndex::expire`] would remove a record.
    pub fn has_expired(&self, now: i64) -> bool {
        self.first_expired(now).is_some()
    }

    fn first_expired(&self, now: i64) -> Option<u64> {
        self.first_older_than(self.limits.keep, now)
    }

    /// The oldest record of all, if it is older than `age`.
    fn first_older_than(&self, age: Duration, now: i64) -> Option<u64> {
        let oldest = now.saturating_sub_unsigned(age.as_secs());
        let (&number, digest) = self.oldest_first.first_key_value()?;
        self.places.get(digest).is_none_or(|place| place.at < oldest).then_some(number)
    }

    fn pop(&mut self, number: u64) -> Option<RecordDigest> {
        let digest = self.oldest_first.get(&number).copied()?;
        self.remove(&digest);
        Some(digest)
    }

    pub fn remove(&mut self, digest: &RecordDigest) {
        let Some(place) = self.places.remove(digest) else { return };
        self.oldest_first.remove(&place.number);
        self.bytes -= place.bytes;
        if let Some(own) = self.by_client.get_mut(&place.client) {
            own.numbers.remove(&place.number);
            own.bytes -= place.bytes;
            if own.numbers.is_empty() {
                self.by_client.remove(&place.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u8, client: u8) -> RecordKey {
        RecordKey { game_byte: 0, digest: [number; 32], client: [client; 16] }
    }

    fn index(per_client: usize, bytes_per_client: usize) -> EvictionIndex {
        EvictionIndex::new(RecordLimits { keep: Duration::from_secs(100_000), per_client, bytes_per_client })
    }

    #[test]
    fn a_client_at_its_limit_loses_its_own_oldest_record() {
        let mut index = index(2, usize::MAX);
        assert!(index.put(&key(1, 1), 9, 0).is_empty());
        assert!(index.put(&key(2, 2), 9, 0).is_empty());
        assert!(index.put(&key(3, 1), 9, 0).is_empty());
        assert!(index.put(&key(3, 1), 9, 0).is_empty(), "a later state of the same record");
        assert_eq!(index.put(&key(4, 1), 9, 0), [[1; 32]]);
        assert_eq!(index.places.len(), 3);
    }

    #[test]
    fn a_client_with_large_records_loses_its_own_and_nobody_elses() {
        let mut index = index(10, 2 * (OVERHEAD_BYTES + 100));
        assert!(index.put(&key(1, 1), 100, 0).is_empty());
        assert!(index.put(&key(2, 2), 100, 0).is_empty());
        assert!(index.put(&key(3, 2), 100, 9000).is_empty());
        assert_eq!(index.put(&key(4, 2), 1, 9000), [[2; 32]]);
        let beyond_the_limit = index.put(&key(5, 2), 10_000, 9000);
        assert_eq!(beyond_the_limit, [[3; 32], [4; 32], [5; 32]]);
        assert_eq!(index.bytes, index.by_client[&[1; 16]].bytes);
        index.remove(&[1; 32]);
        assert!(index.places.is_empty() && index.bytes == 0 && index.by_client.is_empty());
    }

    /// Fills an index with records of as many clients as may be full, and returns it.
    fn full() -> EvictionIndex {
        let mut index = index(10, OVERHEAD_BYTES + 100);
        for number in 1..=RecordLimits::FULL_CLIENTS as u8 {
            assert!(index.put(&key(number, number), 100, i64::from(number)).is_empty());
        }
        index
    }

    #[test]
    fn beyond_the_total_size_the_oldest_record_goes_once_it_is_ten_minutes_old() {
        let mut index = full();
        assert_eq!(index.put(&key(100, 100), 100, 602), [[1; 32]]);
        assert_eq!(index.put(&key(101, 101), 100, 602), [[101; 32]], "all others are younger");
        assert_eq!(index.put(&key(2, 2), 100, 602), [[0; 32]; 0], "its own place");
        assert_eq!(index.put(&key(101, 101), 100, 604), [[3; 32]]);
    }

    #[test]
    fn a_record_expires_after_its_retention_time() {
        let mut index = index(10, usize::MAX);
        index.put(&key(1, 1), 9, 0);
        index.put(&key(2, 1), 9, 50);
        assert_eq!(index.expire(100_000), [[0; 32]; 0]);
        assert_eq!(index.expire(100_001), [[1; 32]]);
        assert_eq!(index.put(&key(3, 1), 9, 100_051), [[2; 32]]);
    }
}
