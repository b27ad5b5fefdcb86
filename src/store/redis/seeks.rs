//! Seeks, shared by all servers.

use super::reply::unknown_reply;
use super::seek_scripts::{
    ADD_SEEK, HOST_SEEKS, LIST_SEEKS, MEET_ENGINE_IN_SEEK, OPEN_SEEKS_OF, READ_SEEK, TOUCH_SEEKS,
    WITHDRAW_SEEK,
};
use super::{Keys, RedisStore, words};
use crate::game::GameTime;
use crate::redis_link::{Script, ScriptCall};
use crate::rules::Side;
use crate::store::error::StoreError;
use crate::store::seeks::{Draw, Pairing, PoolId, Seek, SeekLimits, SeekState};
use uuid::Uuid;

/// How long Redis keeps an open seek, in seconds from the last request that waited: game time may stand still meanwhile.
const OPEN_KEEP_SECONDS: u64 = 3600;
const MATCHED_KEEP_SECONDS: u64 = (Seek::MATCHED_KEEP_MS / 1000) as u64;
/// How many seeks one script looks at.
const AT_ONCE: usize = 256;

fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

fn side(name: &[u8]) -> Result<Side, StoreError> {
    match name {
        b"first" => Ok(Side::First),
        b"second" => Ok(Side::Second),
        _ => Err(unknown_reply()),
    }
}

/// The game time until which a seek on which nobody has waited since then is gone.
fn least(now: GameTime) -> i64 {
    now.0 - Seek::GRACE_MS
}

fn read_seek(value: &[u8]) -> Result<Seek, StoreError> {
    serde_json::from_slice(value)
        .map_err(|error| StoreError::Unavailable(format!("a seek cannot be read: {error}")))
}

fn read_state(reply: &[&[u8]]) -> Result<SeekState, StoreError> {
    match reply {
        [b"open"] => Ok(SeekState::Open),
        [b"matched", game, of, opponent, hosted] => {
            let game = std::str::from_utf8(game)
                .ok()
                .and_then(|game| game.parse().ok())
                .ok_or_else(unknown_reply)?;
            let opponent = if opponent.is_empty() { None } else { Some(read_seek(opponent)?) };
            Ok(SeekState::Matched(Box::new(Pairing {
                game,
                side: side(of)?,
                opponent,
                is_hosted: *hosted == b"1",
            })))
        }
        _ => Err(unknown_reply()),
    }
}

fn call(script: &Script) -> ScriptCall<'_> {
    let mut call = script.call();
    call.key(Keys::SEEK_PREFIX).key(Keys::OPEN_SEEKS);
    call
}

impl RedisStore {
    /// # Errors
    /// As [`crate::store::Store::add_seek`].
    pub async fn add_seek(
        &self,
        seek: &Seek,
        draw: Draw,
        limits: SeekLimits,
        now: GameTime,
    ) -> Result<SeekState, StoreError> {
        let mut add = call(&ADD_SEEK);
        add.key(Keys::seek_pool(seek.terms.pool())).key(Keys::lobby(seek.terms.lobby()));
        add.key(Keys::seeks_of_client(seek.client));
        add.arg(seek.id.to_string()).arg(serde_json::to_vec(seek).expect("it has string keys only"));
        add.arg(seek.side.map_or("", side_name)).arg(side_name(draw.side)).arg(now.0).arg(least(now));
        add.arg(draw.game.to_string()).arg(limits.all).arg(limits.of_client);
        add.arg(OPEN_KEEP_SECONDS).arg(MATCHED_KEEP_SECONDS);
        match &words(&self.changes.invoke(&add).await?)[..] {
            [b"full"] => Err(StoreError::Full),
            [b"many"] => Err(StoreError::TooManySeeks(limits.of_client)),
            [b"made", state @ ..] => read_state(state),
            _ => Err(unknown_reply()),
        }
    }

    /// # Errors
    /// As [`crate::store::Store::seek`].
    pub async fn seek(&self, id: Uuid, now: GameTime) -> Result<(Seek, SeekState), StoreError> {
        let mut read = call(&READ_SEEK);
        read.arg(now.0).arg(least(now)).arg(OPEN_KEEP_SECONDS).arg(id.to_string());
        match &words(&self.invoke(&read).await?)[..] {
            [b"missing"] => Err(StoreError::NotFound),
            [b"found", value, state @ ..] => Ok((read_seek(value)?, read_state(state)?)),
            _ => Err(unknown_reply()),
        }
    }

    /// # Errors
    /// As [`crate::store::Store::touch_seeks`].
    pub async fn touch_seeks(&self, ids: &[Uuid], now: GameTime) -> Result<(), StoreError> {
        for some in ids.chunks(AT_ONCE) {
            let mut touch = call(&TOUCH_SEEKS);
            touch.arg(now.0).arg(least(now)).arg(OPEN_KEEP_SECONDS);
            some.iter().for_each(|id| _ = touch.arg(id.to_string()));
            self.invoke(&touch).await?;
        }
        Ok(())
    }

    /// # Errors
    /// As [`crate::store::Store::open_seeks_of`].
    pub async fn open_seeks_of(&self, ids: &[Uuid]) -> Result<Vec<Uuid>, StoreError> {
        let mut open = Vec::with_capacity(ids.len());
        for some in ids.chunks(AT_ONCE) {
            let mut look = call(&OPEN_SEEKS_OF);
            some.iter().for_each(|id| _ = look.arg(id.to_string()));
            for id in words(&self.invoke(&look).await?) {
                open.push(Uuid::try_parse_ascii(id).map_err(|_| unknown_reply())?);
            }
        }
        Ok(open)
    }

    /// # Errors
    /// As [`crate::store::Store::meet_engine`].
    pub async fn meet_engine(&self, id: Uuid, draw: Draw, now: GameTime) -> Result<(), StoreError> {
        let mut meet = call(&MEET_ENGINE_IN_SEEK);
        meet.arg(id.to_string()).arg(least(now)).arg(draw.game.to_string()).arg(side_name(draw.side));
        meet.arg(MATCHED_KEEP_SECONDS);
        self.change_seek(&meet).await
    }

    /// # Errors
    /// As [`crate::store::Store::withdraw_seek`].
    pub async fn withdraw_seek(&self, id: Uuid, now: GameTime) -> Result<(), StoreError> {
        let mut withdraw = call(&WITHDRAW_SEEK);
        withdraw.arg(id.to_string()).arg(least(now));
        self.change_seek(&withdraw).await
    }

    /// # Errors
    /// As [`crate::store::Store::host_seeks`].
    pub async fn host_seeks(&self, ids: &[Uuid]) -> Result<(), StoreError> {
        let mut host = call(&HOST_SEEKS);
        ids.iter().for_each(|id| _ = host.arg(id.to_string()));
        self.change_seek(&host).await
    }

    async fn change_seek(&self, change: &ScriptCall<'_>) -> Result<(), StoreError> {
        match words(&self.changes.invoke(change).await?)[..] {
            [b"made"] => Ok(()),
            [b"missing"] => Err(StoreError::NotFound),
            [b"matched"] => Err(StoreError::SeekMatched),
            _ => Err(unknown_reply()),
        }
    }

    /// # Errors
    /// As [`crate::store::Store::open_seeks`].
    pub async fn open_seeks(&self, lobby: PoolId, now: GameTime) -> Result<Vec<Seek>, StoreError> {
        let mut list = call(&LIST_SEEKS);
        list.key(Keys::lobby(lobby)).arg(least(now)).arg(Seek::MOST_LISTED);
        self.invoke(&list).await?.iter().map(|value| read_seek(value)).collect()
    }
}
