//! What the mover of each ply had left on the clock, in three bytes for a usual move.

use data_encoding::BASE64_NOPAD;
use integer_encoding::VarInt;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The time that the mover had left after each ply of a game, in milliseconds, oldest first. None for a move that was played
/// before the game had a clock.
///
/// An entry is a variable-length integer: 0 for none, or the milliseconds plus one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveClocks(Vec<u8>);

impl MoveClocks {
    /// The times of `plies` moves of which none is known.
    pub fn unknown(plies: usize) -> MoveClocks {
        MoveClocks(vec![0; plies])
    }

    pub fn push(&mut self, left_ms: Option<u64>) {
        let entry = left_ms.map_or(0, |left| left.saturating_add(1)).encode_var_vec();
        self.0.reserve_exact(entry.len());
        self.0.extend_from_slice(&entry);
    }

    pub fn iter(&self) -> impl Iterator<Item = Option<u64>> {
        self.entries().map(|(entry, _)| entry.checked_sub(1))
    }

    /// Keeps the first `moves` moves.
    pub fn truncate(&mut self, moves: usize) {
        let end = moves
            .checked_sub(1)
            .map_or(0, |last| self.entries().nth(last).map_or(self.0.len(), |(_, end)| end));
        self.0.truncate(end);
    }

    /// The entries, each with the position after its bytes.
    fn entries(&self) -> impl Iterator<Item = (u64, usize)> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let (entry, length) = u64::decode_var(&self.0[start..])?;
            start += length;
            Some((entry, start))
        })
    }
}

/// The bytes in base64, the stored form.
impl Serialize for MoveClocks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_NOPAD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for MoveClocks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MoveClocks, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        BASE64_NOPAD.decode(text.as_bytes()).map(MoveClocks).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn times_are_read_as_they_were_pushed(
            times in prop::collection::vec(prop::option::of(0..u64::MAX), 0..40),
            kept in 0_usize..50,
        ) {
            let mut pushed = MoveClocks::default();
            for &time in &times {
                pushed.push(time);
            }
            prop_assert_eq!(pushed.iter().collect::<Vec<_>>(), times.clone());
            let text = serde_json::to_string(&pushed).unwrap();
            prop_assert_eq!(&serde_json::from_str::<MoveClocks>(&text).unwrap(), &pushed);
            pushed.truncate(kept);
            prop_assert_eq!(pushed.iter().collect::<Vec<_>>(), &times[..kept.min(times.len())]);
        }
    }

    #[test]
    fn half_an_hour_takes_three_bytes() {
        let mut times = MoveClocks::unknown(2);
        for _ in 0..80 {
            times.push(Some(1_800_000));
        }
        assert_eq!(times.0.len(), 2 + 3 * 80);
    }
}
