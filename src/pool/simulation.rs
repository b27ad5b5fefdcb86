//! The schedule under load, with time as a number: thousands of random schedules, each played to its end.

use super::expectation::Expected;
use super::fair_order::ClientId;
use super::lane::{Notice, Place};
use super::schedule::{AT_ONCE, Ask, Held, LEAST, Length, Mode, Schedule};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

/// A search of the simulation. What it takes differs from what is expected of it.
#[derive(Clone, Copy, Debug)]
struct Request {
    at: Duration,
    client: u128,
    expected: Duration,
    takes: Duration,
    budget: Duration,
    is_move: bool,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    Waits { place: Place, length: Length, start_by: Option<Instant> },
    Runs(Held),
}

#[derive(Clone, Copy, Debug)]
struct Search {
    ask: Ask,
    mode: Mode,
    left: Duration,
    got: Duration,
    stage: Stage,
}

/// What has become of a request.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Outcome {
    Refused,
    Answered { got: Duration, is_reduced: bool, late: Duration },
}

struct Simulation {
    now: Instant,
    schedule: Schedule<usize>,
    searches: BTreeMap<usize, Search>,
    outcomes: HashMap<usize, Outcome>,
}

/// How exact the simulated clock is.
const TICK: Duration = Duration::from_micros(500);

impl Simulation {
    fn new(slots: usize) -> Simulation {
        Simulation {
            now: Instant::now(),
            schedule: Schedule::new(slots),
            searches: BTreeMap::new(),
            outcomes: HashMap::new(),
        }
    }

    fn arrive(&mut self, number: usize, request: &Request) {
        let deadline = self.now + request.budget;
        let expected =
            Expected { mean: request.expected, deviation: request.expected / 4 }.at_most(request.budget);
        let ask = Ask::new(ClientId(request.client), expected, deadline, request.is_move);
        match self.schedule.admit(self.now, &ask) {
            Err(_) => drop(self.outcomes.insert(number, Outcome::Refused)),
            Ok(mode) => self.enter(number, ask, mode, request.takes),
        }
        self.serve();
    }

    fn enter(&mut self, number: usize, ask: Ask, mode: Mode, takes: Duration) {
        let length = match mode {
            Mode::Search(length) => length,
            Mode::AtOnce => Length::Short,
        };
        let start_by = match mode {
            Mode::Search(_) => ask.start_by(),
            Mode::AtOnce => ask.deadline,
        };
        let entry = Schedule::<usize>::entry(&ask, mode, 1);
        let place = self.schedule.lane(length).enter(entry, number);
        let stage = Stage::Waits { place, length, start_by: Some(start_by) };
        let left = if mode == Mode::AtOnce { AT_ONCE.mean } else { takes };
        self.searches.insert(number, Search { ask, mode, left, got: Duration::ZERO, stage });
    }

    fn serve(&mut self) {
        for (number, notice) in self.schedule.serve(self.now) {
            let search = self.searches.get_mut(&number).expect("only searches wait");
            match notice {
                Notice::Displaced => self.reduce(number),
                Notice::Start => {
                    let Stage::Waits { length, .. } = search.stage else { panic!("{search:?} did not wait") };
                    let entry = Schedule::<usize>::entry(&search.ask, search.mode, 1);
                    search.stage = Stage::Runs(Held { length, entry, slots: 1, since: self.now });
                }
            }
        }
    }

    /// A search that would wait in vain gets a few nodes.
    fn reduce(&mut self, number: usize) {
        let Search { ask, mode, .. } = self.searches[&number];
        self.end_long(ask, mode);
        self.enter(number, ask, Mode::AtOnce, AT_ONCE.mean);
        self.serve();
    }

    fn end_long(&mut self, ask: Ask, mode: Mode) {
        if mode == Mode::Search(Length::Long) {
            self.schedule.end_long(ask.client, ask.deadline);
        }
    }

    fn end(&mut self, number: usize) {
        let search = self.searches.remove(&number).expect("it ends once");
        match search.stage {
            Stage::Runs(held) => self.schedule.leave(self.now, &held, 1),
            Stage::Waits { place, length, .. } => drop(self.schedule.lane(length).withdraw(place)),
        }
        self.end_long(search.ask, search.mode);
        let late = self.now.saturating_duration_since(search.ask.deadline);
        let is_reduced = search.mode == Mode::AtOnce;
        self.outcomes.insert(number, Outcome::Answered { got: search.got, is_reduced, late });
        self.serve();
    }

