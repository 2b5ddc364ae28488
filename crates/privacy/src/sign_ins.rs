//! Deletes what browsers left of sign-ins: anybody can make such rows, so that no run may leave some.

use zkratka_commerce::time::Timestamp;
use zkratka_store::{Store, StoreError};

/// How many rows of a kind one write deletes. The writes of buyers come between.
const PAGE: u32 = 500;

/// Deletes all challenges, sessions, devices and payments of wallet accounts that have expired, and the e-mails that could not be sent for
/// too long. Returns how many. If the store is busy, it ends early.
pub async fn delete_expired_sign_ins(store: &dyn Store, now: Timestamp) -> Result<u64, StoreError> {
    let mut count = 0;
    loop {
        match store.accounts().delete_expired(now, PAGE).await {
            Ok(0) | Err(StoreError::Busy) => return Ok(count),
            Ok(deleted) => count += deleted,
            Err(error) => return Err(error),
        }
    }
}
