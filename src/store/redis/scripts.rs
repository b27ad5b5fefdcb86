//! The Lua scripts of the store: each compares and sets atomically. Versions and revisions are compared as text, because
//! numbers in Lua are doubles. Each script returns a list; its first word says what happened.

use crate::redis_link::Script;
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

/// The prelude of scripts that add to the log of news. The last ARGV says what, in JSON (empty: nothing).
const NEWS: &str = r"
local function write_news()
    if ARGV[#ARGV] == '' then return end
    local news = cjson.decode(ARGV[#ARGV])
    for _, entry in ipairs(news.entries) do
        redis.call('XADD', news.stream, 'MINID', '~', news.before, '*', 'list', entry[1], 'text', entry[2])
    end
end
";

/// The prelude of scripts on a game. The first KEYS are the game, then all games and the deadlines of its shard.
const GAME: &str = r"
local found = redis.call('HMGET', KEYS[1], 'version', 'revision', 'over')
local version, revision, was_over = found[1], found[2], found[3]
local function is_in(other_version, other_revision)
    return version == other_version and revision == other_revision
end
local function made_before()
    -- Writes what is there, so that the connection can wait until replicas have it.
    redis.call('HSET', KEYS[1], 'version', version)
    return {'made'}
end
local function conflict()
    return {'conflict', version, revision, redis.call('HGET', KEYS[1], 'value')}
end
-- Returns why the game must not be shown, if it must not.
local function touch(id, keep, expires, keep_over, expires_over)
    if was_over then keep, expires = keep_over, expires_over end
    if redis.call('ZSCORE', KEYS[3], id) then return end
    -- A full Redis refuses ZADD as the first write of a script, but not after EXPIRE.
    local kept = redis.pcall('EXPIRE', KEYS[1], keep)
    if type(kept) == 'table' then
        -- Redis cannot save to its disk: the game is right, and lives no longer for this.
        if string.find(kept.err, 'MISCONF', 1, true) then return end
        return kept
    end
    redis.call('ZADD', KEYS[2], 'XX', expires, id)
end
-- `rank` is that of the game in its lists, `facts` are what they are filtered by.
local function enter_lists(game, id, rank, facts, lists)
    if lists == '' then return end
    redis.call('HSET', game, 'facts', facts, 'lists', lists)
    local prefix = string.sub(game, 1, -37)
    for list in string.gmatch(lists, '%S+') do
        redis.call('ZADD', list, rank, id)
        for _, other in ipairs(redis.call('ZRANDMEMBER', list, 2)) do
            if redis.call('EXISTS', prefix .. other) == 0 then redis.call('ZREM', list, other) end
        end
    end
end
-- Writes the state of a game whose arguments begin with `at`, and puts it into the lists whose arguments begin with `list_at`.
local function write_game(game, at, list_at)
    local id, new_version, new_revision, value = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
    local keep, expires, deadline, over = ARGV[at + 4], ARGV[at + 5], ARGV[at + 6], ARGV[at + 7]
    redis.call('HSET', game, 'version', new_version, 'revision', new_revision, 'value', value)
    if over == '1' then
        redis.call('HSET', game, 'over', '1')
    elseif was_over then
        redis.call('HDEL', game, 'over')
    end
    if deadline == '' then
        redis.call('EXPIRE', game, keep)
        redis.call('ZADD', KEYS[2], expires, id)
        redis.call('ZREM', KEYS[3], id)
    else
        redis.call('PERSIST', game)
        redis.call('ZADD', KEYS[2], '+inf', id)
        redis.call('ZADD', KEYS[3], deadline, id)
    end
    enter_lists(game, id, ARGV[list_at], ARGV[list_at + 1], ARGV[list_at + 2])
end
";

/// KEYS: the game, all games, the deadlines, claim and record. ARGV 5 to 14: id, version, revision, value, seconds to keep,
/// expiry time, deadline (empty: none), whether the game is over, now, capacity. If the game is already in the new state, an earlier attempt wrote it.
const INSERT: &str = r"
if is_in(ARGV[6], ARGV[7]) then return made_before() end
if version then return conflict() end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[13])
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[14]) then return {'full'} end
if not is_claimed() then return {'lost'} end
write_game(KEYS[1], 5, #ARGV - 3)
write_record()
write_news()
return {'made'}";

/// KEYS: the first game, all games, the deadlines, each game, claim and record. ARGV 5 to 6: now, capacity; then eleven for each game: id,
/// version, revision, value, seconds to keep, expiry time, deadline (empty: none), whether the game is over, and those for the lists.
const INSERT_ALL: &str = r"
if not is_claimed() then return {'lost'} end
local games = (#ARGV - 7) / 11
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[5])
if redis.call('ZCARD', KEYS[2]) + games > tonumber(ARGV[6]) then return {'full'} end
for game = 1, games do
    if redis.call('EXISTS', KEYS[3 + game]) == 1 then return {'lost'} end
end
for game = 1, games do write_game(KEYS[3 + game], 11 * game - 4, 11 * game + 4) end
write_record()
write_news()
return {'made'}";

/// KEYS: the game, all games, the deadlines, claim and record. ARGV 5 to 18: id, version, revision, value, seconds to keep,
/// expiry time, deadline (empty: none), whether the game is over, version and revision of the base, the command to publish, channel, message, and
/// what the clock of Redis shows when it is too late for the change (empty: never). If the game is already in the new state, an
/// earlier attempt wrote it.
const REPLACE: &str = r"
if is_in(ARGV[6], ARGV[7]) then return made_before() end
if not is_claimed() then return {'lost'} end
if not version then return {'missing'} end
if not is_in(ARGV[13], ARGV[14]) then return conflict() end
if ARGV[18] ~= '' then
    local now = redis.call('TIME')
    if now[1] * 1000 + math.floor(now[2] / 1000) > tonumber(ARGV[18]) then return {'late'} end
end
write_game(KEYS[1], 5, #ARGV - 3)
write_record()
write_news()
redis.call(ARGV[15], ARGV[16], ARGV[17])
return {'made'}";

/// The prelude of scripts on the tickets of a game.
const TICKET: &str = r"
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function parts(kept)
    local expires, token = string.match(kept, '^(%d+) (%x+)$')
    return tonumber(expires), token
end
";

/// KEYS: the tickets of the game. ARGV: ticket, token, milliseconds to keep, how many of the token may be open.
const KEEP_TICKET: &str = r"
local open = 0
for _, ticket in ipairs(redis.call('HKEYS', KEYS[1])) do
    local expires, token = parts(redis.call('HGET', KEYS[1], ticket))
    if expires <= now then
        redis.call('HDEL', KEYS[1], ticket)
    elseif token == ARGV[2] then
        open = open + 1
    end
end
if open >= tonumber(ARGV[4]) then return {'full'} end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %s', now + ARGV[3], ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {'made'}";

/// KEYS: the tickets of the game. ARGV: ticket.
const TAKE_TICKET: &str = r"
local kept = redis.call('HGET', KEYS[1], ARGV[1])
if not kept then return {'missing'} end
redis.call('HDEL', KEYS[1], ARGV[1])
local expires, token = parts(kept)
if expires <= now then return {'missing'} end
return {'made', token}";

/// KEYS: the game, all games, the deadlines. ARGV: id, version and revision of the base (empty: any), the command to
/// publish, channel, message.
const REMOVE: &str = r"
if not version then return {'missing'} end
if ARGV[2] ~= '' and not is_in(ARGV[2], ARGV[3]) then return conflict() end
for list in string.gmatch(redis.call('HGET', KEYS[1], 'lists') or '', '%S+') do
    redis.call('ZREM', list, ARGV[1])
end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call(ARGV[4], ARGV[5], ARGV[6])
write_news()
return {'made'}";

/// KEYS: a stream of news. ARGV: as for all that add to it.
const ADD: &str = "write_news() return {'made'}";

/// KEYS: the game, all games, the deadlines, the players of the game. ARGV: id, seconds to keep, expiry time, both again
/// for a game that is over, version and revision of the state that the caller has (empty: none). Returns the state and its
/// value, or only that the caller has it already; then each player and when the player was last seen.
const READ: &str = r"
if not version then return {'missing'} end
local refused = touch(ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5])
if refused then return refused end
local reply = {'known'}
if not is_in(ARGV[6], ARGV[7]) then
    reply = {'found', version, revision, redis.call('HGET', KEYS[1], 'value')}
end
for _, word in ipairs(redis.call('HGETALL', KEYS[4])) do reply[#reply + 1] = word end
return reply";

/// KEYS: the game, all games, the deadlines. ARGV: id, seconds to keep, expiry time, both again for a game that is over.
/// Returns the version and the revision.
const READ_TAG: &str = r"
if not version then return {'missing'} end
local refused = touch(ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5])
if refused then return refused end
return {'found', version, revision}";

/// Finds out whether this Redis may say that there is no game: a primary that was cut off lacks the games of its successor. Writes, so
/// that the connection can wait until replicas have it. A full Redis refuses that, and then cannot say.
///
/// KEYS: the game, all games, the deadlines, a key for this. ARGV: id.
const CONFIRM_ABSENCE: &str = r"
if version then return {'found'} end
redis.call('SET', KEYS[4], ARGV[1], 'EX', 60)
return {'made'}";

/// KEYS: deadlines. ARGV: id of a game, the latest deadline that is postponed, the deadline to which it is.
const POSTPONE: &str = r"
local deadline = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not deadline or tonumber(deadline) > tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1";

/// Advances the shared game time by the time that has passed in Redis since any server last did, as far as the caller was up in it. So
/// a server that comes back after a stall adds nothing of the time for which the others went on without it, counted or not.
///
/// KEYS: the game time, and the deadlines if they are in one shard. ARGV: the longest gap, after how long without a call no server is up,
/// both in milliseconds; after the first call of a server the game time and the clock of Redis that its last call returned, the
/// milliseconds since then by its own clock. A longer gap is not charged: Redis stood still. A step of the clock of Redis counts no
/// more than the caller's own clock says. If nobody has advanced the game time since the last call, the caller knows it best: Redis
/// may have lost it. A first call advances nothing. If it finds no server up, no other can add the time before it any more: the
/// caller counts on from what it read. Returns the game time, the clock of Redis, the clock of Redis at the last call of any server
/// that advanced the game time, and the number of games with a deadline if it can count them.
const ADVANCE_TIME: &str = r"
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local found = redis.call('HMGET', KEYS[1], 'value', 'at')
local value, at = tonumber(found[1] or 0), tonumber(found[2] or 0)
local longest_gap, alone_after, last = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
if last then
    if at <= last then value = math.max(value, tonumber(ARGV[3])) end
    local gap = math.min(now - math.max(at, last), tonumber(ARGV[5]))
    if gap >= 0 and gap <= longest_gap then value = value + gap end
    at = now
elseif at > now or now - at > alone_after then
    at = now
end
-- Also finds out whether Redis takes changes.
redis.call('HSET', KEYS[1], 'value', value, 'at', at)
return {value, now, found[2], KEYS[2] and redis.call('ZCARD', KEYS[2]) or false}";

/// KEYS: the players of a game. ARGV: the player, the game time, how long a player counts as present, seconds to
/// keep, the command to publish, channel, message. Publishes the message if the player was away. A stored time far in
/// the future belongs to a game time that Redis has lost, and counts as away.
const PRESENT: &str = r"
local before = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or -1e15)
if before >= ARGV[2] + ARGV[3] then before = -1e15 end
if before >= tonumber(ARGV[2]) then return {'known'} end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[4])
if ARGV[2] - before >= tonumber(ARGV[3]) then redis.call(ARGV[5], ARGV[6], ARGV[7]) end
return {'made'}";

