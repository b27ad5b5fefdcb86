//! The Lua scripts of the store: each compares and sets atomically. Versions and revisions are compared as text, because
//! numbers in Lua are doubles. Each script returns a list; its first word says what happened.

use redis::Script;
use std::sync::LazyLock;

/// The prelude of scripts that may write a record. ARGV 1 to 4: the value of the claim (empty: no record), the record, seconds
/// to keep it, whether the request is done. The last two KEYS are the claim and the record.
const RECORD: &str = r"
local claim, record = KEYS[#KEYS - 1], KEYS[#KEYS]
local function is_claimed()
    return ARGV[1] == '' or redis.call('GET', claim) == ARGV[1]
end
local function write_record()
    if ARGV[1] == '' then return end
    redis.call('SET', record, ARGV[2], 'EX', ARGV[3])
    if ARGV[4] == '1' then redis.call('DEL', claim) end
end
";

/// The prelude of scripts on a game. The first of the KEYS is the game.
const GAME: &str = r"
local found = redis.call('HMGET', KEYS[1], 'version', 'revision')
local version, revision = found[1], found[2] or '0'
local function is_in(other_version, other_revision)
    return version == other_version and revision == other_revision
end
local function conflict()
    return {'conflict', version, revision, redis.call('HGET', KEYS[1], 'value')}
end
";

/// KEYS: the game, all games, claim and record. ARGV 5 to 12: id, version, revision, value, seconds to keep, expiry time,
/// now, capacity. If the game is already in the new state, an earlier attempt wrote it.
const INSERT: &str = r"
if is_in(ARGV[6], ARGV[7]) then return {'made'} end
if version then return conflict() end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[11])
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[12]) then return {'full'} end
if not is_claimed() then return {'lost'} end
redis.call('HSET', KEYS[1], 'version', ARGV[6], 'revision', ARGV[7], 'value', ARGV[8])
redis.call('EXPIRE', KEYS[1], ARGV[9])
redis.call('ZADD', KEYS[2], ARGV[10], ARGV[5])
write_record()
return {'made'}";

/// KEYS: the game, all games, claim and record. ARGV 5 to 14: id, version, revision, value, seconds to keep, expiry time,
/// version and revision of the base, channel, message. If the game is already in the new state, an earlier attempt wrote it.
const REPLACE: &str = r"
if is_in(ARGV[6], ARGV[7]) then return {'made'} end
if not is_claimed() then return {'lost'} end
if not version then return {'missing'} end
if not is_in(ARGV[11], ARGV[12]) then return conflict() end
redis.call('HSET', KEYS[1], 'version', ARGV[6], 'revision', ARGV[7], 'value', ARGV[8])
redis.call('EXPIRE', KEYS[1], ARGV[9])
redis.call('ZADD', KEYS[2], ARGV[10], ARGV[5])
write_record()
redis.call('PUBLISH', ARGV[13], ARGV[14])
return {'made'}";

/// KEYS: the game, all games. ARGV: id, version and revision of the base (empty: any), channel, message.
const REMOVE: &str = r"
if not version then return {'missing'} end
if ARGV[2] ~= '' and not is_in(ARGV[2], ARGV[3]) then return conflict() end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return {'made'}";

/// KEYS: the game, all games. ARGV: id, seconds to keep, expiry time, version and revision of the state that the caller has
/// (empty: none). Returns the state and its value, or only that the caller has it already.
const READ: &str = r"
if not version then return {'missing'} end
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[2], 'XX', ARGV[3], ARGV[1])
if is_in(ARGV[4], ARGV[5]) then return {'known'} end
return {'found', version, revision, redis.call('HGET', KEYS[1], 'value')}";

/// KEYS: claim and record. ARGV 1 to 4: as for every record.
const SETTLE: &str = r"
if not is_claimed() then return {'lost'} end
write_record()
return {'made'}";

/// KEYS: claim and record. ARGV: the value of the claim, the fingerprint, the lifetime of the claim in milliseconds.
const CLAIM: &str = r"
local held = redis.call('GET', KEYS[1])
if held then return {string.sub(held, -32) == ARGV[2] and 'running' or 'reused'} end
local kept = redis.call('GET', KEYS[2])
if kept and string.sub(kept, 1, 32) ~= ARGV[2] then return {'reused'} end
if kept and string.sub(kept, 33, 33) == 'd' then return {'done', string.sub(kept, 34)} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
if kept then return {'begun', string.sub(kept, 34)} end
return {'ours'}";

/// KEYS: the claim. ARGV: the value of the claim, its new lifetime in milliseconds.
const RENEW: &str = r"
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {'lost'} end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {'made'}";

/// KEYS: the claim. ARGV: the value of the claim.
const RELEASE: &str = r"
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {'lost'} end
redis.call('DEL', KEYS[1])
return {'made'}";

/// KEYS: the records of a client by time. ARGV: the digest of a record that was written, now, the time before which records
/// have expired, seconds to keep them, the most records. Returns the digests of the oldest records beyond that number.
const EVICT: &str = r"
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
local excess = redis.call('ZCARD', KEYS[1]) - tonumber(ARGV[5])
if excess <= 0 then return {} end
local oldest = redis.call('ZRANGE', KEYS[1], 0, excess - 1)
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, excess - 1)
return oldest";

pub static INSERT_GAME: LazyLock<Script> = LazyLock::new(|| Script::new(&[RECORD, GAME, INSERT].concat()));
pub static REPLACE_GAME: LazyLock<Script> = LazyLock::new(|| Script::new(&[RECORD, GAME, REPLACE].concat()));
pub static REMOVE_GAME: LazyLock<Script> = LazyLock::new(|| Script::new(&[GAME, REMOVE].concat()));
pub static READ_GAME: LazyLock<Script> = LazyLock::new(|| Script::new(&[GAME, READ].concat()));
pub static SETTLE_REQUEST: LazyLock<Script> = LazyLock::new(|| Script::new(&[RECORD, SETTLE].concat()));
pub static CLAIM_REQUEST: LazyLock<Script> = LazyLock::new(|| Script::new(CLAIM));
pub static RENEW_CLAIM: LazyLock<Script> = LazyLock::new(|| Script::new(RENEW));
pub static RELEASE_CLAIM: LazyLock<Script> = LazyLock::new(|| Script::new(RELEASE));
pub static EVICT_RECORDS: LazyLock<Script> = LazyLock::new(|| Script::new(EVICT));
