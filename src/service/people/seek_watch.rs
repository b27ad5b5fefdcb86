//! One task keeps the seeks of those who wait on this server and looks for what has come of them, so that many who wait cost the store
//! little.

use crate::service::state::Service;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

/// How often the server looks for what has come of the seeks.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// How many looks there are from one note that somebody still waits to the next.
const LOOKS_PER_TOUCH: u32 = 16;

/// Looks for what has come of the seeks on which somebody waits here, until the server shuts down.
pub async fn watch_seeks(service: Arc<Service>) {
    let draining = service.draining.clone();
    let look = async {
        for looks in 0_u32.. {
            tokio::time::sleep(LOOK_EVERY).await;
            let ids = service.seekers.ids();
            if ids.is_empty() {
                continue;
            }
            // If the store does not answer, they wait on.
            if looks % LOOKS_PER_TOUCH == 0
                && let Err(error) = service.store.touch_seeks(&ids).await
            {
                tracing::debug!(%error, "seeks could not be kept");
            }
            if let Ok(open) = service.store.open_seeks_of(&ids).await {
                let open: HashSet<Uuid> = open.into_iter().collect();
                ids.into_iter().filter(|id| !open.contains(id)).for_each(|id| service.seekers.wake(id));
            }
        }
    };
    tokio::select! {
        () = look => {}
        () = draining.cancelled() => {}
    }
}
