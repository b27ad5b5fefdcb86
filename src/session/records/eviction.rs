//! The eviction of records: by age, by total size, and by number per client.

use super::{Digest, RecordKey};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

/// The limits of the idempotency records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordLimits {
    pub keep: Duration,
    /// The most records of one client. Its oldest is evicted first.
    pub per_client: usize,
    /// The total size of the records of all clients. The oldest is evicted first.
    pub bytes: usize,
}

impl Default for RecordLimits {
    fn default() -> RecordLimits {
        RecordLimits { keep: Duration::from_secs(86_400), per_client: 1000, bytes: 64 << 20 }
    }
}

/// The memory that a record uses in addition to its bytes: its keys and its entries in the maps.
const OVERHEAD_BYTES: usize = 300;

#[derive(Debug)]
struct Place {
    client: [u8; 16],
    number: u64,
    bytes: usize,
    /// Seconds since the epoch.
    at: i64,
}

/// The eviction order of the records of one store. It has their sizes, not their contents.
#[derive(Debug)]
pub struct EvictionIndex {
    limits: RecordLimits,
    places: HashMap<Digest, Place>,
    oldest_first: BTreeMap<u64, Digest>,
    by_client: HashMap<[u8; 16], BTreeSet<u64>>,
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

    /// Adds a record, or replaces its earlier state. `at` is the time in seconds since the Unix epoch. Returns the records that
    /// were evicted for it, possibly including itself.
    pub fn put(&mut self, key: &RecordKey, bytes: usize, at: i64) -> Vec<Digest> {
        self.remove(&key.digest);
        let (number, bytes) = (self.next, bytes + OVERHEAD_BYTES);
        self.next += 1;
        self.places.insert(key.digest, Place { client: key.client, number, bytes, at });
        self.oldest_first.insert(number, key.digest);
        self.by_client.entry(key.client).or_default().insert(number);
        self.bytes += bytes;
        let mut gone = self.expire(at);
        while self.by_client.get(&key.client).is_some_and(|own| own.len() > self.limits.per_client) {
            let oldest = self.by_client[&key.client].first().copied();
            gone.extend(oldest.and_then(|number| self.pop(number)));
        }
        while self.bytes > self.limits.bytes {
            let oldest = self.oldest_first.keys().next().copied();
            match oldest.and_then(|number| self.pop(number)) {
                Some(digest) => gone.push(digest),
                None => break,
            }
        }
        gone
    }

    /// Removes the expired records, and returns their digests.
    pub fn expire(&mut self, now: i64) -> Vec<Digest> {
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
        let oldest = now - self.limits.keep.as_secs() as i64;
        let (&number, digest) = self.oldest_first.first_key_value()?;
        self.places.get(digest).is_none_or(|place| place.at < oldest).then_some(number)
    }

    fn pop(&mut self, number: u64) -> Option<Digest> {
        let digest = self.oldest_first.get(&number).copied()?;
        self.remove(&digest);
        Some(digest)
    }

    pub fn remove(&mut self, digest: &Digest) {
        let Some(place) = self.places.remove(digest) else { return };
        self.oldest_first.remove(&place.number);
        self.bytes -= place.bytes;
        if let Some(own) = self.by_client.get_mut(&place.client) {
            own.remove(&place.number);
            if own.is_empty() {
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

    fn index(per_client: usize, bytes: usize) -> EvictionIndex {
        EvictionIndex::new(RecordLimits { keep: Duration::from_secs(100), per_client, bytes })
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
    fn the_total_size_of_all_records_stays_within_the_limit() {
        let mut index = index(10, 2 * (OVERHEAD_BYTES + 100));
        assert!(index.put(&key(1, 1), 100, 0).is_empty());
        assert!(index.put(&key(2, 2), 100, 0).is_empty());
        assert_eq!(index.put(&key(3, 3), 1, 0), [[1; 32]]);
        assert_eq!(
            index.put(&key(4, 4), 10_000, 0).len(),
            3,
            "a record beyond the limit evicts all, itself included"
        );
        assert!(index.places.is_empty() && index.bytes == 0 && index.by_client.is_empty());
    }

    #[test]
    fn a_record_expires_after_its_retention_time() {
        let mut index = index(10, usize::MAX);
        index.put(&key(1, 1), 9, 0);
        index.put(&key(2, 1), 9, 50);
        assert_eq!(index.expire(100), [[0; 32]; 0]);
        assert_eq!(index.expire(101), [[1; 32]]);
        assert_eq!(index.put(&key(3, 1), 9, 151), [[2; 32]]);
    }
}
