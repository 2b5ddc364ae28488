//! Repeats reads of a ledger that got no answer.

use crate::LedgerError;
use std::future::Future;
use std::time::Duration;

/// The pauses before the second try and each further one.
const PAUSES: [Duration; 3] = [
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_secs(1),
];

/// Asks until there is an answer, a few times at most.
pub(crate) async fn patiently<T, F: Future<Output = Result<T, LedgerError>>>(
    mut ask: impl FnMut() -> F,
) -> Result<T, LedgerError> {
    for pause in PAUSES {
        match ask().await {
            Err(LedgerError::NoAnswer(error)) => {
                tracing::info!(%error, "a ledger is asked again");
                tokio::time::sleep(pause).await;
            }
            answer => return answer,
        }
    }
    ask().await
}