/// KEYS: the watchers of a game. ARGV: the server, how many watch there, the game time, for how many milliseconds they count, and
/// seconds to keep the hash.
const WATCHERS: &str = r"
if ARGV[2] == '0' then
    redis.call('HDEL', KEYS[1], ARGV[1])
else
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
    redis.call('EXPIRE', KEYS[1], ARGV[5])
end
local total, servers = 0, redis.call('HGETALL', KEYS[1])
for at = 1, #servers, 2 do
    local count, noted = string.match(servers[at + 1], '(%d+) (-?%d+)')
    if noted + ARGV[4] < tonumber(ARGV[3]) then
        redis.call('HDEL', KEYS[1], servers[at])
    else
        total = total + count
    end
end
return {tostring(total)}";

/// KEYS: the phrases of a game. ARGV: the player, the most phrases, seconds to keep the counts, the command to publish, channel, message.
const COUNT_PHRASE: &str = r"
if redis.call('HINCRBY', KEYS[1], ARGV[1], 1) > tonumber(ARGV[2]) then return {'many'} end
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call(ARGV[4], ARGV[5], ARGV[6])
return {'made'}";

/// KEYS: a list. ARGV: the least rank (`-inf`: any), the id up to which games of this rank are left out, the greatest rank, how many games
/// to look at, how many to return, their status and ruleset (empty: any), what the names of games begin with. Returns rank and
/// id of the last game that it looked at (empty at the end of the list), then for each game rank, id, version, revision, value.
const LIST: &str = r"
local reply, through = {'', ''}, {'', ''}
local looked, found = 0, 0
local members = redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[1], ARGV[3], 'WITHSCORES', 'LIMIT', 0, ARGV[4] + 1)
for at = 1, #members, 2 do
    local id, rank = members[at], members[at + 1]
    if tonumber(rank) ~= tonumber(ARGV[1]) or id > ARGV[2] then
        if looked == tonumber(ARGV[4]) or found == tonumber(ARGV[5]) then
            reply[1], reply[2] = through[1], through[2]
            return reply
        end
        looked, through = looked + 1, {rank, id}
        local game = redis.call('HMGET', ARGV[8] .. id, 'version', 'revision', 'facts')
        if not game[1] then
            redis.pcall('ZREM', KEYS[1], id)
        else
            local status, ruleset = string.match(game[3], '^(%S+) (%S+)$')
            if (ARGV[6] == '' or status == ARGV[6]) and (ARGV[7] == '' or ruleset == ARGV[7]) then
                found = found + 1
                local value = redis.call('HGET', ARGV[8] .. id, 'value')
                for _, word in ipairs({rank, id, game[1], game[2], value}) do reply[#reply + 1] = word end
            end
        end
    end
end
return reply";

/// KEYS: a reference. ARGV: the game, now, seconds to keep it, what is there if the game may replace it. Returns what else is there.
const RESERVE: &str = r"
local held = redis.call('GET', KEYS[1])
if not held or held == ARGV[4] or string.sub(held, 1, 36) == ARGV[1] then
    redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2], 'EX', ARGV[3])
    return {'made'}
