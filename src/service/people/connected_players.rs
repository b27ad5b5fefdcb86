//! The players that have event streams open on this server.

use crate::game::TokenDigest;
use crate::open_counts::OpenCounts;
use uuid::Uuid;

/// The players that have event streams open on this server.
pub type ConnectedPlayers = OpenCounts<(Uuid, TokenDigest)>;
