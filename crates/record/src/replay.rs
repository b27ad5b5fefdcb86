//! Plays the lines of a record.

use super::imported::{Import, ImportError, Imported, Note, RuledEnd};
use super::parsed::{Parsed, Word, WordLine};
use super::san;
use super::tree::{self, Line, Tree};
use crate::rules::{Game, IllegalReason, MoveError, Options, Outcome, Referee};
use std::collections::HashMap;

/// The number of the first rank in short algebraic notation.
pub(super) const RANKS_FROM_0: u8 = 0;
pub(super) const RANKS_FROM_1: u8 = 1;
/// How many moves after an ambiguous one decide what it means.
const LOOKAHEAD: usize = 24;
/// How many moves are played for that in one record.
const BUDGET: usize = 5_000;

pub(super) struct Replay<'a> {
    parsed: &'a Parsed,
    lines: &'a [WordLine<'a>],
    /// The variations by the line and the ply at which they branch off.
    branches: HashMap<(usize, usize), Vec<usize>>,
    /// The variations that have been reached, each with the game before its first move.
    reached: Vec<(usize, Game)>,
    game: Game,
    limit: usize,
    first_rank: u8,
    notes: Vec<Note>,
    /// How many moves may still be played to find out what an ambiguous one means.
    budget: usize,
}

