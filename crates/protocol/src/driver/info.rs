//! The lines `info …` of UCI and UCCI.

use duiyi_engine::{Bound, Score};

/// What a line says of a variation. Numbers that it leaves out are 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Info<'a> {
    pub depth: u32,
    pub seldepth: u32,
    /// Which of the best lines it is, from 1.
    pub place: usize,
    pub score: Score,
    pub bound: Bound,
    pub nodes: u64,
    /// In thousandths.
    pub hash_full: u32,
    pub moves: Vec<&'a str>,
}

impl Info<'_> {
    /// Reads a line that has a score and a variation, such as `info depth 9 score cp 31 nodes 52 pv h2e2 h9g7`. UCCI omits the
    /// `cp`.
    pub fn parse(line: &str) -> Option<Info<'_>> {
        let mut words = line.split_ascii_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Info {
            depth: 0,
            seldepth: 0,
            place: 1,
            score: Score::Cp(0),
            bound: Bound::Exact,
            nodes: 0,
            hash_full: 0,
            moves: Vec::new(),
        };
        let mut has_score = false;
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.next()?.parse().ok()?,
                "seldepth" => info.seldepth = words.next()?.parse().ok()?,
                "multipv" => info.place = words.next()?.parse().ok()?,
                "nodes" => info.nodes = words.next()?.parse().ok()?,
                "hashfull" => info.hash_full = words.next()?.parse().ok()?,
                "lowerbound" => info.bound = Bound::Lower,
                "upperbound" => info.bound = Bound::Upper,
                "score" => {
                    info.score = match words.next()? {
                        "cp" => Score::Cp(centipawns(words.next()?)?),
                        "mate" => Score::Mate(words.next()?.parse().ok()?),
                        score => Score::Cp(centipawns(score)?),
                    };
                    has_score = true;
                }
                "pv" => info.moves = words.by_ref().collect(),
                // What follows is text.
                "string" => return None,
                _ => {}
            }
        }
        (has_score && !info.moves.is_empty() && info.place > 0).then_some(info)
    }
}

/// A score that is not taken for a mate.
fn centipawns(text: &str) -> Option<i32> {
    let score: i32 = text.parse().ok()?;
    Some(score.clamp(1 - Score::MATE, Score::MATE - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_in_both_dialects() {
        let read = |line| Info::parse(line).map(|info| (info.score, info.moves));
        let line = |score, moves: &[&'static str]| Some((score, moves.to_vec()));
        assert_eq!(read("info depth 9 time 31 nodes 4 score -31 pv h2e2"), line(Score::Cp(-31), &["h2e2"]));
        assert_eq!(
            read("info depth 9 score cp 31 nodes 5 pv h2e2 h9g7"),
            line(Score::Cp(31), &["h2e2", "h9g7"])
        );
        assert_eq!(read("info depth 9 score mate -3 pv h2e2"), line(Score::Mate(-3), &["h2e2"]));
        assert_eq!(read("info score cp 999999 pv h2e2"), line(Score::Cp(Score::MATE - 1), &["h2e2"]));
        for nothing in
            ["info string score", "info depth 9 currmove h2e2", "info score cp", "bestmove h2e2", ""]
        {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn a_line_is_read_with_its_place_and_bound() {
        let line =
            "info depth 12 seldepth 20 multipv 2 score cp 5 lowerbound nodes 77 nps 9 hashfull 3 pv h2e2";
        let info = Info::parse(line).unwrap();
        assert_eq!((info.depth, info.seldepth, info.place, info.bound), (12, 20, 2, Bound::Lower));
        assert_eq!((info.nodes, info.hash_full), (77, 3));
    }
}
