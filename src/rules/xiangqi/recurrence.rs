//! How often each position has occurred since the last capture: only those can come again.

use std::collections::HashMap;

/// The occurrences of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrences {
    pub count: u32,
    /// The ply, counted from 0, before which the position was there first.
    pub first: u32,
}

/// The positions of a game since its last capture, by key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recurrence(HashMap<u64, Occurrences>);

impl Recurrence {
    /// Notes that the position of this key was there before this ply.
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
