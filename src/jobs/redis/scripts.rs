//! The Lua scripts that change jobs in Redis. Each change is one script, so it is atomic.
//!
//! A job is a hash with the fields of [`Job`](crate::jobs::Job) and three more: `entry`, its entry in the stream of
//! the queue; `lease`, the token of the worker that executes it; `tries`, how often it was attempted. The entry stays in the stream until the job ends, so the length of the stream is the number
//! of queued and running jobs. All workers share one consumer of one group; the token says which worker holds a job.

use crate::redis_link::Script;

/// Queues a job. KEYS: the job, the stream, the jobs of the client. ARGV: id, capacity, request, time, seconds to keep, the command
/// to publish, channel, message, prefix of the jobs' keys, how many jobs of the client may wait or run (0: any number), owner (may be empty). Returns the
/// fields of the job, or of the existing job with this id. Returns nil when the queue is full, and nothing when the client has too
/// many jobs.
const SUBMIT: &str = r"
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('HGETALL', KEYS[1]) end
local own, most = 0, tonumber(ARGV[10])
if most > 0 then
    for _, id in ipairs(redis.call('SMEMBERS', KEYS[3])) do
        local status = redis.call('HGET', ARGV[9] .. id, 'status')
        if status == 'queued' or status == 'running' then own = own + 1 else redis.call('SREM', KEYS[3], id) end
    end
    if own >= most then return {} end
end
if redis.call('XLEN', KEYS[2]) >= tonumber(ARGV[2]) then return false end
local entry = redis.call('XADD', KEYS[2], '*', 'id', ARGV[1])
redis.call('HSET', KEYS[1], 'status', 'queued', 'request', ARGV[3], 'created_at', ARGV[4], 'updated_at', ARGV[4],
    'entry', entry)
if ARGV[11] ~= '' then redis.call('HSET', KEYS[1], 'owner', ARGV[11]) end
redis.call('EXPIRE', KEYS[1], ARGV[5])
if most > 0 then
    redis.call('SADD', KEYS[3], ARGV[1])
    redis.call('EXPIRE', KEYS[3], ARGV[5])
end
redis.call(ARGV[6], ARGV[7], ARGV[8])
return redis.call('HGETALL', KEYS[1])";

/// Leases the next job: one whose lease has expired or was returned, otherwise the first in the queue. Removes entries of
/// jobs that have ended or expired. Leaves a job with an unknown status to a newer server.
///
/// KEYS: the stream. ARGV: group, consumer, lease time in milliseconds, prefix of the jobs' keys, token, time, seconds to
/// keep. Returns the entry, the id, the number of earlier tries, and the fields of the job. Returns nil when the queue is
/// empty.
const LEASE: &str = r"
local stream, group, consumer = KEYS[1], ARGV[1], ARGV[2]
local function next_entry()
    local expired = redis.pcall('XPENDING', stream, group, 'IDLE', ARGV[3], '-', '+', 1)
    if expired.err then
        redis.call('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM')
    elseif expired[1] then
        local entry = expired[1][1]
        local claimed = redis.call('XCLAIM', stream, group, consumer, 0, entry)
        return entry, claimed[1] and claimed[1][2]
    end
    local read = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', 1, 'STREAMS', stream, '>')
    if read then return read[1][2][1][1], read[1][2][1][2] end
end
while true do
    local entry, fields = next_entry()
    if not entry then return false end
    local id = fields and fields[1] == 'id' and fields[2]
    local job = id and ARGV[4] .. id
    local status = job and redis.call('HGET', job, 'status')
    if status == 'queued' or status == 'running' then
        redis.call('HSET', job, 'status', 'running', 'updated_at', ARGV[6], 'lease', ARGV[5])
        redis.call('EXPIRE', job, ARGV[7])
        local tries = tonumber(redis.call('HGET', job, 'tries') or 0)
        return {entry, id, tries, redis.call('HGETALL', job)}
    elseif not status or status == 'done' or status == 'cancelled' or status == 'failed' then
        redis.call('XACK', stream, group, entry)
        redis.call('XDEL', stream, entry)
    end
end";

