//! A quiet position with its score and the game's result, packed into 32 bytes.
//!
//! A 96-bit set of the occupied points (a0 first, then along the ranks), whose highest bit is set if Black is to move;
//! four bits for each piece in that order, its role plus 8 for Black; the score in hundredths of a soldier (16 bits)
//! and the game's result (0 lost, 1 drawn, 2 won, 3 unknown), both for the side to move; the ply, at most 255.

use duiyi_rules::PositionError;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Piece, Position, Role, Setup, Square};
use std::fmt::Display;
use std::io;
use std::path::Path;

pub const SIZE: usize = 32;
const TURN_BIT: u32 = 95;

/// Always a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed([u8; SIZE]);

/// How the game of a position ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    Won(Side),
    Drawn,
    /// No game had the position.
    Unknown,
}

impl Packed {
    pub fn new(position: &Position, score: i32, result: GameResult, ply: usize) -> Packed {
        let mut occupied = 0u128;
        let mut pieces = 0u128;
        for (count, square) in position.occupied().enumerate() {
            let Some(piece) = position.piece_at(square) else { continue };
            occupied |= 1 << square.index();
            pieces |= (piece.role as u128 | (piece.side as u128) << 3) << (4 * count);
        }
        occupied |= (position.turn() as u128) << TURN_BIT;
        let result = match result {
            GameResult::Won(side) if side == position.turn() => 2,
            GameResult::Won(_) => 0,
            GameResult::Drawn => 1,
            GameResult::Unknown => 3,
        };
        let mut bytes = [0; SIZE];
        bytes[..12].copy_from_slice(&occupied.to_le_bytes()[..12]);
        bytes[12..28].copy_from_slice(&pieces.to_le_bytes());
        bytes[28..30].copy_from_slice(&(score as i16).to_le_bytes());
        bytes[30] = result;
        bytes[31] = ply.min(255) as u8;
        Packed(bytes)
    }

    pub fn bytes(&self) -> &[u8; SIZE] {
        &self.0
    }

    pub fn turn(&self) -> Side {
        if self.0[11] & 0x80 == 0 { Side::First } else { Side::Second }
    }

    /// For the side to move, in hundredths of a soldier.
    pub fn score(&self) -> i32 {
        i16::from_le_bytes([self.0[28], self.0[29]]).into()
    }

    /// For the side to move: 0 lost, 0.5 drawn, 1 won. None of a position that no game had.
    pub fn result(&self) -> Option<f32> {
        (self.0[30] <= 2).then(|| f32::from(self.0[30]) / 2.0)
    }

    /// The same position with another score.
    #[must_use]
    pub fn with_score(mut self, score: i32) -> Packed {
        self.0[28..30].copy_from_slice(&(score as i16).to_le_bytes());
        self
    }

    /// The position, without the plies since the last capture.
    pub fn position(&self) -> Position {
        self.unpack().expect("`new` takes and `read` checks a legal position")
    }

    fn unpack(&self) -> Result<Position, PositionError> {
        let mut setup = Setup { turn: self.turn(), ..Setup::empty() };
        for (piece, square) in self.pieces() {
            setup.board[square.index()] = Some(piece);
        }
        Position::try_from(&setup)
    }

    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> {
        let mut occupied = [0; 16];
        occupied[..12].copy_from_slice(&self.0[..12]);
        let mut occupied = u128::from_le_bytes(occupied) & !(1 << TURN_BIT);
        let nibbles = self.0[12..28].iter().flat_map(|byte| [byte & 15, byte >> 4]);
        nibbles.map_while(move |nibble| {
            let square = Square::from_index(occupied.trailing_zeros() as usize)?;
            occupied &= occupied - 1;
            let side = if nibble & 8 == 0 { Side::First } else { Side::Second };
            let role = *Role::ALL.get(usize::from(nibble & 7))?;
            Some((Piece { side, role }, square))
        })
    }
}

/// Reads a file of self-play. An incomplete entry at the end is ignored.
///
/// # Errors
/// If the file cannot be read or an entry is no legal position.
pub fn read(path: &Path) -> io::Result<Vec<Packed>> {
    let failed = |error: &dyn Display| io::Error::other(format!("{}: {error}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| failed(&error))?;
    let entry = |(at, &bytes): (usize, &[u8; SIZE])| {
        let packed = Packed(bytes);
        packed.unpack().map_err(|error| failed(&format!("position {} is not legal: {error}", at + 1)))?;
        Ok(packed)
    };
    bytes.as_chunks().0.iter().enumerate().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::xiangqi::START_FEN;

    #[test]
    fn a_sample_unpacks_to_what_was_packed() {
        let fen = "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1";
        let position: Position = fen.parse().unwrap();
        let packed = Packed::new(&position, -123, GameResult::Won(Side::First), 400);
        assert_eq!((packed.turn(), packed.score(), packed.result()), (Side::Second, -123, Some(0.0)));
        let pieces: Vec<_> =
            position.occupied().filter_map(|at| position.piece_at(at).map(|piece| (piece, at))).collect();
        assert_eq!(packed.pieces().collect::<Vec<_>>(), pieces);
        assert_eq!(packed.position().to_string(), fen);
        assert_eq!(packed.with_score(77).score(), 77);
        let results = [GameResult::Won(Side::Second), GameResult::Drawn, GameResult::Unknown];
        let results = results.map(|result| Packed::new(&position, 0, result, 0).result());
        assert_eq!(results, [Some(1.0), Some(0.5), None]);
    }

    #[test]
    fn a_file_with_an_illegal_position_is_refused() {
        let legal = Packed::new(&START_FEN.parse().unwrap(), 10, GameResult::Drawn, 0);
        let without_pieces = [0; SIZE];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions.bin");

        std::fs::write(&path, legal.bytes()).unwrap();
        assert_eq!(read(&path).unwrap(), [legal]);

        std::fs::write(&path, [*legal.bytes(), without_pieces].concat()).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("positions.bin: position 2 is not legal"), "{error}");
    }
}