impl<'a> Replay<'a> {
    pub fn new(
        parsed: &'a Parsed,
        options: &Options,
        lines: &'a [WordLine<'a>],
        limit: usize,
        first_rank: u8,
    ) -> Result<Replay<'a>, ImportError> {
        let plies = lines[0].words.len();
        if plies > limit {
            return Err(ImportError::TooLong { plies, limit });
        }
        let mut branches = HashMap::<_, Vec<usize>>::new();
        for (index, line) in lines.iter().enumerate().skip(1) {
            branches.entry((line.parent, line.ply)).or_default().push(index);
        }
        let game = Game::new(options, parsed.start_fen.as_deref())?;
        Ok(Replay {
            parsed,
            lines,
            branches,
            reached: Vec::new(),
            game,
            limit,
            first_rank,
            notes: Vec::new(),
            budget: BUDGET,
        })
    }

    pub fn play(mut self) -> Result<Imported, ImportError> {
        self.play_main_line()?;
        self.decide();
        let tree = self.tree();
        let import = Import {
            format: self.parsed.format,
            tags: self.parsed.tags.clone(),
            notes: self.notes,
            tree: Some(tree).filter(|tree| !tree.is_plain()).map(Box::new),
        };
        Ok(Imported { game: self.game, import })
    }

    fn play_main_line(&mut self) -> Result<(), ImportError> {
        let words = &self.lines[0].words;
        for (index, word) in words.iter().enumerate() {
            self.reach_branches(0, index);
            let error = match play(&mut self.game, word.text, self.first_rank) {
                Ok(()) => continue,
                Err(error) => error,
            };
            if let MoveError::Ambiguous { candidates, .. } = &error
                && let Some(mv) =
                    likeliest(&self.game, candidates, &words[index + 1..], self.first_rank, &mut self.budget)
            {
                self.game.play_text(&mv).map_err(|error| wrong(index, word, error))?;
            } else if !self.play_as_fact(word, &error)? {
                self.notes.push(Note::MovesAfterTheEndLeftOut { count: words.len() - index, ply: index });
                break;
            }
        }
        Ok(())
    }

    /// Plays a move that only the rules about the end of the game, about repetitions and about forbidden points refuse. Returns whether a move is
    /// possible at all: the side to move may be mated.
    fn play_as_fact(&mut self, word: &Word<'_>, error: &MoveError) -> Result<bool, ImportError> {
        let ply = self.game.ply();
        let note = match (error, RuledEnd::of(&self.game)) {
            (MoveError::GameOver(_), Some(verdict)) => Note::WouldHaveEnded { ply, verdict },
            (MoveError::Illegal(illegal), _) if is_of_play(illegal.reason()) => {
                Note::WouldHaveBeenRefused { ply: ply + 1, reason: illegal.reason() }
            }
            _ => return Err(wrong(ply, word, error.clone())),
        };
        self.game.accept(ply + 1);
        match play(&mut self.game, word.text, self.first_rank) {
            Ok(()) => {}
            Err(MoveError::GameOver(_)) => return Ok(false),
            Err(error) => return Err(wrong(ply, word, error)),
        }
        // The first place is where a game under our rules departs from the record.
        if self.notes.is_empty() {
            self.notes.push(note);
        }
        Ok(true)
    }

    /// Gives the game the result that the record claims.
    fn decide(&mut self) {
        let ply = self.game.ply();
        let claimed = self.parsed.ending.and_then(|ending| ending.outcome(self.game.ruleset()));
        let ruled = self.game.outcome();
        let end = RuledEnd::of(&self.game);
        if !self.notes.is_empty() || ruled.is_some() && !agree(ruled, claimed) {
            self.game.accept(ply);
            if self.notes.is_empty() && claimed.is_none() && self.game.outcome().is_some() {
                // The pieces decided the game, as under the rules.
                self.game.accept(0);
            }
        }
        match (claimed, ruled) {
            (Some(_), Some(outcome)) if agree(ruled, claimed) => self.game.conclude(outcome),
            (Some(outcome), _) => self.game.conclude(outcome),
            (None, Some(_)) if self.game.outcome().is_none() => {
                self.notes.extend(end.clone().map(|verdict| Note::WouldHaveEnded { ply, verdict }));
            }
            (None, _) => {}
        }
        let earlier = self.notes.iter().find_map(|note| match note {
            Note::WouldHaveEnded { ply, verdict } => Some((*ply, verdict.clone())),
            _ => None,
        });
        let first = earlier.or_else(|| end.map(|end| (ply, end)));
        if let (Some(outcome), Some((ply, verdict))) = (claimed, first) {
            let names = self.game.ruleset().side_names();
            if outcome.winner().map(|winner| names[winner]) != verdict.winner.as_deref() {
                self.notes.push(Note::ResultContradicts { ply, verdict });
            }
        }
    }

    fn reach_branches(&mut self, line: usize, ply: usize) {
        let Some(branches) = self.branches.remove(&(line, ply)) else { return };
        if let Some(game) = tree::apart(&self.game) {
            self.reached.extend(branches.into_iter().rev().map(|branch| (branch, game.clone())));
        }
    }

    /// The main line as it was played, and the variations up to their first illegal moves. Notes what is left out.
    fn tree(&mut self) -> Tree {
        let mut moves: Vec<Vec<String>> = vec![Vec::new(); self.lines.len()];
        moves[0] = self.game.moves().into_iter().map(|mv| self.game.coordinates(mv)).collect();
        let mut left_out = self.parsed.variations;
        while let Some((index, mut game)) = self.reached.pop() {
            let line = &self.lines[index];
            for (at, word) in line.words.iter().enumerate() {
                let ply = line.ply + at;
                if let Some(branches) = self.branches.remove(&(index, ply))
                    && let Some(apart) = tree::apart(&game)
                {
                    self.reached.extend(branches.into_iter().rev().map(|branch| (branch, apart.clone())));
                }
                if ply >= self.limit || play(&mut game, word.text, self.first_rank).is_err() {
                    // A line without any move is counted below.
                    left_out += usize::from(at > 0);
                    break;
                }
                moves[index].extend(game.moves().last().map(|&mv| game.coordinates(mv)));
            }
        }
        let mut tree = Tree::default();
        let mut places = Vec::with_capacity(self.lines.len());
        let mut comments_left_out = self.parsed.comments;
        for (index, (line, moves)) in self.lines.iter().zip(moves).enumerate() {
            let remarks = &self.parsed.lines[index].remarks;
            let parent = if index == 0 { Some(0) } else { places[line.parent] };
            let Some(parent) = parent.filter(|_| index == 0 || !moves.is_empty()) else {
                places.push(None);
                left_out += usize::from(!line.words.is_empty());
                comments_left_out += remarks.comments.len();
                continue;
            };
            let end = line.ply + moves.len();
            let (kept, left_out) = remarks.counted(|at| line.ply_after(at)).split(end);
            comments_left_out += left_out.comments.len();
            places.push(Some(tree.lines.len()));
            tree.lines.push(Line { parent, ply: line.ply, moves: moves.join(" "), remarks: kept });
        }
        if comments_left_out > 0 {
            self.notes.push(Note::CommentsLeftOut { count: comments_left_out });
        }
        if left_out > 0 {
            self.notes.push(Note::VariationsLeftOut { count: left_out });
        }
        tree
    }
}

