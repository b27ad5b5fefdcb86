/// What the players may agree on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    pub repetition: Repetition,
    /// Plies without a capture that end in a draw; none when 0.
    pub no_capture_limit: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { repetition: Repetition::Asian, no_capture_limit: 120 }
    }
}

/// Who loses by repeating a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// Perpetual check and perpetual chase lose, as the Asian Xiangqi Federation has it.
    Asian,
    /// Only perpetual check loses.
    ChecksOnly,
    /// Nobody: any repetition draws.
    Draw,
}

impl Repetition {
    pub const ALL: [Repetition; 3] = [Repetition::Asian, Repetition::ChecksOnly, Repetition::Draw];

    /// As the API has it.
    pub fn name(self) -> &'static str {
        match self {
            Repetition::Asian => "asian",
            Repetition::ChecksOnly => "checks_only",
            Repetition::Draw => "draw",
        }
    }
}
