//! Playing levels: how the engine plays each game below full strength. The handicap has the same form for all games; the
//! numbers differ.

use super::gomoku::threat_space::ProofKind;
use super::value::Value;
use crate::limits::Limits;
use duiyi_rules::Ruleset;

/// The playing strength: from 1, which somebody who has just learned the rules beats as often as not, to 20, full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// How a level below full strength plays: it overlooks answers, looks less far ahead and errs in its scores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Handicap {
    /// The deepest iteration, in plies before quiescence.
    pub depth: u32,
    /// The most nodes of a search.
    pub nodes: u64,
    /// The answers that it does not see.
    pub overlooks: Overlooks,
    /// Each root move's score is changed at random by at most this much, in hundredths of a soldier.
    pub score_noise: Value,
    /// A move that scores worse than the best one by more than this is never played, so that errors stay human.
    pub blunder_margin: Value,
    /// Whether the opening book may choose the move.
    pub book: bool,
    /// What a search of five in a row considers.
    pub scope: Scope,
}

/// Which of the other side's answers a level overlooks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overlooks {
    /// None that its search could find.
    Nothing,
    /// In this share of its turns, in percent, all of them: it takes a protected piece, leaves one en prise or misses a threat.
    All(u8),
    /// Those that are hard to see: the hardest in this share of its turns, in percent, one that is half as hard in half as many,
    /// one that takes back in none. Above 100 there are answers that it never sees. Xiangqi alone.
    Hard(u16),
}

impl Overlooks {
    /// The answers that are overlooked in one turn: those that are at least so hard to see, from 0 to 100. None: it looks at all.
    /// `chance` is a number below 100 that each turn draws by lot.
    pub fn from_hardness(self, chance: u8) -> Option<u8> {
        let least = match self {
            Overlooks::Nothing => return None,
            Overlooks::All(percent) => return (chance < percent).then_some(0),
            Overlooks::Hard(percent) => 1 + (100 * u32::from(chance)).checked_div(u32::from(percent))?,
        };
        u8::try_from(least).ok().filter(|&least| least <= 100)
    }
}

impl Handicap {
    /// The handicap when a threat or a hanging piece has stood since the turn before. The level does not overlook the
    /// same one twice.
    pub fn attentive(self) -> Handicap {
        const NOISE: Value = 40;
        Handicap {
            overlooks: Overlooks::Nothing,
            score_noise: self.score_noise.min(NOISE),
            blunder_margin: self.blunder_margin.min(2 * NOISE),
            ..self
        }
    }

    /// The limits of a request with those of this handicap.
    pub fn limit(self, limits: Limits) -> Limits {
        Limits { nodes: Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))), ..limits }
    }
}

/// Which moves and threats a search of five in a row considers. Xiangqi has none of these limits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scope {
    /// How many root moves are searched: the first ones in move order.
    pub breadth: usize,
    /// Whether root moves are only points that touch a stone, as beginners play.
    pub only_touching: bool,
    /// Whether a move that makes an open four counts as a win before it is played.
    pub sees_open_fours: bool,
    /// The maximum number of stones of a VCF at the leaves. Below 2 the leaves do not search for one.
    pub leaf_vcf_stones: usize,
    /// Which win by threats to search for at the root, before the alpha-beta search.
    pub root_proof: Option<ProofKind>,
}

impl Scope {
    /// No limits: full strength.
    pub const FULL: Scope = Scope {
        breadth: usize::MAX,
        only_touching: false,
        sees_open_fours: true,
        leaf_vcf_stones: 8,
        root_proof: Some(ProofKind::Vct),
    };
}

/// The players whom a level suits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Group {
    /// Who has just learned the moves.
    New,
    /// Who knows the rules.
    Beginner,
    /// Who plays now and then.
    Casual,
    /// A member of a club.
    Club,
    /// One of the best of a club.
    Strong,
    /// A master.
    Master,
    /// Another engine.
    Engine,
}

impl Level {
    /// The weakest level.
    pub const MIN: u8 = 1;
    /// The strongest level: full strength.
    pub const MAX: u8 = LEVELS_BELOW_FULL as u8 + 1;

    /// The level of this number; none unless it is from [`Level::MIN`] to [`Level::MAX`].
    pub fn new(level: u8) -> Option<Level> {
        (Level::MIN..=Level::MAX).contains(&level).then_some(Level(level))
    }

    /// The number of the level, 1 to 20.
    pub fn get(self) -> u8 {
        self.0
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (Level::MIN..=Level::MAX).map(Level)
    }

    /// The group of players whom the level suits.
    pub fn group(self) -> Group {
        match self.0 {
            ..=2 => Group::New,
            3..=5 => Group::Beginner,
            6..=8 => Group::Casual,
            9..=12 => Group::Club,
            13..=15 => Group::Strong,
            16..=18 => Group::Master,
            _ => Group::Engine,
        }
    }

