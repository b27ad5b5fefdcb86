//! The parameters of both engines.

use super::parameter::{Parameter, ParameterError};
use super::{gomoku, xiangqi};
use duiyi_rules::Ruleset;

/// The parameters of both engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parameters {
    /// Those of the Xiangqi engine.
    pub xiangqi: xiangqi::Parameters,
    /// Those of the engine of Gomoku, Renju and Caro.
    pub gomoku: gomoku::Parameters,
}

impl Parameters {
    /// Those of the engine that plays this ruleset.
    pub fn all(ruleset: Ruleset) -> &'static [Parameter] {
        match ruleset {
            Ruleset::Xiangqi => xiangqi::Parameters::ALL,
            Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Renju | Ruleset::Caro => {
                gomoku::Parameters::ALL
            }
        }
    }

    /// The value of a parameter of the engine that plays this ruleset; none if it has no such parameter.
    pub fn get(&self, ruleset: Ruleset, name: &str) -> Option<i32> {
        match ruleset {
            Ruleset::Xiangqi => self.xiangqi.get(name),
            Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Renju | Ruleset::Caro => {
                self.gomoku.get(name)
            }
        }
    }

    /// # Errors
    /// If that engine has no such parameter, or the value is out of its range.
    pub fn set(&mut self, ruleset: Ruleset, name: &str, value: i32) -> Result<(), ParameterError> {
        match ruleset {
            Ruleset::Xiangqi => self.xiangqi.set(name, value),
            Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Renju | Ruleset::Caro => {
                self.gomoku.set(name, value)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_within_its_range_and_can_be_set_within_it() {
        let defaults = Parameters::default();
        for ruleset in [Ruleset::Xiangqi, Ruleset::Renju] {
            for &Parameter { name, least, most, step } in Parameters::all(ruleset) {
                let value = defaults.get(ruleset, name).unwrap();
                assert!((least..=most).contains(&value) && step > 0 && step <= most - least, "{name}");
                for end in [least, most] {
                    let mut changed = defaults;
                    changed.set(ruleset, name, end).unwrap();
                    assert_eq!(changed.get(ruleset, name), Some(end), "{name}");
                    assert_eq!(changed == defaults, end == value, "{name}");
                }
                let beyond = ParameterError::OutOfRange { name, least, most, value: most + 1 };
                assert_eq!(Parameters::default().set(ruleset, name, most + 1), Err(beyond));
            }
            let unknown = Parameters::default().set(ruleset, "luck", 1);
            assert_eq!(unknown, Err(ParameterError::Unknown("luck".to_owned())));
        }
    }
}
