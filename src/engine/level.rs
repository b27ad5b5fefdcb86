/// How strongly to play: 1, a beginner's opponent, to 10, all the engine has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// How a level below the top plays: it looks only so far ahead and is not sure of what it sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// In plies, before quiescence.
    pub depth: u32,
    /// Each move's score is off by up to this much either way, in hundredths of a soldier.
    pub blur: i32,
    /// A move that looks worse than the best by more than this is never played: errors stay human.
    pub window: i32,
}

impl Level {
    pub const MIN: u8 = 1;
    pub const MAX: u8 = 10;

    pub fn new(level: u8) -> Option<Level> {
        (Level::MIN..=Level::MAX).contains(&level).then_some(Level(level))
    }

    pub fn get(self) -> u8 {
        self.0
    }

    /// None at full strength.
    ///
    /// From level 3 on the reply is looked at, so that mate in one is never overlooked; from level 4 on the
    /// window is less than a rook, so that a free one is never left.
    pub fn handicap(self) -> Option<Handicap> {
        let handicap = |depth, blur, window| Some(Handicap { depth, blur, window });
        match self.0 {
            1 => handicap(1, 320, 900),
            2 => handicap(1, 155, 500),
            3 => handicap(2, 150, 450),
            4 => handicap(2, 70, 300),
            5 => handicap(3, 60, 220),
            6 => handicap(5, 30, 100),
            7 => handicap(7, 20, 80),
            8 => handicap(8, 8, 40),
            9 => handicap(10, 5, 25),
            _ => None,
        }
    }
}
