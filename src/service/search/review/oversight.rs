//! What a mistake overlooked, as far as the rules or the engine's lines vouch for it.

use super::judged::{BestMove, Judged};
use crate::engine::Score;
use crate::rules::gomoku::{self, Direction, Point};
use crate::rules::xiangqi::{self, Role};
use crate::rules::{Game, Move, Outcome, WinReason};
use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OversightKind {
    /// The side had a forced win and has none after the move.
    MissedWin,
    /// The other side has a forced win after the move.
    AllowsWin,
    /// The other side wins by fours in two directions at once.
    AllowsDoubleFour,
    /// The other side takes a piece, and its line loses nothing for it.
    LosesPiece,
    /// The move lost by the rules of repetition.
    ForbiddenRepetition,
    /// The stone was placed on a forbidden point.
    ForbiddenPoint,
}

/// What a mistake overlooked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Oversight {
    pub kind: OversightKind,
    /// The moves that the winner of a forced win makes.
    pub moves: Option<u32>,
    /// Where the piece that is lost stands, or the stone that makes the double four.
    pub point: Option<String>,
    /// The piece that is lost.
    pub piece: Option<&'static str>,
}

impl From<OversightKind> for Oversight {
    fn from(kind: OversightKind) -> Oversight {
        Oversight { kind, moves: None, point: None, piece: None }
    }
}

impl Oversight {
    fn win(kind: OversightKind, moves: u32) -> Oversight {
        Oversight { moves: Some(moves), ..Oversight::from(kind) }
    }

    /// What the move `mv` overlooked that led from one position to the other. None if nothing simple is the reason.
    pub(in crate::service) fn of(before: &Judged, mv: Move, after: &Judged) -> Option<Oversight> {
        if let Some(Outcome::Won { winner, reason }) = after.game.outcome() {
            return lost_by_rule(reason).filter(|_| winner != before.game.turn()).map(Oversight::from);
        }
        if let Some(moves) = wins_in(&after.best) {
            return Some(match double_four(after) {
                Some(point) => Oversight {
                    point: Some(point.to_string()),
                    ..Oversight::win(OversightKind::AllowsDoubleFour, moves)
                },
                None => Oversight::win(OversightKind::AllowsWin, moves),
            });
        }
        if let Some(moves) = wins_in(&before.best).filter(|_| !is_lost(&after.best)) {
            return Some(Oversight::win(OversightKind::MissedWin, moves));
        }
        let (Game::Xiangqi(was), Game::Xiangqi(is)) = (&before.game, &after.game) else { return None };
        lost_piece(was, mv, is, after.best.as_ref()?)
    }
}

/// The best reply, if it makes fours in two directions at once.
fn double_four(Judged { game, best }: &Judged) -> Option<Point> {
    let (Game::Gomoku(game), gomoku::Move::Stone(point)) =
        (game, gomoku::Move::try_from(*best.as_ref()?.line.first()?).ok()?)
    else {
        return None;
    };
    let mut position = game.position().clone();
    let side = position.turn();
    position.make_move(point);
    let is_four = |&direction: &Direction| {
        let points = (-4..=4).filter_map(|steps| point.along(direction, steps, position.size()));
        points.filter(|&at| position.at(at).is_none()).any(|at| position.wins_at(at, side))
    };
    (Direction::ALL.iter().filter(|direction| is_four(direction)).count() > 1).then_some(point)
}

fn lost_by_rule(reason: WinReason) -> Option<OversightKind> {
    match reason {
        WinReason::PerpetualCheck | WinReason::PerpetualChase => Some(OversightKind::ForbiddenRepetition),
        WinReason::ForbiddenMove => Some(OversightKind::ForbiddenPoint),
        _ => None,
    }
}

/// In how many of its own moves the side to move wins.
fn wins_in(best: &Option<BestMove>) -> Option<u32> {
    match best.as_ref()?.score {
        Score::Mate(moves @ 1..) => Some(moves.unsigned_abs()),
        _ => None,
    }
}

