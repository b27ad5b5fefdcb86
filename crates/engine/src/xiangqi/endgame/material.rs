//! The pieces of an ending, by which its table is found.

use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Piece, Position, Role};
use std::fmt;
use std::str::FromStr;

/// The pieces of one side except its general: four bits for each role. The greater number has the stronger attackers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Army(u32);

impl Army {
    /// Strongest first.
    pub const ROLES: [Role; 6] =
        [Role::Rook, Role::Cannon, Role::Horse, Role::Soldier, Role::Advisor, Role::Elephant];

    const fn shift(role: Role) -> u32 {
        let place = match role {
            Role::Rook => 5,
            Role::Cannon => 4,
            Role::Horse => 3,
            Role::Soldier => 2,
            Role::Advisor => 1,
            Role::Elephant => 0,
            Role::General => panic!("a general is not counted"),
        };
        4 * place
    }

    /// The army of one side of a position.
    pub fn of(position: &Position, side: Side) -> Army {
        let bits = |role| position.pieces(side, role).count() << Army::shift(role);
        Army(Army::ROLES.into_iter().map(bits).sum())
    }

    /// The army with one more piece of this role, which must not be a general.
    pub const fn with(self, role: Role) -> Army {
        Army(self.0 + (1 << Army::shift(role)))
    }

    /// The army with one piece of this role less, if it has one.
    pub fn without(self, role: Role) -> Option<Army> {
        (self.count(role) > 0).then(|| Army(self.0 - (1 << Army::shift(role))))
    }

    /// The number of pieces of this role.
    pub const fn count(self, role: Role) -> usize {
        (self.0 >> Army::shift(role) & 0xf) as usize
    }

    /// The number of pieces.
    pub fn size(self) -> usize {
        Army::ROLES.into_iter().map(|role| self.count(role)).sum()
    }

    /// Whether one of the pieces can cross the river.
    pub const fn can_attack(self) -> bool {
        self.0 >> Army::shift(Role::Soldier) != 0
    }

    /// The army as a number that orders armies by the strength of their attackers. See [`Army::from_bits`].
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The army of a number of [`Army::bits`].
    pub const fn from_bits(bits: u32) -> Army {
        Army(bits)
    }
}

/// The pieces of both sides except the generals. The strong side has the stronger attackers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// The pieces of the strong side.
    pub strong: Army,
    /// The pieces of the weak side.
    pub weak: Army,
}

impl Material {
    /// The material of a position and its strong side. With equal armies that is the side that waits.
    pub fn of(position: &Position) -> (Material, Side) {
        let turn = position.turn();
        let (moving, waiting) = (Army::of(position, turn), Army::of(position, turn.other()));
        match moving > waiting {
            true => (Material { strong: moving, weak: waiting }, turn),
            false => (Material { strong: waiting, weak: moving }, turn.other()),
        }
    }

    /// The number of pieces, with the generals.
    pub fn pieces(self) -> usize {
        2 + self.strong.size() + self.weak.size()
    }

    /// The materials after one capture in which a piece that can cross the river is left.
    pub fn after_captures(self) -> impl Iterator<Item = Material> {
        let Material { strong, weak } = self;
        let strong_loses = move |role| strong.without(role).map(|strong| (strong, weak));
        let weak_loses = move |role| weak.without(role).map(|weak| (strong, weak));
        let armies = Army::ROLES.into_iter().flat_map(move |role| [strong_loses(role), weak_loses(role)]);
        armies
            .flatten()
            .map(|(one, other)| Material { strong: one.max(other), weak: one.min(other) })
            .filter(|it| it.strong.can_attack())
    }
}

/// As `KCAKB`: the strong side's general, cannon and advisor, and the other's general and elephant.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for army in [self.strong, self.weak] {
            f.write_str("K")?;
            for role in Army::ROLES {
                for _ in 0..army.count(role) {
                    write!(f, "{}", role.letter().to_ascii_uppercase())?;
                }
            }
        }
        Ok(())
    }
}

/// The text is not a material such as `KCAKB`, the stronger side first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected the letters of both sides' pieces, each from its K on and the stronger side first, such as KCAKB"
)]
pub struct ParseMaterialError;

impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Material, ParseMaterialError> {
        let (strong, weak) =
            text.strip_prefix('K').and_then(|rest| rest.split_once('K')).ok_or(ParseMaterialError)?;
        let army = |letters: &str| {
            letters.chars().try_fold(Army::default(), |army, letter| match Piece::from_fen(letter)?.role {
                Role::General => None,
                role => Some(army.with(role)),
            })
        };
        let (strong, weak) = army(strong).zip(army(weak)).ok_or(ParseMaterialError)?;
        if strong > weak && strong.can_attack() {
            Ok(Material { strong, weak })
        } else {
            Err(ParseMaterialError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strong_side_is_found_whatever_its_color_and_turn() {
        for fen in ["4k4/9/4b4/9/9/9/9/1C7/9/3AK4 w - - 0 1", "3ak4/9/1c7/9/9/9/9/4B4/9/4K4 w - - 0 1"] {
            let position: Position = fen.parse().unwrap();
            let (material, strong) = Material::of(&position);
            assert_eq!(material.to_string(), "KCAKB");
            assert_eq!(strong == Side::First, fen.starts_with("4k4"));
            assert_eq!("KCAKB".parse(), Ok(material));
        }
        assert_eq!("KBKCA".parse::<Material>(), Err(ParseMaterialError));
    }

    #[test]
    fn captures_lead_to_the_materials_with_one_piece_less() {
        let material: Material = "KRAKNB".parse().unwrap();
        let mut after: Vec<String> = material.after_captures().map(|it| it.to_string()).collect();
        after.sort();
        assert_eq!(after, ["KNBKA", "KRAKB", "KRAKN", "KRKNB"]);
    }
}