    fn tick(&mut self) {
        self.now += TICK;
        for number in self.searches.keys().copied().collect::<Vec<_>>() {
            let Some(&search) = self.searches.get(&number) else { continue };
            match search.stage {
                Stage::Runs(held) => self.run(number, search, held),
                Stage::Waits { place, length, start_by: Some(start_by) } if self.now >= start_by => {
                    self.schedule.lane(length).withdraw(place);
                    match search.mode {
                        Mode::AtOnce => self.end(number),
                        Mode::Search(_) => self.reduce(number),
                    }
                }
                // It rests at its deadline.
                Stage::Waits { .. } if self.now >= search.ask.deadline => self.end(number),
                Stage::Waits { .. } => {}
            }
        }
    }

    fn run(&mut self, number: usize, search: Search, held: Held) {
        let left = search.left.saturating_sub(TICK);
        let mut search = Search { left, got: search.got + TICK, ..search };
        let is_over = left.is_zero() || self.now >= search.ask.deadline;
        if !is_over && self.now >= held.until() {
            let (_, place) = self.schedule.end_slice(self.now, &held, 1, number);
            search.stage = Stage::Waits { place, length: Length::Long, start_by: None };
        }
        self.searches.insert(number, search);
        if is_over {
            self.end(number);
        } else {
            self.serve();
        }
    }

    /// Plays the requests, in the order of their arrival, until all have an outcome.
    fn play(slots: usize, requests: &[Request]) -> Vec<Outcome> {
        let mut simulation = Simulation::new(slots);
        let start = simulation.now;
        for (number, request) in requests.iter().enumerate() {
            while simulation.now < start + request.at {
                simulation.tick();
            }
            simulation.arrive(number, request);
        }
        while !simulation.searches.is_empty() {
            simulation.tick();
        }
        assert!(simulation.schedule.is_empty(), "every slot and every place is given back");
        (0..requests.len()).map(|number| simulation.outcomes[&number]).collect()
    }
}

const MS: fn(u64) -> Duration = Duration::from_millis;

fn request() -> impl Strategy<Value = Request> {
    let times = (0_u64..2000, prop_oneof![1_u64..40, 60_u64..2000], 0.3_f64..3.0, 10_u64..3000);
    (times, 0_u128..6, any::<bool>()).prop_map(|((at, expected, factor, budget), client, is_move)| Request {
        at: MS(at),
        client,
        expected: MS(expected),
        takes: MS(expected).mul_f64(factor),
        budget: MS(budget),
        is_move,
    })
}

