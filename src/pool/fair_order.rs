//! The order in which the searches of several clients get threads: start-time fair queuing (Goyal, Vin and Cheng, 1996).
//!
//! Each search starts, in virtual time, when the one before it of the same client ends, or now if its client has none. The
//! searches are served in the order of these starts. So a client that asks for much waits behind itself and not in front of
//! the others, and the searches of a single client are served in the order of their arrival.

use std::collections::HashMap;
use std::time::Duration;

/// Above this many clients, those without a debt are removed.
const SWEEP_THRESHOLD: usize = 1000;
/// For how much virtual time a client that was refused keeps its place at least.
const KEEP_PLACE: Duration = Duration::from_secs(10);

/// A client, for whom a search runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClientId(pub u128);

/// The place of a search in the order of service. The smallest is served first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank {
    /// The start of the search, in virtual time.
    start: Duration,
    /// Of two searches with the same start, the one that arrived earlier is first.
    arrival: u64,
}

/// What a client has asked for, in virtual time.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    /// When the last search starts. Later ones do not overtake it, even if the earlier ones take less time than they might.
    last_start: Duration,
    /// When the last search ends.
    end: Duration,
    /// The start of a search that was refused: the next one takes its place.
    refused: Option<Duration>,
}

impl Account {
    fn next_start(self) -> Duration {
        self.end.max(self.last_start)
    }
}

/// What each client has asked for beyond the virtual time.
#[derive(Debug, Default)]
pub struct FairOrder {
    /// The virtual time: the latest start of a search that got its thread.
    now: Duration,
    arrivals: u64,
    /// A client that is missing has no search after `now`.
    accounts: HashMap<ClientId, Account>,
    /// The number of clients at which those without a debt are removed next.
    sweep_at: usize,
}

impl FairOrder {
    /// The rank of the client's next search.
    pub fn next_rank(&self, client: ClientId) -> Rank {
        let account = self.accounts.get(&client).copied().unwrap_or_default();
        let start = account.refused.unwrap_or_else(|| account.next_start().max(self.now));
        Rank { start, arrival: self.arrivals }
    }

    /// Adds the client's next search, which is expected to take `cost` of thread time.
    pub fn add(&mut self, client: ClientId, cost: Duration) -> Rank {
        let rank = self.next_rank(client);
        self.arrivals += 1;
        self.set(client, Account { last_start: rank.start, end: rank.start + cost, refused: None });
        rank
    }

    /// Keeps the place of a search that is refused for the next one of its client, so that nobody is refused again and again
    /// while others are served.
    pub fn refuse(&mut self, client: ClientId) {
        let refused = Some(self.next_rank(client).start);
        let account = self.accounts.get(&client).copied().unwrap_or_default();
        self.set(client, Account { refused, ..account });
    }

    fn set(&mut self, client: ClientId, account: Account) {
        if self.accounts.len() >= self.sweep_at.max(SWEEP_THRESHOLD) {
            self.accounts.retain(|_, account| {
                let kept = account.refused.map_or(Duration::ZERO, |start| start + KEEP_PLACE);
                account.next_start().max(kept) > self.now
            });
            self.sweep_at = 2 * self.accounts.len();
        }
        self.accounts.insert(client, account);
    }

    /// Moves the virtual time to the rank of a search that has got its thread.
    pub fn serve(&mut self, rank: Rank) {
        self.now = self.now.max(rank.start);
    }

    /// Replaces the expected cost of a search of the client by what it took.
    pub fn settle(&mut self, client: ClientId, cost: Duration, took: Duration) {
        if let Some(account) = self.accounts.get_mut(&client) {
            account.end = (account.end + took).saturating_sub(cost);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn add(order: &mut FairOrder, client: u128, cost: Duration) -> Rank {
        order.add(ClientId(client), cost)
    }

    #[test]
    fn the_searches_of_one_client_are_served_in_the_order_of_their_arrival() {
        let mut order = FairOrder::default();
        let ranks = [3, 1, 2].map(|seconds| add(&mut order, 1, seconds * SECOND));
        assert!(ranks.is_sorted());
    }

    #[test]
    fn two_clients_get_equal_time_whatever_each_of_them_asks_for() {
        let mut order = FairOrder::default();
        let mut queue: Vec<(Rank, u128)> = (0..100).map(|_| (add(&mut order, 1, SECOND), 1)).collect();
        // These searches are twice as long.
        queue.extend((0..3).map(|_| (add(&mut order, 2, 2 * SECOND), 2)));
        queue.sort();
        let clients: Vec<u128> = queue.into_iter().take(8).map(|(_, client)| client).collect();
        assert_eq!(clients, [1, 2, 1, 1, 2, 1, 1, 2]);
    }

    #[test]
    fn a_client_that_was_away_gains_no_precedence_by_it() {
        let mut order = FairOrder::default();
        for _ in 0..10 {
            let rank = add(&mut order, 1, SECOND);
            order.serve(rank);
        }
        let newcomer = [add(&mut order, 2, SECOND), add(&mut order, 2, SECOND)];
        let regular = add(&mut order, 1, SECOND);
        assert!(newcomer[0] < regular && regular > newcomer[1]);
        assert!(add(&mut order, 2, SECOND) > regular, "the newcomer is one search ahead, not ten");
    }

    #[test]
    fn only_the_time_used_counts() {
        let mut order = FairOrder::default();
        add(&mut order, 1, 60 * SECOND);
        order.settle(ClientId(1), 60 * SECOND, SECOND);
        let (first, second) = (add(&mut order, 1, SECOND), add(&mut order, 2, 3 * SECOND));
        assert!(second < first && first < add(&mut order, 2, SECOND));
    }

    #[test]
    fn no_search_overtakes_an_earlier_one_of_its_client_when_others_take_less_time_than_they_might() {
        let mut order = FairOrder::default();
        let mut ranks = [1, 1, 1].map(|seconds| add(&mut order, 1, seconds * SECOND)).to_vec();
        order.settle(ClientId(1), 2 * SECOND, Duration::ZERO);
        ranks.push(add(&mut order, 1, SECOND));
        order.settle(ClientId(1), SECOND, SECOND / 2);
        ranks.push(add(&mut order, 1, SECOND));
        assert!(ranks.is_sorted(), "{ranks:?}");
    }

    #[test]
    fn a_client_that_was_refused_comes_before_those_who_were_served_meanwhile() {
        let mut order = FairOrder::default();
        order.refuse(ClientId(1));
        for client in 2..9 {
            let rank = add(&mut order, client, SECOND);
            order.serve(rank);
            let rank = add(&mut order, client, SECOND);
            order.serve(rank);
        }
        let (newcomer, refused) = (add(&mut order, 10, SECOND), add(&mut order, 1, SECOND));
        assert!(refused < newcomer);
        assert!(add(&mut order, 1, SECOND) >= newcomer, "only once");
    }

    #[test]
    fn a_refusal_gains_a_client_nothing_that_has_asked_for_much() {
        let mut order = FairOrder::default();
        for _ in 0..5 {
            add(&mut order, 1, SECOND);
        }
        order.refuse(ClientId(1));
        assert!(add(&mut order, 2, SECOND) < add(&mut order, 1, SECOND));
    }

    #[test]
    fn clients_without_a_debt_take_no_memory() {
        let mut order = FairOrder::default();
        for client in 0..10 * SWEEP_THRESHOLD as u128 {
            let rank = add(&mut order, client, Duration::ZERO);
            order.serve(rank);
        }
        assert!(order.accounts.len() <= SWEEP_THRESHOLD);
    }
}
