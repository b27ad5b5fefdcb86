//! Counts the positions since the last capture. Earlier positions cannot recur.

use foldhash::{HashMap, HashMapExt};

/// The occurrences of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrences {
    pub count: u32,
    /// The ply, counted from 0, of the first occurrence: the position before that ply.
    pub first: u32,
}

/// The positions of a game since its last capture, by key. The keys are random numbers, so a fast hash suffices.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recurrence(HashMap<u64, Occurrences>);

impl Recurrence {
    /// Counts an occurrence of the position with this key before ply `ply`.
    pub fn add(&mut self, ply: usize, key: u64) {
        let ply = ply as u32;
        let seen = self.0.entry(key).or_insert(Occurrences { count: 0, first: ply });
        seen.count += 1;
        seen.first = seen.first.min(ply);
    }

    pub fn of(&self, key: u64) -> Option<Occurrences> {
        self.0.get(&key).copied()
    }
}

impl FromIterator<(usize, u64)> for Recurrence {
    fn from_iter<I: IntoIterator<Item = (usize, u64)>>(positions: I) -> Recurrence {
        let positions = positions.into_iter();
        let mut recurrence = Recurrence(HashMap::with_capacity(positions.size_hint().0));
        positions.for_each(|(ply, key)| recurrence.add(ply, key));
        recurrence
    }
}
