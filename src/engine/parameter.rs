//! Parameters of a search that the lab varies: their ranges, and the steps of its tuner.

use super::{gomoku, xiangqi};
use crate::rules::Ruleset;

/// The range of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    pub name: &'static str,
    pub least: i32,
    pub most: i32,
    /// How far SPSA perturbs it in the last pair of games (`c_end`): far enough for games to show a difference.
    pub step: i32,
}

/// Why a parameter could not be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParameterError {
    #[error("expected the name of a parameter, got {0:?}")]
    Unknown(String),
    #[error("expected {name} between {least} and {most}, got {value}")]
    OutOfRange { name: &'static str, least: i32, most: i32, value: i32 },
}

/// Declares a struct `Parameters` with a field, a default, a range and a step for each parameter.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $least:literal..=$most:literal by $step:literal;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Parameters {
            fn default() -> Parameters {
                Parameters { $($name: $default,)* }
            }
        }

        impl Parameters {
            pub const ALL: &[$crate::engine::Parameter] = &[
                $($crate::engine::Parameter { name: stringify!($name), least: $least, most: $most, step: $step },)*
            ];

            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// # Errors
            /// If there is no such parameter, or the value is out of its range.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), $crate::engine::ParameterError> {
                let unknown = || $crate::engine::ParameterError::Unknown(name.to_owned());
                let &$crate::engine::Parameter { name, least, most, .. } =
                    Parameters::ALL.iter().find(|parameter| parameter.name == name).ok_or_else(unknown)?;
                if !(least..=most).contains(&value) {
                    return Err($crate::engine::ParameterError::OutOfRange { name, least, most, value });
                }
                *self.get_mut(name).ok_or_else(unknown)? = value;
                Ok(())
            }

            fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

pub(super) use parameters;

/// The parameters of both engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parameters {
    pub xiangqi: xiangqi::Parameters,
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

/// Late move reductions by depth and move number, before adjustments, in hundredths of a ply.
#[derive(Debug)]
pub struct Reductions(Box<[[i16; Reductions::SIZE]]>);

impl Reductions {
    const SIZE: usize = 128;

    /// `base` and `divisor` are hundredths: of a ply, and of what the product of the two logarithms is divided by.
    pub fn new(base: i32, divisor: i32) -> Reductions {
        let (base, divisor) = (f64::from(base) / 100.0, f64::from(divisor) / 100.0);
        let logarithm = |number: usize| (number.max(1) as f64).ln();
        let reduction =
            |depth, place| (100.0 * (base + logarithm(depth) * logarithm(place) / divisor)) as i16;
        let of_depth = |depth| std::array::from_fn(|place| reduction(depth, place));
        Reductions((0..Reductions::SIZE).map(of_depth).collect())
    }

    /// In whole plies.
    #[inline]
    pub fn plies(&self, depth: i32, place: i32) -> i32 {
        self.hundredths(depth, place) / 100
    }

    #[inline]
    pub fn hundredths(&self, depth: i32, place: i32) -> i32 {
        let at = |number: i32| (number as usize).min(Reductions::SIZE - 1);
        i32::from(self.0[at(depth)][at(place)])
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
