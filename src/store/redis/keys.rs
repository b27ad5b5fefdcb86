//! The keys in Redis. The caller of a script passes every key that the script touches, and all of them have one hash slot.

use crate::store::listing::{ListId, ReferenceId};
use crate::store::news::ReaderId;
use crate::store::records::RecordDigest;
use crate::store::records::RecordKey;
use crate::store::seeks::PoolId;
use data_encoding::HEXLOWER;
use std::fmt;
use std::ops::Range;
use uuid::Uuid;

/// A hash with two fields, both in milliseconds: `value`, the game time, and `at`, the clock of Redis when the game time had
/// that value.
pub const GAME_TIME: &str = "duiyi:game_time";

/// The shards of a cluster. They are spread evenly over the hash slots. Their number never changes, because the names of
/// the keys depend on it.
const SHARDS: u8 = 64;

/// A part of the games, with the records and indices that belong to them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shard(u8);

/// The names of the keys. In one Redis there is one shard, and its keys have no hash tag. In a cluster the hash tag of a key is
/// the number of its shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keys {
    Single,
    Cluster,
}

impl Keys {
    pub fn shards(self) -> impl Iterator<Item = Shard> {
        let numbers: Range<u8> = match self {
            Keys::Single => 0..1,
            Keys::Cluster => 0..SHARDS,
        };
        numbers.map(Shard)
    }

    /// The shard of a game.
    pub fn shard(self, id: Uuid) -> Shard {
        self.shard_of_byte(id.as_bytes()[15])
    }

    fn shard_of_byte(self, byte: u8) -> Shard {
        match self {
            Keys::Single => Shard(0),
            Keys::Cluster => Shard(byte % SHARDS),
        }
    }

    fn name(self, Shard(shard): Shard, rest: fmt::Arguments<'_>) -> String {
        match self {
            Keys::Single => format!("duiyi:{rest}"),
            Keys::Cluster => format!("duiyi:{{{shard}}}:{rest}"),
        }
    }

    /// A sorted set of the ids of all games in the shard. The score is the expiry time in seconds since the Unix epoch.
    pub fn games(self, shard: Shard) -> String {
        self.name(shard, format_args!("games"))
    }

    /// A sorted set of the ids of the games in the shard that have a deadline. The score is the deadline in game time. These
    /// games do not expire: their keys have no expiry time, and their score in [`Keys::games`] is infinite.
    pub fn deadlines(self, shard: Shard) -> String {
        self.name(shard, format_args!("deadlines"))
    }

    /// A hash: `version` and `revision` in decimal digits, and the session as `value`; `over` exists once the game is over.
    pub fn game(self, id: Uuid) -> String {
        self.name(self.shard(id), format_args!("game:{id}"))
    }

    /// What the names of the games in a shard begin with.
    pub fn game_prefix(self, shard: Shard) -> String {
        self.name(shard, format_args!("game:"))
    }

    /// A sorted set of the games of a list that are in the shard. The score is their [`Position::rank`].
    ///
    /// [`Position::rank`]: crate::store::listing::Position::rank
    pub fn list(self, shard: Shard, list: ListId) -> String {
        self.name(shard, format_args!("list:{list}"))
    }

    /// A stream of the news of the games in the shard: the list of the owner, and the text.
    pub fn news(self, shard: Shard) -> String {
        self.name(shard, format_args!("news"))
    }

    /// The id of the entry of the news up to which a reader has all.
    pub fn reader(self, reader: ReaderId) -> String {
        format!("duiyi:reader:{reader}")
    }

    /// The id of the game with this reference, and when it reserved it, in seconds since the Unix epoch.
    pub fn reference(self, reference: ReferenceId) -> String {
        format!("duiyi:reference:{reference}")
    }

    /// A hash: when the bearer of each seat token was last seen, in game time, by the hexadecimal digest of the
    /// token.
    pub fn presence(self, id: Uuid) -> String {
        self.name(self.shard(id), format_args!("presence:{id}"))
    }

    /// A hash: how many watch the game at each server, and the game time at which the server noted it.
    pub fn watchers(self, id: Uuid) -> String {
        self.name(self.shard(id), format_args!("watchers:{id}"))
    }

    /// A hash: how many phrases the bearer of each seat token has said, by the hexadecimal digest of the token.
    pub fn phrases(self, id: Uuid) -> String {
        self.name(self.shard(id), format_args!("phrases:{id}"))
    }

    /// A hash of the tickets of a game, by the hexadecimal digest of the ticket: when it expires, in milliseconds since the
    /// Unix epoch, and the digest of the token that it stands for.
    pub fn stream_tickets(self, id: Uuid) -> String {
        self.name(self.shard(id), format_args!("tickets:{id}"))
    }

    /// The id of a game that was looked for and is not there. Only its replication matters.
    pub fn absence(self, id: Uuid) -> String {
        self.name(self.shard(id), format_args!("absence"))
    }

    /// What the names of seeks begin with. All keys of seeks have one hash slot.
    pub const SEEK_PREFIX: &'static str = "duiyi:{seeks}:seek:";
    /// A sorted set of the open seeks. The score is the game time at which somebody last waited on them.
    pub const OPEN_SEEKS: &'static str = "duiyi:{seeks}:open";

    /// A sorted set of the open seeks with the same terms. The score is the game time at which they began.
    pub fn seek_pool(pool: PoolId) -> String {
        format!("duiyi:{{seeks}}:pool:{pool}")
    }

    /// As [`Keys::seek_pool`], of those that see each other.
    pub fn lobby(lobby: PoolId) -> String {
        format!("duiyi:{{seeks}}:lobby:{lobby}")
    }

