//! Quotas per client and minute: requests, new games, and search time.

use crate::config::{ApiKey, Config};
use crate::service::access::client::{Caller, Client};
use crate::service::error::{Code, Error, Result};
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Above this many buckets, full ones are removed.
const SWEEP_THRESHOLD: usize = 10_000;
pub const WINDOW: Duration = Duration::from_secs(60);
/// How many games a client may create in a minute where `games_per_minute` is not set: a client alone cannot fill the default
/// `max_games` within the default `game_idle_seconds`.
const DEFAULT_GAMES_PER_MINUTE: u32 = 60;
/// How much search time a client may use in a minute where `search_ms_per_minute` is not set: two processors, all the time.
const DEFAULT_SEARCH_MS_PER_MINUTE: u32 = 120_000;

/// How much a client had left at one moment.
#[derive(Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    /// What is left at another moment, if a full bucket has `most`.
    fn left_at(&self, now: Instant, most: u32) -> f64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        (self.left + passed * per_second(most)).min(f64::from(most))
    }
}

#[derive(Debug)]
struct Buckets {
    by_client: HashMap<Client, Bucket>,
    /// What clients have taken since this server last settled with the others. Always empty if there are none.
    unsettled: HashMap<Client, f64>,
    /// The number of buckets at which full ones are removed next.
    sweep_at: usize,
}

/// A quota: one token bucket for each client, and one for all users of an API key together. A bucket refills evenly over the
/// minute.
#[derive(Debug)]
struct Policy {
    name: &'static str,
    /// The unit of the quota. None for requests.
    unit: Option<&'static str>,
    /// What a client has in a minute whose key does not say. None for no limit.
    general: Option<u32>,
    /// Whether `general` applies to every client, or only to those that the operator cannot know.
    is_for_all: bool,
    /// What an API key has in a minute for all its users.
    of_key: fn(&ApiKey) -> Option<NonZeroU32>,
    /// Whether other servers apply the quota, too.
    is_shared: bool,
    buckets: Mutex<Buckets>,
}

impl Policy {
    /// 0 for no limit.
    fn new(name: &'static str, per_minute: u32, of_key: fn(&ApiKey) -> Option<NonZeroU32>) -> Policy {
        let (by_client, unsettled) = (HashMap::new(), HashMap::new());
        let buckets = Mutex::new(Buckets { by_client, unsettled, sweep_at: SWEEP_THRESHOLD });
        let general = Some(per_minute).filter(|&per_minute| per_minute > 0);
        Policy { name, unit: None, general, is_for_all: true, of_key, is_shared: false, buckets }
    }

    /// A quota that without the setting does not apply to clients with an API key or on this machine.
    fn or_default(
        name: &'static str,
        setting: Option<u32>,
        default: u32,
        of_key: fn(&ApiKey) -> Option<NonZeroU32>,
    ) -> Policy {
        let policy = Policy::new(name, setting.unwrap_or(default), of_key);
        Policy { is_for_all: setting.is_some(), ..policy }
    }

    /// What the bucket of this client has when it is full. None for no limit.
    fn per_minute(&self, client: &Client) -> Option<u32> {
        let key = client.caller().filter(|caller| caller.user().is_none()).map(Caller::key);
        let own = key.and_then(self.of_key).map(NonZeroU32::get);
        own.or_else(|| self.general.filter(|_| self.is_for_all || client.is_remote_address()))
    }

    /// The buckets from which a request of this client takes, with what each has when it is full.
    fn buckets_of(&self, client: &Client) -> impl Iterator<Item = (Client, u32)> {
        let all = [Some(client.clone()), client.for_all_users()];
        all.into_iter().flatten().filter_map(|client| self.per_minute(&client).map(|most| (client, most)))
    }

    /// The most that this client can take at once. None for no limit.
    fn most(&self, client: &Client) -> Option<u32> {
        self.buckets_of(client).map(|(_, most)| most).min()
    }

