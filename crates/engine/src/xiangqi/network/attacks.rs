//! The inputs that say what attacks what. They change at a distance, with legs, eyes and screens, but there are few of them, so
//! every evaluation computes them from the position.

use super::features::{ATTACK_UNITS, FEATURES, LANES, feature};
use arrayvec::ArrayVec;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::attacks as attacked_from;
use duiyi_rules::xiangqi::{Bitboard, MAX_PIECES, Piece, Position, Role, Square};
use wide::i16x16;

/// The inputs of a view: threats first, then mobility, then attacks on palaces.
pub const ATTACK_FEATURES: usize = PALACES + KINDS * PALACE_POINTS;
/// The attacked pieces: not defended, then defended, each by role and point.
pub const THREATS: usize = 2 * FEATURES;
/// By side and role, how many points the pieces of the role can move to.
const MOBILITY: usize = THREATS;
/// By side and role of the attackers, the points of the other side's palace.
const PALACES: usize = MOBILITY + 2 * MOBILE_ROLES * MOBILITIES;

/// The roles that can attack the other side's palace. The first of them are those whose mobility is an input.
const ATTACKERS: [Role; 4] = [Role::Horse, Role::Rook, Role::Cannon, Role::Soldier];
const MOBILE_ROLES: usize = 3;
/// Larger mobilities count as this less one.
const MOBILITIES: usize = 40;
/// The attackers of both sides.
const KINDS: usize = 2 * ATTACKERS.len();
const PALACE_POINTS: usize = 9;

/// The sets of points of a palace.
const PALACE_SETS: usize = 1 << PALACE_POINTS;

/// A set of points of a palace: bit `3 * rank + file`, the rank counted from its owner's baseline.
type PalacePoints = u16;

/// An attacked piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Threat {
    piece: Piece,
    square: Square,
    is_defended: bool,
}

impl Threat {
    #[inline]
    fn feature(self, viewer: Side, is_mirrored: bool) -> usize {
        let square = if is_mirrored { self.square.mirrored() } else { self.square };
        usize::from(self.is_defended) * FEATURES + feature(viewer, self.piece, square)
    }
}

#[inline]
fn mobility_feature(kind: usize, mobility: u8) -> usize {
    MOBILITY + kind * MOBILITIES + usize::from(mobility).min(MOBILITIES - 1)
}

/// What the pieces of a position attack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attacks {
    threats: ArrayVec<Threat, { 2 * MAX_PIECES }>,
    /// By side and mobile role: the points to which all pieces of the role can move. Captures by cannons do not count.
    mobility: [[u8; MOBILE_ROLES]; 2],
    /// By side and role of [`ATTACKERS`]: the attacked points of the other side's palace.
    palaces: [[PalacePoints; ATTACKERS.len()]; 2],
}

impl Attacks {
    /// The attacks of both sides.
    #[inline]
    pub fn of(position: &Position) -> Attacks {
        let mut attacks =
            Attacks { threats: ArrayVec::new(), mobility: Default::default(), palaces: Default::default() };
        let attacked = Side::ALL.map(|side| attacks.add(position, side));
        for side in Side::ALL {
            let own_attacks = attacked[side as usize];
            (position.by_side(side) & attacked[side.other() as usize]).for_each(|square| {
                if let Some(piece) = position.piece_at(square) {
                    attacks.threats.push(Threat { piece, square, is_defended: own_attacks.has(square) });
                }
            });
        }
        attacks
    }

    /// Adds what a side attacks, except threats. Returns all points that it attacks.
    #[inline]
    fn add(&mut self, position: &Position, side: Side) -> Bitboard {
        let occupied = position.occupied();
        let movable = !position.by_side(side);
        let pieces = |role| position.pieces(side, role);
        let [mut horses, mut rooks, mut cannons] = [Bitboard::EMPTY; MOBILE_ROLES];
        let mobility = &mut self.mobility[side as usize];
        pieces(Role::Horse).for_each(|square| {
            let points = attacked_from::horse(square, occupied);
            horses |= points;
            mobility[0] += (points & movable).count() as u8;
        });
        pieces(Role::Rook).for_each(|square| {
            let points = attacked_from::rook(square, occupied);
            rooks |= points;
            mobility[1] += (points & movable).count() as u8;
        });
        pieces(Role::Cannon).for_each(|square| {
            let lines = attacked_from::lines(square, occupied);
            cannons |= lines.jumps;
            mobility[2] += (lines.slides & !occupied).count() as u8;
        });
        let soldiers = attacked_from::soldiers(side, pieces(Role::Soldier));
        let attackers = [horses, rooks, cannons, soldiers];
        self.palaces[side as usize] = attackers.map(|points| palace_points(points, side.other()));
        let mut attacked =
            horses | rooks | cannons | soldiers | attacked_from::general(position.general(side));
        pieces(Role::Advisor).for_each(|square| attacked |= attacked_from::advisor(square));
        pieces(Role::Elephant).for_each(|square| attacked |= attacked_from::elephant(square, occupied));
        attacked
    }

