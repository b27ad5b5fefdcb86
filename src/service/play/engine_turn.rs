//! The turn of an engine: it searches, then makes its move, or its choices if the opening asks for some.

use crate::engine::SearchReport;
use crate::game::{EnginePlayer, Session, Tag};
use crate::pool::{Answer, Purpose, report_channel};
use crate::rules::OpeningPhase;
use crate::service::access::call::{Call, refusal};
use crate::service::access::idempotency::Attempt;
use crate::service::error::{Code, Error, Result};
use crate::service::outcome::Changed;
use crate::service::play::clock_time::{is_too_short, settings_on_clock};
use crate::service::play::start::check_length;
use crate::service::search::admission::SearchPermit;
use crate::service::search::hint::check_allowed;
use crate::service::search::settings::{SearchOptions, SearchSettings};
use crate::service::state::Service;
use crate::service::time::sleep_until;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use uuid::Uuid;

/// How long after its deadline the search of an engine that plays by a clock is overdue.
const OVERDUE_AFTER: Duration = Duration::from_millis(10);

/// The settings of a search for the next decision of an engine's turn. An opening may ask for several decisions in a row,
/// which share the time of the turn. If their number is not known yet, each gets a third of the time that is left. Times
/// count from `arrived`.
pub(super) fn time_share(session: &Session, settings: &SearchSettings, arrived: Instant) -> SearchSettings {
    /// The most choices or stones in one turn of an opening, except for offered points.
    const MAX_DECISIONS: u32 = 3;
    let opening = session.game.opening().filter(|opening| opening.phase != OpeningPhase::Play);
    let decisions = match opening.map(|opening| opening.offers_left) {
        None => 1,
        Some(0) => MAX_DECISIONS,
        Some(offers) => u32::from(offers) + 1,
    };
    let spent = arrived.elapsed();
    let share = |time: Duration| spent + time.saturating_sub(spent) / decisions;
    let mut settings = settings.clone();
    settings.set_time(share(settings.time()));
    settings.limits.soft_time = settings.limits.soft_time.map(share);
    settings
}

/// Admits the searches of a turn. An engine that plays by a clock moves however busy the server is.
fn admit_turn(
    service: &Service,
    call: &Call,
    session: &Session,
    settings: &SearchSettings,
) -> Result<SearchPermit> {
    let task = settings.task(&session.game, call.arrived);
    if is_too_short(session, settings) {
        return service.charge_and_admit_at_once(&call.client, &task);
    }
    match service.charge_and_admit(&call.client, Purpose::Move, &task) {
        Err(error) if plays_by_clock(session) && error.code == Code::Overloaded => {
            service.charge_and_admit_at_once(&call.client, &task)
        }
        result => result,
    }
}

/// Whether an engine is to move whose clock runs.
fn plays_by_clock(session: &Session) -> bool {
    session.clock.is_some() && session.engine_to_move().is_some()
}

/// Whether the turn continues, because the opening gives the next decision to an engine as well.
fn turn_continues(before: &Session, after: &Session) -> bool {
    before.is_opening() && after.engine_to_move().is_some()
}

/// Plays the first moves of a new game if an engine moves first. The result is still version 1.
pub(in crate::service) async fn play_first_moves(
    service: &Service,
    call: &Call,
    mut session: Session,
) -> Result<Session> {
    let arrived = service.store.game_time(call.arrived);
    while let Some(engine) = session.engine_to_move() {
        let settings = settings_on_clock(&session, &SearchSettings::from(engine), arrived, &service.delays);
        let settings = time_share(&session, &settings, call.arrived);
        let permit = admit_turn(service, call, &session, &settings)?;
        let answer = search(service, call.arrived, &session, &settings, &permit, |_| {}).await?;
        let now = service.store.game_time_now();
        let next = session.with_move(answer.report.best, true, now)?.as_created();
        if !turn_continues(&session, &next) {
            return Ok(next);
        }
        session = next.with_engine_thinking(now);
    }
    Ok(session)
}

/// Stores a human move, then searches for the engine's reply and stores it.
pub(in crate::service) async fn play_and_reply(
    service: &Service,
    call: &Call,
    base: &Session,
    next: Session,
    engine: &EnginePlayer,
    attempt: &Attempt,
) -> Result<Changed> {
    let now = service.store.game_time(call.arrived);
    let next = next.with_engine_thinking(now);
    let settings = settings_on_clock(&next, &SearchSettings::from(engine), now, &service.delays);
    // Admit the search before changing anything: if it is refused, the client can send the same request again.
    let permit = admit_turn(service, call, &next, &settings)?;
    let session = attempt.begin(base, next).await.map_err(|error| call.refusal(error))?;
    let turn = Turn { service, call, settings: &settings, permit: &permit, attempt };
    turn.play_rest(session).await
}

