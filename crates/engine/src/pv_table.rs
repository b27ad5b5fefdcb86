//! The triangular table of principal variations: the best line from every ply on.
//! <https://www.chessprogramming.org/Triangular_PV-Table>

#[derive(Debug)]
pub struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    /// With lines for this many plies from the root on.
    pub fn new(plies: usize) -> PvTable<M> {
        let mut table = PvTable { lines: Vec::new() };
        table.make_room(plies);
        table
    }

    /// Adds lines, so that there is one for each of this many plies.
    pub fn make_room(&mut self, plies: usize) {
        let plies = plies.max(self.lines.len());
        self.lines.resize_with(plies, Vec::new);
    }

    /// Empties the line of this ply.
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Makes `mv` the whole line of this ply.
    pub fn set_last(&mut self, ply: usize, mv: M) {
        self.set_line(ply, &[mv]);
    }

    /// Makes these moves the line of this ply.
    pub fn set_line(&mut self, ply: usize, line: &[M]) {
        self.lines[ply].clear();
        self.lines[ply].extend_from_slice(line);
    }

    /// Makes `mv`, followed by the line of the next ply, the line of this ply.
    pub fn extend(&mut self, ply: usize, mv: M) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// The line of this ply.
    pub fn line(&self, ply: usize) -> impl Iterator<Item = M> + '_ {
        self.lines[ply].iter().copied()
    }
}
