//! How strong the engines of a round robin are, by all of their games at a time control.

use crate::scale::{Match, fit};
use crate::stats::{GameResult, Score, mean};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// The games of two engines at a time control.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// Indices of the engines. The results are those of the first.
    pub players: [usize; 2],
    /// The index of the time control.
    pub time_control: usize,
    /// Two of each opening. Games not played yet are none.
    pub results: Vec<Option<GameResult>>,
}

#[derive(Clone, Debug)]
pub struct Standings {
    pub meetings: Vec<Meeting>,
    /// The Elo of each engine with half the width of its 95 % interval. The mean of all is 0. None without games.
    pub elo: Vec<Option<(f64, f64)>>,
}

impl Standings {
    /// The error is that of samples drawn from the pairs of games (bootstrap), because the two games of an opening are not
    /// independent.
    pub fn of<'a>(engines: usize, meetings: impl Iterator<Item = &'a Meeting>) -> Standings {
        const SAMPLES: usize = 200;
        let meetings: Vec<Meeting> = meetings.cloned().collect();
        let elo = centered(engines, &meetings);
        let mut random = SmallRng::seed_from_u64(2026);
        let samples: Vec<Vec<Option<f64>>> = (0..SAMPLES)
            .map(|_| {
                centered(
                    engines,
                    &meetings.iter().map(|meeting| sampled(meeting, &mut random)).collect::<Vec<_>>(),
                )
            })
            .collect();
        let error = |engine: usize| {
            let values: Vec<f64> = samples.iter().filter_map(|sample| sample[engine]).collect();
            let middle = mean(&values);
            let variance = mean(&values.iter().map(|value| (value - middle).powi(2)).collect::<Vec<_>>());
            1.96 * variance.sqrt()
        };
        let elo = elo.into_iter().enumerate().map(|(engine, elo)| Some((elo?, error(engine)))).collect();
        Standings { meetings, elo }
    }

    /// What an engine has scored against another one. None if they have not met.
    pub fn score(&self, engine: usize, opponent: usize) -> Option<(f64, f64)> {
        let meeting = self
            .meetings
            .iter()
            .find(|meeting| meeting.players == [engine, opponent] || meeting.players == [opponent, engine])?;
        let score = Score::of(&meeting.results);
        let points =
            if meeting.players[0] == engine { score.points() } else { score.played() - score.points() };
        (score.played() > 0.0).then_some((points, score.played()))
    }
}

/// As many pairs of games as the meeting has, each drawn from all of them.
fn sampled(meeting: &Meeting, random: &mut SmallRng) -> Meeting {
    let pairs: Vec<&[Option<GameResult>]> =
        meeting.results.chunks(2).filter(|pair| pair.iter().any(Option::is_some)).collect();
    let draw = |_: &&[Option<GameResult>]| pairs[random.random_range(0..pairs.len())].to_vec();
    Meeting { results: pairs.iter().flat_map(draw).collect(), ..meeting.clone() }
}

/// The Elo of the engines around their mean.
fn centered(engines: usize, meetings: &[Meeting]) -> Vec<Option<f64>> {
    let matches: Vec<Match> = meetings
        .iter()
        .map(|meeting| {
            let score = Score::of(&meeting.results);
            Match { players: meeting.players, points: score.points(), games: score.played() }
        })
        .collect();
    let has_played = |engine: usize| matches.iter().any(|it| it.games > 0.0 && it.players.contains(&engine));
    let Some(anchor) = (0..engines).find(|&engine| has_played(engine)) else { return vec![None; engines] };
    let elo = fit(engines, &matches, anchor, 0.0);
    let middle = mean(&elo.iter().copied().flatten().collect::<Vec<_>>());
    elo.into_iter().map(|elo| elo.map(|elo| elo - middle)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(players: [usize; 2], results: &[GameResult]) -> Meeting {
        Meeting { players, time_control: 0, results: results.iter().copied().map(Some).collect() }
    }

    #[test]
    fn who_wins_more_is_stronger_and_more_games_say_so_more_precisely() {
        use GameResult::{Draw, Loss, Win};
        let round = [Win, Draw, Win, Loss];
        let standings = |times: usize| {
            let meetings = [[0, 1], [0, 2], [1, 2]].map(|players| meeting(players, &round.repeat(times)));
            Standings::of(4, meetings.iter())
        };
        let few = standings(5);
        let elo: Vec<f64> = few.elo[..3].iter().map(|elo| elo.unwrap().0).collect();
        assert!(elo[0] > elo[1] && elo[1] > elo[2] && elo.iter().sum::<f64>().abs() < 1e-6, "{elo:?}");
        assert_eq!(few.elo[3], None);
        let error = |standings: &Standings| standings.elo[0].unwrap().1;
        let ratio = error(&few) / error(&standings(20));
        assert!(ratio > 1.5 && ratio < 2.7, "four times the games halve the error: {ratio}");
        assert_eq!((few.score(0, 1), few.score(1, 0)), (Some((12.5, 20.0)), Some((7.5, 20.0))));
        assert_eq!(few.score(0, 3), None);
    }
}
