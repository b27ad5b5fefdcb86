//! Values by side as JSON.

use crate::rules::{BySide, Side};
use serde::{Serialize, Serializer};

/// A value for each side, keyed by the names of the ruleset's sides.
#[derive(Debug)]
pub(super) struct Sides<T> {
    pub names: BySide<&'static str>,
    pub values: BySide<T>,
}

impl<T: Serialize> Serialize for Sides<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Side::ALL.map(|side| (self.names[side], &self.values[side])))
    }
}

/// A value for some sides, keyed by their names.
#[derive(Debug)]
pub struct SomeSides<'a, T> {
    pub(super) names: BySide<&'static str>,
    pub(super) values: &'a BySide<Option<T>>,
}

impl<T: Serialize> Serialize for SomeSides<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values =
            Side::ALL.into_iter().filter_map(|side| Some((self.names[side], self.values[side].as_ref()?)));
        serializer.collect_map(values)
    }
}
