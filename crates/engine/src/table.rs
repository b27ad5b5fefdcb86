//! The transposition table: results of earlier searches by position, shared by all threads.
//!
//! Lock-free after Hyatt and Mann ("A lock-less transposition-table implementation for parallel search", 2002): a slot
//! keeps the key exclusive-or the data, so a slot that two writers have torn does not match any key.

#![allow(unsafe_code)]

use super::Bound;
use super::value::{Value, from_table, is_mate, to_table};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The result of a node. Scores are relative to the node: a mate counts the plies from here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move's 16 bits; 0 if there is none.
    pub mv: u16,
    /// In hundredths of a soldier.
    pub score: i16,
    /// The static evaluation, in the same unit.
    pub eval: i16,
    /// The depth of the search minus [`LOWEST_DEPTH`].
    pub depth: u8,
    /// How to read `score`. If none, only the move and the evaluation are valid.
    pub bound: Option<Bound>,
}

/// The lowest depth that can be stored: quiescence goes below 0.
pub const LOWEST_DEPTH: i32 = -1;

const GENERATION_BITS: u32 = 6;
const GENERATIONS: u8 = 1 << GENERATION_BITS;

impl Entry {
    /// The entry for a node at this ply. `value` is relative to the root; `mv` is 0 if there is no best move.
    #[inline]
    pub fn new(mv: u16, value: Value, ply: usize, eval: Value, depth: i32, bound: Bound) -> Entry {
        Entry {
            mv,
            score: to_table(value, ply) as i16,
            eval: eval as i16,
            depth: (depth - LOWEST_DEPTH).clamp(0, u8::MAX.into()) as u8,
            bound: Some(bound),
        }
    }

    /// The entry for a position of which only the static evaluation is known.
    #[inline]
    pub fn of_eval(eval: Value) -> Entry {
        Entry { mv: 0, score: 0, eval: eval as i16, depth: 0, bound: None }
    }

    /// The score relative to the root, for a node at this ply.
    #[inline]
    pub fn value(self, ply: usize) -> Value {
        from_table(self.score.into(), ply)
    }

    /// The depth that the node was searched to.
    #[inline]
    pub fn searched_depth(self) -> i32 {
        i32::from(self.depth) + LOWEST_DEPTH
    }

    /// The value if the entry decides a node at this ply: searched deep enough, with a bound outside the window.
    #[inline]
    pub fn cutoff(self, alpha: Value, beta: Value, depth: i32, ply: usize) -> Option<Value> {
        if self.searched_depth() < depth {
            return None;
        }
        let value = self.value(ply);
        let decides = match self.bound? {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        decides.then_some(value)
    }

    /// The score if it is not a mate and its bound says that it is nearer the true value than `eval`; else `eval`.
    #[inline]
    pub fn refine(self, eval: Value) -> Value {
        let score = Value::from(self.score);
        let is_better = self.bound.is_some_and(|bound| bound.improves_on(score, eval));
        if is_better && !is_mate(score) { score } else { eval }
    }

    /// From the lowest bit: 16 bits of the move, 16 of the score, 16 of the evaluation, 8 of the depth, 2 of the bound, 6 of
    /// the generation.
    fn pack(self, generation: u8) -> u64 {
        let bound = match self.bound {
            None => 0,
            Some(Bound::Exact) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Upper) => 3,
        };
        u64::from(self.mv)
            | u64::from(self.score as u16) << 16
            | u64::from(self.eval as u16) << 32
            | u64::from(self.depth) << 48
            | u64::from(bound | generation << 2) << 56
    }

    fn unpack(data: u64) -> Entry {
        let bound = match data >> 56 & 3 {
            0 => None,
            1 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Upper),
        };
        Entry {
            mv: data as u16,
            score: (data >> 16) as u16 as i16,
            eval: (data >> 32) as u16 as i16,
            depth: (data >> 48) as u8,
            bound,
        }
    }
}

fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[derive(Debug, Default)]
struct Slot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.key_xor_data.load(Ordering::Relaxed) ^ data, data)
    }

    fn store(&self, key: u64, data: u64) {
        self.key_xor_data.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

const BUCKET: usize = 4;

/// The slots that a position may be in. They share one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// Asks Linux for huge pages, which must happen before the memory is touched. Probes hit random pages, and with huge pages far
/// fewer of them miss the TLB.
fn ask_for_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let to_page = memory.as_ptr().addr().wrapping_neg() % rustix::param::page_size();
        let length = size_of_val(memory).saturating_sub(to_page);
        let page = memory.as_mut_ptr().wrapping_byte_add(to_page);
        // SAFETY: the advice changes nothing that the program sees, and the range lies within the memory.
        let _it_may_be_refused = unsafe { madvise(page.cast(), length, Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _no_such_advice_here = memory;
}

/// Asks the processor to load the cache line where `value` begins.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address: *const T = value;
        // SAFETY: a prefetch reads nothing that the program sees, and the address is that of a value.
        unsafe { _mm_prefetch(address.cast(), _MM_HINT_T0) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _no_hint_for_this_machine = value;
}

/// A table of fixed size. All methods may be called from any thread at any time.
#[derive(Debug)]
pub struct Table {
    buckets: Box<[Bucket]>,
    generation: AtomicU8,
}

impl Table {
    /// # Panics
    /// If the memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Table {
        let count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::with_capacity(count);
        ask_for_huge_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Table { buckets: buckets.into(), generation: AtomicU8::new(0) }
    }

    /// Starts a new generation: older entries are replaced first.
    pub fn new_generation(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed) % GENERATIONS
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.store(0, 0);
        }
    }

    /// The high half of key × count distributes keys evenly over any number of buckets.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Prefetches a key's bucket, which is hardly ever in a cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// The entry of a position with this key, if it is there.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key)
            .0
            .iter()
            .map(Slot::load)
            .find(|&(stored, data)| stored == key && data != 0)
            .map(|(_, data)| Entry::unpack(data))
    }

    /// Replaces the entry of the same position, else the shallowest and oldest one of the bucket. A much deeper entry
    /// of the same position and generation is kept.
    pub fn store(&self, key: u64, entry: Entry) {
        /// An entry that is deeper by more than this is kept.
        const DEPTH_TO_KEEP: u8 = 4;
        /// An entry that is one generation older counts as this many plies shallower.
        const PLIES_PER_GENERATION: i32 = 4;
        let generation = self.generation();
        let bucket = &self.bucket(key).0;
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let (stored, data) = slot.load();
            let old = Entry::unpack(data);
            if stored == key && data != 0 {
                let keeps = entry.bound != Some(Bound::Exact)
                    && entry.depth + DEPTH_TO_KEEP < old.depth
                    && generation_of(data) == generation
                    && old.bound.is_some();
                if !keeps {
                    let mv = if entry.mv == 0 { old.mv } else { entry.mv };
                    slot.store(key, Entry { mv, ..entry }.pack(generation));
                }
                return;
            }
            let age = generation.wrapping_sub(generation_of(data)) % GENERATIONS;
            let priority = if data == 0 {
                i32::MIN
            } else {
                i32::from(old.depth) - PLIES_PER_GENERATION * i32::from(age)
            };
            if priority < least {
                least = priority;
                victim = slot;
            }
        }
        victim.store(key, entry.pack(generation));
    }

    /// The share of the table, from 0 to 1, that the current generation uses, estimated from a sample.
    pub fn fullness(&self) -> f64 {
        const SAMPLE: usize = 250;
        let generation = self.generation();
        let slots = || self.buckets.iter().take(SAMPLE).flat_map(|bucket| &bucket.0).map(Slot::load);
        let used = slots().filter(|&(_, data)| data != 0 && generation_of(data) == generation).count();
        used as f64 / slots().count().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry { mv: 77, score: -123, eval: 45, depth: 9, bound: Some(Bound::Lower) };

    #[test]
    fn a_stored_entry_is_found() {
        let table = Table::new(1);
        for key in [1, u64::MAX, 0x1234_5678_9abc_def0] {
            assert_eq!(table.probe(key), None);
            table.store(key, ENTRY);
            assert_eq!(table.probe(key), Some(ENTRY));
        }
        table.clear();
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn a_slot_torn_by_two_writers_reads_as_absent() {
        let table = Table::new(1);
        table.store(5, ENTRY);
        let other = Entry { depth: 3, ..ENTRY }.pack(0);
        table.bucket(5).0[0].data.store(other, Ordering::Relaxed);
        assert_eq!(table.probe(5), None);
    }

    #[test]
    fn the_move_survives_a_store_without_one_and_depth_survives_a_shallow_store() {
        let table = Table::new(1);
        table.store(5, ENTRY);
        table.store(5, Entry { mv: 0, depth: 8, ..ENTRY });
        assert_eq!(table.probe(5), Some(Entry { depth: 8, ..ENTRY }));
        table.store(5, Entry { depth: 1, ..ENTRY });
        assert_eq!(table.probe(5).unwrap().depth, 8);
        table.new_generation();
        table.store(5, Entry { depth: 1, ..ENTRY });
        assert_eq!(table.probe(5).unwrap().depth, 1, "an old entry gives way");
    }

    #[test]
    fn a_full_bucket_replaces_its_shallowest_entry() {
        let table = Table::new(1);
        for depth in 1..=5 {
            table.store(u64::from(depth), Entry { depth, ..ENTRY });
        }
        assert_eq!(table.probe(1), None);
        assert!((2..=5).all(|key| table.probe(key).is_some()));
        assert!(table.fullness() > 0.0);
    }
}
