//! The order of the positions in a table: every position of a material has a number.
//!
//! A table has the strong side in Red's place, and its general on file d or e: other positions are turned around or
//! mirrored first. The points of the attackers change fastest, because positions that differ only there have similar values.

use super::material::{Army, Material};
use arrayvec::ArrayVec;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Bitboard, Piece, Position, Role, Square, reachable_points};
use std::sync::LazyLock;

/// The most pieces of one role and side that a table can have.
const MOST_OF_A_ROLE: usize = 2;
/// The pairs of the generals' points: 27 with the strong one on file d, 18 with it on file e.
const PAIRS_OF_GENERALS: usize = 45;
/// The points of a palace on the two files on which a general need not be mirrored.
const POINTS_ON_TWO_FILES: usize = 6;
const POINTS_OF_PALACE: usize = 9;
const FILE_D: u8 = 3;
const FILE_E: u8 = 4;

/// The points where a piece may stand, and the place of each among them.
#[derive(Debug)]
struct Domain {
    points: Vec<Square>,
    places: [usize; Square::COUNT],
}

static DOMAINS: LazyLock<[Domain; Piece::COUNT]> = LazyLock::new(|| {
    std::array::from_fn(|index| {
        let side = Side::ALL[index / Role::COUNT];
        let role = Role::ALL[index % Role::COUNT];
        let points = match role {
            Role::Soldier => Bitboard::ALL,
            _ => reachable_points(Piece { side, role }),
        };
        let mut domain = Domain { points: points.collect(), places: [0; Square::COUNT] };
        // By files, so that the points of a general on the first two files come first.
        domain.points.sort_by_key(|square| (square.file(), square.rank()));
        for (place, square) in domain.points.iter().enumerate() {
            domain.places[square.index()] = place;
        }
        domain
    })
});

/// Equal pieces of one side.
#[derive(Clone, Copy, Debug)]
struct Group {
    piece: Piece,
    count: usize,
    /// In how many ways they can stand.
    ways: usize,
}

impl Group {
    fn new(side: Side, role: Role, count: usize) -> Group {
        assert!(count <= MOST_OF_A_ROLE, "a table has at most {MOST_OF_A_ROLE} equal pieces of a side");
        let piece = Piece { side, role };
        let points = DOMAINS[piece.index()].points.len();
        Group { piece, count, ways: if count == 1 { points } else { points * (points - 1) / 2 } }
    }

    /// The number of the way in which the pieces stand on these points.
    fn way(&self, mut points: impl Iterator<Item = Square>) -> usize {
        let places = &DOMAINS[self.piece.index()].places;
        let place = points.next().map_or(0, |square| places[square.index()]);
        points.next().map_or(place, |square| {
            let other = places[square.index()];
            let (less, greater) = (place.min(other), place.max(other));
            greater * (greater - 1) / 2 + less
        })
    }

    /// The points of the pieces in a way.
    fn points(&self, way: usize) -> impl Iterator<Item = Square> {
        let points = &DOMAINS[self.piece.index()].points;
        let places = match self.count {
            1 => [Some(way), None],
            _ => {
                let greater = (1..).find(|greater| greater * (greater + 1) / 2 > way).unwrap_or(1);
                [Some(way - greater * (greater - 1) / 2), Some(greater)]
            }
        };
        places.into_iter().flatten().map(|place| points[place])
    }
}

/// How a position must be turned to stand as in a table.
#[derive(Clone, Copy, Debug)]
struct View {
    flip: bool,
    mirror: bool,
}

impl View {
    fn of(position: &Position, strong: Side) -> View {
        let file = |side| position.general(side).file();
        let mirror = file(strong) > FILE_E || file(strong) == FILE_E && file(strong.other()) > FILE_E;
        View { flip: strong == Side::Second, mirror }
    }

    fn apply(self, square: Square) -> Square {
        let square = if self.flip { square.flipped() } else { square };
        if self.mirror { square.mirrored() } else { square }
    }
}

/// The order of the positions of one material.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Slowest first: the weak side, then the strong side's guards and elephants, then its attackers.
    groups: ArrayVec<Group, { 2 * Army::ROLES.len() }>,
    len: usize,
}