    fn lock(&self) -> MutexGuard<'_, Buckets> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an amount from the buckets of the client.
    ///
    /// # Errors
    /// When not enough is left: the quota, and the time until there is.
    fn take(&self, client: &Client, amount: f64, now: Instant) -> std::result::Result<(), (u32, Duration)> {
        let mut taken = Vec::new();
        for (client, most) in self.buckets_of(client) {
            if let Err(after) = self.take_from(&client, most, amount, now) {
                taken.iter().for_each(|(client, most)| self.give_to(client, *most, amount, now));
                return Err((most, after));
            }
            taken.push((client, most));
        }
        Ok(())
    }

    fn take_from(
        &self,
        client: &Client,
        most: u32,
        amount: f64,
        now: Instant,
    ) -> std::result::Result<(), Duration> {
        let mut buckets = self.lock();
        if buckets.by_client.len() >= buckets.sweep_at {
            buckets.by_client.retain(|client, bucket| {
                self.per_minute(client).is_some_and(|most| bucket.left_at(now, most) < f64::from(most))
            });
            // Doubling the threshold keeps the cost per request constant when most buckets are in use.
            buckets.sweep_at = SWEEP_THRESHOLD.max(2 * buckets.by_client.len());
        }
        let full = Bucket { left: f64::from(most), at: now };
        let bucket = buckets.by_client.entry(client.clone()).or_insert(full);
        *bucket = Bucket { left: bucket.left_at(now, most), at: now };
        if bucket.left < amount {
            return Err(Duration::from_secs_f64((amount - bucket.left) / per_second(most)));
        }
        bucket.left -= amount;
        self.note(&mut buckets, client, amount);
        Ok(())
    }

    fn refund(&self, client: &Client, amount: f64, now: Instant) {
        for (client, most) in self.buckets_of(client) {
            self.give_to(&client, most, amount, now);
        }
    }

    fn give_to(&self, client: &Client, most: u32, amount: f64, now: Instant) {
        let mut buckets = self.lock();
        if let Some(bucket) = buckets.by_client.get_mut(client) {
            let given = Bucket { left: bucket.left + amount, at: bucket.at };
            *bucket = Bucket { left: given.left_at(now, most), at: now };
            self.note(&mut buckets, client, -amount);
        }
    }

    /// Notes what a client has taken, for the other servers.
    fn note(&self, buckets: &mut Buckets, client: &Client, amount: f64) {
        if self.is_shared {
            *buckets.unsettled.entry(client.clone()).or_default() += amount;
        }
    }

    fn take_unsettled(&self, is_due: impl Fn(&'static str, &Client) -> bool) -> Vec<Unsettled> {
        let quota = self.name;
        let mut buckets = self.lock();
        let due = buckets.unsettled.extract_if(|client, _| is_due(quota, client));
        due.filter_map(|(client, amount)| {
            let per_minute = self.per_minute(&client)?;
            Some(Unsettled { quota, per_minute, client, amount })
        })
        .collect()
    }

    /// Sets what a client has left at all servers, of which this one has taken more since.
    fn set_left(&self, client: &Client, left: f64, now: Instant) {
        let mut buckets = self.lock();
        let taken_since = buckets.unsettled.get(client).copied().unwrap_or_default();
        buckets.by_client.insert(client.clone(), Bucket { left: left - taken_since, at: now });
    }

    /// The state of the bucket that has least left. None if the client has no limit.
    fn status(&self, client: &Client, now: Instant) -> Option<QuotaStatus> {
        let buckets = self.lock();
        let states = self.buckets_of(client).map(|(client, most)| {
            let left = buckets.by_client.get(&client).map_or(f64::from(most), |it| it.left_at(now, most));
            let left = left.floor();
            let until_full = ((f64::from(most) - left) / per_second(most)).ceil();
            QuotaStatus {
                name: self.name,
                unit: self.unit,
                quota: most,
                window: WINDOW,
                left: left as u32,
                until_full: Duration::from_secs(until_full as u64),
            }
        });
        states.min_by_key(|status| status.left)
    }
}

fn per_second(per_minute: u32) -> f64 {
    f64::from(per_minute) / WINDOW.as_secs_f64()
}

/// What a client has taken of a quota at this server and the others do not know of.
#[derive(Debug)]
pub struct Unsettled {
    pub quota: &'static str,
    pub per_minute: u32,
    pub client: Client,
    pub amount: f64,
}

/// The state of one quota of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuotaStatus {
    pub name: &'static str,
    /// The unit of the quota. None for requests.
    pub unit: Option<&'static str>,
    /// The amount per window.
    pub quota: u32,
    pub window: Duration,
    pub left: u32,
    pub until_full: Duration,
}

