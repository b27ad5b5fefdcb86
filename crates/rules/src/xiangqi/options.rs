/// The options of a game of Xiangqi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Which repetitions are a fault.
    pub repetition: Repetition,
    /// What happens to the side at fault.
    pub repetition_penalty: RepetitionPenalty,
    /// The number of plies without a capture after which the game is drawn. 0 means no limit.
    pub no_capture_limit: u32,
}

impl Options {
    /// The options with this rule of repetition and its usual penalty.
    pub fn with(repetition: Repetition) -> Options {
        Options { repetition, repetition_penalty: repetition.usual_penalty(), no_capture_limit: 120 }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::with(Repetition::Asian)
    }
}

/// Which repetitions are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// Perpetual check and perpetual chase, after the rules of the Asian Xiangqi Federation.
    Asian,
    /// Only perpetual check.
    ChecksOnly,
    /// None. Every repetition is a draw.
    Draw,
    /// Checks and chases are counted, as Tiantian Xiangqi and other apps count them.
    Tiantian,
}

impl Repetition {
    /// All rules of repetition.
    pub const ALL: [Repetition; 4] =
        [Repetition::Asian, Repetition::ChecksOnly, Repetition::Draw, Repetition::Tiantian];

    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Repetition::Asian => "asian",
            Repetition::ChecksOnly => "checks_only",
            Repetition::Draw => "draw",
            Repetition::Tiantian => "tiantian",
        }
    }

    /// The penalty for a forbidden repetition where this rule is used.
    pub fn usual_penalty(self) -> RepetitionPenalty {
        match self {
            Repetition::Asian | Repetition::ChecksOnly | Repetition::Draw => RepetitionPenalty::Lose,
            Repetition::Tiantian => RepetitionPenalty::Refuse,
        }
    }

    pub(super) fn forbids_chases(self) -> bool {
        matches!(self, Repetition::Asian | Repetition::Tiantian)
    }
}

/// What happens to a side that repeats what is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RepetitionPenalty {
    /// The move that completes the forbidden repetition loses the game.
    Lose,
    /// That move is not legal.
    Refuse,
}

impl RepetitionPenalty {
    /// Both penalties.
    pub const ALL: [RepetitionPenalty; 2] = [RepetitionPenalty::Lose, RepetitionPenalty::Refuse];

    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            RepetitionPenalty::Lose => "lose",
            RepetitionPenalty::Refuse => "refuse",
        }
    }
}
