//! Decides whether a position is a puzzle: whether the side to move wins by force, and by which moves.

use super::attack::{OutOfNodes, Solver};
use super::five::FiveSolver;
use super::mates::MateSolver;
use super::theme::Theme;
use crate::gomoku::board::Board;
use crate::gomoku::threat_space::{Proof, ProofKind, ThreatSearch};
use crate::xiangqi::mate::MateSearch;
use duiyi_rules::{Game, Move};

/// The solution of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Both sides' moves, as in [`super::Puzzle::solution`].
    pub moves: Vec<Move>,
    /// What its moves have in common.
    pub theme: Theme,
}

/// The solution if the position of this game is a puzzle of at least `least` and at most `most` moves of the side to
/// move. None, too, if that cannot be decided within `nodes`.
pub fn solve(game: &Game, least: usize, most: usize, nodes: u64) -> Option<Solution> {
    let mut solver = solver(game, nodes);
    solution(&mut *solver, least, most).ok().flatten()
}

fn solver(game: &Game, nodes: u64) -> Box<dyn Solver> {
    match game {
        Game::Xiangqi(game) => Box::new(MateSolver::new(game.position(), nodes)),
        Game::Gomoku(game) => Box::new(FiveSolver::new(game.position(), nodes)),
    }
}

fn solution(solver: &mut dyn Solver, least: usize, most: usize) -> Result<Option<Solution>, OutOfNodes> {
    for moves in 1..=most {
        if !solver.wins(moves)? {
            continue;
        }
        if moves < least {
            return Ok(None);
        }
        let [only] = winning_moves(solver, moves)?[..] else { return Ok(None) };
        let Some(line) = line_after(solver, only, moves)? else { return Ok(None) };
        let theme = theme(solver, &line);
        return Ok(Some(Solution { moves: line, theme }));
    }
    Ok(None)
}

/// The attacker's moves that win with at most `moves`, this one included: none, one or two, even if there are more.
fn winning_moves(solver: &mut dyn Solver, moves: usize) -> Result<Vec<Move>, OutOfNodes> {
    let mut winning = Vec::new();
    for mv in solver.legal_moves() {
        solver.make_move(mv);
        let wins = solver.loses(moves - 1);
        solver.unmake_move();
        if wins? {
            winning.push(mv);
            if winning.len() == 2 {
                break;
            }
        }
    }
    Ok(winning)
}

/// The line that begins with the attacker's move `mv`, the first of `moves`: the defender answers with a move that holds
/// out longest and leaves only one way to win as soon, until the last move. None if there is no such line.
fn line_after(solver: &mut dyn Solver, mv: Move, moves: usize) -> Result<Option<Vec<Move>>, OutOfNodes> {
    if moves == 1 {
        return Ok(Some(vec![mv]));
    }
    solver.make_move(mv);
    let line = line_of_defender(solver, moves - 1);
    solver.unmake_move();
    Ok(line?.map(|rest| [vec![mv], rest].concat()))
}

/// The same from the defender's answer on, with this many moves left to the attacker.
fn line_of_defender(solver: &mut dyn Solver, moves: usize) -> Result<Option<Vec<Move>>, OutOfNodes> {
    /// Not all answers are tried: a position where the first ones leave several ways to win is no good puzzle.
    const MOST_ANSWERS: usize = 6;
    let mut tried = 0;
    for answer in solver.legal_moves() {
        solver.make_move(answer);
        let rest = line_if_longest(solver, moves);
        solver.unmake_move();
        match rest? {
            None => {}
            Some(None) => {
                tried += 1;
                if tried == MOST_ANSWERS {
                    return Ok(None);
                }
            }
            Some(Some(rest)) => return Ok(Some([vec![answer], rest].concat())),
        }
    }
    Ok(None)
}

/// The attacker's line of exactly `moves`; none if there is a shorter win, and within that none if there are several.
fn line_if_longest(solver: &mut dyn Solver, moves: usize) -> Result<Option<Option<Vec<Move>>>, OutOfNodes> {
    if solver.wins(moves - 1)? {
        return Ok(None);
    }
    match winning_moves(solver, moves)?[..] {
        [only] => line_after(solver, only, moves).map(Some),
        [any, ..] if moves == 1 => Ok(Some(Some(vec![any]))),
        _ => Ok(Some(None)),
    }
}

fn theme(solver: &mut dyn Solver, line: &[Move]) -> Theme {
    let mut themes = Vec::new();
    for (ply, &mv) in line.iter().enumerate() {
        solver.make_move(mv);
        if ply % 2 == 0 && (ply + 1 < line.len() || line.len() == 1) {
            themes.push(solver.theme());
        }
    }
    line.iter().for_each(|_| solver.unmake_move());
    let rare = |theme: &&Theme| matches!(theme, Theme::QuietMove | Theme::Threats);
    *themes.iter().find(rare).unwrap_or(&themes[0])
}

/// Solves a puzzle again and checks its solution move by move.
///
/// # Errors
/// What is wrong.
pub fn verify(game: &Game, solution: &[Move], nodes: u64) -> Result<(), String> {
    let mut solver = solver(game, nodes);
    let total = solution.len().div_ceil(2);
    let undecided = |OutOfNodes| "not decided within the nodes".to_owned();
    if solution.len().is_multiple_of(2) {
        return Err("expected the solver's move as the last".to_owned());
    }
    for (ply, &mv) in solution.iter().enumerate() {
        let left = total - ply / 2;
        if !solver.legal_moves().contains(&mv) {
            return Err(format!("ply {ply} is not legal"));
        }
        if ply % 2 == 0 {
            if solver.wins(left - 1).map_err(undecided)? {
                return Err(format!("there is a win in fewer than {left} moves at ply {ply}"));
            }
            let winning = winning_moves(&mut *solver, left).map_err(undecided)?;
            let may_have_others = ply > 0 && left == 1;
            if winning != [mv] && !may_have_others {
                return Err(format!("it is not the only win in {left} at ply {ply}"));
            }
        }
        solver.make_move(mv);
    }
    match solver.loses(0).map_err(undecided)? {
        true => Ok(()),
        false => Err("the last move does not win".to_owned()),
    }
}

/// The number of moves in which the side to move wins, as far as a quick search sees within `nodes`: by checks in
/// Xiangqi, by threats in five in a row. There may be a shorter win, and others in as many moves.
pub fn quick_win(game: &Game, most: usize, nodes: u64) -> Option<usize> {
    match game {
        Game::Xiangqi(game) => {
            MateSearch::new(Vec::new()).mate(&mut game.position().clone(), None, most, nodes)
        }
        Game::Gomoku(game) => {
            let mut board = Board::new(game.position());
            let mut never = |_| false;
            match ThreatSearch::default().prove(&mut board, ProofKind::Vct, most, nodes, &mut never) {
                Proof::Won(line) => Some(line.len().div_ceil(2)),
                Proof::Refuted | Proof::Unknown => None,
            }
        }
    }
}
