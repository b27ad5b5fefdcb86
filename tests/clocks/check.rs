//! Checks what the clients of a run saw: every game ended once, with one result, and no clock gave anybody time.

use super::caller::Record;
use super::lateness::{Lateness, overlap};
use super::sightings::{Change, Clock, Sighting, Source, State};
use duiyi_testkit::histories::cluster::Stall;
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

/// How much of one outage may be charged, in milliseconds. The servers notice an outage only when they miss a reply.
const CHARGE_OF_OUTAGE: i64 = 1300;
/// How long after an outage the servers may correct their times.
const AFTER_OUTAGE: SignedDuration = SignedDuration::from_secs(3);
/// How much before its deadline a game may end, in milliseconds, for the same reason. The times of day that a clock shows are
/// corrected once they are wrong by more than 200 ms.
const EARLY_SLACK: i64 = 250;

/// The history of one run.
#[derive(Debug)]
pub struct History {
    pub record: Record,
    pub outages: Vec<Range<Timestamp>>,
    pub stalls: Vec<Stall>,
    pub servers: usize,
    /// How much more than it used a side may be charged, and how much before a server could take a move the next clock may start, in
    /// milliseconds: two servers do not measure the shared game time at the same instant.
    pub slack_ms: i64,
    /// By the metric of a server, after the run.
    pub games_in_store: Option<usize>,
}

#[derive(Debug, Default)]
pub struct Findings {
    pub violations: Vec<String>,
    pub lateness: Lateness,
    /// The most that a side was charged beyond the time between two changes, in milliseconds.
    pub overcharge: i64,
    /// The most that a mover was charged beyond the time until it sent its move, in milliseconds.
    pub unused: i64,
    /// How many moves were sent to a server that stood still, or could not reach the store.
    pub moves_in_stalls: usize,
    /// The most that a clock started before the server could take the move, in milliseconds.
    pub early_start: i64,
    /// How the games ended, and how often.
    pub endings: BTreeMap<String, usize>,
}

pub fn check(history: &History) -> Findings {
    let mut findings = Findings { violations: history.record.violations.clone(), ..Findings::default() };
    let mut sightings: HashMap<&str, Vec<&Sighting>> = HashMap::new();
    for sighting in &history.record.sightings {
        sightings.entry(&sighting.game).or_default().push(sighting);
    }
    let mut changes: HashMap<&str, Vec<&Change>> = HashMap::new();
    for change in history.record.changes.iter().filter(|change| change.is_success()) {
        changes.entry(&change.game).or_default().push(change);
    }
    for (&id, sightings) in &sightings {
        let changes = changes.get(id).map_or(&[][..], |changes| changes);
        GameCheck { id, sightings, changes, history, findings: &mut findings }.check();
    }
    check_rematches(history, &sightings, &mut findings);
    if history.games_in_store != Some(sightings.len()) {
        let violation =
            format!("{} games were seen, the store has {:?}", sightings.len(), history.games_in_store);
        findings.violations.push(violation);
    }
    findings
}

/// Both players find the same rematch, and no two games have the same one.
fn check_rematches(history: &History, sightings: &HashMap<&str, Vec<&Sighting>>, findings: &mut Findings) {
    let mut by_game: HashMap<&str, Vec<&str>> = HashMap::new();
    for (game, _, next) in &history.record.rematches {
        by_game.entry(game).or_default().push(next);
    }
    let mut all = HashSet::new();
    for (game, found) in by_game {
        let shown: HashSet<_> =
            sightings[game].iter().filter_map(|it| it.state.next_game.as_deref()).collect();
        let is_agreed = found.len() == 2 && found[0] == found[1] && shown == HashSet::from([found[0]]);
        if !is_agreed || !all.insert(found[0]) {
            findings
                .violations
                .push(format!("game {game}: the players found {found:?}, it showed {shown:?}"));
        }
    }
}

struct GameCheck<'a> {
    id: &'a str,
    sightings: &'a [&'a Sighting],
    /// The successful changes.
    changes: &'a [&'a Change],
    history: &'a History,
    findings: &'a mut Findings,
}

