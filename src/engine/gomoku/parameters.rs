//! The numbers the engine plays by.

use super::shape::Shape;
use super::threat::Threat;
use crate::engine::value::Value;

/// What a stone that makes this shape in one direction is worth.
pub const SHAPE_SCORES: [i16; Shape::COUNT] = [0, 1, 4, 10, 14, 14, 34, 42, 36, 150, 200, 600, 0];
/// And what the directions are worth together, beyond their sum.
pub const THREAT_SCORES: [i16; Threat::COUNT] = [0, 0, 60, 0, 110, 200, 400, -40];

/// What it is worth to be the one to move.
pub const TEMPO: Value = 20;
