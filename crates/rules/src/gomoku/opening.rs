//! Opening protocols that balance the game: which player places which stones, and which player chooses a color.
//!
//! Swap2 follows Gomocup. Swap, pro and long pro are older openings of Gomoku (`docs/GOMOKU-RULES.md`). Soosyrv-8 and
//! Taraguchi-10 follow the Renju International Federation. `actor` names a player by the current color: after a swap, the
//! player who had Black has White.

use super::position::Position;
use super::types::{Choice, Move, Point, Variant};
use crate::{OpeningPhase, Side};

/// The opening protocol of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Opening {
    /// The players alternate from the first stone.
    #[default]
    Free,
    /// One player places three stones. The other keeps White or takes Black.
    Swap,
    /// As swap, with a third choice. The other keeps White, takes Black, or places two more stones and leaves the
    /// choice to the first.
    Swap2,
    /// Black's first stone is on the center and the second at least three steps from it.
    Pro,
    /// Black's first stone is on the center and the second at least four steps from it.
    LongPro,
    /// Three stones, a possible swap, the fourth stone and the number of fifth moves, a possible swap, then Black offers
    /// the fifth moves and White picks one.
    Soosyrv8,
    /// A possible swap after each of the first four stones. Then a fifth stone and a possible swap, or Black offers ten
    /// fifth moves and White picks one.
    Taraguchi10,
}

/// Where a stone of the opening may be placed, by its king steps to the center.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Area {
    /// Every point of the board.
    Anywhere,
    /// At most this many steps from the center.
    Within(u8),
    /// More than this many steps from the center.
    Beyond(u8),
}

impl Area {
    /// Whether the point of a board of this size is in the area.
    pub fn contains(self, point: Point, size: u8) -> bool {
        let distance = point.distance_to_center(size);
        match self {
            Area::Anywhere => true,
            Area::Within(steps) => distance <= steps,
            Area::Beyond(steps) => distance > steps,
        }
    }
}

/// The kind of move that comes next.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The opening is over and the players alternate.
    Play,
    /// `actor` places a stone of the color to move in this area.
    Put {
        /// The player, by the current color.
        actor: Side,
        /// Where the stone may be placed.
        area: Area,
    },
    /// `actor` makes one of the choices.
    Choose {
        /// The player, by the current color.
        actor: Side,
        /// What can be chosen.
        choices: &'static [Choice],
        /// The number of fifth moves, once a player has announced it.
        announced: Option<u8>,
    },
    /// Black offers points for the fifth stone.
    Offer {
        /// The points offered so far.
        offered: Vec<Point>,
        /// The number of points that are still to be offered.
        left: u8,
    },
    /// White picks one of the offered points for Black's fifth stone.
    Pick {
        /// The points to pick from.
        offered: Vec<Point>,
    },
}

const STAY_OR_SWAP: &[Choice] = &[Choice::Stay, Choice::Swap];
const SWAP2_CHOICES: &[Choice] = &[Choice::Stay, Choice::Swap, Choice::TwoMore];
const TARAGUCHI_CHOICES: &[Choice] = &[Choice::Stay, Choice::Swap, Choice::Offer(TARAGUCHI_FIFTHS)];
const SOOSYRV_FIFTHS: &[Choice] = &[
    Choice::Offer(1),
    Choice::Offer(2),
    Choice::Offer(3),
    Choice::Offer(4),
    Choice::Offer(5),
    Choice::Offer(6),
    Choice::Offer(7),
    Choice::Offer(8),
];
const TARAGUCHI_FIFTHS: u8 = 10;

