//! The best line from each ply on, as a triangle of moves.

use super::value::MAX_PLY;

#[derive(Debug)]
pub struct Lines<M> {
    moves: Box<[[Option<M>; MAX_PLY + 1]]>,
}

impl<M: Copy> Lines<M> {
    pub fn new() -> Lines<M> {
        Lines { moves: vec![[None; MAX_PLY + 1]; MAX_PLY + 2].into() }
    }

    /// No line from this ply on.
    pub fn clear(&mut self, ply: usize) {
        self.moves[ply][0] = None;
    }

    /// `mv` alone.
    pub fn end(&mut self, ply: usize, mv: M) {
        self.moves[ply][0] = Some(mv);
        self.moves[ply][1] = None;
    }

    /// `mv` followed by the best line of the next ply.
    pub fn extend(&mut self, ply: usize, mv: M) {
        let (above, below) = self.moves.split_at_mut(ply + 1);
        let (line, rest) = (&mut above[ply], &below[0]);
        line[0] = Some(mv);
        line[1..].copy_from_slice(&rest[..MAX_PLY]);
    }

    pub fn from(&self, ply: usize) -> impl Iterator<Item = M> + '_ {
        self.moves[ply].iter().map_while(|mv| *mv)
    }
}
