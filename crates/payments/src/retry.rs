//! Repeats reads of a ledger that got no answer.

use crate::LedgerError;
use std::future::Future;
use std::time::Duration;

/// How often a page is asked for.
const TRIES: u32 = 4;
/// The pause before the second try; each further pause is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// Asks until there is an answer, a few times at most.
pub(crate) async fn patiently<T, F: Future<Output = Result<T, LedgerError>>>(
    mut ask: impl FnMut() -> F,
) -> Result<T, LedgerError> {
    let mut pause = FIRST_PAUSE;
    for _ in 1..TRIES {
        match ask().await {
            Err(LedgerError::NoAnswer(error)) => {
                tracing::info!(%error, "a ledger is asked again");
                tokio::time::sleep(pause).await;
                pause *= 2;
            }
            answer => return answer,
        }
    }
    ask().await
}
