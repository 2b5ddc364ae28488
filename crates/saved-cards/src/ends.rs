//! Asks the gateway to end mandates.

use zkratka_commerce::time::Timestamp;
use zkratka_payments::{CALL_DEADLINE, PaymentGateway};
use zkratka_store::{MandateEnd, Store, StoreError};

/// Mandates that are claimed at once.
const AT_ONCE: u32 = 4;
/// How long claimed mandates stay this server's. It is longer than [`AT_ONCE`] calls may take.
const LEASE_MS: i64 = 2 * 60_000;
const FIRST_PAUSE_MS: i64 = 60_000;
const LONGEST_PAUSE_MS: i64 = 60 * 60_000;

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

/// How long to wait after so many tries; twice as long after each.
fn pause_ms(tries: u32) -> i64 {
    let doubled = FIRST_PAUSE_MS << tries.saturating_sub(1).min(10);
    doubled.min(LONGEST_PAUSE_MS)
}

#[cfg(test)]
mod tests {
    use super::pause_ms;

    /// [B.16] The gateway is asked again and again, at least once in an hour.
    #[test]
    fn pauses_grow_to_an_hour() {
        let minutes = [1, 2, 3, 6, 7, u32::MAX].map(|tries| pause_ms(tries) / 60_000);
        assert_eq!(minutes, [1, 2, 4, 32, 60, 60]);
    }
}