    /// The set of the open seeks of a client.
    pub fn seeks_of_client(client: u128) -> String {
        format!("duiyi:{{seeks}}:client:{client:032x}")
    }

    /// The pub/sub channel of a game.
    pub fn channel(self, id: Uuid) -> String {
        self.name(self.shard(id), format_args!("events:{id}"))
    }

    /// The command that publishes on [`Keys::channel`]. In a cluster the channels are sharded, as the keys are.
    pub fn publish(self) -> &'static str {
        match self {
            Keys::Single => "PUBLISH",
            Keys::Cluster => "SPUBLISH",
        }
    }

    /// The game of a channel.
    pub fn game_of_channel(channel: &str) -> Option<Uuid> {
        channel.rsplit_once(":events:")?.1.parse().ok()
    }

    /// The claim of a request that is in progress: its owner, then the fingerprint of the request.
    pub fn claim(self, key: &RecordKey) -> String {
        let digest = HEXLOWER.encode(&key.digest);
        self.name(self.shard_of_byte(key.game_byte), format_args!("claim:{digest}"))
    }

    /// The record of a request: its fingerprint, `b` if it is begun or `d` if it is done, then the bytes of its state.
    pub fn record(self, key: &RecordKey) -> String {
        self.record_in(self.shard_of_byte(key.game_byte), &key.digest)
    }

    fn record_in(self, shard: Shard, digest: &RecordDigest) -> String {
        self.name(shard, format_args!("record:{}", HEXLOWER.encode(digest)))
    }

    /// A sorted set of the records of a client, each as [`Keys::member`]. The score is when they were written, in
    /// microseconds since the Unix epoch.
    pub fn client(key: &RecordKey) -> String {
        format!("duiyi:client:{}", HEXLOWER.encode(&key.client))
    }

    /// A hash: the size of each record in [`Keys::client`], which is in the same hash slot, and their sum as `bytes`.
    pub fn client_sizes(key: &RecordKey) -> String {
        format!("duiyi:sizes:{{{}}}", Keys::client(key))
    }

    /// A hash, a bucket of a client's quota: how much of the quota is `left`, as of the time of Redis in milliseconds as `at`.
    pub fn quota(name: &str, client: &[u8; 16]) -> String {
        format!("duiyi:quota:{name}:{}", HEXLOWER.encode(client))
    }

    /// A record in the set of its client: its digest, and in a cluster its shard.
    pub fn member(self, key: &RecordKey) -> Vec<u8> {
        match (self, self.shard_of_byte(key.game_byte)) {
            (Keys::Single, _) => key.digest.to_vec(),
            (Keys::Cluster, Shard(shard)) => [&key.digest[..], &[shard]].concat(),
        }
    }

    /// The key of a record in the set of its client.
    pub fn record_of_member(self, member: &[u8]) -> Option<String> {
        let (digest, shard) = member.split_first_chunk::<32>()?;
        let shard = self.shard_of_byte(shard.first().copied().unwrap_or_default());
        Some(self.record_in(shard, digest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::fixtures::key;

    const ID: Uuid = Uuid::from_u128(0x0123_4567_89ab_4def_8123_4567_89ab_cdef);

    #[test]
    fn the_names_in_one_redis_never_change() {
        let (keys, shard) = (Keys::Single, Keys::Single.shard(ID));
        let id = "01234567-89ab-4def-8123-456789abcdef";
        assert_eq!((&*keys.games(shard), &*keys.deadlines(shard)), ("duiyi:games", "duiyi:deadlines"));
        assert_eq!(keys.game(ID), format!("duiyi:game:{id}"));
        assert_eq!(keys.presence(ID), format!("duiyi:presence:{id}"));
        assert_eq!(keys.channel(ID), format!("duiyi:events:{id}"));
        let record = RecordKey { game_byte: 9, ..key(0x7f, 1) };
        assert_eq!(keys.claim(&record), format!("duiyi:claim:{}", "7f".repeat(32)));
        assert_eq!(keys.record(&record), format!("duiyi:record:{}", "7f".repeat(32)));
        assert_eq!(Keys::client(&record), format!("duiyi:client:{}", "01".repeat(16)));
        assert_eq!(Keys::client_sizes(&record), format!("duiyi:sizes:{{duiyi:client:{}}}", "01".repeat(16)));
        assert_eq!(keys.member(&record), [0x7f; 32]);
    }

    #[test]
    fn everything_of_a_game_in_a_cluster_has_its_hash_tag() {
        let (keys, shard) = (Keys::Cluster, Keys::Cluster.shard(ID));
        let record = RecordKey { game_byte: 0xef, ..key(7, 1) };
        for name in [
            keys.game(ID),
            keys.games(shard),
            keys.deadlines(shard),
            keys.presence(ID),
            keys.watchers(ID),
            keys.channel(ID),
            keys.claim(&record),
            keys.record(&record),
        ] {
            assert!(name.starts_with("duiyi:{47}:"), "{name}");
        }
    }

    #[test]
    fn a_channel_and_a_member_name_what_they_were_made_of() {
        let record = RecordKey { game_byte: 0xef, ..key(7, 1) };
        for keys in [Keys::Single, Keys::Cluster] {
            assert_eq!(Keys::game_of_channel(&keys.channel(ID)), Some(ID));
            assert_eq!(keys.record_of_member(&keys.member(&record)), Some(keys.record(&record)));
            assert_eq!(keys.record_of_member(b"short"), None);
        }
    }
}