impl GameCheck<'_> {
    fn violation(&mut self, text: impl std::fmt::Display) {
        self.findings.violations.push(format!("game {}: {text}", self.id));
    }

    fn check(mut self) {
        let mut versions: BTreeMap<u64, &State> = BTreeMap::new();
        for Sighting { state, .. } in self.sightings {
            let first = *versions.entry(state.version).or_insert(state);
            if first.digest != state.digest {
                self.violation(format_args!("two states are version {}: {first:?} {state:?}", state.version));
            }
        }
        self.check_order();
        let states: Vec<&State> = versions.into_values().collect();
        for pair in states.windows(2) {
            self.check_step(pair[0], pair[1]);
            self.check_move(pair[0], pair[1]);
        }
        self.check_final_reads(states[states.len() - 1]);
        if let Some(end) = states.iter().position(|state| state.is_over()) {
            self.check_end(end.checked_sub(1).map(|before| states[before]), states[end]);
        }
    }

    /// Nobody sees a state that is older than one that somebody saw before asking.
    fn check_order(&mut self) {
        let mut by_seen: Vec<_> = self.sightings.iter().filter(|it| it.source != Source::Replay).collect();
        by_seen.sort_by_key(|sighting| sighting.seen);
        let mut newest = Vec::with_capacity(by_seen.len());
        for sighting in &by_seen {
            let before = newest.last().copied().unwrap_or(0);
            newest.push(sighting.state.version.max(before));
        }
        for sighting in &by_seen {
            let earlier = by_seen.partition_point(|other| other.seen < sighting.asked);
            let known = if earlier == 0 { 0 } else { newest[earlier - 1] };
            if sighting.state.version < known {
                self.violation(format_args!(
                    "version {known} was seen, then asked for and seen: {sighting:?}"
                ));
            }
        }
    }

    fn check_final_reads(&mut self, last: &State) {
        let reads = self.sightings.iter().filter(|sighting| sighting.source == Source::Final);
        let same = reads.filter(|read| read.state.digest == last.digest).count();
        if !last.is_over() || same != self.history.servers {
            self.violation(format_args!("{same} servers showed its end: {last:?}"));
        }
    }

    /// Checks two states that were seen one after the other.
    fn check_step(&mut self, before: &State, after: &State) {
        if before.is_over() {
            let is_same = before.result() == after.result() && before.moves == after.moves;
            if !is_same || before.clock != after.clock {
                self.violation(format_args!("changed after its end: {before:?} {after:?}"));
            }
            return;
        }
        if after.version != before.version + 1 {
            return;
        }
        let (was, is) = (&before.moves, &after.moves);
        let is_taken_back = before.takeback_offer.is_some() && was.starts_with(is);
        if !(is.starts_with(was) && is.len() <= was.len() + 1 || is_taken_back) {
            self.violation(format_args!("the moves changed: {before:?} {after:?}"));
        }
        let mover = (is.len() > was.len()).then_some(&*before.turn);
        self.check_clocks(&before.clock, &after.clock, mover);
    }

    fn check_clocks(&mut self, before: &Clock, after: &Clock, mover: Option<&str>) {
        for (side, &had) in &before.remaining {
            let has = after.remaining[side];
            let is_countdown =
                before.initial > 0 && !before.is_in_byoyomi[side] && !after.is_in_byoyomi[side];
            if !is_countdown {
                continue;
            }
            let is_running = before.running.as_deref() == Some(side);
            let most_earned = if mover == Some(side) { before.increment } else { 0 };
            let earned = if is_running { most_earned } else { 0 };
            let charged = had + earned - has;
            if has < 0 || charged < 0 || !is_running && charged != 0 {
                self.violation(format_args!("{side} got or lost time: {before:?} {after:?}"));
            }
            let passed = milliseconds(&before.at, &after.at);
            let outage = overlap(&self.history.outages, &(before.at..after.at)).0;
            let outages = overlap(&self.history.outages, &(before.at - AFTER_OUTAGE..after.at)).1;
            // A move that is played again after a takeback earns no second increment.
            let most_charged = if self.has_takeback() { had - has } else { charged };
            let excess = most_charged - (passed - outage).max(0);
            if outages == 0 {
                self.findings.overcharge = self.findings.overcharge.max(excess);
            }
            if excess > self.history.slack_ms + outages as i64 * CHARGE_OF_OUTAGE {
                self.violation(format_args!(
                    "{side} was charged {most_charged} of {passed} ms, {outage} of them without a server: {before:?} {after:?}"
                ));
            }
        }
    }

    /// A move is charged by when it was sent, and starts the other clock when a server could take it.
    fn check_move(&mut self, before: &State, after: &State) {
        let is_move = after.version == before.version + 1 && after.moves.len() == before.moves.len() + 1;
        let is_countdown = before.clock.initial > 0 && before.clock.byoyomi == 0;
        // The first two moves have deadlines of their own, and nobody is charged for an outage.
        let is_plain = is_move && is_countdown && before.moves.len() >= 2 && !self.has_takeback();
        let around = before.clock.at - AFTER_OUTAGE..after.clock.at;
        if !is_plain || overlap(&self.history.outages, &around).1 > 0 {
            return;
        }
        let is_it = |change: &&&Change| change.action == "moves" && change.plies == Some(after.moves.len());
        let Some(&change) = self.changes.iter().find(is_it) else { return };
        let (had, has) = (before.clock.remaining[&before.turn], after.clock.remaining[&before.turn]);
        let charged = had + before.clock.increment - has;
        let unused = charged - milliseconds(&before.clock.at, &change.sent).max(0);
        self.findings.unused = self.findings.unused.max(unused);
        if unused > self.history.slack_ms {
            self.violation(format_args!(
                "{} paid {unused} ms after it moved: {change:?} {before:?} {after:?}",
                before.turn
            ));
        }
        if after.is_over() || change.is_replay {
            return;
        }
        let stalls = self.history.stalls.iter().filter(|stall| stall.server == change.server);
        let Some(end) = stalls.filter(|it| it.time.contains(&change.sent)).map(|it| it.time.end).max() else {
            return;
        };
        self.findings.moves_in_stalls += 1;
        let early = milliseconds(&after.clock.at, &end);
        self.findings.early_start = self.findings.early_start.max(early);
        if early > self.history.slack_ms {
            self.violation(format_args!(
                "a clock started {early} ms before {end}: {change:?} {before:?} {after:?}"
            ));
        }
    }

    /// `before` is the last state that was seen before the end.
    fn check_end(&mut self, before: Option<&State>, end: &State) {
        let name = end.reason.clone().unwrap_or_else(|| end.status.clone());
        *self.findings.endings.entry(name).or_default() += 1;
        let changes = self.changes;
        let ended_by = |action: &str| changes.iter().filter(|change| change.action == action).count();
        let accepted = |change: &&&Change| {
            change.action == "draw" && change.body["side"] != offerer_of_draw(changes).unwrap_or_default()
        };
        let by_players = ended_by("resign") + ended_by("abort") + ended_by("claim");
        let expected = match (&*end.status, end.reason.as_deref()) {
            (_, Some("resignation")) => (ended_by("resign"), by_players) == (1, 1),
            (_, Some("abandonment")) => (ended_by("claim"), by_players) == (1, 1),
            (_, Some("agreement")) => changes.iter().filter(accepted).count() >= 1 && by_players == 0,
            ("aborted", None) => ended_by("abort") == by_players && by_players <= 1,
            _ => by_players == 0,
        };
        if !expected {
            self.violation(format_args!("the changes do not explain {:?}: {:?}", end.result(), changes));
        }
        self.check_moves(end);
        let is_by_deadline = end.is_timeout() || end.status == "aborted" && ended_by("abort") == 0;
        if is_by_deadline {
            self.check_deadline(before, end);
        }
    }

    /// Whether moves were taken back.
    fn has_takeback(&self) -> bool {
        let mut takebacks = self.changes.iter().filter(|change| change.action == "takeback");
        takebacks.any(|change| change.body["action"] == "accept")
    }

    /// Every acknowledged move was made once, and nothing else was, in games in which none was taken back.
    fn check_moves(&mut self, end: &State) {
        if self.has_takeback() {
            return;
        }
        let mut acknowledged: Vec<_> =
            self.changes.iter().filter(|change| change.action == "moves").collect();
        acknowledged.sort_by_key(|change| change.plies);
        let texts: Vec<_> = acknowledged.iter().filter_map(|change| change.body["move"].as_str()).collect();
        if texts != end.moves {
            self.violation(format_args!("the moves {texts:?} were acknowledged, {:?} were made", end.moves));
        }
    }

    fn check_deadline(&mut self, before: Option<&State>, end: &State) {
        // On a busy machine nobody may have seen the last states.
        let before = before.filter(|before| before.version + 1 == end.version);
        if let Some(loser) = before.map(|before| &before.turn)
            && end.is_timeout()
            && end.winner.as_ref() == Some(loser)
        {
            self.violation(format_args!("{loser} won, but its time was up: {before:?} {end:?}"));
        }
        let deadline = before.and_then(|it| it.clock.deadline);
        let Some(deadline) = deadline else {
            self.findings.lateness.unknown += 1;
            return;
        };
        let early = milliseconds(&end.clock.at, &deadline);
        let outages = overlap(&self.history.outages, &(deadline - 2 * AFTER_OUTAGE..deadline)).1;
        if early > EARLY_SLACK * (1 + outages as i64) {
            self.violation(format_args!("ended {early} ms before {deadline}: {before:?} {end:?}"));
        }
        let seen = self.sightings.iter().filter(|sighting| sighting.state.version >= end.version);
        let Some(seen) = seen.map(|sighting| sighting.seen).min() else { return };
        self.findings.lateness.add(deadline, end.clock.at, seen, &self.history.outages);
    }
}

pub fn milliseconds(from: &Timestamp, to: &Timestamp) -> i64 {
    to.as_millisecond() - from.as_millisecond()
}

/// The side that last offered a draw.
fn offerer_of_draw<'a>(changes: &[&'a Change]) -> Option<&'a str> {
    let is_offer = |change: &&&Change| change.action == "draw" && change.body["action"] == "offer";
    changes.iter().rev().find(is_offer)?.body["side"].as_str()
}
