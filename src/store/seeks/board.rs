//! The seeks of a store in this process, as a value: the time is a parameter.

use super::{Draw, Pairing, PoolId, Seek, SeekLimits, SeekState, side_between};
use crate::game::GameTime;
use crate::store::error::StoreError;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use uuid::Uuid;

/// A seek and what has come of it. Its JSON is the stored form.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub seek: Seek,
    pub state: SeekState,
}

#[derive(Clone, Debug)]
struct Kept {
    row: Row,
    /// That of its terms.
    pool: PoolId,
    /// When somebody last waited on it, or when it was matched.
    seen: GameTime,
}

impl Kept {
    fn new(row: Row, seen: GameTime) -> Kept {
        Kept { pool: row.seek.terms.pool(), row, seen }
    }

    fn is_open(&self) -> bool {
        self.row.state == SeekState::Open
    }

    fn has_expired(&self, now: GameTime) -> bool {
        let keep = if self.is_open() { Seek::GRACE_MS } else { Seek::MATCHED_KEEP_MS };
        now.0.saturating_sub(self.seen.0) >= keep
    }
}

#[derive(Debug, Default)]
pub struct SeekBoard(HashMap<Uuid, Kept>);

/// The seeks that a change has written or removed, which the file is to follow.
pub type Touched = Vec<Uuid>;

