use crate::engine::Limits;
use serde::{Deserialize, Serialize};

/// Who plays a side. Its JSON is the stored form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    Human,
    /// Boxed to keep sessions small, because most players are human.
    Engine(Box<EnginePlayer>),
}

impl Player {
    pub fn is_human(&self) -> bool {
        matches!(self, Player::Human)
    }
}

/// The search settings of an engine player, as plain data. The service turns them into searches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EnginePlayer {
    /// The name of a program in the settings of the server; none for our own engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Full strength when absent.
    pub level: Option<u8>,
    pub lines: usize,
    pub threads: usize,
    pub seed: Option<u64>,
    pub isolated: bool,
    pub book: bool,
    #[serde(flatten)]
    pub limits: Limits,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn an_engine_player_of_the_first_format_is_read() {
        let text = r#"{"kind":"engine","level":3,"lines":1,"threads":1,"seed":7,"isolated":false,"book":false,
            "time_ms":250,"depth":4,"nodes":null}"#;
        let Player::Engine(engine) = serde_json::from_str(text).unwrap() else { panic!("it is an engine") };
        let limits = Limits { time: Some(Duration::from_millis(250)), depth: Some(4), ..Limits::default() };
        assert_eq!((engine.level, engine.seed, engine.limits), (Some(3), Some(7), limits));
    }
}