end
return {'taken', held}";

/// KEYS: the server that reads for a reader. ARGV: a server, milliseconds.
const READS_FOR: &str = r"
local server = redis.call('GET', KEYS[1])
if server and server ~= ARGV[1] then return {'other'} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return {'made'}";

/// KEYS: a reference. ARGV: the game that gives it up.
const GIVE_UP: &str = r"
local held = redis.call('GET', KEYS[1])
if held and string.sub(held, 1, 36) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return {'made'}";

/// KEYS: claim and record. ARGV 1 to 4: as for every record. ARGV 5: whether the client may execute it twice, as that of a cluster
/// does. The first time has then written the record and ended the claim.
const SETTLE: &str = r"
local is_repeated = ARGV[5] == '1' and redis.call('GET', record) == ARGV[2]
if not is_repeated and not is_claimed() then return {'lost'} end
write_record()
return {'made'}";

/// KEYS: claim and record. ARGV: the value of the claim, the fingerprint, the lifetime of the claim in milliseconds. A client of
/// a cluster may execute it twice for one claim.
const CLAIM: &str = r"
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[1] then return {string.sub(held, -32) == ARGV[2] and 'running' or 'reused'} end
local kept = redis.call('GET', KEYS[2])
if kept and string.sub(kept, 1, 32) ~= ARGV[2] then return {'reused'} end
if kept and string.sub(kept, 33, 33) == 'd' then return {'done', string.sub(kept, 34)} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
if kept then return {'begun', string.sub(kept, 34)} end
return {'ours'}";

