//! The events that a webhook has not delivered yet, and when each is tried.

use crate::service::feed::follow::FeedEvent;
use crate::store::NewsId;
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;
use tokio::time::Instant;
use uuid::Uuid;

/// The pauses after the first tries of an event. Further ones are as long as the last.
const PAUSES: [Duration; 5] = [
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_secs(120),
    Duration::from_secs(600),
    Duration::from_secs(3600),
];
/// With more events than this to deliver, a webhook reads no further ones.
const MOST: usize = 1000;

#[derive(Debug)]
struct Pending {
    event: FeedEvent,
    added: Instant,
    tries: usize,
    /// When it is tried next. None while it is.
    due: Option<Instant>,
}

/// The events of one webhook.
#[derive(Debug)]
pub struct Queue {
    pending: BTreeMap<NewsId, Pending>,
    /// How long an event is tried.
    keep: Duration,
}

impl Queue {
    pub fn new(keep: Duration) -> Queue {
        Queue { pending: BTreeMap::new(), keep }
    }

    pub fn has_room(&self) -> bool {
        self.pending.len() < MOST
    }

    pub fn add(&mut self, event: FeedEvent, now: Instant) {
        self.pending.insert(event.id, Pending { event, added: now, tries: 0, due: Some(now) });
    }

    /// The games with an event that is being tried. Their others wait, so that the events of a game come in order while none fails.
    fn busy_games(&self) -> HashSet<Uuid> {
        let tried = self.pending.values().filter(|pending| pending.due.is_none());
        tried.map(|pending| pending.event.subject).collect()
    }

    /// Takes the next event that is due, to be tried now.
    pub fn take(&mut self, now: Instant) -> Option<FeedEvent> {
        let mut busy = self.busy_games();
        for pending in self.pending.values_mut() {
            if busy.contains(&pending.event.subject) {
                continue;
            }
            if pending.due.is_some_and(|due| due <= now) {
                pending.due = None;
                pending.tries += 1;
                return Some(pending.event.clone());
            }
            // Later events of a game pass only one that has failed before.
            if pending.tries == 0 {
                busy.insert(pending.event.subject);
            }
        }
        None
    }

    /// When the next event is due.
    pub fn next_due(&self) -> Option<Instant> {
        let busy = self.busy_games();
        let waiting = self.pending.values().filter(|pending| !busy.contains(&pending.event.subject));
        waiting.filter_map(|pending| pending.due).min()
    }

    pub fn delivered(&mut self, id: NewsId) {
        self.pending.remove(&id);
    }

    /// Notes that an event could not be delivered, and how long the receiver wants a pause. Returns whether it is given up.
    pub fn failed(&mut self, id: NewsId, now: Instant, retry_after: Option<Duration>) -> bool {
        let Some(pending) = self.pending.get_mut(&id) else { return false };
        let pause = PAUSES[(pending.tries.max(1) - 1).min(PAUSES.len() - 1)];
        let due = now + pause.max(retry_after.unwrap_or_default());
        let is_given_up = due > pending.added + self.keep;
        match is_given_up {
            true => drop(self.pending.remove(&id)),
            false => pending.due = Some(due),
        }
        is_given_up
    }

    /// The oldest event that is not delivered.
    pub fn oldest(&self) -> Option<&FeedEvent> {
        self.pending.values().next().map(|pending| &pending.event)
    }

