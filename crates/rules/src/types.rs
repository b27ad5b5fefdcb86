//! The types that all rulesets share: sides and moves.

/// A game and the variant of its rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Ruleset {
    /// Chinese chess.
    Xiangqi,
    /// Five in a row, freestyle.
    Gomoku,
    /// Five in a row, exactly five.
    GomokuStandard,
    /// Five in a row with points forbidden to Black.
    Renju,
    /// Five in a row, not blocked at both ends.
    Caro,
}

impl Ruleset {
    /// All rulesets.
    pub const ALL: [Ruleset; 5] =
        [Ruleset::Xiangqi, Ruleset::Gomoku, Ruleset::GomokuStandard, Ruleset::Renju, Ruleset::Caro];

    /// The name in the API, for example `xiangqi`.
    pub fn name(self) -> &'static str {
        match self {
            Ruleset::Xiangqi => "xiangqi",
            Ruleset::Gomoku => "gomoku",
            Ruleset::GomokuStandard => "gomoku_standard",
            Ruleset::Renju => "renju",
            Ruleset::Caro => "caro",
        }
    }

    /// The names of the two sides. `red` moves first in Xiangqi, `black` in the others.
    pub fn side_names(self) -> BySide<&'static str> {
        match self {
            Ruleset::Xiangqi => BySide { first: "red", second: "black" },
            _ => BySide { first: "black", second: "white" },
        }
    }

    /// The side with this name, if the ruleset has one.
    pub fn side(self, name: &str) -> Option<Side> {
        let names = self.side_names();
        Side::ALL.into_iter().find(|&side| names[side] == name)
    }
}

/// Writes the name in the API.
impl std::fmt::Display for Ruleset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// No ruleset has this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected one of {}", Ruleset::ALL.map(Ruleset::name).join(", "))]
pub struct UnknownRuleset;

impl std::str::FromStr for Ruleset {
    type Err = UnknownRuleset;

    /// Reads the name of a ruleset, as [`Ruleset::name`] writes it.
    fn from_str(name: &str) -> Result<Ruleset, UnknownRuleset> {
        Ruleset::ALL.into_iter().find(|ruleset| ruleset.name() == name).ok_or(UnknownRuleset)
    }
}

/// One of the two sides, by the order in which they move. Their colors depend on the ruleset: see
/// [`Ruleset::side_names`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Side {
    /// The side that moves first: Red in Xiangqi, Black in five in a row.
    First,
    /// The other side: Black in Xiangqi, White in five in a row.
    Second,
}

impl Side {
    /// Both sides, the one that moves first in front.
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// The opponent of this side.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// One `T` for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BySide<T> {
    /// The value of [`Side::First`].
    pub first: T,
    /// The value of [`Side::Second`].
    pub second: T,
}

impl<T> BySide<T> {
    /// The value of a function for each side.
    pub fn from_fn(mut value: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { first: value(Side::First), second: value(Side::Second) }
    }

    /// Exchanges the values of the two sides.
    pub fn swapped(self) -> BySide<T> {
        BySide { first: self.second, second: self.first }
    }
}

impl<T> std::ops::Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> std::ops::IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}

/// A move of any ruleset, encoded in 16 bits. Each ruleset has its own encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move(pub u16);

/// A move in every notation of its ruleset. All rulesets have coordinates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveText {
    /// For example `h2e2` in Xiangqi or `h8` in Gomoku.
    pub coordinates: String,
    /// For example `炮二平五`.
    pub chinese: Option<String>,
    /// For example `C2=5`.
    pub wxf: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rulesets_are_read_and_written_by_their_names_in_the_api() {
        let names = Ruleset::ALL.map(|ruleset| ruleset.to_string());
        assert_eq!(names, ["xiangqi", "gomoku", "gomoku_standard", "renju", "caro"]);
        assert_eq!(names.map(|name| name.parse()), Ruleset::ALL.map(Ok));
        assert_eq!("chess".parse::<Ruleset>(), Err(UnknownRuleset));
    }
}
