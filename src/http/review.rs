//! The whole game judged, move by move.

use super::extract::{Body, Current};
use super::input::{SearchFields, default_settings};
use super::problem::{Code, Problem, Result};
use super::search::job;
use super::state::AppState;
use super::stream::{Format, StreamEvent, respond};
use crate::engine::{Score, SearchReport};
use crate::rules::{BySide, Game, Outcome, Side};
use crate::session::{SearchSettings, Session};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time for each position, unless the request says otherwise.
const TIME_PER_PLY: Duration = Duration::from_millis(200);

/// Beyond this a score says no more than that the game is decided.
const SCORE_CAP: i32 = 1000;

/// Streams an event per move, then the sum. The time limit is for each position.
#[axum::debug_handler(state = AppState)]
pub async fn review(
    State(state): State<AppState>,
    Current(session): Current,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let mut fields = body.fields;
    let search = SearchFields::read(&mut fields);
    fields.finish()?;
    if session.game.ply() == 0 {
        return Err(Problem::new(
            Code::InvalidRequest,
            "there is nothing to review: no move has been played",
        ));
    }
    let base = SearchSettings { time: TIME_PER_PLY, ..default_settings(&state.config) };
    let mut settings = search.settings(&base, &session.game, &state.config)?;
    settings.request.book = false;
    // The first search is taken in before the first byte, so that a refusal can be told.
    let mut admission = Some(state.admit(&settings, Instant::now())?);
    let format = Format::accepted(&headers).unwrap_or(Format::ServerSentEvents);
    let guard = state.metrics.stream();
    let events = async_stream::stream! {
        let mut review = Review::new(&session);
        let mut id = 0;
        while let Some(position) = review.next_position() {
            let arrived = Instant::now();
            let report = match position.outcome() {
                Some(_) => None,
                None => match search_when_free(&state, &position, &settings, admission.take(), arrived).await {
                    Some(report) => Some(report),
                    None => {
                        yield StreamEvent::end(id + 1, "shutdown");
                        return;
                    }
                },
            };
            if let Some(ply) = review.judge(position, report) {
                id += 1;
                yield StreamEvent::new(id, "ply", ply);
            }
        }
        yield StreamEvent::new(id + 1, "result", review.result());
        yield StreamEvent::end(id + 2, "done");
    };
    Ok(respond(format, events, guard))
}

/// Searches as soon as there is room: a review is long and gives way to those who wait for a move. None when
/// the server shuts down.
async fn search_when_free(
    state: &AppState,
    game: &Game,
    settings: &SearchSettings,
    admission: Option<crate::pool::Admission>,
    arrived: Instant,
) -> Option<SearchReport> {
    const PAUSE: Duration = Duration::from_millis(50);
    let mut admission = admission;
    let mut arrived = arrived;
    loop {
        if let Some(admission) = admission.take() {
            match state.search(job(game, settings, arrived), &admission, None).await {
                Ok(answer) => return Some(answer.report),
                Err(problem) if problem.code != Code::Overloaded => return None,
                Err(_) => {}
            }
        }
        if state.draining.0.is_cancelled() {
            return None;
        }
        arrived = Instant::now();
        admission = state.pool.admit(arrived + settings.time).ok();
        if admission.is_none() {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// A position and what was found in it.
struct Judged {
    game: Game,
    report: Option<SearchReport>,
}

impl Judged {
    /// The score for `side`, within the cap.
    fn score(&self, side: Side) -> i32 {
        let to_move = match (&self.report, self.game.outcome()) {
            (Some(report), _) => match report.score {
                Score::Cp(score) => score.clamp(-SCORE_CAP, SCORE_CAP),
                Score::Mate(moves) if moves > 0 => SCORE_CAP,
                Score::Mate(_) => -SCORE_CAP,
            },
            (None, Some(Outcome::Won { winner, .. })) if winner == self.game.turn() => SCORE_CAP,
            (None, Some(Outcome::Won { .. })) => -SCORE_CAP,
            _ => 0,
        };
        if side == self.game.turn() { to_move } else { -to_move }
    }
}

/// A game walked through from its start.
struct Review {
    session: Arc<Session>,
    ply: usize,
    before: Option<Judged>,
    /// The chances lost and the moves made by each side.
    lost: BySide<(f64, u32)>,
}

/// The expected result of a score for the side that has it.
fn chance(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / 240.0).exp())
}

impl Review {
    fn new(session: &Arc<Session>) -> Review {
        Review { session: Arc::clone(session), ply: 0, before: None, lost: BySide::default() }
    }

    /// The position after so many plies as were asked for before; none after the last.
    fn next_position(&mut self) -> Option<Game> {
        let plies = self.session.game.ply();
        if self.ply > plies {
            return None;
        }
        let mut game = self.session.game.clone();
        // Only the last position keeps an end that did not come about on the board.
        if self.ply < plies {
            game.undo(plies - self.ply).ok()?;
        }
        self.ply += 1;
        Some(game)
    }

    /// Judges the move that led to this position; none for the first.
    fn judge(&mut self, game: Game, report: Option<SearchReport>) -> Option<Value> {
        let now = Judged { game, report };
        let before = self.before.replace(Judged { game: now.game.clone(), report: now.report.clone() })?;
        let side = before.game.turn();
        let mv = *self.session.game.moves().get(self.ply - 2)?;
        let best = before.report.as_ref()?;
        let is_best = best.best == mv;
        let (was, is) = (before.score(side), now.score(side));
        let loss = if is_best { 0 } else { (was - is).max(0) };
        let chance_lost = if is_best { 0.0 } else { (chance(was) - chance(is)).max(0.0) };
        self.lost[side].0 += chance_lost;
        self.lost[side].1 += 1;
        let text = before.game.describe(mv);
        Some(json!({
            "ply": self.ply - 1,
            "side": before.game.ruleset().side_names()[side],
            "move": text.coordinates,
            "chinese": text.chinese,
            "wxf": text.wxf,
            "score_before": was,
            "score_after": is,
            "best_move": before.game.coordinates(best.best),
            "loss": loss,
            "label": label(is_best, chance_lost),
        }))
    }

    fn result(&self) -> Value {
        let names = self.session.game.ruleset().side_names();
        let accuracy = |side: Side| {
            let (lost, moves) = self.lost[side];
            (moves > 0).then(|| ((1.0 - lost / f64::from(moves)) * 1000.0).round() / 10.0)
        };
        json!({
            "plies": self.session.game.ply(),
            "accuracy": {names[Side::First]: accuracy(Side::First), names[Side::Second]: accuracy(Side::Second)},
        })
    }
}

/// By the share of the expected result that the move gave away.
fn label(is_best: bool, lost: f64) -> &'static str {
    match lost {
        _ if is_best => "best",
        lost if lost < 0.05 => "good",
        lost if lost < 0.10 => "inaccuracy",
        lost if lost < 0.20 => "mistake",
        _ => "blunder",
    }
}
