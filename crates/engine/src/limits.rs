//! The limits of a search. The API's JSON and the engine use the same type.

use std::time::Duration;

/// The limits of one search. The first one reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Limits {
    /// Wall-clock time, in JSON as `time_ms`.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "time_ms", with = "milliseconds", skip_serializing_if = "Option::is_none")
    )]
    pub time: Option<Duration>,
    /// When the search ends if its best move is stable, at most `time`. It is set by the clock of a game and is not part of
    /// the JSON.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub soft_time: Option<Duration>,
    /// Whether the search may end at half of `time` or `nodes` if its best move is stable.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub early: Option<bool>,
    /// Depth of iterative deepening, in plies.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub depth: Option<u32>,
    /// Nodes, summed over all threads.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub nodes: Option<u64>,
}

impl Limits {
    /// How much of its soft limits a search has used after this time and these nodes: 0 if it has none, 1 at the first of
    /// them.
    pub fn soft_part_used(&self, time: Duration, nodes: u64) -> f64 {
        let half = |limit: f64| limit / 2.0;
        let is_early = self.early == Some(true);
        let early_time = self.time.filter(|_| is_early).map(|time| half(time.as_secs_f64()));
        let soft_time = self.soft_time.map(|time| time.as_secs_f64()).into_iter().chain(early_time);
        let by_time = soft_time.map(|soft| time.as_secs_f64() / soft);
        let by_nodes = self.nodes.filter(|_| is_early).map(|limit| nodes as f64 / half(limit as f64));
        by_time.chain(by_nodes).fold(0.0, f64::max)
    }
}

#[cfg(feature = "serde")]
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

    #[cfg(feature = "serde")]
    #[test]
    fn unset_limits_are_left_out_of_the_json() {
        let limits = Limits { time: Some(Duration::from_millis(250)), nodes: Some(7), ..Limits::default() };
        let text = serde_json::to_string(&limits).unwrap();
        assert_eq!(text, r#"{"time_ms":250,"nodes":7}"#);
        assert_eq!(serde_json::from_str::<Limits>(&text).unwrap(), limits);
        assert_eq!(serde_json::from_str::<Limits>("{}").unwrap(), Limits::default());
        let early = Limits { early: Some(true), ..limits };
        assert_eq!(serde_json::to_string(&early).unwrap(), r#"{"time_ms":250,"early":true,"nodes":7}"#);
    }

    #[test]
    fn the_first_soft_limit_counts() {
        let ms = Duration::from_millis;
        let limits = Limits { time: Some(ms(1000)), nodes: Some(600), ..Limits::default() };
        assert_eq!(limits.soft_part_used(ms(900), 500), 0.0);
        let soft = Limits { soft_time: Some(ms(200)), ..limits };
        assert_eq!(soft.soft_part_used(ms(100), 500), 0.5);
        let early = Limits { early: Some(true), ..limits };
        assert_eq!(early.soft_part_used(ms(250), 30), 0.5);
        assert_eq!(early.soft_part_used(ms(250), 450), 1.5);
        assert_eq!(Limits { early: Some(false), ..limits }.soft_part_used(ms(900), 500), 0.0);
    }
}
