//! How many requests a client may make: a token bucket each, filled evenly over the minute.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Above this many, the buckets that are full again are forgotten.
const BUCKETS_TO_KEEP: usize = 10_000;
const WINDOW: Duration = Duration::from_secs(60);

#[derive(Debug)]
struct Bucket {
    tokens: f64,
    filled: Instant,
}

#[derive(Debug)]
pub struct Limiter {
    per_minute: u32,
    buckets: Mutex<HashMap<String, Bucket>>,
}

/// How a client stands after a request.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    pub per_minute: u32,
    pub left: u32,
    /// When there will be room for another, if this one had none.
    pub retry_after: Option<Duration>,
}

impl Standing {
    /// As the IETF's draft on rate limit headers has them.
    pub fn headers(&self) -> [(&'static str, String); 2] {
        let (window, per_minute) = (WINDOW.as_secs(), self.per_minute);
        let until_full =
            f64::from(per_minute - self.left.min(per_minute)) * WINDOW.as_secs_f64() / f64::from(per_minute);
        [
            ("ratelimit-policy", format!("\"requests\";q={per_minute};w={window}")),
            ("ratelimit", format!("\"requests\";r={};t={}", self.left, until_full.ceil() as u64)),
        ]
    }
}

impl Limiter {
    /// 0 for no limit.
    pub fn new(per_minute: u32) -> Limiter {
        Limiter { per_minute, buckets: Mutex::default() }
    }

    pub fn is_on(&self) -> bool {
        self.per_minute > 0
    }

    /// Takes a token of this client's, if there is one.
    pub fn take(&self, client: &str, now: Instant) -> Standing {
        let capacity = f64::from(self.per_minute);
        let per_second = capacity / WINDOW.as_secs_f64();
        let tokens_at = |bucket: &Bucket| {
            let passed = now.saturating_duration_since(bucket.filled).as_secs_f64();
            (bucket.tokens + passed * per_second).min(capacity)
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > BUCKETS_TO_KEEP {
            buckets.retain(|_, bucket| tokens_at(bucket) < capacity);
        }
        let bucket = buckets.entry(client.to_owned()).or_insert(Bucket { tokens: capacity, filled: now });
        bucket.tokens = tokens_at(bucket);
        bucket.filled = now;
        let retry_after = if bucket.tokens >= 1.0 {
            bucket.tokens -= 1.0;
            None
        } else {
            Some(Duration::from_secs_f64((1.0 - bucket.tokens) / per_second))
        };
        Standing { per_minute: self.per_minute, left: bucket.tokens as u32, retry_after }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let limiter = Limiter::new(2);
        let start = Instant::now();
        assert_eq!(limiter.take("a", start).left, 1);
        assert_eq!(limiter.take("a", start).retry_after, None);
        let refused = limiter.take("a", start);
        assert_eq!(refused.retry_after, Some(Duration::from_secs(30)));
        assert_eq!(refused.headers()[1].1, "\"requests\";r=0;t=60");
        assert_eq!(limiter.take("b", start).retry_after, None, "another client has its own");
        assert_eq!(limiter.take("a", start + Duration::from_secs(31)).retry_after, None);
    }
}
