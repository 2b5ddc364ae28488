//! A database has one mode, and so has every gift card.

use crate::support::modes::usable_card;
use std::sync::Arc;
use zkratka_commerce::order::Mode;
use zkratka_store::{Store, StoreError};

/// [B.02] The first start decides the mode. Every later start of the other mode is refused and changes nothing.
pub(crate) async fn a_store_keeps_its_mode(store: Arc<dyn Store>) {
    // The suite opens its stores in test mode.
    for _ in 0..2 {
        let refusal = store.claim_mode(Mode::Live).await.unwrap_err();
        assert!(
            matches!(refusal, StoreError::OtherMode { found: Mode::Test }),
            "{refusal}"
        );
        let message = refusal.to_string();
        assert!(message.contains("another database"), "{message}");
    }
    let card = usable_card(&*store).await;
    store.claim_mode(Mode::Test).await.unwrap();
    assert!(card.is_found(&*store).await && card.has_money(&*store).await);
}
