//! Who meets whom on the ladder.

use crate::portions::{Pairing, Player};
use crate::time_control::TimeControl;
use duiyi_engine::Level;
use duiyi_rules::Ruleset;
use std::ops::RangeInclusive;

#[derive(Clone, PartialEq, Eq, Debug, clap::Args)]
pub struct Plan {
    /// The levels that play: "1-6".
    #[arg(long, value_parser = levels, default_value = "1-20")]
    steps: RangeInclusive<u8>,
    /// Games of each level against the one below. Each opening is played twice.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Games of each level against the one two or three below.
    #[arg(long, default_value_t = 40)]
    tie_games: usize,
    /// Games of each low level against each opponent of known strength.
    #[arg(long, default_value_t = 200)]
    anchor_games: usize,
}

fn levels(text: &str) -> Result<RangeInclusive<u8>, String> {
    let level = |text: &str| text.trim().parse().ok().and_then(Level::new).map(Level::get);
    match text.split_once('-').map(|(low, high)| (level(low), level(high))) {
        Some((Some(low), Some(high))) if low <= high => Ok(low..=high),
        _ => Err("expected two levels, the lower first, such as 1-6".to_owned()),
    }
}

/// The highest level that meets the newcomer.
const NEWCOMER_MAX: u8 = 3;
/// The levels that meet the material search, and its greatest depth.
const MINIMAX_LEVELS: RangeInclusive<u8> = 2..=5;
const MINIMAX_MAX_DEPTH: u8 = 4;

impl Plan {
    pub fn pairings(&self, ruleset: Ruleset, time_control: TimeControl) -> Vec<Pairing> {
        let player = |name: String| Player { description: name.clone(), name };
        let of = |level: u8, opponent: String, games| Pairing {
            players: [player(name(level)), player(opponent)],
            time_control,
            games,
        };
        let (low, high) = (*self.steps.start(), *self.steps.end());
        let steps = (low..high).map(|level| of(level + 1, name(level), self.games));
        let ties = (low..high).filter_map(|level| {
            let upper = level + 2 + level % 2;
            (upper <= high).then(|| of(upper, name(level), self.tie_games))
        });
        let newcomer =
            (low..=high.min(NEWCOMER_MAX)).map(|level| of(level, "newcomer".into(), self.anchor_games));
        // Depth 1 is to meet its like at level 2 or 3, and so on.
        let depths = |level: u8| level.saturating_sub(2).max(1)..=level.min(MINIMAX_MAX_DEPTH);
        let minimax =
            MINIMAX_LEVELS.filter(|level| self.steps.contains(level) && ruleset == Ruleset::Xiangqi);
        let minimax = minimax.flat_map(|level| {
            depths(level).map(move |depth| of(level, format!("minimax:{depth}"), self.anchor_games))
        });
        let all = steps.chain(ties).chain(newcomer).chain(minimax);
        all.filter(|pairing| pairing.games > 0).collect()
    }
}

fn name(level: u8) -> String {
    format!("level:{level}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(steps: RangeInclusive<u8>) -> Plan {
        Plan { steps, games: 200, tie_games: 40, anchor_games: 100 }
    }

    fn names(plan: &Plan, ruleset: Ruleset) -> Vec<String> {
        let short = |name: &str| name.replace("level:", "").replace("minimax:", "m");
        plan.pairings(ruleset, TimeControl::Nodes(1))
            .iter()
            .map(|pairing| pairing.names().map(short).join("-"))
            .collect()
    }

    #[test]
    fn every_step_is_played_and_tied_to_others() {
        let all = names(&plan(1..=Level::MAX), Ruleset::Renju);
        for level in 1..Level::MAX {
            assert!(all.contains(&format!("{}-{level}", level + 1)));
        }
        assert_eq!(all.iter().filter(|name| name.ends_with("newcomer")).count(), 3);
        assert!(all.contains(&"4-1".to_owned()) && all.contains(&"4-2".to_owned()));
        assert!(all.iter().all(|name| !name.contains('m') || name.ends_with("newcomer")));
    }

    #[test]
    fn a_part_of_the_ladder_has_only_its_own_levels() {
        assert_eq!(
            names(&plan(3..=4), Ruleset::Xiangqi),
            ["4-3", "3-newcomer", "3-m1", "3-m2", "3-m3", "4-m2", "4-m3", "4-m4"]
        );
        assert_eq!(names(&plan(18..=20), Ruleset::Xiangqi), ["19-18", "20-19", "20-18"]);
    }

    #[test]
    fn the_range_of_levels_is_checked() {
        assert_eq!(levels("1-6"), Ok(1..=6));
        for wrong in ["", "6", "6-1", "0-3", "1-21", "a-b"] {
            assert!(levels(wrong).is_err(), "{wrong}");
        }
    }
}