/// Whether people can break the rule over the board: the move is possible, and a record may report it.
fn is_of_play(reason: IllegalReason) -> bool {
    use IllegalReason::{ForbiddenFourFour, ForbiddenOverline, ForbiddenRepetition, ForbiddenThreeThree};
    matches!(reason, ForbiddenRepetition | ForbiddenThreeThree | ForbiddenFourFour | ForbiddenOverline)
}

/// Whether two outcomes give the same result.
fn agree(ruled: Option<Outcome>, claimed: Option<Outcome>) -> bool {
    matches!((ruled, claimed), (Some(ruled), Some(claimed)) if ruled.winner() == claimed.winner())
}

fn wrong(index: usize, word: &Word<'_>, error: MoveError) -> ImportError {
    let text = word.text.chars().take(40).collect();
    ImportError::Move { ply: index + 1, place: word.place, text, error }
}

/// Plays a move in any notation of the ruleset, or in that of chess programs.
fn play(game: &mut Game, text: &str, first_rank: u8) -> Result<(), MoveError> {
    // `C2e2` could be taken for the coordinates c2e2.
    if let Game::Xiangqi(own) = game
        && own.outcome().is_none()
        && san::names_a_piece(text)
        && let Some(read) = san::read(own, text, first_rank)
    {
        return game.play(read?.into());
    }
    let unreadable = match game.play_text(text) {
        Err(error @ MoveError::Unreadable { .. }) => error,
        played => return played.map(|_| ()),
    };
    let mv = match game {
        Game::Xiangqi(own) => san::read(own, text, first_rank).unwrap_or(Err(unreadable))?,
        Game::Gomoku(_) => return Err(unreadable),
    };
    game.play(mv.into())
}

/// Of the moves that a text can mean, the one after which most of the next words can be played. Plays at most `budget` moves,
/// and takes them from it.
fn likeliest(
    game: &Game,
    candidates: &[String],
    next: &[Word<'_>],
    first_rank: u8,
    budget: &mut usize,
) -> Option<String> {
    let next = &next[..next.len().min(LOOKAHEAD)];
    let mut counts: Vec<(usize, &String)> = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let mut after = game.clone();
        if after.play_text(candidate).is_ok() {
            counts.push((playable(after, next, first_rank, budget), candidate));
        }
    }
    counts.sort();
    match counts[..] {
        [.., (second, _), (most, best)] if most > second => Some(best.clone()),
        [(_, only)] => Some(only.clone()),
        _ => None,
    }
}

/// How many of the words can be played, at most [`LOOKAHEAD`], whatever the ambiguous ones among them mean.
fn playable(mut game: Game, words: &[Word<'_>], first_rank: u8, budget: &mut usize) -> usize {
    for (index, word) in words.iter().enumerate() {
        let Some(left) = budget.checked_sub(1) else { return index };
        *budget = left;
        match play(&mut game, word.text, first_rank) {
            Ok(()) => {}
            Err(MoveError::Ambiguous { candidates, .. }) => {
                let after = candidates.iter().filter_map(|candidate| {
                    let mut after = game.clone();
                    after.play_text(candidate).ok()?;
                    Some(index + 1 + playable(after, &words[index + 1..], first_rank, budget))
                });
                return after.max().unwrap_or(index);
            }
            Err(_) => return index,
        }
    }
    words.len()
}