#[derive(Debug)]
pub struct Quotas {
    requests: Policy,
    games: Policy,
    search: Policy,
}

impl Quotas {
    /// The quotas of the settings. `is_shared` says whether other servers apply them, too.
    pub fn new(config: &Config, is_shared: bool) -> Quotas {
        let (games, search) = (config.games_per_minute, config.search_ms_per_minute);
        let requests =
            Policy::new("requests", config.requests_per_minute, |key: &ApiKey| key.requests_per_minute);
        let games = Policy::or_default("games", games, DEFAULT_GAMES_PER_MINUTE, |key| key.games_per_minute);
        let search = Policy::or_default("search", search, DEFAULT_SEARCH_MS_PER_MINUTE, |key| {
            key.search_ms_per_minute
        });
        Quotas {
            requests: Policy { is_shared, ..requests },
            games: Policy { is_shared, ..games },
            search: Policy { unit: Some("milliseconds"), is_shared, ..search },
        }
    }

    /// 0 means no limit.
    pub fn games_per_minute(&self) -> u32 {
        self.games.general.unwrap_or(0)
    }

    /// 0 means no limit.
    pub fn search_ms_per_minute(&self) -> u32 {
        self.search.general.unwrap_or(0)
    }

    fn policies(&self) -> [&Policy; 3] {
        [&self.requests, &self.games, &self.search]
    }

