//! The keys of the jobs in Redis. In a cluster all of them have one hash slot: there are far fewer jobs than games.

use data_encoding::HEXLOWER;
use uuid::Uuid;

#[derive(Debug)]
pub struct JobKeys {
    /// The queue, a Redis stream.
    pub stream: &'static str,
    /// A list of the ids of the jobs that have ended, the oldest first.
    pub ended: &'static str,
    /// The key of a job is this and its id.
    pub job_prefix: &'static str,
    /// The set of a client's jobs that wait or run is at this and the digest of the client. It may name jobs that have ended.
    pub client_prefix: &'static str,
    /// The channel of messages about changes, and the command that publishes on it.
    pub channel: &'static str,
    pub publish: &'static str,
}

pub const SINGLE: JobKeys = JobKeys {
    stream: "duiyi:jobs",
    ended: "duiyi:jobs:ended",
    job_prefix: "duiyi:job:",
    client_prefix: "duiyi:jobs:client:",
    channel: "duiyi:jobs:changes",
    publish: "PUBLISH",
};

pub const CLUSTER: JobKeys = JobKeys {
    stream: "duiyi:{jobs}:queue",
    ended: "duiyi:{jobs}:ended",
    job_prefix: "duiyi:{jobs}:job:",
    client_prefix: "duiyi:{jobs}:client:",
    channel: "duiyi:{jobs}:changes",
    publish: "SPUBLISH",
};

impl JobKeys {
    pub fn job(&self, id: Uuid) -> String {
        format!("{}{id}", self.job_prefix)
    }

    pub fn client(&self, client: &[u8; 16]) -> String {
        format!("{}{}", self.client_prefix, HEXLOWER.encode(client))
    }
}