/// Renews a lease, and sets fields of its job. KEYS: the job, the stream. ARGV: token, entry, group, consumer, then fields
/// and values in pairs. Returns whether the lease is still valid.
const RENEW: &str = r"
if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[1] then return 0 end
redis.call('XCLAIM', KEYS[2], ARGV[3], ARGV[4], 0, ARGV[2], 'JUSTID')
if ARGV[5] then redis.call('HSET', KEYS[1], unpack(ARGV, 5)) end
return 1";

/// Returns a leased job to the front of the queue. KEYS: the job, the stream. ARGV: token, entry, group, consumer,
/// lease time in milliseconds, time, tries, the command to publish, channel, message.
const RETURN_JOB: &str = r"
if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[1] then return end
redis.call('HDEL', KEYS[1], 'lease')
redis.call('HSET', KEYS[1], 'status', 'queued', 'updated_at', ARGV[6], 'tries', ARGV[7])
redis.call('XCLAIM', KEYS[2], ARGV[3], ARGV[4], 0, ARGV[2], 'IDLE', ARGV[5], 'JUSTID')
redis.call(ARGV[8], ARGV[9], ARGV[10])";

/// Moves a leased job to the end of the queue, if another one waits there. KEYS: the job, the stream. ARGV: token, entry, group,
/// time, tries, the command to publish, channel, message, id. Returns whether it did.
const HAND_OVER: &str = r"
if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[1] then return 0 end
if redis.call('XLEN', KEYS[2]) <= redis.call('XPENDING', KEYS[2], ARGV[3])[1] then return 0 end
redis.call('XACK', KEYS[2], ARGV[3], ARGV[2])
redis.call('XDEL', KEYS[2], ARGV[2])
local entry = redis.call('XADD', KEYS[2], '*', 'id', ARGV[9])
redis.call('HDEL', KEYS[1], 'lease')
redis.call('HSET', KEYS[1], 'status', 'queued', 'updated_at', ARGV[4], 'tries', ARGV[5], 'entry', entry)
redis.call(ARGV[6], ARGV[7], ARGV[8])
return 1";

/// Ends a job, unless it has ended. Removes the oldest ended jobs beyond the capacity.
///
/// KEYS: the job, the stream, the list of ended jobs. ARGV: id, token (empty: no lease needed), status, time, seconds to
/// keep, capacity, group, prefix of the jobs' keys, the command to publish, channel, message, then optionally a field and its value.
const END: &str = r"
local function has_status(job, first, second)
    local status = redis.call('HGET', job, 'status')
    return status == first or status == second
end
if not has_status(KEYS[1], 'queued', 'running') then return end
if ARGV[2] ~= '' and redis.call('HGET', KEYS[1], 'lease') ~= ARGV[2] then return end
redis.call('HSET', KEYS[1], 'status', ARGV[3], 'updated_at', ARGV[4], unpack(ARGV, 12))
redis.call('HDEL', KEYS[1], 'lease')
redis.call('EXPIRE', KEYS[1], ARGV[5])
local entry = redis.call('HGET', KEYS[1], 'entry')
redis.call('XACK', KEYS[2], ARGV[7], entry)
redis.call('XDEL', KEYS[2], entry)
redis.call('RPUSH', KEYS[3], ARGV[1])
redis.call('EXPIRE', KEYS[3], ARGV[5])
while redis.call('LLEN', KEYS[3]) > tonumber(ARGV[6]) do
    local oldest = ARGV[8] .. redis.call('LPOP', KEYS[3])
    if not has_status(oldest, 'queued', 'running') then redis.call('DEL', oldest) end
end
redis.call(ARGV[9], ARGV[10], ARGV[11])";

#[derive(Debug)]
pub struct Scripts {
    pub submit: Script,
    pub lease: Script,
    pub renew: Script,
    pub return_job: Script,
    pub hand_over: Script,
    pub end: Script,
}

impl Scripts {
    pub fn new() -> Scripts {
        Scripts {
            submit: Script::new(SUBMIT),
            lease: Script::new(LEASE),
            renew: Script::new(RENEW),
            return_job: Script::new(RETURN_JOB),
            hand_over: Script::new(HAND_OVER),
            end: Script::new(END),
        }
    }
}
