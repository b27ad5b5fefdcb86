//! redb panics on some damaged pages. Here, at the boundary to it, a panic becomes an error.

use crate::store::error::StoreError;
use redb::Error;
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Works on a file.
///
/// # Errors
/// [`Error::Corrupted`] if the work panics. The file must then be closed.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Error> {
    report_no_guarded_panics();
    let was_guarded = IS_GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(was_guarded);
    result.map_err(|panic| Error::Corrupted(format!("a page is damaged: {}", text(&*panic))))
}

/// The error says what a guarded panic would.
fn report_no_guarded_panics() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                report(panic);
            }
        }));
    });
}

fn text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic")
}

/// The error of a store whose file fails.
pub fn unavailable(error: impl Into<redb::Error>) -> StoreError {
    StoreError::Unavailable(error.into().to_string())
}
