//! The Elo of the engines at all time controls as a picture.

use super::standings::Standings;
use std::fmt::Write;

const COLORS: [&str; 6] = ["#1f6fb2", "#c8502d", "#3a8f4d", "#8a55a8", "#a57c1b", "#4c5660"];
const LEFT: f64 = 150.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 40.0;
const WIDTH: f64 = 720.0;
/// The distance of two time controls of an engine, and the space between two engines.
const ROW: f64 = 18.0;
const GAP: f64 = 14.0;

/// An SVG: a row for each engine and time control with a point at the Elo and a bar for its 95 % interval.
pub fn svg(names: &[&str], all: &[(String, Standings)]) -> String {
    let group = all.len() as f64 * ROW + GAP;
    let height = TOP + names.len() as f64 * group + 40.0;
    let ends = all
        .iter()
        .flat_map(|(_, standings)| standings.elo.iter().flatten())
        .map(|(elo, error)| elo.abs() + error);
    let most = (ends.fold(50.0, f64::max) / 50.0).ceil() * 50.0;
    let x = |elo: f64| LEFT + (elo.clamp(-most, most) + most) / (2.0 * most) * (WIDTH - LEFT - RIGHT);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for tick in [-1.0, -0.5, 0.0, 0.5, 1.0].map(|share| share * most) {
        let (at, bottom) = (x(tick), height - 35.0);
        let _ = writeln!(text, "<path d=\"M{at:.1} {TOP}V{bottom:.1}\" stroke=\"#ddd\"/>");
        let _ = writeln!(
            text,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick:+.0}</text>",
            bottom + 18.0
        );
    }
    for (place, (time_control, standings)) in all.iter().enumerate() {
        let color = COLORS[place % COLORS.len()];
        let legend = LEFT + place as f64 * 120.0;
        let _ = writeln!(text, "<circle cx=\"{legend:.1}\" cy=\"20\" r=\"4\" fill=\"{color}\"/>");
        let _ = writeln!(text, "<text x=\"{:.1}\" y=\"24\">{}</text>", legend + 10.0, escaped(time_control));
        for (engine, elo) in standings.elo.iter().enumerate() {
            let Some((elo, error)) = *elo else { continue };
            let y = TOP + engine as f64 * group + GAP + place as f64 * ROW;
            let (low, high) = (x(elo - error), x(elo + error));
            let _ = writeln!(
                text,
                "<path d=\"M{low:.1} {y:.1}H{high:.1}\" stroke=\"{color}\" stroke-width=\"2\"/>"
            );
            let _ = writeln!(text, "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{color}\"/>", x(elo));
        }
    }
    for (engine, name) in names.iter().enumerate() {
        let y = TOP + engine as f64 * group + GAP + (all.len() as f64 - 1.0) * ROW / 2.0 + 4.0;
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 12.0,
            escaped(name)
        );
    }
    text.push_str("</svg>\n");
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_has_a_point_at_each_time_control_and_names_are_escaped() {
        let standings =
            || Standings { meetings: Vec::new(), elo: vec![Some((30.0, 12.0)), None, Some((-30.0, 9.0))] };
        let text =
            svg(&["a<b", "idle", "c"], &[("100ms".to_owned(), standings()), ("1+0".to_owned(), standings())]);
        // Two of the legend, and two engines at each time control.
        assert_eq!(text.matches("<circle").count(), 2 + 2 * 2);
        assert!(
            text.contains(">a&lt;b</text>") && text.contains(">idle</text>") && text.ends_with("</svg>\n")
        );
    }
}
