//! Opens the containers that buyers approve.

use super::{MetaPay, name_of};
use crate::cleared::{ClearedToken, Refused};
use zkratka_commerce::cart::Cart;
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::inspection::Refusal as _;
use zkratka_wallets::meta_pay::Content;

impl MetaPay {
    /// Verifies and opens a container for exactly this amount of this cart. `amount` must be what the cart costs now.
    pub fn clear(
        &self,
        content: Content<'_>,
        (cart, amount): (&Cart, Money),
        now: Timestamp,
    ) -> Result<ClearedToken, Refused> {
        let name = name_of(cart);
        let purchase = self.purchase(&name, amount);
        let opened = self.opener.open_content(content, now);
        let accepted = opened.and_then(|container| {
            let kind = container.container_type;
            Ok((kind, container.into_payment(&purchase, &self.contexts)?))
        });
        let (kind, payment) = accepted.map_err(|refusal| {
            tracing::info!(refusal = refusal.code(), "a Meta Pay container was refused");
            Refused
        })?;
        if !self.settings.supported_containers.contains(&kind) {
            tracing::info!(
                refusal = "container_type_unsupported",
                "a Meta Pay container was refused"
            );
            return Err(Refused);
        }
        let (id, expires_at) = (&payment.message_id, payment.expires_at);
        Ok(ClearedToken::opened(
            "meta_pay",
            id,
            expires_at,
            payment.card,
        ))
    }
}
