//! What the moves of a solution have in common.

/// The moves that the solution consists of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Theme {
    /// Xiangqi: every move gives check.
    Checks,
    /// Xiangqi: a move gives no check, and still nothing saves the other side.
    QuietMove,
    /// Five in a row: every move makes a four, up to the five.
    Fours,
    /// Five in a row: a move makes a three or another threat.
    Threats,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 4] = [Theme::Checks, Theme::QuietMove, Theme::Fours, Theme::Threats];

    /// The name, as it is written in the table and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Checks => "checks",
            Theme::QuietMove => "quiet_move",
            Theme::Fours => "fours",
            Theme::Threats => "threats",
        }
    }
}
