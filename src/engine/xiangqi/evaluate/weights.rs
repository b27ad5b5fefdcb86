//! Every number of the evaluation besides material and places, by name.

use super::super::psqt::{Tapered, s};

/// Declares the weights once: as fields, with their values, and as a list for whoever tunes them.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $value:expr;)*) => {
        #[derive(Clone, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: Tapered,)*
        }

        /// What the engine plays with.
        pub const WEIGHTS: Weights = Weights { $($name: $value,)* };

        impl Weights {
            /// Every weight with its name.
            pub fn tunable(&mut self) -> impl Iterator<Item = (&'static str, &mut Tapered)> {
                [$((stringify!($name), &mut self.$name),)*].into_iter()
            }
        }
    };
}

weights! {
    /// For each point a rook, cannon or horse can go to.
    rook_mobility: s(5, 4);
    cannon_mobility: s(1, 1);
    horse_mobility: s(9, 4);
    /// A horse that cannot jump anywhere safe is a burden.
    horse_stuck: s(-18, -82);
    rook_on_file_of_general: s(-7, 39);
    /// A rook on a file without soldiers of its own.
    rook_on_open_file: s(25, -27);
    /// A cannon that faces the general on an open file: nothing may be put between but at its mercy.
    cannon_bare_general: s(106, -6);
    /// A cannon with two pieces between it and the general on its file: both are tied to each other.
    cannon_central: s(20, 33);
    /// A cannon on the enemy baseline, looking along it at the general past two pieces or fewer.
    cannon_bottom: s(69, -24);
    linked_soldiers: s(-3, -49);
    /// A rook, cannon or horse of the enemy that is attacked and undefended.
    hanging: s(61, 45);
    /// A rook of the enemy attacked by a horse, cannon or soldier; a horse or cannon by a soldier.
    attacked_by_lesser: s(46, 18);
    /// For each missing advisor and enemy rook or horse; for each missing elephant and enemy cannon.
    missing_advisor: s(-56, 17);
    missing_elephant: s(20, -7);
    /// What a piece that bears on the enemy palace adds to the pressure on it, for each point of up to three.
    rook_pressure: s(10, -3);
    horse_pressure: s(23, -8);
    cannon_pressure: s(3, -2);
    soldier_pressure: s(8, 9);
    /// Each missing guard lets so much more of the pressure through, in per cent.
    pressure_per_missing_guard: s(72, -10);
}
