//! The scripts on seeks. All keys of seeks have one hash tag, also in a cluster. They do in Redis what
//! [`SeekBoard`](crate::store::seeks::SeekBoard) does in memory.

use crate::redis_link::Script;
use std::sync::LazyLock;

/// The prelude of all scripts on seeks. KEYS 1 to 2: what the names of seeks begin with, and the open seeks by when somebody last waited on
/// them. A seek is a hash: `value`, the side it wants, the lists that it is in, and once it is matched `game`, the `side` it has
/// got, the `opponent` (empty: an engine) and whether the game is `hosted`.
const SEEKS: &str = r"
local function name(id) return KEYS[1] .. id end
local function leave_lists(id)
    local lists = redis.call('HMGET', name(id), 'pool', 'lobby', 'client')
    redis.call('ZREM', KEYS[2], id)
    if lists[1] then
        redis.call('ZREM', lists[1], id)
        redis.call('ZREM', lists[2], id)
        redis.call('SREM', lists[3], id)
    end
end
local function remove(id)
    leave_lists(id)
    redis.call('DEL', name(id))
end
-- Whether a seek is open; one that nobody has waited on since `least` is removed.
local function is_open(id, least)
    local seen = redis.call('ZSCORE', KEYS[2], id)
    if not seen then return false end
    if tonumber(seen) > tonumber(least) then return true end
    remove(id)
    return false
end
local function settle(id, game, side, opponent, keep)
    leave_lists(id)
    redis.call('HSET', name(id), 'game', game, 'side', side, 'opponent', opponent)
    redis.call('EXPIRE', name(id), keep)
end
-- What has come of a seek: nothing if it is gone, `open`, or its game.
local function state(id, least)
    local found = redis.call('HMGET', name(id), 'game', 'side', 'opponent', 'hosted')
    if found[1] then return {'matched', found[1], found[2], found[3], found[4] or '0'} end
    if is_open(id, least) then return {'open'} end
    return {}
end
local function made(reply)
    table.insert(reply, 1, 'made')
    return reply
end
";

/// KEYS 3 to 5: the pool, the lobby and the seeks of the client. ARGV: id, value, the wanted side (empty: either), the side if both want
/// either, now, the time since which somebody must have waited on a seek, game, the most seeks, the most of the client, seconds to keep an open
/// seek, seconds to keep a matched one.
const ADD: &str = r"
local id, value, want, now, least = ARGV[1], ARGV[2], ARGV[3], ARGV[5], ARGV[6]
for _, other in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', least, 'LIMIT', 0, 100)) do remove(other) end
local known = state(id, least)
if known[1] then return made(known) end
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[8]) then return {'full'} end
for _, other in ipairs(redis.call('SMEMBERS', KEYS[5])) do
    if not redis.call('ZSCORE', KEYS[2], other) then redis.call('SREM', KEYS[5], other) end
end
if redis.call('SCARD', KEYS[5]) >= tonumber(ARGV[9]) then return {'many'} end
local opposite = {first = 'second', second = 'first'}
redis.call('HSET', name(id), 'value', value, 'want', want, 'pool', KEYS[3], 'lobby', KEYS[4], 'client', KEYS[5])
for _, other in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
    if is_open(other, least) then
        local found = redis.call('HMGET', name(other), 'want', 'value')
        local theirs = found[1]
        if want == '' or theirs == '' or want ~= theirs then
            local side = want
            if side == '' then side = opposite[theirs] or ARGV[4] end
            settle(other, ARGV[7], opposite[side], value, ARGV[11])
            settle(id, ARGV[7], side, found[2], ARGV[11])
            return made(state(id, least))
        end
    else
        redis.call('ZREM', KEYS[3], other)
    end
end
redis.call('EXPIRE', name(id), ARGV[10])
redis.call('ZADD', KEYS[2], now, id)
redis.call('ZADD', KEYS[3], now, id)
redis.call('ZADD', KEYS[4], now, id)
redis.call('SADD', KEYS[5], id)
return {'made', 'open'}";

