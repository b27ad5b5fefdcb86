//! Games between engines that the server plays to their end by itself. They are found like games whose time is up: each such
//! game has a deadline for its next move, which the server that plays it postpones while it is at it. So one server plays a
//! game, and another goes on with it if that stops.

use crate::game::{GameTime, Run, Session};
use crate::pool::{Answer, ClientId, report_channel};
use crate::service::error::{Code, Error, Result};
use crate::service::feed::news::with_news;
use crate::service::play::clock_time::settings_on_clock;
use crate::service::play::engine_turn::{publisher, search, time_share};
use crate::service::search::job_end::count;
use crate::service::search::settings::SearchSettings;
use crate::service::state::Service;
use crate::store::StoreError;
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How often the server that plays a game says so.
const RENEW_EVERY: Duration = Duration::from_millis(Run::LEASE_MS as u64 / 3);

/// The deadline of the next move of a game that this server plays.
fn lease(service: &Service) -> GameTime {
    Run::due_after(service.store.game_time_now())
}

/// Plays on a game whose next move is overdue, if it is one that the server plays by itself and no other server does.
/// Returns whether it is one.
pub(in crate::service) async fn take_over(
    service: &Arc<Service>,
    id: Uuid,
    now: GameTime,
) -> std::result::Result<bool, StoreError> {
    let Some(run) = service.store.get(id).await?.run_to_continue().filter(|run| run.due <= now) else {
        return Ok(false);
    };
    if service.store.postpone_deadline(id, now, lease(service)).await? {
        let playing = Arc::clone(service);
        service.tasks.spawn(async move { Box::pin(playing.run(id, run.by)).await });
    }
    Ok(true)
}

impl Service {
    /// Plays a game until it is over, somebody else plays it, or the server shuts down.
    async fn run(&self, id: Uuid, by: u128) {
        let places = self.runs.places(by);
        let play = async {
            let _place = places.acquire().await;
            let mut session = self.find(id).await?;
            while session.run_to_continue().is_some() {
                session = Box::pin(self.play_next(session, by)).await?;
            }
            Ok::<_, Error>(())
        };
        let ended = tokio::select! {
            ended = play => ended,
            () = self.renew(id) => Ok(()),
            () = self.draining.cancelled() => Ok(()),
        };
        if let Err(Error { code, detail, .. }) = ended
            && !matches!(code, Code::GameChanged | Code::GameNotFound | Code::ShuttingDown)
        {
            tracing::warn!(%id, detail, "a game between engines stopped, and is tried again");
        }
    }

    /// Says that this server plays the game, for as long as this is true.
    async fn renew(&self, id: Uuid) {
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            let until = lease(self);
            if matches!(self.store.postpone_deadline(id, until, until).await, Ok(false)) {
                return;
            }
        }
    }

    /// Makes the next move or choice of a game.
    ///
    /// # Errors
    /// [`Code::GameChanged`] when another server plays the game, or somebody changes it.
    async fn play_next(&self, session: Arc<Session>, by: u128) -> Result<Arc<Session>> {
        if session.game.ply() >= self.config.max_plies {
            return self.store_next(&session, session.without_run()).await;
        }
        self.store.catch_up(&session).await?;
        let (arrived, now) = (Instant::now(), self.store.game_time_now());
        let thinking = (*session).clone().with_engine_thinking(now);
        let Some(engine) = thinking.engine_to_move() else { return self.find(session.id).await };
        let settings = settings_on_clock(&thinking, &SearchSettings::from(engine), now, &self.delays);
        let settings = time_share(&thinking, &settings, arrived);
        let answer = match &thinking.clock {
            Some(_) => {
                let permit = self.admit_run(ClientId(by), &settings.task(&thinking.game, arrived))?;
                search(self, arrived, &thinking, &settings, &permit, publisher(self, &thinking)).await?
            }
            None => self.search_aside(&thinking, &settings).await?,
        };
        let now = self.store.game_time_now();
        let next = match thinking.timed_out(now) {
            Some(ended) => ended,
            None => thinking.with_move(answer.report.best, true, now)?,
        };
        self.store_next(&session, next).await
    }

    async fn store_next(&self, base: &Session, next: Session) -> Result<Arc<Session>> {
        Ok(self.store.replace(base.tag(), with_news(Some(base), Arc::new(next)), None).await?)
    }

    /// Searches while no request needs the thread, and publishes each completed depth to the listeners of the game.
    async fn search_aside(&self, session: &Session, settings: &SearchSettings) -> Result<Answer> {
        let task = settings.task(&session.game, Instant::now());
        let (sender, mut reports) = report_channel();
        let mut publish = publisher(self, session);
        let forward = async {
            while let Some(report) = reports.recv().await {
                publish(&Arc::new(report));
            }
        };
        let (answer, ()) = tokio::join!(self.pool.search_in_background(task.clone(), Some(sender)), forward);
        let answer = answer?;
        count(self, &task, &answer);
        Ok(answer)
    }
}