    /// The strength on this ruleset's own ladder, on which level 1 has 400 by definition. Figures of different rulesets are
    /// not comparable. Standard Gomoku and Caro have those of freestyle, whose handicaps they share.
    pub fn elo(self, ruleset: Ruleset) -> u16 {
        let table = match ruleset {
            Ruleset::Xiangqi => &XIANGQI_ELO,
            Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Caro => &GOMOKU_ELO,
            Ruleset::Renju => &RENJU_ELO,
        };
        table[usize::from(self.0 - Level::MIN)]
    }

    /// How this level plays the ruleset; none at full strength.
    pub fn handicap(self, ruleset: Ruleset) -> Option<Handicap> {
        let table = match ruleset {
            Ruleset::Xiangqi => &XIANGQI,
            Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Caro => &GOMOKU,
            Ruleset::Renju => &RENJU,
        };
        table.get(usize::from(self.0 - Level::MIN)).copied()
    }
}

const LEVELS_BELOW_FULL: usize = 19;

/// The most nodes of a level whose depth is limited, so that its strength depends little on the machine and on the time.
const SHALLOW_NODES: u64 = 20_000;

/// Levels 1 to 5 overlook answers, the first two of them whatever they are, the others what is hard to see. From level 9 on
/// the search sees the reply, so that no level overlooks a mate in one. From level 10 on the blunder margin is less than a rook, so that no level leaves one unprotected.
const XIANGQI: [Handicap; LEVELS_BELOW_FULL] = [
    xiangqi(1, 720, 2160).overlooking(100),
    xiangqi(1, 420, 2100).overlooking(90),
    xiangqi(1, 440, 1760).overlooking_hard(500),
    xiangqi(1, 285, 1000).overlooking_hard(300),
    xiangqi(1, 190, 665).overlooking_hard(150),
    xiangqi(1, 262, 996),
    xiangqi(1, 162, 617),
    xiangqi(1, 91, 346),
    xiangqi(2, 147, 560).with_book(),
    xiangqi(2, 87, 329).with_book(),
    xiangqi(3, 130, 493).with_book(),
    xiangqi(5, 112, 426).with_book(),
    xiangqi(6, 143, 543).with_book(),
    xiangqi(7, 110, 418).with_book(),
    within_nodes(4_800),
    within_nodes(8_200),
    within_nodes(14_200),
    within_nodes(25_000),
    within_nodes(55_000),
];

const fn xiangqi(depth: u32, score_noise: Value, blunder_margin: Value) -> Handicap {
    shallow(depth, score_noise, blunder_margin, Scope::FULL)
}

/// Measured by `duiyi-lab ladder`: docs/STRENGTH.md has the games.
const XIANGQI_ELO: [u16; LEVELS_BELOW_FULL + 1] = [
    400, 615, 795, 975, 1155, 1350, 1585, 1750, 1900, 2080, 2240, 2485, 2670, 2845, 3075, 3230, 3370, 3550,
    3690, 3860,
];
const GOMOKU_ELO: [u16; LEVELS_BELOW_FULL + 1] = [
    400, 545, 720, 910, 1105, 1250, 1430, 1585, 1780, 1955, 2150, 2310, 2500, 2685, 2835, 2995, 3165, 3320,
    3540, 3745,
];
const RENJU_ELO: [u16; LEVELS_BELOW_FULL + 1] = [
    400, 575, 760, 950, 1095, 1240, 1435, 1645, 1875, 2050, 2270, 2460, 2655, 2850, 3015, 3175, 3340, 3475,
    3630, 3760,
];

/// All levels make and block fives. Levels 1 to 6 overlook other threats, level 8 and up see open fours before they are made,
/// from level 12 on they search for wins by continuous fours, and from level 16 on also by fours and threes.
const GOMOKU: [Handicap; LEVELS_BELOW_FULL] = [
    five_in_a_row(1, 60_000, touching(100)).overlooking(100),
    five_in_a_row(1, 3643, touching(80)).overlooking(100),
    five_in_a_row(1, 664, without_open_fours(40)).overlooking(100),
    five_in_a_row(1, 1900, without_open_fours(30)).overlooking(25),
    five_in_a_row(1, 694, without_open_fours(20)).overlooking(2),
    five_in_a_row(1, 275, without_open_fours(12)).overlooking(12),
    five_in_a_row(1, 110, without_open_fours(8)),
    five_in_a_row(1, 1640, without_vcf(8)).with_book(),
    five_in_a_row(1, 345, without_vcf(8)).with_book(),
    five_in_a_row(1, 135, without_vcf(8)).with_book(),
    five_in_a_row(2, 126, without_vcf(12)).with_book(),
    five_in_a_row(3, 113, with_vcf(16, 3)).with_book(),
    five_in_a_row(4, 120, with_vcf(24, 8)).with_book(),
    five_in_a_row(5, 85, with_vcf(28, 8)).with_book(),
    five_in_a_row(7, 222, with_vcf(34, 8)).with_book(),
    within_nodes(8_100),
    within_nodes(16_000),
    within_nodes(31_500),
    within_nodes(82_000),
];

