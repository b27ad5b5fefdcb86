//! The moves of a record with its comments and variations, after the rules have checked them.

use super::remarks::{Remark, Remarks};
use crate::rules::Game;
use std::collections::HashMap;

/// The lines of a record. The first is the main line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tree {
    /// A line comes after the one that it branches off from.
    pub lines: Vec<Line>,
}

/// A line of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line {
    /// The index of the line from which this one branches off, which is less than its own. 0 for the main line.
    pub parent: usize,
    /// The number of plies from the start of the game to the first move of this line.
    pub ply: usize,
    /// The moves in coordinates, separated by spaces.
    pub moves: String,
    /// What the record says about the positions, by the number of plies from the start of the game.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub remarks: Remarks,
}

impl Line {
    /// The moves in coordinates.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.moves.split_ascii_whitespace()
    }
}

impl Tree {
    /// Whether there is nothing but the moves of the main line.
    pub(super) fn is_plain(&self) -> bool {
        self.lines.len() < 2 && self.lines.iter().all(|line| line.remarks.is_empty())
    }

    /// The number of comments, and of variations.
    pub fn counts(&self) -> (usize, usize) {
        let comments = self.lines.iter().map(|line| line.remarks.comments.len()).sum();
        (comments, self.lines.len().saturating_sub(1))
    }

    /// This tree with the moves of a game as its main line. Where the game departs from the record, the rest of the record is a
    /// variation; what the game took back is left out.
    pub(super) fn along(&self, game: &[String]) -> Tree {
        let Some(main) = self.lines.first() else {
            return Tree { lines: vec![Line { moves: game.join(" "), ..Line::default() }] };
        };
        let old: Vec<&str> = main.moves().collect();
        let shared = old.iter().zip(game).take_while(|(old, new)| *old == new).count();
        let (kept, rest) = main.remarks.split(shared);
        let mut lines = vec![Line { moves: game.join(" "), remarks: kept, ..Line::default() }];
        // Where each line of this tree is in the new one.
        let mut places = vec![Some(0)];
        let departed = (shared < old.len() && shared < game.len()).then(|| {
            lines.push(Line { parent: 0, ply: shared, moves: old[shared..].join(" "), remarks: rest });
            1
        });
        for line in &self.lines[1..] {
            let parent = match line.parent {
                0 if line.ply <= shared => Some(0),
                0 => departed,
                other => places.get(other).copied().flatten(),
            };
            places.push(parent.map(|parent| {
                lines.push(Line { parent, ..line.clone() });
                lines.len() - 1
            }));
        }
        Tree { lines }
    }

    /// The lines with each move as `text` writes it, from a game before the move, in which variations have no history.
    pub(super) fn texts(&self, start: Game, text: impl Fn(&Game, &str) -> String) -> Vec<Vec<String>> {
        let mut texts = vec![Vec::new(); self.lines.len()];
        let mut branches = self.branches();
        let mut reached = vec![(0, start)];
        while let Some((index, mut game)) = reached.pop() {
            let line = &self.lines[index];
            for (at, mv) in line.moves().enumerate() {
                if let Some(others) = branches.remove(&(index, line.ply + at))
                    && let Some(apart) = apart(&game)
                {
                    reached.extend(others.into_iter().map(|other| (other, apart.clone())));
                }
                texts[index].push(text(&game, mv));
                if game.play_text(mv).is_err() {
                    break;
                }
            }
        }
        texts
    }

    /// The variations by the line and the ply at which they branch off.
    fn branches(&self) -> HashMap<(usize, usize), Vec<usize>> {
        let mut branches = HashMap::<_, Vec<usize>>::new();
        for (index, line) in self.lines.iter().enumerate().skip(1) {
            branches.entry((line.parent, line.ply)).or_default().push(index);
        }
        branches
    }

    /// Writes the tree. No depth of variations takes recursion.
    pub(super) fn write(&self, writer: &mut impl TreeWriter) {
        let branches = self.branches();
        let lengths: Vec<usize> = self.lines.iter().map(|line| line.moves().count()).collect();
        let mut to_do = vec![Step::Moves { line: 0, from: 0 }];
        while let Some(step) = to_do.pop() {
            match step {
                Step::Moves { line: index, from } => {
                    let line = &self.lines[index];
                    if from == 0 {
                        writer.open(index, line.ply, line.remarks.at(line.ply));
                    }
                    for at in from..lengths[index] {
                        let ply = line.ply + at;
                        let others = branches.get(&(index, ply)).map_or(&[][..], Vec::as_slice);
                        if others.is_empty() {
                            writer.mv(index, at, ply, line.remarks.at(ply + 1));
                            continue;
                        }
                        let writes_main_first = writer.fork(index, at, ply, line.remarks.at(ply + 1));
                        let main =
                            [Step::Moves { line: index, from: at + 1 }, Step::Close { is_variation: false }];
                        let others = others.iter().flat_map(|&other| {
                            [Step::Moves { line: other, from: 0 }, Step::Close { is_variation: true }]
                        });
                        let steps: Vec<Step> = match writes_main_first {
                            true => main.into_iter().chain(others).collect(),
                            false => others.chain(main).collect(),
                        };
                        to_do.extend(steps.into_iter().rev());
                        break;
                    }
                }
                Step::Close { is_variation } => writer.close(is_variation),
            }
        }
    }
}

enum Step {
    Moves { line: usize, from: usize },
    Close { is_variation: bool },
}

/// Receives the moves of a tree in the order in which a format writes them.
pub(super) trait TreeWriter {
    /// A line begins after `ply` plies of the game. Remarks may stand before its first move.
    fn open(&mut self, line: usize, ply: usize, remark: Remark<'_>);
    /// The move with the index `at` in a line, after `ply` plies of the game.
    fn mv(&mut self, line: usize, at: usize, ply: usize, remark: Remark<'_>);
    /// A move to which there are variations. Returns whether the rest of its line comes before them.
    fn fork(&mut self, line: usize, at: usize, ply: usize, remark: Remark<'_>) -> bool;
    /// A variation ends, or what follows a fork.
    fn close(&mut self, is_variation: bool);
}

/// A game that goes on from the position of another. No rule about repetitions or limits ends it, so that a variation can be
/// played in it. Games of Xiangqi leave their history behind, which takes time to copy.
pub(super) fn apart(game: &Game) -> Option<Game> {
    let mut apart = match game {
        Game::Xiangqi(_) => Game::new(&game.options(), Some(&game.fen())).ok()?,
        Game::Gomoku(_) => game.clone(),
    };
    apart.accept(usize::MAX);
    Some(apart)
}
