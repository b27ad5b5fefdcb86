//! Positions that the endgame tables decide: answered without a search.

use super::endgame::{self, Verdict};
use super::search::forbidden;
use crate::{Bound, Line, Score, SearchReport, Sink, Source};
use duiyi_rules::xiangqi::{Game, Move, Options, Position, Repetition};
use std::cmp::Reverse;
use std::time::Duration;

/// Whether the tables hold under these rules. Where attacks are counted a row of checks may end before it mates.
fn hold_under(options: Options) -> bool {
    options.repetition != Repetition::Tiantian
}

/// Whether a win in this many plies ends before the limit of plies without a capture, even if none is made.
fn ends_in_time(options: Options, position: &Position, plies: u32) -> bool {
    options.no_capture_limit == 0 || position.clock() + plies <= options.no_capture_limit
}

/// The best of these moves and its line to the end, if the tables know a win, or a loss by every move. Calls `sink` with the
/// report. `None` if a requested line is one of which they do not vouch.
pub fn answer(game: &Game, moves: &[Move], lines: usize, sink: &mut Sink<'_>) -> Option<SearchReport> {
    let position = game.position();
    endgame::probe(position)?.plies()?;
    if !hold_under(game.rules()) || !forbidden(position, &game.history()).is_empty() {
        return None;
    }
    let mut verdicts = endgame::moves(position);
    verdicts.retain(|(mv, _)| moves.contains(mv));
    verdicts.sort_by_key(|(_, verdict)| Reverse(verdict.map_or(0, Verdict::preference)));
    if verdicts.first()?.1 == Some(Verdict::Drawn) {
        return None;
    }
    let lines: Vec<Line> = verdicts
        .into_iter()
        .take(lines)
        .map(|(mv, verdict)| {
            let verdict = verdict?;
            let is_certain = verdict.plies().is_none_or(|plies| ends_in_time(game.rules(), position, plies));
            is_certain.then(|| line(game, mv, verdict))
        })
        .collect::<Option<_>>()?;
    let best = lines.first()?;
    let report = SearchReport {
        best: *best.pv.first()?,
        ponder: best.pv.get(1).copied(),
        source: Source::Table,
        score: best.score,
        win_rate: best.score.win_rate(),
        depth: best.depth,
        seldepth: best.seldepth,
        nodes: 0,
        time: Duration::ZERO,
        hash_hit_rate: 0.0,
        hash_full: 0.0,
        by: None,
        lines,
    };
    sink(&report);
    Some(report)
}

/// The line that begins with a move of this verdict.
fn line(game: &Game, mv: Move, verdict: Verdict) -> Line {
    let mut after = game.position().clone();
    after.make_move(mv);
    let depth = verdict.plies().unwrap_or(1);
    let moves = depth.div_ceil(2) as i32;
    let score = match verdict {
        Verdict::Won(_) => Score::Mate(moves),
        Verdict::Drawn => Score::Cp(0),
        Verdict::Lost(_) => Score::Mate(-moves),
    };
    let pv = std::iter::once(mv).chain(endgame::line(&after)).map(Into::into).collect();
    Line { pv, score, bound: Bound::Exact, depth, seldepth: depth, nodes: 0 }
}
