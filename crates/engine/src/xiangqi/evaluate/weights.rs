//! The weights of the hand-made evaluation besides material and piece-square values.

use super::super::psqt::{Tapered, s};

/// Declares every weight once: as a field, with its value, and in the list that the tuner reads.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $value:expr;)*) => {
        #[derive(Clone, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: Tapered,)*
        }

        /// The engine's weights.
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
    /// For each point that a rook, cannon or horse can move to.
    rook_mobility: s(2, 1);
    cannon_mobility: s(0, -1);
    horse_mobility: s(10, 1);
    /// A horse without a safe move.
    horse_stuck: s(-10, -84);
    rook_on_file_of_general: s(-25, 40);
    /// A rook on a file without own soldiers.
    rook_on_open_file: s(11, -9);
    /// A cannon on the file of the enemy general with nothing between (empty cannon): whatever the enemy puts between
    /// is a screen and so exposes the general to check.
    cannon_bare_general: s(152, -3);
    /// A cannon with two pieces between it and the enemy general on its file. Neither can move away freely.
    cannon_central: s(-1, 22);
    /// The same if the general has left its starting point.
    cannon_two_screens: s(-23, 62);
    /// A cannon on the central file while both advisors block their general.
    cannon_central_smothers: s(10, -16);
    /// An enemy rook or horse between such a cannon and the general.
    tied_screen: s(36, 19);
    /// A rook that pins an enemy piece to the general on a file.
    rook_pins: s(52, -33);
    /// A cannon on the enemy baseline with at most two pieces between it and the general.
    cannon_bottom: s(49, -10);
    linked_soldiers: s(-62, -51);
    /// An enemy rook, cannon or horse that is attacked and not defended.
    hanging: s(50, 39);
    /// An enemy rook attacked by a horse, cannon or soldier, or an enemy horse or cannon attacked by a soldier.
    attacked_by_lesser: s(65, 24);
    /// For each pair of a missing own advisor and an enemy rook or horse; of a missing elephant and an enemy cannon.
    missing_advisor: s(-43, 14);
    missing_advisor_to_rooks: s(-21, 1);
    missing_elephant_to_soldiers: s(-2, -26);
    /// For each pair of a crossed soldier and an own rook, cannon or horse.
    crossed_soldier_with_attackers: s(0, 12);
    /// For each pair of an own cannon and any piece on the board.
    cannon_screens: s(-1, 7);
    /// No rook, while the enemy has one.
    rookless: s(-51, -36);
    missing_elephant: s(13, 11);
    /// What a piece adds to the pressure for each point of the enemy palace that it attacks, up to three points.
    rook_pressure: s(9, -1);
    horse_pressure: s(17, 1);
    cannon_pressure: s(1, -9);
    soldier_pressure: s(11, 9);
    /// The percentage by which each missing guard increases the pressure.
    pressure_per_missing_guard: s(65, 7);
}
