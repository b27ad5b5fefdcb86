//! The turn of an engine: it searches and makes its move, and its choices where the opening asks for them.

use super::Service;
use super::call::{Call, refusal};
use super::error::{Code, Error, Result};
use super::idempotency::Attempt;
use super::outcome::{Changed, Reply};
use super::search::{Granted, SearchSettings, report_json};
use crate::pool::{Answer, report_channel};
use crate::session::{EnginePlayer, Event, Session, Tag};
use std::sync::Arc;
use std::time::Instant;
use uuid::Uuid;

/// The part of an engine's time that one decision may take: in an opening it may have several to make.
fn share_of_time(session: &Session, settings: &SearchSettings, arrived: Instant) -> SearchSettings {
    /// At most so many choices or stones follow each other.
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

/// Whether an engine goes on after its move because the opening leaves the next decision to an engine, too.
fn goes_on(before: &Session, after: &Session) -> bool {
    before.is_opening() && after.engine_to_move().is_some()
}

/// A new game in which the engine that is first to move has moved.
pub(super) async fn before_first_answer(
    service: &Service,
    call: &Call,
    mut session: Session,
) -> Result<Session> {
    while let Some(engine) = session.engine_to_move() {
        let settings = share_of_time(&session, &SearchSettings::from(engine), call.arrived);
        let granted = service.admit(&call.client, &settings, call.arrived)?;
        let task = settings.task(&session.game, call.arrived);
        let answer = service.search(task, &granted, None).await?;
        let next = Session { version: 1, parent: None, ..session.with_move(answer.report.best, true)? };
        let is_over = !goes_on(&session, &next);
        session = next;
        if is_over {
            break;
        }
    }
    Ok(session)
}

/// Stores a person's move, then the reply of the engine on the other side.
pub(super) async fn after_move(
    service: &Service,
    call: &Call,
    base: &Session,
    next: Session,
    engine: &EnginePlayer,
    attempt: &Attempt,
) -> Result<Changed> {
    let settings = SearchSettings::from(engine);
    // Refused before anything is changed, so that the whole request can be sent again.
    let granted = service.admit(&call.client, &settings, call.arrived)?;
    let session = attempt.begin(base.tag(), next).await.map_err(|error| call.refusal(error))?;
    let id = session.id;
    match play(service, call, session, &settings, &granted, attempt).await {
        // Somebody else has changed the game: the move was made, and no reply belongs to it any more.
        Err(error) if matches!(error.code, Code::GameChanged | Code::GameNotFound) => {
            Ok(attempt.settle_with(service.find(id).await?).await)
        }
        result => result.map_err(move_made_without_reply),
    }
}

fn move_made_without_reply(error: Error) -> Error {
    error.after(
        "the move was made, but the engine did not reply (ask best-move with \"play\": true, or send the request again \
         with the same Idempotency-Key)",
    )
}

/// Goes on with a request of which an earlier try stored a part: the engine still has to move, unless somebody has
/// changed the game since.
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
    let granted = service.admit(&call.client, &settings, call.arrived).map_err(move_made_without_reply)?;
    play(service, call, session, &settings, &granted, attempt).await.map_err(move_made_without_reply)
}

/// Searches, makes the move found, and goes on as long as the opening leaves the next decision to an engine.
///
/// # Errors
/// When the game changed meanwhile, the search failed, or the store did not answer.
pub(super) async fn play(
    service: &Service,
    call: &Call,
    session: Arc<Session>,
    settings: &SearchSettings,
    granted: &Granted,
    attempt: &Attempt,
) -> Result<Changed> {
    let mut session = session;
    loop {
        let settings = share_of_time(&session, settings, call.arrived);
        let Answer { report, queued } =
            search_in_public(service, &session, &settings, call.arrived, granted).await?;
        let by_engine = session.engine_to_move().is_some();
        let next = session.with_move(report.best, by_engine)?;
        if !(by_engine && goes_on(&session, &next)) {
            let reply = Some(Reply { report, queued });
            return attempt.finish(session.tag(), next, reply).await.map_err(refusal);
        }
        session = attempt.begin(session.tag(), next).await.map_err(refusal)?;
    }
}

/// Searches for a move that will be made, and publishes each finished depth to the listeners of the game.
async fn search_in_public(
    service: &Service,
    session: &Session,
    settings: &SearchSettings,
    arrived: Instant,
    granted: &Granted,
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
    let (answer, ()) = tokio::join!(service.search(task, granted, Some(sender)), publish);
    answer
}
