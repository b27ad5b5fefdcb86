//! The triangular table of principal variations: the best line from every ply on.
//! <https://www.chessprogramming.org/Triangular_PV-Table>

use super::value::MAX_PLY;

#[derive(Debug)]
pub struct PvTable<M> {
    /// By ply: the moves of its line, ended by none.
    moves: Box<[[Option<M>; MAX_PLY + 1]]>,
}

impl<M: Copy> PvTable<M> {
    pub fn new() -> PvTable<M> {
        PvTable { moves: vec![[None; MAX_PLY + 1]; MAX_PLY + 2].into() }
    }

    /// Empties the line of this ply.
    pub fn clear(&mut self, ply: usize) {
        self.moves[ply][0] = None;
    }

    /// Makes `mv` the whole line of this ply.
    pub fn set_last(&mut self, ply: usize, mv: M) {
        self.moves[ply][0] = Some(mv);
        self.moves[ply][1] = None;
    }

    /// Makes these moves, or as many as there is room for, the line of this ply.
    pub fn set_line(&mut self, ply: usize, line: &[M]) {
        let line = line.iter().take(MAX_PLY).copied().map(Some).chain([None]);
        self.moves[ply].iter_mut().zip(line).for_each(|(place, mv)| *place = mv);
    }

    /// Makes `mv`, followed by the line of the next ply, the line of this ply.
    pub fn extend(&mut self, ply: usize, mv: M) {
        let (above, below) = self.moves.split_at_mut(ply + 1);
        let (line, rest) = (&mut above[ply], &below[0]);
        line[0] = Some(mv);
        line[1..].copy_from_slice(&rest[..MAX_PLY]);
    }

    /// The line of this ply.
    pub fn line(&self, ply: usize) -> impl Iterator<Item = M> + '_ {
        self.moves[ply].iter().map_while(|mv| *mv)
    }
}
