//! The crosstable of a round robin.

use super::standings::Standings;
use std::fmt::Write;

/// A table in Markdown, the strongest engine first: Elo, what each scored against each, and all points.
pub fn markdown(names: &[&str], standings: &Standings) -> String {
    let mut order: Vec<usize> = (0..names.len()).collect();
    let elo = |engine: usize| standings.elo[engine].map_or(f64::NEG_INFINITY, |(elo, _)| elo);
    order.sort_by(|&a, &b| elo(b).total_cmp(&elo(a)));
    let mut text = String::from("| engine | Elo |");
    for &engine in &order {
        let _ = write!(text, " {} |", names[engine]);
    }
    let _ = writeln!(text, " points |\n{}", "| --- ".repeat(names.len() + 3) + "|");
    for &engine in &order {
        let elo =
            standings.elo[engine].map_or("–".to_owned(), |(elo, error)| format!("{elo:+.0} ± {error:.0}"));
        let _ = write!(text, "| {} | {elo} |", names[engine]);
        let (mut points, mut games) = (0.0, 0.0);
        for &opponent in &order {
            match standings.score(engine, opponent) {
                Some((won, played)) => {
                    (points, games) = (points + won, games + played);
                    let _ = write!(text, " {won} |");
                }
                None => text.push_str(if engine == opponent { " ∗ |" } else { " |" }),
            }
        }
        let _ = writeln!(text, " {points} / {games} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::round_robin::standings::Meeting;
    use crate::stats::GameResult::{Draw, Win};

    #[test]
    fn the_strongest_comes_first_with_its_points_against_each() {
        let results = vec![Some(Draw), Some(Win), None];
        let meeting = Meeting { players: [1, 0], time_control: 0, results };
        let text = markdown(&["weak", "strong"], &Standings::of(2, [meeting].iter()));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "| engine | Elo | strong | weak | points |");
        assert!(
            lines[2].starts_with("| strong | +") && lines[2].ends_with("| ∗ | 1.5 | 1.5 / 2 |"),
            "{text}"
        );
        assert!(lines[3].starts_with("| weak | -") && lines[3].ends_with("| 0.5 | ∗ | 0.5 / 2 |"), "{text}");
    }
}