/// As [`GOMOKU`], but levels 5 and up overlook nothing, and from level 14 on they search for all wins by threats.
const RENJU: [Handicap; LEVELS_BELOW_FULL] = [
    five_in_a_row(1, 60_000, touching(100)).overlooking(100),
    five_in_a_row(1, 2704, touching(80)).overlooking(100),
    five_in_a_row(1, 501, touching(50)).overlooking(100),
    five_in_a_row(1, 1000, without_open_fours(30)).overlooking(26),
    five_in_a_row(1, 500, without_open_fours(20)),
    five_in_a_row(1, 200, without_open_fours(12)),
    five_in_a_row(1, 40, without_open_fours(12)),
    five_in_a_row(1, 980, without_vcf(8)).with_book(),
    five_in_a_row(1, 240, without_vcf(8)).with_book(),
    five_in_a_row(2, 228, without_vcf(10)).with_book(),
    five_in_a_row(3, 138, without_vcf(12)).with_book(),
    five_in_a_row(4, 133, with_vcf(16, 3)).with_book(),
    five_in_a_row(5, 122, with_vcf(24, 8)).with_book(),
    within_nodes(3_600),
    within_nodes(7_400),
    within_nodes(15_500),
    within_nodes(32_000),
    within_nodes(66_000),
    within_nodes(137_000),
];

const fn five_in_a_row(depth: u32, score_noise: Value, scope: Scope) -> Handicap {
    // Less than a loss: nobody overlooks the other side's five.
    const GREATEST_MARGIN: Value = 20_000;
    let blunder_margin = if 3 * score_noise < GREATEST_MARGIN { 3 * score_noise } else { GREATEST_MARGIN };
    shallow(depth, score_noise, blunder_margin, scope)
}

const fn shallow(depth: u32, score_noise: Value, blunder_margin: Value, scope: Scope) -> Handicap {
    Handicap {
        depth,
        nodes: SHALLOW_NODES,
        overlooks: Overlooks::Nothing,
        score_noise,
        blunder_margin,
        book: false,
        scope,
    }
}

/// Full strength, but for the number of nodes.
const fn within_nodes(nodes: u64) -> Handicap {
    Handicap {
        depth: u32::MAX,
        nodes,
        overlooks: Overlooks::Nothing,
        score_noise: 0,
        blunder_margin: 0,
        book: true,
        scope: Scope::FULL,
    }
}

impl Handicap {
    const fn overlooking(self, percent: u8) -> Handicap {
        Handicap { overlooks: Overlooks::All(percent), ..self }
    }

    const fn overlooking_hard(self, percent: u16) -> Handicap {
        Handicap { overlooks: Overlooks::Hard(percent), ..self }
    }

    const fn with_book(self) -> Handicap {
        Handicap { book: true, ..self }
    }
}

const fn touching(breadth: usize) -> Scope {
    Scope { only_touching: true, ..without_open_fours(breadth) }
}

const fn without_open_fours(breadth: usize) -> Scope {
    Scope { sees_open_fours: false, ..without_vcf(breadth) }
}

const fn without_vcf(breadth: usize) -> Scope {
    Scope { breadth, leaf_vcf_stones: 0, root_proof: None, ..Scope::FULL }
}

const fn with_vcf(breadth: usize, leaf_vcf_stones: usize) -> Scope {
    Scope { breadth, leaf_vcf_stones, root_proof: Some(ProofKind::Vcf), ..Scope::FULL }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_more_elo_than_the_one_below() {
        for ruleset in Ruleset::ALL {
            let elo: Vec<u16> = Level::all().map(|level| level.elo(ruleset)).collect();
            assert_eq!(elo[0], 400);
            assert!(elo.is_sorted_by(|below, above| below < above), "{}: {elo:?}", ruleset.name());
        }
    }

    /// How many of a hundred turns overlook an answer that is so hard to see.
    fn turns(overlooks: Overlooks, hardness: u8) -> usize {
        (0..100)
            .filter(|&chance| overlooks.from_hardness(chance).is_some_and(|least| hardness >= least))
            .count()
    }

    #[test]
    fn what_is_half_as_hard_to_see_is_overlooked_half_as_often() {
        let hard = |percent, hardness| turns(Overlooks::Hard(percent), hardness);
        assert_eq!([0, 1, 50, 100].map(|hardness| hard(40, hardness)), [0, 1, 20, 40]);
        assert_eq!([0, 25, 50, 100].map(|hardness| hard(200, hardness)), [0, 50, 100, 100]);
        assert_eq!([0, 50, 100].map(|hardness| turns(Overlooks::All(30), hardness)), [30; 3]);
        assert_eq!([Overlooks::Nothing, Overlooks::Hard(0)].map(|nothing| turns(nothing, 100)), [0; 2]);
    }

    #[test]
    fn only_full_strength_has_no_handicap() {
        for (level, ruleset) in Level::all().flat_map(|level| Ruleset::ALL.map(|ruleset| (level, ruleset))) {
            assert_eq!(level.handicap(ruleset).is_none(), level.get() == Level::MAX);
        }
        assert!(Level::new(Level::MAX + 1).is_none() && Level::new(0).is_none());
    }
}