impl Opening {
    /// The openings that a variant allows.
    pub fn of(variant: Variant) -> &'static [Opening] {
        match variant {
            Variant::Renju => &[Opening::Free, Opening::Swap2, Opening::Soosyrv8, Opening::Taraguchi10],
            _ => &[Opening::Free, Opening::Swap, Opening::Swap2, Opening::Pro, Opening::LongPro],
        }
    }

    /// Whether the players may exchange colors, so that a player may place stones for the other.
    pub fn exchanges_colors(self) -> bool {
        !matches!(self, Opening::Free | Opening::Pro | Opening::LongPro)
    }

    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Opening::Free => "free",
            Opening::Swap => "swap",
            Opening::Swap2 => "swap2",
            Opening::Pro => "pro",
            Opening::LongPro => "long_pro",
            Opening::Soosyrv8 => "soosyrv8",
            Opening::Taraguchi10 => "taraguchi10",
        }
    }

    /// The phase before the first move.
    pub fn first_phase(self) -> Phase {
        match self {
            Opening::Free => Phase::Play,
            Opening::Swap | Opening::Swap2 => Phase::Put { actor: Side::First, area: Area::Anywhere },
            Opening::Pro | Opening::LongPro | Opening::Soosyrv8 | Opening::Taraguchi10 => {
                Phase::Put { actor: Side::First, area: Area::Within(0) }
            }
        }
    }

    /// The phase after a legal move in `phase`. `stones` counts the stones on the board after the move.
    pub fn next_phase(self, phase: Phase, mv: Move, stones: usize) -> Phase {
        let put = |actor, area| Phase::Put { actor, area };
        let choose = |actor, choices| Phase::Choose { actor, choices, announced: None };
        let offer = |count| Phase::Offer { offered: Vec::new(), left: count };
        match (phase, mv) {
            (Phase::Offer { mut offered, left }, Move::Stone(point)) => {
                offered.push(point);
                match left {
                    1 => Phase::Pick { offered },
                    left => Phase::Offer { offered, left: left - 1 },
                }
            }
            (Phase::Put { .. }, Move::Stone(_)) => match (self, stones) {
                (Opening::Swap | Opening::Swap2, 1 | 2) => put(Side::First, Area::Anywhere),
                (Opening::Swap, 3) => choose(Side::Second, STAY_OR_SWAP),
                (Opening::Swap2, 3) => choose(Side::Second, SWAP2_CHOICES),
                (Opening::Swap2, 4) => put(Side::Second, Area::Anywhere),
                (Opening::Swap2, 5) => choose(Side::First, STAY_OR_SWAP),
                (Opening::Pro | Opening::LongPro, 1) => put(Side::Second, Area::Anywhere),
                (Opening::Pro, 2) => put(Side::First, Area::Beyond(2)),
                (Opening::LongPro, 2) => put(Side::First, Area::Beyond(3)),
                (Opening::Soosyrv8, 1 | 2) => put(Side::First, Area::Within(stones as u8)),
                (Opening::Soosyrv8, 3) => choose(Side::Second, STAY_OR_SWAP),
                (Opening::Soosyrv8, 4) => choose(Side::Second, SOOSYRV_FIFTHS),
                (Opening::Taraguchi10, 4) => choose(Side::First, TARAGUCHI_CHOICES),
                (Opening::Taraguchi10, 1 | 3 | 5) => choose(Side::Second, STAY_OR_SWAP),
                (Opening::Taraguchi10, 2) => choose(Side::First, STAY_OR_SWAP),
                _ => Phase::Play,
            },
            (Phase::Choose { announced: Some(count), .. }, Move::Choice(_)) => offer(count),
            (Phase::Choose { .. }, Move::Choice(choice)) => match (self, choice, stones) {
                (Opening::Swap2, Choice::TwoMore, _) => put(Side::Second, Area::Anywhere),
                (Opening::Soosyrv8, Choice::Offer(count), _) => {
                    Phase::Choose { actor: Side::First, choices: STAY_OR_SWAP, announced: Some(count) }
                }
                (Opening::Taraguchi10, Choice::Offer(count), _) => offer(count),
                (Opening::Soosyrv8, _, 3) => put(Side::Second, Area::Anywhere),
                (Opening::Taraguchi10, _, 1 | 3) => put(Side::Second, Area::Within(stones as u8)),
                (Opening::Taraguchi10, _, 2 | 4) => put(Side::First, Area::Within(stones as u8)),
                _ => Phase::Play,
            },
            _ => Phase::Play,
        }
    }
}

impl Phase {
    /// The phase without its details.
    pub fn kind(&self) -> OpeningPhase {
        match self {
            Phase::Play => OpeningPhase::Play,
            Phase::Put { .. } => OpeningPhase::Put,
            Phase::Choose { .. } => OpeningPhase::Choose,
            Phase::Offer { .. } => OpeningPhase::Offer,
            Phase::Pick { .. } => OpeningPhase::Pick,
        }
    }

    /// The side that acts in this phase.
    pub fn actor(&self, position: &Position) -> Side {
        match self {
            Phase::Play => position.turn(),
            Phase::Put { actor, .. } | Phase::Choose { actor, .. } => *actor,
            Phase::Offer { .. } => Side::First,
            Phase::Pick { .. } => Side::Second,
        }
    }

    /// The moves of this phase, without regard to forbidden points.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let size = position.size();
        match self {
            Phase::Play => position.empty_points().map(Move::Stone).collect(),
            Phase::Put { area, .. } => {
                let is_allowed = |point: &Point| area.contains(*point, size);
                position.empty_points().filter(is_allowed).map(Move::Stone).collect()
            }
            Phase::Choose { choices, .. } => choices.iter().copied().map(Move::Choice).collect(),
            Phase::Offer { offered, .. } => {
                let symmetries = symmetries(position);
                let is_new = |point: &Point| {
                    symmetries.iter().all(|&symmetry| !offered.contains(&image(*point, symmetry, size)))
                };
                position.empty_points().filter(is_new).map(Move::Stone).collect()
            }
            Phase::Pick { offered } => offered.iter().copied().map(Move::Stone).collect(),
        }
    }
}

/// The image of a point under one of the eight symmetries of the square. Bit 0 of `symmetry` mirrors the files, bit 1
/// mirrors the ranks, and bit 2 then transposes.
fn image(point: Point, symmetry: u8, size: u8) -> Point {
    let flip = |at: u8, is_flipped: bool| if is_flipped { size - 1 - at } else { at };
    let (file, rank) = (flip(point.file(), symmetry & 1 != 0), flip(point.rank(), symmetry & 2 != 0));
    if symmetry & 4 == 0 { Point::new(file, rank) } else { Point::new(rank, file) }
}

/// The symmetries that map the position onto itself.
fn symmetries(position: &Position) -> Vec<u8> {
    let size = position.size();
    let is_kept = |&symmetry: &u8| {
        Point::all(size).all(|point| position.at(point) == position.at(image(point, symmetry, size)))
    };
    (0..8).filter(is_kept).collect()
}
