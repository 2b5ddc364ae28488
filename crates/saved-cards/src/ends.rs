//! Asks the gateway to end mandates.

use crate::retry::{LEASE_MS, pause_ms};
use zkratka_commerce::time::Timestamp;
use zkratka_payments::{CALL_DEADLINE, PaymentGateway};
use zkratka_store::{MandateEnd, Store, StoreError};

/// Mandates that are claimed at once: so many calls end within a lease.
const AT_ONCE: u32 = 4;

/// Ends mandates that are due. Returns how many the gateway has confirmed.
pub(crate) async fn end_mandates(
    store: &dyn Store,
    gateway: &dyn PaymentGateway,
    now: Timestamp,
) -> Result<u32, StoreError> {
    let accounts = store.accounts();
    let lease = now.plus(LEASE_MS);
    let due = accounts.claim_mandate_ends(now, lease, AT_ONCE).await?;
    let mut ended = 0;
    for end in due {
        if is_ended(gateway, &end).await {
            accounts.confirm_mandate_end(&end.mandate).await?;
            ended += 1;
        } else {
            let due_at = now.plus(pause_ms(end.tries));
            accounts.put_off_mandate_end(&end.mandate, due_at).await?;
        }
    }
    Ok(ended)
}

async fn is_ended(gateway: &dyn PaymentGateway, end: &MandateEnd) -> bool {
    let asked = tokio::time::timeout(CALL_DEADLINE, gateway.end_mandate(&end.mandate)).await;
    match asked {
        Ok(Ok(())) => return true,
        Ok(Err(error)) => {
            tracing::warn!(%error, tries = end.tries, "a mandate could not be ended");
        }
        Err(_) => tracing::warn!(tries = end.tries, "a mandate could not be ended in time"),
    }
    false
}