    /// The entry up to which all events are delivered, if the webhook has read to `read`.
    pub fn position(&self, read: NewsId) -> NewsId {
        self.pending.keys().next().map_or(read, |oldest| oldest.before())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(number: u64, game: u128) -> FeedEvent {
        let (id, name) = (NewsId::counted(number), "offer".to_owned());
        FeedEvent { id, name, subject: Uuid::from_u128(game), at: None, text: String::new() }
    }

    fn taken(queue: &mut Queue, now: Instant) -> Vec<u64> {
        std::iter::from_fn(|| queue.take(now)).map(|event| event.id.major).collect()
    }

    #[test]
    fn the_events_of_a_game_come_one_after_another_until_one_fails() {
        let (mut queue, now) = (Queue::new(Duration::from_secs(86_400)), Instant::now());
        for (number, game) in [(1, 1), (2, 1), (3, 2), (4, 1)] {
            queue.add(event(number, game), now);
        }
        assert_eq!(taken(&mut queue, now), [1, 3]);
        assert_eq!((queue.next_due(), queue.position(NewsId::counted(4)).major), (None, 0));
        queue.delivered(NewsId::counted(1));
        assert_eq!(taken(&mut queue, now), [2]);
        assert!(!queue.failed(NewsId::counted(2), now, None));
        assert_eq!(taken(&mut queue, now), [4], "it passes the one that has failed");
        queue.delivered(NewsId::counted(4));
        queue.delivered(NewsId::counted(3));
        assert_eq!(queue.position(NewsId::counted(4)).major, 1);
        assert_eq!(queue.next_due(), Some(now + PAUSES[0]));
        assert_eq!(taken(&mut queue, now + PAUSES[0]), [2]);
        queue.delivered(NewsId::counted(2));
        assert_eq!(queue.position(NewsId::counted(4)), NewsId::counted(4));
    }

    #[test]
    fn an_event_is_tried_less_and_less_often_until_it_is_given_up() {
        let (mut queue, begin) = (Queue::new(Duration::from_secs(3 * 3600)), Instant::now());
        queue.add(event(1, 1), begin);
        let (mut now, mut pauses) = (begin, Vec::new());
        loop {
            assert_eq!(taken(&mut queue, now), [1]);
            if queue.failed(NewsId::counted(1), now, None) {
                break;
            }
            let due = queue.next_due().unwrap();
            pauses.push((due - now).as_secs());
            now = due;
        }
        assert_eq!(pauses, [5, 30, 120, 600, 3600, 3600]);
        assert!(queue.oldest().is_none());
    }

    /// Events come all the time; the receiver answers from some time on. The queue is lost with its server once, and begins again
    /// where it had noted that all is delivered.
    #[test]
    fn every_event_of_an_hour_in_which_the_receiver_is_away_is_delivered() {
        const EVENTS: u64 = 3000;
        const GAMES: u64 = 40;
        let second = Duration::from_secs(1);
        let (begin, keep) = (Instant::now(), Duration::from_secs(86_400));
        let (mut queue, mut read, mut noted) = (Queue::new(keep), 0, NewsId::counted(0));
        let mut delivered = HashSet::new();
        let mut now = begin;
        while delivered.len() < EVENTS as usize {
            assert!(now < begin + keep, "{} events are missing", EVENTS as usize - delivered.len());
            let written = (now - begin).as_secs().min(EVENTS);
            while queue.has_room() && read < written {
                read += 1;
                queue.add(event(read, u128::from(read % GAMES)), now);
            }
            let is_there = now >= begin + 3600 * second;
            for number in taken(&mut queue, now) {
                match is_there {
                    true => {
                        delivered.insert(number);
                        queue.delivered(NewsId::counted(number));
                    }
                    false => assert!(!queue.failed(NewsId::counted(number), now, None)),
                }
            }
            let position = queue.position(NewsId::counted(read));
            assert!((1..=position.major).all(|number| delivered.contains(&number)), "none is skipped");
            noted = noted.max(position);
            if now == begin + 4000 * second {
                (queue, read) = (Queue::new(keep), noted.major);
            }
            now += second;
        }
    }

    #[test]
    fn a_receiver_may_ask_for_a_longer_pause() {
        let (mut queue, now) = (Queue::new(Duration::from_secs(86_400)), Instant::now());
        queue.add(event(1, 1), now);
        queue.take(now).unwrap();
        queue.failed(NewsId::counted(1), now, Some(Duration::from_secs(77)));
        assert_eq!(queue.next_due(), Some(now + Duration::from_secs(77)));
    }
}
