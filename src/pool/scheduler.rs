//! Searches take turns: tasks and threads wait for the slots of the schedule.

use super::lane::{Entry, Notice, Place};
use super::schedule::{Held, Length, Schedule};
use crate::engine::{Pace, StopFlag};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, oneshot};

/// Who waits for a slot.
#[derive(Debug)]
pub enum Waiter {
    /// A search that has not started.
    Task(oneshot::Sender<Notice>),
    /// A search that rests.
    Thread(Arc<Bell>),
}

impl Waiter {
    fn tell(self, notice: Notice) {
        match self {
            // The task is gone: it gives the slot back when it finds out.
            Waiter::Task(task) => drop(task.send(notice)),
            Waiter::Thread(bell) => bell.ring(true),
        }
    }
}

/// Wakes the thread of a search that rests.
#[derive(Debug, Default)]
pub struct Bell {
    may_start: Mutex<bool>,
    rung: Condvar,
}

impl Bell {
    fn lock(&self) -> MutexGuard<'_, bool> {
        self.may_start.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring(&self, may_start: bool) {
        *self.lock() |= may_start;
        self.rung.notify_all();
    }

    /// Sleeps until the search may start, or is to end. Returns whether it may start.
    fn sleep(&self, deadline: Option<Instant>, stop: &StopFlag) -> bool {
        let mut may_start = self.lock();
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if *may_start || stop.is_stopped() || left == Some(Duration::ZERO) {
                return *may_start;
            }
            may_start = match left {
                Some(left) => {
                    self.rung.wait_timeout(may_start, left).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.rung.wait(may_start).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

/// The schedule of all searches of the process.
#[derive(Debug)]
pub struct Scheduler {
    schedule: Mutex<Schedule<Waiter>>,
    /// Notified after every change. Those who wait for a state look again.
    changed: Notify,
}

impl Scheduler {
    pub fn new(slots: usize) -> Arc<Scheduler> {
        Arc::new(Scheduler { schedule: Mutex::new(Schedule::new(slots)), changed: Notify::new() })
    }

    pub fn read<R>(&self, read: impl FnOnce(&Schedule<Waiter>) -> R) -> R {
        read(&self.schedule.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the schedule, and starts the searches that may start then.
    pub fn change<R>(&self, change: impl FnOnce(&mut Schedule<Waiter>) -> R) -> R {
        let mut schedule = self.schedule.lock().unwrap_or_else(PoisonError::into_inner);
        let result = change(&mut schedule);
        // Sent under the lock, so that a waiter that is dropped finds either its place or its slot.
        schedule.serve(Instant::now()).into_iter().for_each(|(waiter, notice)| waiter.tell(notice));
        drop(schedule);
        self.changed.notify_waiters();
        result
    }

    /// Resolves when the schedule is in this state.
    pub async fn wait_until(&self, is_reached: impl Fn(&Schedule<Waiter>) -> bool) {
        loop {
            // Register before checking, so that a change in between is not missed.
            let changed = self.changed.notified();
            if self.read(&is_reached) {
                return;
            }
            changed.await;
        }
    }

    /// Waits for a slot, and takes idle ones for further threads. None if the search will not start by `start_by`.
    pub async fn take(
        self: &Arc<Scheduler>,
        length: Length,
        entry: Entry,
        threads: usize,
        start_by: Option<Instant>,
    ) -> Option<Slots> {
        let (sender, receiver) = oneshot::channel();
        let place = self.change(|schedule| schedule.lane(length).enter(entry, Waiter::Task(sender)));
        let mut waiting = WaitingTask { scheduler: self, length, entry, place, receiver, has_ended: false };
        let notice = match start_by {
            Some(start_by) => tokio::time::timeout_at(start_by.into(), &mut waiting.receiver).await.ok()?,
            None => (&mut waiting.receiver).await,
        };
        waiting.has_ended = true;
        match notice {
            Ok(Notice::Start) => Some(self.begin(length, entry, threads)),
            Ok(Notice::Displaced) | Err(_) => None,
        }
    }

    fn begin(self: &Arc<Scheduler>, length: Length, entry: Entry, threads: usize) -> Slots {
        let further = self.take_further(length, threads);
        let held = Held { length, entry, slots: 1 + further, since: Instant::now() };
        Slots { scheduler: Arc::clone(self), held, threads: 1 + further }
    }

    fn take_further(&self, length: Length, threads: usize) -> usize {
        self.change(|schedule| schedule.lane(length).take_further(threads.saturating_sub(1)))
    }
}

/// A task that waits for a slot. Dropping it gives its place or its slot to the next.
struct WaitingTask<'a> {
    scheduler: &'a Scheduler,
    length: Length,
    entry: Entry,
    place: Place,
    receiver: oneshot::Receiver<Notice>,
    /// Whether it has read its notice.
    has_ended: bool,
}

impl Drop for WaitingTask<'_> {
    fn drop(&mut self) {
        if self.has_ended {
            return;
        }
        self.scheduler.change(|schedule| {
            let is_withdrawn = schedule.lane(self.length).withdraw(self.place);
            if !is_withdrawn && self.receiver.try_recv() == Ok(Notice::Start) {
                let lane = schedule.lane(self.length);
                lane.leave(self.entry, 1, Duration::ZERO);
            }
        });
    }
}

/// The slots of a search. Dropping this gives them back.
#[derive(Debug)]
pub struct Slots {
    scheduler: Arc<Scheduler>,
    held: Held,
    threads: usize,
}

impl Slots {
    /// On how many threads the search runs.
    pub fn threads(&self) -> usize {
        self.threads
    }

    pub fn length(&self) -> Length {
        self.held.length
    }
}

impl Drop for Slots {
    fn drop(&mut self) {
        self.scheduler.change(|schedule| schedule.leave(Instant::now(), &self.held, self.threads));
    }
}

/// Keeps the pace of one search: its threads rest when others have their turn.
#[derive(Debug)]
pub struct Pacer {
    /// None when the search has ended.
    slots: Mutex<Option<Slots>>,
    stop: StopFlag,
    /// None if rests do not count as search time.
    deadline: Option<Instant>,
    started: Instant,
    /// When the slice ends, in nanoseconds after `started`.
    slice_end: AtomicU64,
    rested: AtomicU64,
    bell: Mutex<Arc<Bell>>,
}

impl Pacer {
    /// Without slots the search runs beside all others.
    pub fn new(slots: Option<Slots>, stop: StopFlag, deadline: Option<Instant>) -> Pacer {
        let started = slots.as_ref().map_or_else(Instant::now, |slots| slots.held.since);
        let slice_end = slots.as_ref().map_or(u64::MAX, |slots| nanos(slots.held.until() - started));
        Pacer {
            slots: Mutex::new(slots),
            stop,
            deadline,
            started,
            slice_end: AtomicU64::new(slice_end),
            rested: AtomicU64::default(),
            bell: Mutex::default(),
        }
    }

    /// Ends the search, even if it rests.
    pub fn stop(&self) {
        self.stop.stop();
        self.bell.lock().unwrap_or_else(PoisonError::into_inner).ring(false);
    }

    fn slots(&self) -> MutexGuard<'_, Option<Slots>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives back the slots of a search that has ended.
    pub fn end(&self) {
        drop(self.slots().take());
    }

    /// How long the search has rested.
    pub fn rested(&self) -> Duration {
        Duration::from_nanos(self.rested.load(Ordering::Relaxed))
    }

    /// How long it has run.
    pub fn ran(&self) -> Duration {
        self.started.elapsed().saturating_sub(self.rested())
    }

    fn slice_is_over(&self, now: Instant) -> bool {
        nanos(now.saturating_duration_since(self.started)) >= self.slice_end.load(Ordering::Relaxed)
    }

    /// Gives up the slots and waits for the next turn.
    fn rest(&self, slots: &mut Slots) {
        let bell = Arc::new(Bell::default());
        self.bell.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&bell);
        let now = Instant::now();
        let waiter = Waiter::Thread(Arc::clone(&bell));
        let held = slots.held;
        let (entry, place) =
            slots.scheduler.change(|schedule| schedule.end_slice(now, &held, slots.threads, waiter));
        let mut slots_held = 1;
        if !bell.sleep(self.deadline, &self.stop) {
            // It may have got its slot meanwhile.
            let is_withdrawn = slots.scheduler.change(|schedule| schedule.lane(Length::Long).withdraw(place));
            slots_held = usize::from(!is_withdrawn);
        }
        if slots_held > 0 {
            slots_held += slots.scheduler.take_further(Length::Long, slots.threads);
        }
        let since = Instant::now();
        slots.held = Held { length: Length::Long, entry, slots: slots_held, since };
        self.rested.fetch_add(nanos(since - now), Ordering::Relaxed);
        self.slice_end.store(nanos(slots.held.until() - self.started), Ordering::Relaxed);
    }
}

impl Pace for Pacer {
    fn keep(&self, now: Instant) {
        if !self.slice_is_over(now) || self.stop.is_stopped() {
            return;
        }
        // The first thread to notice rests for all: the others wait here for it.
        let mut slots = self.slots();
        if let Some(slots) = slots.as_mut().filter(|_| self.slice_is_over(Instant::now())) {
            self.rest(slots);
        }
    }

    fn uncounted_rest(&self) -> Duration {
        match self.deadline {
            Some(_) => Duration::ZERO,
            None => self.rested(),
        }
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
