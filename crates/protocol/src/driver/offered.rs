//! The options that a UCI program offers.

/// An option, and its values if it has a list of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offered {
    pub name: String,
    pub values: Vec<String>,
}

impl Offered {
    /// Reads `option name NAME type TYPE [default D] [min A max B] [var V]…`.
    pub fn parse(line: &str) -> Option<Offered> {
        let rest = line.strip_prefix("option name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let values = rest.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
        Some(Offered { name: name.trim().to_owned(), values })
    }

    /// Whether it has this name. UCI ignores the case.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_with_their_values() {
        let line = "option name Repetition Rule type combo default AsianRule var AsianRule var SkyRule";
        let offered = Offered::parse(line).unwrap();
        assert!(offered.is_named("repetition rule"));
        assert_eq!(offered.values, ["AsianRule", "SkyRule"]);
        let spin = Offered::parse("option name Hash type spin default 16 min 1 max 33554432").unwrap();
        assert_eq!((spin.name.as_str(), spin.values.len()), ("Hash", 0));
        assert_eq!(Offered::parse("option Hash"), None);
    }
}