fn is_lost(best: &Option<BestMove>) -> bool {
    matches!(best, Some(BestMove { score: Score::Mate(..=0), .. }))
}

/// The piece that the best reply takes, if it is not taken back, and if neither the move nor the line takes as much elsewhere.
fn lost_piece(
    before: &xiangqi::Game,
    mv: Move,
    after: &xiangqi::Game,
    reply: &BestMove,
) -> Option<Oversight> {
    let line: Vec<xiangqi::Move> =
        reply.line.iter().filter_map(|&mv| xiangqi::Move::try_from(mv).ok()).collect();
    let taking = *line.first()?;
    let lost = after.position().piece_at(taking.to())?.role;
    let own = xiangqi::Move::try_from(mv).ok()?;
    let is_taken_back = line.get(1).is_some_and(|next| next.to() == taking.to());
    let taken = captured(before.position(), own);
    if is_taken_back || worth(lost) == 0 || balance(after.position(), &line) <= taken {
        return None;
    }
    let (point, piece) = (Some(taking.to().to_string()), Some(lost.name()));
    Some(Oversight { point, piece, ..Oversight::from(OversightKind::LosesPiece) })
}

/// The worth of what the side to move takes in a line, less that of what it loses.
fn balance(position: &xiangqi::Position, line: &[xiangqi::Move]) -> i32 {
    let mut position = position.clone();
    let mut balance = 0;
    for (index, &mv) in line.iter().enumerate() {
        let (is_own, is_last) = (index % 2 == 0, index + 1 == line.len());
        balance += match captured(&position, mv) {
            // The hash table cuts some lines short.
            _ if is_own && is_last && can_take_back(&position, mv) => 0,
            worth if is_own => worth,
            worth => -worth,
        };
        position.make_move(mv);
    }
    balance
}

/// The worth of the piece that a move takes.
fn captured(position: &xiangqi::Position, mv: xiangqi::Move) -> i32 {
    position.piece_at(mv.to()).map_or(0, |piece| worth(piece.role))
}

fn can_take_back(position: &xiangqi::Position, taking: xiangqi::Move) -> bool {
    let mut position = position.clone();
    position.make_move(taking);
    position.legal_moves().iter().any(|mv| mv.to() == taking.to())
}

