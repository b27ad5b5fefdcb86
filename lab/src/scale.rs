//! One Elo scale for many matches: the Bradley-Terry model, a draw counting as half a win.

/// The result of a match, for its first player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Match {
    /// Indices of the players.
    pub players: [usize; 2],
    /// Wins plus half of the draws.
    pub points: f64,
    pub games: f64,
}

/// The Elo of each player by maximum likelihood, with this player at `anchor_elo`. One drawn game is added to every
/// match, so that a whitewash has a finite difference. None for players whom no matches connect with the anchor.
///
/// The iteration is the minorization of Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of
/// Statistics 32 (2004).
pub fn fit(players: usize, matches: &[Match], anchor: usize, anchor_elo: f64) -> Vec<Option<f64>> {
    const MOST_ITERATIONS: usize = 200_000;
    const PRECISION: f64 = 1e-10;
    let connected = connected(players, matches, anchor);
    let matches: Vec<Match> = matches
        .iter()
        .filter(|result| result.games > 0.0 && result.players.iter().all(|&player| connected[player]))
        .map(|result| Match { points: result.points + 0.5, games: result.games + 1.0, ..*result })
        .collect();
    let mut won = vec![0.0; players];
    for &Match { players: [first, second], points, games } in &matches {
        won[first] += points;
        won[second] += games - points;
    }
    let mut strength = vec![1.0; players];
    for _ in 0..MOST_ITERATIONS {
        let mut expected = vec![0.0; players];
        for &Match { players: [first, second], games, .. } in &matches {
            let share = games / (strength[first] + strength[second]);
            expected[first] += share;
            expected[second] += share;
        }
        let mut change: f64 = 0.0;
        for player in (0..players).filter(|&player| expected[player] > 0.0) {
            let next: f64 = won[player] / expected[player];
            change = change.max((next / strength[player]).ln().abs());
            strength[player] = next;
        }
        if change < PRECISION {
            break;
        }
    }
    let elo = |player: usize| anchor_elo + 400.0 * (strength[player] / strength[anchor]).log10();
    (0..players).map(|player| connected[player].then(|| elo(player))).collect()
}

/// Which players the matches connect with this one.
fn connected(players: usize, matches: &[Match], anchor: usize) -> Vec<bool> {
    let mut found = vec![false; players];
    found[anchor] = true;
    for _ in 0..players {
        for result in matches.iter().filter(|result| result.games > 0.0) {
            if result.players.iter().any(|&player| found[player]) {
                result.players.iter().for_each(|&player| found[player] = true);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(difference: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf(-difference / 400.0))
    }

    fn played(first: usize, second: usize, score: f64) -> Match {
        // So many games that the added draw does not matter.
        Match { players: [first, second], points: 1e6 * score, games: 1e6 }
    }

    fn assert_near(found: &[Option<f64>], wanted: &[f64]) {
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found.unwrap() - wanted).abs() < 0.1, "{found:?} instead of {wanted}");
        }
    }

    #[test]
    fn consistent_scores_give_back_the_elo_they_come_from() {
        let elo = [400.0, 590.0, 700.0, 950.0];
        let pairs = [(1, 0), (2, 1), (3, 2), (2, 0), (3, 0)];
        let matches: Vec<_> =
            pairs.into_iter().map(|(a, b)| played(a, b, expected(elo[a] - elo[b]))).collect();
        assert_near(&fit(4, &matches, 0, 400.0), &elo);
    }

    #[test]
    fn contradicting_scores_are_weighed_against_each_other() {
        // Two steps of 100 Elo each, and a match over both that says 260: each of three equal matches gives way by a third.
        let matches =
            [played(1, 0, expected(100.0)), played(2, 1, expected(100.0)), played(2, 0, expected(260.0))];
        let found = fit(3, &matches, 0, 0.0);
        let top = found[2].unwrap();
        assert!(top > 215.0 && top < 245.0, "{top}");
        assert!((found[1].unwrap() - top / 2.0).abs() < 0.1);
    }

    #[test]
    fn a_whitewash_is_finite_and_strangers_have_no_elo() {
        let matches = [
            Match { players: [1, 0], points: 20.0, games: 20.0 },
            Match { players: [2, 3], points: 1.0, games: 2.0 },
        ];
        let found = fit(4, &matches, 0, 400.0);
        assert!(found[1].is_some_and(|elo| elo > 900.0 && elo < 1200.0), "{found:?}");
        assert_eq!(found[2..], [None, None]);
    }
}
