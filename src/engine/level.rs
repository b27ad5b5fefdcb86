//! Playing levels: how the engine plays each game below full strength. The handicap has the same form for all games; the
//! numbers differ.

use super::gomoku::threat_space::ProofKind;
use super::value::Value;
use crate::rules::Ruleset;

/// The playing strength: from 1, an opponent for beginners, to 10, full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// How a level below full strength plays: with a limited depth and random errors in its scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// The deepest iteration, in plies before quiescence.
    pub depth: u32,
    /// Each root move's score is changed at random by at most this much, in hundredths of a soldier.
    pub score_noise: Value,
    /// A move that scores worse than the best one by more than this is never played, so that errors stay human.
    pub blunder_margin: Value,
    pub scope: Scope,
}

/// Which moves and threats a search of five in a row considers. Xiangqi has none of these limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// How many root moves are searched: the first ones in move order.
    pub breadth: usize,
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
        sees_open_fours: true,
        leaf_vcf_stones: 8,
        root_proof: Some(ProofKind::Vct),
    };
}

impl Level {
    pub const MIN: u8 = 1;
    pub const MAX: u8 = LEVELS_BELOW_FULL as u8 + 1;

    pub fn new(level: u8) -> Option<Level> {
        (Level::MIN..=Level::MAX).contains(&level).then_some(Level(level))
    }

    pub fn get(self) -> u8 {
        self.0
    }

    /// How this level plays the ruleset; none at full strength.
    pub fn handicap(self, ruleset: Ruleset) -> Option<Handicap> {
        let table = match ruleset {
            Ruleset::Xiangqi => &XIANGQI,
            Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Renju | Ruleset::Caro => &FIVE_IN_A_ROW,
        };
        table.get(usize::from(self.0 - Level::MIN)).copied()
    }
}

const LEVELS_BELOW_FULL: usize = 9;

/// From level 3 on the search sees the reply, so that no level overlooks a mate in one. From level 4 on the blunder margin
/// is less than a rook, so that no level leaves one unprotected.
const XIANGQI: [Handicap; LEVELS_BELOW_FULL] = [
    xiangqi(1, 320, 900),
    xiangqi(1, 155, 500),
    xiangqi(2, 150, 450),
    xiangqi(2, 70, 300),
    xiangqi(3, 60, 220),
    xiangqi(5, 30, 100),
    xiangqi(7, 20, 80),
    xiangqi(8, 8, 40),
    xiangqi(10, 5, 25),
];

const fn xiangqi(depth: u32, score_noise: Value, blunder_margin: Value) -> Handicap {
    Handicap { depth, score_noise, blunder_margin, scope: Scope::FULL }
}

/// All levels make and block fives. From level 2 on they see open threes, and from level 5 on wins by continuous fours.
const FIVE_IN_A_ROW: [Handicap; LEVELS_BELOW_FULL] = [
    five_in_a_row(1, 60, Scope { breadth: 8, sees_open_fours: false, leaf_vcf_stones: 0, root_proof: None }),
    five_in_a_row(1, 900, without_vcf(8)),
    five_in_a_row(1, 200, without_vcf(8)),
    five_in_a_row(1, 60, without_vcf(10)),
    five_in_a_row(3, 120, with_vcf(16, 3)),
    five_in_a_row(4, 20, with_vcf(24, 8)),
    five_in_a_row(5, 20, with_vcf(28, 8)),
    five_in_a_row(7, 10, with_vcf(32, 8)),
    five_in_a_row(8, 4, Scope { breadth: 40, ..Scope::FULL }),
];

const fn five_in_a_row(depth: u32, score_noise: Value, scope: Scope) -> Handicap {
    Handicap { depth, score_noise, blunder_margin: 3 * score_noise, scope }
}

const fn without_vcf(breadth: usize) -> Scope {
    Scope { breadth, leaf_vcf_stones: 0, root_proof: None, ..Scope::FULL }
}

const fn with_vcf(breadth: usize, leaf_vcf_stones: usize) -> Scope {
    Scope { breadth, leaf_vcf_stones, root_proof: Some(ProofKind::Vcf), ..Scope::FULL }
}