/// The rough worth of a piece. The loss of a soldier is not mentioned.
fn worth(role: Role) -> i32 {
    match role {
        Role::Rook => 5,
        Role::Horse | Role::Cannon => 2,
        Role::Advisor | Role::Elephant => 1,
        Role::Soldier | Role::General => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Options, Ruleset};

    /// The position after `moves` from `fen`, with what a search would find there.
    fn judged(ruleset: Ruleset, fen: Option<&str>, moves: &[&str], line: &[&str], score: Score) -> Judged {
        let mut game = Game::new(&Options::defaults(ruleset), fen).unwrap();
        for text in moves {
            game.play_text(text).unwrap();
        }
        let line = line.iter().map(|text| ruleset.read_coordinates(text).unwrap()).collect();
        Judged { game, best: Some(BestMove { line, score }) }
    }

    fn in_xiangqi(moves: &[&str], line: &[&str], score: Score) -> Judged {
        judged(Ruleset::Xiangqi, None, moves, line, score)
    }

    fn oversight(mv: &str, before: &Judged, after: &Judged) -> Option<Oversight> {
        Oversight::of(before, Ruleset::Xiangqi.read_coordinates(mv).unwrap(), after)
    }

    #[test]
    fn a_piece_that_is_taken_for_nothing_is_lost() {
        let before = in_xiangqi(&["h2e2", "h9g7"], &["h0g2"], Score::Cp(40));
        let after = in_xiangqi(&["h2e2", "h9g7", "b2b6"], &["c6c5", "b6b5"], Score::Cp(0));
        assert_eq!(oversight("b2b6", &before, &after), None);
        let after = in_xiangqi(&["h2e2", "h9g7", "e2e6"], &["g7e6", "h0g2"], Score::Cp(300));
        let lost = oversight("e2e6", &before, &after).unwrap();
        assert_eq!((lost.kind, lost.point.as_deref()), (OversightKind::LosesPiece, Some("e6")));
        assert_eq!(lost.piece, Some("cannon"));
        let retaken = in_xiangqi(&["h2e2", "h9g7", "e2e6"], &["g7e6", "a0e6"], Score::Cp(300));
        assert_eq!(oversight("e2e6", &before, &retaken), None);
    }

    #[test]
    fn a_piece_for_which_the_line_takes_as_much_elsewhere_is_not_lost() {
        let before = in_xiangqi(&["h2e2", "h9g7"], &["h0g2"], Score::Cp(40));
        let after = |line: &[&str]| in_xiangqi(&["h2e2", "h9g7", "e2e6"], line, Score::Cp(0));
        // The other cannon takes a horse.
        assert_eq!(oversight("e2e6", &before, &after(&["g7e6", "b2b9", "c9e7"])), None);
        let lost = oversight("e2e6", &before, &after(&["g7e6", "b2b9", "a9b9", "h0g2"])).unwrap();
        assert_eq!((lost.kind, lost.point.as_deref()), (OversightKind::LosesPiece, Some("e6")));
    }

    #[test]
    fn the_rules_decide_whether_a_piece_is_taken_back_where_the_line_ends_early() {
        let before = in_xiangqi(&["h2e2", "h9g7"], &["h0g2"], Score::Cp(40));
        let lost = in_xiangqi(&["h2e2", "h9g7", "e2e6"], &["g7e6"], Score::Cp(300));
        assert_eq!(oversight("e2e6", &before, &lost).map(|lost| lost.kind), Some(OversightKind::LosesPiece));
        let before = in_xiangqi(&[], &["h2e2"], Score::Cp(20));
        // The rook on i0 takes back.
        let guarded = in_xiangqi(&["b2e2"], &["h7h0"], Score::Cp(20));
        assert_eq!(oversight("b2e2", &before, &guarded), None);
    }

    #[test]
    fn an_exchange_is_no_loss() {
        let before = in_xiangqi(&[], &["h2e2"], Score::Cp(20));
        let after = in_xiangqi(&["h2h9"], &["i9h9", "h0g2"], Score::Cp(20));
        assert_eq!(oversight("h2h9", &before, &after), None);
    }

    #[test]
    fn a_reply_that_makes_two_fours_at_once_is_named() {
        let rows = ["a1", "e5", "c1", "f5", "e1", "g5", "g1", "h6", "i1", "h7", "k1", "h8"];
        let seen = |moves: &[&str], reply: &str, score| judged(Ruleset::Gomoku, None, moves, &[reply], score);
        let before = seen(&rows, "d5", Score::Cp(0));
        let after = |reply| seen(&[&rows[..], &["m1"]].concat(), reply, Score::Mate(2));
        let mv = Ruleset::Gomoku.read_coordinates("m1").unwrap();
        let found = Oversight::of(&before, mv, &after("h5")).unwrap();
        assert_eq!((found.kind, found.moves), (OversightKind::AllowsDoubleFour, Some(2)));
        assert_eq!(found.point.as_deref(), Some("h5"));
        // An open four alone.
        let found = Oversight::of(&before, mv, &after("d5")).unwrap();
        assert_eq!((found.kind, found.point), (OversightKind::AllowsWin, None));
    }

    #[test]
    fn forced_wins_that_are_missed_or_allowed_have_their_length() {
        let before = in_xiangqi(&[], &["h2e2"], Score::Mate(3));
        let after = |score| in_xiangqi(&["a0a1"], &["h9g7"], score);
        let missed = oversight("a0a1", &before, &after(Score::Cp(-50))).unwrap();
        assert_eq!((missed.kind, missed.moves), (OversightKind::MissedWin, Some(3)));
        let allowed = oversight("a0a1", &before, &after(Score::Mate(2))).unwrap();
        assert_eq!((allowed.kind, allowed.moves), (OversightKind::AllowsWin, Some(2)));
        assert_eq!(oversight("a0a1", &before, &after(Score::Mate(-4))), None);
    }
}
