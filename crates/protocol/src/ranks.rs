//! The two ways to number the ranks of the Xiangqi board in coordinates.

/// The number of Red's back rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FirstRank {
    /// `h2e2`, as here, in UCCI and in Pikafish.
    #[default]
    Zero,
    /// `h3e3`, as in Fairy-Stockfish.
    One,
}

impl FirstRank {
    /// Writes a move that has ranks from 0.
    pub fn write(self, coordinates: String) -> String {
        match self {
            FirstRank::Zero => coordinates,
            FirstRank::One => coordinates
                .chars()
                .map(|letter| {
                    letter.to_digit(10).map_or_else(|| letter.to_string(), |rank| (rank + 1).to_string())
                })
                .collect(),
        }
    }

    /// Converts a move to ranks from 0. None if it does not have ranks from 1 as it should.
    pub fn read(self, text: &str) -> Option<String> {
        match self {
            FirstRank::Zero => Some(text.to_owned()),
            FirstRank::One => from_one(text),
        }
    }
}

fn from_one(text: &str) -> Option<String> {
    let second_file = 1 + text.get(1..)?.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (from, to) = text.split_at(second_file);
    let point = |text: &str| {
        let rank = text.get(1..)?.parse::<u32>().ok()?.checked_sub(1)?;
        Some(format!("{}{rank}", text.get(..1)?))
    };
    Some(point(from)? + &point(to)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_counted_from_one_if_wanted() {
        for (from_zero, from_one) in [("h2e2", "h3e3"), ("a9a8", "a10a9"), ("i0i9", "i1i10")] {
            assert_eq!(FirstRank::One.write(from_zero.to_owned()), from_one);
            assert_eq!(FirstRank::One.read(from_one).as_deref(), Some(from_zero));
            assert_eq!(FirstRank::Zero.read(from_zero).as_deref(), Some(from_zero));
        }
        for wrong in ["", "h", "(none)", "h3", "h0e3", "hxey", "将五平四"] {
            assert_eq!(FirstRank::One.read(wrong), None, "{wrong}");
        }
    }
}
