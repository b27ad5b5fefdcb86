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
pub struct MoveInfos(Vec<u8>);

impl MoveInfos {
    /// Appends the move after the last one. Drops the part of `at` below a millisecond.
    pub fn push(&mut self, by_engine: bool, at: Timestamp) {
        let before = self.entries().last().map_or(0, |entry| entry.at);
        let entry = encoded(before, MoveInfo { by_engine, at });
        self.0.reserve_exact(entry.len());
        self.0.extend_from_slice(&entry);
    }

    pub fn iter(&self) -> impl Iterator<Item = MoveInfo> {
        self.entries().map(|Entry { by_engine, at, .. }| MoveInfo {
            by_engine,
            at: Timestamp::from_millisecond(at).expect("it was a timestamp"),
        })
    }

    /// Keeps the first `moves` moves.
    pub fn truncate(&mut self, moves: usize) {
        let end = moves
            .checked_sub(1)
            .map_or(0, |last| self.entries().nth(last).map_or(self.0.len(), |entry| entry.end));
        self.0.truncate(end);
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        let mut before = Entry { by_engine: false, at: 0, end: 0 };
        std::iter::from_fn(move || {
            let (entry, length) = i64::decode_var(&self.0[before.end..])?;
            before = Entry {
                by_engine: entry & 1 == 1,
                at: before.at.saturating_add(entry >> 1),
                end: before.end + length,
            };
            Some(before)
        })
    }
}

/// The entry of a move that follows one at `before`, in milliseconds since the Unix epoch.
fn encoded(before: i64, MoveInfo { by_engine, at }: MoveInfo) -> Vec<u8> {
    (2 * (at.as_millisecond() - before) + i64::from(by_engine)).encode_var_vec()
}

/// The bytes in base64, the stored form.
impl Serialize for MoveInfos {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_NOPAD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for MoveInfos {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MoveInfos, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        let bytes = BASE64_NOPAD.decode(text.as_bytes()).map_err(serde::de::Error::custom)?;
        let infos = MoveInfos(bytes);
        // Every timestamp must be one, because `iter` relies on it.
        let are_times = infos.entries().all(|entry| Timestamp::from_millisecond(entry.at).is_ok());
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

impl FromIterator<MoveInfo> for MoveInfos {
    fn from_iter<I: IntoIterator<Item = MoveInfo>>(infos: I) -> MoveInfos {
        let mut bytes = Vec::new();
        let mut before = 0;
        for info in infos {
            bytes.extend_from_slice(&encoded(before, info));
            before = info.at.as_millisecond();
        }
        bytes.shrink_to_fit();
        MoveInfos(bytes)
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
            pushed.truncate(kept);
            prop_assert_eq!(pushed, infos.into_iter().take(kept).collect());
        }
    }

    #[test]
    fn a_move_of_some_minutes_takes_three_bytes() {
        let start: Timestamp = "2026-11-20T12:00:00.123Z".parse().unwrap();
        let mut infos = MoveInfos::default();
        infos.push(false, start);
        let first = infos.0.len();
        for minute in 1..=80 {
            infos.push(minute % 2 == 0, start + jiff::SignedDuration::from_mins(4 * minute));
        }
        assert_eq!(infos.0.len(), first + 3 * 80);
    }
}
