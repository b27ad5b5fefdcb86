//! When the moves of a game were played, and by whom, in three bytes for a usual move.

use data_encoding::BASE64_NOPAD;
use integer_encoding::VarInt;
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// When a move was played, to the millisecond, and whether by an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveInfo {
    pub by_engine: bool,
    pub at: Timestamp,
}

/// One [`MoveInfo`] for each move of a game, oldest first.
///
/// The server keeps many games, so an entry is a variable-length integer: the milliseconds since the move before (since
/// the Unix epoch for the first one) times two, plus one for a move of an engine. The clock may be set back between two
/// moves; the integer is then negative.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveInfos {
    bytes: Vec<u8>,
    /// The time of the last move, in milliseconds since the Unix epoch; 0 if there is none.
    last_at: i64,
}

impl MoveInfos {
    /// Appends the move after the last one. Drops the part of `at` below a millisecond.
    pub fn push(&mut self, by_engine: bool, at: Timestamp) {
        let mut buffer = [0; LONGEST_ENTRY];
        let length = self.next_entry(by_engine, at).encode_var(&mut buffer);
        self.bytes.reserve_exact(length);
        self.bytes.extend_from_slice(&buffer[..length]);
        self.last_at = at.as_millisecond();
    }

    fn next_entry(&self, by_engine: bool, at: Timestamp) -> i64 {
        2 * (at.as_millisecond() - self.last_at) + i64::from(by_engine)
    }

    pub fn iter(&self) -> impl Iterator<Item = MoveInfo> {
        self.entries().map(MoveInfo::from)
    }

    /// The last `count` moves, latest first. Reads no other entry.
    pub fn latest(&self, count: usize) -> impl Iterator<Item = MoveInfo> {
        let (mut end, mut at) = (self.bytes.len(), self.last_at);
        let entries = std::iter::from_fn(move || {
            // All bytes of an integer but its last one have the highest bit set.
            let is_last_byte = |byte: &u8| byte & 0x80 == 0;
            let before = self.bytes.get(..end.checked_sub(1)?)?;
            let start = before.iter().rposition(is_last_byte).map_or(0, |last| last + 1);
            let (entry, _) = i64::decode_var(&self.bytes[start..end])?;
            let info = Entry { by_engine: entry & 1 == 1, at, end };
            (end, at) = (start, at.saturating_sub(entry >> 1));
            Some(info)
        });
        entries.take(count).map(MoveInfo::from)
    }

    /// Keeps the first `moves` moves.
    pub fn truncate(&mut self, moves: usize) {
        let Some(last) = moves.checked_sub(1) else {
            *self = MoveInfos::default();
            return;
        };
        let kept = self.entries().nth(last);
        if let Some(entry) = kept {
            self.bytes.truncate(entry.end);
            self.last_at = entry.at;
        }
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        let mut before = Entry { by_engine: false, at: 0, end: 0 };
        std::iter::from_fn(move || {
            let (entry, length) = i64::decode_var(&self.bytes[before.end..])?;
            before = Entry {
                by_engine: entry & 1 == 1,
                at: before.at.saturating_add(entry >> 1),
                end: before.end + length,
            };
            Some(before)
        })
    }
}

/// How many bytes an integer of 64 bits takes at most.
const LONGEST_ENTRY: usize = 10;

/// The bytes in base64, the stored form.
impl Serialize for MoveInfos {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_NOPAD.encode(&self.bytes))
    }
}

impl<'de> Deserialize<'de> for MoveInfos {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MoveInfos, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        let bytes = BASE64_NOPAD.decode(text.as_bytes()).map_err(serde::de::Error::custom)?;
        let mut infos = MoveInfos { bytes, last_at: 0 };
        // Every timestamp must be one, because `iter` relies on it.
        let are_times = infos.entries().all(|entry| Timestamp::from_millisecond(entry.at).is_ok());
        infos.last_at = infos.entries().last().map_or(0, |entry| entry.at);
        if are_times { Ok(infos) } else { Err(serde::de::Error::custom("expected the times of moves")) }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    by_engine: bool,
    /// In milliseconds since the Unix epoch.
    at: i64,
    /// The position after its bytes.
    end: usize,
}

impl From<Entry> for MoveInfo {
    fn from(Entry { by_engine, at, .. }: Entry) -> MoveInfo {
        MoveInfo { by_engine, at: Timestamp::from_millisecond(at).expect("it was a timestamp") }
    }
}

impl FromIterator<MoveInfo> for MoveInfos {
    fn from_iter<I: IntoIterator<Item = MoveInfo>>(infos: I) -> MoveInfos {
        let mut all = MoveInfos::default();
        for MoveInfo { by_engine, at } in infos {
            all.bytes.extend_from_slice(&all.next_entry(by_engine, at).encode_var_vec());
            all.last_at = at.as_millisecond();
        }
        all.bytes.shrink_to_fit();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn infos() -> impl Strategy<Value = Vec<MoveInfo>> {
        // Timestamps of all lengths, in any order.
        let at =
            prop_oneof![-1_000_i64..1_000, 0..1_i64 << 42, -62_135_596_800_000_i64..=253_402_207_200_000];
        let info = (any::<bool>(), at)
            .prop_map(|(by_engine, at)| MoveInfo { by_engine, at: Timestamp::from_millisecond(at).unwrap() });
        proptest::collection::vec(info, 0..40)
    }

    proptest! {
        #[test]
        fn moves_are_read_as_they_were_pushed(infos in infos(), kept in 0_usize..50) {
            let mut pushed = MoveInfos::default();
            for info in &infos {
                pushed.push(info.by_engine, info.at);
            }
            prop_assert_eq!(pushed.iter().collect::<Vec<_>>(), infos.clone());
            prop_assert_eq!(&pushed, &infos.iter().copied().collect());
            let latest: Vec<_> = infos.iter().rev().take(kept).copied().collect();
            prop_assert_eq!(pushed.latest(kept).collect::<Vec<_>>(), latest);
            pushed.truncate(kept);
            prop_assert_eq!(pushed, infos.into_iter().take(kept).collect());
        }
    }

    #[test]
    fn a_move_of_some_minutes_takes_three_bytes() {
        let start: Timestamp = "2026-11-20T12:00:00.123Z".parse().unwrap();
        let mut infos = MoveInfos::default();
        infos.push(false, start);
        let first = infos.bytes.len();
        for minute in 1..=80 {
            infos.push(minute % 2 == 0, start + jiff::SignedDuration::from_mins(4 * minute));
        }
        assert_eq!(infos.bytes.len(), first + 3 * 80);
    }
}