impl Layout {
    /// # Panics
    /// If a side has more than two equal pieces.
    pub fn new(material: Material) -> Layout {
        let of = |side: Side, army: Army| {
            let roles = Army::ROLES.into_iter().rev().filter(move |&role| army.count(role) > 0);
            roles.map(move |role| Group::new(side, role, army.count(role)))
        };
        let groups: ArrayVec<Group, { 2 * Army::ROLES.len() }> =
            of(Side::Second, material.weak).chain(of(Side::First, material.strong)).collect();
        let len = groups.iter().map(|group| group.ways).product::<usize>() * PAIRS_OF_GENERALS;
        Layout { groups, len }
    }

    /// The number of places in a table, more than there are valid positions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether a table has no place at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The place of a position of this layout's material.
    pub fn index(&self, position: &Position, strong: Side) -> usize {
        let view = View::of(position, strong);
        let place = |side: Side| {
            let seen_as = if side == strong { Side::First } else { Side::Second };
            let general = Piece { side: seen_as, role: Role::General };
            DOMAINS[general.index()].places[view.apply(position.general(side)).index()]
        };
        let (ours, theirs) = (place(strong), place(strong.other()));
        let mut index = match ours {
            ..3 => ours * POINTS_OF_PALACE + theirs,
            _ => 3 * POINTS_OF_PALACE + (ours - 3) * POINTS_ON_TWO_FILES + theirs,
        };
        for group in &self.groups {
            let side = if group.piece.side == Side::First { strong } else { strong.other() };
            let points = position.pieces(side, group.piece.role).map(|square| view.apply(square));
            index = index * group.ways + group.way(points);
        }
        index
    }

    /// The position at a place, with the strong side as Red. `None` if there is no valid one.
    ///
    /// # Panics
    /// If `index` is not less than [`Layout::len`].
    pub fn position(&self, mut index: usize, turn: Side) -> Option<Position> {
        let mut pieces: ArrayVec<(Piece, Square), 16> = ArrayVec::new();
        for group in self.groups.iter().rev() {
            let way = index % group.ways;
            index /= group.ways;
            pieces.extend(group.points(way).map(|square| (group.piece, square)));
        }
        let (ours, theirs) = match index.checked_sub(3 * POINTS_OF_PALACE) {
            None => (index / POINTS_OF_PALACE, index % POINTS_OF_PALACE),
            Some(rest) => (3 + rest / POINTS_ON_TWO_FILES, rest % POINTS_ON_TWO_FILES),
        };
        for (side, place) in [(Side::First, ours), (Side::Second, theirs)] {
            let general = Piece { side, role: Role::General };
            pieces.push((general, DOMAINS[general.index()].points[place]));
        }
        Position::from_pieces(&pieces, turn)
    }

    /// Whether the mirror image of a position has a place of its own: with both generals on the middle file.
    pub fn distinguishes_mirrored(position: &Position) -> bool {
        Side::ALL.into_iter().all(|side| position.general(side).file() == FILE_E)
    }
}

const _: () = assert!(FILE_D + 1 == FILE_E);

#[cfg(test)]
mod tests {
    use super::super::super::book::mirrored;
    use super::*;

    #[test]
    fn every_position_has_one_place_and_its_mirror_image_an_equal_one() {
        for name in ["KPK", "KCAAKB", "KNPKA"] {
            let material: Material = name.parse().unwrap();
            let layout = Layout::new(material);
            let mut positions = 0;
            for index in (0..layout.len()).step_by(17) {
                let Some(position) = layout.position(index, Side::Second) else { continue };
                assert_eq!(Material::of(&position), (material, Side::First));
                assert_eq!(layout.index(&position, Side::First), index, "{position}");
                let mirror_image = layout.index(&mirrored(&position), Side::First);
                assert!(mirror_image == index || Layout::distinguishes_mirrored(&position), "{position}");
                positions += 1;
            }
            assert!(positions > layout.len() / 17 / 2, "{name} has only {positions} positions");
        }
    }
}
