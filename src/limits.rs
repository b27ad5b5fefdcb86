//! The limits of a search. The API's JSON and the engine use the same type.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The limits of one search. The first one reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock time, in JSON as `time_ms`.
    #[serde(rename = "time_ms", with = "milliseconds", default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// When the search ends if its best move is stable, at most `time`. It is set by the clock of a game and is not part of
    /// the JSON.
    #[serde(skip)]
    pub soft_time: Option<Duration>,
    /// Depth of iterative deepening, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes, summed over all threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

mod milliseconds {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => serializer.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_millis))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unset_limits_are_left_out_of_the_json() {
        let limits = Limits { time: Some(Duration::from_millis(250)), nodes: Some(7), ..Limits::default() };
        let text = serde_json::to_string(&limits).unwrap();
        assert_eq!(text, r#"{"time_ms":250,"nodes":7}"#);
        assert_eq!(serde_json::from_str::<Limits>(&text).unwrap(), limits);
        assert_eq!(serde_json::from_str::<Limits>("{}").unwrap(), Limits::default());
    }
}
