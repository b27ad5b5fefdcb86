//! The turn of an engine: it searches, then makes its move, or its choices if the opening asks for some.

use super::Service;
use super::call::{Call, refusal};
use super::error::{Code, Error, Result};
use super::idempotency::Attempt;
use super::outcome::{Changed, Reply};
use super::search::{SearchPermit, SearchSettings, report_json};
use crate::pool::{Answer, report_channel};
use crate::session::{EnginePlayer, Event, Session, Tag};
use std::sync::Arc;
use std::time::Instant;
use uuid::Uuid;

/// Divides an engine's time among the decisions of its turn: an opening may ask for several in a row.
fn time_share(session: &Session, settings: &SearchSettings, arrived: Instant) -> SearchSettings {
    /// The most choices or stones in one turn of an opening.
    const DECISIONS: u32 = 3;
    let decisions = match session.game.opening().map(|opening| (opening.phase, opening.offers_left)) {
        None | Some(("play", _)) => 1,
        Some((_, 0)) => DECISIONS,
        Some((_, offers)) => u32::from(offers) + 1,
    };
    let spent = arrived.elapsed();
    let mut settings = settings.clone();
    settings.set_time(spent + settings.time().saturating_sub(spent) / decisions);
    settings
}

/// Whether the turn continues, because the opening gives the next decision to an engine as well.
fn turn_continues(before: &Session, after: &Session) -> bool {
    before.is_opening() && after.engine_to_move().is_some()
}

/// Plays the first moves of a new game if an engine moves first. The result is still version 1.
pub(super) async fn play_first_moves(
    service: &Service,
    call: &Call,
    mut session: Session,
) -> Result<Session> {
    while let Some(engine) = session.engine_to_move() {
        let settings = time_share(&session, &SearchSettings::from(engine), call.arrived);
        let permit = service.admit(&call.client, &settings, call.arrived)?;
        let task = settings.task(&session.game, call.arrived);
        let answer = service.search(task, &permit, None).await?;
        let next = Session { version: 1, parent: None, ..session.with_move(answer.report.best, true)? };
        let is_over = !turn_continues(&session, &next);
        session = next;
        if is_over {
            break;
        }
    }
    Ok(session)
}

/// Stores a human move, then searches for the engine's reply and stores it.
pub(super) async fn play_and_reply(
    service: &Service,
    call: &Call,
    base: &Session,
    next: Session,
    engine: &EnginePlayer,
    attempt: &Attempt,
) -> Result<Changed> {
    let settings = SearchSettings::from(engine);
    // Admit the search before changing anything: if it is refused, the client can send the same request again.
    let permit = service.admit(&call.client, &settings, call.arrived)?;
    let session = attempt.begin(base.tag(), next).await.map_err(|error| call.refusal(error))?;
    let id = session.id;
    match play(service, call, session, &settings, &permit, attempt).await {
        // Another request changed the game after the move was stored, so the reply no longer applies.
        Err(error) if matches!(error.code, Code::GameChanged | Code::GameNotFound) => {
            Ok(attempt.settle_with(service.find(id).await?).await)
        }
        result => result.map_err(move_made_without_reply),
    }
}

fn move_made_without_reply(error: Error) -> Error {
    error.prefixed(
        "the move was made, but the engine did not reply (call best-move with \"play\": true, or send the request again \
         with the same Idempotency-Key)",
    )
}

/// Resumes a request whose earlier attempt stored the first part of the change. The engine still has to move, unless another
/// request has changed the game since.
pub(super) async fn resume(
    service: &Service,
    id: Uuid,
    call: &Call,
    begun: Tag,
    attempt: &Attempt,
) -> Result<Changed> {
    let session = service.find(id).await?;
    let Some(engine) = session.engine_to_move().filter(|_| session.tag() == begun) else {
        return Ok(attempt.settle_with(session).await);
    };
    let settings = SearchSettings::from(engine);
    let permit = service.admit(&call.client, &settings, call.arrived).map_err(move_made_without_reply)?;
    play(service, call, session, &settings, &permit, attempt).await.map_err(move_made_without_reply)
}

/// Searches and makes the best move, and repeats this while the opening gives the next decision to an engine.
///
/// # Errors
/// When another request changed the game, the search failed, or the store did not answer.
pub(super) async fn play(
    service: &Service,
    call: &Call,
    session: Arc<Session>,
    settings: &SearchSettings,
    permit: &SearchPermit,
    attempt: &Attempt,
) -> Result<Changed> {
    let mut session = session;
    loop {
        let settings = time_share(&session, settings, call.arrived);
        let Answer { report, queued } =
            search_and_publish(service, &session, &settings, call.arrived, permit).await?;
        let by_engine = session.engine_to_move().is_some();
        let next = session.with_move(report.best, by_engine)?;
        if !(by_engine && turn_continues(&session, &next)) {
            let reply = Some(Reply { report, queued });
            return attempt.finish(session.tag(), next, reply).await.map_err(refusal);
        }
        session = attempt.begin(session.tag(), next).await.map_err(refusal)?;
    }
}

/// Searches for a move that will be made, and publishes each completed depth to the listeners of the game.
async fn search_and_publish(
    service: &Service,
    session: &Session,
    settings: &SearchSettings,
    arrived: Instant,
    permit: &SearchPermit,
) -> Result<Answer> {
    let &Session { id, version, .. } = session;
    let (sender, mut reports) = report_channel();
    let publish = async {
        while let Some(report) = reports.recv().await {
            let report = report_json(&report).into();
            service.store.publish(id, Event::Thinking { version, report });
        }
    };
    let task = settings.task(&session.game, arrived);
    let (answer, ()) = tokio::join!(service.search(task, permit, Some(sender)), publish);
    answer
}