/// Resumes a request whose earlier attempt stored the first part of the change. The engine still has to move, unless another
/// request has changed the game since. `options` are those of the request, if it has any.
pub(in crate::service) async fn resume(
    service: &Service,
    id: Uuid,
    call: &Call,
    options: Option<&SearchOptions>,
    begun: Tag,
    attempt: &Attempt,
) -> Result<Changed> {
    let session = service.find(id).await?;
    let Some(engine) = session.engine_to_move().filter(|_| session.tag() == begun) else {
        return Ok(attempt.settle_with(session).await?);
    };
    // The moves to which the request limits the search need not be legal any more.
    let settings = options.and_then(|options| service.search_settings(&session, options).ok());
    let settings = settings.unwrap_or_else(|| SearchSettings::from(engine));
    let (session, settings) = thinking(service, call, session, &settings);
    let permit = admit_turn(service, call, &session, &settings).map_err(move_made_without_reply)?;
    let turn = Turn { service, call, settings: &settings, permit: &permit, attempt };
    turn.play_rest(session).await
}

/// Searches for the side to move and plays the best move.
pub(in crate::service) async fn play_best(
    service: &Service,
    call: &Call,
    session: Arc<Session>,
    options: &SearchOptions,
    attempt: &Attempt,
) -> Result<Changed> {
    // Where hints are off, the engine still makes the moves that are its own.
    if session.engine_to_move().is_none() {
        check_allowed(&session)?;
    }
    call.check_seat(&session, &[session.game.turn()])?;
    session.check_playing()?;
    check_length(session.game.ply() + 1, service.config.max_plies)?;
    let settings = service.search_settings(&session, options)?;
    Box::pin(play_turn(service, call, session, &settings, attempt)).await
}

/// Makes the best move of the side to move, and the further decisions that the opening gives to an engine.
async fn play_turn(
    service: &Service,
    call: &Call,
    session: Arc<Session>,
    settings: &SearchSettings,
    attempt: &Attempt,
) -> Result<Changed> {
    let (session, settings) = thinking(service, call, session, settings);
    let permit = admit_turn(service, call, &session, &settings)?;
    let turn = Turn { service, call, settings: &settings, permit: &permit, attempt };
    match turn.step(&session).await? {
        Step::Last(next, reply) => {
            let stored = attempt.store_outcome(&session, next, reply).await;
            stored.map_err(|error| call.refusal(error))
        }
        Step::Continues(next) => {
            let stored = attempt.begin(&session, next).await.map_err(|error| call.refusal(error))?;
            turn.play_rest(stored).await
        }
    }
}

/// The session with the clock of its engine running, if it has one, and the settings that this clock allows.
fn thinking(
    service: &Service,
    call: &Call,
    session: Arc<Session>,
    settings: &SearchSettings,
) -> (Arc<Session>, SearchSettings) {
    let now = service.store.game_time(call.arrived);
    let session = match &session.clock {
        Some(_) => Arc::new(Arc::unwrap_or_clone(session).with_engine_thinking(now)),
        None => session,
    };
    let settings = settings_on_clock(&session, settings, now, &service.delays);
    (session, settings)
}

fn move_made_without_reply(error: Error) -> Error {
    error.prefixed(
        "the move was made, but the engine did not reply (call best-move with \"play\": true, or send the request again \
         with the same Idempotency-Key)",
    )
}

/// A decision of an engine.
enum Step {
    /// The game after it, and what the search found. None if the search took longer than the clock allows.
    Last(Session, Option<Answer>),
    /// The opening gives the next decision to an engine, too.
    Continues(Session),
}

/// The turn of an engine within one request.
struct Turn<'a> {
    service: &'a Service,
    call: &'a Call,
    settings: &'a SearchSettings,
    permit: &'a SearchPermit,
    attempt: &'a Attempt,
}

impl Turn<'_> {
    /// Finishes a request that has stored a part of its change, of which `session` is the result. Its precondition was met
    /// and does not apply any more.
    ///
    /// # Errors
    /// When the search failed, or the store did not answer.
    async fn play_rest(&self, session: Arc<Session>) -> Result<Changed> {
        let id = session.id;
        match Box::pin(self.play(session)).await {
            // Another request changed the game, so that the reply no longer applies.
            Err(error) if matches!(error.code, Code::GameChanged | Code::GameNotFound) => {
                Ok(self.attempt.settle_with(self.service.find(id).await?).await?)
            }
            result => result.map_err(move_made_without_reply),
        }
    }

    /// Makes the decisions of the engine.
    async fn play(&self, mut session: Arc<Session>) -> Result<Changed> {
        loop {
            match self.step(&session).await? {
                Step::Last(next, reply) => {
                    return self.attempt.store_outcome(&session, next, reply).await.map_err(refusal);
                }
                Step::Continues(next) => {
                    session = self.attempt.begin(&session, next).await.map_err(refusal)?;
                }
            }
        }
    }

    /// Searches for one decision.
    async fn step(&self, session: &Session) -> Result<Step> {
        let settings = time_share(session, self.settings, self.call.arrived);
        let answer = search(
            self.service,
            self.call.arrived,
            session,
            &settings,
            self.permit,
            publisher(self.service, session),
        )
        .await?;
        let by_engine = session.engine_to_move().is_some();
        let now = self.service.store.game_time_now();
        if let Some(ended) = session.timed_out(now) {
            return Ok(Step::Last(ended, None));
        }
        let next = session.with_move(answer.report.best, by_engine, now)?;
        Ok(match by_engine && turn_continues(session, &next) {
            true => Step::Continues(next.with_engine_thinking(now)),
            false => Step::Last(next, Some(answer)),
        })
    }
}

