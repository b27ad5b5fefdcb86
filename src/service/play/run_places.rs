//! The places of the clients for games that the server plays by itself.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::Semaphore;

/// The places of the clients for games that the server plays.
#[derive(Debug)]
pub struct Runs {
    most: usize,
    places: Mutex<HashMap<u128, Weak<Semaphore>>>,
}

impl Runs {
    /// Each client gets at most `most` places.
    pub fn new(most: usize) -> Runs {
        Runs { most, places: Mutex::default() }
    }

    /// The places of a client.
    pub(in crate::service) fn places(&self, client: u128) -> Arc<Semaphore> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = places.get(&client).and_then(Weak::upgrade) {
            return known;
        }
        places.retain(|_, known| known.strong_count() > 0);
        let new = Arc::new(Semaphore::new(self.most));
        places.insert(client, Arc::downgrade(&new));
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_has_its_own_places_which_are_forgotten_with_its_last_game() {
        let runs = Runs::new(2);
        let (first, same, other) = (runs.places(1), runs.places(1), runs.places(2));
        assert!(Arc::ptr_eq(&first, &same) && !Arc::ptr_eq(&first, &other));
        assert_eq!(first.available_permits(), 2);
        drop((first, same));
        let _third = runs.places(3);
        assert_eq!(runs.places.lock().unwrap().len(), 2);
    }
}
