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
            #[cfg(feature = "lab")]
            pub fn tunable(&mut self) -> impl Iterator<Item = (&'static str, &mut Tapered)> {
                [$((stringify!($name), &mut self.$name),)*].into_iter()
            }
        }
    };
}

weights! {
    /// For each point a rook, cannon or horse can go to.
    rook_mobility: s(2, 1);
    cannon_mobility: s(0, -1);
    horse_mobility: s(10, 1);
    /// A horse that cannot jump anywhere safe is a burden.
    horse_stuck: s(-10, -84);
    rook_on_file_of_general: s(-25, 40);
    /// A rook on a file without soldiers of its own.
    rook_on_open_file: s(11, -9);
    /// A cannon that faces the general on an open file: nothing may be put between but at its mercy.
    cannon_bare_general: s(152, -3);
    /// A cannon with two pieces between it and the general on its file: both are tied to each other.
    cannon_central: s(-1, 22);
    /// The same with the general off its home point.
    cannon_two_screens: s(-23, 62);
    /// A cannon in the centre while both advisors keep their general from moving.
    cannon_central_smothers: s(10, -16);
    /// A rook or horse between such a cannon and its general.
    tied_screen: s(36, 19);
    /// A rook with one enemy piece between it and the general on a file.
    rook_pins: s(52, -33);
    /// A cannon on the enemy baseline, looking along it at the general past two pieces or fewer.
    cannon_bottom: s(49, -10);
    linked_soldiers: s(-62, -51);
    /// A rook, cannon or horse of the enemy that is attacked and undefended.
    hanging: s(50, 39);
    /// A rook of the enemy attacked by a horse, cannon or soldier; a horse or cannon by a soldier.
    attacked_by_lesser: s(65, 24);
    /// For each missing advisor and enemy rook or horse; for each missing elephant and enemy cannon.
    missing_advisor: s(-43, 14);
    missing_advisor_to_rooks: s(-21, 1);
    missing_elephant_to_soldiers: s(-2, -26);
    /// For each crossed soldier and each rook, cannon or horse beside it.
    crossed_soldier_with_attackers: s(0, 12);
    /// For each cannon and each piece on the board.
    cannon_screens: s(-1, 7);
    /// No rook against one.
    rookless: s(-51, -36);
    missing_elephant: s(13, 11);
    /// What a piece that bears on the enemy palace adds to the pressure on it, for each point of up to three.
    rook_pressure: s(9, -1);
    horse_pressure: s(17, 1);
    cannon_pressure: s(1, -9);
    soldier_pressure: s(11, 9);
    /// Each missing guard lets so much more of the pressure through, in per cent.
    pressure_per_missing_guard: s(65, 7);
}