impl SeekBoard {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, id: Uuid) -> Option<&Row> {
        self.0.get(&id).map(|kept| &kept.row)
    }

    /// Replaces all seeks by those of a file, which somebody may wait on still.
    pub fn reset(&mut self, rows: Vec<Row>, now: GameTime) {
        self.0 = rows.into_iter().map(|row| (row.seek.id, Kept::new(row, now))).collect();
    }

    /// Adds a seek, unless it is there already, and lets it meet the one that has waited longest of those that fit.
    ///
    /// # Errors
    /// [`StoreError::Full`], [`StoreError::TooManySeeks`].
    pub fn add(
        &mut self,
        seek: &Seek,
        draw: Draw,
        limits: SeekLimits,
        now: GameTime,
    ) -> Result<Touched, StoreError> {
        let mut touched = self.expire(now);
        if self.0.contains_key(&seek.id) {
            return Ok(touched);
        }
        let open = || self.0.values().filter(|kept| kept.is_open());
        if open().count() >= limits.all {
            return Err(StoreError::Full);
        }
        if open().filter(|kept| kept.row.seek.client == seek.client).count() >= limits.of_client {
            return Err(StoreError::TooManySeeks(limits.of_client));
        }
        let pool = seek.terms.pool();
        let fitting = open().filter(|kept| kept.pool == pool).filter_map(|kept| {
            let other = &kept.row.seek;
            Some((other.since, other.id, side_between(seek.side, other.side, draw.side)?))
        });
        let met = fitting.min_by_key(|&(since, id, _)| (since, id));
        touched.push(seek.id);
        let state = match met {
            None => SeekState::Open,
            Some((_, other, side)) => {
                touched.push(other);
                let pairing =
                    Pairing { game: draw.game, side, opponent: Some(seek.clone()), is_hosted: false };
                let opponent = self.settle(other, Pairing { side: side.other(), ..pairing.clone() }, now);
                SeekState::Matched(Box::new(Pairing { opponent, ..pairing }))
            }
        };
        self.0.insert(seek.id, Kept::new(Row { seek: seek.clone(), state }, now));
        Ok(touched)
    }

    /// Writes down the game of an open seek, and returns the seek.
    fn settle(&mut self, id: Uuid, pairing: Pairing, now: GameTime) -> Option<Seek> {
        let kept = self.0.get_mut(&id)?;
        kept.row.state = SeekState::Matched(Box::new(pairing));
        kept.seen = now;
        Some(kept.row.seek.clone())
    }

    /// Lets the engine that a seek names take the place of the opponent, unless one has come.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub fn meet_engine(&mut self, id: Uuid, draw: Draw, now: GameTime) -> Result<Touched, StoreError> {
        let kept = self.0.get(&id).filter(|kept| !kept.has_expired(now)).ok_or(StoreError::NotFound)?;
        if !kept.is_open() {
            return Ok(Vec::new());
        }
        let side = kept.row.seek.side.unwrap_or(draw.side);
        self.settle(id, Pairing { game: draw.game, side, opponent: None, is_hosted: false }, now);
        Ok(vec![id])
    }

    /// Removes an open seek.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::SeekMatched`].
    pub fn withdraw(&mut self, id: Uuid, now: GameTime) -> Result<Touched, StoreError> {
        let kept = self.0.get(&id).filter(|kept| !kept.has_expired(now)).ok_or(StoreError::NotFound)?;
        if !kept.is_open() {
            return Err(StoreError::SeekMatched);
        }
        self.0.remove(&id);
        Ok(vec![id])
    }

    /// Notes that the game of a seek exists.
    pub fn host(&mut self, id: Uuid) -> Touched {
        match self.0.get_mut(&id).map(|kept| &mut kept.row.state) {
            Some(SeekState::Matched(pairing)) => {
                pairing.is_hosted = true;
                vec![id]
            }
            _ => Vec::new(),
        }
    }

    /// Removes the seeks that nobody has waited on for too long.
    pub fn expire(&mut self, now: GameTime) -> Touched {
        let expired = self.0.extract_if(|_, kept| kept.has_expired(now));
        expired.map(|(id, _)| id).collect()
    }

    /// Notes that somebody waits on a seek, and returns what has come of it. None if it is gone.
    pub fn touch(&mut self, id: Uuid, now: GameTime) -> Option<SeekState> {
        let kept = self.0.get_mut(&id).filter(|kept| !kept.has_expired(now))?;
        if kept.is_open() {
            kept.seen = kept.seen.max(now);
        }
        Some(kept.row.state.clone())
    }

    /// The seeks that are still open, of those with these ids.
    pub fn open_of(&self, ids: &[Uuid], now: GameTime) -> Vec<Uuid> {
        let is_open =
            |id: &&Uuid| self.0.get(id).is_some_and(|kept| kept.is_open() && !kept.has_expired(now));
        ids.iter().filter(is_open).copied().collect()
    }

    /// The open seeks of a lobby, those that have waited longest first.
    pub fn open(&self, lobby: PoolId, now: GameTime) -> Vec<Seek> {
        let open = self.0.values().filter(|kept| kept.is_open() && !kept.has_expired(now));
        let mut open: Vec<Seek> =
            open.map(|kept| &kept.row.seek).filter(|seek| seek.terms.lobby() == lobby).cloned().collect();
        open.sort_by_key(|seek| (seek.since, seek.id));
        open.truncate(Seek::MOST_LISTED);
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Side;
    use crate::store::seeks::fixtures::{LIMITS, draw, seek};
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn add(board: &mut SeekBoard, seek: &Seek, now: i64) -> SeekState {
        board.add(seek, draw(), LIMITS, GameTime(now)).unwrap();
        board.get(seek.id).unwrap().state.clone()
    }

    #[test]
    fn a_seeker_meets_the_one_that_has_waited_longest_and_is_still_there() {
        let mut board = SeekBoard::default();
        let red = |since| seek(Some(Side::First), since);
        let (gone, first, second) = (red(0), red(1000), red(2000));
        for one in [&gone, &first, &second] {
            assert_eq!(add(&mut board, one, one.since.0), SeekState::Open);
        }
        assert_eq!(board.touch(first.id, GameTime(14_000)), Some(SeekState::Open));
        assert_eq!(board.touch(second.id, GameTime(14_000)), Some(SeekState::Open));
        let black = seek(None, 15_000);
        let SeekState::Matched(pairing) = add(&mut board, &black, 15_000) else { panic!("it fits") };
        assert_eq!((pairing.opponent.unwrap().id, pairing.side), (first.id, Side::Second));
        assert!(board.touch(gone.id, GameTime(15_000)).is_none());
        assert_eq!(
            board.withdraw(first.id, GameTime(15_000)).unwrap_err().to_string(),
            "the seek has met an opponent"
        );
    }

    proptest! {
        #[test]
        fn nobody_is_matched_twice_and_no_two_that_fit_stay_open(
            wanted in prop::collection::vec((prop::option::of(any::<bool>()), 0..4_000_i64), 1..60),
        ) {
            let (mut board, mut now) = (SeekBoard::default(), 0);
            for (side, later) in wanted {
                now += later;
                let side = side.map(|first| if first { Side::First } else { Side::Second });
                add(&mut board, &seek(side, now), now);
                let open: Vec<_> = board.0.values().filter(|kept| kept.is_open() && !kept.has_expired(GameTime(now)))
                    .map(|kept| kept.row.seek.side).collect();
                for (index, one) in open.iter().enumerate() {
                    for other in &open[..index] {
                        prop_assert!(one.is_some() && one == other, "{:?} and {:?} wait beside each other", one, other);
                    }
                }
            }
            let mut met = HashSet::new();
            for kept in board.0.values() {
                if let SeekState::Matched(pairing) = &kept.row.state {
                    let opponent = pairing.opponent.as_ref().unwrap();
                    let SeekState::Matched(theirs) = &board.0[&opponent.id].row.state else { panic!("both are matched") };
                    prop_assert_eq!((theirs.game, theirs.side), (pairing.game, pairing.side.other()));
                    prop_assert!(met.insert((pairing.game, pairing.side)));
                }
            }
        }
    }
}
