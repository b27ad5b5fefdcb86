/// The options of a game of Xiangqi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    pub repetition: Repetition,
    /// The number of plies without a capture after which the game is drawn. 0 means no limit.
    pub no_capture_limit: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { repetition: Repetition::Asian, no_capture_limit: 120 }
    }
}

/// Which side loses when a position repeats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// Perpetual check and perpetual chase lose, after the rules of the Asian Xiangqi Federation.
    Asian,
    /// Only perpetual check loses. Chases are allowed, and if both sides check perpetually, the game is drawn.
    ChecksOnly,
    /// Neither side loses, whatever it does: the third occurrence of a position is a draw.
    Draw,
}

impl Repetition {
    pub const ALL: [Repetition; 3] = [Repetition::Asian, Repetition::ChecksOnly, Repetition::Draw];

    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Repetition::Asian => "asian",
            Repetition::ChecksOnly => "checks_only",
            Repetition::Draw => "draw",
        }
    }
}