    /// The inputs of a view, as `viewer` sees them, each less than [`ATTACK_FEATURES`].
    pub fn features(&self, viewer: Side, is_mirrored: bool) -> Vec<usize> {
        let mut features: Vec<_> =
            self.threats.iter().map(|threat| threat.feature(viewer, is_mirrored)).collect();
        for (kind, &mobility) in self.mobility(viewer).as_flattened().iter().enumerate() {
            features.push(mobility_feature(kind, mobility));
        }
        for (kind, &points) in self.palaces(viewer).as_flattened().iter().enumerate() {
            let points = if is_mirrored { mirrored(points) } else { points };
            let points = (0..PALACE_POINTS).filter(|point| points >> point & 1 != 0);
            features.extend(points.map(|point| PALACES + kind * PALACE_POINTS + point));
        }
        features
    }

    /// The mobility of the own pieces, then that of the others.
    #[inline]
    fn mobility(&self, viewer: Side) -> [[u8; MOBILE_ROLES]; 2] {
        [self.mobility[viewer as usize], self.mobility[viewer.other() as usize]]
    }

    /// The points attacked by own pieces, then by others.
    #[inline]
    fn palaces(&self, viewer: Side) -> [[PalacePoints; ATTACKERS.len()]; 2] {
        [self.palaces[viewer as usize], self.palaces[viewer.other() as usize]]
    }
}

/// The points of the palace of `owner`.
#[inline]
fn palace_points(points: Bitboard, owner: Side) -> PalacePoints {
    let [near, middle, far] = match owner {
        Side::First => [0, 1, 2],
        Side::Second => [9, 8, 7],
    }
    .map(|rank: u8| points.on_rank(rank) >> 3 & 0b111);
    near | middle << 3 | far << 6
}

/// The points with left and right exchanged.
#[inline]
fn mirrored(points: PalacePoints) -> PalacePoints {
    points & 0b010_010_010 | points << 2 & 0b100_100_100 | points >> 2 & 0b001_001_001
}

/// The weights of attacks, in the order of the inputs.
type Weights = [[i16; ATTACK_UNITS]; ATTACK_FEATURES];

/// The weights as the evaluation reads them.
#[derive(Debug)]
pub(super) struct AttackWeights {
    rows: Box<Weights>,
    /// The sums of the rows of a palace's points, by kind of attacker and set of points.
    palaces: Box<[[[i16; ATTACK_UNITS]; PALACE_SETS]; KINDS]>,
}

const VECTORS: usize = ATTACK_UNITS / LANES;

/// The vectors of the units that know what attacks what.
type Sums = [i16x16; VECTORS];

#[inline]
fn add(sums: &mut Sums, row: &[i16; ATTACK_UNITS]) {
    let row = row.as_chunks::<LANES>().0;
    for at in 0..VECTORS {
        sums[at] = sums[at].saturating_add(i16x16::new(row[at]));
    }
}

impl AttackWeights {
    pub fn new(rows: Box<Weights>) -> AttackWeights {
        let mut palaces = Box::new([[[0; ATTACK_UNITS]; PALACE_SETS]; KINDS]);
        for (kind, sets) in palaces.iter_mut().enumerate() {
            for (set, sum) in sets.iter_mut().enumerate() {
                let mut sums = Sums::default();
                for point in (0..PALACE_POINTS).filter(|point| set >> point & 1 != 0) {
                    add(&mut sums, &rows[PALACES + kind * PALACE_POINTS + point]);
                }
                *sum = bytemuck::cast(sums);
            }
        }
        AttackWeights { rows, palaces }
    }