    /// What clients have taken of a quota since the last call, for the other servers. Leaves what is not due yet.
    pub fn take_unsettled(&self, is_due: impl Fn(&'static str, &Client) -> bool) -> Vec<Unsettled> {
        self.policies().into_iter().flat_map(|policy| policy.take_unsettled(&is_due)).collect()
    }

    /// Sets what a client has left of a quota at all servers.
    pub fn set_left(&self, quota: &str, client: &Client, left: f64, now: Instant) {
        if let Some(policy) = self.policies().into_iter().find(|policy| policy.name == quota) {
            policy.set_left(client, left, now);
        }
    }

    /// Takes one request from the client's quota.
    ///
    /// # Errors
    /// [`Code::RateLimited`] when none is left.
    pub fn take_request(&self, client: &Client, now: Instant) -> Result<()> {
        take(&self.requests, client, 1, now, "requests")
    }

    /// Takes one new game from the client's quota.
    ///
    /// # Errors
    /// [`Code::RateLimited`] when none is left.
    pub fn take_game(&self, client: &Client, now: Instant) -> Result<()> {
        take(&self.games, client, 1, now, "new games")
    }

    /// As [`Quotas::take_game`], for several at once.
    ///
    /// # Errors
    /// [`Code::RateLimited`] when not enough are left.
    pub fn take_games(&self, client: &Client, games: usize, now: Instant) -> Result<()> {
        take(&self.games, client, games, now, "new games")
    }

    /// Reserves the time that a search may use at most, summed over its threads. The returned [`Charge`] refunds what the
    /// search did not use.
    ///
    /// # Errors
    /// When the client does not have enough left, or when the search needs more than a full quota.
    pub fn charge(self: &Arc<Self>, client: &Client, time: Duration, threads: usize) -> Result<Charge> {
        let asked = time.saturating_mul(u32::try_from(threads).unwrap_or(u32::MAX));
        if let Some(most) = self.search.most(client) {
            let asked = milliseconds(asked);
            if asked > f64::from(most) {
                let message = format!(
                    "asks for {asked} ms of search, summed over {threads} threads, but a client is granted {most} in a \
                     minute: expected less"
                );
                return Err(Error::field("/limits/time_ms", message));
            }
            self.search.take(client, asked, Instant::now()).map_err(|(most, after)| {
                let detail = format!(
                    "expected at most {most} ms of search in a minute, and this asks for {asked} more"
                );
                Error::new(Code::RateLimited, detail).retry_after(after)
            })?;
        }
        Ok(Charge { quotas: Arc::clone(self), client: client.clone(), unused: asked })
    }

    /// The search time that a client may ask for at once; none if there is no limit.
    pub fn most_search(&self, client: &Client) -> Option<Duration> {
        self.search.most(client).map(|most| Duration::from_millis(most.into()))
    }

    /// Reserves the time of a background search. One that is longer than the quota of a minute costs the whole quota.
    ///
    /// # Errors
    /// When the client does not have enough left.
    pub fn charge_job(self: &Arc<Self>, client: &Client, time: Duration) -> Result<Charge> {
        let most = self.search.most(client).unwrap_or(u32::MAX);
        self.charge(client, time.min(Duration::from_millis(most.into())), 1)
    }

    /// The state of each quota of a client.
    pub fn statuses(&self, client: &Client, now: Instant) -> impl Iterator<Item = QuotaStatus> {
        self.policies().into_iter().filter_map(move |policy| policy.status(client, now))
    }
}

fn take(policy: &Policy, client: &Client, amount: usize, now: Instant, what: &str) -> Result<()> {
    policy.take(client, amount as f64, now).map_err(|(most, after)| {
        let detail = format!("expected at most {most} {what} a minute");
        Error::new(Code::RateLimited, detail).retry_after(after)
    })
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Search time reserved from a client's quota. Dropping it refunds what was not spent.
#[derive(Debug)]
pub struct Charge {
    quotas: Arc<Quotas>,
    client: Client,
    unused: Duration,
}

impl Charge {
    pub fn spend(&mut self, used: Duration) {
        self.unused = self.unused.saturating_sub(used);
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.quotas.search.refund(&self.client, milliseconds(self.unused), Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quotas(requests: u32, search_ms: u32) -> Arc<Quotas> {
        let config = Config {
            requests_per_minute: requests,
            search_ms_per_minute: Some(search_ms),
            ..Config::default()
        };
        Arc::new(Quotas::new(&config, false))
    }

    #[test]
    fn a_bucket_empties_and_refills() {
        let policy = Policy::new("requests", 2, |_| None);
        let (a, b, start) = (Client::named("a"), Client::named("b"), Instant::now());
        assert_eq!((policy.take(&a, 1.0, start), policy.take(&a, 1.0, start)), (Ok(()), Ok(())));
        assert_eq!(policy.take(&a, 1.0, start), Err((2, Duration::from_secs(30))));
        let status = policy.status(&a, start).unwrap();
        assert_eq!((status.left, status.until_full), (0, Duration::from_secs(60)));
        assert_eq!(policy.take(&b, 1.0, start), Ok(()), "each client has its own bucket");
        assert_eq!(policy.take(&a, 1.0, start + Duration::from_secs(31)), Ok(()));
    }

    #[test]
    fn the_users_of_a_key_have_their_own_quotas_beneath_that_of_the_key() {
        let policy = Policy::new("games", 2, |key| key.games_per_minute);
        let key = ApiKey { games_per_minute: NonZeroU32::new(3), ..ApiKey::new("shop", "") };
        let (caller, start) = (Caller::new(Arc::new(key)), Instant::now());
        let user = |name: &str| Client::Key(caller.clone().for_user(name));
        let takes = |client: &Client| (0..9).take_while(|_| policy.take(client, 1.0, start).is_ok()).count();
        assert_eq!(takes(&user("anna")), 2, "the general quota is each user's");
        assert_eq!(policy.status(&user("ben"), start).unwrap().left, 1, "what the key has left");
        assert_eq!(takes(&user("ben")), 1, "all users have the key's together");
        assert_eq!(takes(&Client::Key(caller.clone())), 0);
        policy.refund(&user("ben"), 1.0, start);
        assert_eq!(policy.take(&user("anna"), 1.0, start).unwrap_err().0, 2);
        assert_eq!(takes(&user("carl")), 1, "a refused request has taken nothing");
    }

    #[test]
    fn by_default_only_unknown_clients_are_limited_in_new_games() {
        let client = |ip: &str| Client::at(ip.parse().unwrap());
        let creates = |games_per_minute, client: &Client| {
            let quotas = Quotas::new(&Config { games_per_minute, ..Config::default() }, false);
            let now = Instant::now();
            (0..1000).take_while(|_| quotas.take_game(client, now).is_ok()).count()
        };
        assert_eq!(creates(None, &client("192.0.2.1")), 60);
        for known in [client("127.0.0.1"), client("::1"), Client::named("a")] {
            assert_eq!(creates(None, &known), 1000, "{known:?}");
            assert_eq!(creates(Some(7), &known), 7, "{known:?}");
        }
        assert_eq!(creates(Some(0), &client("192.0.2.1")), 1000);
    }

    #[test]
    fn by_default_only_unknown_clients_are_limited_in_search_time() {
        let quotas = Arc::new(Quotas::new(&Config::default(), false));
        let ask = |client: &Client| quotas.charge(client, Duration::from_secs(60), 1);
        let stranger = Client::at("192.0.2.1".parse().unwrap());
        let _both = (ask(&stranger).unwrap(), ask(&stranger).unwrap());
        assert_eq!(ask(&stranger).unwrap_err().code, Code::RateLimited);
        for known in [Client::at("127.0.0.1".parse().unwrap()), Client::named("a")] {
            let charges: Vec<Charge> = (0..10).map(|_| ask(&known).unwrap()).collect();
            assert_eq!(charges.len(), 10);
        }
    }

    #[test]
    fn what_a_client_took_at_another_server_is_gone_at_this_one() {
        let config = Config { games_per_minute: Some(10), ..Config::default() };
        let (quotas, client, now) = (Quotas::new(&config, true), Client::named("a"), Instant::now());
        quotas.take_game(&client, now).unwrap();
        quotas.take_game(&client, now).unwrap();
        let unsettled = quotas.take_unsettled(|_, _| true);
        assert_eq!((unsettled.len(), unsettled[0].quota, unsettled[0].amount), (1, "games", 2.0));
        // While the store answers, this server grants one more.
        quotas.take_game(&client, now).unwrap();
        quotas.set_left("games", &client, 3.0, now);
        let granted = (0..10).take_while(|_| quotas.take_game(&client, now).is_ok()).count();
        assert_eq!(granted, 2);
        assert_eq!(quotas.take_unsettled(|_, _| true)[0].amount, 3.0);
        quotas.set_left("games", &client, -4.0, now);
        let refused = quotas.take_game(&client, now).unwrap_err();
        assert_eq!(refused.retry_after.unwrap().as_secs(), 30, "an overdrawn client waits until it has one");
        assert!(quotas.take_unsettled(|_, _| true).is_empty());
    }

    #[test]
    fn unused_search_time_is_refunded() {
        let quotas = quotas(0, 60_000);
        let left = |client: &Client| f64::from(quotas.search.status(client, Instant::now()).unwrap().left);
        let client = Client::named("a");
        let mut charge = quotas.charge(&client, Duration::from_secs(15), 3).unwrap();
        assert!((15_000.0..16_000.0).contains(&left(&client)));
        assert_eq!(quotas.charge(&client, Duration::from_secs(20), 2).unwrap_err().code, Code::RateLimited);
        charge.spend(Duration::from_secs(30));
        drop(charge);
        assert!((30_000.0..31_000.0).contains(&left(&client)));
        assert_eq!(
            quotas.charge(&client, Duration::from_secs(61), 1).unwrap_err().code,
            Code::InvalidRequest
        );
    }
}