/// ARGV: now, the time since which somebody must have waited, seconds to keep an open seek, then ids. Notes that somebody waits on these seeks.
const TOUCH: &str = r"
for at = 4, #ARGV do
    if is_open(ARGV[at], ARGV[2]) then
        if tonumber(redis.call('ZSCORE', KEYS[2], ARGV[at])) < tonumber(ARGV[1]) then
            redis.call('ZADD', KEYS[2], ARGV[1], ARGV[at])
        end
        redis.call('EXPIRE', name(ARGV[at]), ARGV[3])
    end
end
return {}";

/// As [`TOUCH`] for one seek. Returns it, and what has come of it.
const READ: &str = r"
local value = redis.call('HGET', name(ARGV[4]), 'value')
local now = state(ARGV[4], ARGV[2])
if not now[1] then return {'missing'} end
if now[1] == 'open' and tonumber(redis.call('ZSCORE', KEYS[2], ARGV[4])) < tonumber(ARGV[1]) then
    redis.call('ZADD', KEYS[2], ARGV[1], ARGV[4])
    redis.call('EXPIRE', name(ARGV[4]), ARGV[3])
end
table.insert(now, 1, value)
table.insert(now, 1, 'found')
return now";

/// ARGV: ids. Returns those that are in the list of open seeks.
const OPEN_OF: &str = r"
local open = {}
for _, id in ipairs(ARGV) do
    if redis.call('ZSCORE', KEYS[2], id) then open[#open + 1] = id end
end
return open";

/// ARGV: id, the time since which somebody must have waited, game, the side if the seeker wants either, seconds to keep a matched seek.
const MEET_ENGINE: &str = r"
local known = state(ARGV[1], ARGV[2])
if not known[1] then return {'missing'} end
if known[1] == 'open' then
    local side = redis.call('HGET', name(ARGV[1]), 'want')
    if side == '' then side = ARGV[4] end
    settle(ARGV[1], ARGV[3], side, '', ARGV[5])
end
return {'made'}";

/// ARGV: id, the time since which somebody must have waited.
const WITHDRAW: &str = r"
local known = state(ARGV[1], ARGV[2])
if not known[1] then return {'missing'} end
if known[1] == 'matched' then return {'matched'} end
remove(ARGV[1])
return {'made'}";

/// ARGV: ids.
const HOST: &str = r"
for _, id in ipairs(ARGV) do
    if redis.call('HEXISTS', name(id), 'game') == 1 then redis.call('HSET', name(id), 'hosted', '1') end
end
return {'made'}";

/// KEYS 3: a lobby. ARGV: the time since which somebody must have waited on a seek, the most seeks.
const LIST: &str = r"
local values = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
    local seen = redis.call('ZSCORE', KEYS[2], id)
    if seen and tonumber(seen) > tonumber(ARGV[1]) and #values < tonumber(ARGV[2]) then
        values[#values + 1] = redis.call('HGET', name(id), 'value')
    end
end
return values";

fn on_seeks(script: &str) -> Script {
    Script::new([SEEKS, script].concat())
}

pub static ADD_SEEK: LazyLock<Script> = LazyLock::new(|| on_seeks(ADD));
pub static TOUCH_SEEKS: LazyLock<Script> = LazyLock::new(|| on_seeks(TOUCH));
pub static READ_SEEK: LazyLock<Script> = LazyLock::new(|| on_seeks(READ));
pub static OPEN_SEEKS_OF: LazyLock<Script> = LazyLock::new(|| on_seeks(OPEN_OF));
pub static MEET_ENGINE_IN_SEEK: LazyLock<Script> = LazyLock::new(|| on_seeks(MEET_ENGINE));
pub static WITHDRAW_SEEK: LazyLock<Script> = LazyLock::new(|| on_seeks(WITHDRAW));
pub static HOST_SEEKS: LazyLock<Script> = LazyLock::new(|| on_seeks(HOST));
pub static LIST_SEEKS: LazyLock<Script> = LazyLock::new(|| on_seeks(LIST));