fn requests() -> impl Strategy<Value = Vec<Request>> {
    proptest::collection::vec(request(), 1..150).prop_map(|mut requests| {
        requests.sort_by_key(|request| request.at);
        requests
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_is_admitted_is_searched_and_no_later_than_its_deadline(slots in 1_usize..5, requests in requests()) {
        for (request, outcome) in requests.iter().zip(Simulation::play(slots, &requests)) {
            if let Outcome::Answered { late, .. } = outcome {
                prop_assert!(late <= LEAST, "{request:?}: {late:?}");
            }
        }
    }

    #[test]
    fn a_search_is_not_refused_while_the_work_fits(slots in 1_usize..5, requests in requests()) {
        // As many requests as slots at a time: each has a slot.
        let mut at = Duration::ZERO;
        let mut fitting = Vec::new();
        for together in requests.chunks(slots) {
            fitting.extend(together.iter().map(|request| Request { at, ..*request }));
            at += together.iter().map(|request| request.takes.min(request.budget)).max().unwrap_or_default() + 3 * TICK;
        }
        let requests = fitting;
        let refused = Simulation::play(slots, &requests).into_iter().filter(|outcome| *outcome == Outcome::Refused);
        prop_assert_eq!(refused.count(), 0);
    }
}

/// Requests of one kind at a steady rate, by as many clients as come within `again`.
fn steady(kind: Request, every: Duration, again: Duration, lasts: Duration) -> Vec<Request> {
    let clients = again.div_duration_f64(every).round() as u128;
    let number = lasts.div_duration_f64(every) as u128;
    (0..number).map(|n| Request { at: every * n as u32, client: kind.client + n % clients, ..kind }).collect()
}

fn level_twelve() -> Request {
    Request { at: MS(0), client: 100, expected: MS(4), takes: MS(4), budget: MS(1000), is_move: false }
}

fn count(outcomes: &[Outcome], is_counted: impl Fn(&Outcome) -> bool) -> usize {
    outcomes.iter().filter(|outcome| is_counted(outcome)).count()
}

#[test]
fn nobody_is_refused_or_cut_short_at_seven_tenths_of_the_capacity() {
    // Two slots, 4 ms each, one in 2.86 ms.
    let outcomes =
        Simulation::play(2, &steady(level_twelve(), Duration::from_micros(2860), MS(4000), MS(20_000)));
    let whole = |outcome: &Outcome| matches!(outcome, Outcome::Answered { got, is_reduced: false, .. } if *got >= MS(4));
    assert_eq!(count(&outcomes, whole), outcomes.len());
}

#[test]
fn at_half_more_than_the_capacity_nearly_all_of_it_serves_and_nobody_is_refused_twice_in_a_row() {
    let (every, again, lasts) = (Duration::from_micros(1333), MS(1000), MS(20_000));
    let requests = steady(level_twelve(), every, again, lasts);
    let outcomes = Simulation::play(2, &requests);
    let served: Duration = outcomes
        .iter()
        .map(|outcome| match outcome {
            Outcome::Answered { got, .. } => *got,
            Outcome::Refused => Duration::ZERO,
        })
        .sum();
    assert!(served >= lasts * 2 * 95 / 100, "{served:?} of {:?}", lasts * 2);
    let mut last: HashMap<u128, bool> = HashMap::new();
    for (request, outcome) in requests.iter().zip(&outcomes) {
        let is_refused = *outcome == Outcome::Refused;
        let before = last.insert(request.client, is_refused).unwrap_or_default();
        assert!(!(before && is_refused), "{request:?}");
    }
}

#[test]
fn a_move_is_not_refused_at_half_more_than_the_capacity() {
    let moves = Request { is_move: true, ..level_twelve() };
    let outcomes = Simulation::play(2, &steady(moves, Duration::from_micros(1333), MS(1000), MS(20_000)));
    assert_eq!(count(&outcomes, |outcome| *outcome == Outcome::Refused), 0);
    let whole = count(&outcomes, |outcome| matches!(outcome, Outcome::Answered { is_reduced: false, .. }));
    assert!(whole > outcomes.len() / 2, "{whole} of {}", outcomes.len());
}

#[test]
fn a_hundred_analyses_of_one_client_delay_nobody_and_get_the_rest() {
    let analysis = Request {
        at: MS(0),
        client: 1,
        expected: MS(20_000),
        takes: MS(20_000),
        budget: MS(20_000),
        is_move: false,
    };
    let full = Request {
        client: 1000,
        expected: MS(1000),
        takes: MS(1000),
        budget: MS(1000),
        is_move: true,
        ..analysis
    };
    let mut requests = vec![analysis; 100];
    requests.extend(steady(level_twelve(), MS(20), MS(4000), MS(20_000)));
    requests.extend(steady(full, MS(1000), MS(4000), MS(20_000)));
    requests.sort_by_key(|request| request.at);
    let outcomes = Simulation::play(2, &requests);
    let of = |client: u128| -> Vec<Outcome> {
        let both = requests.iter().zip(&outcomes);
        both.filter(|(request, _)| request.client / 100 == client / 100)
            .map(|(_, outcome)| *outcome)
            .collect()
    };
    let whole = |outcome: &Outcome| matches!(outcome, Outcome::Answered { got, is_reduced: false, .. } if *got >= MS(4));
    let short = of(100);
    assert_eq!(count(&short, whole), short.len());
    // One at a time: the client of each gets at least half of the two processors, less a slice.
    let enough = |outcome: &Outcome| matches!(outcome, Outcome::Answered { got, is_reduced: false, .. } if *got >= MS(900));
    let full = of(1000);
    assert!(count(&full, enough) * 10 >= full.len() * 9, "{full:?}");
    let admitted = count(&of(1), |outcome| matches!(outcome, Outcome::Answered { .. }));
    assert_eq!(admitted, 12, "the others are left as many places");
}

#[test]
fn clients_with_long_searches_get_equal_shares() {
    let long = Request {
        at: MS(0),
        client: 1,
        expected: MS(5000),
        takes: MS(5000),
        budget: MS(5000),
        is_move: false,
    };
    let mut requests = vec![long; 5];
    requests.push(Request { client: 2, ..long });
    let outcomes = Simulation::play(1, &requests);
    let got = |outcome: &Outcome| match outcome {
        Outcome::Answered { got, .. } => *got,
        Outcome::Refused => Duration::ZERO,
    };
    let (many, one): (Duration, Duration) = (outcomes[..5].iter().map(got).sum(), got(&outcomes[5]));
    assert!(one.abs_diff(many) <= MS(200), "{one:?} and {many:?}");
}
