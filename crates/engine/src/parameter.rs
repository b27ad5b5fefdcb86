//! Parameters of a search that the lab varies: their ranges, and the steps of its tuner.

/// The range of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The name, as settings and the lab use it.
    pub name: &'static str,
    /// The smallest valid value.
    pub least: i32,
    /// The largest valid value.
    pub most: i32,
    /// How far SPSA perturbs it in the last pair of games (`c_end`): far enough for games to show a difference.
    pub step: i32,
}

/// Why a parameter could not be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParameterError {
    /// There is no parameter of this name.
    #[error("expected the name of a parameter, got {0:?}")]
    Unknown(String),
    /// The value is outside of the parameter's range.
    #[error("expected {name} between {least} and {most}, got {value}")]
    OutOfRange {
        /// Its name.
        name: &'static str,
        /// The smallest valid value.
        least: i32,
        /// The largest valid value.
        most: i32,
        /// The value that was given.
        value: i32,
    },
}

/// Declares a struct `Parameters` with a field, a default, a range and a step for each parameter.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $least:literal..=$most:literal by $step:literal;)*) => {
        /// The numbers of a search that the lab tunes.
        #[allow(missing_docs, reason = "one comment may speak of several in a row")]
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
            /// All of them with their ranges.
            pub const ALL: &[$crate::Parameter] = &[
                $($crate::Parameter { name: stringify!($name), least: $least, most: $most, step: $step },)*
            ];

            /// The value of the parameter of this name; none if there is no such parameter.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// # Errors
            /// If there is no such parameter, or the value is out of its range.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), $crate::ParameterError> {
                let unknown = || $crate::ParameterError::Unknown(name.to_owned());
                let &$crate::Parameter { name, least, most, .. } =
                    Parameters::ALL.iter().find(|parameter| parameter.name == name).ok_or_else(unknown)?;
                if !(least..=most).contains(&value) {
                    return Err($crate::ParameterError::OutOfRange { name, least, most, value });
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