/// KEYS: a record. Writes what is there, so that the connection can wait until replicas have it.
const CONFIRM: &str = r"
local life = redis.call('PTTL', KEYS[1])
if life < 0 then return {'missing'} end
redis.call('PEXPIRE', KEYS[1], life)
return {'made'}";

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

/// KEYS: the records of a client by time, and their sizes. ARGV: the member of a record that was written, now, the time before
/// which records have expired, seconds to keep them, the most records, the size of the record, the most bytes. Returns the
/// members of the oldest records beyond these limits.
const EVICT: &str = r"
local function resize(member, bytes)
    local before = redis.call('HGET', KEYS[2], member) or 0
    redis.call('HSET', KEYS[2], member, bytes)
    return redis.call('HINCRBY', KEYS[2], 'bytes', bytes - before)
end
local function drop(member)
    local bytes = resize(member, 0)
    redis.call('ZREM', KEYS[1], member)
    redis.call('HDEL', KEYS[2], member)
    return bytes
end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
local bytes = resize(ARGV[1], ARGV[6])
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])) do bytes = drop(member) end
local gone = {}
while redis.call('ZCARD', KEYS[1]) > tonumber(ARGV[5]) or bytes > tonumber(ARGV[7]) do
    local member = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
    if not member then
        redis.call('DEL', KEYS[2])
        break
    end
    bytes = drop(member)
    gone[#gone + 1] = member
end
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('EXPIRE', KEYS[2], ARGV[4])
return gone";

/// KEYS: a bucket of a client's quota. ARGV: the quota of a minute, which is what a full bucket has, how much the client
/// has taken (negative: given back), the server, and the number of this settlement. The server repeats a settlement without a reply,
/// and it counts once. Returns how much is left, which may be less than nothing. A full bucket needs no key.
const SPEND: &str = r"
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local found = redis.call('HMGET', KEYS[1], 'left', 'at', ARGV[3])
local full = tonumber(ARGV[1])
local taken = tonumber(found[3] or 0) < tonumber(ARGV[4]) and tonumber(ARGV[2]) or 0
local refilled = math.max(0, now - (found[2] or now)) * full / 60000
local left = math.min(full, tonumber(found[1] or full) + refilled) - taken
if left < full then
    redis.call('HSET', KEYS[1], 'left', string.format('%.3f', left), 'at', now, ARGV[3], ARGV[4])
    redis.call('PEXPIRE', KEYS[1], math.ceil((full - left) * 60000 / full))
else
    left = full
    redis.call('DEL', KEYS[1])
end
return {string.format('%.3f', left)}";

pub static INSERT_GAME: LazyLock<Script> =
    LazyLock::new(|| Script::new([RECORD, NEWS, GAME, INSERT].concat()));
pub static INSERT_GAMES: LazyLock<Script> =
    LazyLock::new(|| Script::new([RECORD, NEWS, GAME, INSERT_ALL].concat()));
pub static REPLACE_GAME: LazyLock<Script> =
    LazyLock::new(|| Script::new([RECORD, NEWS, GAME, REPLACE].concat()));
pub static REMOVE_GAME: LazyLock<Script> = LazyLock::new(|| Script::new([NEWS, GAME, REMOVE].concat()));
pub static ADD_NEWS: LazyLock<Script> = LazyLock::new(|| Script::new([NEWS, ADD].concat()));
pub static READ_GAME: LazyLock<Script> = LazyLock::new(|| Script::new([GAME, READ].concat()));
pub static READ_TAG_OF_GAME: LazyLock<Script> = LazyLock::new(|| Script::new([GAME, READ_TAG].concat()));
pub static CONFIRM_ABSENCE_OF_GAME: LazyLock<Script> =
    LazyLock::new(|| Script::new([GAME, CONFIRM_ABSENCE].concat()));
pub static LIST_GAMES: LazyLock<Script> = LazyLock::new(|| Script::new(LIST));
pub static LEAD: LazyLock<Script> = LazyLock::new(|| Script::new(READS_FOR));
pub static RELEASE_REFERENCE: LazyLock<Script> = LazyLock::new(|| Script::new(GIVE_UP));
pub static RESERVE_REFERENCE: LazyLock<Script> = LazyLock::new(|| Script::new(RESERVE));
pub static POSTPONE_DEADLINE: LazyLock<Script> = LazyLock::new(|| Script::new(POSTPONE));
pub static ADVANCE_GAME_TIME: LazyLock<Script> = LazyLock::new(|| Script::new(ADVANCE_TIME));
pub static MARK_PRESENT: LazyLock<Script> = LazyLock::new(|| Script::new(PRESENT));
pub static COUNT_WATCHERS: LazyLock<Script> = LazyLock::new(|| Script::new(WATCHERS));
pub static SAY: LazyLock<Script> = LazyLock::new(|| Script::new(COUNT_PHRASE));
pub static KEEP_STREAM_TICKET: LazyLock<Script> =
    LazyLock::new(|| Script::new([TICKET, KEEP_TICKET].concat()));
pub static TAKE_STREAM_TICKET: LazyLock<Script> =
    LazyLock::new(|| Script::new([TICKET, TAKE_TICKET].concat()));
pub static SETTLE_REQUEST: LazyLock<Script> = LazyLock::new(|| Script::new([RECORD, SETTLE].concat()));
pub static CLAIM_REQUEST: LazyLock<Script> = LazyLock::new(|| Script::new(CLAIM));
pub static RENEW_CLAIM: LazyLock<Script> = LazyLock::new(|| Script::new(RENEW));
pub static RELEASE_CLAIM: LazyLock<Script> = LazyLock::new(|| Script::new(RELEASE));
pub static CONFIRM_RECORD: LazyLock<Script> = LazyLock::new(|| Script::new(CONFIRM));
pub static EVICT_RECORDS: LazyLock<Script> = LazyLock::new(|| Script::new(EVICT));
pub static SPEND_QUOTA: LazyLock<Script> = LazyLock::new(|| Script::new(SPEND));
