//! The words after `go`.

use std::time::Duration;

/// The words that a protocol's `go` knows.
#[derive(Clone, Copy, Debug)]
pub struct Grammar {
    /// Words followed by a number.
    pub numbers: &'static [&'static str],
    /// Words that stand alone.
    pub flags: &'static [&'static str],
    /// A word followed by moves.
    pub moves: Option<&'static str>,
}

/// The parsed words after `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parameters {
    numbers: Vec<(&'static str, u64)>,
    flags: Vec<&'static str>,
    pub moves: Vec<String>,
    /// A message for each unknown word and each bad number, which are ignored.
    pub problems: Vec<String>,
}

impl Grammar {
    /// Parses the words after `go`. Never fails: what it cannot use is reported in [`Parameters::problems`].
    pub fn read(&self, words: &[&str]) -> Parameters {
        let mut parameters = Parameters::default();
        let mut words = words.iter().peekable();
        while let Some(&word) = words.next() {
            if let Some(&name) = self.numbers.iter().find(|&&name| name == word) {
                let value = words.next_if(|next| !self.knows(next));
                match value.map(|value| value.parse::<i64>()) {
                    // A clock can be below zero when an interface does not enforce it.
                    Some(Ok(number)) => parameters.numbers.push((name, number.max(0).unsigned_abs())),
                    _ => parameters.problems.push(format!(
                        "{name}: expected a number, got {:?}",
                        value.copied().unwrap_or_default()
                    )),
                }
            } else if let Some(&name) = self.flags.iter().find(|&&name| name == word) {
                parameters.flags.push(name);
            } else if self.moves == Some(word) {
                while let Some(mv) = words.next_if(|next| !self.knows(next)) {
                    parameters.moves.push((*mv).to_owned());
                }
            } else {
                parameters.problems.push(format!("{word:?} is not known after go"));
            }
        }
        parameters
    }

    fn knows(&self, word: &str) -> bool {
        self.numbers.contains(&word) || self.flags.contains(&word) || self.moves == Some(word)
    }
}

impl Parameters {
    /// The number after a word. If the word is repeated, the last one counts.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.numbers.iter().rev().find(|(given, _)| *given == name).map(|&(_, number)| number)
    }

    /// The number after a word as milliseconds.
    pub fn milliseconds(&self, name: &str) -> Option<Duration> {
        self.number(name).map(Duration::from_millis)
    }

    pub fn has(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRAMMAR: Grammar =
        Grammar { numbers: &["wtime", "depth"], flags: &["infinite"], moves: Some("searchmoves") };

    fn read(text: &str) -> Parameters {
        GRAMMAR.read(&text.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn numbers_flags_and_moves_are_read_in_any_order() {
        let parameters = read("searchmoves h2e2 b2e2 depth 7 infinite wtime -30");
        assert_eq!(parameters.moves, ["h2e2", "b2e2"]);
        assert_eq!((parameters.number("depth"), parameters.number("wtime")), (Some(7), Some(0)));
        assert!(parameters.has("infinite") && parameters.problems.is_empty(), "{parameters:?}");
    }

    #[test]
    fn a_word_that_is_not_understood_is_named_and_the_others_count() {
        let parameters = read("depth infinite fast wtime soon depth 99999999999999999999");
        assert!(parameters.has("infinite"));
        assert_eq!(parameters.number("depth"), None);
        let problems = parameters.problems.join("; ");
        for expected in ["depth: expected a number, got \"\"", "\"fast\"", "got \"soon\"", "got \"99999"] {
            assert!(problems.contains(expected), "{problems}");
        }
    }
}