/// Publishes each completed depth of the search for a move to the listeners of the game.
pub(super) fn publisher(service: &Service, session: &Session) -> impl FnMut(&Arc<SearchReport>) {
    let &Session { id, version, .. } = session;
    // In a game with seats, nobody sees what the engine would do for a person, and without hints not what it does for itself.
    let is_public = session.allows_hints() && (session.engine_to_move().is_some() || session.seats.is_none());
    move |report| {
        if is_public {
            service.store.publish_thinking(id, version, Arc::clone(report));
        }
    }
}

/// Searches for a move that will be made, and passes each completed depth to `publish`. An engine that plays by a clock moves in
/// time even if its thread does not get to run.
pub(super) async fn search(
    service: &Service,
    arrived: Instant,
    session: &Session,
    settings: &SearchSettings,
    permit: &SearchPermit,
    publish: impl FnMut(&Arc<SearchReport>),
) -> Result<Answer> {
    let task = settings.task(&session.game, arrived);
    let plays_by_clock = plays_by_clock(session);
    let deadline = task.deadline();
    let overdue = plays_by_clock.then(|| deadline.max(Instant::now()) + OVERDUE_AFTER);
    let (sender, reports) = report_channel();
    // Boxed, because the futures around it would be large.
    let search = Box::pin(service.search(task.clone(), permit, Some(sender)));
    let ended = until_overdue(search, reports, overdue, publish).await;
    if plays_by_clock {
        service.delays.note(deadline.elapsed());
    }
    match ended {
        Ended::InTime(result) => result,
        Ended::Overdue(Some(report)) => {
            let report = Arc::unwrap_or_clone(report);
            Ok(Answer { report, queued: Duration::ZERO, is_reduced: true })
        }
        Ended::Overdue(None) => service.search_at_once(task, permit).await,
    }
}

/// How the wait for a search ended.
#[derive(Debug)]
enum Ended {
    InTime(Result<Answer>),
    /// The search has not ended in time. The last completed depth has to do, if there is one.
    Overdue(Option<Arc<SearchReport>>),
}

/// Waits for a search until it is overdue, and forwards its reports. On a busy machine a search thread gets its turn
/// late, because it uses all the processor time it gets; the task that waits here gets its turn sooner.
async fn until_overdue(
    mut search: impl Future<Output = Result<Answer>> + Unpin,
    mut reports: mpsc::Receiver<SearchReport>,
    overdue: Option<Instant>,
    mut publish: impl FnMut(&Arc<SearchReport>),
) -> Ended {
    let mut last = None;
    let mut overdue = pin!(sleep_until(overdue.map(Into::into)));
    loop {
        tokio::select! {
            biased;
            Some(report) = reports.recv() => {
                let report = Arc::new(report);
                publish(&report);
                last = Some(report);
            }
            result = &mut search => {
                while let Ok(report) = reports.try_recv() {
                    publish(&Arc::new(report));
                }
                return Ended::InTime(result);
            }
            () = &mut overdue => return Ended::Overdue(last),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Budget, EngineSettings, Engines, Limits, StopFlag};
    use crate::rules::{Game, Options, Ruleset};

    fn report() -> SearchReport {
        let game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
        let engines = Engines::new(EngineSettings::with_tables(1, 1));
        let budget = Budget::new(Limits { nodes: Some(500), ..Limits::default() }, StopFlag::default());
        engines.search_blocking(&game, &Default::default(), &budget, &mut |_| {}).unwrap()
    }

    #[tokio::test]
    async fn the_last_depth_of_an_overdue_search_must_do() {
        let (sender, reports) = report_channel();
        for depth in [1, 2] {
            sender.try_send(SearchReport { depth, ..report() }).unwrap();
        }
        let mut published = Vec::new();
        let never = std::future::pending();
        let ended = until_overdue(never, reports, Some(Instant::now()), |it| published.push(it.depth)).await;
        assert!(matches!(ended, Ended::Overdue(Some(last)) if last.depth == 2));
        assert_eq!(published, [1, 2]);
    }

    #[tokio::test]
    async fn a_search_that_ends_in_time_publishes_all_its_depths() {
        let (sender, reports) = report_channel();
        let search = Box::pin(async {
            sender.try_send(report()).unwrap();
            Ok(Answer { report: report(), queued: Duration::ZERO, is_reduced: false })
        });
        let mut published = 0;
        let ended = until_overdue(search, reports, None, |_| published += 1).await;
        assert!(matches!(ended, Ended::InTime(Ok(_))));
        assert_eq!(published, 1);
    }
}
