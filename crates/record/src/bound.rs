//! Bounds the memory of a tree that is kept.

use super::imported::{Import, Note};
use super::remarks::Remarks;
use super::tree::{Line, Tree};

/// What an allocation costs besides its bytes.
const ALLOCATION: usize = 16;

/// The memory that may still be used.
struct Budget(usize);

impl Budget {
    /// Takes so many bytes from the budget, unless there are fewer.
    fn take(&mut self, bytes: usize) -> bool {
        let left = self.0.checked_sub(bytes);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }

    /// The entries that fit, each with the bytes that it has beyond itself. Vectors grow by doubling.
    fn fitting<T: Clone>(&mut self, list: &[(usize, T)], beyond: impl Fn(&T) -> usize) -> Vec<(usize, T)> {
        let entry = |remark: &T| 2 * size_of::<(usize, T)>() + beyond(remark);
        list.iter().filter(|(_, remark)| self.take(entry(remark))).cloned().collect()
    }

    fn remarks(&mut self, remarks: &Remarks) -> Remarks {
        let text = |text: &String| text.len() + ALLOCATION;
        Remarks {
            comments: self.fitting(&remarks.comments, text),
            glyphs: self.fitting(&remarks.glyphs, |_| 0),
            properties: self.fitting(&remarks.properties, text),
        }
    }
}

fn count(remarks: &Remarks) -> usize {
    remarks.comments.len() + remarks.glyphs.len() + remarks.properties.len()
}

impl Tree {
    /// The part of the tree that fits into this number of bytes, and the numbers of variations and of remarks that were left out. The
    /// moves of the main line stay.
    fn bounded(&self, bytes: usize) -> (Tree, usize, usize) {
        let mut budget = Budget(bytes);
        let (mut variations, mut remarks) = (0, 0);
        let mut tree = Tree::default();
        // Where each line of this tree is in the new one.
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.lines.len());
        for (index, line) in self.lines.iter().enumerate() {
            let parent = if index == 0 { Some(0) } else { places[line.parent] };
            let needed = 2 * size_of::<Line>() + line.moves.len() + ALLOCATION;
            let Some(parent) = parent.filter(|_| index == 0 || budget.take(needed)) else {
                places.push(None);
                variations += 1;
                remarks += count(&line.remarks);
                continue;
            };
            let kept = budget.remarks(&line.remarks);
            remarks += count(&line.remarks) - count(&kept);
            places.push(Some(tree.lines.len()));
            tree.lines.push(Line { parent, ply: line.ply, moves: line.moves.clone(), remarks: kept });
        }
        (tree, variations, remarks)
    }
}

impl Import {
    /// Limits the tree to this number of bytes besides the moves of its main line. A note counts the variations and remarks that were
    /// left out.
    pub fn bounded(mut self, bytes: usize) -> Import {
        let Some(tree) = &self.tree else { return self };
        let (tree, variations, remarks) = tree.bounded(bytes);
        if variations + remarks > 0 {
            self.notes.push(Note::TreeTooLarge { count: variations + remarks, bytes });
        }
        self.tree = Some(tree).filter(|tree| !tree.is_plain()).map(Box::new);
        self
    }
}