    /// What the attacks add to the first units of both views of `viewer`.
    // Loops and not chains of iterators, which are not inlined in every profile.
    #[inline]
    pub fn sums(&self, attacks: &Attacks, viewer: Side) -> [[i16; ATTACK_UNITS]; 2] {
        let mut plain = Sums::default();
        for (kind, &mobility) in attacks.mobility(viewer).as_flattened().iter().enumerate() {
            add(&mut plain, &self.rows[mobility_feature(kind, mobility)]);
        }
        let mut turned = plain;
        for threat in &attacks.threats {
            add(&mut plain, &self.rows[threat.feature(viewer, false)]);
            add(&mut turned, &self.rows[threat.feature(viewer, true)]);
        }
        for (kind, &points) in attacks.palaces(viewer).as_flattened().iter().enumerate() {
            if points != 0 {
                add(&mut plain, &self.palaces[kind][usize::from(points)]);
                add(&mut turned, &self.palaces[kind][usize::from(mirrored(points))]);
            }
        }
        [bytemuck::cast(plain), bytemuck::cast(turned)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::xiangqi::START_FEN;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn in_the_start_position_the_cannons_attack_the_horses_that_the_rooks_defend() {
        let attacks = Attacks::of(&START_FEN.parse().unwrap());
        let threats = attacks.threats.iter().map(|threat| (threat.square.to_string(), threat.is_defended));
        assert!(threats.eq(["b0", "h0", "b9", "h9"].map(|square| (square.to_owned(), true))), "{attacks:?}");
        assert_eq!(attacks.mobility, [[4, 4, 22]; 2]);
        assert_eq!(attacks.palaces, [[0; ATTACKERS.len()]; 2]);
    }

    /// Seen from the attacked points instead of from the attackers.
    fn from_the_points(position: &Position) -> Attacks {
        let occupied = position.occupied();
        // Along an open file a general attacks the other one only.
        let attackers = |square, side| {
            let far = position.by_role(Role::General) & !attacked_from::general(square);
            position.attackers_to(square, occupied) & position.by_side(side) & !far
        };
        let mut threats = ArrayVec::new();
        for side in Side::ALL {
            for square in position.by_side(side) {
                let is_defended = !attackers(square, side).is_empty();
                if !attackers(square, side.other()).is_empty() {
                    let piece = position.piece_at(square).unwrap();
                    threats.push(Threat { piece, square, is_defended });
                }
            }
        }
        let mobility = Side::ALL.map(|side| {
            [0, 1, 2].map(|at| {
                let points = |square| match ATTACKERS[at] {
                    Role::Cannon => position.targets(square) & !occupied,
                    _ => position.targets(square),
                };
                position.pieces(side, ATTACKERS[at]).map(|square| points(square).count() as u8).sum()
            })
        });
        let palaces = Side::ALL.map(|side| {
            ATTACKERS.map(|role| {
                let points = (0..9u8).filter(|point| {
                    let rank = if side == Side::First { 9 - point / 3 } else { point / 3 };
                    attackers(Square::new(3 + point % 3, rank), side).intersects(position.by_role(role))
                });
                points.fold(0, |all, point| all | 1 << point)
            })
        });
        Attacks { threats, mobility, palaces }
    }

    #[test]
    fn attacks_are_the_same_seen_from_the_attackers_and_from_the_attacked() {
        let mut random = SmallRng::seed_from_u64(3);
        for _ in 0..100 {
            let mut position: Position = START_FEN.parse().unwrap();
            for _ in 0..120 {
                assert_eq!(Attacks::of(&position), from_the_points(&position), "{position}");
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(random.random_range(0..moves.len().max(1))) else { break };
                position.make_move(mv);
            }
        }
    }

    #[test]
    fn a_view_has_each_input_once() {
        let fen = "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1";
        let attacks = Attacks::of(&fen.parse().unwrap());
        for (viewer, is_mirrored) in [(Side::First, false), (Side::First, true), (Side::Second, false)] {
            let mut features = attacks.features(viewer, is_mirrored);
            let count = features.len();
            features.sort_unstable();
            features.dedup();
            assert_eq!(features.len(), count);
            assert!(features.iter().all(|&feature| feature < ATTACK_FEATURES), "{features:?}");
        }
    }
}
