//! Many matches in small portions.

/// Some games of a match, which one thread plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Portion {
    /// The index of the match.
    pub of: usize,
    pub first_game: usize,
}

/// Whole pairs of games, few enough that all matches advance together.
pub const PORTION: usize = 10;

/// The portions of matches with these numbers of games by turns, so that an interrupted run knows something of every match.
pub fn portions(games: impl Iterator<Item = usize>) -> Vec<Portion> {
    let games: Vec<usize> = games.collect();
    let most = games.iter().copied().max().unwrap_or(0);
    let round = |first_game: usize| {
        let open = games.iter().enumerate().filter(move |(_, games)| first_game < **games);
        open.map(move |(of, _)| Portion { of, first_game })
    };
    (0..most).step_by(PORTION).flat_map(round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_matches_advance_together_and_no_game_is_left_out() {
        let plain: Vec<_> = portions([25, 10].into_iter()).iter().map(|it| (it.of, it.first_game)).collect();
        assert_eq!(plain, [(0, 0), (1, 0), (0, 10), (0, 20)]);
    }
}
